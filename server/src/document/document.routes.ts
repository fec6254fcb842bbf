import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { type PieceListee, TYPE_LOGO } from '@releve/contract/document/document.schema.ts'
import type { Fichier } from '@releve/contract/fichier.ts'
import { noter } from '../journal/noter.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Config } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { type Appel, type Contexte, type Db, type RouteMontee, routeOf } from '../platform/route.ts'
import { findOuvrageCharge, gereBibliotheque, listOuvrages } from './bibliotheque.sql.ts'
import { modifierOuvrage, remplacerOuvrage } from './bibliotheque.ts'
import { composePiece, effacer } from './contenu.ts'
import { deposerPiece, loadCible } from './deposer.ts'
import { documentRights, verifierDeposee, verifierModifiable } from './document.rights.ts'
import {
  deletePieces,
  findFormulaireDuDossier,
  findLogo,
  findPiece,
  findPiecesPourSupprimer,
  listPieces,
  type PieceChargee,
  type PieceTrouvee,
} from './document.sql.ts'
import { lireDossier } from './dossier.ts'
import { exporterOuvrages } from './exporter.ts'
import { retirerLogo } from './logo.ts'

const route = routeOf(documentRights)

/** By number of form (`''` without one), then by type; a form asked for is there without a piece. */
function ranger(pieces: readonly PieceListee[], numero: string | undefined) {
  const rangees: Record<string, Record<string, PieceListee[]>> = numero === undefined
    ? {}
    : { [numero]: {} }
  for (const piece of pieces) {
    const parType = (rangees[piece.numero ?? ''] ??= {})
    const liste = (parType[piece.typeDocument] ??= [])
    liste.push(piece)
  }
  return rangees
}

/** Nothing when a form is named that the agent does not read whole. */
const loadListe = async (db: Db, agent: Agent, numero: string | undefined) =>
  numero === undefined ? null : findFormulaireDuDossier(db, agent, numero)

/** A logo is taken off whoever shows it, and says so itself. */
async function noterSuppression(contexte: Contexte, piece: PieceChargee): Promise<void> {
  if (piece.typeDocument === TYPE_LOGO) return retirerLogo(contexte, piece)
  const { nom, numero } = piece
  await noter(contexte, 'PIECE_SUPPRIMEE', { cible: nom, detail: { numero } })
}

type Suppression = Contexte & { config: Config }
type LoadPieces = (tx: Db) => Promise<PieceChargee[] | undefined>

/**
 * Rows and what names them go together; the store then forgets their bytes, now or at the next
 * sweep.
 */
async function supprimer({ config, ...contexte }: Suppression, loadPieces: LoadPieces) {
  const { db, agent, maintenant } = contexte
  const names = await inTransaction(db, async (tx) => {
    const pieces = await loadPieces(tx)
    if (!pieces) throw erreur('PIECE_INTROUVABLE')
    for (const { etat } of pieces) verifierModifiable(agent, etat)
    pieces.forEach(verifierDeposee)
    for (const piece of pieces) await noterSuppression({ db: tx, agent, maintenant }, piece)
    return deletePieces(tx, pieces, maintenant)
  })
  await effacer(db, config, names)
  return undefined
}

type AppelLecture = Appel<typeof api.telechargerPiece | typeof api.telechargerPieceParDelete>

/** Has the document of an edition of the annuaire read, or made when nobody has asked for it before. */
type LireEdition = (
  appel: AppelLecture,
  edition: { annee: number; edition: number },
) => Promise<Fichier>

/** What is read of a piece, for both methods: what is made then is kept, by the annuaire. */
const telecharger = (lireEdition: LireEdition) =>
  ({
    transaction: 'siennes',
    load: ({ db, agent, params }: AppelLecture) => findPiece(db, agent, params.id),
    act: (appel: AppelLecture, piece: PieceTrouvee) =>
      'edition' in piece ? lireEdition(appel, piece.edition) : composePiece(appel.config, piece),
  }) as const

export const createDocumentRoutes = (lireEdition: LireEdition) =>
  ({
    deposerPiece: route(api.deposerPiece, {
      transaction: 'siennes',
      load: (appel) => loadCible(appel),
      act: deposerPiece,
    }),
    listPieces: route(api.listPieces, {
      transaction: 'aucune',
      load: ({ db, agent, body }) => loadListe(db, agent, body.numero),
      act: async ({ db, agent, body }) => ranger(await listPieces(db, agent, body), body.numero),
    }),
    lireDossier: route(api.lireDossier, {
      transaction: 'aucune',
      load: ({ db, agent, params }) => findFormulaireDuDossier(db, agent, params.numero),
      act: ({ db, agent }, formulaire) => lireDossier(db, agent, formulaire),
    }),
    deletePieces: route(api.deletePieces, {
      transaction: 'siennes',
      load: ({ db, agent, body }) => findPiecesPourSupprimer(db, agent, body),
      act: (appel) =>
        supprimer(appel, (tx) => findPiecesPourSupprimer(tx, appel.agent, appel.body)),
    }),
    deletePiece: route(api.deletePiece, {
      transaction: 'siennes',
      load: ({ db, agent, params }) => findPiecesPourSupprimer(db, agent, params),
      act: (appel) =>
        supprimer(appel, (tx) => findPiecesPourSupprimer(tx, appel.agent, appel.params)),
    }),
    telechargerPiece: route(api.telechargerPiece, telecharger(lireEdition)),
    telechargerPieceParDelete: route(api.telechargerPieceParDelete, telecharger(lireEdition)),
    listOuvrages: route(api.listOuvrages, {
      transaction: 'aucune',
      act: async ({ db, agent, query }) => ({
        ...(await listOuvrages(db, agent, query)),
        actions: gereBibliotheque(agent) ? ['deposer' as const] : [],
      }),
    }),
    exporterOuvrages: route(api.exporterOuvrages, {
      transaction: 'siennes',
      act: exporterOuvrages,
    }),
    modifierOuvrage: route(api.modifierOuvrage, {
      transaction: 'une',
      load: ({ db, body }) => findOuvrageCharge(db, body.id),
      act: modifierOuvrage,
    }),
    remplacerOuvrage: route(api.remplacerOuvrage, {
      transaction: 'siennes',
      load: ({ db, body }) => findOuvrageCharge(db, body.id),
      act: remplacerOuvrage,
    }),
    lireLogo: route(api.lireLogo, {
      transaction: 'aucune',
      load: ({ db, params }) => findLogo(db, params.name),
      act: async ({ config }, logo) => ({
        ...(await composePiece(config, logo)),
        disposition: 'inline' as const,
        cache: 'immuable' as const,
      }),
    }),
  }) satisfies Record<keyof typeof api, RouteMontee>
