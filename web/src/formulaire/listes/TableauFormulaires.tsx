import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { type Colonne, SqueletteTableau, Tableau } from '../../ui/Tableau.tsx'
import { cleResume, suiviDe } from '../suivi.ts'
import { colonnesDe } from './colonnes.tsx'

export type NomColonne =
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
  perime?: boolean
  tri?: string
  onTri?: (tri: string) => void
}

/** These columns, in this order. */
export function useColonnes(noms: readonly NomColonne[]): Colonne<Resume>[] {
  const { calendrier, jour } = useCalendrier()
  const toutes = colonnesDe((resume) => suiviDe(resume, calendrier, jour))
  return noms.map((nom) => toutes[nom]).filter((c): c is Colonne<Resume> => !!c)
}

/** A list of forms: the same columns, the same words on every screen. */
export function TableauFormulaires({ colonnes, ...reste }: Props) {
  return (
    <Tableau
      {...reste}
      className="lst-formulaires"
      colonnes={useColonnes(colonnes)}
      cleDe={cleResume}
    />
  )
}

type PropsSquelette = { colonnes: readonly NomColonne[]; lignes?: number }

/** The shape of that list while it is read. */
export function SqueletteFormulaires({ colonnes, lignes }: PropsSquelette) {
  return (
    <SqueletteTableau
      colonnes={useColonnes(colonnes)}
      lignes={lignes}
      className="lst-formulaires"
    />
  )
}
