import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { cleResume, suiviDe } from '../suivi.ts'
import { colonnesDe } from './colonnes.tsx'

type NomColonne =
  | 'structure'
  | 'rapport'
  | 'etat'
  | 'echeance'
  | 'contenu'
  | 'effectif'
  | 'modifieLe'
  | 'action'

type Props = {
  legende: string
  colonnes: readonly NomColonne[]
  lignes: readonly Resume[]
  tri?: string
  onTri?: (tri: string) => void
}

/** A list of forms: the same columns, the same words on every screen. */
export function TableauFormulaires({ colonnes, ...reste }: Props) {
  const { calendrier, jour } = useCalendrier()
  const toutes = colonnesDe((resume) => suiviDe(resume, calendrier, jour))
  const choisies = colonnes.map((nom) => toutes[nom]).filter((c): c is Colonne<Resume> => !!c)
  return <Tableau {...reste} colonnes={choisies} cleDe={cleResume} />
}
