import { isDeepStrictEqual } from 'node:util'
import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { findTampon } from '../platform/memoire.ts'
import type { Db } from '../platform/route.ts'
import { chiffresDe, ouvrirFormulaire } from './formulaire.calcul.ts'
import { findFormulaire } from './formulaire.sql.ts'
import { estFrais, findCadre } from './fraicheur.ts'
import { listModelesDuMois, listPerimes, updateResultats } from './rafraichir.sql.ts'

/** Months looked at, the current one first; older forms are computed by who reads them. */
const MOIS = 24
/** Forms computed between two pauses, and in one pass. */
const LOT = 50
const PASSAGE_MAX = 10_000

/**
 * Computes one form again and keeps what it gives, unless somebody writes it meanwhile. What was
 * received keeps its values; a draft that would be other than it was saved waits for its next save,
 * which tells it in its history.
 */
async function rafraichirUn(db: Db, id: number): Promise<boolean> {
  const f = await findFormulaire(db, { id })
  if (!f || f.etat === 'ANNULE') return false
  const saisi = ETATS_OUVERTS.includes(f.etat)
  const structureLue = saisi ? f.structureActuelle : f.structureLue
  const ouvert = await ouvrirFormulaire(db, { ...f, structureLue })
  if (estFrais(f, ouvert.environs.lus)) return false
  if (saisi && !isDeepStrictEqual(ouvert.calcul.donnees(), f.donnees.lire())) return false
  const { remplissage, erreurs, avertissements, resultats, environs } = chiffresDe(ouvert, f.etat)
  await updateResultats(db, f, {
    remplissage,
    erreurs,
    avertissements,
    resultats,
    ...ouvert.environs.lus,
    ...(environs !== undefined && { environs }),
    structureLue: JSON.stringify(structureLue),
  })
  return true
}

/** What the forms of a month are computed with now, by their model. */
async function luAvecDuMois(db: Db, rang: number): Promise<{ modeleId: number; luAvec: string }[]> {
  const modeles = await findModelesCompiles(db, await listModelesDuMois(db, rang))
  const lieu = {
    rang,
    reglages: await findReglages(db),
    tamponCodes: await findTampon(db, 'CODIFICATION'),
  }
  const cadres: { modeleId: number; luAvec: string }[] = []
  for (const [modeleId, { compile }] of modeles) {
    cadres.push({ modeleId, luAvec: (await findCadre(db, compile, lieu)).luAvec })
  }
  return cadres
}

/**
 * Computes again the forms whose results no longer hold, recent months first, a few at a time with
 * a `pause` between; processes may do it together. Answers how many it brought up to date.
 */
export async function rafraichirResultats(
  db: Db,
  maintenant: Date,
  pause: () => Promise<unknown>,
): Promise<number> {
  const courant = rangCourant(maintenant, (await findReglages(db)).fuseau)
  let rafraichis = 0
  let vus = 0
  for (let rang = courant; rang > courant - MOIS; rang -= 1) {
    const cadres = await luAvecDuMois(db, rang)
    let ids = await listPerimes(db, rang, cadres, { apres: 0, limite: LOT })
    while (ids.length > 0 && vus < PASSAGE_MAX) {
      for (const id of ids) if (await rafraichirUn(db, id)) rafraichis += 1
      vus += ids.length
      await pause()
      ids = await listPerimes(db, rang, cadres, { apres: ids.at(-1) ?? 0, limite: LOT })
    }
  }
  return rafraichis
}
