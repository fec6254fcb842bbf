import type { ComponentProps } from 'react'
import { Combobox } from '../ui/Combobox.tsx'
import type { ChoixStructures } from './choixStructures.ts'

type Props = Omit<ComponentProps<typeof Combobox>, 'options' | 'reconnaitre'> & {
  choix: ChoixStructures
}

/**
 * One structure, found by its code or its name as one types. A whole code, or a whole name, chooses
 * too, as one leaves the field.
 */
export function ChampStructure({ choix, ...champ }: Props) {
  return <Combobox {...champ} options={choix.options} reconnaitre={choix.codeDe} />
}
