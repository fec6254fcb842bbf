import { ETATS_OUVERTS, ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type {
  CelluleModifiee,
  Differences,
  Etat,
  LigneHistorique,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Liste, Pagination } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { enTout, lireParLots, type Tout } from '../platform/liste.ts'
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

/** Who last brought a form out of entry, and to which version. */
export type Soumission = { version: number; agent: string }

/** The last submission of a form that is received. */
export function findSoumission(db: Db, formulaireId: number): Promise<Soumission> {
  return db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .select(['h.version', 'u.nomAffichable as agent'])
    .where('h.formulaireId', '=', formulaireId)
    .where(RECEPTION)
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Who last changed a cell elsewhere than here, and when; `soi`: oneself, by another page. */
export type ChangementAutre = { auteur: string; le: string; soi: boolean }

/** The page that saves; without one, the person. */
type Moi = { id: number; poste: string | undefined; envoi: number }

/** What this page has not written itself, in sendings before this one. */
const pasDIci = ({ id, poste, envoi }: Moi) =>
  poste === undefined
    ? sql<boolean>`h.agent_id <> ${id}`
    : sql<boolean>`(h.agent_id <> ${id} or h.poste is distinct from ${poste} or h.envoi >= ${envoi})`

/**
 * Cells that others than this page changed after `depuis`, up to the version read, with who did it
 * last: what was written since it was read is for whoever reads it again.
 */
export async function listCellulesModifieesDepuis(
  db: Db,
  { id, version }: { id: number; version: number },
  depuis: number,
  moi: Moi,
): Promise<Map<string, ChangementAutre>> {
  const lignes = await db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .select(['h.cellules', 'h.agentId', 'h.le', 'u.nomAffichable as auteur'])
    .where('h.formulaireId', '=', id)
    .where('h.version', '>', depuis)
    .where('h.version', '<=', version)
    .where(pasDIci(moi))
    .orderBy('h.id')
    .execute()
  return new Map(
    lignes.flatMap(({ cellules, agentId, le, auteur }) =>
      cellules.map(({ cellule }: CelluleModifiee): [string, ChangementAutre] => [
        cellule,
        { auteur, le, soi: agentId === moi.id },
      ]),
    ),
  )
}

/** A line of a form's record for a file: an act, or one of the things that it changed. */
export type LigneExportee = Omit<LigneHistorique, 'cellules' | 'textes'> & {
  changement: { sorte: string; cle: string; avant: Valeur; apres: Valeur } | null
}
type Valeur = CelluleModifiee['avant']

const SORTES = {
  COMMENTAIRE: 'Commentaire',
  JUSTIFICATION: 'Justification',
  REMARQUE: 'Remarque',
  REPONSE: 'Réponse',
} as const

const enLignes = ({ cellules, textes, ...acte }: LigneHistorique): LigneExportee[] => {
  const changements = [
    ...cellules.map(({ cellule: cle, ...valeurs }) => ({ sorte: 'Case', cle, ...valeurs })),
    ...textes.map(({ sorte, ...change }) => ({ sorte: SORTES[sorte], ...change })),
  ]
  if (changements.length === 0) return [{ ...acte, changement: null }]
  return changements.map((changement) => ({ ...acte, changement }))
}

/** All of a form's record, newest first: a line for each thing changed, one for an act without any. */
export async function listToutHistorique(
  db: Db,
  formulaireId: number,
): Promise<Tout<LigneExportee>> {
  const { rows } = await sql<{ cles: string; total: number }>`
    select coalesce(string_agg(h.id::text, ',' order by h.id desc), '') as cles,
      coalesce(sum(greatest(1,
        json_array_length(h.cellules) + json_array_length(h.textes))), 0)::int as total
    from formulaire_historique h where h.formulaire_id = ${formulaireId}`.execute(db)
  const actes = lireParLots(rows[0]?.cles ?? '', (lot) =>
    lignesDe(db).where('h.id', 'in', lot).orderBy('h.id', 'desc').execute(),
  )
  const { lots } = enTout(actes, enLignes)
  return {
    total: rows[0]?.total ?? 0,
    lots: (async function* () {
      for await (const lot of lots) yield lot.flat()
    })(),
  }
}

/**
 * Of a validation made from the device that had submitted, and of that submission: what the other
 * did, and who did it.
 */
const MEME_APPAREIL = sql<LigneHistorique['memeAppareil']>`case
  when h.meme_appareil is not null then (
    select json_build_object('acte', 'SOUMISSION', 'agent', a.nom_affichable)
    from formulaire_historique s join utilisateur a on a.id = s.agent_id
    where s.formulaire_id = h.formulaire_id and s.version = h.meme_appareil)
  else (
    select json_build_object('acte', 'VALIDATION', 'agent', a.nom_affichable)
    from formulaire_historique v join utilisateur a on a.id = v.agent_id
    where v.formulaire_id = h.formulaire_id and v.meme_appareil = h.version
    order by v.id desc limit 1) end`

/** The acts of records, as lists show them. */
const lignesDe = (db: Db) =>
  db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .leftJoin('structure as s', 's.id', 'h.auNomDe')
    .leftJoin('recepisse as r', (join) =>
      join.onRef('r.formulaireId', '=', 'h.formulaireId').onRef('r.empreinte', '=', 'h.recepisse'),
    )
    .select([
      'r.rang as recepisse',
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
      MEME_APPAREIL.as('memeAppareil'),
    ])

/** A form's record, newest first. */
export async function listHistorique(
  db: Db,
  formulaireId: number,
  { page, taille }: Pagination,
): Promise<Liste<LigneHistorique>> {
  const elements = await lignesDe(db)
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

/** Lines that bring a form in, by whoever's act. */
const RECEPTION = sql<boolean>`de = any(${[...ETATS_OUVERTS]}::text[])
  and vers = any(${[...ETATS_RECUS]}::text[])`

/**
 * What the cells entered have become between the last two receptions of a form; while it is open,
 * since the last. What came back to what it was is no difference.
 */
export async function listDifferences(
  db: Db,
  { id, etat }: { id: number; etat: Etat },
): Promise<Differences> {
  const receptions = await db
    .selectFrom('formulaireHistorique')
    .select(['id', 'le'])
    .where('formulaireId', '=', id)
    .where(RECEPTION)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const depuis = receptions[ETATS_OUVERTS.includes(etat) ? 0 : 1]
  if (!depuis) return { depuis: null, cellules: [] }
  const lignes = await db
    .selectFrom('formulaireHistorique as h')
    .innerJoin('utilisateur as u', 'u.id', 'h.agentId')
    .select(['h.cellules', 'h.le', 'u.nomAffichable as auteur'])
    .where('h.formulaireId', '=', id)
    .where('h.id', '>', depuis.id)
    .orderBy('h.id')
    .execute()
  const changements = lignes.flatMap(({ cellules, le, auteur }) =>
    cellules.map((cellule: CelluleModifiee) => ({ ...cellule, auteur, le })),
  )
  return { depuis: depuis.le, cellules: enNet(changements) }
}

type Difference = Differences['cellules'][number]

function enNet(changements: readonly Difference[]): Difference[] {
  const nets = new Map<string, Difference>()
  for (const change of changements) {
    const connu = nets.get(change.cellule)
    nets.set(change.cellule, { ...change, avant: connu ? connu.avant : change.avant })
  }
  return [...nets.values()].filter(({ avant, apres }) => avant !== apres)
}
