export const textesCombobox = {
  aucune: 'Aucune proposition. Vérifiez ce que vous cherchez.',
  compte: (n: number) => {
    if (n === 0) return 'Aucune proposition'
    return n > 1 ? `${n}\u00a0propositions` : '1\u00a0proposition'
  },
  reste: (n: number) => `Et ${n}\u00a0de plus\u00a0: précisez votre recherche.`,
}
