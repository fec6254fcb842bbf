import type { ActeTransition } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import type { Fragment } from '../platform/liste.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { insertCourriel } from '../tache/tache.sql.ts'
import { insertAvisDuMessage } from './avis.sql.ts'
import { type FormulaireCite, insertCopies, insertMessage } from './envoi.sql.ts'
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

type Ecriture = { db: Db; maintenant: Date; expediteurId: number | null }

/** Writes what is told, once for its key; undefined when it was already. */
async function ecrire(
  { db, maintenant, expediteurId }: Ecriture,
  { corps, ...avis }: Avis,
  prevenus: Fragment,
): Promise<number | undefined> {
  const id = await insertMessage(db, {
    ...avis,
    expediteurId,
    automatique: true,
    corps: corps.filter((dit) => dit !== null).join('\n\n'),
    envoyeLe: maintenant,
  })
  if (id === undefined) return undefined
  await insertCopies(db, id, prevenus)
  return id
}

/**
 * Tells of an act by a message, in the act's transaction: to those whom it concerns, never to the
 * one who acts; once, whatever is tried again.
 */
export async function prevenir(
  { db, agent, maintenant }: Contexte,
  vises: Vises,
  avis: Avis,
): Promise<void> {
  const prevenus = sql`select u.id, false as nomme from utilisateur u
    where u.statut = 'ACTIF' and u.id <> ${agent.id} and ${sontVises(vises)}`
  const id = await ecrire({ db, maintenant, expediteurId: agent.id }, avis, prevenus)
  if (id !== undefined) await insertAvisDuMessage(db, id, maintenant)
}

/** Whom a message of the platform is written to, and at which address; null: at none. */
export type Destinataire = { id: number; nomAffichable: string; email: string | null }

type Envoi = Ecriture & {
  /** Address of the platform, where the message is also sent by e-mail; null: each is told as he chose. */
  url: string | null
}

/**
 * Writes to these people in the platform's name, or in somebody's (`expediteurId`), once for its
 * key; and by e-mail, the same text, in the same transaction.
 */
export async function ecrireA(
  { url, ...ecriture }: Envoi,
  destinataires: readonly Destinataire[],
  avis: Avis,
): Promise<void> {
  const { db, maintenant } = ecriture
  const ids = destinataires.map(({ id }) => id)
  const prevenus = sql`select unnest(${ids}::int[]) as id, true as nomme`
  const messageId = await ecrire(ecriture, avis, prevenus)
  if (messageId === undefined) return
  if (url === null) return insertAvisDuMessage(db, messageId, maintenant)
  const texte = avis.corps.filter((dit) => dit !== null).join('\n\n')
  const lien = { libelle: 'Lire le message', url: `${url}/dashboard/mail?message=${messageId}` }
  for (const { id, nomAffichable: nom, email } of destinataires) {
    if (email === null) continue
    const courriel = { a: { nom, email }, objet: avis.objet, texte, lien }
    await insertCourriel(db, `message:${messageId}:${id}`, courriel, maintenant)
  }
}

/** Tells of an act on a form, by a message about it. */
export async function annoncer(contexte: Contexte, nouvelle: Nouvelle): Promise<void> {
  const { action, formulaire, version, prevenus, motif, texte } = nouvelle
  const redaction = REDACTIONS[action]
  if (!redaction) return
  const { id, modeleCode, rang, structureId, structureLibelle, structureCode } = formulaire
  await prevenir(contexte, prevenus === 'VALIDEURS' ? 'CENTRALE' : { structureId }, {
    cle: `formulaire:${id}:${version}:${action}`,
    objet: `${redaction.titre}\u00A0: ${modeleCode} ${libellePeriode(periodeDe(rang))}, ${structureLibelle} (${structureCode})`,
    corps: [
      redaction.phrase(nouvelle, contexte.agent.nomAffichable),
      motif && `Motif\u00A0: ${motif}`,
      texte,
    ],
    formulaireId: id,
  })
}
