import type { Formulaire, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'

/** What lists tell of a draft that nobody has touched. */
export const RESUME_INTACT = {
  etat: 'BROUILLON' as const,
  version: 1,
  versionDiffusee: 0,
  effectif: null,
  remplissage: 0,
  erreurs: 0,
  avertissements: 0,
  remarquesOuvertes: 0,
  remarquesCorrigees: 0,
  soumisLe: null,
  modifieLe: null,
  modifiePar: null,
  horsDelai: false,
} satisfies Partial<Resume>

/** The same, as it is read whole. */
export const FORMULAIRE_INTACT = {
  ...RESUME_INTACT,
  cloture: null,
  commentaires: {},
  justifications: {},
  remarques: [],
  casesOuvertes: null,
  resultats: [],
  precedent: null,
  anneePrecedente: null,
  etatsPossibles: [],
  motifRenvoi: null,
} satisfies Partial<Formulaire>
