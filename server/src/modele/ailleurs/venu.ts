import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { faireAPart, Interrompu, LECTURE } from '../../platform/apart.ts'
import { ErreurMetier, erreur } from '../../platform/erreur.ts'
import type { Appel } from '../../platform/route.ts'
import type { Pour } from '../../platform/tour.ts'
import type { Repris } from './origine.ts'
import type { DemandeVenu, ReponseVenu } from './venu.worker.ts'

const CONVERTISSEUR = new URL('./venu.worker.ts', import.meta.url)

const TROP =
  'Il est abîmé, ou demande trop de travail\u00a0: exportez-en moins, ou en plusieurs fichiers.'

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
): Promise<Repris> {
  let repris: Repris | undefined
  const entendre = (reponse: ReponseVenu): boolean => {
    if ('refus' in reponse) throw new ErreurMetier(reponse.refus)
    repris = reponse.repris
    return true
  }
  const demande: DemandeVenu = { contenu, choix }
  try {
    await faireAPart(CONVERTISSEUR, demande, { file: 'venus', pour, limites, entendre })
  } catch (echec) {
    throw echec instanceof Interrompu ? erreur('MODELE_ILLISIBLE', { raison: TROP }) : echec
  }
  if (!repris) throw new Error('le convertisseur n’a rien dit')
  return repris
}
