import { zFlux } from '../fichier.ts'
import type { Operation } from '../operation.ts'

export const evenementApi = {
  suivreEvenements: {
    method: 'GET',
    path: '/evenements',
    right: 'evenement.suivre',
    jeton: ['EVENEMENTS'],
    resume:
      'Suivre ce qui arrive dans son périmètre (rapports, fichiers, messages), au fil de l’eau\u202f; `Last-Event-ID` reprend où l’on en était',
    reponse: 'flux',
    typeMime: 'text/event-stream',
    output: zFlux,
    erreurs: ['SUIVIS_TROP_NOMBREUX'],
  },
} as const satisfies Record<string, Operation>
