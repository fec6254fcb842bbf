type Structure = { code: string; libelle: string }

export type ChoixStructures = {
  /** Under their codes, as they are proposed. */
  options: readonly Structure[]
  /** « CAU-R01-01 – Centre d’accueil » ; words that are no code, as they are. */
  libelleDe: (valeur: string) => string
  /** The code of the words proposed, of a whole code or of a whole name; null otherwise. */
  codeDe: (texte: string) => string | null
}

const plier = (texte: string) => texte.trim().toLocaleLowerCase('fr')

/** What a person may type to name one of these structures. */
export function choixDe(structures: readonly Structure[]): ChoixStructures {
  const enMots = ({ code, libelle }: Structure) => `${code} – ${libelle}`
  const parCode = new Map(structures.map((structure) => [structure.code, enMots(structure)]))
  return {
    options: structures.map((structure) => ({ ...structure, libelle: enMots(structure) })),
    libelleDe: (valeur) => parCode.get(valeur) ?? valeur,
    codeDe: (texte) => {
      const mots = plier(texte)
      const memes = structures.filter((structure) =>
        [structure.code, structure.libelle, enMots(structure)].some((nom) => plier(nom) === mots),
      )
      // A name that two structures share chooses neither.
      return memes.length === 1 ? (memes[0]?.code ?? null) : null
    },
  }
}
