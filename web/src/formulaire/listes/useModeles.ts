import { periodeDe } from '@releve/contract/mois.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import type { Option } from '../../ui/ChampTexte.tsx'
import { useListeFormulaires } from '../formulaire.queries.ts'

/** The models met in these lines, by code. */
function modelesDe(lignes: readonly { modele: Option }[]): Option[] {
  const parCode = new Map(lignes.map(({ modele }) => [modele.code, modele]))
  return [...parCode.values()]
    .sort((a, b) => a.code.localeCompare(b.code))
    .map(({ code, libelle }) => ({ code, libelle: `${code} – ${libelle}` }))
}

/** The models in use: those of last month's reports in one's perimeter. */
export function useModeles(): Option[] {
  const { rang } = useCalendrier()
  const { data } = useListeFormulaires({ ...periodeDe(rang - 1), taille: 200 })
  return modelesDe(data?.elements ?? [])
}
