/** A heading: `c` columns and `r` rows wide and high, `d` set to the right. */
export type Entete = { t: string; c: number; r: number; d: boolean }

type Ligne = { c: readonly string[]; n: number }

/** How a table fits on a page: sizes in points. */
export type MiseEnPage = {
  corps: number
  paysage: boolean
  largeurs: number[]
  /** Null: more than one line, the texts themselves tell. */
  hauteurDe: (ligne: Ligne) => number | null
}

/** A4 within its margins. */
const LARGEUR = { portrait: 482, paysage: 728 }
/** Left and right of each cell. */
const MARGE = 6
/** Of a label of the first column, per level. */
const RETRAIT = 0.8
/** Sizes tried, from the best to read on: a page is turned before its text gets small. */
const ESSAIS = [
  { corps: 9, paysage: false },
  { corps: 8, paysage: false },
  { corps: 8, paysage: true },
  { corps: 7, paysage: true },
  { corps: 6, paysage: true },
] as const
/** Where none of them does. */
const DERNIER = { corps: 5 } as const

/** Width of a text in ems, on the large side: what is said to fit on a line does. */
function largeurDe(texte: string): number {
  let em = 0
  for (const signe of texte) {
    if (/[iljt.,:;'’!|()[\]\s-]/.test(signe)) em += 0.32
    else if (/[mwMW—…%@]/.test(signe)) em += 0.95
    else if (/\p{Lu}/u.test(signe)) em += 0.74
    else em += 0.54
  }
  return em
}

const motLePlusLong = (texte: string): number => Math.max(0, ...texte.split(/[ \n]/).map(largeurDe))

type Colonne = { mini: number; ideal: number }

/** In ems: the least and the best of each column. A figure is never cut; a text may be. */
function colonnesDe(
  entetes: readonly (readonly Entete[])[],
  lignes: readonly Ligne[],
  droite: readonly boolean[],
): Colonne[] {
  const tetes = entetes.at(-1) ?? []
  // In a second row of headings, the first column is already headed.
  const decalage = droite.length - tetes.length
  return droite.map((aDroite, rang) => {
    const tete = tetes[rang - decalage]?.t ?? entetes[0]?.[0]?.t ?? ''
    let [mot, entier] = [motLePlusLong(tete), Math.min(largeurDe(tete), 9)]
    for (const { c, n } of lignes) {
      const texte = c[rang] ?? ''
      const retrait = rang === 0 ? n * RETRAIT : 0
      const long = largeurDe(texte) + retrait
      mot = Math.max(mot, aDroite ? long : Math.min(10, motLePlusLong(texte) + retrait))
      entier = Math.max(entier, long)
    }
    return { mini: mot, ideal: Math.min(Math.max(mot, entier), 40) }
  })
}

const somme = (nombres: readonly number[]): number => nombres.reduce((a, b) => a + b, 0)

/** Shares a width: everyone has its least, what is left goes by what each still lacks. */
function partager(colonnes: readonly Colonne[], corps: number, largeur: number): number[] {
  const minis = colonnes.map(({ mini }) => mini * corps + MARGE)
  const manques = colonnes.map(({ mini, ideal }) => (ideal - mini) * corps)
  const reste = largeur - somme(minis)
  const manque = somme(manques)
  if (reste < 0) return minis.map((mini) => (mini * largeur) / somme(minis))
  const part = manque === 0 ? 0 : Math.min(1, reste / manque)
  const larges = minis.map((mini, rang) => mini + (manques[rang] ?? 0) * part)
  // Wide enough for all: the rest widens the labels, up to a line that the eye still follows.
  const libre = Math.min(largeur - somme(larges), largeur * 0.25)
  return larges.map((large, rang) => Math.round((rang === 0 ? large + libre : large) * 10) / 10)
}

const tient = (colonnes: readonly Colonne[], corps: number, largeur: number): boolean =>
  somme(colonnes.map(({ mini, ideal }) => Math.min(ideal, mini * 1.1) * corps + MARGE)) <= largeur

/**
 * Finds the size and the widths with which a table fits on a page. `mini`: the least size, whatever
 * has to be cut for it.
 */
export function composerPage({
  entetes,
  lignes,
  droite,
  mini = DERNIER.corps,
}: {
  entetes: readonly (readonly Entete[])[]
  lignes: readonly Ligne[]
  droite: readonly boolean[]
  mini?: number
}): MiseEnPage {
  const colonnes = colonnesDe(entetes, lignes, droite)
  const { corps, paysage } = ESSAIS.find(
    (essai) =>
      essai.corps >= mini &&
      tient(colonnes, essai.corps, essai.paysage ? LARGEUR.paysage : LARGEUR.portrait),
  ) ?? { corps: mini, paysage: true }
  const largeurs = partager(colonnes, corps, paysage ? LARGEUR.paysage : LARGEUR.portrait)
  const uneLigne = Math.round(corps * 1.6 * 10) / 10
  const tientEnUne = ({ c, n }: Ligne) =>
    c.every((texte, rang) => {
      const retrait = rang === 0 ? n * RETRAIT : 0
      return (largeurDe(texte) + retrait) * corps + MARGE <= (largeurs[rang] ?? 0) + 0.1
    })
  return { corps, paysage, largeurs, hauteurDe: (l) => (tientEnUne(l) ? uneLigne : null) }
}
