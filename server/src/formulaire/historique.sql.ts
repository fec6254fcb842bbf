import type {
  CelluleModifiee,
  LigneHistorique,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Liste, Pagination } from '@releve/contract/page.ts'
import type { Db } from '../platform/route.ts'

/** The last line of a form's record: whose act it was, and to which version it led. */
export async function findDernierActe(db: Db, formulaireId: number) {
  return db
    .selectFrom('formulaireHistorique')
    .select(['agentId', 'action', 'vers', 'version', 'motif', 'texte'])
    .where('formulaireId', '=', formulaireId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Cells that others than this agent changed after this version, with who did it last. */
export async function listCellulesModifieesDepuis(
  db: Db,
  formulaireId: number,
  version: number,
  agentId: number,
): Promise<Map<string, string>> {
  const lignes = await db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .select(['h.cellules', 'u.nomAffichable'])
    .where('h.formulaireId', '=', formulaireId)
    .where('h.version', '>', version)
    .where('h.agentId', '<>', agentId)
    .orderBy('h.id')
    .execute()
  return new Map(
    lignes.flatMap(({ cellules, nomAffichable }) =>
      cellules.map(({ cellule }: CelluleModifiee): [string, string] => [cellule, nomAffichable]),
    ),
  )
}

/** A form's record, newest first. */
export async function listHistorique(
  db: Db,
  formulaireId: number,
  { page, taille }: Pagination,
): Promise<Liste<LigneHistorique>> {
  const elements = await db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .leftJoin('structure as s', 's.id', 'h.auNomDe')
    .select([
      'h.le',
      'u.nomAffichable as agent',
      's.libelle as auNomDe',
      'h.action',
      'h.de',
      'h.vers',
      'h.force',
      'h.motif',
      'h.texte',
      'h.cellules',
      'h.textes',
    ])
    .where('h.formulaireId', '=', formulaireId)
    .orderBy('h.id', 'desc')
    .limit(taille)
    .offset((page - 1) * taille)
    .execute()
  const { total } = await db
    .selectFrom('formulaireHistorique')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('formulaireId', '=', formulaireId)
    .executeTakeFirstOrThrow()
  return { elements, total, page, taille }
}
