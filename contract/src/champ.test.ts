import { describe, expect, it } from 'vitest'
import {
  estEmail,
  fauteChamp,
  fauteJour,
  fauteNombre,
  surPlusieursLignes,
  surUneLigne,
  TELEPHONE,
} from './champ.ts'
import { contactApi } from './contact/contact.api.ts'
import { CHAMPS_CONTACT } from './contact/contact.champs.ts'

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

  it('a 254 caractères au plus, dont 64 avant l’arobase : rien de plus long ne se lit', () => {
    const domaine = `${'b.'.repeat(125)}fr`
    const adresses = [`a@${domaine}`, `aa@${domaine}`, `${'a'.repeat(64)}@b.fr`]
    expect(adresses.map(estEmail)).toEqual([true, false, true])
    for (const hostile of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`]) {
      expect(estEmail(hostile)).toBe(false)
    }
  })
})

describe('un numéro de téléphone', () => {
  it.each([
    '338000000',
    '+33 (0)1 23 45 67 89',
    '01.23.45.67.89',
    '117',
    '33 800 00 00 / 33 800 00 01',
    '33 800 00 00 poste 12',
  ])('%s est accepté', (numero) => {
    expect(fauteChamp(TELEPHONE, numero)).toBeNull()
  })

  it.each(['poste', '12', '+', '33 80 zéro', '1'.repeat(41)])('%s est refusé', (numero) => {
    expect(fauteChamp(TELEPHONE, numero)).not.toBeNull()
  })
})

describe('un nombre, une date', () => {
  it('un nombre tient dans ses bornes, entier s’il faut ; rien n’est pas une faute', () => {
    const places = { min: 0, max: 10, entier: true, faute: 'Non.' }
    const dits = [null, undefined, 0, 10, 11, -1, 1.5, Number.NaN].map((n) =>
      fauteNombre(places, n),
    )
    expect(dits).toEqual([null, 'Non.', null, null, 'Non.', 'Non.', 'Non.', 'Non.'])
  })

  it('une date existe, entre 1900 et 2100', () => {
    const justes = ['1900-01-01', '2024-02-29', '2100-12-31']
    expect(justes.map(fauteJour)).toEqual([null, null, null])
    for (const faux of ['2025-02-29', '1899-12-31', '2101-01-01', '2025-1-1', '', '2025-13-01']) {
      expect([faux, fauteJour(faux)]).toEqual([faux, expect.stringContaining('Donnez une date')])
    }
  })
})

describe('un texte de visiteur', () => {
  it('tient sur une ligne quand il va dans un en-tête', () => {
    expect(surUneLigne('  Objet\r\nBcc: x@y.org\u2028suite\u0000 ')).toBe(
      'Objet Bcc: x@y.org suite',
    )
    expect(surUneLigne('Pourquoi\u202f?  Et quand')).toBe('Pourquoi\u202f? Et quand')
    expect(surUneLigne('abc\u202Etxt.exe')).toBe('abctxt.exe')
  })

  it('garde ses lignes dans le message, et rien d’autre d’invisible', () => {
    expect(surPlusieursLignes('Bonjour,\r\n\r\nUne\tligne\u0007.\r')).toBe(
      'Bonjour,\n\nUne\tligne .',
    )
  })

  it('qui manque ou déborde est dit en français', () => {
    expect(fauteChamp(CHAMPS_CONTACT.nom, ' \n ')).toBe('Saisissez votre nom.')
    expect(fauteChamp(CHAMPS_CONTACT.nom, 'a'.repeat(120))).toBeNull()
    expect(fauteChamp(CHAMPS_CONTACT.nom, 'a'.repeat(121))).toBe(
      'Raccourcissez votre nom\u00a0: 120 caractères au plus.',
    )
    expect(fauteChamp(CHAMPS_CONTACT.message, '         court')).toContain('10 caractères au moins')
    const { error } = contactApi.contacter.body.safeParse({ nom: 3, email: 'x', objet: 'o' })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['nom', 'Saisissez votre nom.'],
      ['email', 'Saisissez une adresse électronique valide. Exemple\u00a0: nom@domaine.org.'],
      ['message', 'Saisissez votre message\u00a0: 10 caractères au moins.'],
    ])
  })
})
