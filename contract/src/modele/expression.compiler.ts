import {
  confronter,
  divise,
  estNombreExact,
  fois,
  moins,
  type NombreExact,
  oppose,
  plus,
} from '../exact.ts'
import type { Lecture, Operande, PeutEtre } from './etat.ts'
import { cibleUnique, lireCible } from './expression.cible.ts'
import { compilerAppel } from './expression.fonctions.ts'
import {
  compterTravail,
  type Expression,
  exigerType,
  type Situation,
  simple,
} from './expression.ts'
import type { Noeud, OperateurArithmetique, OperateurComparaison } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'

/**
 * Turns the tree of a formula into a closure, types checked. An absent operand makes the whole
 * absent, but for ET and OU, which answer as soon as one side decides.
 * @throws FormuleInvalide on an unknown cell or function, or a type that does not fit.
 */
export function compiler(noeud: Noeud, situation: Situation): Expression {
  compterTravail(situation.atelier, 1)
  switch (noeud.sorte) {
    case 'nombre':
      return constante('nombre', noeud.valeur)
    case 'texte':
      return constante('texte', noeud.valeur)
    case 'booleen':
      return constante('booleen', noeud.valeur)
    case 'adresse':
      return lireCible(cibleUnique(noeud, situation))
    case 'appel':
      return compilerAppel(noeud, situation, (de) => compiler(de, situation))
    case 'oppose':
      return changerSigne(noeud.de, situation)
    case 'non':
      return non(noeud.de, situation)
    case 'arithmetique':
      return arithmetique(noeud, situation)
    case 'comparaison':
      return comparaison(noeud, situation)
    default:
      return logique(noeud, situation)
  }
}

function constante(type: Expression['type'], valeur: ReturnType<Lecture>): Expression {
  return simple(type, () => valeur)
}

function compilerEn(type: Expression['type'], noeud: Noeud, situation: Situation): Lecture {
  const expression = compiler(noeud, situation)
  exigerType(expression, type, noeud)
  return expression.lire
}

function changerSigne(de: Noeud, situation: Situation): Expression {
  const lire = compilerEn('nombre', de, situation)
  return simple('nombre', (e) => {
    const valeur = lire(e)
    return estNombreExact(valeur) ? oppose(valeur) : undefined
  })
}

function non(de: Noeud, situation: Situation): Expression {
  const lire = compilerEn('booleen', de, situation)
  return simple('booleen', (e) => {
    const valeur = lire(e)
    return valeur === undefined ? undefined : valeur === false
  })
}

const CALCULS: Record<
  OperateurArithmetique,
  (a: NombreExact, b: NombreExact) => PeutEtre<NombreExact>
> = { '+': plus, '-': moins, '*': fois, '/': divise }

function arithmetique(
  { operateur, gauche, droite }: Extract<Noeud, { sorte: 'arithmetique' }>,
  situation: Situation,
): Expression {
  const lireGauche = compilerEn('nombre', gauche, situation)
  const lireDroite = compilerEn('nombre', droite, situation)
  const calculer = CALCULS[operateur]
  return simple('nombre', (e) => {
    const a = lireGauche(e)
    const b = lireDroite(e)
    return estNombreExact(a) && estNombreExact(b) ? calculer(a, b) : undefined
  })
}

/** By the sign of what separates the left side from the right one. */
const COMPARAISONS: Record<OperateurComparaison, (sens: number) => boolean> = {
  '=': (sens) => sens === 0,
  '<>': (sens) => sens !== 0,
  '<': (sens) => sens < 0,
  '<=': (sens) => sens <= 0,
  '>': (sens) => sens > 0,
  '>=': (sens) => sens >= 0,
}

/** Of ISO dates, texts and booleans: their order, or whether they are the same. */
function sensDe(x: Operande, y: Operande): number {
  if (typeof x === 'object' || typeof y === 'object')
    return estNombreExact(x) && estNombreExact(y) ? confronter(x, y) : 0
  return x < y ? -1 : x > y ? 1 : 0
}

function comparaison(
  { operateur, gauche, droite, position }: Extract<Noeud, { sorte: 'comparaison' }>,
  situation: Situation,
): Expression {
  const a = compiler(gauche, situation)
  const b = compiler(droite, situation)
  exigerType(b, a.type, droite)
  verifierCode(a, droite)
  verifierCode(b, gauche)
  if (a.type !== 'nombre' && a.type !== 'date' && operateur !== '=' && operateur !== '<>')
    throw new FormuleInvalide(
      `«\u00a0${operateur}\u00a0» compare des nombres ou des dates.`,
      position,
    )
  const juger = COMPARAISONS[operateur]
  return simple('booleen', (e) => {
    const x = a.lire(e)
    const y = b.lire(e)
    return x === undefined || y === undefined ? undefined : juger(sensDe(x, y))
  })
}

/** A list compared with a text that it does not hold would never be equal: a slip of the pen. */
function verifierCode({ cellule }: Expression, autre: Noeud) {
  if (!cellule?.codes || autre.sorte !== 'texte') return
  if (!cellule.codes.some(({ code }) => code === autre.valeur))
    throw new FormuleInvalide(
      `«\u00a0${autre.valeur}\u00a0» n’est pas un code de la liste de ${cellule.adresse}.`,
      autre.position,
    )
}

/** Three values: FAUX decides ET and VRAI decides OU, even beside an absent side. */
function logique(
  { operateur, gauche, droite }: Extract<Noeud, { sorte: 'logique' }>,
  situation: Situation,
): Expression {
  const lireGauche = compilerEn('booleen', gauche, situation)
  const lireDroite = compilerEn('booleen', droite, situation)
  const decisif = operateur === 'OU'
  return simple('booleen', (e) => {
    const a = lireGauche(e)
    if (a === decisif) return decisif
    const b = lireDroite(e)
    if (b === decisif) return decisif
    return a === undefined || b === undefined ? undefined : !decisif
  })
}
