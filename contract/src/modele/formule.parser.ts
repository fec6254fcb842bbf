import { lireDecimal } from '../exact.ts'
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
} from './expression.reader.ts'
import type { Noeud } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'

/** Longest formula read; the schema of a model holds the same figure. */
const LONGUEUR_MAX = 2000
/** The end is one of them. */
const JETONS_MAX = 600

/** Signs that a text processor writes, and those that they stand for. */
const EQUIVALENTS: Record<string, string> = { '−': '-', '≤': '<=', '≥': '>=', '≠': '<>' }

/** @throws FormuleInvalide when something is glued to the number */
function nombreSeul(nombre: string, apres: number, source: string): string {
  const suivant = source[apres] ?? ''
  if (suivant === '.')
    throw new FormuleInvalide('Écrivez les décimales avec une virgule. Exemple\u00a0: 0,25.', apres)
  if (suivant === ',') throw new FormuleInvalide(messageCaractere(suivant), apres)
  if (/[A-Za-z0-9_]/.test(suivant))
    throw new FormuleInvalide(`Nombre mal écrit avant «\u00a0${suivant}\u00a0».`, apres)
  return nombre
}

function messageCaractere(caractere: string): string {
  if (caractere === '"') return 'Ce texte n’est pas refermé par des guillemets.'
  if (caractere === ',') return 'Séparez les arguments par un point-virgule.'
  if (/[a-zà-ÿ]/.test(caractere)) return 'Les codes et les fonctions s’écrivent en majuscules.'
  return `Le caractère «\u00a0${caractere}\u00a0» n’a pas de sens ici.`
}

const inattendu = (texte: string) => `«\u00a0${texte}\u00a0» n’est pas attendu ici.`

const MESSAGES: Record<Fault, (texte: string) => string> = {
  length: () => `La formule dépasse ${LONGUEUR_MAX} caractères.`,
  tokens: () => 'La formule est trop longue\u00a0: découpez-la.',
  depth: () => 'La formule a trop de parenthèses.',
  sign: messageCaractere,
  unexpected: inattendu,
  chained: () => 'Reliez deux comparaisons par ET\u00a0: écrivez «\u00a0a < b ET b < c\u00a0».',
  unclosed: () => 'Cette parenthèse n’est pas refermée.',
}

const refus = (fault: Fault, { text, position }: Token) =>
  new FormuleInvalide(MESSAGES[fault](text), position)

const unaire =
  <Sorte extends string>(sorte: Sorte) =>
  () =>
  (de: Noeud, position: number) => ({ sorte, de, position })

const binaire =
  <Sorte extends string>(sorte: Sorte) =>
  <Operateur extends string>(operateur: Operateur) =>
  (gauche: Noeud, droite: () => Noeud, position: number) => ({
    sorte,
    operateur,
    gauche,
    droite: droite(),
    position,
  })

const GRAMMAIRE: Grammar<Noeud> = {
  spellings: [
    { kind: 'number', pattern: /\d+(?:,\d+)?/y, text: nombreSeul },
    { kind: 'text', pattern: /"[^"]*"/y, text: (texte) => texte.slice(1, -1) },
    // An address, a function's name, or one of ET OU NON VRAI FAUX. A first segment starts with a
    // letter, so that no number looks like an address; the next ones may be a code of digits. An
    // asterisk opens an address only where a value is expected.
    { kind: 'word', pattern: /(?:[A-Z][A-Z0-9_]*|\$)(?:\.(?:[A-Z0-9][A-Z0-9_]*|\$|\*))*/y },
    { kind: 'sign', pattern: /<>|<=|>=|[-+*/=<>();]/y },
    { kind: 'sign', pattern: /[−≤≥≠]/y, text: (signe) => EQUIVALENTS[signe] ?? signe },
  ],
  // How many tokens there are is looked at once all are cut: a wrong character is told first.
  maximum: { length: LONGUEUR_MAX, tokens: LONGUEUR_MAX, depth: 40 },
  refusal: refus,
  prefixes: new Map<string, Operator<Prefix<Noeud>>>([
    ...operators(3, ['NON'], unaire('non')),
    ...operators(7, ['-'], unaire('oppose')),
  ]),
  infixes: new Map<string, Operator<Infix<Noeud>>>([
    ...operators(1, ['OU'], binaire('logique')),
    ...operators(2, ['ET'], binaire('logique')),
    ...operators(4, ['=', '<>', '<', '<=', '>', '>='], binaire('comparaison'), true),
    ...operators(5, ['+', '-'], binaire('arithmetique')),
    ...operators(6, ['*', '/'], binaire('arithmetique')),
  ]),
  operand: operande,
}

/**
 * Reads a formula. Loosest to tightest: OU, ET, NON, one comparison, + -, * /, unary minus.
 * @throws FormuleInvalide, and nothing else, whatever the text.
 */
export function lireFormule(source: string): Noeud {
  const jetons = cutTokens(source, GRAMMAIRE)
  if (jetons.length > JETONS_MAX) throw new FormuleInvalide(MESSAGES.tokens(''), source.length)
  return readExpression(jetons, GRAMMAIRE)
}

function operande(jeton: Token, lecteur: Reader<Noeud>): Noeud {
  const { kind, text, position } = jeton
  if (kind === 'end')
    throw new FormuleInvalide('La formule est incomplète\u00a0: il manque une valeur.', position)
  if (kind === 'number')
    return { sorte: 'nombre', valeur: lireDecimal(text.replace(',', '.')), position }
  if (kind === 'text') return { sorte: 'texte', valeur: text, position }
  // Where a value is expected, an asterisk is « all the siblings », not a product.
  if (kind === 'sign' && text === '*') return { sorte: 'adresse', segments: ['*'], position }
  if (kind === 'word' && lecteur.take('('))
    return { sorte: 'appel', nom: text, arguments: lecteur.args(jeton, ';'), position }
  if (text === 'VRAI' || text === 'FAUX')
    return { sorte: 'booleen', valeur: text === 'VRAI', position }
  if (kind === 'sign' || ['ET', 'OU', 'NON'].includes(text))
    throw new FormuleInvalide(`Il manque une valeur avant «\u00a0${text}\u00a0».`, position)
  return { sorte: 'adresse', segments: text.split('.'), position }
}
