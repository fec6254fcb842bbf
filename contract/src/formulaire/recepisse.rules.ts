/** Letters of a receipt's code: base 32 without I, L, O and U, which are mistaken (Crockford). */
export const ALPHABET_CODE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 100 bits, by groups of five. */
export const LONGUEUR_CODE = 20
const GROUPE = 5

/** A code as it is kept, from what was typed: spaces, dashes, small letters, O for 0, I or L for 1. */
export function normaliserCode(saisi: string): string {
  return saisi
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('U', 'V')
}

const parGroupes = (texte: string, taille: number, entre: string): string =>
  (texte.match(new RegExp(`.{1,${taille}}`, 'g')) ?? []).join(entre)

/** `ABCDE-FGHJK-MNPQR-STVWX`. */
export const ecrireCode = (code: string): string => parGroupes(code, GROUPE, '-')

/** A fingerprint by groups of eight, as it is read. */
export const ecrireEmpreinte = (empreinte: string): string => parGroupes(empreinte, 8, ' ')

/** Characters of a fingerprint that must be given for a comparison to mean something. */
const EMPREINTE_MIN = 8

/** Whether what was copied of a fingerprint is its beginning; null: too little to tell. */
export function comparerEmpreinte(empreinte: string, saisie: string): boolean | null {
  const lue = saisie.toLowerCase().replaceAll(/[\s.-]/g, '')
  return lue.length < EMPREINTE_MIN ? null : empreinte.startsWith(lue)
}

/** Where a receipt is verified, below the site's address. */
export const cheminRecepisse = (code: string): string => `/recepisse/${ecrireCode(code)}`
