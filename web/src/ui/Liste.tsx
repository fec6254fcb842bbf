import type { Total } from '@releve/contract/page.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { changerAdresse } from './adresse.ts'
import { BoutonAction } from './BoutonAction.tsx'
import { Chargement } from './Chargement.tsx'
import { EtatVide } from './EtatVide.tsx'
import { type Exporter, ExportTableur } from './ExportTableur.tsx'
import { BoutonEffacer } from './Filtres.tsx'
import { enTete, formatTotal } from './format.ts'
import { Pagination } from './Pagination.tsx'
import { type Colonne, SqueletteTableau, Tableau } from './Tableau.tsx'
import type { FiltrageDe } from './useListe.ts'
import './Liste.css'

/** How many are found: there before the answer is, so that it is heard when it comes. */
export function Compte({ children }: { children: ReactNode }) {
  return (
    <p className="ui-compte" role="status">
      {children}
    </p>
  )
}

type PropsRien<T> = {
  filtrage: FiltrageDe<T>
  /** What is said when no filter is the reason; the list's own words when absent. */
  vide?: ReactNode
}

/** Nothing answers the filters, or there is nothing at all. */
export function Rien<T>({ filtrage, vide }: PropsRien<T>) {
  const { actifs, effacer, table } = filtrage
  const { textes, icone } = table
  if (actifs.length === 0) return vide ?? <EtatVide icone={icone}>{textes.vide}</EtatVide>
  return (
    <EtatVide icone="filtre" action={<BoutonEffacer onClick={effacer} />}>
      {textes.aucun}
    </EtatVide>
  )
}

/** Goes to the last page there is: lines have gone since the address was written. */
function DernierePage({ page }: { page: number }) {
  const [params] = useSearchParams()
  return <Navigate replace to={{ search: changerAdresse(params, { page }).toString() }} />
}

type Reponse<T> = Total & { elements: readonly T[]; taille: number }

/** Said past the end of a list whose last page is not known: how far past, nobody knows. */
const FINIE = 'La liste s’arrête avant cette page.'
const DEBUT = 'Revenir à la première page'

type Props<T> = PropsRien<T> & {
  requete: UseQueryResult<Reponse<T>>
  /** All its lines as a file: no list stands without. */
  exporter: Exporter
  /** What leaves, where the screen has another list. */
  quoi?: string
  /** Those that show, when they are not all that the list has. */
  colonnes?: readonly Colonne<T>[]
  /** What the table holds, where it is not what the list is called. */
  legende?: string
  className?: string
  /** What stands at the other end of the line that counts. */
  fin?: ReactNode
  /** What stands over the table, once there is one. */
  outils?: ReactNode
  /** Lines of the skeleton. */
  squelette?: number
}

/** What the filters find, page by page: how many, the table or why there is none, and the pages. */
export function Liste<T>(props: Props<T>) {
  const { requete, filtrage, exporter, quoi, vide, fin, outils, squelette } = props
  const { table, page, tri, changer } = filtrage
  const { textes, cleDe } = table
  const { colonnes = table.colonnes, legende = textes.titre, className = table.className } = props
  const { data, isPlaceholderData: perime } = requete
  const attente = <SqueletteTableau {...{ colonnes, className }} lignes={squelette} />
  return (
    <>
      <div className="ui-liste-tete">
        <Compte>{data && enTete(formatTotal(data, textes.compte))}</Compte>
        {fin}
        {data && data.total > 0 && <ExportTableur {...{ exporter, quoi }} />}
      </div>
      <Chargement requete={requete} squelette={attente}>
        {({ elements, total, totalBorne, taille }) => {
          if (total === 0) return <Rien {...{ filtrage, vide }} />
          const rien = elements.length === 0
          if (rien && !totalBorne)
            return !perime && <DernierePage page={Math.ceil(total / taille)} />
          return (
            <>
              {rien ? (
                <EtatVide
                  icone={table.icone}
                  action={<BoutonAction onClick={() => changer({ page: 1 })}>{DEBUT}</BoutonAction>}
                >
                  {FINIE}
                </EtatVide>
              ) : (
                <>
                  {outils}
                  <Tableau
                    {...{ legende, colonnes, cleDe, className, perime, tri }}
                    lignes={elements}
                    onTri={(suivant) => changer({ tri: suivant })}
                  />
                </>
              )}
              <Pagination
                {...{ page, taille, total, totalBorne }}
                lues={elements.length}
                onPage={(suivante) => changer({ page: suivante })}
              />
            </>
          )
        }}
      </Chargement>
    </>
  )
}
