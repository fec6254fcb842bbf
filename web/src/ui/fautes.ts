/** What is wrong with a field: its name in the form, and its words on the screen. */
export type Faute = { nom: string; libelle: string; faute: string }

/** The faults to tell, in the order of these names; `libelleDe` gives the words of a field. */
export const direFautes = <Nom extends string>(
  noms: readonly Nom[],
  fautes: { readonly [Un in Nom]?: string | null },
  libelleDe: (nom: Nom) => string,
): Faute[] =>
  noms.flatMap((nom) => {
    const faute = fautes[nom]
    return faute ? [{ nom, libelle: libelleDe(nom), faute }] : []
  })
