import { Readable } from 'node:stream'
import type { Fichier, FichierEcrit } from '@releve/contract/fichier.ts'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Opened in place, a file runs nothing and reaches nothing. */
const POLITIQUE = "default-src 'none'; frame-ancestors 'none'; sandbox"
const UN_AN = 'public, max-age=31536000, immutable'

/** `Content-Disposition`: the name as it is, and one in plain ASCII for those who cannot read it. */
function dispositionDe({
  nom,
  disposition = 'attachment',
}: Pick<Fichier, 'nom' | 'disposition'>): string {
  const entier = nom.toWellFormed()
  const ascii = entier
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return createDisposition(entier, { type: disposition, fallback: ascii })
}

/** What a file says of itself, for the screen that asked for it; header values are ASCII. */
function compteDe({ compte }: FichierEcrit): Record<string, string> {
  if (!compte) return {}
  const dire = (mots: readonly string[]) => encodeURIComponent(mots.join(' ; '))
  const { lignes, filtres, absents, recalcul } = compte
  return {
    'releve-lignes': String(lignes),
    'releve-filtres': dire(filtres),
    ...(recalcul && { 'releve-recalcul': 'oui' }),
    ...(absents?.length && { 'releve-absents': dire(absents) }),
  }
}

const CACHES = { immuable: UN_AN, publique: 'public, max-age=300' }
/** Open data: a page of another site may read it, with no one's rights. */
const OUVERT = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The bytes of a file that is whole: none, and 304, for who has them already. */
function composeEntier(
  request: FastifyRequest,
  reply: FastifyReply,
  { contenu, cache, etag }: Fichier,
): Buffer | '' {
  reply.headers({
    'cache-control': cache ? CACHES[cache] : 'no-store',
    ...(etag && { etag }),
    ...(cache === 'publique' && OUVERT),
  })
  if (etag && request.headers['if-none-match']?.includes(etag)) {
    reply.status(304)
    return ''
  }
  reply.header('content-length', contenu.byteLength)
  return Buffer.from(contenu.buffer, contenu.byteOffset, contenu.byteLength)
}

/** Prepares the answer for a file, and gives its bytes: all of them, or as they are made. */
export function composeFichier(
  request: FastifyRequest,
  reply: FastifyReply,
  fichier: Fichier | FichierEcrit,
) {
  reply.headers({
    'content-type': fichier.typeMime,
    'content-disposition': dispositionDe(fichier),
    'content-security-policy': POLITIQUE,
    'x-content-type-options': 'nosniff',
  })
  if (!('morceaux' in fichier)) return composeEntier(request, reply, fichier)
  const { etag, curseur } = fichier
  reply.headers({
    // Of one person: kept by him alone, and asked for again by its `etag`.
    'cache-control': etag ? 'private, no-cache' : 'no-store',
    ...(etag && { etag }),
    ...(curseur && { 'releve-curseur': curseur }),
    ...compteDe(fichier),
  })
  if (etag && request.headers['if-none-match']?.includes(etag)) {
    reply.status(304)
    return ''
  }
  return Readable.from(fichier.morceaux, { objectMode: false, highWaterMark: 64 * 1024 })
}
