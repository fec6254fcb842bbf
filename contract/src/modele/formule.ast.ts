import type { NombreExact } from '../exact.ts'

/**
 * The tree of a formula. `position` is the offset, from 0, of what a message should point at.
 * Segments of an address are codes, `$` (the value of `pourChaque`, or the other coordinate) and
 * `*` (every code that is not computed).
 */
export type OperateurArithmetique = '+' | '-' | '*' | '/'
export type OperateurComparaison = '=' | '<>' | '<' | '<=' | '>' | '>='
export type OperateurLogique = 'ET' | 'OU'

export type Noeud =
  | { sorte: 'nombre'; valeur: NombreExact; position: number }
  | { sorte: 'texte'; valeur: string; position: number }
  | { sorte: 'booleen'; valeur: boolean; position: number }
  | { sorte: 'adresse'; segments: string[]; position: number }
  | { sorte: 'appel'; nom: string; arguments: Noeud[]; position: number }
  | { sorte: 'oppose'; de: Noeud; position: number }
  | { sorte: 'non'; de: Noeud; position: number }
  | Binaire<'arithmetique', OperateurArithmetique>
  | Binaire<'comparaison', OperateurComparaison>
  | Binaire<'logique', OperateurLogique>

type Binaire<Sorte extends string, Operateur extends string> = {
  sorte: Sorte
  operateur: Operateur
  gauche: Noeud
  droite: Noeud
  position: number
}
