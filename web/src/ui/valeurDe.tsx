import type { Champ } from '@releve/contract/champ.ts'
import type { ReactNode } from 'react'
import { formatDate, formatNombre } from './format.ts'

/** What a simple field holds, as one reads it, by its kind; null where it says nothing. */
export function valeurDe(champ: Champ, valeur: string | number | null): ReactNode {
  if (valeur === null || valeur === '') return null
  if (typeof valeur === 'number') return formatNombre(valeur)
  if (champ.sorte === 'jour') return formatDate(valeur)
  const nature = champ.sorte === undefined ? champ.nature : undefined
  if (nature === 'telephone') return <a href={`tel:${valeur}`}>{valeur}</a>
  return nature === 'email' ? <a href={`mailto:${valeur}`}>{valeur}</a> : valeur
}
