import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import type { ReactNode } from 'react'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import type { Option } from '../../ui/ChampTexte.tsx'
import type { Exporter } from '../../ui/ExportTableur.tsx'
import { Filtres } from '../../ui/Filtres.tsx'
import { Liste } from '../../ui/Liste.tsx'
import type { Colonne } from '../../ui/Tableau.tsx'
import type { FiltrageDe } from '../../ui/useListe.ts'
import { type FiltresStructures } from '../formulaire.demande.ts'
import { useListeFormulairesStructures } from '../formulaire.queries.ts'
import { cleResume } from '../suivi.ts'
import { Recalcul } from './Recalcul.tsx'
import { BarreSelection, colonneChoix, useSelection } from './Selection.tsx'

/** Years offered: that of the address may be older. */
const ANNEES = 6
/** The years of the last reports. */
export function useAnnees(): Option[] {
  const { rang } = useCalendrier()
  const courante = periodeDe(rang).annee
  const annees = Array.from({ length: ANNEES }, (_, recul) => String(courante - recul))
  return annees.map((une) => ({ code: une, libelle: une }))
}

type Props = {
  filtrage: FiltrageDe<Resume> & { query: FiltresStructures }
  colonnes?: readonly Colonne<Resume>[]
  /** Codes of the structures searched; all that one may read when absent. */
  structures?: string[]
  /** Whether several lines may be chosen, and decided of at once. */
  choix?: boolean
  exporter: Exporter
  vide?: ReactNode
}

const AUCUNE: readonly Resume[] = []

/** The forms that the address asks for, page by page. */
export function ListeFormulaires(props: Props) {
  const { filtrage, colonnes = filtrage.table.colonnes, structures, choix: aChoisir } = props
  const { exporter, vide } = props
  const requete = useListeFormulairesStructures({ ...filtrage.query, structures })
  const criteres = JSON.stringify(filtrage.criteres)
  const selection = useSelection(criteres, requete.data?.elements ?? AUCUNE)
  return (
    <>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage, exporter, vide }}
        colonnes={aChoisir ? [colonneChoix(selection), ...colonnes] : colonnes}
        className={aChoisir ? 'lst-formulaires lst-avec-choix' : undefined}
        outils={
          <>
            <Recalcul lu={requete.data} />
            {aChoisir && <BarreSelection selection={selection} />}
          </>
        }
      />
    </>
  )
}

/** What these lists have in common. */
export const COMMUN = { cleDe: cleResume, className: 'lst-formulaires' }
