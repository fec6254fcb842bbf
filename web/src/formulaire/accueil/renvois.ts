import type { Formulaire, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { useQueries } from '@tanstack/react-query'
import { formulaire } from '../formulaire.demande.ts'

/** Reports sent back of which the remarks are read at once; there is seldom more than one. */
const RENVOIS_MAX = 3

/** The section in which a cell stands: its prefix, or the one that has a field of this code. */
export function sectionDe({ definition }: Formulaire, cellule: string | null): Section | undefined {
  const [tete] = cellule?.split('.') ?? []
  return definition?.sections.find(
    (section) =>
      section.code === tete ||
      (section.type === 'champs' && section.champs.some(({ code }) => code === tete)),
  )
}

const parmi = (choix: readonly { code: string; libelle: string }[], code: string | undefined) =>
  choix.find((un) => un.code === code)?.libelle

/** How a cell of this section is called: as its report calls it, whose engine is not needed for this. */
export function libelleDe(section: Section, cellule: string): string {
  const codes = cellule.split('.')
  const [, ligne, colonne, seconde] = codes
  if (section.type === 'identification') return section.libelle
  if (section.type === 'champs') {
    const champ = parmi(section.champs, codes.at(-1)) ?? section.libelle
    return section.prefixe ? `${section.libelle} – ${champ}` : champ
  }
  const axes =
    section.type === 'tableau'
      ? [parmi(section.colonnes, colonne)]
      : [
          parmi(section.lignes, ligne),
          section.groupes && parmi(section.groupes, colonne),
          parmi(section.colonnes, section.groupes ? seconde : colonne),
        ]
  return [section.libelle, ...axes].filter((un) => un !== undefined).join(' – ')
}

/** The reports sent back, whole: their reasons and remarks; by number. */
export function useRenvois(resumes: readonly Resume[]) {
  const numeros = resumes
    .filter(({ etat }) => etat === 'RENVOYE')
    .flatMap(({ numero }) => numero ?? [])
    .slice(0, RENVOIS_MAX)
  const requetes = useQueries({ queries: numeros.map((numero) => formulaire(numero)) })
  const lus = requetes.flatMap(({ data }) => (data ? [data] : []))
  return {
    // A failure here takes nothing away: the report itself tells its remarks.
    attente: requetes.some(({ isPending }) => isPending),
    renvois: new Map(lus.map((lu) => [lu.numero, lu])),
  }
}
