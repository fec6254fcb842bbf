/**
 * The part of XPath that XLSForm questionnaires write: `${age} >= 0 and . < 120`. What is read of it
 * says nothing yet of what our formulas can say: that is `xpath.traduire.ts`.
 */

import {
  cutTokens,
  type Fault,
  type Grammar,
  type Infix,
  type Operator,
  operators,
  type Prefix,
  type Reader,
  readExpression,
  type Token,
} from '@releve/contract/modele/expression.reader.ts'

type Logique = 'or' | 'and'
export type Comparaison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Calcul = '+' | '-' | '*' | 'div' | 'mod'

export type Noeud =
  | { sorte: 'nombre'; valeur: number }
  | { sorte: 'texte'; valeur: string }
  /** `${nom}`; `.`, the question itself, is without a name. */
  | { sorte: 'question'; nom: string | null }
  | { sorte: 'appel'; nom: string; arguments: Noeud[] }
  | { sorte: 'oppose'; de: Noeud }
  | { sorte: 'logique'; operateur: Logique; gauche: Noeud; droite: Noeud }
  | { sorte: 'comparaison'; operateur: Comparaison; gauche: Noeud; droite: Noeud }
  | { sorte: 'calcul'; operateur: Calcul; gauche: Noeud; droite: Noeud }

/** Why an expression is not taken, as the end of a sentence: « cette règle n’est pas reprise : … ». */
export class Intraduisible extends Error {}

const LONGUEUR_MAX = 2000

const attendu = (texte: string) => `«\u00a0${texte.slice(0, 60)}\u00a0» n’y est pas attendu`

const RAISONS: Record<Fault, (texte: string) => string> = {
  length: () => `elle dépasse ${LONGUEUR_MAX} caractères`,
  tokens: () => 'elle est trop longue',
  depth: () => 'elle a trop de parenthèses',
  sign: (signe) => `le signe «\u00a0${signe}\u00a0» n’y a pas de sens`,
  unexpected: attendu,
  chained: () => 'elle enchaîne deux comparaisons',
  unclosed: () => 'une parenthèse n’y est pas refermée',
}

const binaire =
  <Sorte extends string>(sorte: Sorte) =>
  <Operateur extends string>(operateur: Operateur) =>
  (gauche: Noeud, droite: () => Noeud) => ({ sorte, operateur, gauche, droite: droite() })

/** Loosest to tightest: or, and, = !=, < > <= >=, + -, * div mod, unary minus. */
const GRAMMAIRE: Grammar<Noeud> = {
  spellings: [
    {
      kind: 'reference',
      pattern: /\$\{\s*[^{}\s]{1,200}\s*\}/y,
      text: (reference) => reference.slice(2, -1).trim(),
    },
    { kind: 'number', pattern: /\d+(?:\.\d+)?|\.\d+/y },
    {
      kind: 'text',
      pattern: /"[^"]*"|'[^']*'|[“”][^“”]*[“”]|[‘’][^‘’]*[‘’]/y,
      text: (texte) => texte.slice(1, -1),
    },
    { kind: 'word', pattern: /[\p{L}_][\p{L}\p{N}_.:-]*/uy },
    { kind: 'sign', pattern: /!=|<=|>=|\.\.|\/\/|[-+*=<>(),./|[\]@]/y },
  ],
  maximum: { length: LONGUEUR_MAX, tokens: 600, depth: 29 },
  refusal: (faute, { text }) => new Intraduisible(RAISONS[faute](text)),
  prefixes: new Map<string, Operator<Prefix<Noeud>>>(
    operators(
      7,
      ['-'],
      () =>
        (de: Noeud): Noeud => ({ sorte: 'oppose', de }),
    ),
  ),
  infixes: new Map<string, Operator<Infix<Noeud>>>([
    ...operators(1, ['or'], binaire('logique')),
    ...operators(2, ['and'], binaire('logique')),
    ...operators(3, ['=', '!='], binaire('comparaison'), true),
    ...operators(4, ['<', '<=', '>', '>='], binaire('comparaison'), true),
    ...operators(5, ['+', '-'], binaire('calcul')),
    ...operators(6, ['*', 'div', 'mod'], binaire('calcul')),
  ]),
  operand: operande,
}

/** Reads an expression. @throws Intraduisible, and nothing else, whatever the text. */
export function lireXPath(source: string): Noeud {
  return readExpression(cutTokens(source, GRAMMAIRE), GRAMMAIRE)
}

function operande(jeton: Token, lecteur: Reader<Noeud>): Noeud {
  const { kind, text } = jeton
  switch (kind) {
    case 'end':
      throw new Intraduisible('elle est incomplète')
    case 'number':
      return { sorte: 'nombre', valeur: Number(text) }
    case 'text':
      return { sorte: 'texte', valeur: text }
    case 'reference':
      return { sorte: 'question', nom: text }
    case 'word':
      if (!lecteur.take('('))
        throw new Intraduisible(`«\u00a0${text.slice(0, 60)}\u00a0» n’y désigne aucune question`)
      // Without arguments, a call is not a level deeper.
      if (lecteur.take(')')) return { sorte: 'appel', nom: text, arguments: [] }
      return { sorte: 'appel', nom: text, arguments: lecteur.args(jeton, ',') }
    case 'sign':
      if (text === '.') return { sorte: 'question', nom: null }
      if (['/', '//', '..', '[', '@'].includes(text))
        throw new Intraduisible('elle désigne une réponse par un chemin du questionnaire')
      throw new Intraduisible(attendu(text))
  }
}
