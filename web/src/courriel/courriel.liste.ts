import {
  ETATS_COURRIEL,
  LIBELLES_ETATS_COURRIEL,
} from '@releve/contract/courriel/courriel.schema.ts'
import type { Demander } from '../app/demande.ts'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { courriels } from './courriel.queries.ts'
import { textesCourriel } from './courriel.textes.ts'

const f = textesCourriel.filtres

export const COURRIELS_DEMANDES = question({
  filtres: {
    q: recherche(f.recherche),
    etat: plusieurs(ETATS_COURRIEL, LIBELLES_ETATS_COURRIEL, { legende: f.etats }),
  },
  tris: [],
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(courriels(lireListe(COURRIELS_DEMANDES, adresse).query))
