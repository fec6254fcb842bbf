import { LIBELLES_STATUTS, type Remarque } from './formulaire.schema.ts'

/** Where a remark stands. Answered, its figure may be what it was: it is not said to be corrected. */
export const libelleRemarque = ({ statut, reponse }: Pick<Remarque, 'statut' | 'reponse'>) =>
  statut === 'CORRIGEE' && reponse ? 'Répondue' : LIBELLES_STATUTS[statut]
