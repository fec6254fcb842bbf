import type { Brouillon, PieceDeMessage } from '@releve/contract/messagerie/messagerie.schema.ts'
import type { Liste } from '@releve/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { cherche, type Fragment, limite, toutes } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { type CleGroupe, listAdressables, listGroupes } from './adresse.sql.ts'

export const BROUILLONS_MAX = 100

/** A draft as it is written. */
export type BrouillonEcrit = {
  cle: string
  destinataires: readonly number[]
  groupes: readonly CleGroupe[]
  documents: readonly number[]
  objet: string
  corps: string
  reponseA: number | null
  formulaireId: number | null
  cellule: string | null
}

/** The key that a message sent from this draft takes. */
export const cleEnvoi = (agentId: number, cle: string): string => `envoi:${agentId}:${cle}`

/** The draft `b` has not left: one saved late, while its message was sent, shows nowhere. */
const RESTE = sql`not exists (select from message m
  where m.cle = 'envoi:' || b.auteur_id || ':' || b.cle)`

/** What is in the draft `b` is already what is written: its answer was lost, and it is sent again. */
const IDENTIQUE = sql`(b.destinataires, b.groupes, b.documents, b.objet, b.corps, b.reponse_a,
    b.formulaire_id, b.cellule)
  is not distinct from (excluded.destinataires, excluded.groupes, excluded.documents,
    excluded.objet, excluded.corps, excluded.reponse_a, excluded.formulaire_id, excluded.cellule)`

/**
 * Keeps what one writes over the version that one has read (0: none), and answers the next one;
 * undefined, and nothing written, when it has changed since, is no more, or one keeps too many.
 */
export async function upsertBrouillon(
  db: Db,
  auteurId: number,
  { destinataires, groupes, documents, ...ecrit }: BrouillonEcrit,
  { lue, modifieLe }: { lue: number; modifieLe: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into message_brouillon as b (auteur_id, cle, destinataires, groupes, documents, objet,
      corps, reponse_a, formulaire_id, cellule, modifie_le)
    select ${auteurId}::int, ${ecrit.cle}::uuid, ${destinataires}::int[],
      ${JSON.stringify(groupes)}::jsonb, ${documents}::int[], ${ecrit.objet}, ${ecrit.corps},
      (select id from message where id = ${ecrit.reponseA}::int), ${ecrit.formulaireId}::int,
      ${ecrit.cellule}, ${modifieLe}::timestamptz
    where exists (select from message_brouillon sien
        where sien.auteur_id = ${auteurId} and sien.cle = ${ecrit.cle}::uuid)
      or ${lue}::int = 0 and (select count(*) from message_brouillon autre
        where autre.auteur_id = ${auteurId}) < ${sql.lit(BROUILLONS_MAX)}
    on conflict (auteur_id, cle) do update set destinataires = excluded.destinataires,
      groupes = excluded.groupes, documents = excluded.documents, objet = excluded.objet,
      corps = excluded.corps, reponse_a = excluded.reponse_a,
      formulaire_id = excluded.formulaire_id, cellule = excluded.cellule,
      modifie_le = excluded.modifie_le, version = b.version + 1
      where b.version = ${lue}::int or ${IDENTIQUE}
    returning b.version`.execute(db)
  return rows[0]?.version
}

/** The draft's version, which nobody changes before the end of the transaction. */
export async function verrouillerBrouillon(
  db: Db,
  auteurId: number,
  cle: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select version from message_brouillon
    where auteur_id = ${auteurId} and cle = ${cle}::uuid for update`.execute(db)
  return rows[0]?.version
}

type Ligne = Omit<Brouillon, 'destinataires' | 'groupes'> & {
  destinataires: number[]
  groupes: CleGroupe[]
}

/** The files `ids` that the author may still send. */
const documentsDe = (auteurId: number): RawBuilder<PieceDeMessage[]> => sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'nomOrigine', p.nom_origine,
    'typeMime', p.type_mime, 'taille', p.taille, 'url', '/documents/download/' || p.id)
    order by p.id)
  from piece p where p.id = any(b.documents) and p.type_document = 'MESSAGE'
    and (p.depose_par = ${auteurId} or exists (
      select from message_piece mp join message_destinataire d on d.message_id = mp.message_id
      where mp.piece_id = p.id and d.utilisateur_id = ${auteurId}))), '[]')`

const colonnesDe = (auteurId: number): Fragment => sql`b.cle, b.destinataires, b.groupes, b.objet,
  b.corps, ${documentsDe(auteurId)} as documents, b.reponse_a,
  case when f.id is not null
    then json_build_object('numero', f.numero, 'cellule', b.cellule) end as formulaire,
  b.version, b.modifie_le`

const DEPUIS = sql`from message_brouillon b left join formulaire f on f.id = b.formulaire_id`

/** With their recipients and groups named, those whom one may no longer write to left out. */
async function nommer(db: Db, agent: Agent, lignes: readonly Ligne[]): Promise<Brouillon[]> {
  const adresses = await listAdressables(
    db,
    agent,
    lignes.flatMap(({ destinataires }) => destinataires),
  )
  const parId = new Map(adresses.map((adresse) => [adresse.id, adresse]))
  const offerts = lignes.some(({ groupes }) => groupes.length > 0)
    ? await listGroupes(db, agent)
    : []
  const nomDe = (cle: CleGroupe) =>
    offerts.filter(({ genre, code }) => genre === cle.genre && code === cle.code)
  return lignes.map((ligne) => ({
    ...ligne,
    destinataires: ligne.destinataires.flatMap((id) => parId.get(id) ?? []),
    groupes: ligne.groupes.flatMap(nomDe),
  }))
}

type Demande = { page: number; taille: number; q?: string | undefined; cle?: string | undefined }

/** One page of the agent's drafts, or the one of this key, the last written first, and their number. */
export async function listBrouillons(
  db: Db,
  agent: Agent,
  { q, cle, ...page }: Demande,
): Promise<Liste<Brouillon>> {
  const conditions = [
    sql`b.auteur_id = ${agent.id}`,
    RESTE,
    ...cherche(q, sql`concat_ws(' ', sans_accent(b.objet || ' ' || b.corps), lower(f.numero))`),
  ]
  if (cle) conditions.push(sql`b.cle = ${cle}::uuid`)
  const restent = sql`${DEPUIS} where ${toutes(conditions)}`
  const { rows } = await sql<Ligne>`select ${colonnesDe(agent.id)} ${restent}
    order by b.modifie_le desc, b.cle ${limite(page)}`.execute(db)
  const { rows: compte } = await sql<{ total: number }>`select count(*) as total
    ${restent}`.execute(db)
  return { elements: await nommer(db, agent, rows), total: compte[0]?.total ?? 0, ...page }
}

export async function findBrouillon(
  db: Db,
  agent: Agent,
  cle: string,
): Promise<Brouillon | undefined> {
  const { rows } = await sql<Ligne>`select ${colonnesDe(agent.id)} ${DEPUIS}
    where b.auteur_id = ${agent.id} and b.cle = ${cle}::uuid and ${RESTE}`.execute(db)
  return (await nommer(db, agent, rows))[0]
}

/** The files that it held; undefined when there was none. */
export async function deleteBrouillon(
  db: Db,
  auteurId: number,
  cle: string,
): Promise<number[] | undefined> {
  const { rows } = await sql<{ documents: number[] }>`delete from message_brouillon
    where auteur_id = ${auteurId} and cle = ${cle}::uuid returning documents`.execute(db)
  return rows[0]?.documents
}
