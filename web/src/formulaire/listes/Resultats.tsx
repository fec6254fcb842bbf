import type { ComponentProps, ReactNode } from 'react'
import { Chargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { useListeFormulairesStructures } from '../formulaire.queries.ts'
import { rechercheDe } from './filtres.ts'
import { textes } from './listes.textes.ts'
import { TableauFormulaires } from './TableauFormulaires.tsx'
import type { useFiltres } from './useFiltres.ts'

type Props = {
  filtrage: ReturnType<typeof useFiltres>
  legende: string
  colonnes: ComponentProps<typeof TableauFormulaires>['colonnes']
  /** Codes of the structures searched; all that one may read when absent. */
  structures?: string[]
  /** What to say when there is nothing at all, unfiltered. */
  vide: ReactNode
}

/** The forms that the address asks for, page by page. */
export function Resultats({ filtrage, legende, colonnes, structures, vide }: Props) {
  const { filtres, changer, estFiltre } = filtrage
  const requete = useListeFormulairesStructures(rechercheDe(filtres, structures))
  const parMois = filtres.mois !== undefined && filtres.annee !== undefined
  return (
    <Chargement requete={requete} lignes={10}>
      {({ elements, total, taille }) =>
        elements.length === 0 ? (
          <div role="status">{estFiltre ? <EtatVide>{textes.aucun}</EtatVide> : vide}</div>
        ) : (
          <>
            <p role="status">{textes.compte(total)}</p>
            <TableauFormulaires
              legende={legende}
              colonnes={colonnes}
              lignes={elements}
              tri={filtres.tri ?? (parMois ? 'structure' : '-periode')}
              onTri={(tri) => changer({ tri })}
            />
            <Pagination
              page={filtres.page}
              taille={taille}
              total={total}
              onPage={(page) => changer({ page })}
            />
          </>
        )
      }
    </Chargement>
  )
}
