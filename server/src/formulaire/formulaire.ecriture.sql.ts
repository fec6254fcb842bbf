import type {
  CelluleModifiee,
  Etat,
  TexteModifie,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { insertEvenement } from '../evenement/evenement.sql.ts'
import type { Tables } from '../platform/base/tables.ts'
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

function ligneDe(formulaireId: number, version: number, trace: Trace) {
  const { cellules = [], textes = [], force = false, ...reste } = trace
  const changes = { cellules: JSON.stringify(cellules), textes: JSON.stringify(textes) }
  return { formulaireId, version, force, ...changes, ...reste }
}

/**
 * Writes an act: the form's columns, its line of history and the event that tells it, in one
 * statement. The caller holds the row's lock, so `version` is the next one.
 */
export async function updateFormulaire(
  db: Db,
  id: number,
  version: number,
  colonnes: Colonnes,
  trace: Trace,
): Promise<void> {
  await db
    .with('maj', (base) =>
      base
        .updateTable('formulaire')
        .set({ ...colonnes, version, modifieLe: trace.le, modifiePar: trace.agentId })
        .where('id', '=', id),
    )
    .with('dit', (base) => insertEvenement(base, { genre: 'FORMULAIRE', formulaireId: id }))
    .insertInto('formulaireHistorique')
    .values(ligneDe(id, version, trace))
    .execute()
}

/**
 * Inserts a form and its first line of history, in one statement. Undefined when a live form of the
 * month exists, also one inserted meanwhile.
 */
export async function insertFormulaire(
  db: Db,
  nouveau: Insertable<Tables['formulaire']>,
  trace: Trace,
): Promise<{ id: number; numero: string } | undefined> {
  return db
    .with('nouveau', (base) =>
      base
        .insertInto('formulaire')
        .values(nouveau)
        .onConflict((oc) => oc.doNothing())
        .returning(['id', 'numero']),
    )
    .with('trace', (base) =>
      base
        .insertInto('formulaireHistorique')
        .columns([
          'formulaireId',
          'version',
          'agentId',
          'auNomDe',
          'action',
          'vers',
          'cellules',
          'le',
        ])
        .expression((eb) =>
          eb
            .selectFrom('nouveau')
            .select((colonne) => [
              'id',
              sql<number>`1`.as('version'),
              colonne.val(trace.agentId).as('agentId'),
              colonne.val(trace.auNomDe).as('auNomDe'),
              colonne.val(trace.action).as('action'),
              colonne.val(trace.vers).as('vers'),
              colonne.val(JSON.stringify(trace.cellules ?? [])).as('cellules'),
              colonne.val(trace.le).as('le'),
            ]),
        ),
    )
    .selectFrom('nouveau')
    .select(['id', 'numero'])
    .executeTakeFirst()
}

/** The number of the live form of a month, if there is one. */
export async function findNumeroDuMois(
  db: Db,
  structureId: number,
  modeleCode: string,
  rang: number,
): Promise<string | undefined> {
  const ligne = await db
    .selectFrom('formulaire')
    .select('numero')
    .where('structureId', '=', structureId)
    .where('modeleCode', '=', modeleCode)
    .where('rang', '=', rang)
    .where('etat', '<>', 'ANNULE')
    .executeTakeFirst()
  return ligne?.numero
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

/** Marks the open remarks on these cells as corrected. */
export async function updateRemarquesCorrigees(
  db: Db,
  formulaireId: number,
  cellules: readonly string[],
): Promise<void> {
  await db
    .updateTable('formulaireRemarque')
    .set({ statut: 'CORRIGEE' })
    .where('formulaireId', '=', formulaireId)
    .where('statut', '=', 'OUVERTE')
    .where('cellule', 'in', [...cellules])
    .execute()
}
