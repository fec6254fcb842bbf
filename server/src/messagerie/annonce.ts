import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { insertTachesSql } from '../tache/tache.sql.ts'
import { etapesMessage, type FormulaireCite, insertMessage, SANS_SUITE } from './envoi.sql.ts'
import { EST_CENTRAL, EST_DIRECTION, estDeStructure } from './messagerie.rights.ts'

/** Who is told of an act on a form: those who may validate, or the people of its structure. */
export type Prevenus = 'VALIDEURS' | 'STRUCTURE'

/** An act on a form, as it is told. */
export type Nouvelle = {
  action: ActeTransition | 'changerEtat'
  prevenus: Prevenus
  formulaire: {
    id: number
    numero: string
    modeleCode: string
    rang: number
    structureId: number
    structureCode: string
    structureLibelle: string
  }
  /** The form's counter once the act is done. */
  version: number
  de: Etat
  vers: Etat
  /** The reason, in words, and what goes with it. */
  motif: string | null
  texte: string | null
}

type Redaction = { titre: string; phrase: (nouvelle: Nouvelle, par: string) => string }

/** What is said of each act that tells somebody. */
const REDACTIONS: Partial<Record<Nouvelle['action'], Redaction>> = {
  soumettre: {
    titre: 'Rapport soumis',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a soumis le rapport ${numero}. Il attend d’être validé.`,
  },
  renvoyer: {
    titre: 'Rapport à corriger',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a renvoyé le rapport ${numero} pour correction. Corrigez-le, puis soumettez-le de nouveau.`,
  },
  diffuser: {
    titre: 'Rapport diffusé',
    phrase: ({ formulaire: { numero } }, par) =>
      `${par} a diffusé le rapport ${numero}\u00A0: toutes les structures peuvent le lire.`,
  },
  changerEtat: {
    titre: 'État changé',
    phrase: ({ formulaire: { numero }, de, vers }, par) =>
      `${par} a changé l’état du rapport ${numero}\u00A0: de «\u00A0${LIBELLES_ETATS[de]}\u00A0» à «\u00A0${LIBELLES_ETATS[vers]}\u00A0».`,
  },
}

/** Those whom an act concerns: central users, those of them who decide, or a structure's people. */
export type Vises = 'CENTRALE' | 'DIRECTION' | { structureId: number }

function sontVises(vises: Vises): Fragment {
  if (vises === 'CENTRALE') return EST_CENTRAL
  if (vises === 'DIRECTION') return EST_DIRECTION
  return estDeStructure(vises.structureId)
}

/** Those who work and are concerned, never the one who acts. */
const prevenusSql = (vises: Vises, agentId: number): Fragment =>
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

const texteDe = (corps: Avis['corps']): string => corps.filter((dit) => dit !== null).join('\n\n')

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
  vises: Vises,
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

/** What is told of an act on a form, as a statement takes it: its message is written with the act. */
export type Annonce = {
  vises: Prevenus
  structureId: number
  cle: string
  objet: string
  corps: string
}

/** Tells of an act on a form; null where nobody is told of it. */
export function rediger(nouvelle: Nouvelle, par: string): Annonce | null {
  const { action, formulaire, version, prevenus, motif, texte } = nouvelle
  const redaction = REDACTIONS[action]
  if (!redaction) return null
  const { id, modeleCode, rang, structureId, structureLibelle, structureCode } = formulaire
  return {
    vises: prevenus,
    structureId,
    cle: `formulaire:${id}:${version}:${action}`,
    objet: `${redaction.titre}\u00A0: ${modeleCode} ${libellePeriode(periodeDe(rang))}, ${structureLibelle} (${structureCode})`,
    corps: texteDe([redaction.phrase(nouvelle, par), motif && `Motif\u00A0: ${motif}`, texte]),
  }
}

/** What the steps of an announcement are given; see `etapesMessage`. */
type Places = {
  cle: unknown
  objet: unknown
  corps: unknown
  le: unknown
  agentId: number
  formulaireId: number
  structureId: number
}

/** The steps of a statement that tell of the act on a form that its step `si` has written. */
export function etapesAnnonce(vises: Prevenus, si: string, a: Places): Fragment {
  const { cle, objet, corps, formulaireId } = a
  const message = { cle, objet, corps, formulaireId, expediteurId: a.agentId, envoyeLe: a.le }
  const concernes = vises === 'VALIDEURS' ? 'CENTRALE' : { structureId: a.structureId }
  return etapesMessage(
    { ...SANS_SUITE, ...message, automatique: sql`true` },
    { vises: prevenusSql(concernes, a.agentId), si },
  )
}
