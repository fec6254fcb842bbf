import { lireFormule } from '@releve/contract/modele/formule.parser.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Intraduisible } from './xpath.lire.ts'
import { type Portee, traduire } from './xpath.traduire.ts'

const PORTEE: Portee = {
  questions: new Map([
    ['age', { adresse: 'AGE', type: 'nombre' }],
    ['taille', { adresse: 'TAILLE', type: 'nombre' }],
    ['nom', { adresse: 'NOM', type: 'texte' }],
    ['peut', { adresse: 'PEUT', type: 'texte', conditionnelle: true }],
    ['jour', { adresse: 'JOUR', type: 'date' }],
    ['calcul', { adresse: 'CALCUL', type: null }],
    [
      'etat',
      {
        adresse: 'ETAT',
        type: 'texte',
        codes: new Map([
          ['ok', 'OK'],
          ['1', '1'],
        ]),
      },
    ],
    ['autre', { adresse: 'AUTRE', type: 'texte', codes: new Map([['OK', 'OK']]) }],
    ['mois', { parChoix: new Map([['jan', 'MOIS_JAN']]) }],
    ['perdu', { absente: 'qui n’est pas repris' }],
  ]),
  soi: { adresse: 'SOI', type: 'nombre' },
}

const traduite = (texte: string) => traduire(texte, PORTEE).formule

describe('une expression XPath devient une formule', () => {
  it.each([
    ['. >= 0 and . < 120', 'NON VIDE(SOI) ET SOI >= 0 ET NON VIDE(SOI) ET SOI < 120'],
    ['${age} + 2 * ( ${ age } - 1.5 )', 'AGE + 2 * (AGE - 1,5)'],
    ['${age} - (${calcul} - 1)', 'AGE - (CALCUL - 1)'],
    ['${age} div (2 * 3)', 'AGE / (2 * 3)'],
    ['-(${age} + 1) = 3', 'NON VIDE(-(AGE + 1)) ET -(AGE + 1) = 3'],
    [
      '${age} != 3 or not(${age} = 4 and true())',
      'VIDE(AGE) OU AGE <> 3 OU NON (NON VIDE(AGE) ET AGE = 4 ET VRAI)',
    ],
    ["${nom} = ''", 'VIDE(NOM)'],
    ["'' != ${nom}", 'NON VIDE(NOM)'],
    ['string-length(${nom}) > 0', 'NON VIDE(NOM)'],
    ["${etat} = 'ok'", 'NON VIDE(ETAT) ET ETAT = "OK"'],
    ['${etat} = 1', 'NON VIDE(ETAT) ET ETAT = "1"'],
    ["${peut} = 'a'", 'NON VIDE(PEUT = PEUT) ET PEUT = "a"'],
    ["${peut} != ''", 'NON VIDE(PEUT = PEUT)'],
    ["selected(${etat}, 'ok')", 'NON VIDE(ETAT) ET ETAT = "OK"'],
    ["not(selected(${mois}, 'jan'))", 'NON (NON VIDE(MOIS_JAN) ET MOIS_JAN)'],
    ["${age} > '3'", 'NON VIDE(AGE) ET AGE > 3'],
    ['if(${age} > 1, ${age}, 0)', 'SI(NON VIDE(AGE) ET AGE > 1; AGE; 0)'],
    [
      '${age} = ${taille}',
      'VIDE(AGE) ET VIDE(TAILLE) OU NON VIDE(AGE) ET NON VIDE(TAILLE) ET AGE = TAILLE',
    ],
    ["(${age} + 1) = ''", 'FAUX'],
    ['coalesce(${age}, 0)', 'SI(VIDE(AGE); 0; AGE)'],
    ['round(${age}, 2)', 'ARRONDI(AGE; 2)'],
    ['round(number(${age}))', 'ARRONDI(AGE; 0)'],
    [
      'min(${age}, 3) < max(1, 2) and abs(-3) = 3',
      'NON VIDE(MIN(AGE; 3)) ET MIN(AGE; 3) < MAX(1; 2) ET ABS(-3) = 3',
    ],
  ])('%s', (texte, formule) => {
    expect(traduite(texte)).toBe(formule)
    expect(() => lireFormule(formule)).not.toThrow()
  })
})

describe('une expression qui n’a pas d’équivalent dit pourquoi', () => {
  it.each([
    ['', 'incomplète'],
    ['. >', 'incomplète'],
    ['(. > 1', 'refermée'],
    ['. > 1 2', '«\u00a02\u00a0» n’y est pas attendu'],
    ['1 < 2 < 3', 'deux comparaisons'],
    ['regex(., "[0-9]")', '«\u00a0regex\u00a0» n’existe pas'],
    ['${age} mod 2', 'reste d’une division'],
    ['../age > 3', 'par un chemin'],
    ['/data/age > 3', 'par un chemin'],
    ['age > 3', 'n’y désigne aucune question'],
    ['${inconnue} > 3', 'qui n’est pas une question'],
    ['${perdu} > 3', '«\u00a0perdu\u00a0», qui n’est pas repris'],
    ["${etat} = 'ko'", 'pas un choix'],
    ["selected(${mois}, 'fev')", 'pas un choix'],
    ["${mois} = 'jan'", 'choix multiple'],
    ["selected('a', 'b')", 'ne nomme pas'],
    ["${jour} > '2020-01-01'", 'natures différentes'],
    ['${nom} + 1', 'pas un nombre'],
    ['${nom} = 3', 'un texte à un nombre'],
    ['${nom} > 3', 'un texte à un nombre'],
    ['${nom} > ${peut}', 'ni un nombre ni une date'],
    ['${etat} = ${autre}', 'les codes changent'],
    ['${etat} = ${nom}', 'les codes changent'],
    ['not(${age})', 'ce qui n’en est pas une'],
    ['${calcul} and true()', 'ce qui n’en est pas une'],
    ['${age} div ${taille} > 3', 'par zéro'],
    ['min(${age} div ${taille}, 3)', 'par zéro'],
    ["if(true(), ${nom}, '')", 'texte vide'],
    ["selected(${nom}, 'a')", 'autre chose qu’un choix'],
    [`${'coalesce('.repeat(20)}\${age}${', ${age})'.repeat(20)}`, 'trop longue'],
    ["${nom} = 'a\"b'", 'guillemets'],
    ['round(${age}, ${age})', 'qui se calcule'],
    ['if(${age})', 'ses arguments'],
    ['# 3', 'n’y a pas de sens'],
    ['1e400', 'n’y est pas attendu'],
    ['9'.repeat(400), 'démesuré'],
    ['('.repeat(40), 'trop de parenthèses'],
    ['-'.repeat(400), 'trop de parenthèses'],
    ['1+'.repeat(400), 'trop longue'],
    ['1'.repeat(2001), 'dépasse'],
  ])('%s', (texte, raison) => {
    expect(() => traduite(texte)).toThrow(Intraduisible)
    expect(() => traduite(texte)).toThrow(raison)
  })
})

const MORCEAUX = [
  '${age}',
  '${nom}',
  '${etat}',
  '${mois}',
  '.',
  '1',
  '2.5',
  "'ok'",
  '""',
  'if(',
  'not(',
  'selected(',
  'round(',
  'min(',
  '(',
  ')',
  ',',
  ' and ',
  ' or ',
  ' = ',
  ' != ',
  ' < ',
  '-',
  ' div ',
  ' mod ',
  '+',
  '*',
  'coalesce(',
  'string-length(',
  'true()',
  '${perdu}',
  '"',
]

describe('quel que soit le texte', () => {
  const rendre = (texte: string) => {
    try {
      return traduite(texte)
    } catch (echec) {
      expect(echec).toBeInstanceOf(Intraduisible)
      return null
    }
  }

  it('une expression se refuse dans nos mots, ou devient une formule qui se lit', () => {
    const ecrit = fc.array(fc.constantFrom(...MORCEAUX), { maxLength: 12 })
    fc.assert(
      fc.property(ecrit, (morceaux) => {
        const formule = rendre(morceaux.join(''))
        if (formule !== null) expect(() => lireFormule(formule)).not.toThrow()
      }),
      { numRuns: 3000 },
    )
  })

  it('un texte sans rapport aussi', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (texte) => {
        const formule = rendre(texte)
        if (formule !== null) expect(() => lireFormule(formule)).not.toThrow()
      }),
    )
  })
})
