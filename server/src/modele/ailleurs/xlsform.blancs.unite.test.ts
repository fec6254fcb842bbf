import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModeleConverti } from './ailleurs.ts'
import { ajuster } from './reprendre.ts'
import { feuillesDe } from './xlsform.banc.ts'
import { convertirXlsform } from './xlsform.ts'

// What XPath says of a blank, computed by itself here: a question without an answer, or that is not
// asked, is the empty text.

type Reponse = number | string
type Valeur = number | string | boolean
type Arbre =
  | { sorte: 'question'; nom: string }
  | { sorte: 'dit'; valeur: Reponse }
  | { sorte: 'calcul'; signe: '+' | '-' | '*' | 'div'; de: [Arbre, Arbre] }
  | { sorte: 'min' | 'max' | 'coalesce'; de: [Arbre, Arbre] }
  | { sorte: 'if'; condition: Arbre; de: [Arbre, Arbre] }
  | { sorte: 'compare'; signe: '=' | '!=' | '<' | '<=' | '>' | '>='; de: [Arbre, Arbre] }
  | { sorte: 'and' | 'or'; de: [Arbre, Arbre] }
  | { sorte: 'not'; de: Arbre }
  | { sorte: 'selected'; nom: string; choix: string }

function ecrire(arbre: Arbre): string {
  switch (arbre.sorte) {
    case 'question':
      return `\${${arbre.nom}}`
    case 'dit':
      return typeof arbre.valeur === 'number' ? String(arbre.valeur) : `'${arbre.valeur}'`
    case 'not':
      return `not(${ecrire(arbre.de)})`
    case 'selected':
      return `selected(\${${arbre.nom}}, '${arbre.choix}')`
    case 'if':
      return `if(${[arbre.condition, ...arbre.de].map(ecrire).join(', ')})`
    case 'min':
    case 'max':
    case 'coalesce':
      return `${arbre.sorte}(${arbre.de.map(ecrire).join(', ')})`
    case 'and':
    case 'or':
      return `(${arbre.de.map(ecrire).join(` ${arbre.sorte} `)})`
    default:
      return `(${arbre.de.map(ecrire).join(` ${arbre.signe} `)})`
  }
}

const nombreDe = (valeur: Valeur): number =>
  valeur === '' ? Number.NaN : typeof valeur === 'boolean' ? Number(valeur) : Number(valeur)
const vraiDe = (valeur: Valeur): boolean =>
  typeof valeur === 'number' ? valeur !== 0 && !Number.isNaN(valeur) : Boolean(valeur)

function egaux(a: Valeur, b: Valeur): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') return vraiDe(a) === vraiDe(b)
  if (typeof a === 'number' || typeof b === 'number') return nombreDe(a) === nombreDe(b)
  return a === b
}

function comparer(signe: string, a: Valeur, b: Valeur): boolean {
  if (signe === '=') return egaux(a, b)
  if (signe === '!=') return !egaux(a, b)
  const [x, y] = [nombreDe(a), nombreDe(b)]
  if (signe === '<') return x < y
  return signe === '<=' ? x <= y : signe === '>' ? x > y : x >= y
}

function calculer(signe: string, a: number, b: number): number {
  if (signe === '+') return a + b
  return signe === '-' ? a - b : signe === '*' ? a * b : a / b
}

function evaluer(arbre: Arbre, lire: (nom: string) => Reponse): Valeur {
  const dire = (un: Arbre) => evaluer(un, lire)
  switch (arbre.sorte) {
    case 'question':
      return lire(arbre.nom)
    case 'dit':
      return arbre.valeur
    case 'not':
      return !vraiDe(dire(arbre.de))
    case 'selected':
      return String(lire(arbre.nom)).split(' ').includes(arbre.choix)
    case 'if':
      return dire(arbre.de[vraiDe(dire(arbre.condition)) ? 0 : 1])
    case 'and':
      return vraiDe(dire(arbre.de[0])) && vraiDe(dire(arbre.de[1]))
    case 'or':
      return vraiDe(dire(arbre.de[0])) || vraiDe(dire(arbre.de[1]))
    case 'compare':
      return comparer(arbre.signe, dire(arbre.de[0]), dire(arbre.de[1]))
    case 'coalesce': {
      const premiere = dire(arbre.de[0])
      return premiere === '' || Number.isNaN(premiere) ? dire(arbre.de[1]) : premiere
    }
    default: {
      const [a, b] = [nombreDe(dire(arbre.de[0])), nombreDe(dire(arbre.de[1]))]
      if (arbre.sorte === 'calcul') return calculer(arbre.signe, a, b)
      return arbre.sorte === 'min' ? Math.min(a, b) : Math.max(a, b)
    }
  }
}

const question = (nom: string): Arbre => ({ sorte: 'question', nom })
const dit = (valeur: Reponse): Arbre => ({ sorte: 'dit', valeur })
const egal = fc.constantFrom('=' as const, '!=' as const)
const NOMS = ['n', 'm', 'nc', 't', 'tc', 's', 'sc'] as const

const { nombre, condition } = fc.letrec<{ nombre: Arbre; condition: Arbre }>((noeud) => {
  const nombres = fc.tuple(noeud('nombre'), noeud('nombre'))
  const conditions = fc.tuple(noeud('condition'), noeud('condition'))
  const textes = fc.tuple(
    fc.constantFrom(question('t'), question('tc')),
    fc.constantFrom(question('t'), question('tc'), dit('a'), dit('b')),
  )
  const choix = fc.tuple(
    fc.constantFrom(question('s'), question('sc')),
    fc.constantFrom(question('s'), question('sc'), dit('oui-da'), dit('2')),
  )
  const vide = fc.tuple(fc.constantFrom(...NOMS.map(question)), fc.constant(dit('')))
  const compare = fc.constant('compare' as const)
  return {
    nombre: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(question('n'), question('m'), question('nc'), dit(0), dit(2)),
      fc.record({
        sorte: fc.constant('calcul' as const),
        signe: fc.constantFrom('+' as const, '-' as const, '*' as const, 'div' as const),
        de: nombres,
      }),
      fc.record({
        sorte: fc.constantFrom('min' as const, 'max' as const, 'coalesce' as const),
        de: nombres,
      }),
      fc.record({ sorte: fc.constant('if' as const), condition: noeud('condition'), de: nombres }),
    ),
    condition: fc.oneof(
      { maxDepth: 2 },
      fc.oneof(
        fc.record({
          sorte: compare,
          signe: fc.oneof(
            egal,
            fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
          ),
          de: nombres,
        }),
        fc.record({ sorte: compare, signe: egal, de: fc.oneof(textes, choix, vide) }),
        fc.record({
          sorte: fc.constant('selected' as const),
          nom: fc.constantFrom('s', 'sc', 'c', 'cc'),
          choix: fc.constantFrom('oui-da', '2'),
        }),
      ),
      fc.record({ sorte: fc.constantFrom('and' as const, 'or' as const), de: conditions }),
      fc.record({ sorte: fc.constant('not' as const), de: noeud('condition') }),
    ),
  }
})

const chiffre = fc.option(fc.integer({ min: -2, max: 3 }), { nil: '' })
const mot = fc.constantFrom('', 'a', 'b')
const parmi = fc.constantFrom('', 'oui-da', '2')
const plusieurs = fc.constantFrom('', 'oui-da', '2', 'oui-da 2')
/** `g`: whether those of its group, whose names end in c, are asked. */
const reponses = fc.record({
  g: fc.constantFrom(0, 1),
  n: chiffre,
  m: chiffre,
  nc: chiffre,
  t: mot,
  tc: mot,
  s: parmi,
  sc: parmi,
  c: plusieurs,
  cc: plusieurs,
})
type Reponses = typeof reponses extends fc.Arbitrary<infer T> ? T : never

const ENTETES = ['type', 'name', 'label', 'relevant', 'calculation', 'constraint']
const convertir = (...suite: string[][]): ModeleConverti => {
  const { converti } = convertirXlsform(
    feuillesDe({
      survey: [
        ENTETES,
        ['integer', 'g', 'G'],
        ['integer', 'n', 'N'],
        ['integer', 'm', 'M'],
        ['text', 't', 'T'],
        ['select_one l', 's', 'S'],
        ['select_multiple l', 'c', 'C'],
        ['begin group', 'groupe', 'Groupe', '${g} = 1'],
        ['integer', 'nc', 'NC'],
        ['text', 'tc', 'TC'],
        ['select_one l', 'sc', 'SC'],
        ['select_multiple l', 'cc', 'CC'],
        ['calculate', 'calcul', 'Calcul', '', '${n} + 1'],
        ['end group'],
        ...suite,
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['l', 'oui-da', 'Oui'],
        ['l', '2', 'Deux'],
      ],
    }),
  )
  return ajuster(converti, listesDe(converti))
}

const listesDe = ({ listes }: ModeleConverti) =>
  Object.fromEntries(listes.map(({ code, valeurs }) => [code, valeurs]))

/** The answers in their cells here: the names of choices have other codes. */
function saisir(dites: Reponses): Donnees {
  const donnees: Donnees = {}
  for (const [nom, dite] of Object.entries(dites)) {
    const cellule = nom.toUpperCase()
    if (nom === 'c' || nom === 'cc')
      for (const choix of String(dite).split(' ').filter(Boolean))
        donnees[`${cellule}_${choix === '2' ? '2' : 'OUI_DA'}`] = true
    else if (dite !== '') donnees[cellule] = dite === 'oui-da' ? 'OUI_DA' : dite
  }
  return donnees
}

function ouvrir(venu: ModeleConverti, donnees: Donnees) {
  const { compile, fautes } = verifierSource(venu.source, listesDe(venu))
  expect(fautes).toEqual([])
  if (!compile) throw new Error('modèle en faute')
  const mois = { mois: 'MARCH', annee: 2025, joursOuvres: 21, structure: {}, autres: {} } as const
  return ouvrirCalcul(compile, donnees, mois)
}

const champsDe = ({ source }: ModeleConverti) =>
  source.sections.flatMap((section) => (section.type === 'champs' ? section.champs : []))
const champ = (venu: ModeleConverti, code: string) => champsDe(venu).find((un) => un.code === code)
/** As the questionnaire reads them there: those of a group that is not asked are blank. */
const lecteur = (dites: Reponses) => (nom: string) => {
  const lue = Object.entries(dites).find(([un]) => un === nom)?.[1] ?? ''
  return nom.length === 2 && nom.endsWith('c') && dites.g !== 1 ? '' : lue
}

describe('un blanc de XLSForm', () => {
  it('décide ici comme là-bas\u00a0: des calculs, des questions posées, des règles', () => {
    let jugees = 0
    fc.assert(
      fc.property(condition, reponses, (dite, dites) => {
        const texte = ecrire(dite)
        const venu = convertir(
          ['calculate', 'r', 'R', '', `if(${texte}, 1, 0)`],
          ['integer', 'q', 'Q', texte],
          ['integer', 'k', 'K', '', '', texte],
        )
        if (!champ(venu, 'R')) return
        jugees += 1
        const vrai = vraiDe(evaluer(dite, lecteur(dites)))
        const calcul = ouvrir(venu, { ...saisir(dites), K: 1 })
        expect(calcul.valeur('R')).toBe(vrai ? 1 : 0)
        expect(calcul.valeur('Q') === 'SO').toBe(!vrai)
        expect(calcul.resultats().length).toBe(vrai ? 0 : 1)
        // A blank respects any rule.
        expect(ouvrir(venu, saisir(dites)).resultats()).toEqual([])
      }),
      { numRuns: 300 },
    )
    expect(jugees).toBeGreaterThan(150)
  })

  it('rend vide ici le calcul qui n’est pas un nombre là-bas, et nul autre', () => {
    let jugees = 0
    fc.assert(
      fc.property(nombre, reponses, (dite, dites) => {
        const venu = convertir(['calculate', 'r', 'R', '', ecrire(dite)])
        if (!champ(venu, 'R')) return
        jugees += 1
        const valeur = nombreDe(evaluer(dite, lecteur(dites)))
        const lue = ouvrir(venu, saisir(dites)).valeur('R')
        // A cell that only names another takes its SO, which is no figure either.
        if (!Number.isFinite(valeur)) expect(typeof lue).not.toBe('number')
        else expect(lue).toBeCloseTo(valeur, 9)
      }),
      { numRuns: 300 },
    )
    expect(jugees).toBeGreaterThan(150)
  })

  it('est une règle respectée, de quelque façon qu’elle lise sa réponse', () => {
    const regles = [
      ". = ''",
      '${n} > 100',
      '. > 0 and ${n} > 100',
      'true() and . > 3',
      '2 < 2 or . > 3',
      'coalesce(5, .) > 9',
    ]
    for (const texte of regles) {
      const venu = convertir(['integer', 'k', 'K', '', '', texte])
      expect(ouvrir(venu, { N: 1 }).resultats()).toEqual([])
      expect(ouvrir(venu, { N: 1, K: 2 }).resultats()).toHaveLength(1)
    }
    const choix = convertir(['select_multiple l', 'k', 'K', '', '', "selected(., '2')"])
    expect(ouvrir(choix, {}).resultats()).toEqual([])
    expect(ouvrir(choix, { K_OUI_DA: true }).resultats()).toHaveLength(1)
    expect(ouvrir(choix, { K_OUI_DA: true, K_2: true }).resultats()).toEqual([])
  })

  it('est ce que vaut un calcul dont le groupe n’est pas posé', () => {
    const venu = convertir(['calculate', 'r', 'R', '', "if(${calcul} = '', 1, 2)"])
    expect(ouvrir(venu, { G: 0, N: 4 }).valeur('CALCUL')).toBe('SO')
    expect(ouvrir(venu, { G: 0, N: 4 }).valeur('R')).toBe(1)
    expect(ouvrir(venu, { G: 1, N: 4 }).valeur('CALCUL')).toBe(5)
    expect(ouvrir(venu, { G: 1, N: 4 }).valeur('R')).toBe(2)
  })
})

describe('une question que sa condition écarte', () => {
  it('n’empêche pas le calcul qui la lit', () => {
    const venu = convertir(
      ['integer', 'a', 'A'],
      ['select_one l', 'q', 'Q', '${a} > 5'],
      ['integer', 'b', 'B'],
      ['calculate', 'r', 'R', '', "if(${q} = 'oui-da', 0, ${b})"],
    )
    expect(ouvrir(venu, { A: 3, B: 10 }).valeur('R')).toBe(10)
    expect(ouvrir(venu, { B: 10 }).valeur('R')).toBe(10)
    expect(ouvrir(venu, { A: 6, B: 10 }).valeur('R')).toBe(10)
    expect(ouvrir(venu, { A: 6, B: 10, Q: 'OUI_DA' }).valeur('R')).toBe(0)
  })

  it('et un calcul qui répond par vrai ou faux n’est lu par aucun autre', () => {
    const venu = convertir(
      ['calculate', 'r', 'R', '', 'if(${p}, 1, 0)'],
      ['calculate', 'p', 'P', '', '${n} > 1'],
    )
    expect(champ(venu, 'P')?.nature).toBe('booleen')
    expect(champ(venu, 'R')).toBeUndefined()
  })
})

describe('une ligne retirée par son auteur', () => {
  const reprendre = (...lignes: string[][]) =>
    convertirXlsform(
      feuillesDe({ survey: [['type', 'name', 'label', 'disabled', 'relevant'], ...lignes] }),
    ).converti
  const codes = (venu: ModeleConverti) => champsDe(venu).map(({ code }) => code)
  const phrases = ({ constats }: ModeleConverti, ligne: number) =>
    constats.filter(({ place }) => place === `survey, ligne ${ligne}`).map(({ phrase }) => phrase)

  it('n’est pas reprise, et se dit\u00a0; toute autre l’est', () => {
    const venu = reprendre(
      ['integer', 'a', 'A', 'yes'],
      ['integer', 'b', 'B', 'no'],
      ['integer', 'c', 'C', 'TRUE'],
      ['integer', 'd', 'D', 'peut-être'],
      ['integer', 'e', 'E', '', '${a} > 1'],
    )
    expect(codes(venu)).toEqual(['B', 'D', 'E'])
    expect(phrases(venu, 2).join()).toContain('son auteur l’a retiré')
    expect(phrases(venu, 5).join()).toContain('ne dit pas qu’il est retiré')
    expect(phrases(venu, 6).join()).toContain('qui n’est pas repris')
    expect(venu.constats.map(({ phrase }) => phrase).join()).not.toContain('La colonne')
  })

  it('laisse la place à celle qui a pris son nom', () => {
    const venu = reprendre(
      ['text', 'a', 'Ancienne', 'yes'],
      ['integer', 'a', 'A'],
      ['integer', 'b', 'B', '', '${a} = 2'],
    )
    expect(codes(venu)).toEqual(['A', 'B'])
    expect(champ(venu, 'B')?.soSi).toBe('NON (NON VIDE(A) ET A = 2)')
  })

  it('ouvre ou ferme un groupe sans toucher à ceux qui l’entourent', () => {
    const venu = reprendre(
      ['begin group', 'g', 'G'],
      ['begin group', 'h', 'H', 'yes', '${z} = 1'],
      ['integer', 'a', 'A'],
      ['end group', '', '', 'yes'],
      ['integer', 'b', 'B'],
      ['begin repeat', 'r', 'R', 'yes'],
      ['integer', 'c', 'C'],
      ['end repeat'],
      ['integer', 'd', 'D'],
      ['end group'],
      ['integer', 'e', 'E'],
    )
    expect(venu.source.sections.map(({ code }) => code)).toEqual(['ID', 'G', 'QUESTIONS'])
    expect(codes(venu)).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(champ(venu, 'A')).not.toHaveProperty('soSi')
  })
})
