import { ORIGINES } from '@releve/contract/modele/gestion.schema.ts'
import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { z } from 'zod'
import { faireAPart, LECTURE } from '../../platform/apart.ts'
import { erreur } from '../../platform/erreur.ts'
import type { Appel } from '../../platform/route.ts'
import type { Pour } from '../../platform/tour.ts'
import type { ModeleConverti } from './ailleurs.ts'
import type { QuestionnaireRepris } from './origine.ts'
import type { DemandeVenu } from './venu.worker.ts'

const CONVERTISSEUR = new URL('./venu.worker.ts', import.meta.url)

const TROP =
  'Il est abîmé, ou demande trop de travail\u00a0: exportez-en moins, ou en plusieurs fichiers.'

/** Whoever takes the model judges its source. */
const zRepris: z.ZodType<QuestionnaireRepris> = z.object({
  origine: z.enum(ORIGINES),
  choix: z.array(z.object({ code: z.string(), libelle: z.string() })),
  choisi: z.string().nullable(),
  converti: z.custom<ModeleConverti>(
    (venu) => typeof venu === 'object' && venu !== null && 'source' in venu && 'constats' in venu,
  ),
})

type Depot = Appel<typeof modeleApi.analyserModele>['body']

/**
 * Converts a file, whatever its origin, in a process of its own; beyond its limits it is refused.
 * @throws ORIGINE_INCONNUE, MODELE_ILLISIBLE, MODELE_INCONVERTIBLE, TRAVAUX_EN_COURS,
 * SERVICE_OCCUPE
 */
export async function lireVenu(
  { fichier: { contenu }, choix }: Depot,
  pour: Pour,
  limites = LECTURE,
): Promise<QuestionnaireRepris> {
  const demande: DemandeVenu = { contenu, choix }
  const interrompu = () => erreur('MODELE_ILLISIBLE', { raison: TROP })
  const [repris] = await faireAPart(CONVERTISSEUR, demande, zRepris, { pour, limites, interrompu })
  if (!repris) throw new Error('le convertisseur n’a rien dit')
  return repris
}
