import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { StructureSemee } from '../../seed/structures/structure.ts'
import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { listModelesEnVigueur } from '../modele/modele.sql.ts'
import { findReglages, type Reglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Db } from '../platform/route.ts'
import { assurerComptesCentraux } from './comptes.ts'
import { insertDelais } from './delais.ts'
import { type Correspondance, insertCorrespondances } from './echanges.ts'
import { type Auteurs, formulairesDe } from './formulaires.ts'
import { type FormulaireVecu, insertFormulaires, insertPostes, type Poste } from './lot.sql.ts'
import type { Scenario } from './scenario.ts'
import type { Exemple } from './serie.ts'

/** A structure to create, and how it reports. */
export type Membre = {
  structure: StructureSemee
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

type MembrePose = Membre & { poste: Poste }

/** Structures, their accounts and those of the directorate. */
async function poser(db: Db, membres: readonly Membre[], { maintenant, motDePasse }: Peuplement) {
  const reglages = await findReglages(db)
  const courant = rangCourant(maintenant, reglages.fuseau)
  const modeles = await findModeles(db, courant)
  const empreinte = await hacherMotDePasse(motDePasse)
  return inTransaction(db, async (tx) => {
    const centraux = await assurerComptesCentraux(tx, empreinte)
    const postes = await insertPostes(tx, membres, empreinte)
    const poses = membres.flatMap((membre, i): MembrePose[] => {
      const poste = postes[i]
      return poste ? [{ ...membre, poste }] : []
    })
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
  const { ensemble, parLot = 25, ecrire = insertFormulaires, progresser } = peuplement
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
      formulaires += await inTransaction(db, (tx) => ecrire(tx, vecus, lot))
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
