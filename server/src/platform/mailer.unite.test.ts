import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ouvrirSmtp } from '../tache/smtp.banc.ts'
import { readConfig } from './config.ts'
import { type Courriel, EnvoiRefuse, htmlDe } from './mailer.courriel.ts'
import { createMailer, createMailerDeDemonstration } from './mailer.ts'

const COURRIEL: Courriel = {
  a: { nom: 'Awa Ndiaye, DPPS', email: 'dpps@example.org' },
  repondreA: { nom: 'Zoé Élégante', email: 'zoe@exemple.fr' },
  objet: 'Été à l’école\u00a0: « 東京 » & <b>',
  texte: 'Bonjour,\n\nPremière ligne\nseconde <script>alert(1)</script> & fin.',
  lien: { libelle: 'Ouvrir Relevé', url: 'https://releve.example.org/?a=1&b=2' },
}

function mailerVers(SMTP_URL: string, MAIL_FROM = 'Relevé <releve@example.org>') {
  const mailer = createMailer(readConfig({ SMTP_URL, MAIL_FROM }))
  if (!mailer) throw new Error('sans SMTP_URL')
  return mailer
}

async function refusDe(envoi: Promise<void>): Promise<EnvoiRefuse> {
  try {
    await envoi
  } catch (echec) {
    if (echec instanceof EnvoiRefuse) return echec
    throw echec
  }
  throw new Error('envoyé, attendu un refus')
}

describe('un courriel', () => {
  it('arrive avec ses deux textes, ses accents, son expéditeur et à qui répondre', async () => {
    const smtp = await ouvrirSmtp()
    await mailerVers(smtp.url).envoyer(COURRIEL, 'tache:1')
    const [recu] = smtp.recus
    expect(recu).toMatchObject({ de: 'releve@example.org', a: ['dpps@example.org'] })
    expect(recu?.courriel).toMatchObject({
      from: { name: 'Relevé', address: 'releve@example.org' },
      to: [{ name: 'Awa Ndiaye, DPPS', address: 'dpps@example.org' }],
      replyTo: [{ name: 'Zoé Élégante', address: 'zoe@exemple.fr' }],
      subject: COURRIEL.objet,
    })
    expect(recu?.courriel.text).toContain('seconde <script>alert(1)</script> & fin.')
    expect(recu?.courriel.text).toContain('https://releve.example.org/?a=1&b=2')
    expect(recu?.courriel.html).toContain(
      'seconde &lt;script&gt;alert(1)&lt;/script&gt; &amp; fin.',
    )
    expect(recu?.courriel.html).toContain('href="https://releve.example.org/?a=1&amp;b=2"')
  })

  it('garde la même référence à chaque essai, et une autre pour un autre', async () => {
    const smtp = await ouvrirSmtp()
    const mailer = mailerVers(smtp.url)
    await mailer.envoyer(COURRIEL, 'tache:1')
    await mailer.envoyer(COURRIEL, 'tache:1')
    await mailer.envoyer(COURRIEL, 'tache:2')
    const references = smtp.recus.map(({ courriel }) => courriel.messageId)
    expect(references[0]).toMatch(/^<[0-9a-f]{32}@example\.org>$/)
    expect(references[1]).toBe(references[0])
    expect(references[2]).not.toBe(references[0])
  })

  it('ne laisse passer aucun en-tête caché dans un nom ou un objet', async () => {
    const smtp = await ouvrirSmtp()
    const piege = 'Zoé\r\nBcc: espion@example.org\r\nX-Piege: oui'
    await mailerVers(smtp.url).envoyer(
      {
        ...COURRIEL,
        objet: piege,
        a: { nom: piege, email: 'dpps@example.org' },
        repondreA: { nom: piege, email: 'zoe@exemple.fr' },
      },
      'tache:1',
    )
    expect(smtp.recus[0]?.a).toEqual(['dpps@example.org'])
    const { source = '', courriel } = smtp.recus[0] ?? {}
    expect(source.slice(0, source.indexOf('\r\n\r\n'))).not.toMatch(/^(bcc|x-piege):/im)
    const plie = 'Zoé Bcc: espion@example.org X-Piege: oui'
    expect([courriel?.subject, courriel?.replyTo?.[0]?.name]).toEqual([plie, plie])
  })

  it('ne va pas chercher hors de lui ce que son texte nomme', () => {
    expect(htmlDe(COURRIEL)).not.toMatch(/<(img|script|link|iframe)/)
  })
})

describe('un refus', () => {
  it('de l’adresse est définitif en 5xx, passager en 4xx', async () => {
    const smtp = await ouvrirSmtp()
    const mailer = mailerVers(smtp.url)
    smtp.humeur.rcpt = () => ({ code: 550, dit: '5.1.1 Utilisateur inconnu' })
    const definitif = await refusDe(mailer.envoyer(COURRIEL, 'tache:1'))
    expect(definitif).toMatchObject({ definitif: true })
    expect(definitif.message).toContain('RCPT TO 550 5.1.1 Utilisateur inconnu')
    smtp.humeur.rcpt = () => ({ code: 450, dit: '4.2.1 Boîte occupée' })
    expect(await refusDe(mailer.envoyer(COURRIEL, 'tache:1'))).toMatchObject({ definitif: false })
  })

  it.each([
    [530, '5.7.0 Authentication required'],
    [554, '5.7.1 <dpps@example.org>: Relay access denied'],
  ])(
    'de relayer (%s) est passager : les réglages sont à corriger, pas l’adresse',
    async (...non) => {
      const [code, dit] = non
      const smtp = await ouvrirSmtp()
      smtp.humeur.rcpt = () => ({ code, dit })
      const refus = await refusDe(mailerVers(smtp.url).envoyer(COURRIEL, 'tache:1'))
      expect(refus).toMatchObject({ definitif: false })
      expect(refus.message).toContain(dit)
    },
  )

  it('du contenu est définitif en 5xx, et ne répète rien du courriel', async () => {
    const smtp = await ouvrirSmtp()
    smtp.humeur.data = () => ({ code: 554, dit: 'spam : « Première ligne »' })
    const refus = await refusDe(mailerVers(smtp.url).envoyer(COURRIEL, 'tache:1'))
    expect(refus).toMatchObject({ definitif: true, message: 'EMESSAGE DATA 554' })
  })

  it('d’une adresse illisible est définitif', async () => {
    const smtp = await ouvrirSmtp()
    const courriel = { ...COURRIEL, a: { nom: 'X', email: 'pas une adresse' } }
    const refus = await refusDe(mailerVers(smtp.url).envoyer(courriel, 'tache:1'))
    expect(refus.definitif).toBe(true)
    expect(smtp.recus).toEqual([])
  })

  it('d’un serveur absent est passager', async () => {
    const smtp = await ouvrirSmtp()
    await smtp.fermer()
    const refus = await refusDe(mailerVers(smtp.url).envoyer(COURRIEL, 'tache:1'))
    expect(refus).toMatchObject({ definitif: false })
    expect(refus.message).toContain('ECONNREFUSED')
  })

  it('du mot de passe est passager, et ne le dit pas', async () => {
    const smtp = await ouvrirSmtp({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, suite) => suite(new Error('faux : secret-smtp')),
    })
    const url = smtp.url.replace('//', '//compte:secret-smtp@')
    const refus = await refusDe(mailerVers(url).envoyer(COURRIEL, 'tache:1'))
    expect(refus).toMatchObject({ definitif: false })
    expect(refus.message).toMatch(/^EAUTH /)
    expect(refus.message).not.toContain('secret-smtp')
  })

  it('d’un certificat inconnu est passager, et rien ne part en clair', async () => {
    // The certificate that the server comes with is signed by nobody; it warns of it once.
    const avertir = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => avertir.mockRestore())
    const smtp = await ouvrirSmtp({ disabledCommands: ['AUTH'] })
    const refus = await refusDe(mailerVers(smtp.url).envoyer(COURRIEL, 'tache:1'))
    expect(refus).toMatchObject({ definitif: false })
    expect(smtp.recus).toEqual([])
    await mailerVers(`${smtp.url}?tls.rejectUnauthorized=false`).envoyer(COURRIEL, 'tache:1')
    expect(smtp.recus).toHaveLength(1)
  })
})

describe('vers une autre machine que celle-ci', () => {
  // Another name of this one, that no rule takes for it.
  const ailleurs = (url: string, suite = '') => url.replace('127.0.0.1', '0.0.0.0') + suite

  it('rien ne part en clair, à moins que l’adresse ne le dise', async () => {
    const smtp = await ouvrirSmtp()
    const refus = await refusDe(mailerVers(ailleurs(smtp.url)).envoyer(COURRIEL, 'tache:1'))
    expect(refus).toMatchObject({ definitif: false, message: expect.stringMatching(/^ETLS /) })
    expect(smtp.recus).toEqual([])
    for (const dit of ['?requireTLS=false', '?ignoreTLS=true']) {
      await mailerVers(ailleurs(smtp.url, dit)).envoyer(COURRIEL, 'tache:1')
    }
    expect(smtp.recus).toHaveLength(2)
  })

  it.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])(
    'le relais de cette machine est servi comme il veut (%s)',
    async (hote) => {
      const smtp = await ouvrirSmtp({}, 0)
      const url = smtp.url.replace('127.0.0.1', hote)
      // The server listens on one of these only: what matters is that TLS is not asked for.
      const issue = mailerVers(url).envoyer(COURRIEL, 'tache:1')
      const dite = await issue.then(
        () => '',
        (echec: EnvoiRefuse) => echec.message,
      )
      expect(dite).not.toContain('ETLS')
    },
  )
})

describe('sans serveur SMTP', () => {
  it('rien ne s’envoie', () => {
    expect(createMailer(readConfig({ MAIL_FROM: 'releve@example.org' }))).toBeNull()
  })

  it('la démonstration montre le courriel', async () => {
    const lignes: string[] = []
    const mailer = createMailerDeDemonstration((...dites) => void lignes.push(...dites))
    await mailer.envoyer(COURRIEL, 'tache:1')
    expect(lignes.join('\n')).toContain('À\u00a0: Awa Ndiaye, DPPS <dpps@example.org>')
    expect(lignes.join('\n')).toContain('Première ligne\nseconde')
  })
})
