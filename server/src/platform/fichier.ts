import type { Fichier } from '@releve/contract/fichier.ts'
import type { FastifyReply } from 'fastify'

/** Opened in place, a file runs nothing and reaches nothing. */
const POLITIQUE = "default-src 'none'; frame-ancestors 'none'; sandbox"
const UN_AN = 'public, max-age=31536000, immutable'

/** RFC 5987: what `encodeURIComponent` leaves as it is and a header's name may not hold. */
function encodeNom(nom: string): string {
  return encodeURIComponent(nom.toWellFormed()).replace(
    /['()*]/g,
    (signe) => `%${signe.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** `Content-Disposition`: the name as it is, and one in plain ASCII for those who cannot read it. */
function dispositionDe({ nom, disposition = 'attachment' }: Fichier): string {
  const ascii = nom
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encodeNom(nom)}`
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
