type Structure = { code: string; libelle: string }

export type ChoixStructures = {
  structures: readonly Structure[]
  /** « CAU-R01-01 – Centre d’accueil » ; words that are no code, as they are. */
  libelleDe: (valeur: string) => string
  /** The code of these very words, as they are proposed; null when they are something else. */
  codeProposeDe: (texte: string) => string | null
  /** The same, and that of a whole code or name, whatever their case. */
  codeDe: (texte: string) => string | null
}

const plier = (texte: string) => texte.trim().toLocaleLowerCase('fr')

/** What a person may type to name one of these structures. */
export function choixDe(structures: readonly Structure[]): ChoixStructures {
  const enMots = ({ code, libelle }: Structure) => `${code} – ${libelle}`
  const parCode = new Map(structures.map((structure) => [structure.code, structure]))
  const parMots = new Map(structures.map((structure) => [enMots(structure), structure.code]))
  const codeProposeDe = (texte: string) => parMots.get(texte.trim()) ?? null
  return {
    structures,
    libelleDe: (valeur) => {
      const structure = parCode.get(valeur)
      return structure ? enMots(structure) : valeur
    },
    codeProposeDe,
    codeDe: (texte) => {
      const mots = plier(texte)
      const memes = structures.filter(
        ({ code, libelle }) => plier(code) === mots || plier(libelle) === mots,
      )
      // A name that two structures share chooses neither.
      return codeProposeDe(texte) ?? (memes.length === 1 ? (memes[0]?.code ?? null) : null)
    },
  }
}
