import type { Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { MOIS } from '@releve/contract/mois.ts'
import type { Liste } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import { moisCouvertsSql } from '../modele/modele.sql.ts'
import { type Agent, peut } from '../platform/agent.ts'
import {
  contient,
  type Fragment,
  limite,
  lireParLots,
  motsDe,
  TOUTE,
  type Tout,
  toutes,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { refDe } from './adresse.sql.ts'
import { EXPEDITEUR } from './messagerie.sql.ts'

/** The report that a message is about. */
type Lisible = { id: number; structureId: number; modeleId: number }

/** The report of this number, where the agent reads it: his, or published. */
export async function findLisible(
  db: Db,
  agent: Agent,
  numero: string,
): Promise<Lisible | undefined> {
  const { rows } = await sql<Lisible & { publie: boolean }>`
    select id, structure_id, modele_id, version_diffusee > 0 as publie
    from formulaire where numero = ${numero}`.execute(db)
  const [lu] = rows
  return lu && (lu.publie || peut(agent, 'formulaire.lire', lu.structureId)) ? lu : undefined
}

/** How many recipients a line of a list names; a message opened names them all. */
const NOMMES_EN_LISTE = 10
/** How many a message opened, or written in a file, names. */
const DESTINATAIRES_MAX = 200
/** How much of a body a list shows of it, when asked for its beginning. */
const EXTRAIT = 200
/** Most messages of a conversation that are read at once: the last ones. */
const FIL_MAX = 100

/** The files of message `m`. */
const DOCUMENTS = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'nomOrigine', p.nom_origine,
    'typeMime', p.type_mime, 'taille', p.taille, 'url', '/documents/download/' || p.id)
    order by p.id)
  from message_piece mp join piece p on p.id = mp.piece_id where mp.message_id = m.id), '[]')`

const nommesDe = (nombre: number) => sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'nomAffichable', r.nom_affichable,
    'structure', ${refDe('rs')}) order by r.nom_affichable, r.id)
  from (
    select n.utilisateur_id from message_destinataire n
    where n.message_id = m.id and n.nomme and not n.envoye
    order by n.utilisateur_id limit ${nombre}::bigint
  ) as nomme
  join utilisateur r on r.id = nomme.utilisateur_id
  left join structure rs on rs.id = r.structure_id), '[]')`

/** The reports that message `m` speaks of, in its order; most speak of none. */
const FORMULAIRES_CITES = sql`case when m.formulaires_cites = '[]' then '[]'::json else (
  select json_agg(json_build_object('structure', rs.code, 'modele', c.modele,
      'mois', (${[...MOIS]}::text[])[c.rang % 12 + 1], 'annee', c.rang / 12,
      'moisCouverts', ${moisCouvertsSql(sql`c.modele`, sql`c.rang`)},
      'numero', rf.numero) order by c.place)
  from rows from (jsonb_to_recordset(m.formulaires_cites) as ("structureId" int, modele text, rang int))
    with ordinality as c("structureId", modele, rang, place)
  join structure rs on rs.id = c."structureId"
  left join formulaire rf on rf.structure_id = rs.id and rf.modele_code = c.modele
    and rf.rang = c.rang and rf.etat <> 'ANNULE') end`

/** A message as the copy `d` of whoever asks shows it. */
const colonnesDe = (nommes: number, corps: Fragment): Fragment => sql`m.id,
  coalesce(m.fil_id, m.id) as fil_id,
  json_build_object('id', e.id,
    'nomAffichable', ${EXPEDITEUR},
    'structure', ${refDe('es')}, 'email', m.visiteur_email) as expediteur,
  ${nommesDe(nommes)} as destinataires, m.groupes, m.nombre, m.objet, ${corps} as corps,
  m.envoye_le, case when not d.envoye then d.lu_le
    when m.nombre = 1 then (select l.lu_le from message_destinataire l
      where l.message_id = m.id and not l.envoye) end as lu_le,
  d.important, d.envoye, m.automatique, m.reponse_a,
  case when f.id is not null
    then json_build_object('numero', f.numero, 'cellule', m.cellule) end as formulaire,
  ${FORMULAIRES_CITES} as formulaires_cites, ${DOCUMENTS} as documents`

const JOINTES = sql`left join utilisateur e on e.id = m.expediteur_id
  left join structure es on es.id = e.structure_id
  left join formulaire f on f.id = m.formulaire_id`

export type Boite = 'RECUS' | 'ENVOYES' | 'IMPORTANTS'
const BOITES: Record<Boite, Fragment> = {
  RECUS: sql`not d.envoye`,
  ENVOYES: sql`d.envoye`,
  IMPORTANTS: sql`d.important`,
}

/** A word looked for, and what is found of it once, whatever the number of messages. */
type Mot = {
  mot: string
  /** Those whose name, or whose structure, holds it. */
  gens: Fragment
  /** What was sent to them by name; null where nothing that one has sent is looked through. */
  nommes: Fragment | null
}

const motDe =
  (boite: Boite) =>
  (mot: string, rang: number): Mot => ({
    mot,
    gens: sql.id(`gens_${rang}`),
    nommes: boite === 'RECUS' ? null : sql.id(`nommes_${rang}`),
  })

function relationsDe({ mot, gens, nommes }: Mot): Fragment {
  const nom = sql`concat_ws(' ', lower(rs.code), rs.libelle_tri, r.nom_tri)`
  const lesGens = sql`${gens} as materialized (
    select r.id from utilisateur r left join structure rs on rs.id = r.structure_id
    where ${contient(nom, mot)}),`
  if (!nommes) return lesGens
  return sql`${lesGens} ${nommes} as materialized (
    select distinct n.message_id from message_destinataire n
    where n.nomme and not n.envoye and n.utilisateur_id in (select id from ${gens})),`
}

/** A word is in the message, its form's number, who sent it or whom it was sent to by name. */
const porte = ({ mot, gens, nommes }: Mot): Fragment => sql`(${contient(sql`m.texte_tri`, mot)}
  or m.expediteur_id in (select id from ${gens})
  or m.formulaire_id is not null and (select ${contient(sql`lower(f.numero)`, mot)}
    from formulaire f where f.id = m.formulaire_id)
  or m.expediteur_id is null
    and ${contient(sql`sans_accent(concat_ws(' ', m.visiteur_nom, m.visiteur_email))`, mot)}
  ${nommes ? sql`or d.envoye and ${nommes}.message_id is not null` : sql``})`

type Demande = {
  page: number
  taille: number
  q?: string | undefined
  extrait?: boolean | undefined
  nonLus?: boolean | undefined
}

/**
 * The numbers of one page of what is asked for, the latest first, and how many there are. An index
 * gives both before anything of the messages is read, unless words are looked for: then all are
 * read, once.
 */
async function trouver(
  db: Db,
  conditions: readonly Fragment[],
  mots: readonly Mot[],
  page: { page: number; taille: number },
): Promise<{ ids: number[]; total: number }> {
  const cherches = mots.length > 0
  const nommes = mots.flatMap(({ nommes: un }) =>
    un ? sql`left join ${un} on ${un}.message_id = m.id` : [],
  )
  const lus = sql`join message m on m.id = d.message_id ${sql.join(nommes, sql` `)}`
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with ${sql.join(mots.map(relationsDe), sql` `)}
    trouves as ${cherches ? sql`` : sql`not`} materialized (
      select d.message_id from message_destinataire d ${cherches ? lus : sql``}
      where ${toutes([...conditions, ...mots.map(porte)])})
    select (select count(*) from trouves) as total, array(
      select message_id from trouves order by message_id desc ${limite(page)}) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

function conditionsDe(agentId: number, boite: Boite, nonLus = false): Fragment[] {
  const conditions = [sql`d.utilisateur_id = ${agentId}`, BOITES[boite]]
  return nonLus ? [...conditions, sql`d.lu_le is null and not d.envoye`] : conditions
}

/** These messages as one's own copies show them, the latest first. */
async function lireCopies(
  db: Db,
  agentId: number,
  ids: readonly number[],
  colonnes: Fragment,
): Promise<Message[]> {
  const { rows } = await sql<Message>`select ${colonnes}
    from message_destinataire d join message m on m.id = d.message_id ${JOINTES}
    where d.utilisateur_id = ${agentId} and d.message_id = any(${[...ids]}::int[])
    order by m.id desc`.execute(db)
  return rows
}

/** One page of a person's own copies, the latest first, and how many there are. */
export async function listMessages(
  db: Db,
  agentId: number,
  boite: Boite,
  { q, extrait, nonLus, ...page }: Demande,
): Promise<Liste<Message>> {
  const mots = motsDe(q).map(motDe(boite))
  const { ids, total } = await trouver(db, conditionsDe(agentId, boite, nonLus), mots, page)
  const corps = extrait ? sql`left(m.corps, ${sql.lit(EXTRAIT)})` : sql`m.corps`
  const elements = await lireCopies(db, agentId, ids, colonnesDe(NOMMES_EN_LISTE, corps))
  return { elements, total, ...page }
}

/** All of a person's own copies that these filters leave, the latest first, for a file. */
export async function listTousMessages(
  db: Db,
  agentId: number,
  boite: Boite,
  { q, nonLus }: Omit<Demande, 'page' | 'taille' | 'extrait'>,
): Promise<Tout<Message>> {
  const mots = motsDe(q).map(motDe(boite))
  const { ids } = await trouver(db, conditionsDe(agentId, boite, nonLus), mots, TOUTE)
  return lireParLots(ids.join(','), (lot) =>
    lireCopies(db, agentId, lot, colonnesDe(DESTINATAIRES_MAX, sql`m.corps`)),
  )
}

const ENTIERE = (condition: Fragment): Fragment => sql`select
  ${colonnesDe(DESTINATAIRES_MAX, sql`m.corps`)}
  from message_destinataire d join message m on m.id = d.message_id ${JOINTES}
  where ${condition}`

/** A message of which this person has a copy. */
export async function findMessage(
  db: Db,
  agentId: number,
  id: number,
): Promise<Message | undefined> {
  const { rows } = await sql<Message>`${ENTIERE(sql`d.utilisateur_id = ${agentId}
    and d.message_id = ${id}`)}`.execute(db)
  return rows[0]
}

/** Of a conversation, the messages of which this person has a copy, oldest first. */
export async function listFil(db: Db, agentId: number, filId: number): Promise<Message[]> {
  const { rows } = await sql<Message>`${ENTIERE(sql`d.utilisateur_id = ${agentId}
    and (m.id = ${filId} or m.fil_id = ${filId})`)}
    order by m.id desc limit ${sql.lit(FIL_MAX)}`.execute(db)
  return rows.toReversed()
}

/** How many of those to whom it was sent have read it. */
export async function countLus(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ lus: number }>`select count(*) as lus from message_destinataire
    where message_id = ${id} and not envoye and lu_le is not null`.execute(db)
  return rows[0]?.lus ?? 0
}

const NON_LUS_MAX = 1000

/** How many messages a person has not read; past a thousand, a thousand. */
export async function countNonLus(db: Db, agentId: number): Promise<number> {
  const { rows } = await sql<{ nonLus: number }>`select count(*) as non_lus from (
    select from message_destinataire
    where utilisateur_id = ${agentId} and lu_le is null and not envoye
    limit ${sql.lit(NON_LUS_MAX)}) as n`.execute(db)
  return rows[0]?.nonLus ?? 0
}
