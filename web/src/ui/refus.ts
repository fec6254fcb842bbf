import { EchecApi } from '../app/envoi.ts'

/**
 * What the server refused, field by field: nothing for what it did not say of a field. `champDe`
 * gives the field of a path (`structure.code`), and nothing where the form has none.
 */
export function refusParChamp<Nom extends string>(
  echec: unknown,
  champDe: (chemin: string) => Nom | undefined,
): Partial<Record<Nom, string>> {
  const refus: Partial<Record<Nom, string>> = {}
  if (!(echec instanceof EchecApi)) return refus
  for (const { chemin, libelle } of echec.details) {
    // A malformed field bears the part of the request where it stands.
    const champ = champDe(chemin.replace(/^body\./, ''))
    if (champ) refus[champ] = [refus[champ], libelle].filter(Boolean).join(' ')
  }
  return refus
}

/** The field of this name, or of which this is a part: `roles` for `roles.0`. */
export const parmiChamps =
  <Nom extends string>(noms: readonly Nom[]) =>
  (chemin: string): Nom | undefined =>
    noms.find((nom) => nom === chemin.replace(/\..*/, ''))
