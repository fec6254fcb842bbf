import { createHash } from 'node:crypto'
import { surUneLigne } from '@releve/contract/champ.ts'
import nodemailer, { type NodemailerError } from 'nodemailer'
import { estDIci } from './adresse.ts'
import type { Config } from './config.ts'
import { type Courriel, EnvoiRefuse, htmlDe, type Mailer, texteDe } from './mailer.courriel.ts'

/** How long each exchange with the SMTP server may last, and a whole mail, in milliseconds. */
const DELAIS = { connexion: 10_000, accueil: 10_000, silence: 30_000, entier: 60_000 }

/** Commands before the body is sent: what the server answers to them says nothing of the mail. */
const AVANT_LE_CORPS = new Set(['CONN', 'EHLO', 'STARTTLS', 'MAIL FROM', 'RCPT TO'])
/** Refused for good at one of these, the mail itself is at fault: another try gets the same. */
const REFUS_DU_COURRIEL = new Set(['RCPT TO', 'DATA'])

/** « Authentication required », « Relay access denied » (RFC 3463, X.7): the platform's settings. */
const REFUS_DE_LA_PLATEFORME = /^(?:530|5\d\d[ -]5\.7\.)/

function estDefinitif({ code, command = '', permanent, response = '' }: NodemailerError): boolean {
  if (permanent === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE'
  const nous = command === 'RCPT TO' && REFUS_DE_LA_PLATEFORME.test(response)
  return permanent && REFUS_DU_COURRIEL.has(command) && !nous
}

/** What went wrong, for the person who runs the platform: never a password, never the body. */
function resumer(echec: NodemailerError): string {
  const { code = 'ECHEC', originalCode = '', command = '', responseCode, response = '' } = echec
  const reponse = response.replace(/\s+/g, ' ').trim()
  const dit = AVANT_LE_CORPS.has(command) ? reponse.slice(0, 200) : String(responseCode ?? '')
  return [code, originalCode, command, dit].filter(Boolean).join(' ')
}

/** What follows the @ of `nom@domaine` or `Nom <nom@domaine>`. */
const domaineDe = (adresse: string): string => /@([^\s@<>]+)>?$/.exec(adresse)?.[1] ?? 'localhost'

// What makes a line of its own in a mail's head is taken off here, wherever the name comes from.
const personneDe = ({ nom, email }: Courriel['a']) => ({ name: surUneLigne(nom), address: email })

/**
 * Whether mails may only leave encrypted: to all but this machine's own relay, unless the address
 * says `ignoreTLS`; its `requireTLS=false` says the same, and is read after this.
 */
function exigeTls(smtpUrl: string): boolean {
  const { hostname, searchParams } = new URL(smtpUrl)
  const hote = hostname.replace(/^\[(.*)\]$/, '$1')
  return hote !== 'localhost' && !estDIci(hote) && searchParams.get('ignoreTLS') !== 'true'
}

/**
 * Sends by the SMTP server of the configuration; null without `SMTP_URL`. One connection per mail:
 * nothing is held between two, so nothing is to be closed.
 */
export function createMailer({ smtpUrl, mailFrom }: Config): Mailer | null {
  if (smtpUrl === undefined || mailFrom === undefined) return null
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    requireTLS: exigeTls(smtpUrl),
    connectionTimeout: DELAIS.connexion,
    greetingTimeout: DELAIS.accueil,
    socketTimeout: DELAIS.silence,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async envoyer(courriel: Courriel, reference: string): Promise<void> {
      const { a, repondreA, objet } = courriel
      const empreinte = createHash('sha256').update(reference).digest('hex').slice(0, 32)
      try {
        await transport.sendMail({
          from: mailFrom,
          to: personneDe(a),
          ...(repondreA && { replyTo: personneDe(repondreA) }),
          subject: surUneLigne(objet),
          text: texteDe(courriel),
          html: htmlDe(courriel),
          messageId: `<${empreinte}@${domaineDe(mailFrom)}>`,
          // No « out of office » comes back.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(DELAIS.entier),
        })
      } catch (echec) {
        const connu = echec as NodemailerError
        throw new EnvoiRefuse(resumer(connu), estDefinitif(connu))
      }
    },
  }
}

/** Shows mails instead of sending them: the demonstration without an SMTP server. */
export function createMailerDeDemonstration(dire: (...lignes: string[]) => void): Mailer {
  return {
    async envoyer(courriel) {
      const { a, repondreA, objet } = courriel
      dire(
        '',
        '── Courriel (démonstration\u00a0: montré ici, envoyé à personne) ──',
        `À\u00a0: ${a.nom} <${a.email}>`,
        ...(repondreA ? [`Répondre à\u00a0: ${repondreA.nom} <${repondreA.email}>`] : []),
        `Objet\u00a0: ${objet}`,
        '',
        texteDe(courriel),
      )
    },
  }
}
