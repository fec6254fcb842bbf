import { describe, expect, it } from 'vitest'
import { contactApi } from './contact.api.ts'
import { estEmail, fauteContact, surPlusieursLignes, surUneLigne } from './contact.rules.ts'

describe('une adresse électronique', () => {
  it.each([
    'nom@domaine.org',
    'aissata.sow@exemple.sn',
    "o'neil+releve@sous.domaine.example",
    'a@b.co',
    'x@xn--socit-esab.fr',
  ])('%s est acceptée', (adresse) => {
    expect(estEmail(adresse)).toBe(true)
  })

  it.each([
    '',
    'nom',
    'nom@',
    '@domaine.org',
    'nom@domaine',
    'nom@domaine.',
    'nom@-domaine.org',
    'nom..double@domaine.org',
    '.nom@domaine.org',
    'nom@domaine.org, autre@domaine.org',
    'nom@domaine.org\r\nBcc: autre@domaine.org',
    'Nom <nom@domaine.org>',
    `${'a'.repeat(65)}@domaine.org`,
    'nom@192.168.0.1',
  ])('%j est refusée', (adresse) => {
    expect(estEmail(adresse)).toBe(false)
  })

  it('se juge vite, si longue soit-elle', () => {
    const debut = performance.now()
    for (const hostile of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`]) {
      expect(estEmail(hostile)).toBe(false)
    }
    expect(performance.now() - debut).toBeLessThan(200)
  })
})

describe('un texte de visiteur', () => {
  it('tient sur une ligne quand il va dans un en-tête', () => {
    expect(surUneLigne('  Objet\r\nBcc: x@y.org\u2028suite\u0000 ')).toBe(
      'Objet Bcc: x@y.org suite',
    )
    expect(surUneLigne('Pourquoi ?  Et quand')).toBe('Pourquoi ? Et quand')
    expect(surUneLigne('abc\u202Etxt.exe')).toBe('abctxt.exe')
  })

  it('garde ses lignes dans le message, et rien d’autre d’invisible', () => {
    expect(surPlusieursLignes('Bonjour,\r\n\r\nUne\tligne\u0007.\r')).toBe(
      'Bonjour,\n\nUne\tligne .',
    )
  })

  it('qui manque ou déborde est dit en français', () => {
    expect(fauteContact('nom', ' \n ')).toBe('Saisissez votre nom.')
    expect(fauteContact('nom', 'a'.repeat(120))).toBeNull()
    expect(fauteContact('nom', 'a'.repeat(121))).toBe(
      'Raccourcissez votre nom : 120 caractères au plus.',
    )
    expect(fauteContact('message', '         court')).toContain('10 caractères au moins')
    const { error } = contactApi.contacter.body.safeParse({ nom: 3, email: 'x', objet: 'o' })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['nom', 'Saisissez votre nom.'],
      ['email', 'Saisissez une adresse électronique valide. Exemple : nom@domaine.org.'],
      ['message', 'Saisissez votre message : 10 caractères au moins.'],
    ])
  })
})
