import { z } from 'zod'

const zPersonne = z.object({ nom: z.string(), email: z.string() })

/** A mail to send: plain text, from which the HTML is made. */
export const zCourriel = z.object({
  a: zPersonne,
  /** Whom an answer goes to; absent: whoever sends. */
  repondreA: zPersonne.optional(),
  objet: z.string(),
  /** Paragraphs are parted by an empty line. */
  texte: z.string(),
  /** Where to click, after the text. */
  lien: z.object({ libelle: z.string(), url: z.string() }).optional(),
  /** Who writes, as the mail leaves: under the text and the link. */
  signature: z.string().optional(),
})
export type Courriel = z.infer<typeof zCourriel>

/** What sends mails; `reference` is the same at each try of one mail. */
export type Mailer = {
  /** @throws EnvoiRefuse */
  envoyer(courriel: Courriel, reference: string): Promise<void>
}

/** A mail that did not leave. Its message names no secret and nothing of the mail's body. */
export class EnvoiRefuse extends Error {
  /** Trying again would change nothing. */
  readonly definitif: boolean

  constructor(message: string, definitif: boolean) {
    super(message)
    this.definitif = definitif
  }
}

const ENTITES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const echapper = (texte: string): string =>
  texte.replace(/[&<>"']/g, (signe) => ENTITES[signe] ?? signe)

/** The mail as plain text. */
export function texteDe({ texte, lien, signature }: Courriel): string {
  const parties = [texte, lien && `${lien.libelle}\u00a0:\n${lien.url}`, signature]
  return `${parties.filter(Boolean).join('\n\n')}\n`
}

/** The same as HTML, that any mail program shows: no picture, no script, nothing from outside. */
export function htmlDe({ objet, texte, lien, signature }: Courriel): string {
  const paragraphes = texte
    .split(/\n{2,}/)
    .map((paragraphe) => `<p>${echapper(paragraphe).replaceAll('\n', '<br>')}</p>`)
  const bouton = lien && `<p><a href="${echapper(lien.url)}">${echapper(lien.libelle)}</a></p>`
  return [
    '<!doctype html>',
    `<html lang="fr"><head><meta charset="utf-8"><title>${echapper(objet)}</title></head>`,
    '<body style="font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    ...paragraphes,
    ...(bouton ? [bouton] : []),
    ...(signature ? [`<p>${echapper(signature)}</p>`] : []),
    '</body></html>',
  ].join('\n')
}
