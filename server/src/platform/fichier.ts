import type { Fichier } from '@releve/contract/fichier.ts'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** Opened in place, a file runs nothing and reaches nothing. */
const POLITIQUE = "default-src 'none'; frame-ancestors 'none'; sandbox"
const UN_AN = 'public, max-age=31536000, immutable'

/** `Content-Disposition`: the name as it is, and one in plain ASCII for those who cannot read it. */
function dispositionDe({ nom, disposition = 'attachment' }: Fichier): string {
  const entier = nom.toWellFormed()
  const ascii = entier
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return createDisposition(entier, { type: disposition, fallback: ascii })
}

/** Prepares the answer for a file, and gives its bytes. */
export function composeFichier(reply: FastifyReply, fichier: Fichier): Buffer {
  const { contenu, typeMime, cache } = fichier
  reply.headers({
    'content-type': typeMime,
    'content-length': contenu.byteLength,
    'content-disposition': dispositionDe(fichier),
    'content-security-policy': POLITIQUE,
    'x-content-type-options': 'nosniff',
    'cache-control': cache === 'immuable' ? UN_AN : 'no-store',
  })
  return Buffer.from(contenu.buffer, contenu.byteOffset, contenu.byteLength)
}
