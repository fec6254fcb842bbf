import type { Etat, PeutEtre } from './etat.ts'
import { ciblesDe, termesDe } from './expression.cible.ts'
import { type Expression, exigerType, type Situation, type Terme, typeDe } from './expression.ts'
import type { Noeud } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'
import { ND, SO, type Valeur } from './modele.schema.ts'

export type Compiler = (noeud: Noeud) => Expression

/** The values that a function with several arguments ranges over, all of them figures. */
export function termesNumeriques(
  noeuds: Noeud[],
  situation: Situation,
  compiler: Compiler,
): Terme[] {
  return noeuds.flatMap((noeud) => {
    if (noeud.sorte === 'adresse') {
      const cibles = ciblesDe(noeud, situation)
      for (const { cellule } of cibles)
        if (typeDe(cellule.nature) !== 'nombre')
          throw new FormuleInvalide(`${cellule.adresse} n’est pas un nombre.`, noeud.position)
      return termesDe(cibles)
    }
    const expression = compiler(noeud)
    exigerType(expression, 'nombre', noeud)
    const lire = expression.etat ?? expression.lire
    return [{ parcourir: (e, voir) => voir(lire(e), expression.partiel?.(e)) }]
  })
}

/**
 * A total is not an ordinary operation: it skips SO (and is SO when all its terms are), becomes ND
 * with any ND, and is absent, but partial, while a term is blank. No term at all: 0.
 */
export function compilerSomme(termes: Terme[]): Expression {
  const etat = (e: Etat) => totaliser(e, termes)
  return {
    type: 'nombre',
    etat,
    lire: (e) => {
      const total = etat(e)
      return typeof total === 'number' ? total : undefined
    },
    partiel: (e) => partielDe(e, termes),
    cellule: null,
  }
}

function totaliser(e: Etat, termes: Terme[]): PeutEtre<Valeur> {
  let somme = 0
  let nombres = 0
  let sansObjet = 0
  let vide = false
  let nonDisponible = false
  const voir = (valeur: unknown) => {
    if (typeof valeur === 'number') {
      somme += valeur
      nombres++
    } else if (valeur === SO) sansObjet++
    else if (valeur === ND) nonDisponible = true
    else vide = true
  }
  for (const terme of termes) terme.parcourir(e, voir)
  if (nonDisponible) return ND
  if (vide) return undefined
  return nombres === 0 && sansObjet > 0 ? SO : somme
}

/** What is known of the total; undefined while nothing is. */
function partielDe(e: Etat, termes: Terme[]): PeutEtre<number> {
  let somme: PeutEtre<number>
  for (const terme of termes)
    terme.parcourir(e, (valeur, partiel) => {
      const connu = typeof valeur === 'number' ? valeur : partiel
      if (connu !== undefined) somme = (somme ?? 0) + connu
    })
  return somme
}

/** MOYENNE, MIN, MAX: no total, so that any absent term, SO included, makes them absent. */
export function compilerReduction(
  termes: Terme[],
  reduire: (valeurs: number[]) => number,
): Expression {
  const lire = (e: Etat) => {
    const valeurs: number[] = []
    let absent = false
    const voir = (valeur: unknown) => {
      if (typeof valeur === 'number') valeurs.push(valeur)
      else absent = true
    }
    for (const terme of termes) terme.parcourir(e, voir)
    return absent || valeurs.length === 0 ? undefined : reduire(valeurs)
  }
  return { type: 'nombre', lire, etat: null, partiel: null, cellule: null }
}
