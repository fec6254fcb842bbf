import { zDemandeCodification } from '@releve/contract/codification/codification.schema.ts'
import { CLES_FORMULES } from '@releve/contract/modele/cellule.ts'
import {
  type BrouillonModele,
  CONSTATS_MAX,
  type Reprise,
} from '@releve/contract/modele/gestion.schema.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Listes } from '@releve/contract/modele/source.developper.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import {
  findListe,
  listCodificationsActives,
  listValeurs,
} from '../../codification/codification.sql.ts'
import { enregistrerCodification } from '../../codification/enregistrer.ts'
import { inTransaction } from '../../platform/base/transaction.ts'
import { erreur } from '../../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../../platform/route.ts'
import { pourDe } from '../../platform/tour.ts'
import { commencer, examinerGardable } from '../brouillon.ts'
import { insertCorrespondance, insertUnites } from '../correspondance.sql.ts'
import { findAnterieur } from '../modele.gestion.sql.ts'
import type { Constat, ListeVenue, ModeleConverti } from './ailleurs.ts'
import { lireVenu } from './venu.ts'

/** Each round takes away what the one before told; what is wrong after so many goes whole. */
const TOURS_MAX = 6

const NOMS: Record<(typeof CLES_FORMULES)[number], string> = {
  formule: 'le calcul',
  prerempli: 'la valeur proposée',
  soSi: 'la condition',
  requisSi: 'la condition qui la rend requise',
  commentaireSi: 'la condition du commentaire',
}

/** What the engine refuses of a source; the cells of follow-up are left to its author. */
const refusDe = (source: ModeleSource, listes: Listes): FauteModele[] =>
  verifierSource(source, listes).fautes

function oter(source: ModeleSource, chemin: readonly (string | number)[]): boolean {
  let porteur: unknown = source
  for (const pas of chemin.slice(0, -1))
    porteur = typeof porteur === 'object' && porteur !== null ? Reflect.get(porteur, pas) : null
  const cle = chemin.at(-1)
  if (typeof porteur !== 'object' || porteur === null || cle === undefined) return false
  return Reflect.has(porteur, cle) && Reflect.deleteProperty(porteur, cle)
}

const estFormule = (trait: string | null): trait is (typeof CLES_FORMULES)[number] =>
  CLES_FORMULES.some((cle) => cle === trait)

/** Takes out what a fault is of, and tells it; null: it is of no formula and no control. */
function retirer(source: ModeleSource, faute: FauteModele, placeDe: (nom: string) => string) {
  const { controle, cellule, trait, message } = faute
  if (controle !== null) {
    const phrase = `Le contrôle ${controle} n’est pas repris\u00a0: ${message}`
    source.controles = source.controles.filter(({ code }) => code !== controle)
    return { place: placeDe(controle), genre: 'LAISSE', phrase } satisfies Constat
  }
  if (cellule === null || !estFormule(trait) || !oter(source, faute.chemin)) return null
  const phrase = `De la case ${cellule}, ${NOMS[trait]} n’est pas reprise\u00a0: ${message}`
  return { place: placeDe(cellule), genre: 'LAISSE', phrase } satisfies Constat
}

/** All its formulas and controls, when no end is seen to what is wrong in them. */
function retirerTout(source: ModeleSource): Constat {
  const depouiller = (valeur: unknown): void => {
    if (typeof valeur !== 'object' || valeur === null) return
    for (const cle of CLES_FORMULES) Reflect.deleteProperty(valeur, cle)
    for (const dedans of Object.values(valeur)) depouiller(dedans)
  }
  depouiller(source.sections)
  source.controles = []
  const phrase =
    'Ses calculs, ses conditions et ses contrôles ne sont pas repris\u00a0: trop d’entre eux ne peuvent pas l’être ensemble.'
  return { place: 'Tout le questionnaire', genre: 'LAISSE', phrase }
}

/**
 * A model that has come as the engine takes it: what the engine would refuse of its formulas and
 * controls is taken out, and told. What else is wrong stays in the draft, for its author.
 */
export function ajuster(venu: ModeleConverti, listes: Listes): ModeleConverti {
  const source = structuredClone(venu.source)
  const constats = [...venu.constats]
  const placeDe = (nom: string) => venu.places?.get(nom) ?? nom
  for (let tour = 0; tour < TOURS_MAX; tour += 1) {
    const refus = refusDe(source, listes)
    const dits = refus.flatMap((faute) => retirer(source, faute, placeDe) ?? [])
    constats.push(...dits)
    if (dits.length === 0) return { ...venu, source, constats }
  }
  const resteAOter = refusDe(source, listes).some(
    ({ controle, trait }) => controle !== null || estFormule(trait),
  )
  return { ...venu, source, constats: resteAOter ? [...constats, retirerTout(source)] : constats }
}

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
async function accorderListes(db: Db, venu: ModeleConverti): Promise<ModeleConverti> {
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

/** Each is looked for in the base, then written with its line of the journal. */
const LISTES_MAX = 200

/** No file of elsewhere says which of its cells are a headcount. */
const SANS_SUIVI = {
  place: 'Cases du suivi',
  genre: 'LAISSE',
  phrase:
    'Aucune n’est choisie\u00a0: ni effectif ni écart ne seront montrés. Si ce formulaire compte des personnes, choisissez-les dans le brouillon, sous «\u00a0Modèle\u00a0».',
} as const satisfies Constat

/** What the model would be in this base. @throws MODELE_ILLISIBLE, MODELE_TROP_GRAND */
async function poserIci(db: Db, venu: ModeleConverti, code?: string): Promise<ModeleConverti> {
  if (venu.listes.length > LISTES_MAX) {
    const raison = `Il nomme ${venu.listes.length} listes de codes, pour ${LISTES_MAX} au plus.`
    throw erreur('MODELE_TROP_GRAND', { raison })
  }
  const accorde = await accorderListes(db, venu)
  const listes = await listCodificationsActives(db)
  for (const liste of accorde.listes) listes[liste.code] = liste.valeurs
  const source = { ...accorde.source, code: code ?? accorde.source.code }
  const { version } = await findAnterieur(db, source.code)
  const ajuste = ajuster({ ...accorde, source: { ...source, version: version + 1 } }, listes)
  await examinerGardable(db, ajuste.source)
  return { ...ajuste, constats: [SANS_SUIVI, ...ajuste.constats] }
}

const compterChamps = ({ sections }: ModeleConverti['source']): number =>
  sections.reduce((n, section) => {
    if (section.type === 'champs') return n + section.champs.length
    if (section.type === 'identification') return n
    return n + section.colonnes.length
  }, 0)

/** Says what a file of elsewhere would become; writes nothing. */
export async function analyser(appel: Appel<typeof modeleApi.analyserModele>): Promise<Reprise> {
  const { origine, choix, choisi, converti } = await lireVenu(appel.body, pourDe(appel))
  const { source, listes, constats, structures = [] } = await poserIci(appel.db, converti)
  const compter = (genre: keyof Reprise['comptes']) =>
    constats.filter((constat) => constat.genre === genre).length
  return {
    origine,
    code: source.code,
    libelle: source.libelle,
    version: source.version,
    sections: source.sections.length,
    champs: compterChamps(source),
    controles: source.controles.length,
    listes: listes.map(({ code, libelle, valeurs }) => ({ code, libelle, nombre: valeurs.length })),
    structures: structures.length,
    choix,
    choisi,
    comptes: { COMPRIS: compter('COMPRIS'), CHANGE: compter('CHANGE'), LAISSE: compter('LAISSE') },
    constats: constats.slice(0, CONSTATS_MAX),
  }
}

/** @throws MODELE_ILLISIBLE for a list that no screen would take */
async function creerListes(contexte: Contexte, listes: ModeleConverti['listes']): Promise<void> {
  for (const { code, libelle, valeurs } of listes) {
    const lignes = valeurs.map((valeur, rang) => ({ ...valeur, ordre: rang + 1, nouveau: true }))
    const demande = { code, libelle, version: 0, valeurs: lignes }
    const { data: body, error } = zDemandeCodification.safeParse(demande)
    if (!body) {
      const raison = `La liste de codes ${code} ne convient pas\u00a0: ${error.issues[0]?.message}`
      throw erreur('MODELE_ILLISIBLE', { raison })
    }
    await enregistrerCodification({ ...contexte, body })
  }
}

const unitesDe = ({ structures = [] }: ModeleConverti) =>
  structures.map(({ unite, code: structureCode }) => ({ unite, structureCode }))

/**
 * Begins a draft of a file of elsewhere, with the lists of codes that it names: all of it, or
 * nothing. The file is read before the transaction.
 */
export async function convertir(
  appel: Appel<typeof modeleApi.convertirModele>,
): Promise<BrouillonModele> {
  const { agent, maintenant, body } = appel
  const { converti } = await lireVenu(body, pourDe(appel))
  return inTransaction(appel.db, async (db) => {
    const contexte = { db, agent, maintenant }
    const { source, listes } = await poserIci(db, converti, body.code)
    const { id } = await findAnterieur(db, source.code)
    await creerListes(contexte, listes)
    await insertCorrespondance(db, source.code, converti.correspondance ?? [])
    await insertUnites(db, unitesDe(converti))
    return commencer(contexte, source, id)
  })
}
