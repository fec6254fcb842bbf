import { z } from 'zod'
import { TYPES_PARTAGES } from '../document/document.schema.ts'
import { ETATS } from '../formulaire/formulaire.schema.ts'
import { DUREES } from '../modele/rythme.ts'
import type { Operation } from '../operation.ts'
import { zInstant, zRecherche, zRef } from '../page.ts'
import { ROLES } from '../utilisateur/droits.ts'

/** Fewest characters of a search: fewer would find nearly everything. */
export const RECHERCHE_MIN = 2

/** Most results of each kind. */
export const RESULTATS_PAR_GENRE = 6

const zFormulaireTrouve = z.object({
  numero: z.string(),
  modele: z.object({
    code: z.string(),
    libelle: z.string(),
    moisCouverts: z.literal(DUREES),
  }),
  structure: zRef,
  mois: z.number(),
  annee: z.number(),
  etat: z.enum(ETATS),
})

const zUtilisateurTrouve = z.object({
  id: z.number(),
  identifiant: z.string(),
  nomAffichable: z.string(),
  fonction: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  statut: z.enum(['ACTIF', 'BLOQUE', 'INVITE']),
  structure: zRef.nullable(),
})

const zMessageTrouve = z.object({
  id: z.number(),
  expediteur: z.string(),
  /** Where a visitor is answered; null when an account wrote: it is answered in the platform. */
  email: z.string().nullable(),
  objet: z.string(),
  corps: z.string(),
  envoyeLe: zInstant,
})

/** Of the library: editions of the annuaire among them. */
const zOuvrageTrouve = z.object({
  id: z.number(),
  titre: z.string(),
  categorie: z.enum(TYPES_PARTAGES),
})

/** What each kind of thing shows of itself; a kind that the person may not read is empty. */
const zTrouvailles = z.object({
  formulaires: z.array(zFormulaireTrouve),
  structures: z.array(z.object({ ...zRef.shape, typeStructure: z.string(), region: z.string() })),
  utilisateurs: z.array(zUtilisateurTrouve),
  messages: z.array(zMessageTrouve),
  documents: z.array(zOuvrageTrouve),
})
export type Trouvailles = z.infer<typeof zTrouvailles>

export const rechercheApi = {
  rechercher: {
    method: 'GET',
    path: '/recherche',
    right: 'recherche.lancer',
    jeton: null,
    resume:
      'Chercher parmi les rapports, les structures, les comptes, ses messages et les documents',
    query: z.object({ q: zRecherche.min(RECHERCHE_MIN) }),
    output: zTrouvailles,
  },
} as const satisfies Record<string, Operation>
