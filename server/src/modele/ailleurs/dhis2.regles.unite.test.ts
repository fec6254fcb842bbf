import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertirDhis2 } from './dhis2.ts'
import { ajuster } from './reprendre.ts'

// What DHIS2 says of its rules, computed by itself here: an expression is visited, each datum that
// is met is counted, and its total is there as soon as one of its values is.

const ref = (id: string) => ({ id })
const element = (id: string, plus: object = {}) => ({
  id,
  name: id,
  valueType: 'INTEGER_ZERO_OR_POSITIVE',
  categoryCombo: ref('bjDvmb4bfuf'),
  ...plus,
})
const SEXE = { categoryCombo: ref('ccSexe') }
const coc = (id: string, option: string) => ({
  id,
  categoryCombo: ref('ccSexe'),
  categoryOptions: [ref(option)],
})

const FORMULAIRE = {
  dataSets: [
    {
      id: 'jeu',
      name: 'Jeu',
      periodType: 'Quarterly',
      dataSetElements: ['deA', 'deB', 'deT', 'deU'].map((id) => ({ dataElement: ref(id) })),
    },
  ],
  dataElements: [
    element('deA'),
    element('deB'),
    element('deT', SEXE),
    element('deU', { ...SEXE, valueType: 'BOOLEAN' }),
  ],
  categoryCombos: [{ id: 'ccSexe', name: 'Sexe', categories: [ref('caSexe')] }],
  categories: [{ id: 'caSexe', categoryOptions: [ref('coF'), ref('coH')] }],
  categoryOptions: [
    { id: 'coF', code: 'F' },
    { id: 'coH', code: 'H' },
  ],
  categoryOptionCombos: [coc('cocF', 'coF'), coc('cocH', 'coH')],
}

type Arbre =
  | { sorte: 'donnee'; de: string; coc: string | null }
  | { sorte: 'nombre'; valeur: number }
  | { sorte: 'appel'; nom: 'greatest' | 'least'; de: [Arbre, Arbre] }
  | { sorte: 'calcul'; signe: '+' | '-' | '*'; de: [Arbre, Arbre] }
  | { sorte: 'si'; condition: Condition; de: [Arbre, Arbre] }
type Condition =
  | { sorte: 'compare'; signe: '==' | '<' | '>=' | '!='; de: [Arbre, Arbre] }
  | { sorte: 'isNull' | 'isNotNull'; donnee: Extract<Arbre, { sorte: 'donnee' }> }
  | { sorte: '&&' | '||'; de: [Condition, Condition] }
  | { sorte: '!'; de: Condition }

const ecrireDonnee = ({ de, coc: une }: { de: string; coc: string | null }) =>
  `#{${de}${une === null ? '' : `.${une}`}}`

function ecrire(arbre: Arbre | Condition): string {
  switch (arbre.sorte) {
    case 'donnee':
      return ecrireDonnee(arbre)
    case 'nombre':
      return String(arbre.valeur)
    case 'appel':
      return `${arbre.nom}(${arbre.de.map(ecrire).join(', ')})`
    case 'si':
      return `if(${[arbre.condition, ...arbre.de].map(ecrire).join(', ')})`
    case 'isNull':
    case 'isNotNull':
      return `${arbre.sorte}(${ecrireDonnee(arbre.donnee)})`
    case '!':
      return `!(${ecrire(arbre.de)})`
    case '&&':
    case '||':
      return `(${arbre.de.map(ecrire).join(` ${arbre.sorte} `)})`
    default:
      return `(${arbre.de.map(ecrire).join(` ${arbre.signe} `)})`
  }
}

/** What stands in the data, by « element.combo ». */
type Valeurs = ReadonlyMap<string, number>

class Visite {
  lues = 0
  trouvees = 0
  private readonly valeurs: Valeurs

  constructor(valeurs: Valeurs) {
    this.valeurs = valeurs
  }

  lire(de: string, une: string | null): number | null {
    const siennes = [...this.valeurs].filter(([nom]) =>
      une === null ? nom.startsWith(`${de}.`) : nom === `${de}.${une}`,
    )
    return siennes.length === 0 ? null : siennes.reduce((n, [, valeur]) => n + valeur, 0)
  }

  nombre(arbre: Arbre): number {
    switch (arbre.sorte) {
      case 'nombre':
        return arbre.valeur
      case 'donnee': {
        const lue = this.lire(arbre.de, arbre.coc)
        this.lues += 1
        if (lue !== null) this.trouvees += 1
        return lue ?? 0
      }
      case 'si':
        return this.nombre(arbre.de[this.vrai(arbre.condition) ? 0 : 1])
      default: {
        const [a, b] = [this.nombre(arbre.de[0]), this.nombre(arbre.de[1])]
        if (arbre.sorte === 'appel') return arbre.nom === 'least' ? Math.min(a, b) : Math.max(a, b)
        return arbre.signe === '+' ? a + b : arbre.signe === '-' ? a - b : a * b
      }
    }
  }

  vrai(condition: Condition): boolean {
    switch (condition.sorte) {
      case 'isNull':
        return this.lire(condition.donnee.de, condition.donnee.coc) === null
      case 'isNotNull':
        return this.lire(condition.donnee.de, condition.donnee.coc) !== null
      case '!':
        return !this.vrai(condition.de)
      case '&&':
        return this.vrai(condition.de[0]) && this.vrai(condition.de[1])
      case '||':
        return this.vrai(condition.de[0]) || this.vrai(condition.de[1])
      default: {
        const [a, b] = [this.nombre(condition.de[0]), this.nombre(condition.de[1])]
        return comparer(a, condition.signe, b)
      }
    }
  }
}

function comparer(a: number, signe: string, b: number): boolean {
  if (signe === '==' || signe === 'equal_to') return a === b
  if (signe === '!=' || signe === 'not_equal_to') return a !== b
  if (signe === '<' || signe === 'less_than') return a < b
  if (signe === 'less_than_or_equal_to') return a <= b
  return signe === '>=' || signe === 'greater_than_or_equal_to' ? a >= b : a > b
}

type Cote = { arbre: Arbre; strategie: string }

/** What a side gives; null: it is passed over. */
function valeurDe({ arbre, strategie }: Cote, valeurs: Valeurs): number | null {
  const visite = new Visite(valeurs)
  const valeur = visite.nombre(arbre)
  const { lues, trouvees } = visite
  if (strategie === 'SKIP_IF_ANY_VALUE_MISSING' && trouvees < lues) return null
  if (strategie !== 'NEVER_SKIP' && lues > 0 && trouvees === 0) return null
  return valeur
}

function viole(operateur: string, [gauche, droite]: [Cote, Cote], valeurs: Valeurs): boolean {
  const paire = operateur.endsWith('_pair')
  // Documented of pairs: a side is present as soon as something of it is.
  const lire = (cote: Cote) =>
    paire && cote.strategie === 'NEVER_SKIP'
      ? valeurDe({ ...cote, strategie: 'SKIP_IF_ALL_VALUES_MISSING' }, valeurs)
      : valeurDe(cote, valeurs)
  const [g, d] = [lire(gauche), lire(droite)]
  if (operateur === 'compulsory_pair') return (g === null) !== (d === null)
  if (operateur === 'exclusive_pair') return g !== null && d !== null
  return g !== null && d !== null && !comparer(g, operateur, d)
}

const donnee = fc.constantFrom<Extract<Arbre, { sorte: 'donnee' }>[]>(
  { sorte: 'donnee', de: 'deA', coc: null },
  { sorte: 'donnee', de: 'deB', coc: null },
  { sorte: 'donnee', de: 'deB', coc: 'HllvX50cXC0' },
  { sorte: 'donnee', de: 'deT', coc: null },
  { sorte: 'donnee', de: 'deT', coc: 'cocF' },
  { sorte: 'donnee', de: 'deT', coc: 'cocH' },
  { sorte: 'donnee', de: 'deU', coc: null },
  { sorte: 'donnee', de: 'deU', coc: 'cocH' },
)
const { arbre } = fc.letrec<{ arbre: Arbre; condition: Condition }>((noeud) => {
  const paire = fc.tuple(noeud('arbre'), noeud('arbre'))
  const conditions = fc.tuple(noeud('condition'), noeud('condition'))
  const nombre = fc.nat(4).map((valeur): Arbre => ({ sorte: 'nombre', valeur }))
  const compare = fc.record({
    sorte: fc.constant('compare' as const),
    signe: fc.constantFrom('==' as const, '<' as const, '>=' as const, '!=' as const),
    de: paire,
  })
  const nulle = fc.record({
    sorte: fc.constantFrom('isNull' as const, 'isNotNull' as const),
    donnee,
  })
  return {
    arbre: fc.oneof(
      { maxDepth: 3 },
      fc.oneof({ weight: 3, arbitrary: donnee }, { weight: 1, arbitrary: nombre }),
      fc.record({
        sorte: fc.constant('calcul' as const),
        signe: fc.constantFrom('+' as const, '-' as const, '*' as const),
        de: paire,
      }),
      fc.record({
        sorte: fc.constant('appel' as const),
        nom: fc.constantFrom('greatest' as const, 'least' as const),
        de: paire,
      }),
      fc.record({ sorte: fc.constant('si' as const), condition: noeud('condition'), de: paire }),
    ),
    condition: fc.oneof(
      { maxDepth: 2 },
      fc.oneof(compare, nulle),
      fc.record({ sorte: fc.constantFrom('&&' as const, '||' as const), de: conditions }),
      fc.record({ sorte: fc.constant('!' as const), de: noeud('condition') }),
    ),
  }
})

const STRATEGIES = ['NEVER_SKIP', 'SKIP_IF_ANY_VALUE_MISSING', 'SKIP_IF_ALL_VALUES_MISSING']
const OPERATEURS = [
  'equal_to',
  'not_equal_to',
  'greater_than',
  'greater_than_or_equal_to',
  'less_than',
  'less_than_or_equal_to',
  'compulsory_pair',
  'exclusive_pair',
]
const cote = fc.record({ arbre, strategie: fc.constantFrom(...STRATEGIES) })

/** The same data as a form of here holds them. */
const CASES: Readonly<Record<string, string>> = {
  'deA.HllvX50cXC0': 'DONNEES.DEA',
  'deB.HllvX50cXC0': 'DONNEES.DEB',
  'deT.cocF': 'DONNEES_2.DET.F',
  'deT.cocH': 'DONNEES_2.DET.H',
  'deU.cocF': 'DONNEES_2.DEU.F',
  'deU.cocH': 'DONNEES_2.DEU.H',
}
const valeurs = fc
  .tuple(...Object.keys(CASES).map(() => fc.option(fc.nat(3), { freq: 2 })))
  .map((tirees) =>
    Object.keys(CASES).flatMap((nom, rang): [string, number][] => {
      const tiree = tirees[rang]
      if (tiree === null || tiree === undefined) return []
      return [[nom, nom.startsWith('deU') ? tiree % 2 : tiree]]
    }),
  )

const convertir = (operator: string, cotes: [Cote, Cote], periodType = 'Quarterly') => {
  const [leftSide, rightSide] = cotes.map((un) => ({
    expression: ecrire(un.arbre),
    missingValueStrategy: un.strategie,
  }))
  const regle = { id: 'regle', name: 'Règle', operator, periodType, leftSide, rightSide }
  return convertirDhis2({ ...FORMULAIRE, validationRules: [regle] }).converti
}

function seDeclenche(operator: string, cotes: [Cote, Cote], tirees: [string, number][]) {
  // What the engine would refuse, too long, is taken out there, and told.
  const { source } = ajuster(convertir(operator, cotes), {})
  if (source.controles.length === 0) return null
  const { compile, fautes } = verifierSource(source, {})
  expect(fautes).toEqual([])
  if (!compile) throw new Error('modèle en faute')
  const donnees: Donnees = Object.fromEntries(
    tirees.map(([nom, valeur]) => [
      CASES[nom] ?? '',
      nom.startsWith('deU') ? valeur === 1 : valeur,
    ]),
  )
  const mois = { mois: 'MARCH', annee: 2025, joursOuvres: 21, structure: {}, autres: {} } as const
  const calcul = ouvrirCalcul(compile, donnees, mois)
  return calcul.resultats().some(({ code }) => code === 'VR01')
}

describe('une règle de DHIS2', () => {
  it('se déclenche ici quand elle n’est pas respectée là-bas, quelles que soient les valeurs qui manquent', () => {
    let jugees = 0
    const toutes = fc.tuple(fc.constantFrom(...OPERATEURS), fc.tuple(cote, cote), valeurs)
    fc.assert(
      fc.property(toutes, ([operateur, cotes, tirees]) => {
        const dite = seDeclenche(operateur, cotes, tirees)
        if (dite === null) return
        jugees += 1
        expect(dite).toBe(viole(operateur, cotes, new Map(tirees)))
      }),
      { numRuns: 500 },
    )
    // Those that read nothing, or are too long, are left: they are few.
    expect(jugees).toBeGreaterThan(300)
  })

  const simple = (de: string, strategie: string): Cote => ({
    arbre: { sorte: 'donnee', de, coc: null },
    strategie,
  })
  const ANY = 'SKIP_IF_ANY_VALUE_MISSING'

  it('compte un total dès qu’une de ses cases est remplie', () => {
    const cotes: [Cote, Cote] = [simple('deT', ANY), simple('deA', ANY)]
    const A = ['deA.HllvX50cXC0', 1] satisfies [string, number]
    expect(seDeclenche('equal_to', cotes, [A])).toBe(false)
    expect(seDeclenche('equal_to', cotes, [['deT.cocF', 5]])).toBe(false)
    expect(seDeclenche('equal_to', cotes, [A, ['deT.cocF', 5]])).toBe(true)
    expect(seDeclenche('equal_to', cotes, [A, ['deT.cocF', 1]])).toBe(false)
  })

  it('est du formulaire quand elle lit sa période, trimestrielle ou non, et nulle autre', () => {
    const cotes: [Cote, Cote] = [simple('deA', 'NEVER_SKIP'), simple('deB', 'NEVER_SKIP')]
    expect(convertir('equal_to', cotes).source.controles).toHaveLength(1)
    expect(convertir('equal_to', cotes, '').source.controles).toHaveLength(1)
    for (const autre of ['Monthly', 'Yearly']) {
      const { source, constats } = convertir('equal_to', cotes, autre)
      expect(source.controles).toEqual([])
      expect(constats.map(({ phrase }) => phrase).join()).toContain('d’autres périodes')
    }
  })
})

describe('une ventilation que le fichier ne décrit pas', () => {
  const avec = (cocs: object[]) =>
    convertirDhis2({ ...FORMULAIRE, categories: [], categoryOptionCombos: cocs }).converti
  const nomDe = (cocs: object[]) =>
    avec(cocs).correspondance?.find(({ dataElement }) => dataElement === 'deT')?.categoryOptionCombo

  it('ne donne à sa case le nom d’aucune de ses parties, et le dit', () => {
    expect(nomDe([])).toBeUndefined()
    expect(nomDe([coc('cocF', 'coF'), coc('cocH', 'coH')])).toBeUndefined()
    expect(nomDe([coc('cocF', 'coF')])).toBe('cocF')
    const phrases = avec([]).constats.map(({ phrase }) => phrase)
    expect(phrases.join()).toContain('ne pourront pas être reprises')
  })

  it('laisse un total lire toutes ses cases, celles sans nom aussi', () => {
    const regle = {
      id: 'r',
      name: 'R',
      operator: 'equal_to',
      leftSide: { expression: '#{deT}', missingValueStrategy: 'NEVER_SKIP' },
      rightSide: { expression: '1', missingValueStrategy: 'NEVER_SKIP' },
    }
    const { converti } = convertirDhis2({
      ...FORMULAIRE,
      categoryOptionCombos: [coc('cocF', 'coF')],
      validationRules: [regle],
    })
    expect(converti.source.controles[0]?.cellules).toEqual(['DONNEES_2.DET.F', 'DONNEES_2.DET.H'])
  })
})
