import type { Changement } from './adresse.ts'

/** One filter in force: what it is, in words, and the change of address that takes it away. */
export type FiltreActif = { cle: string; libelle: string; retrait: Changement }

/** A filter of one value, by its words; none without words. `nom`: its name in the address. */
export function actif(nom: string, libelle: string | undefined): FiltreActif[] {
  return libelle ? [{ cle: nom, libelle, retrait: { [nom]: '' } }] : []
}

/** What is searched, as it was typed. */
export const actifRecherche = (q: string | undefined, nom = 'q') =>
  actif(nom, q && `«\u00a0${q}\u00a0»`)

/** Several values of one filter: each goes by itself. */
export function actifsParmi<Code extends string>(
  nom: string,
  choisis: readonly Code[],
  libelles: Readonly<Record<Code, string>>,
): FiltreActif[] {
  return choisis.map((code) => ({
    cle: `${nom}-${code}`,
    libelle: libelles[code],
    retrait: { [nom]: choisis.filter((autre) => autre !== code).join(',') },
  }))
}

/** The change that takes them all away, and the order asked for with them. */
export function retraitDe(actifs: readonly FiltreActif[]): Changement {
  const noms = actifs.flatMap(({ retrait }) => Object.keys(retrait))
  return Object.fromEntries([...noms, 'tri'].map((nom) => [nom, '']))
}
