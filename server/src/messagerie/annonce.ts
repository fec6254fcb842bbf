import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { insertTachesSql } from '../tache/tache.sql.ts'
import { etapesMessage, type FormulaireCite, insertMessage, SANS_SUITE } from './envoi.sql.ts'
import { EST_CENTRAL, EST_DIRECTION, estDeStructure } from './messagerie.rights.ts'

/** Those whom an act concerns: central users, those of them who decide, or a structure's people. */
export type Audience = 'CENTRALE' | 'DIRECTION' | { structureId: number }

function sontVises(vises: Audience): Fragment {
  if (vises === 'CENTRALE') return EST_CENTRAL
  if (vises === 'DIRECTION') return EST_DIRECTION
  return estDeStructure(vises.structureId)
}

/** Those who work and are concerned, never the one who acts. */
const prevenusSql = (vises: Audience, agentId: number): Fragment =>
  sql`select u.id, false as nomme from utilisateur u
    where u.statut = 'ACTIF' and u.id <> ${agentId} and ${sontVises(vises)}`

/** What is told, its greeting and its signature left out. */
export type Avis = {
  /** The same thing is never told twice. */
  cle: string
  objet: string
  /** Paragraphs; what is null is not said. */
  corps: readonly (string | null)[]
  /** The report that it is about. */
  formulaireId?: number
  /** The reports that it speaks of, begun or not. */
  formulairesCites?: readonly FormulaireCite[]
}

/** The paragraphs as the text of a message. */
export const texteDe = (corps: Avis['corps']): string =>
  corps.filter((dit) => dit !== null).join('\n\n')

type Ecriture = { db: Db; maintenant: Date; expediteurId: number | null }

/** What is told, as the message that the platform writes of it. */
const messageDe = ({ maintenant, expediteurId }: Ecriture, avis: Avis) => ({
  ...avis,
  expediteurId,
  automatique: true,
  corps: texteDe(avis.corps),
  envoyeLe: maintenant,
})

/**
 * Tells of an act by a message, in the act's transaction: to those whom it concerns, never to the
 * one who acts; once, whatever is tried again.
 */
export async function prevenir(
  { db, agent, maintenant }: Contexte,
  vises: Audience,
  avis: Avis,
): Promise<void> {
  const message = messageDe({ db, maintenant, expediteurId: agent.id }, avis)
  await insertMessage(db, message, { vises: prevenusSql(vises, agent.id) })
}

/** Whom a message of the platform is written to, and at which address; null: at none. */
export type Destinataire = { id: number; nomAffichable: string; email: string | null }

type Envoi = Ecriture & {
  /** Address of the platform, where the message is also sent by e-mail; null: each is told as he chose. */
  url: string | null
}

/** The e-mails that say a message to those whom it reaches: see `etapesMessage`. */
function courrielsDe({ url, maintenant }: Envoi, avis: Avis): Fragment {
  const lire = `${url}/dashboard/mail?message=`
  const charges = sql`
    select 'message:' || m.id || ':' || vise.id as cle,
      jsonb_build_object('a', jsonb_build_object('nom', vise.nom, 'email', vise.email),
        'objet', ${avis.objet}::text, 'texte', ${texteDe(avis.corps)}::text,
        'lien', jsonb_build_object('libelle', 'Lire le message', 'url', ${lire} || m.id)) as charge
    from message_ecrit m cross join vise where vise.email is not null`
  return insertTachesSql('COURRIEL', charges, maintenant)
}

/**
 * Writes to these people in the platform's name, or in somebody's (`expediteurId`), once for its
 * key; and by e-mail, the same text, in the same statement.
 */
export async function ecrireA(
  envoi: Envoi,
  destinataires: readonly Destinataire[],
  avis: Avis,
): Promise<void> {
  const vises = sql`select id, true as nomme, "nomAffichable" as nom, email
    from jsonb_to_recordset(${JSON.stringify(destinataires)}::jsonb)
      as d (id int, "nomAffichable" text, email text)`
  const courriels = envoi.url === null ? {} : { courriels: courrielsDe(envoi, avis) }
  await insertMessage(envoi.db, messageDe(envoi, avis), { vises, ...courriels })
}

/** What the steps of an announcement are given; see `etapesMessage`. */
type Places = {
  cle: unknown
  objet: unknown
  corps: unknown
  le: unknown
  agentId: number
  formulaireId: number
}

/**
 * The steps of a statement that tell these people of what its step `si` has written, by a message
 * about a report (`formulaireId`).
 */
export function etapesAnnonce(
  vises: Audience,
  si: string,
  { agentId, le, ...dit }: Places,
): Fragment {
  const message = { ...dit, expediteurId: agentId, envoyeLe: le }
  return etapesMessage(
    { ...SANS_SUITE, ...message, automatique: sql`true` },
    { vises: prevenusSql(vises, agentId), si },
  )
}
