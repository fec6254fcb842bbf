import { createHash, randomBytes } from 'node:crypto'
import type { documentApi } from '@releve/contract/document/document.api.ts'
import {
  COTE_MAX_LOGO,
  FORMATS,
  type Format,
  formatsDe,
  type Piece,
  TYPE_LOGO,
} from '@releve/contract/document/document.schema.ts'
import { ETATS_OUVERTS } from '@releve/contract/formulaire/formulaire.rules.ts'
import { type Etat, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { findFormulaire } from '../formulaire/formulaire.sql.ts'
import { type Agent, peut, porteeDe } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { lireDimensions } from './dimensions.ts'
import { estTypeActif, insertPiece } from './document.sql.ts'
import { composeNom, detectFormat } from './format.ts'
import { changerLogo } from './logo.ts'

/** Where a file goes: to a form, to a structure, or to the organisation (no structure). */
type Cible = {
  formulaireId: number | null
  structureId: number | null
  etat: Etat | null
  typeDocument: string
}

/** Without a form: what the agent deposits for everywhere is the organisation's. */
function structureDe(agent: Agent, typeDocument: string): number | null {
  const droit = typeDocument === TYPE_LOGO ? 'logo.organisation' : 'document.deposer'
  return porteeDe(agent, droit) === 'tout' ? null : agent.structureId
}

/** Where the call deposits; nothing when its form is outside the perimeter. Locks the form. */
export async function loadCible({
  sql,
  agent,
  body,
}: Appel<typeof documentApi.deposerPiece>): Promise<Cible | undefined> {
  const { numero, typeDocument } = body
  if (numero === undefined) {
    const structureId = structureDe(agent, typeDocument)
    return { formulaireId: null, structureId, etat: null, typeDocument }
  }
  const formulaire = await findFormulaire(sql, { numero }, true)
  if (!formulaire || !peut(agent, 'document.lire', formulaire.structureId)) return undefined
  const { id: formulaireId, structureId, etat } = formulaire
  return { formulaireId, structureId, etat, typeDocument }
}

/**
 * The pieces of a form change while it is open; the DPPS changes them at any time.
 * @throws TRANSITION_INTERDITE
 */
export function verifierModifiable(agent: Agent, etat: Etat | null): void {
  if (etat === null || ETATS_OUVERTS.includes(etat)) return
  if (porteeDe(agent, 'document.deposer') === 'tout') return
  throw erreur('TRANSITION_INTERDITE', { etat: LIBELLES_ETATS[etat] })
}

async function verifierFormat(contenu: Buffer, typeDocument: string): Promise<Format> {
  const format = await detectFormat(contenu)
  const acceptes = formatsDe(typeDocument)
  if (format && acceptes.includes(format)) return format
  throw erreur('FORMAT_NON_ACCEPTE', { formats: acceptes.join(', ') })
}

const enPixels = (...cotes: number[]): string =>
  `${cotes.map((cote) => cote.toLocaleString('fr-FR')).join(' × ')}\u00A0pixels`

/** A logo is shown on every screen: what would fill its memory is not kept. */
function verifierDimensions(contenu: Buffer, format: Format): void {
  if (format !== 'PNG' && format !== 'JPG') return
  const lues = lireDimensions(contenu, format)
  if (!lues) throw erreur('IMAGE_ILLISIBLE')
  const { largeur, hauteur } = lues
  if (Math.max(largeur, hauteur) <= COTE_MAX_LOGO) return
  const dimensions = enPixels(largeur, hauteur)
  throw erreur('IMAGE_TROP_GRANDE', { dimensions, maximum: enPixels(COTE_MAX_LOGO) })
}

/** 192 random bits: a logo is public under its name. */
const createName = (format: Format): string =>
  `${randomBytes(24).toString('base64url')}.${FORMATS[format].extensions[0]}`

/**
 * Keeps a file, named and typed by what it holds. A logo becomes at once that of the structure, or
 * of the organisation.
 */
export async function deposerPiece(
  { sql, agent, body, maintenant }: Appel<typeof documentApi.deposerPiece>,
  { etat, ...cible }: Cible,
): Promise<Piece & { urlLogo?: string }> {
  const { fichier } = body
  const { typeDocument } = cible
  verifierModifiable(agent, etat)
  if (!(await estTypeActif(sql, typeDocument))) throw erreur('TYPE_DOCUMENT_INCONNU')
  const contenu = Buffer.from(fichier.contenu)
  const format = await verifierFormat(contenu, typeDocument)
  if (typeDocument === TYPE_LOGO) verifierDimensions(contenu, format)
  const piece = await insertPiece(sql, {
    ...cible,
    name: createName(format),
    nomOrigine: composeNom(fichier.nom, format),
    typeMime: FORMATS[format].typeMime,
    sha256: createHash('sha256').update(contenu).digest('hex'),
    contenu,
    deposeLe: maintenant,
    deposePar: agent.id,
  })
  if (typeDocument !== TYPE_LOGO) return piece
  const { structureId } = cible
  const logo = { name: piece.name, structureId }
  return { ...piece, urlLogo: await changerLogo(sql, logo, { agent, maintenant }) }
}
