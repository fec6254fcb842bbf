import type { TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { Graphique } from '../ui/graphique/Graphique.tsx'
import { dessinDe } from './graphiqueDe.ts'

type Props = { tableau: TableauAnnuaire; annee: number }

/** The chart of a table, where it has one; it comes after the figures. */
export default function GraphiqueAnnuaire({ tableau, annee }: Props) {
  const dessin = dessinDe(tableau, annee)
  return dessin && <Graphique {...dessin} />
}
