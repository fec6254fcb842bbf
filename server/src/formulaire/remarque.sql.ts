import type { STATUTS_REMARQUE } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Db } from '../platform/route.ts'

type Statut = (typeof STATUTS_REMARQUE)[number]
type NouvelleRemarque = { cellule: string | null; texte: string; statut: Statut }

export async function insertRemarques(
  db: Db,
  formulaireId: number,
  auteurId: number,
  remarques: readonly NouvelleRemarque[],
  le: string,
): Promise<void> {
  if (remarques.length === 0) return
  const lignes = remarques.map(({ cellule, texte, statut }) => ({
    formulaireId,
    auteurId,
    cellule,
    texte,
    statut,
    le,
  }))
  await db.insertInto('formulaireRemarque').values(lignes).execute()
}

export async function updateReponse(
  db: Db,
  id: number,
  reponse: { reponse: string; repondueLe: string; reponduePar: number },
): Promise<void> {
  await db
    .updateTable('formulaireRemarque')
    .set({ ...reponse, statut: 'CORRIGEE' })
    .where('id', '=', id)
    .execute()
}

export async function updateRemarque(
  db: Db,
  formulaireId: number,
  id: number,
  remarque: { texte: string; statut: Statut },
): Promise<void> {
  await db
    .updateTable('formulaireRemarque')
    .set(remarque)
    .where('formulaireId', '=', formulaireId)
    .where('id', '=', id)
    .execute()
}
