import {
  ETATS_STRUCTURE,
  LIBELLES_ETATS_STRUCTURE,
} from '@releve/contract/structure/structure.schema.ts'
import type { Demander } from '../app/demande.ts'
import { code, parmi, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { structures, toutesStructures } from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'

const f = textesStructure.filtres

export const STRUCTURES_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche),
    region: code({ libelle: f.region, vide: f.toutes }),
    typeStructure: code({ libelle: f.typeStructure, vide: f.tous }),
    etat: parmi(ETATS_STRUCTURE, LIBELLES_ETATS_STRUCTURE, { libelle: f.etat, vide: f.tous }),
    modele: code({ libelle: f.modele, vide: f.tous, parCode: true }),
  },
  tris: ['libelle', 'typeStructure', 'region', 'parent', 'capacite', 'etat'],
  tri: 'libelle',
})

/** How the structures are shown; the first one where the address says none. */
export const VUES = ['arbre', 'tableau', 'carte', 'invitations'] as const
export type Vue = (typeof VUES)[number]

/** What the address says; it is no filter. */
export const vueDe = (params: URLSearchParams): Vue =>
  VUES.find((vue) => vue === params.get('vue')) ?? 'arbre'

export const demander: Demander = (client, { recherche: adresse }) => {
  const { query, criteres } = lireListe(STRUCTURES_DEMANDEES, adresse)
  return vueDe(adresse) === 'tableau'
    ? client.prefetchQuery(structures(query))
    : client.prefetchQuery(toutesStructures(criteres))
}
