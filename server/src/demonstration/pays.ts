import type { StructureSemee } from '../../seed/structures/structure.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import type { Sql } from '../platform/route.ts'
import { assurerComptesCentraux } from './comptes.ts'
import { type Auteurs, formulairesDe } from './formulaires.ts'
import { insertLot, type Lot } from './lot.sql.ts'
import { scenarioDuPays } from './pays.scenario.ts'
import {
  analyser,
  type Copie,
  copierFormulaires,
  findDerniereStructure,
  insertPostes,
  type Poste,
} from './pays.sql.ts'
import { structureDuPays } from './pays.structures.ts'
import { findRessources, type Ressources } from './ressources.ts'

/** How large a country to make. */
export type Taille = {
  structures: number
  /** Months of forms, the current one included. */
  mois: number
  /**
   * Structures whose figures are computed, rounded up to hundreds (200); the others take the forms
   * of one of them, of the same type and size.
   */
  souches?: number
}

/** What a generation needs beside the base. */
export type Generation = Taille & {
  maintenant: Date
  /** Of every account that it creates. */
  motDePasse: string
  /** Told after each lot: structures done, forms written so far. */
  progresser?: (structures: number, formulaires: number) => void
}

const SOUCHES = 200
/** Every type of structure is among a hundred. */
const CENT = 100
const PAR_LOT = 25

/** A structure of the country with its place in it. */
type Membre = { structure: StructureSemee; souche: number; poste: Poste }

/** Structures and their accounts: regional offices first, since they are the parents. */
async function insertPays(
  sql: Sql,
  { structures, souches = SOUCHES }: Taille,
  empreinte: string,
): Promise<Membre[]> {
  const premier = (await findDerniereStructure(sql)) + 1
  const cycle = Math.ceil(souches / CENT) * CENT
  const toutes = Array.from({ length: structures }, (_, i) => ({
    structure: structureDuPays(premier + i, i % cycle),
    souche: i % cycle,
  }))
  const directions = toutes.filter(({ structure }) => structure.typeStructure === 'DR')
  const parRegion = new Map(directions.map(({ structure: s }) => [s.region, s.code]))
  const autres = toutes.filter(({ structure }) => structure.typeStructure !== 'DR')
  for (const { structure } of autres) structure.parent = parRegion.get(structure.region) ?? null
  const membres: Membre[] = []
  for (const groupe of [directions, autres]) {
    for (let debut = 0; debut < groupe.length; debut += 1_000) {
      const lot = groupe.slice(debut, debut + 1_000)
      const postes = await insertPostes(
        sql,
        lot.map(({ structure }) => structure),
        empreinte,
      )
      for (const [i, { structure, souche }] of lot.entries()) {
        membres.push({ structure, souche, poste: postes[i] ?? { structureId: 0, auteurId: 0 } })
      }
    }
  }
  return membres
}

function lotDe(
  { structure, souche, poste }: Membre,
  ressources: Ressources,
  mois: number,
  centraux: Omit<Auteurs, 'STRUCTURE'>,
): Lot {
  const { modeles, reglages, courant, maintenant } = ressources
  const scenario = scenarioDuPays(souche, structure.modeles)
  return formulairesDe({
    dossier: {
      code: structure.code,
      structure,
      modeles: modeles.filter(({ modele }) => structure.modeles.includes(modele.code)),
      scenario,
      reglages,
    },
    structureId: poste.structureId,
    auteurs: { ...centraux, STRUCTURE: poste.auteurId },
    premier: courant - mois + 1,
    courant,
    maintenant,
    avecCellules: false,
  })
}

/** One computed for each `souche`, and the others as its copies. */
function partager(membres: readonly Membre[]): { calcules: Membre[]; copies: Copie[] } {
  const parSouche = new Map<number, Membre>()
  const copies: Copie[] = []
  for (const membre of membres) {
    const calcule = parSouche.get(membre.souche)
    if (calcule) copies.push({ souche: calcule.poste, copie: membre.poste })
    else parSouche.set(membre.souche, membre)
  }
  return { calcules: [...parSouche.values()], copies }
}

/**
 * Makes a large country in the base: structures of every type, accounts, and coherent forms up to
 * the current month, lot by lot, each in its transaction. Settings, lists and models must be there.
 * Answers how many forms were written.
 */
export async function genererPays(sql: Sql, generation: Generation): Promise<number> {
  const { mois, maintenant, motDePasse, progresser } = generation
  const ressources = await findRessources(sql, maintenant)
  const empreinte = await hacherMotDePasse(motDePasse)
  const { centraux, membres } = await inTransaction(sql, async (tx) => ({
    centraux: await assurerComptesCentraux(tx, empreinte),
    membres: await insertPays(tx, generation, empreinte),
  }))
  const { calcules, copies } = partager(membres)
  let formulaires = 0
  for (const [i, membre] of calcules.entries()) {
    const lot = lotDe(membre, ressources, mois, centraux)
    await inTransaction(sql, (tx) => insertLot(tx, lot))
    formulaires += lot.formulaires.length
    if ((i + 1) % PAR_LOT === 0) progresser?.(i + 1, formulaires)
  }
  for (let debut = 0; debut < copies.length; debut += PAR_LOT) {
    const lot = copies.slice(debut, debut + PAR_LOT)
    formulaires += await inTransaction(sql, (tx) => copierFormulaires(tx, lot))
    progresser?.(calcules.length + debut + lot.length, formulaires)
  }
  await analyser(sql)
  return formulaires
}
