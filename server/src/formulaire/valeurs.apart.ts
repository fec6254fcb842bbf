import { z } from 'zod'
import { faireAPart, LECTURE } from '../platform/apart.ts'
import { erreur } from '../platform/erreur.ts'
import type { Pour } from '../platform/tour.ts'
import type { Paquet } from './valeurs.ts'

const LECTEUR = new URL('./valeurs.worker.ts', import.meta.url)

const TROP = 'Le fichier est abîmé, ou trop volumineux\u00a0: exportez une année à la fois.'

/** The figures are looked at no closer: there may be 200,000. */
const zPaquets: z.ZodType<Paquet[]> = z.array(
  z.object({
    unite: z.string(),
    periode: z.string(),
    rang: z.number(),
    valeurs: z.custom<Paquet['valeurs']>(Array.isArray),
  }),
)

/**
 * What a file of values of DHIS2 holds, by unit and period, read in a process of its own; beyond
 * its limits it is refused. @throws VALEURS_ILLISIBLES, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function readValeurs(
  contenu: Uint8Array,
  pour: Pour,
  limites = LECTURE,
): Promise<Paquet[]> {
  const interrompu = () => erreur('VALEURS_ILLISIBLES', { raison: TROP })
  return (await faireAPart(LECTEUR, contenu, zPaquets, { pour, limites, interrompu })).flat()
}
