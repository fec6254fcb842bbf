import type { ReactNode } from 'react'
import { Liste } from '../../ui/Liste.tsx'
import { useListeFormulairesStructures } from '../formulaire.queries.ts'
import { cleResume } from '../suivi.ts'
import { rechercheDe } from './filtres.ts'
import { textes } from './listes.textes.ts'
import { type NomColonne, useColonnes } from './TableauFormulaires.tsx'
import type { Filtrage } from './useFiltrage.ts'

type Props = {
  filtrage: Filtrage
  legende: string
  colonnes: readonly NomColonne[]
  /** Codes of the structures searched; all that one may read when absent. */
  structures?: string[]
  /** What to say when there is nothing at all, unfiltered. */
  vide: ReactNode
}

/** The forms that the address asks for, page by page. */
export function Resultats({ filtrage, legende, colonnes, structures, vide }: Props) {
  const { filtres, changer } = filtrage
  const requete = useListeFormulairesStructures(rechercheDe(filtres, structures))
  const parMois = filtres.mois !== undefined && filtres.annee !== undefined
  return (
    <Liste
      {...{ requete, filtrage, legende, vide }}
      className="lst-formulaires"
      compte={textes.compte}
      aucun={textes.aucun}
      colonnes={useColonnes(colonnes)}
      cleDe={cleResume}
      tri={filtres.tri ?? (parMois ? 'structure' : '-periode')}
      onTri={(tri) => changer({ tri })}
    />
  )
}
