import { CATEGORIES, TYPES_PARTAGES } from '@releve/contract/document/document.schema.ts'
import type { Demander } from '../app/demande.ts'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { ouvrages } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'

const t = textesDocument.bibliotheque

export const OUVRAGES_DEMANDES = question({
  filtres: {
    q: recherche(t.recherche),
    categorie: plusieurs(TYPES_PARTAGES, CATEGORIES, { legende: t.categories }),
  },
  tris: ['rang', 'titre', 'categorie', 'taille', 'deposeLe'],
  tri: 'rang',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(ouvrages(lireListe(OUVRAGES_DEMANDES, adresse).query))
