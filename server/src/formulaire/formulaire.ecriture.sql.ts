import type {
  CelluleModifiee,
  Etat,
  TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { insertEvenementDe } from '../evenement/evenement.sql.ts'
import type { Tables } from '../platform/base/tables.ts'
import { CoursePerdue } from '../platform/erreur.ts'
import { tamponDe } from '../platform/memoire.ts'
import type { Db } from '../platform/route.ts'

type Colonnes = Updateable<Tables['formulaire']>

/** One line of the record of a form, as an act hands it over. */
export type Trace = {
  agentId: number
  auNomDe: number | null
  action: string
  de: Etat | null
  vers: Etat
  force?: boolean
  motif?: string | null
  texte?: string | null
  cellules?: CelluleModifiee[]
  textes?: TexteModifie[]
  le: string
}

/** The line of history of the form that the step `maj` of a statement has written. */
function insertTrace(version: number, trace: Trace): RawBuilder<unknown> {
  const { de, vers, action, agentId, le } = trace
  const { cellules = [], textes = [], force = false, motif = null, texte = null } = trace
  return sql`
    insert into formulaire_historique (formulaire_id, version, agent_id, au_nom_de, action, de,
      vers, force, motif, texte, cellules, textes, le)
    select maj.id, ${version}, ${agentId}, ${trace.auNomDe}, ${action}, ${de}, ${vers},
      ${force}, ${motif}, ${texte}, ${JSON.stringify(cellules)}, ${JSON.stringify(textes)}, ${le}
    from maj`
}

/** The form that an act has read: it writes on that version, or not at all. */
type Lu = { id: number; version: number }

/**
 * Writes an act: the form's columns, its line of history, the event that tells it and the open
 * remarks on these cells, which it corrects. In one statement: all of it, or nothing when the form
 * is no longer the version read. @throws CoursePerdue
 */
export async function updateFormulaire(
  db: Db,
  { id, version }: Lu,
  colonnes: Colonnes,
  trace: Trace,
  corrigees: readonly string[] = [],
): Promise<void> {
  const toutes = {
    ...colonnes,
    version: version + 1,
    modifieLe: trace.le,
    modifiePar: trace.agentId,
  }
  const posees = Object.entries(toutes).map(([nom, valeur]) => sql`${sql.ref(nom)} = ${valeur}`)
  const { numAffectedRows: ecrites } = await sql`
    with maj as (
      update formulaire set ${sql.join(posees)}
      where id = ${id} and version = ${version} returning id),
    dit as (${insertEvenementDe('maj')})
    ${corrigees.length === 0 ? sql`` : sql`, corrigees as (${updateRemarquesCorrigees(corrigees)})`}
    ${insertTrace(version + 1, trace)}`.execute(db)
  if (ecrites !== 1n) throw new CoursePerdue()
}

/** Marks the open remarks on these cells as corrected, on the form of the step `maj`. */
const updateRemarquesCorrigees = (cellules: readonly string[]): RawBuilder<unknown> => sql`
  update formulaire_remarque r set statut = 'CORRIGEE' from maj
  where r.formulaire_id = maj.id and r.statut = 'OUVERTE'
    and r.cellule = any(${[...cellules]}::text[])`

/**
 * Inserts a form, its first line of history and the event that tells it, in one statement: all of
 * it, or nothing where a form of that month or of that number stands, also one begun meanwhile, or
 * where what is expected of structures has changed since `attendu`, its stamp. @throws CoursePerdue
 */
export async function insertFormulaire(
  db: Db,
  nouveau: Insertable<Tables['formulaire']>,
  attendu: number,
  trace: Trace,
): Promise<{ id: number }> {
  const colonnes = Object.keys(nouveau).map((nom) => sql.ref(nom))
  const { rows } = await sql<{ id: number }>`
    with maj as (
      insert into formulaire (${sql.join(colonnes)})
      select ${sql.join(Object.values(nouveau))} where ${tamponDe('ATTENDU')} = ${attendu}
      on conflict do nothing returning id),
    dit as (${insertEvenementDe('maj')}),
    trace as (${insertTrace(1, trace)})
    select id from maj`.execute(db)
  const [insere] = rows
  if (!insere) throw new CoursePerdue()
  return insere
}

/** Freezes the form's content as its publication of that number. */
export async function insertPublication(
  db: Db,
  formulaireId: number,
  versionDiffusee: number,
  agentId: number,
  le: string,
): Promise<void> {
  await db
    .insertInto('formulairePublication')
    .columns([
      'formulaireId',
      'versionDiffusee',
      'modeleId',
      'donnees',
      'commentaires',
      'justifications',
      'structureLue',
      'effectif',
      'diffuseLe',
      'diffusePar',
    ])
    .expression((eb) =>
      eb
        .selectFrom('formulaire')
        .select((expression) => [
          'id',
          expression.val(versionDiffusee).as('versionDiffusee'),
          'modeleId',
          'donnees',
          'commentaires',
          'justifications',
          'structureLue',
          'effectif',
          expression.val(le).as('le'),
          expression.val(agentId).as('par'),
        ])
        .where('id', '=', formulaireId),
    )
    .execute()
}
