import { buffer as lire } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as a server received it: envelope, then what a mail program reads. */
export type CourrielRecu = { de: string; a: string[]; courriel: Email; source: string }

/** What the server answers where it would say yes: `RCPT` by address, `DATA` for all. */
type Humeur = {
  rcpt?: (adresse: string) => { code: number; dit: string } | null
  data?: () => { code: number; dit: string } | null
  /** Waited for before the mail is accepted. */
  attente?: () => Promise<void>
}

export type Smtp = {
  url: string
  port: number
  recus: CourrielRecu[]
  humeur: Humeur
  fermer(): Promise<void>
}

function refus({ code, dit }: { code: number; dit: string }): Error {
  return Object.assign(new Error(dit), { responseCode: code })
}

/** A real SMTP server on this machine, until the end of the test; without TLS unless told. */
export async function ouvrirSmtp(options: SMTPServerOptions = {}, port = 0): Promise<Smtp> {
  const recus: CourrielRecu[] = []
  const humeur: Humeur = {}
  const serveur = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 20,
    disableReverseLookup: true,
    onRcptTo({ address }, _, suite) {
      const non = humeur.rcpt?.(address)
      suite(non ? refus(non) : null)
    },
    onData(flux, { envelope }, suite) {
      void lire(flux).then(async (source) => {
        await humeur.attente?.()
        const non = humeur.data?.()
        if (non) return suite(refus(non))
        const courriel = await PostalMime.parse(source)
        const de = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const a = envelope.rcptTo.map(({ address }) => address)
        recus.push({ de, a, courriel, source: source.toString() })
        suite(null)
      })
    },
    ...options,
  })
  serveur.on('error', () => {})
  const ecoute = serveur.listen(port, '127.0.0.1')
  await new Promise((pret) => ecoute.once('listening', pret))
  const lieu = ecoute.address()
  const choisi = typeof lieu === 'object' && lieu ? lieu.port : port
  const fermer = () => new Promise<void>((ferme) => serveur.close(() => ferme()))
  onTestFinished(fermer)
  return { url: `smtp://127.0.0.1:${choisi}`, port: choisi, recus, humeur, fermer }
}
