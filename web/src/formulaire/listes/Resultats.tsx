import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { ReactNode } from 'react'
import { Liste } from '../../ui/Liste.tsx'
import { useListeFormulairesStructures } from '../formulaire.queries.ts'
import { cleResume } from '../suivi.ts'
import { BarreSelection } from './BarreSelection.tsx'
import { colonneChoix } from './colonnes.tsx'
import { rechercheDe } from './filtres.ts'
import { textes } from './listes.textes.ts'
import { type NomColonne, useColonnes } from './TableauFormulaires.tsx'
import type { Filtrage } from './useFiltrage.ts'
import { useSelection } from './useSelection.ts'

type Props = {
  filtrage: Filtrage
  legende: string
  colonnes: readonly NomColonne[]
  /** Codes of the structures searched; all that one may read when absent. */
  structures?: string[]
  /** Whether several lines may be chosen, and decided of at once. */
  choix?: boolean
  /** What to say when there is nothing at all, unfiltered. */
  vide: ReactNode
}

const AUCUNE: readonly Resume[] = []

/** The forms that the address asks for, page by page. */
export function Resultats(props: Props) {
  const { filtrage, legende, colonnes, structures, choix = false, vide } = props
  const { filtres, changer } = filtrage
  const requete = useListeFormulairesStructures(rechercheDe(filtres, structures))
  const criteres = { ...filtres, page: 1, tri: undefined }
  const selection = useSelection(JSON.stringify(criteres), requete.data?.elements ?? AUCUNE)
  const siennes = useColonnes(colonnes)
  const parMois = filtres.mois !== undefined && filtres.annee !== undefined
  return (
    <Liste
      {...{ requete, filtrage, legende, vide }}
      className={choix ? 'lst-formulaires lst-avec-choix' : 'lst-formulaires'}
      compte={textes.compte}
      aucun={textes.aucun}
      colonnes={choix ? [colonneChoix(selection), ...siennes] : siennes}
      outils={choix && <BarreSelection selection={selection} />}
      cleDe={cleResume}
      tri={filtres.tri ?? (parMois ? 'structure' : '-periode')}
      onTri={(tri) => changer({ tri })}
    />
  )
}
