import type { Saisie } from './saisie.ts'
import { type Mutation, useEnvoi } from './useEnvoi.ts'
import { type Options, useSaisie } from './useSaisie.ts'

type Lecture<S, Lue> = {
  /** What is modified, as it was read; null: it is to be created. */
  lue: Lue
  /** What the fields hold of it. */
  saisieDe: (lue: Lue) => S
}

/**
 * A form over what was read of a thing, and what sends it. `relire` reads it as it is now: what
 * another person changed meanwhile is taken up under what was typed here.
 */
export function useForme<
  S extends Saisie,
  Lue extends { version: string | number } | null,
  Ecrit,
  Recu,
>(
  {
    lue,
    saisieDe,
    ...options
  }: Lecture<S, Lue> & Omit<Options<S, unknown>, 'initiale' | 'version'>,
  mutation: Mutation<Ecrit, Recu>,
  relire?: (lue: NonNullable<Lue>) => Promise<NonNullable<Lue>>,
) {
  const forme = useSaisie<S, NonNullable<Lue>['version'] | undefined>({
    ...options,
    initiale: saisieDe(lue),
    version: lue?.version,
  })
  const envoi = useEnvoi(
    forme,
    mutation,
    lue &&
      relire &&
      (async () => {
        const fraiche = await relire(lue)
        return [saisieDe(fraiche), fraiche.version]
      }),
  )
  return { forme: { ...forme, champs: options.champs }, envoi }
}
