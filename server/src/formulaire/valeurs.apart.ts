import { faireAPart, Interrompu, LECTURE } from '../platform/apart.ts'
import { erreur } from '../platform/erreur.ts'
import type { Pour } from '../platform/tour.ts'
import type { Paquet } from './valeurs.ts'
import type { ReponseValeurs } from './valeurs.worker.ts'

const LECTEUR = new URL('./valeurs.worker.ts', import.meta.url)

const illisible = (raison: string) => erreur('VALEURS_ILLISIBLES', { raison })

const TROP = 'Le fichier est abîmé, ou trop volumineux\u00a0: exportez une année à la fois.'

/**
 * What a file of values of DHIS2 holds, by unit and period, read in a process of its own; beyond
 * its limits it is refused. @throws VALEURS_ILLISIBLES, TRAVAUX_EN_COURS, SERVICE_OCCUPE
 */
export async function readValeurs(
  contenu: Uint8Array,
  pour: Pour,
  limites = LECTURE,
): Promise<Paquet[]> {
  const lus: Paquet[] = []
  const entendre = (reponse: ReponseValeurs): boolean => {
    if ('paquets' in reponse) lus.push(...reponse.paquets)
    else if ('illisible' in reponse) throw illisible(reponse.illisible)
    return 'fin' in reponse
  }
  try {
    await faireAPart(LECTEUR, contenu, { file: 'venus', pour, limites, entendre })
    return lus
  } catch (echec) {
    throw echec instanceof Interrompu ? illisible(TROP) : echec
  }
}
