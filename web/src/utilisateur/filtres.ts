import type { Sent } from '@releve/contract/operation.ts'
import { LIBELLES_ROLES, ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import {
  LIBELLES_STATUTS,
  STATUTS,
  type Statut,
} from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { pageDe, texteDe, triDe } from '../ui/adresse.ts'
import { actif, actifRecherche } from '../ui/filtresActifs.ts'

const TAILLE = 25
export const TRI_ORIGINE = 'nomAffichable'

/** What the list may be sorted by: what its columns say. */
const TRIS = [TRI_ORIGINE, 'roles', 'structure', 'statut', 'derniereConnexion']

/** What the address of the list says; anything that it may not say is left out. */
export type Filtres = {
  role?: Role
  statut?: Statut
  /** Code. */
  structure?: string
  q?: string
  tri?: string
  page: number
}

export function lireFiltres(params: URLSearchParams): Filtres {
  return {
    role: ROLES.find((role) => role === params.get('role')),
    statut: STATUTS.find((statut) => statut === params.get('statut')),
    structure: texteDe(params, 'structure'),
    q: texteDe(params, 'q'),
    tri: triDe(params, TRIS),
    page: pageDe(params),
  }
}

/** The filters in force, in words. */
export const filtresActifs = ({ q, role, statut, structure }: Filtres) => [
  ...actifRecherche(q),
  ...actif('role', role && LIBELLES_ROLES[role]),
  ...actif('statut', statut && LIBELLES_STATUTS[statut]),
  ...actif('structure', structure),
]

export type Recherche = Sent<typeof utilisateurApi.listUtilisateurs.query>

/** The query that these filters ask for. */
export function rechercheDe(filtres: Filtres): Recherche {
  return { ...filtres, tri: filtres.tri ?? TRI_ORIGINE, taille: TAILLE }
}

/** The same lines, all of them, for a file. */
export function exportDe({ role, statut, structure, q, tri = TRI_ORIGINE }: Filtres) {
  return { role, statut, structure, q, tri }
}
