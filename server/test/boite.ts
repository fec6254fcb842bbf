import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it was received: to whom, about what, its plain text. */
export type Lettre = { a: string[]; objet: string; texte: string }

/**
 * A real SMTP server on this machine, as long as the process lives, that hands over what it
 * receives before it accepts it; returns its address, `smtp://…`.
 */
export async function recevoirCourriels(recevoir: (lettre: Lettre) => void): Promise<string> {
  const serveur = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(flux, { envelope }, suite) {
      void buffer(flux).then(async (source) => {
        const { subject = '', text = '' } = await PostalMime.parse(source)
        const a = envelope.rcptTo.map(({ address }) => address)
        recevoir({ a, objet: subject, texte: text })
        suite(null)
      })
    },
  })
  const ecoute = serveur.listen(0, '127.0.0.1')
  await once(ecoute, 'listening')
  const lieu = ecoute.address()
  if (lieu === null || typeof lieu === 'string') throw new Error('aucun port pour les courriels')
  return `smtp://127.0.0.1:${lieu.port}`
}
