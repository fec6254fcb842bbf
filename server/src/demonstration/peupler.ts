import { jourLocal, plusJours, rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import type { StructureSemee } from '../../seed/structures/structure.ts'
import { insertProlongation } from '../calendrier/prolongation.sql.ts'
import { insertReouverture } from '../calendrier/reouverture.sql.ts'
import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { listModelesEnVigueur } from '../modele/modele.sql.ts'
import type { Reglages } from '../parametre/calendrier.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { assurerComptesCentraux } from './comptes.ts'
import { type Auteurs, formulairesDe } from './formulaires.ts'
import type { EtatAnterieur, Poste } from './lot.sql.ts'
import { type FormulaireVecu, insertFormulaires, insertPostes } from './lot.sql.ts'
import type { Correspondant, Echange, Scenario } from './scenario.ts'
import type { Exemple } from './serie.ts'

/** Whose conversations are written, and with whom. */
type Correspondance = {
  structureId: number
  echanges: readonly Echange[]
  comptes: Record<Correspondant, number>
}

type Moment = { courant: number; maintenant: Date }
type Sujet = { formulaireId: number | null; depuis: number }

const JOUR_MS = 86_400_000
/** Nobody writes at night: what falls there comes in the morning, unless it would come too late. */
function auBureau(le: number, fin: number): Date {
  const nuit = new Date(le).getUTCHours() < 8
  const matin = le - (le % JOUR_MS) + 9 * 3_600_000 + (le % 3_600_000)
  return new Date(nuit && matin < fin ? matin : le)
}
/** A conversation about no report began so long ago. */
const DEPUIS_MS = 9 * JOUR_MS

/** The report, and when the last act on it took place. */
async function findSujet(
  db: Db,
  structureId: number,
  { sujet, objet }: Echange,
  { courant, maintenant }: Moment,
): Promise<Sujet> {
  if (!sujet) return { formulaireId: null, depuis: maintenant.getTime() - DEPUIS_MS }
  const { rows } = await sql<{ id: number; le: Date }>`
    select f.id, max(h.le) as le from formulaire f
    join formulaire_historique h on h.formulaire_id = f.id
    where f.structure_id = ${structureId} and f.modele_code = ${sujet.modele}
      and f.rang = ${courant - sujet.recul} group by f.id`.execute(db)
  const [f] = rows
  if (!f) throw new Error(`«\u00a0${objet}\u00a0»\u00a0: le rapport dont il parle n’existe pas`)
  return { formulaireId: f.id, depuis: new Date(f.le).getTime() }
}

type Lettre = {
  de: number
  a: number
  objet: string
  corps: string
  le: Date
  lu: boolean
  filId: number | null
  reponseA: number | null
  formulaireId: number | null
  cellule: string | null
}

/** A message from one to another, with the copy of each. */
async function insertLettre(db: Db, { de, a, le, lu, ...message }: Lettre): Promise<number> {
  const { id } = await db
    .insertInto('message')
    .values({ ...message, expediteurId: de, envoyeLe: le, nombre: 1, groupes: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messageDestinataire')
    .values([
      { messageId: id, utilisateurId: de, envoye: true, luLe: le },
      { messageId: id, utilisateurId: a, nomme: true, luLe: lu ? le : null },
    ])
    .execute()
  return id
}

async function insertEchange(
  db: Db,
  { structureId, comptes }: Correspondance,
  echange: Echange,
  moment: Moment,
): Promise<void> {
  const { objet, entre, textes, sujet, nonLu = false } = echange
  const { formulaireId, depuis } = await findSujet(db, structureId, echange, moment)
  const pas = (moment.maintenant.getTime() - depuis) / (textes.length + 1)
  let filId: number | null = null
  let reponseA: number | null = null
  for (const [rang, corps] of textes.entries()) {
    const [de, a] = rang % 2 === 0 ? entre : [entre[1], entre[0]]
    reponseA = await insertLettre(db, {
      de: comptes[de],
      a: comptes[a],
      objet: rang === 0 ? objet : `Re\u00a0: ${objet}`,
      corps,
      le: auBureau(depuis + Math.round(pas * (rang + 1)), depuis + Math.round(pas * (rang + 2))),
      lu: !nonLu || rang < textes.length - 1,
      filId,
      reponseA,
      formulaireId,
      cellule: sujet?.cellule ?? null,
    })
    filId ??= reponseA
  }
}

/** Writes what structures and the directorate said to each other, between the acts and now. */
async function insertCorrespondances(
  db: Db,
  correspondances: readonly Correspondance[],
  moment: Moment,
): Promise<void> {
  for (const correspondance of correspondances) {
    for (const echange of correspondance.echanges) {
      await insertEchange(db, correspondance, echange, moment)
    }
  }
}

type Calendrier = {
  reglages: Reglages
  /** Rank of the current month. */
  courant: number
  maintenant: Date
  /** The account of the directorate that opens months again. */
  dpps: number
}

/** The months that were opened again to a structure, and the time that it asks for. */
async function insertDelais(
  db: Db,
  { reouverture, prolongation }: Scenario,
  { structureId, auteurId }: Poste,
  { reglages, courant, maintenant, dpps }: Calendrier,
): Promise<void> {
  const avant = (jours: number) => new Date(maintenant.getTime() - jours * JOUR_MS)
  const jour = jourLocal(maintenant, reglages.fuseau)
  if (reouverture) {
    const { recul, motif, ilYA, encore } = reouverture
    const jusqua = plusJours(jour, encore)
    const ouverture = { rang: courant - recul, motif, jusqua, par: dpps, le: avant(ilYA), jour }
    await insertReouverture(db, structureId, ouverture)
  }
  if (prolongation) {
    const { recul, motif, ilYA } = prolongation
    const demande = { rang: courant - recul, motif, par: auteurId, le: avant(ilYA) }
    await insertProlongation(db, { structureId, ...demande })
  }
}

/** A structure to create, and how it reports. */
export type Membre = {
  structure: StructureSemee
  /** What was true of it before; always the same, unless told. */
  avant?: EtatAnterieur
  scenario: Scenario
  /**
   * The forms of the first structure of a `souche` are computed; the others, of the same type and
   * size, have the same.
   */
  souche: number
}

/** What is made of them. */
export type Peuplement = {
  /** Months of forms, the current one included. */
  mois: number
  maintenant: Date
  /** Of every account that it creates. */
  motDePasse: string
  /** Keep the cells changed by each act in the history, as the platform does. */
  avecCellules: boolean
  /** How many `souches` are written together, oldest form first. */
  ensemble: number
  /** Structures for which forms are written in one transaction (25). */
  parLot?: number
  /** Forms sent to the base in one statement (200). */
  parOrdre?: number
  /** What is entered in a form: the example of its model. */
  exemple?: Exemple
  /** Writes forms for structures: in the base, unless said otherwise. Answers how many. */
  ecrire?: typeof insertFormulaires
  /** Told now and then: structures done, forms written so far. */
  progresser?: (structures: number, formulaires: number) => void
}

/** What forms are made with: models in force this month, settings, time, accounts. */
type Ressources = {
  modeles: ModeleCharge[]
  reglages: Reglages
  /** Rank of the current month. */
  courant: number
  auteurs: Auteurs & Record<'ADMIN' | 'DPPS', number>
}

function litAutrui({ modele, compile }: ModeleCharge): boolean {
  return compile.besoins.some((besoin) => besoin.modele !== modele.code)
}

/** Models that read others come after them. */
async function findModeles(db: Db, courant: number): Promise<ModeleCharge[]> {
  const ids = (await listModelesEnVigueur(db, courant)).map(({ id }) => id)
  const compiles = [...(await findModelesCompiles(db, ids)).values()]
  return compiles.toSorted((a, b) => Number(litAutrui(a)) - Number(litAutrui(b)))
}

/** The collection has begun by the first of their months, and its reminders are open. */
async function ouvrirCollecte(
  db: Db,
  { debutCollecte }: Reglages,
  { premier, maintenant }: { premier: string; maintenant: Date },
): Promise<void> {
  if (debutCollecte === null || debutCollecte > premier)
    await updateReglage(db, 'debutCollecte', premier, maintenant)
  await updateReglage(db, 'relancesOuvertes', true, maintenant)
}

/** One account in so many has never done the exercise. */
const SANS_EXERCICE = 5

/** Days since those who have done the exercise have last signed in. */
const DERNIERE_CONNEXION_JOURS = 3

/** Who has done the exercise, on the first day of the collection: nearly all; they sign in since. */
async function insertExercices(
  db: Db,
  comptes: readonly number[],
  { premier, maintenant }: { premier: string; maintenant: Date },
): Promise<void> {
  const faitLe = new Date(`${premier}-01T09:00:00Z`)
  const faits = comptes.filter((_, i) => i % SANS_EXERCICE !== 0 || i === 0)
  const lignes = faits.map((utilisateurId) => ({ utilisateurId, faitLe }))
  await db
    .insertInto('exercice')
    .values(lignes)
    .onConflict((oc) => oc.doNothing())
    .execute()
  await db
    .updateTable('utilisateur')
    .set({ derniereConnexion: new Date(maintenant.getTime() - DERNIERE_CONNEXION_JOURS * JOUR_MS) })
    .where('id', 'in', faits)
    .where('derniereConnexion', 'is', null)
    .execute()
}

type MembrePose = Membre & { poste: Poste }

/** Structures, their accounts and those of the directorate. */
async function poser(db: Db, membres: readonly Membre[], peuplement: Peuplement) {
  const { maintenant, motDePasse, mois } = peuplement
  const reglages = await findReglages(db)
  const courant = rangCourant(maintenant, reglages.fuseau)
  const modeles = await findModeles(db, courant)
  const empreinte = await hacherMotDePasse(motDePasse)
  return inTransaction(db, async (tx) => {
    const premier = isoDe(periodeDe(courant - mois + 1))
    await ouvrirCollecte(tx, reglages, { premier, maintenant })
    const centraux = await assurerComptesCentraux(tx, empreinte)
    const postes = await insertPostes(tx, membres, empreinte)
    const poses = membres.flatMap((membre, i): MembrePose[] => {
      const poste = postes[i]
      return poste ? [{ ...membre, poste }] : []
    })
    const comptes = [centraux.DPPS, ...postes.map(({ auteurId }) => auteurId)]
    await insertExercices(tx, comptes, { premier, maintenant })
    const auteurs = { ...centraux, STRUCTURE: null }
    const ressources: Ressources = { modeles, reglages, courant, auteurs }
    const calendrier = { reglages, courant, maintenant, dpps: centraux.DPPS }
    for (const { scenario, poste } of poses) await insertDelais(tx, scenario, poste, calendrier)
    return { ressources, poses }
  })
}

function calculer(
  { structure, scenario, poste }: MembrePose,
  { modeles, reglages, courant, auteurs }: Ressources,
  { mois, maintenant, avecCellules, exemple }: Peuplement,
): FormulaireVecu[] {
  return formulairesDe({
    dossier: {
      code: structure.code,
      structure,
      modeles: modeles.filter(({ modele }) => structure.modeles.includes(modele.code)),
      scenario,
      reglages,
      exemple,
    },
    poste,
    auteurs,
    premier: courant - mois + 1,
    courant,
    maintenant,
    avecCellules,
  })
}

/** What those who have a conversation in their scenario wrote, between these accounts. */
function correspondancesDe(
  poses: readonly MembrePose[],
  { ADMIN, DPPS }: Ressources['auteurs'],
): Correspondance[] {
  return poses.flatMap(({ scenario: { echanges }, poste: { structureId, auteurId } }) => {
    if (!echanges) return []
    return [{ structureId, echanges, comptes: { ADMIN, DPPS, STRUCTURE: auteurId } }]
  })
}

function* tranches<T>(liste: readonly T[], taille: number): Generator<T[]> {
  for (let debut = 0; debut < liste.length; debut += taille)
    yield liste.slice(debut, debut + taille)
}

/**
 * Puts structures in the base with their accounts, and the whole life of their forms up to the
 * current month, lot by lot, each in its transaction. Settings, lists and models must be there.
 * Answers how many forms were written.
 */
export async function peupler(
  db: Db,
  membres: readonly Membre[],
  peuplement: Peuplement,
): Promise<number> {
  const { ensemble, parLot = 25, parOrdre, ecrire = insertFormulaires, progresser } = peuplement
  const { ressources, poses } = await poser(db, membres, peuplement)
  const souches = [...Map.groupBy(poses, ({ souche }) => souche).values()]
  let structures = 0
  let dites = 0
  let formulaires = 0
  for (const groupe of tranches(souches, ensemble)) {
    const vecus = groupe.flatMap(([premier]) =>
      premier ? calculer(premier, ressources, peuplement) : [],
    )
    const postes = groupe.flat().map(({ poste }) => poste)
    for (const lot of tranches(postes, parLot)) {
      formulaires += await inTransaction(db, (tx) => ecrire(tx, vecus, lot, parOrdre))
      structures += lot.length
      if (structures - dites < parLot && structures < poses.length) continue
      progresser?.(structures, formulaires)
      dites = structures
    }
  }
  await inTransaction(db, (tx) =>
    insertCorrespondances(tx, correspondancesDe(poses, ressources.auteurs), {
      courant: ressources.courant,
      maintenant: peuplement.maintenant,
    }),
  )
  return formulaires
}
