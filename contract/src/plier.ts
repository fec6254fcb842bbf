/**
 * How words are looked for, as `sans_accent` of the base does it: lower case, without accents nor what
 * hides, `œ` and `æ` by their letters, no-break hyphens and blanks of every kind as those of a keyboard.
 */
export const plier = (texte: string): string =>
  texte
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/\s/g, ' ')
