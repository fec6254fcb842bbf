import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { type Piece, TYPE_LOGO } from '@releve/contract/document/document.schema.ts'
import { findFormulaire } from '../formulaire/formulaire.sql.ts'
import { type Agent, peut } from '../platform/agent.ts'
import { type RouteMontee, routeOf, type Sql } from '../platform/route.ts'
import { deposerPiece, loadCible, verifierModifiable } from './deposer.ts'
import { documentRights } from './document.rights.ts'
import {
  deletePieces,
  findLogo,
  findPiece,
  findPiecesPourSupprimer,
  listPieces,
  type PieceChargee,
} from './document.sql.ts'
import { retirerLogo } from './logo.ts'

const route = routeOf(documentRights)

/** By number of form (`''` without one), then by type; a form asked for is there without a piece. */
function ranger(pieces: readonly Piece[], numero: string | undefined) {
  const rangees: Record<string, Record<string, Piece[]>> = numero === undefined
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
async function loadListe(sql: Sql, agent: Agent, numero: string | undefined) {
  if (numero === undefined) return null
  const formulaire = await findFormulaire(sql, { numero })
  return formulaire && peut(agent, 'document.lire', formulaire.structureId) ? formulaire : undefined
}

type Auteur = { sql: Sql; agent: Agent; maintenant: Date }

async function supprimer({ sql, ...auteur }: Auteur, pieces: readonly PieceChargee[]) {
  for (const { etat } of pieces) verifierModifiable(auteur.agent, etat)
  for (const piece of pieces) {
    if (piece.typeDocument === TYPE_LOGO) await retirerLogo(sql, piece, auteur)
  }
  await deletePieces(
    sql,
    pieces.map(({ id }) => id),
  )
  return undefined
}

export const documentRoutes = {
  deposerPiece: route(api.deposerPiece, { load: loadCible, act: deposerPiece }),
  listPieces: route(api.listPieces, {
    lecture: true,
    load: ({ sql, agent, body }) => loadListe(sql, agent, body.numero),
    act: async ({ sql, agent, body }) => ranger(await listPieces(sql, agent, body), body.numero),
  }),
  deletePieces: route(api.deletePieces, {
    load: ({ sql, agent, body }) => findPiecesPourSupprimer(sql, agent, body),
    act: ({ sql, agent, maintenant }, pieces) => supprimer({ sql, agent, maintenant }, pieces),
  }),
  deletePiece: route(api.deletePiece, {
    load: ({ sql, agent, params }) => findPiecesPourSupprimer(sql, agent, params),
    act: ({ sql, agent, maintenant }, pieces) => supprimer({ sql, agent, maintenant }, pieces),
  }),
  telechargerPiece: route(api.telechargerPiece, {
    lecture: true,
    load: ({ sql, agent, params }) => findPiece(sql, agent, params.id),
    act: async (_, piece) => piece,
  }),
  telechargerPieceParDelete: route(api.telechargerPieceParDelete, {
    lecture: true,
    load: ({ sql, agent, params }) => findPiece(sql, agent, params.id),
    act: async (_, piece) => piece,
  }),
  lireLogo: route(api.lireLogo, {
    lecture: true,
    load: ({ sql, params }) => findLogo(sql, params.name),
    act: async (_, logo) => ({
      ...logo,
      disposition: 'inline' as const,
      cache: 'immuable' as const,
    }),
  }),
} satisfies Record<keyof typeof api, RouteMontee>
