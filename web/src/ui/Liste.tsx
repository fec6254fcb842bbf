import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { changerAdresse } from './adresse.ts'
import { Chargement } from './Chargement.tsx'
import { EtatVide } from './EtatVide.tsx'
import { BoutonEffacer } from './Filtres.tsx'
import { Pagination } from './Pagination.tsx'
import { SqueletteTableau, Tableau } from './Tableau.tsx'
import type { Filtrage } from './useFiltres.ts'
import './Liste.css'

/** How many are found: there before the answer is, so that it is heard when it comes. */
export function Compte({ children }: { children: ReactNode }) {
  return (
    <p className="ui-compte" role="status">
      {children}
    </p>
  )
}

type PropsRien = Pick<Filtrage<unknown>, 'actifs' | 'effacer'> & {
  /** What is said when no filter is the reason. */
  vide: ReactNode
  /** What is said when the filters leave nothing. */
  aucun: string
}

/** Nothing answers the filters, or there is nothing at all. */
export function Rien({ actifs, effacer, vide, aucun }: PropsRien) {
  if (actifs.length === 0) return vide
  return (
    <EtatVide icone="filtre" action={<BoutonEffacer onClick={effacer} />}>
      {aucun}
    </EtatVide>
  )
}

/** Goes to the last page there is: lines have gone since the address was written. */
function DernierePage({ page }: { page: number }) {
  const [params] = useSearchParams()
  return <Navigate replace to={{ search: changerAdresse(params, { page }).toString() }} />
}

type Reponse<T> = { elements: readonly T[]; total: number; taille: number }

type Props<T> = Omit<ComponentProps<typeof Tableau<T>>, 'lignes' | 'perime'> &
  Pick<PropsRien, 'vide' | 'aucun'> & {
    requete: UseQueryResult<Reponse<T>>
    filtrage: Filtrage<{ page: number }>
    compte: (total: number) => string
    /** What stands at the other end of the line that counts. */
    fin?: ReactNode
    /** What stands over the table, once there is one. */
    outils?: ReactNode
    /** Lines of the skeleton. */
    squelette?: number
  }

/** What the filters find, page by page: how many, the table or why there is none, and the pages. */
export function Liste<T>(props: Props<T>) {
  const { requete, filtrage, compte, vide, aucun, fin, outils, squelette, ...tableau } = props
  const { filtres, changer } = filtrage
  const { data, isPlaceholderData: perime } = requete
  const { colonnes, className } = tableau
  const attente = <SqueletteTableau {...{ colonnes, className }} lignes={squelette} />
  return (
    <>
      <div className="ui-liste-tete">
        <Compte>{data && compte(data.total)}</Compte>
        {fin}
      </div>
      <Chargement requete={requete} squelette={attente}>
        {({ elements, total, taille }) => {
          if (total === 0) return <Rien {...filtrage} vide={vide} aucun={aucun} />
          if (elements.length === 0)
            return !perime && <DernierePage page={Math.ceil(total / taille)} />
          return (
            <>
              {outils}
              <Tableau {...tableau} lignes={elements} perime={perime} />
              <Pagination
                page={filtres.page}
                taille={taille}
                total={total}
                onPage={(page) => changer({ page })}
              />
            </>
          )
        }}
      </Chargement>
    </>
  )
}
