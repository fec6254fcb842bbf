import type { Operation } from '../operation.ts'
import { zVersion } from '../parametre/parametre.schema.ts'
import { zApercuDebut, zDebut } from './calendrier.schema.ts'

/** The start of the collection: before it, nothing is expected of anybody. */
export const debutApi = {
  lireDebut: {
    method: 'GET',
    path: '/parametres/debut',
    right: 'calendrier.gerer',
    jeton: null,
    resume: 'Lire le début de la collecte, pour le changer',
    output: zDebut.extend(zVersion.required().shape),
  },
  apercevoirDebut: {
    method: 'POST',
    path: '/parametres/debut/apercu',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Dire combien de rapports un autre début de la collecte rendrait attendus, ou en retard\u00a0; rien ne change',
    body: zDebut,
    output: zApercuDebut,
  },
  modifierDebut: {
    method: 'POST',
    path: '/parametres/debut',
    right: 'calendrier.gerer',
    jeton: null,
    resume:
      'Fixer le premier mois de la collecte\u00a0: avant lui, rien n’est attendu, en retard ni relancé',
    body: zDebut.extend(zVersion.shape),
    output: zDebut.extend(zVersion.required().shape),
    erreurs: ['VERSION_PARAMETRES_PERIMEE', 'DEBUT_APRES_RAPPORT'],
  },
} as const satisfies Record<string, Operation>
