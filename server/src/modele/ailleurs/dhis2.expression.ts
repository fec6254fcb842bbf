import {
  cutTokens,
  type Fault,
  type Grammar,
  operators,
  type Reader,
  readExpression,
  type Token,
} from '@releve/contract/modele/expression.reader.ts'
import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Rapprochement } from './ailleurs.ts'
import {
  ensemble,
  type Fait,
  fait,
  type Manques,
  manquesDe,
  non,
  quand,
  RIEN_LU,
} from './dhis2.manques.ts'

/** What of a formula of DHIS2 cannot be said here: a French sentence. */
export class Indicible extends Error {}

type Type = 'nombre' | 'booleen'
/** Loosest to tightest: 1 OU, 2 ET, 3 NON, 4 comparison, 5 + -, 6 * /, 7 unary, 8 the rest. */
type Fragment = { texte: string; type: Type; priorite: number; manques: Manques }

/** What a formula reads. */
export type Lecture = {
  /** Cells of a data element, or one of them; none: it is not of this form. */
  trouver: (dataElement: string, ventilation: string | null) => readonly Rapprochement[]
  /** Whether all the cells found are those of a row, so that it may be summed by `*`. */
  somme: (cellules: readonly Rapprochement[]) => string
  /** How an entered value is a figure: none for a text. */
  nature: (dataElement: string) => 'nombre' | 'booleen' | null
  constante: (id: string) => number | null
  /** What a blank cell counts for; `SEULE`: 0 in a total, absent where it is read by itself. */
  blanc: 'ZERO' | 'ABSENT' | 'SEULE'
}

/** A formula here, and the cells that it reads. */
export type FormuleTraduite = { formule: string; cellules: Rapprochement[] }

const COMPARAISONS = new Map([
  ['==', '='],
  ['!=', '<>'],
  ['<>', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
])

const FONCTIONS = new Map([
  ['if', 'SI'],
  ['greatest', 'MAX'],
  ['least', 'MIN'],
])

const LONGUE = 'Sa formule est trop longue.'
const malEcrite = () => new Indicible('Sa formule est mal écrite.')
const FAUTES = new Map<Fault, string>([
  ['length', LONGUE],
  ['tokens', LONGUE],
  ['depth', 'Sa formule a trop de parenthèses.'],
])

const comparaison = (signe: string) => (gauche: Fragment, droite: () => Fragment) =>
  comparer(gauche, COMPARAISONS.get(signe) ?? '=', droite())

/** An operator that has no equivalent, whatever stands on its right. */
const indicible = (phrase: string) => (): Fragment => {
  throw new Indicible(phrase)
}

/** Without its operands, which depend on the form that is read. */
const GRAMMAIRE: Omit<Grammar<Fragment>, 'operand'> = {
  spellings: [
    { kind: 'reference', pattern: /(?:[#CRNIAD]|OUG|PS_EVENTDATE)\{[^{}]*\}/y },
    { kind: 'number', pattern: /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y },
    { kind: 'word', pattern: /\[days\]|[A-Za-z_][A-Za-z0-9_.]*/y },
    { kind: 'sign', pattern: /&&|\|\||==|!=|<>|<=|>=|[-+*/%^()<>!,]/y },
  ],
  maximum: { length: 4000, tokens: 400, depth: 30 },
  refusal: (faute) => {
    const phrase = FAUTES.get(faute)
    return phrase ? new Indicible(phrase) : malEcrite()
  },
  prefixes: new Map([
    ...operators(7, ['+'], () => (de: Fragment) => exiger(de, 'nombre')),
    ...operators(7, ['-'], () => opposer),
    ...operators(7, ['!', 'not'], () => nier),
  ]),
  infixes: new Map([
    ...operators(1, ['||', 'or'], () => relier('OU')),
    ...operators(2, ['&&', 'and'], () => relier('ET')),
    ...operators(4, [...COMPARAISONS.keys()], comparaison, true),
    ...operators(5, ['+', '-'], calculer(5)),
    ...operators(6, ['*', '/'], calculer(6)),
    ...operators(6, ['%'], () => indicible('Le reste d’une division ne se dit pas ici.')),
    ...operators(8, ['^'], () => indicible('Une puissance ne se dit pas ici.')),
  ]),
}

/** `cellules`: those that the expression reads, gathered while it is. */
type Travail = { lecture: Lecture; cellules: Rapprochement[]; lecteur: Reader<Fragment> }

function operande(jeton: Token, travail: Travail): Fragment {
  const { kind, text } = jeton
  if (kind === 'number') return nombre(Number(text))
  if (kind === 'reference') return direReference(text, travail)
  if (kind === 'word') return direMot(jeton, travail)
  throw malEcrite()
}

function direMot(jeton: Token, travail: Travail): Fragment {
  const mot = jeton.text
  if (mot === '[days]') return dire('NB_JOURS()', 'nombre')
  if (mot === 'true' || mot === 'false') return dire(mot === 'true' ? 'VRAI' : 'FAUX', 'booleen')
  if (mot === 'isNull' || mot === 'isNotNull') return direVide(mot === 'isNotNull', travail)
  const fonction = FONCTIONS.get(mot)
  if (!fonction) throw new Indicible(`La fonction ${mot.slice(0, 40)} ne se dit pas ici.`)
  const recus = argumentsDe(jeton, travail)
  if (fonction === 'SI') return choisir(recus)
  for (const recu of recus) exiger(recu, 'nombre')
  const manques = recus.map((recu) => recu.manques).reduce(ensemble)
  return dire(`${fonction}(${recus.map((un) => un.texte).join('; ')})`, 'nombre', manques)
}

function argumentsDe(mot: Token, { lecteur }: Travail): Fragment[] {
  if (!lecteur.take('(')) throw malEcrite()
  const recus = lecteur.args(mot, ',')
  if (recus.length === 0) throw malEcrite()
  return recus
}

function direVide(negatif: boolean, travail: Travail): Fragment {
  const { take, next } = travail.lecteur
  if (!take('(')) throw malEcrite()
  const { kind, text } = next()
  if (kind !== 'reference' || !text.startsWith('#') || !take(')')) throw malEcrite()
  const vides = lire(dedansDe(text), travail)
    .cellules.map(({ cellule }) => `VIDE(${cellule})`)
    .join(' ET ')
  const dite = { ...dire(vides, 'booleen'), priorite: 2 }
  return negatif ? { ...dite, texte: `NON (${vides})`, priorite: 3 } : dite
}

/** `#{abc.def}`: `abc.def`. */
const dedansDe = (reference: string) => reference.slice(reference.indexOf('{') + 1, -1).trim()

function lire(de: string, { lecture, cellules }: Travail) {
  const [dataElement = '', ventilation = '*', attribut = '*', ...reste] = de.split('.')
  if (reste.length > 0 || /[:&|]/.test(de))
    throw new Indicible(`Sa formule nomme un ensemble de données (${de.slice(0, 60)}).`)
  if (attribut !== '*') throw new Indicible('Sa formule nomme une ventilation du rapport entier.')
  const trouvees = lecture.trouver(dataElement, ventilation === '*' ? null : ventilation)
  if (trouvees.length === 0)
    throw new Indicible(
      `Sa formule lit une donnée qui n’est pas dans ce formulaire (${de.slice(0, 60)}).`,
    )
  cellules.push(...trouvees)
  return { dataElement, cellules: trouvees }
}

function direReference(reference: string, travail: Travail): Fragment {
  const prefixe = reference.slice(0, reference.indexOf('{'))
  const de = dedansDe(reference)
  if (prefixe === 'C') {
    const valeur = travail.lecture.constante(de)
    if (valeur === null)
      throw new Indicible('Sa formule nomme une constante que le fichier ne dit pas.')
    return nombre(valeur)
  }
  if (prefixe !== '#')
    throw new Indicible(
      `Sa formule lit autre chose que les données du formulaire (${prefixe}{${de.slice(0, 40)}}).`,
    )
  const { dataElement, cellules } = lire(de, travail)
  const nature = travail.lecture.nature(dataElement)
  if (nature === null) throw new Indicible('Sa formule compte des réponses en texte.')
  return direValeur(cellules, nature, travail.lecture)
}

function direValeur(
  cellules: readonly Rapprochement[],
  nature: Type,
  { blanc, somme }: Lecture,
): Fragment {
  const manques = manquesDe(cellules.map(({ cellule }) => `VIDE(${cellule})`))
  if (nature === 'nombre' && blanc === 'ABSENT') return dire(somme(cellules), 'nombre', manques)
  const absente = blanc === 'ABSENT' || (blanc === 'SEULE' && cellules.length === 1)
  const dits = cellules.map(({ cellule }) => {
    const chiffre = nature === 'nombre' ? cellule : `SI(${cellule}; 1; 0)`
    return absente ? chiffre : `SI(VIDE(${cellule}); 0; ${chiffre})`
  })
  // Absent, it makes the rule silent by itself.
  const dit = dire(dits.join(' + '), 'nombre', absente ? { ...manques, un: false } : manques)
  return { ...dit, priorite: dits.length > 1 ? 5 : 8 }
}

const dire = (texte: string, type: Type, manques = RIEN_LU): Fragment => ({
  texte,
  type,
  priorite: 8,
  manques,
})

/** `if`: of its two branches, one is met. */
function choisir(recus: readonly Fragment[]): Fragment {
  const [condition, alors, sinon] = recus
  if (recus.length !== 3 || !condition || !alors || !sinon)
    throw new Indicible('Sa formule est mal écrite.')
  exiger(condition, 'booleen')
  exiger(sinon, alors.type)
  const vraie = enFait(condition)
  const branches = ensemble(quand(vraie, alors.manques), quand(non(vraie), sinon.manques))
  const texte = `SI(${recus.map((un) => un.texte).join('; ')})`
  return dire(texte, alors.type, ensemble(condition.manques, branches))
}

const enFait = (dit: Fragment): Fait => fait(entre(dit, 4))

function nombre(valeur: number): Fragment {
  const absolu = Math.abs(valeur)
  if (!(absolu < 1e12)) throw new Indicible('Sa formule a un nombre trop grand.')
  const texte = absolu.toFixed(6).replace(/\.?0+$/, '')
  if (Number(texte) !== absolu) throw new Indicible('Sa formule a un nombre trop précis.')
  const dit = dire(texte.replace('.', ','), 'nombre')
  return valeur < 0 ? { ...dit, texte: `-${dit.texte}`, priorite: 7 } : dit
}

const entre = ({ texte, priorite }: Fragment, autour: number): string =>
  priorite < autour ? `(${texte})` : texte

function exiger(dit: Fragment, type: Type): Fragment {
  if (dit.type !== type) throw new Indicible('Sa formule mêle un nombre et une condition.')
  return dit
}

function opposer(de: Fragment): Fragment {
  return { ...exiger(de, 'nombre'), texte: `-${entre(de, 8)}`, priorite: 7 }
}

function nier(de: Fragment): Fragment {
  return { ...exiger(de, 'booleen'), texte: `NON ${entre(de, 3)}`, priorite: 3 }
}

/** The second is met only where the first does not decide. */
function relier(mot: 'ET' | 'OU') {
  return (gauche: Fragment, lireDroite: () => Fragment): Fragment => {
    const droite = lireDroite()
    exiger(gauche, 'booleen')
    exiger(droite, 'booleen')
    const priorite = mot === 'ET' ? 2 : 1
    const texte = `${entre(gauche, priorite)} ${mot} ${entre(droite, priorite + 1)}`
    const premiere = enFait(gauche)
    const seconde = quand(mot === 'ET' ? premiere : non(premiere), droite.manques)
    return { texte, type: 'booleen', priorite, manques: ensemble(gauche.manques, seconde) }
  }
}

function calculer(priorite: 5 | 6) {
  return (signe: string) =>
    (gauche: Fragment, lireDroite: () => Fragment): Fragment => {
      const droite = lireDroite()
      exiger(gauche, 'nombre')
      exiger(droite, 'nombre')
      const texte = `${entre(gauche, priorite)} ${signe} ${entre(droite, priorite + 1)}`
      const manques = ensemble(gauche.manques, droite.manques)
      return { texte, type: 'nombre', priorite, manques }
    }
}

/** @throws Indicible when one is a figure and the other a condition */
export function comparer(gauche: Fragment, signe: string, droite: Fragment): Fragment {
  exiger(gauche, 'nombre')
  exiger(droite, 'nombre')
  const texte = `${entre(gauche, 5)} ${signe} ${entre(droite, 5)}`
  const manques = ensemble(gauche.manques, droite.manques)
  return { texte, type: 'booleen', priorite: 4, manques }
}

/** Whether all that it names is met, whatever stands there: nothing in it chooses, nor asks. */
export const litTout = (source: string): boolean =>
  !/[=<>!&|]|\b(?:if|is\w+|and|or|not)\b/.test(source)

/**
 * A figure that DHIS2 computes, as our formulas say it.
 * @throws Indicible, and nothing else, whatever the text
 */
export function traduire(source: string, lecture: Lecture): FormuleTraduite & { dit: Fragment } {
  const cellules: Rapprochement[] = []
  const lue = readExpression(cutTokens(source, GRAMMAIRE), {
    ...GRAMMAIRE,
    operand: (jeton, lecteur) => operande(jeton, { lecture, cellules, lecteur }),
  })
  const dit = exiger(lue, 'nombre')
  if (dit.texte.length > BORNES_MODELE.texte) throw new Indicible(LONGUE)
  return { formule: dit.texte, cellules, dit }
}
