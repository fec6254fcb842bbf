import { LIBELLES_ERRATUM } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { documentApi } from '@releve/contract/document/document.api.ts'
import type { Ouvrage } from '@releve/contract/document/document.schema.ts'
import type { BodyOf, QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Agent, porteeDe } from '../platform/agent.ts'
import {
  cherche,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { PARTAGEES } from './document.rights.ts'
import { DEPOSEES, DITES, type Place, TAILLE } from './document.sql.ts'

/** Of an edition of the annuaire, `a`, what it is called, and which it is. */
const TITRE = sql`coalesce(a.titre || ', édition ' || a.edition, p.titre, p.nom_origine)`

/** The last edition published since that of the document is. */
const EDITION_APRES = sql`(select max(b.edition) from annuaire b
  where b.annee = a.annee and b.etat = 'PUBLIE' and b.edition > a.edition)`

/** Of an edition: by which it is replaced, and what it corrects. */
const TEXTE = sql`case when a.id is null then p.description else nullif(concat_ws(' ',
  'Remplacée par l’édition ' || ${EDITION_APRES} || '.',
  ${JSON.stringify(LIBELLES_ERRATUM)}::jsonb ->> a.nature || ${'\u00a0: '} || a.correction), '') end`

const ERRATA = sql`coalesce((
  select jsonb_agg(jsonb_build_object('edition', b.edition, 'nature', b.nature,
    'texte', b.correction,
    'le', to_char(b.arrete_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by b.edition desc)
  from annuaire b
  where b.annee = a.annee and b.etat = 'PUBLIE' and b.nature is not null), '[]')`

const EDITION = sql`case when a.id is not null then jsonb_build_object('annee', a.annee,
  'edition', a.edition, 'remplaceePar', ${EDITION_APRES}, 'errata', ${ERRATA}) end`

/** Whoever deposits for the organisation does all of it. */
export const gereBibliotheque = (agent: Agent): boolean =>
  porteeDe(agent, 'document.deposer') === 'tout'

const actionsDe = (agent: Agent): RawBuilder<Ouvrage['actions']> =>
  gereBibliotheque(agent)
    ? sql`case when a.id is null then array['modifier', 'remplacer', 'supprimer']
        else array[]::text[] end`
    : sql`array[]::text[]`

const colonnesDe = (agent: Agent): Fragment => sql`${DITES}, ${TITRE} as titre,
  ${TEXTE} as description, p.rang, p.version, ${EDITION} as edition,
  ${actionsDe(agent)} as actions`

const DEPUIS = sql`from ${DEPOSEES}`

/** For whoever looks for documents: where they stand, as `p`, and which are the library's. */
export const BIBLIOTHEQUE = { titre: TITRE, depuis: DEPOSEES, dedans: PARTAGEES }

const TRIS = new Map<string, Fragment | readonly Fragment[]>([
  ['rang', [sql`p.rang`, sql`sans_accent(${TITRE})`]],
  ['titre', sql`sans_accent(${TITRE})`],
  ['categorie', [sql`p.type_document`, sql`p.rang`]],
  ['taille', TAILLE],
  ['deposeLe', sql`p.depose_le`],
])

type Recherche = Omit<QueryOf<typeof documentApi.listOuvrages>, 'page' | 'taille'>

function lectureDe(agent: Agent, { q, tri, categorie = [] }: Recherche): LectureEntiere {
  const texte = sql`sans_accent(concat_ws(' ', ${TITRE}, ${TEXTE}, p.nom_origine))`
  const conditions: Fragment[] = [PARTAGEES, ...cherche(q, texte)]
  if (categorie.length > 0) conditions.push(sql`p.type_document = any(${categorie}::text[])`)
  return {
    cle: sql`p.id`,
    colonnes: colonnesDe(agent),
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, { origine: 'rang', tris: TRIS, fin: sql`p.id` }),
  }
}

/** A page of the library, in the order that the organisation gave it unless another is asked for. */
export const listOuvrages = (
  db: Db,
  agent: Agent,
  { page, taille, ...recherche }: QueryOf<typeof documentApi.listOuvrages>,
): Promise<Liste<Ouvrage>> => listPage(db, lectureDe(agent, recherche), { page, taille }, 'exact')

/** All of it that these filters leave, for a file. */
export const listTousOuvrages = (
  db: Db,
  agent: Agent,
  recherche: Recherche,
): Promise<Tout<Ouvrage>> => listTout(db, lectureDe(agent, recherche))

/** A document of the library, as the calls describe it. */
export async function findOuvrage(db: Db, agent: Agent, id: number): Promise<Ouvrage | undefined> {
  const { rows } = await sql<Ouvrage>`select ${colonnesDe(agent)} ${DEPUIS}
    where p.id = ${id} and ${PARTAGEES}`.execute(db)
  return rows[0]
}

/** What must be known of a document before its file is replaced, or it is renamed. */
export type OuvrageCharge = {
  id: number
  name: string
  version: number
  typeDocument: string
  taille: number
  structureId: null
  depot: 'BASE' | 'S3'
  annuaireId: number | null
}

export async function findOuvrageCharge(
  db: Db,
  id: number,
  pourEcrire = false,
): Promise<OuvrageCharge | undefined> {
  const verrou = pourEcrire ? sql`for update` : sql``
  const { rows } = await sql<OuvrageCharge>`select p.id, p.name, p.version, p.type_document,
      p.taille, p.structure_id, p.depot, p.annuaire_id
    from piece p where p.id = ${id} and ${PARTAGEES} ${verrou}`.execute(db)
  return rows[0]
}

type Fiche = Omit<BodyOf<typeof documentApi.modifierOuvrage>, 'version'>

export async function updateOuvrage(db: Db, { id, ...fiche }: Fiche): Promise<void> {
  await db
    .updateTable('piece')
    .set({ ...fiche, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

type Fichier = Place & {
  id: number
  name: string
  nomOrigine: string
  typeMime: string
  sha256: string
  taille: number
  deposeLe: Date
  deposePar: number
}

/** Another file in the place of a document's. */
export async function updateFichier(db: Db, { id, ...fichier }: Fichier): Promise<void> {
  await db
    .updateTable('piece')
    .set({ ...fichier, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
