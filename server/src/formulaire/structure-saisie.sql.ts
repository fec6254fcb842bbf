import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { sql } from 'kysely'
import { rouvertJusquaSql } from '../calendrier/calendrier.sql.ts'
import { findVersionSelon, type VersionAttendue } from '../modele/en-vigueur.ts'
import { findReglagesSelon, type Reglages } from '../parametre/calendrier.ts'
import type { Agent } from '../platform/agent.ts'
import { figer } from '../platform/base/fige.ts'
import { estDansPerimetre } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import { stampOf } from '../platform/stamp.ts'
import { estOuverteSql, estReprenableSql } from '../structure/attendu.sql.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'
import type { Garde } from './formulaire.ecriture.sql.ts'
import {
  type ChiffresStructure,
  colonnesFiche,
  type DemandesDeMois,
  type ValeurDuMois,
  valeursDesMois,
} from './formulaire.sql.ts'

/** What beginning a form needs to know of a structure, for one month. */
export type StructureSaisie = {
  structureId: number
  structureCode: string
  structureLibelle: string
  typeStructure: string
  region: string
  responsable: string | null
  modeles: string[]
  /** The model asked for, else the structure's first; empty when it has none. */
  modeleCode: string
  /** Number of the live form of that month, and how many forms it has had, cancelled ones too. */
  numeroExistant: string | null
  dejaPris: number
  /** Open all through the month, neither invited nor suspended; the collection had begun. */
  ouverte: boolean
  /** The same, the collection begun or not, of a model that it is given then, or later. */
  reprenable: boolean
  structureActuelle: Donnees
  rouvertJusqua: string | null
  reglages: Reglages
  /**
   * What its formulas read of other months; null when it was asked for another version of the
   * model.
   */
  lus: ValeurDuMois[] | null
} & VersionAttendue &
  Garde

type Ligne = Omit<
  StructureSaisie,
  'reglages' | 'structureActuelle' | 'lus' | keyof VersionAttendue
> &
  ChiffresStructure & { valeurs: ValeurDuMois[] }

type Demande = { valeur: string | number; modele: string | null; rang: number } & DemandesDeMois

const RIEN: DemandesDeMois = { modeles: [], rangs: [], cellules: [] }

const lireStructure = (cle: 'code' | 'id') =>
  figer<Ligne, Demande>(
    ({ valeur, modele, rang, modeles, rangs, cellules }) => sql`
    select s.id as structure_id, s.code as structure_code, s.libelle as structure_libelle,
      e.type_structure, e.region, s.responsable, e.modeles, ${estOuverteSql(rang)} as ouverte,
      (${estReprenableSql(rang)} and exists (
        select 1 from structure_periode p where p.structure_id = s.id and p.au >= ${rang}
          and demande.code = any(p.modeles))) as reprenable,
      demande.code as modele_code, deja.numero_existant, deja.deja_pris,
      ${colonnesFiche}, s.version as structure_version, coalesce((
        select c.n from structure_calcul c where c.structure_id = s.id), 0) as structure_calcul,
      ${rouvertJusquaSql(sql`s.id`, sql`${rang}`)} as rouvert_jusqua,
      ${stampOf('PARAMETRE')} as stamp_reglages, ${stampOf('CODIFICATION')} as stamp_codes,
      ${stampOf('ATTENDU')} as attendu,
      coalesce((select jsonb_agg(to_jsonb(v)) from (
        ${valeursDesMois(sql`s.id`, { modeles, rangs, cellules })}) v), '[]')
        as valeurs
    from structure s ${joindreEtatSql(sql`${rang}::int`)}
    cross join lateral (select coalesce(${modele}::text, e.modeles[1], '') as code) demande
    cross join lateral (
      select count(*) as deja_pris,
        max(f.numero) filter (where f.etat <> 'ANNULE') as numero_existant
      from formulaire f
      where f.structure_id = s.id and f.modele_code = demande.code and f.rang = ${rang}) deja
    where ${sql.ref(`s.${cle}`)} = ${valeur}`,
  )

type SaisieCherchee = {
  modele?: string | null | undefined
  rang: number
  /** What formulas of this version read of other months. */
  lectures?: (DemandesDeMois & { modeleId: number }) | undefined
}

const STRUCTURES = { code: lireStructure('code'), id: lireStructure('id') }

/**
 * The structure and its form of that month, if the agent may read it; with the values of other
 * months that are asked for.
 */
export async function findStructureSaisie(
  db: Db,
  agent: Agent,
  cle: { code: string } | { id: number },
  { modele = null, rang, lectures }: SaisieCherchee,
): Promise<StructureSaisie | undefined> {
  const [lire, valeur] = 'id' in cle ? [STRUCTURES.id, cle.id] : [STRUCTURES.code, cle.code]
  const [ligne] = await lire(db, { valeur, modele, rang, ...(lectures ?? RIEN) })
  if (!ligne || !estDansPerimetre(agent, { structureId: ligne.structureId, rang })) return undefined
  const structureActuelle = structureLisible(ligne)
  const reglages = await findReglagesSelon(db, ligne.stampReglages)
  const version = await findVersionSelon(db, ligne.attendu, { code: ligne.modeleCode, rang })
  const { valeurs, ...saisie } = ligne
  const lus = lectures && lectures.modeleId === version.modeleId ? valeurs : null
  return { ...saisie, ...version, structureActuelle, reglages, lus }
}
