import { LIBELLES_ROLES, ROLES } from '@releve/contract/utilisateur/droits.ts'
import { LIBELLES_STATUTS, STATUTS } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import type { Demander } from '../app/demande.ts'
import { code, parmi, recherche } from '../ui/filtre.tsx'
import { lireListe, question } from '../ui/useListe.ts'
import { utilisateurs } from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'

const f = textesUtilisateur.filtres

export const COMPTES_DEMANDES = question({
  filtres: {
    q: recherche(f.recherche),
    role: parmi(ROLES, LIBELLES_ROLES, { libelle: f.role, vide: f.tous }),
    statut: parmi(STATUTS, LIBELLES_STATUTS, { libelle: f.statut, vide: f.tous }),
    structure: code({ libelle: f.structure, vide: f.toutes, parCode: true }),
  },
  tris: ['nomAffichable', 'roles', 'structure', 'statut', 'derniereConnexion'],
  tri: 'nomAffichable',
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(utilisateurs(lireListe(COMPTES_DEMANDES, adresse).query))
