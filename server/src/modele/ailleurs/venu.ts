import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { faireAPart, Interrompu, type Limites } from '../../platform/apart.ts'
import { ErreurMetier, erreur } from '../../platform/erreur.ts'
import type { Appel } from '../../platform/route.ts'
import type { Repris } from './origine.ts'
import type { DemandeVenu, ReponseVenu } from './venu.worker.ts'

/** Of one conversion: the worst file found takes a third of this time. */
const LIMITES: Limites = { duree: 20_000, memoire: 400 }

const CONVERTISSEUR = new URL('./venu.worker.ts', import.meta.url)

const TROP =
  'Il est abîmé, ou demande trop de travail\u00a0: exportez-en moins, ou en plusieurs fichiers.'

type Depot = Appel<typeof modeleApi.analyserModele>['body']

/**
 * Converts a file, whatever its origin, in a process of its own; beyond its limits it is refused.
 * @throws ORIGINE_INCONNUE, MODELE_ILLISIBLE, MODELE_INCONVERTIBLE, SERVICE_OCCUPE
 */
export async function lireVenu(
  { fichier: { contenu }, choix }: Depot,
  limites = LIMITES,
): Promise<Repris> {
  let repris: Repris | undefined
  const entendre = (reponse: ReponseVenu): boolean => {
    if ('refus' in reponse) throw new ErreurMetier(reponse.refus)
    repris = reponse.repris
    return true
  }
  const demande: DemandeVenu = { contenu, choix }
  try {
    await faireAPart(CONVERTISSEUR, demande, { limites, entendre })
  } catch (echec) {
    throw echec instanceof Interrompu ? erreur('MODELE_ILLISIBLE', { raison: TROP }) : echec
  }
  if (!repris) throw new Error('le convertisseur n’a rien dit')
  return repris
}
