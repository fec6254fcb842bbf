import { randomBytes } from 'node:crypto'
import type { documentApi } from '@releve/contract/document/document.api.ts'
import {
  COTE_MAX_LOGO,
  FORMATS,
  type Format,
  formatsDe,
  type Lieu,
  type Occupation,
  PIECES_EN_ATTENTE_MAX,
  type Piece,
  QUOTA_MESSAGES,
  QUOTAS,
  TYPE_LOGO,
  TYPE_MESSAGE,
} from '@releve/contract/document/document.schema.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { findMois, listOfferts } from '../codification/codification.sql.ts'
import { noter } from '../journal/noter.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel, Contexte, Db } from '../platform/route.ts'
import { empreinteDe, garder } from './contenu.ts'
import {
  estPartage,
  lieuDe,
  type Proprietaire,
  structureDe,
  verifierModifiable,
  verifierTypeDepose,
} from './document.rights.ts'
import {
  countOccupation,
  type Emplacement,
  findFormulaireDuDossier,
  insertPiece,
  type Place,
  verrouillerLieu,
} from './document.sql.ts'
import { composeNom, detectFormat, readDimensions } from './format.ts'
import { countJointes } from './jointe.sql.ts'
import { changerLogo } from './logo.ts'

type Depot = Appel<typeof documentApi.deposerPiece>

/** Where a file goes: to a form, to a structure, or to the organisation (no structure). */
type Cible = Emplacement & { etat: Etat | null; typeDocument: string }

/** Where the call deposits; nothing when its form is outside the perimeter. */
export async function loadCible(
  { db, agent, body }: Pick<Depot, 'db' | 'agent' | 'body'>,
  pourEcrire = false,
): Promise<Cible | undefined> {
  const { numero, typeDocument } = body
  if (numero === undefined) {
    const structureId = structureDe(agent, typeDocument)
    return { formulaireId: null, structureId, etat: null, typeDocument }
  }
  const formulaire = await findFormulaireDuDossier(db, agent, numero, pourEcrire)
  if (!formulaire) return undefined
  const { id: formulaireId, structureId, etat } = formulaire
  return { formulaireId, structureId, etat, typeDocument }
}

async function verifierFormat(contenu: Buffer, typeDocument: string): Promise<Format> {
  const format = await detectFormat(contenu)
  const acceptes = formatsDe(typeDocument)
  if (format && acceptes.includes(format)) return format
  throw erreur('FORMAT_NON_ACCEPTE', { formats: acceptes.join(', ') })
}

const enPixels = (...cotes: number[]): string =>
  `${cotes.map((cote) => cote.toLocaleString('fr-FR')).join(' × ')}\u00a0pixels`

/** A logo is shown on every screen: what would fill its memory is not kept. */
function verifierDimensions(contenu: Buffer, format: Format): void {
  if (format !== 'PNG' && format !== 'JPG') return
  const lues = readDimensions(contenu, format)
  if (!lues) throw erreur('IMAGE_ILLISIBLE')
  const { largeur, hauteur } = lues
  if (Math.max(largeur, hauteur) <= COTE_MAX_LOGO) return
  const dimensions = enPixels(largeur, hauteur)
  throw erreur('IMAGE_TROP_GRANDE', { dimensions, maximum: enPixels(COTE_MAX_LOGO) })
}

const LIEUX: Record<Lieu, string> = {
  formulaire: 'Ce rapport',
  structure: 'Votre structure',
  organisation: 'La bibliothèque',
}

/** Rounded down: nothing is promised that does not fit. */
const enMo = (octets: number): string =>
  `${(Math.floor(octets / 100_000) / 10).toLocaleString('fr-FR')}\u00a0Mo`

/** @throws QUOTA_FICHIERS, QUOTA_OCTETS when `ajout` does not fit beside what is there */
export function verifierQuota(lieu: Lieu, occupe: Occupation, ajout: Occupation): void {
  const { fichiers, octets } = QUOTAS[lieu]
  const dit = { lieu: LIEUX[lieu] }
  if (occupe.fichiers + ajout.fichiers > fichiers) {
    throw erreur('QUOTA_FICHIERS', { ...dit, fichiers: fichiers.toLocaleString('fr-FR') })
  }
  const reste = octets - occupe.octets
  if (ajout.octets <= reste) return
  const maximum = enMo(octets)
  throw erreur('QUOTA_OCTETS', { ...dit, reste: enMo(Math.max(reste, 0)), maximum })
}

/** A file looked at: what it is, under a name of its own, and its bytes. */
export type FichierExamine = {
  octets: Buffer
  fiche: {
    name: string
    nomOrigine: string
    typeMime: string
    sha256: string
    taille: number
  }
}

/** 192 random bits: a logo is public under its name. */
const createName = (format: Format): string =>
  `${randomBytes(24).toString('base64url')}.${FORMATS[format].extensions[0]}`

/** Says what a file is by what it holds, and names it. @throws FORMAT_NON_ACCEPTE, IMAGE_… */
export async function examiner(
  fichier: FichierRecu,
  typeDocument: string,
): Promise<FichierExamine> {
  const octets = Buffer.from(
    fichier.contenu.buffer as ArrayBuffer,
    fichier.contenu.byteOffset,
    fichier.contenu.byteLength,
  )
  const format = await verifierFormat(octets, typeDocument)
  if (typeDocument === TYPE_LOGO) verifierDimensions(octets, format)
  const fiche = {
    name: createName(format),
    nomOrigine: composeNom(fichier.nom, format),
    typeMime: FORMATS[format].typeMime,
    sha256: empreinteDe(octets),
    taille: octets.length,
  }
  return { octets, fiche }
}

/** Its form as it is now, its place locked: what was judged before the file was kept is judged again. */
async function reserver(tx: Db, appel: Depot, taille: number): Promise<Cible> {
  const cible = await loadCible({ ...appel, db: tx }, true)
  if (!cible) throw erreur('FORMULAIRE_INTROUVABLE')
  verifierModifiable(appel.agent, cible.etat)
  await verrouillerLieu(tx, cible)
  await exigerPlace({ ...appel, db: tx }, cible, taille)
  return cible
}

/** @throws PIECES_TROP_NOMBREUSES, QUOTA_MESSAGES, QUOTA_MESSAGERIE: one more does not fit */
async function verifierMessages(
  { db, agent, config }: Pick<Depot, 'db' | 'agent' | 'config'>,
  taille: number,
): Promise<void> {
  const { siens, enAttente, tous } = await countJointes(db, agent.id)
  if (enAttente >= PIECES_EN_ATTENTE_MAX) {
    throw erreur('PIECES_TROP_NOMBREUSES', { maximum: String(PIECES_EN_ATTENTE_MAX) })
  }
  const { fichiers, octets } = QUOTA_MESSAGES
  if (siens.fichiers >= fichiers || siens.octets + taille > octets) {
    throw erreur('QUOTA_MESSAGES', {
      fichiers: siens.fichiers.toLocaleString('fr-FR'),
      fichiersMax: fichiers.toLocaleString('fr-FR'),
      octets: enMo(siens.octets),
      octetsMax: enMo(octets),
    })
  }
  const octetsMax = config.octetsMessages
  if (tous + taille <= octetsMax) return
  throw erreur('QUOTA_MESSAGERIE', { octets: enMo(tous), octetsMax: enMo(octetsMax) })
}

/** @throws QUOTA_FICHIERS, QUOTA_OCTETS, and what `verifierMessages` throws */
async function exigerPlace(
  appel: Pick<Depot, 'db' | 'agent' | 'config'>,
  cible: Cible,
  octets: number,
): Promise<void> {
  if (cible.typeDocument === TYPE_LOGO) return
  if (cible.typeDocument === TYPE_MESSAGE) return verifierMessages(appel, octets)
  const lieu = lieuDe(cible.formulaireId, cible.structureId)
  verifierQuota(lieu, await countOccupation(appel.db, cible), { fichiers: 1, octets })
}

/** What everybody will read is journalled; what a form holds, its own list says. */
async function noterPartage(contexte: Contexte, cible: Emplacement & Proprietaire, titre: string) {
  if (estPartage(cible)) await noter(contexte, 'OUVRAGE_DEPOSE', { cible: titre })
}

type PieceDeposee = Piece & { urlLogo?: string }

/** In the transaction: the row, and the logo that it becomes. */
async function ecrire(
  tx: Db,
  appel: Depot,
  fiche: FichierExamine['fiche'],
  place: Place,
): Promise<PieceDeposee> {
  const { agent, maintenant, body } = appel
  const { formulaireId, structureId, typeDocument } = await reserver(tx, appel, fiche.taille)
  const cible = { formulaireId, structureId, typeDocument }
  const { titre, description, rang } = body
  const presente = { titre, description, rang, deposeLe: maintenant, deposePar: agent.id }
  const piece = await insertPiece(tx, { ...cible, ...fiche, ...place, ...presente })
  await noterPartage({ ...appel, db: tx }, cible, titre ?? piece.nomOrigine)
  if (cible.typeDocument !== TYPE_LOGO) return piece
  const logo = { name: piece.name, structureId: cible.structureId }
  return { ...piece, urlLogo: await changerLogo({ ...appel, db: tx }, logo) }
}

/** @throws TYPE_DOCUMENT_INCONNU for a type that this month does not offer. */
async function verifierType({ db, maintenant }: Depot, typeDocument: string): Promise<void> {
  if (typeDocument === TYPE_MESSAGE) return
  const offerts = await listOfferts(db, 'TYPE_DOCUMENT', await findMois(db, maintenant))
  if (!offerts.includes(typeDocument)) throw erreur('TYPE_DOCUMENT_INCONNU')
}

/**
 * Keeps a file, named and typed by what it holds. A logo becomes at once that of the structure, or
 * of the organisation.
 */
export async function deposerPiece(appel: Depot, cible: Cible): Promise<PieceDeposee> {
  const { agent, body } = appel
  verifierModifiable(agent, cible.etat)
  verifierTypeDepose(cible.typeDocument)
  await verifierType(appel, cible.typeDocument)
  const { octets, fiche } = await examiner(body.fichier, cible.typeDocument)
  // Nothing is sent to a store for what does not fit; it is counted again once the place is locked.
  await exigerPlace(appel, cible, fiche.taille)
  return garder(appel, { ...fiche, octets }, (tx, place) => ecrire(tx, appel, fiche, place))
}
