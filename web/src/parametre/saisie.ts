/** What the fields of a tab hold. */
export type Saisie = Readonly<Record<string, string | boolean>>

/** The fields that differ between two states of a tab. */
export const differences = (avant: Saisie, apres: Saisie): string[] =>
  Object.keys(apres).filter((nom) => avant[nom] !== apres[nom])

/** What was typed over `base`, on top of what others wrote meanwhile. */
export function fusionner<S extends Saisie>(base: S, saisie: S, fraiche: S): S {
  const tapees = differences(base, saisie).map((nom) => [nom, saisie[nom]])
  return { ...fraiche, ...Object.fromEntries(tapees) }
}
