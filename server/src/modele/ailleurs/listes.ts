import { CLES_FORMULES } from '@releve/contract/modele/cellule.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { findListe, listValeurs } from '../../codification/codification.sql.ts'
import type { Db } from '../../platform/route.ts'
import type { Constat, ListeVenue, ModeleConverti } from './ailleurs.ts'

const CODE_MAX = 30

/** Texts that may name a list between brackets. */
const FORMULES = new Set<string>([...CLES_FORMULES, 'message'])

/** Names every list by another code, wherever the source does; lists and cells keep their order. */
function renommer(source: ModeleSource, noms: ReadonlyMap<string, string>): ModeleSource {
  if (noms.size === 0) return source
  return JSON.parse(JSON.stringify(source), (cle, valeur: unknown) => {
    if (typeof valeur !== 'string') return valeur
    if (cle === 'codification') return noms.get(valeur) ?? valeur
    if (!FORMULES.has(cle)) return valeur
    return valeur.replace(/\[([A-Z0-9_]+)\]/g, (dit, nom: string) => {
      const autre = noms.get(nom)
      return autre === undefined ? dit : `[${autre}]`
    })
  })
}

/** Whether a list of the base offers all these codes: it serves as it is. */
async function convient(db: Db, { code, valeurs }: ListeVenue): Promise<boolean> {
  const siennes = new Set(
    (await listValeurs(db, code)).filter(({ actif }) => actif).map((valeur) => valeur.code),
  )
  return valeurs.every((valeur) => siennes.has(valeur.code))
}

async function codeLibre(db: Db, code: string, pris: ReadonlySet<string>): Promise<string> {
  for (let rang = 2; ; rang += 1) {
    const suffixe = `_${rang}`
    const essai = `${code.slice(0, CODE_MAX - suffixe.length)}${suffixe}`
    if (!pris.has(essai) && !(await findListe(db, essai))) return essai
  }
}

/**
 * Its lists beside those of the base: one that is there already, with all the codes, serves; one
 * that is there and says other things takes another code. Both are told.
 */
export async function accorderListes(db: Db, venu: ModeleConverti): Promise<ModeleConverti> {
  const noms = new Map<string, string>()
  const pris = new Set(venu.listes.map(({ code }) => code))
  const listes: ListeVenue[] = []
  const constats: Constat[] = [...venu.constats]
  for (const liste of venu.listes) {
    const place = `Liste «\u00a0${liste.libelle}\u00a0»`
    if (!(await findListe(db, liste.code))) listes.push(liste)
    else if (await convient(db, liste)) {
      const phrase = `La liste de codes ${liste.code} existe ici avec tous ces codes\u00a0: elle sert telle qu’elle est.`
      constats.push({ place, genre: 'CHANGE', phrase })
    } else {
      const code = await codeLibre(db, liste.code, pris)
      pris.add(code)
      noms.set(liste.code, code)
      listes.push({ ...liste, code })
      const phrase = `La liste de codes ${liste.code} existe ici et dit autre chose\u00a0: celle-ci prend le code ${code}.`
      constats.push({ place, genre: 'CHANGE', phrase })
    }
  }
  return { ...venu, source: renommer(venu.source, noms), listes, constats }
}
