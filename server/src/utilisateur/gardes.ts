import { type CodeErreur, type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type ErreurMetier, erreur } from '../platform/erreur.ts'
import type { CompteVerrouille } from './fiche.sql.ts'
import { estDpps, peutGerer } from './utilisateur.rights.ts'

/** What stands in the way of an account as entered: the same for the screen and for an import. */
export type Refus = {
  code: CodeErreur
  valeurs?: Record<string, string>
  champ: keyof FicheUtilisateur
}

/** What the guards look at, as it is while the accounts are held. */
export type Contexte = {
  /** Who acts, as he is now. */
  agent: CompteVerrouille
  comptes: ReadonlyMap<number, CompteVerrouille>
  /** Code → id. */
  structures: ReadonlyMap<string, number>
}

/** Whether no other active account holds ROLE_DPPS. */
export function estDernierDpps(comptes: Contexte['comptes'], cible: CompteVerrouille): boolean {
  if (!estDpps(cible) || cible.statut !== 'ACTIF') return false
  const autres = [...comptes.values()].filter(
    (compte) => compte.id !== cible.id && compte.statut === 'ACTIF' && estDpps(compte),
  )
  return autres.length === 0
}

function refusDeRoles(
  fiche: FicheUtilisateur,
  cible: CompteVerrouille | null,
  { agent, comptes }: Contexte,
): CodeErreur | null {
  if (!peutGerer(agent, fiche) || (cible && !peutGerer(agent, cible))) return 'ROLE_INTERDIT'
  if (!cible) return null
  const perdus = cible.roles.filter((role) => !fiche.roles.includes(role))
  if (cible.id === agent.id && perdus.length > 0) return 'SOI_MEME'
  return perdus.includes('ROLE_DPPS') && estDernierDpps(comptes, cible) ? 'DERNIER_DPPS' : null
}

/** Everything that stands in the way of this account, the gravest first. `cible`: null to create. */
export function refusDeFiche(
  fiche: FicheUtilisateur,
  cible: CompteVerrouille | null,
  contexte: Contexte,
): Refus[] {
  const { structures } = contexte
  const roles = refusDeRoles(fiche, cible, contexte)
  const inconnue = (champ: 'structure' | 'autreStructure', code: string): Refus[] =>
    structures.has(code)
      ? []
      : [{ code: 'STRUCTURE_INCONNUE', valeurs: { structure: code }, champ }]
  return [
    ...(roles ? [{ code: roles, champ: 'roles' } as const] : []),
    ...(fiche.structure ? inconnue('structure', fiche.structure) : []),
    ...fiche.autreStructure.flatMap((code) => inconnue('autreStructure', code)),
    ...(fiche.roles.includes('ROLE_STRUCTURE') && !fiche.structure
      ? [{ code: 'STRUCTURE_REQUISE', champ: 'structure' } as const]
      : []),
  ]
}

/** A refusal as a detail, at its field; `prefixe`: of what the field is. */
export const detailDe = ({ code, valeurs, champ }: Refus, prefixe = ''): Detail => ({
  chemin: `${prefixe}${champ}`,
  code,
  libelle: libelleErreur(code, valeurs),
})

/** The first refusal, with all of them as details. */
export function erreurDeFiche(refus: readonly [Refus, ...Refus[]]): ErreurMetier {
  const [{ code, valeurs }] = refus
  return erreur(code, valeurs, { details: refus.map((un) => detailDe(un, 'body.')) })
}
