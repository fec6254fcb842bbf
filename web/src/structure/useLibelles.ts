import { useCodification } from '../codification/codification.queries.ts'

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

/** One code of a list in words, alone in a cell. */
export function Libelle({ liste, code }: { liste: Liste; code: string }) {
  const { data = [] } = useCodification(LISTES[liste])
  return data.find((valeur) => valeur.code === code)?.libelle ?? code
}
