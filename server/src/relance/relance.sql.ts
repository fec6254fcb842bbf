import { periodeDe, rangDe } from '@releve/contract/mois.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { relanceApi } from '@releve/contract/relance/relance.api.ts'
import type { Relance } from '@releve/contract/relance/relance.schema.ts'
import { sql } from 'kysely'
import { joursRetardSql } from '../calendrier/echeance.sql.ts'
import type { Destinataire } from '../messagerie/annonce.ts'
import { moisCouvertsSql } from '../modele/modele.sql.ts'
import {
  type Comptage,
  cherche,
  enTout,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'
import type { Manquant } from './manquant.sql.ts'

/** A report that is about to be reminded; `etape`: which step of the calendar asks for it. */
export type AEcrire = Manquant & { etape: number | null; copie: boolean; liste: boolean }

type Envoi = { jour: string; le: Date; par: number | null; texte: string | null }

const cleDe = (m: { structureId: number; modele: string; rang: number }): string =>
  `${m.structureId}:${m.modele}:${m.rang}`

/**
 * Writes that these reports are reminded today. Returns those that were not yet: what another
 * process has written, or is writing, is not this one's to send. Each in the order of the key, so
 * that two processes wait for one another, and never both.
 */
export async function insertRelances<M extends AEcrire>(
  db: Db,
  manquants: readonly M[],
  { jour, le, par, texte }: Envoi,
): Promise<M[]> {
  const lignes = manquants.map(({ structureId, modele, rang, echeance, etape, copie, liste }) => ({
    structureId,
    modele,
    rang,
    echeance,
    etape,
    copie,
    liste,
  }))
  const { rows } = await sql<{ structureId: number; modele: string; rang: number }>`
    insert into relance (structure_id, modele_code, rang, jour, le, echeance, etape, par, texte,
      copie_due, liste_due)
    select v."structureId", v.modele, v.rang, ${jour}::date, ${le}::timestamptz, v.echeance,
      v.etape, ${par}::int, ${texte}::text, v.copie, v.liste
    from jsonb_to_recordset(${JSON.stringify(lignes)}::jsonb) as v ("structureId" int, modele text,
      rang int, echeance date, etape int, copie boolean, liste boolean)
    order by v."structureId", v.modele, v.rang
    on conflict do nothing
    returning structure_id, modele_code as modele, rang`.execute(db)
  const ecrites = new Set(rows.map(cleDe))
  return manquants.filter((un) => ecrites.has(cleDe(un)))
}

/** Writes whom the day's reminders of these structures were written to. */
export async function updateDestinataires(
  db: Db,
  jour: string,
  parStructure: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const lignes = [...parStructure].map(([id, gens]) => ({ id, gens }))
  await sql`update relance r
    set destinataires = array(select jsonb_array_elements_text(v.gens)::int)
    from jsonb_to_recordset(${JSON.stringify(lignes)}::jsonb) as v (id int, gens jsonb)
    where r.structure_id = v.id and r.jour = ${jour}::date and r.destinataires = '{}'`.execute(db)
}

/** A reminder of which somebody else is still to be told. */
export type ACopier = Pick<
  Manquant,
  | 'structureId'
  | 'structureCode'
  | 'structureLibelle'
  | 'modele'
  | 'rang'
  | 'moisCouverts'
  | 'echeance'
> & { id: number; parentId: number | null }

/**
 * Takes the reminders of which the copy is due, once for all processes: the caller writes it. They
 * go to the regional office of the month `mois`, which it is. A process that comes while another
 * takes them waits, and finds none: skipping those that are locked, the two would share them, and
 * one office would have two letters.
 */
export async function prendreCopies(
  db: Db,
  quoi: 'copie' | 'liste',
  mois: number,
): Promise<ACopier[]> {
  const due = sql.ref(quoi === 'copie' ? 'copie_due' : 'liste_due')
  const { rows } = await sql<ACopier>`
    with prises as materialized (
      select id from relance where ${due} order by id for update
    ), faites as (
      update relance r set ${due} = false from prises where r.id = prises.id
      returning r.id, r.structure_id, r.modele_code, r.rang, r.echeance
    )
    select f.id, s.id as structure_id, s.code as structure_code, s.libelle as structure_libelle,
      e.parent_id, f.modele_code as modele, f.rang, f.echeance::text as echeance,
      ${moisCouvertsSql(sql`f.modele_code`, sql`f.rang`)} as mois_couverts
    from faites f join structure s on s.id = f.structure_id ${joindreEtatSql(sql`${mois}::int`)}
    order by s.libelle_tri, s.id, f.rang, f.modele_code`.execute(db)
  return rows
}

type Ligne = Omit<Relance, 'mois' | 'annee'> & { rang: number }

const TRIS = new Map<string, Fragment>([
  ['le', sql`r.le`],
  ['structure', sql`s.libelle_tri`],
  ['mois', sql`r.rang`],
])

const COLONNES = sql`r.id,
  json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) as structure,
  r.modele_code as modele, r.rang, r.le,
  ${moisCouvertsSql(sql`r.modele_code`, sql`r.rang`)} as mois_couverts, r.echeance::text as echeance,
  ${joursRetardSql(sql`r.echeance`, sql`r.jour`)} as jours_retard, a.nom_affichable as par, r.texte,
  array(select u.nom_affichable from utilisateur u where u.id = any(r.destinataires)
    order by u.nom_tri, u.id) as destinataires`

const DEPUIS = sql`from relance r join structure s on s.id = r.structure_id
  left join utilisateur a on a.id = r.par`

type Recherche = Omit<QueryOf<typeof relanceApi.listRelances>, 'page' | 'taille'>

function lectureDe({ structure, modele, mois, annee, q, tri }: Recherche): LectureEntiere {
  const conditions = cherche(q, sql`s.libelle_tri || ' ' || lower(s.code)`)
  if (structure) conditions.push(sql`s.code = ${structure}`)
  if (modele) conditions.push(sql`r.modele_code = ${modele}`)
  if (mois && annee) conditions.push(sql`r.rang = ${rangDe({ mois, annee })}`)
  else if (annee) conditions.push(sql`r.rang between ${annee * 12} and ${annee * 12 + 11}`)
  else if (mois) conditions.push(sql`r.rang % 12 = ${rangDe({ mois, annee: 0 })}`)
  return {
    cle: sql`r.id`,
    colonnes: COLONNES,
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, { origine: '-le', tris: TRIS, fin: sql`r.id desc`, pleins: ['le'] }),
  }
}

/** Of a structure or of a month, all are counted: they are few. */
const comptageDe = ({ structure, mois, annee }: Recherche): Comptage =>
  structure || (mois && annee) ? 'exact' : 'borne'

const composer = ({ rang, ...un }: Ligne): Relance => ({ ...un, ...periodeDe(rang) })

/** A page of the reminders that were sent, the latest first unless told. */
export async function listRelances(
  db: Db,
  { page, taille, ...recherche }: QueryOf<typeof relanceApi.listRelances>,
): Promise<Liste<Relance>> {
  const lecture = lectureDe(recherche)
  const liste = await listPage<Ligne>(db, lecture, { page, taille }, comptageDe(recherche))
  return { ...liste, elements: liste.elements.map(composer) }
}

/** All of those that these filters leave, for a file. */
export const listToutesRelances = async (db: Db, recherche: Recherche): Promise<Tout<Relance>> =>
  enTout(await listTout<Ligne>(db, lectureDe(recherche)), composer)

/** The people of the central directorate, who have the list of what is very late. */
export function listDirection(db: Db): Promise<Destinataire[]> {
  return db
    .selectFrom('utilisateur')
    .select(['id', 'nomAffichable', 'email'])
    .where('statut', '=', 'ACTIF')
    .where(sql<boolean>`roles @> array['ROLE_DPPS']`)
    .orderBy('id')
    .execute()
}
