import { periodeDe } from '@releve/contract/mois.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { useListeFormulaires } from '../formulaire/formulaire.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { useToutesStructures } from './structure.queries.ts'

const LISTES = {
  region: 'REGION',
  typeStructure: 'TYPE_STRUCTURE',
  statutStructure: 'STATUT_STRUCTURE',
  categorie: 'CATEGORIE_PERSONNEL',
} as const
type Liste = keyof typeof LISTES

/** The values of the code lists that a structure's record refers to. */
export function useListes() {
  const { data: region = [] } = useCodification(LISTES.region)
  const { data: typeStructure = [] } = useCodification(LISTES.typeStructure)
  const { data: statutStructure = [] } = useCodification(LISTES.statutStructure)
  const { data: categorie = [] } = useCodification(LISTES.categorie)
  return { region, typeStructure, statutStructure, categorie }
}

/** Says a code of a list in words; the code itself while the list is read. */
export function useLibelles() {
  const listes = useListes()
  return (liste: Liste, code: string) =>
    listes[liste].find((valeur) => valeur.code === code)?.libelle ?? code
}
export type Libelles = ReturnType<typeof useLibelles>

/** The models that structures have, named by last month's reports; the code alone otherwise. */
export function useModeles() {
  const { rang } = useCalendrier()
  const { data: structures = [] } = useToutesStructures()
  const { data: mois } = useListeFormulaires({ ...periodeDe(rang - 1), taille: 200 })
  const libelles = new Map(mois?.elements.map(({ modele }) => [modele.code, modele.libelle]))
  const codes = new Set([...structures.flatMap(({ modeles }) => modeles), ...libelles.keys()])
  return [...codes].sort().map((code) => {
    const libelle = libelles.get(code)
    return { code, libelle: libelle ? `${code} – ${libelle}` : code }
  })
}
