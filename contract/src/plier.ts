/** Lower case without accents, as `sans_accent` of the base: how words are looked for. */
export const plier = (texte: string): string =>
  texte.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
