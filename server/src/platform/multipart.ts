import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import { TAILLE_MAX_PIECE } from '@releve/contract/document/document.schema.ts'
import type { FichierRecu } from '@releve/contract/fichier.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ErreurMetier, erreur } from './erreur.ts'

/** Beside the file: boundaries, headers and text fields. */
const SURPLUS_MAX = 100_000
/** What is left of a refused body is let in and dropped up to here; beyond it, the line is cut. */
const RESTE_MAX = 20_000_000

/**
 * A margin above the largest file: the reader under the plugin was seen to let through, cut and
 * unmarked, a file one or two bytes over its limit. Cut at this limit it is still too large for us.
 */
const LIMITES = {
  fileSize: TAILLE_MAX_PIECE + 1024,
  // One more than is taken, so that the second is refused in our words.
  files: 2,
  fields: 20,
  fieldSize: 2000,
  fieldNameSize: 100,
  parts: 30,
  headerPairs: 50,
}

/**
 * Adds routes that take `multipart/form-data`, and it alone. In a scope of its own: everywhere
 * else such a body stays refused. The body is not read before `readMultipart`.
 */
export function registerMultipart(
  app: FastifyInstance,
  ajouter: (portee: FastifyInstance) => void,
) {
  void app.register(async (portee) => {
    portee.removeAllContentTypeParsers()
    // Left unread: whoever calls is known first, then told.
    portee.addContentTypeParser('*', (_request, _corps, suite) => suite(null))
    await portee.register(fastifyMultipart)
    ajouter(portee)
  })
}

/**
 * To be called when a body is refused before its end: what is still on its way is dropped unread,
 * for an answer sent over a closed line might be lost; when much is announced, or an unknown
 * length, the line is closed all the same.
 */
export function abandonBody(request: FastifyRequest, reply: FastifyReply): void {
  const annonce = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(annonce <= RESTE_MAX)) reply.header('connection', 'close')
  request.raw.unpipe()
  request.raw.resume()
}

async function readFichier(partie: MultipartFile): Promise<FichierRecu> {
  const morceaux: Buffer[] = []
  let taille = 0
  for await (const morceau of partie.file) {
    morceaux.push(morceau)
    taille += morceau.length
    // Now, not at the end of the part, which its sender may never reach.
    if (taille > TAILLE_MAX_PIECE) throw erreur('FICHIER_TROP_GRAND')
  }
  if (partie.file.truncated) throw erreur('FICHIER_TROP_GRAND')
  const contenu = Buffer.concat(morceaux)
  // A field left blank by a form without script: no name, no byte.
  if (!partie.filename && contenu.length === 0) throw erreur('FICHIER_MANQUANT')
  if (contenu.length === 0) throw erreur('FICHIER_VIDE')
  return { nom: partie.filename, typeMime: partie.mimetype, contenu }
}

function refuseChamp(nom: string, libelle: string): ErreurMetier {
  const detail = { chemin: `body.${nom}`, code: 'INVALID_VALUE', libelle } as const
  return erreur('REQUETE_INVALIDE', {}, { details: [detail] })
}

async function readParties(request: FastifyRequest): Promise<Record<string, unknown>> {
  const champs = new Map<string, unknown>()
  let fichier: FichierRecu | undefined
  for await (const partie of request.parts({ limits: LIMITES })) {
    if (partie.type === 'file') {
      if (fichier) throw erreur('FICHIERS_MULTIPLES')
      fichier = await readFichier(partie)
    } else {
      const { fieldname: nom, value, valueTruncated } = partie
      if (champs.has(nom)) throw refuseChamp(nom, 'Ce champ est donné deux fois.')
      if (valueTruncated || String(value).includes('\0')) {
        throw refuseChamp(nom, 'Ce champ est illisible, ou trop long.')
      }
      champs.set(nom, value)
    }
  }
  if (!fichier) throw erreur('FICHIER_MANQUANT')
  return { ...Object.fromEntries(champs), fichier }
}

/**
 * The fields of a multipart body, and its one file under `fichier`, whatever the sender named its
 * field. Nothing is kept of a file that is not whole.
 * @throws MULTIPART_ATTENDU, FICHIER_MANQUANT, FICHIER_VIDE, FICHIERS_MULTIPLES,
 *   FICHIER_TROP_GRAND, REQUETE_INVALIDE
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw erreur('MULTIPART_ATTENDU')
  const annonce = Number(request.headers['content-length'] ?? 0)
  if (annonce > TAILLE_MAX_PIECE + SURPLUS_MAX) throw erreur('FICHIER_TROP_GRAND')
  try {
    return await readParties(request)
  } catch (echec) {
    if (echec instanceof ErreurMetier) throw echec
    // Whatever the reader stumbles on is the sender's: a boundary missing, a part without an end.
    request.log.debug({ err: echec }, 'envoi illisible')
    throw erreur('REQUETE_INVALIDE')
  }
}
