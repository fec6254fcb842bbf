import {
  ETATS_REOUVERTURE,
  LIBELLES_ETATS_REOUVERTURE,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { question } from '../ui/useListe.ts'
import { textesCalendrier } from './calendrier.textes.ts'

const f = textesCalendrier.reouvertures.filtres

export const REOUVERTURES_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche),
    etat: plusieurs(ETATS_REOUVERTURE, LIBELLES_ETATS_REOUVERTURE, { legende: f.etats }),
  },
  tris: ['structure', 'mois', 'jusqua', 'rouverteLe'],
  tri: '-rouverteLe',
})
