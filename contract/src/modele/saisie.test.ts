import { describe, expect, it } from 'vitest'
import { formaterNombre, formaterValeur } from './affichage.ts'
import { essai, LISTES, ouvrirEssai } from './banc.ts'
import { type Cellule, creerCellule } from './cellule.ts'
import { celluleDe } from './compile.ts'
import type { Nature, Traits, Valeur } from './modele.schema.ts'
import { lecturesDe, lireSaisie } from './saisie.ts'
import { verifierModifications, verifierValeur } from './verification.ts'

const MARS = { mois: 'MARCH', annee: 2025 } as const

function cellule(nature: Nature, traits: Traits = {}): Cellule {
  const lieu = { section: 'S', ligne: null, groupe: null, colonne: 'A', rang: 0 }
  return creerCellule(
    { ...lieu, adresse: 'A', libelle: 'A' },
    { nature, codification: 'SITUATION', ...traits },
    { codifications: { SITUATION: LISTES.SITUATION } },
  )
}

/** The value understood, or the sentence, its spaces made plain. */
function lire(nature: Nature, texte: string, traits: Traits = {}): Valeur | null {
  const lu = lireSaisie(cellule(nature, traits), texte, MARS)
  return 'erreur' in lu ? lu.erreur.replaceAll(/[\u00a0\u202f]/g, ' ') : lu.valeur
}

describe('ce qui est saisi', () => {
  it.each<[Nature, string, Valeur | null, Traits?]>([
    ['entier', '42', 42],
    ['entier', ' 1 234 ', 1234],
    ['entier', '1\u202f234\u00a0567', 1234567],
    ['entier', '', null],
    ['entier', '\u00a0 ', null],
    ['entier', '-0', 0],
    ['entierSigne', '-3', -3],
    ['entierSigne', '− 3', -3],
    ['entierSigne', '+3', 3],
    ['decimal', '1 234,5', 1234.5],
    ['decimal', '1234.5', 1234.5],
    ['decimal', '1.234,5', 1234.5],
    ['decimal', '1,234', 1.234],
    ['decimal', '12,3 %', 12.3],
    ['entier', '12,00', 12],
    ['montant', '1 500 F CFA', 1500, { unite: 'F CFA' }],
    ['montant', '999 999 999 999', 999_999_999_999],
    ['entier', 'nd', 'ND', { nd: true }],
    ['entier', 'So', 'SO', { so: true }],
    ['texte', 'ND', 'ND'],
    ['texte', ' deux\r\nlignes ', 'deux lignes'],
    ['texteLong', 'deux\r\nlignes', 'deux\nlignes'],
    ['date', '1/3/2025', '2025-03-01'],
    ['date', '31/03/2025', '2025-03-31', { dansLeMois: true }],
    ['date', '2024-02-29', '2024-02-29'],
    ['booleen', 'Oui', true],
    ['booleen', 'n', false],
    ['liste', 'normal', 'NORMAL'],
    ['liste', 'FERMETURE  temporaire', 'FERME'],
  ])('%s « %s » se lit', (nature, texte, attendu, traits) => {
    expect(lire(nature, texte, traits)).toBe(attendu)
  })

  it.each<[Nature, string, string, Traits?]>([
    ['entier', '4,2', 'Saisissez un nombre entier, sans virgule. Exemple : 42.'],
    ['entier', 'quatre', 'Saisissez un nombre entier, sans virgule. Exemple : 42.'],
    ['entier', '1 2', 'Saisissez un nombre entier, sans virgule. Exemple : 42.'],
    ['entier', '1e5', 'Saisissez un nombre entier, sans virgule. Exemple : 42.'],
    ['entier', '-1', 'Saisissez un nombre entier positif ou nul. Exemple : 42.'],
    ['entier', '1 000 000 000', 'Le nombre ne peut pas dépasser 999 999 999.'],
    ['entier', '32', 'Le nombre ne peut pas dépasser 31.', { max: 31 }],
    ['entier', '1', 'Le nombre ne peut pas être inférieur à 2.', { min: 2 }],
    ['entier', '9'.repeat(30), 'Le nombre ne peut pas dépasser 1 000 000 000 000.'],
    ['decimal', '1,1234567', 'Saisissez au plus 6 décimales.'],
    ['decimal', '123 456 789 012,1234', 'Saisissez au plus 15 chiffres, décimales comprises.'],
    ['entier', '123 456 789 012,1234', 'Saisissez un nombre entier, sans virgule. Exemple : 42.'],
    ['decimal', '1,25', 'Saisissez au plus 1 décimale.', { decimales: 1 }],
    ['entier', '1.234', '« 1.234 » se lit de deux façons. Tapez 1234.'],
    ['entier', '1,000', '« 1,000 » se lit de deux façons. Tapez 1000.'],
    ['decimal', '1.234', '« 1.234 » se lit de deux façons. Tapez 1234 ou 1,234.'],
    ['decimal', '-12.500 %', '« -12.500 % » se lit de deux façons. Tapez -12500 ou -12,500.'],
    ['entier', 'ND', 'Cette case n’accepte pas ND. Saisissez une valeur, ou laissez-la vide.'],
    ['date', '30/02/2025', 'Saisissez une date valide. Exemple : 15/03/2025.'],
    ['date', '31/13/2025', 'Saisissez une date valide. Exemple : 15/03/2025.'],
    [
      'date',
      '01/04/2025',
      'La date doit être comprise entre le 1ᵉʳ et le 31 mars 2025.',
      { dansLeMois: true },
    ],
    ['booleen', 'peut-être', 'Répondez par Oui ou par Non.'],
    ['liste', 'Autre', 'Choisissez une valeur dans la liste.'],
    [
      'texte',
      'abcd',
      'Le texte ne peut pas dépasser 3 caractères. Il en compte 4.',
      { longueur: 3 },
    ],
    ['texte', 'a\0b', 'Ce texte contient un caractère qui ne peut pas être enregistré.'],
    ['texte', 'a\ud800', 'Ce texte contient un caractère qui ne peut pas être enregistré.'],
  ])('%s « %s » est refusé en disant comment faire', (nature, texte, phrase, traits) => {
    expect(lire(nature, texte, traits)).toBe(phrase)
  })
})

describe('ce qui se lit de deux façons', () => {
  const lectures = (nature: Nature, texte: string, virgule = false) =>
    lecturesDe(cellule(nature), texte, virgule)

  it('se tape d’une façon ou de l’autre, chacune sans doute', () => {
    expect(lectures('decimal', ' 1.234 ')).toEqual({
      milliers: '1234',
      decimales: '1,234',
      signe: '.',
    })
    expect(lire('decimal', '1234')).toBe(1234)
    expect(lire('decimal', '1,234')).toBe(1.234)
  })

  it('reste tel quel là où l’une des deux n’est pas admise', () => {
    expect(lectures('entier', '1.234')).toEqual({
      milliers: '1234',
      decimales: '1.234',
      signe: '.',
    })
    expect(lectures('entier', '2,000')).toMatchObject({ milliers: '2000', decimales: '2' })
  })

  it('est une virgule dans un tableau anglais, et elle seule y est en doute', () => {
    expect(lectures('decimal', '1,234')).toBeNull()
    expect(lectures('decimal', '1,234', true)).toMatchObject({
      milliers: '1234',
      decimales: '1,234',
      signe: ',',
    })
    expect(lectures('decimal', '12,5', true)).toBeNull()
    expect(lectures('texte', '1.234')).toBeNull()
  })
})

describe('ce que l’API reçoit', () => {
  const mc = essai()

  it.each<[string, Valeur | null, string]>([
    ['INCONNUE', 1, 'CELLULE_INCONNUE'],
    ['MVT.DEB.9', 1, 'CELLULE_INCONNUE'],
    ['TAUX', 1, 'CELLULE_CALCULEE'],
    ['TAUX', null, 'CELLULE_CALCULEE'],
    ['MVT.DEB.M', '4', 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', true, 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', -1, 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', 1.5, 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', Number.NaN, 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', 'ND', 'VALEUR_INVALIDE'],
    ['CAPACITE', 'SO', 'VALEUR_INVALIDE'],
    ['MVT.DEB.M', 1_000_000_000, 'VALEUR_TROP_GRANDE'],
    ['SIT', 'AUTRE', 'VALEUR_INVALIDE'],
    ['OBS', '  ', 'VALEUR_INVALIDE'],
    ['OBS', 'x'.repeat(2001), 'VALEUR_TROP_GRANDE'],
    ['ACT.a.DATE', '2025-04-01', 'VALEUR_INVALIDE'],
    ['ACT.a.DATE', '2025-3-1', 'VALEUR_INVALIDE'],
  ])('%s = %j : %s', (adresse, valeur, code) => {
    expect(verifierValeur(celluleDe(mc, adresse), valeur, MARS)?.code).toBe(code)
  })

  it.each<[string, Valeur | null]>([
    ['MVT.DEB.M', 0],
    ['MVT.DEB.M', null],
    ['ENT.FAM.M', 'ND'],
    ['ENT.FAM.M', 'SO'],
    ['SIT', 'FERME'],
    ['ACT.a.DATE', '2025-03-31'],
  ])('%s = %j est accepté', (adresse, valeur) => {
    expect(verifierValeur(celluleDe(mc, adresse), valeur, MARS)).toBeNull()
  })

  it('ne peut pas donner à un tableau plus de lignes que le modèle n’en veut', () => {
    const calcul = ouvrirEssai({ 'ACT.a.PART_M': 1, 'ACT.b.PART_M': 1 })
    expect(verifierModifications(calcul, { 'ACT.a.PART_F': 1, 'ACT.c.PART_F': 1 })).toEqual([])
    expect(verifierModifications(calcul, { 'ACT.c.PART_F': 1, 'ACT.d.PART_F': 1 })).toMatchObject([
      { chemin: 'ACT', code: 'LIGNES_TROP_NOMBREUSES' },
    ])
  })

  it('peut renvoyer le SO d’une case verrouillée', () => {
    expect(verifierModifications(ouvrirEssai({}, { structure: {} }), { CAPACITE: 'SO' })).toEqual(
      [],
    )
    expect(verifierModifications(ouvrirEssai(), { CAPACITE: 'SO' })).toHaveLength(1)
  })
})

describe('un code que le mois ne propose pas', () => {
  const hors = { ...MARS, codesHors: { SITUATION: ['FERME'] } }
  const refus =
    '«\u00a0Fermeture temporaire\u00a0» n’est pas proposé en mars 2025. Choisissez une autre valeur.'

  it.each(['FERME', 'fermeture temporaire'])(
    'est refusé quand on tape «\u00a0%s\u00a0»',
    (texte) => {
      expect(lireSaisie(cellule('liste'), texte, hors)).toEqual({ erreur: refus })
      expect(lireSaisie(cellule('liste'), 'NORMAL', hors)).toEqual({ valeur: 'NORMAL' })
      expect(lireSaisie(cellule('liste', { codification: 'AUTRE' }), texte, hors)).toHaveProperty(
        'erreur',
        'Choisissez une valeur dans la liste.',
      )
    },
  )

  it('reste où il est, et n’entre nulle part ailleurs', () => {
    const tient = { ...hors, tenue: 'FERME' }
    expect(lireSaisie(cellule('liste'), 'FERME', tient)).toEqual({ valeur: 'FERME' })
    const ouvrir = (donnees: Record<string, string>) =>
      verifierModifications(ouvrirEssai(donnees, { codesHors: { SITUATION: ['FERME'] } }), {
        SIT: 'FERME',
      })
    expect(ouvrir({ SIT: 'FERME' })).toEqual([])
    expect(ouvrir({ SIT: 'NORMAL' })).toEqual([
      { chemin: 'SIT', code: 'CODE_HORS_VALIDITE', libelle: refus },
    ])
  })
})

describe('ce qui est affiché', () => {
  it('suit les usages français', () => {
    expect(formaterNombre(1234567)).toBe('1\u202f234\u202f567')
    expect(formaterNombre(-1234.5)).toBe('\u22121\u202f234,5')
    expect(formaterNombre(-0.001)).toBe('0')
    expect(formaterNombre(1.005)).toBe('1,01')
    expect(formaterNombre(0)).toBe('0')
    expect(formaterNombre(-999)).toBe('\u2212999')
  })

  it('est le même que celui d’Intl pour tous les entiers', () => {
    const intl = new Intl.NumberFormat('fr-FR')
    for (const n of [0, 7, 999, 1000, 1001, 10_000, 999_999, 1_000_000, 123_456_789_012])
      expect(formaterNombre(n)).toBe(intl.format(n))
  })

  it.each<[Nature, Valeur | null, string, Traits?]>([
    ['entier', null, '—'],
    ['entier', 0, '0'],
    ['entier', 'ND', 'ND', { nd: true }],
    ['decimal', 12.345, '12,3\u00a0%', { unite: '%', decimales: 1 }],
    ['decimal', 12.345, '12,345'],
    ['decimal', 12.345, '12,35', { formule: 'X' }],
    ['date', '2025-03-01', '01/03/2025'],
    ['booleen', true, 'Oui'],
    ['liste', 'FERME', 'Fermeture temporaire'],
    ['texte', 'bonjour', 'bonjour'],
  ])('%s %j s’écrit « %s »', (nature, valeur, attendu, traits) => {
    expect(formaterValeur(cellule(nature, traits), valeur)).toBe(attendu)
  })
})
