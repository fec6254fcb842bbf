import type { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { DESTINATAIRES_MAX } from '@releve/contract/messagerie/messagerie.champs.ts'
import type { Groupe, Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import type { BodyOf } from '@releve/contract/operation.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { type CleGroupe, listGroupes } from './adresse.sql.ts'
import {
  BROUILLONS_MAX,
  cleEnvoi,
  deleteBrouillon,
  upsertBrouillon,
  verrouillerBrouillon,
} from './brouillon.sql.ts'
import {
  findEnvoye,
  findFilDe,
  insertMessage,
  insertPieces,
  insertSaCopie,
  visesSql,
} from './envoi.sql.ts'
import { findLisible, findMessage } from './lecture.sql.ts'

/** How many messages a person sends in an hour. */
const QUOTA = { maximum: 300, fenetre: 3_600_000 }

type AEnvoyer = BodyOf<typeof messagerieApi.envoyerMessage>
type ABrouillonner = BodyOf<typeof messagerieApi.enregistrerBrouillon>
type Lien = Pick<AEnvoyer, 'numero' | 'cellule'>

/**
 * The form that a message is about, where its sender may read it.
 * @throws FORMULAIRE_INTROUVABLE, CELLULE_INCONNUE
 */
async function loadLien({ db, agent }: Contexte, { numero, cellule }: Lien) {
  if (!numero) return { formulaireId: null, cellule: null }
  const f = await findLisible(db, agent, numero)
  if (!f) throw erreur('FORMULAIRE_INTROUVABLE')
  if (!cellule) return { formulaireId: f.id, cellule: null }
  const { compile } = await findModeleCompile(db, f.modeleId)
  if (!celluleDe(compile, cellule)) throw erreur('CELLULE_INCONNUE', { cellule })
  return { formulaireId: f.id, cellule }
}

/** The conversation that an answer continues. @throws REPONSE_IMPOSSIBLE */
async function loadFil({ db, agent }: Contexte, { reponseA }: Pick<AEnvoyer, 'reponseA'>) {
  if (!reponseA) return { filId: null, reponseA: null }
  const fil = await findFilDe(db, agent.id, reponseA)
  if (!fil) throw erreur('REPONSE_IMPOSSIBLE')
  return { ...fil, reponseA }
}

const clesDe = (groupes: AEnvoyer['groupes']): CleGroupe[] =>
  groupes.map(({ genre, code = null }) => ({ genre, code }))

/** The groups as they are called today. @throws GROUPE_INCONNU */
async function loadGroupes({ db, agent }: Contexte, cles: readonly CleGroupe[]): Promise<Groupe[]> {
  if (cles.length === 0) return []
  const offerts = await listGroupes(db, agent)
  return cles.map((cle) => {
    const offert = offerts.find(({ genre, code }) => genre === cle.genre && code === cle.code)
    if (!offert) throw erreur('GROUPE_INCONNU')
    const { genre, code, libelle } = offert
    return { genre, code, libelle }
  })
}

/** @throws DESTINATAIRE_INCONNU, GROUPE_VIDE, DESTINATAIRES_TROP_NOMBREUX */
function verifierAtteints(ecrit: { nombre: number; nommes: number }, nommes: readonly number[]) {
  if (ecrit.nommes < nommes.length) throw erreur('DESTINATAIRE_INCONNU')
  if (ecrit.nombre === 0) throw erreur('GROUPE_VIDE')
  if (ecrit.nombre <= DESTINATAIRES_MAX) return
  const [nombre, maximum] = [ecrit.nombre, DESTINATAIRES_MAX].map((n) => n.toLocaleString('fr-FR'))
  throw erreur('DESTINATAIRES_TROP_NOMBREUX', { nombre: nombre ?? '', maximum: maximum ?? '' })
}

/** The message as its sender keeps it. */
async function relire({ db, agent }: Contexte, id: number): Promise<Message> {
  const message = await findMessage(db, agent.id, id)
  if (!message) throw erreur('BROUILLON_ENVOYE')
  return message
}

/** What is written once the key is known to be new: everything, or nothing. */
async function ecrire(contexte: Contexte, body: AEnvoyer): Promise<number | undefined> {
  const { db, agent, maintenant } = contexte
  const { objet, corps } = body
  const nommes = [...new Set(body.destinataires)]
  const cles = clesDe(body.groupes)
  if (nommes.length + cles.length === 0) throw erreur('DESTINATAIRE_REQUIS')
  await compterDemande(db, `message:${agent.id}`, QUOTA, maintenant)
  const message = {
    expediteurId: agent.id,
    cle: body.cle ? cleEnvoi(agent.id, body.cle) : null,
    objet,
    corps,
    envoyeLe: maintenant,
    groupes: await loadGroupes(contexte, cles),
    ...(await loadFil(contexte, body)),
    ...(await loadLien(contexte, body)),
  }
  const ecrit = await insertMessage(db, message, { vises: visesSql(agent, nommes, cles) })
  if (ecrit === undefined) return undefined
  verifierAtteints(ecrit, nommes)
  const { id } = ecrit
  await insertSaCopie(db, id, agent.id, maintenant)
  if (!(await insertPieces(db, id, agent.id, body.documents))) throw erreur('PIECE_NON_JOIGNABLE')
  return id
}

const unAUn = (valeurs: readonly (number | string | null)[]) =>
  JSON.stringify([...new Set(valeurs.map(String))].toSorted())
const nomDe = ({ genre, code = null }: { genre: string; code?: string | null | undefined }) =>
  `${genre}:${code ?? ''}`

/** Whether what is asked to leave is what has left. */
const estLeMeme = (parti: Message, body: AEnvoyer): boolean =>
  parti.objet === body.objet &&
  parti.corps === body.corps &&
  unAUn(parti.destinataires.map(({ id }) => id)) === unAUn(body.destinataires) &&
  unAUn(parti.groupes.map(nomDe)) === unAUn(body.groupes.map(nomDe)) &&
  unAUn(parti.documents.map(({ id }) => id)) === unAUn(body.documents)

/** A draft that another window has changed does not leave as this one knew it. @throws BROUILLON_PERIME */
async function refuserPerime({ db, agent }: Contexte, { cle, version }: AEnvoyer): Promise<void> {
  if (!cle || version === undefined) return
  const gardee = await verrouillerBrouillon(db, agent.id, cle)
  if (gardee !== undefined && gardee !== version) throw erreur('BROUILLON_PERIME')
}

/**
 * Sends a message to people and groups. Said again under the same key, on a line that lost the
 * answer, it gives the message that left, and writes nothing.
 * @throws BROUILLON_ENVOYE where another text has left under this key, BROUILLON_PERIME
 */
export async function envoyerMessage(contexte: Contexte, body: AEnvoyer): Promise<Message> {
  const { db, agent } = contexte
  const { cle } = body
  const trouver = () => (cle ? findEnvoye(db, cleEnvoi(agent.id, cle)) : undefined)
  const deja = await trouver()
  if (deja === undefined) await refuserPerime(contexte, body)
  const id = deja ?? (await ecrire(contexte, body)) ?? (await trouver())
  if (id === undefined) throw new Error('message neither written nor found')
  const parti = await relire(contexte, id)
  if (!estLeMeme(parti, body)) throw erreur('BROUILLON_ENVOYE')
  if (cle) await deleteBrouillon(db, agent.id, cle)
  return parti
}

/** Why a draft was not written over. */
async function direPourquoi({ db, agent }: Contexte, cle: string, lue: number): Promise<never> {
  if ((await verrouillerBrouillon(db, agent.id, cle)) !== undefined)
    throw erreur('BROUILLON_PERIME')
  if (lue > 0) throw erreur('BROUILLON_INTROUVABLE')
  throw erreur('BROUILLONS_TROP_NOMBREUX', { maximum: String(BROUILLONS_MAX) })
}

/**
 * Keeps what somebody writes, over what he wrote before.
 * @throws BROUILLON_ENVOYE, BROUILLON_PERIME, BROUILLON_INTROUVABLE, BROUILLONS_TROP_NOMBREUX,
 * FORMULAIRE_INTROUVABLE, CELLULE_INCONNUE
 */
export async function garderBrouillon(contexte: Contexte, cle: string, body: ABrouillonner) {
  const { db, agent, maintenant: modifieLe } = contexte
  if (await findEnvoye(db, cleEnvoi(agent.id, cle))) throw erreur('BROUILLON_ENVOYE')
  const { destinataires, documents, objet, corps, reponseA = null, version: lue } = body
  const lien = await loadLien(contexte, body)
  const groupes = clesDe(body.groupes)
  const ecrit = { cle, destinataires, groupes, documents, objet, corps, reponseA, ...lien }
  const version = await upsertBrouillon(db, agent.id, ecrit, { lue, modifieLe })
  if (version === undefined) return direPourquoi(contexte, cle, lue)
  return { cle, version, modifieLe: modifieLe.toISOString() }
}
