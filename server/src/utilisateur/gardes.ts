import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { ErreurMetier } from '../platform/erreur.ts'
import { estDpps, peutGerer } from './utilisateur.rights.ts'
import type { CompteVerrouille } from './utilisateur.sql.ts'

/** What stands in the way of an account as entered: the same for the screen and for an import. */
export type Refus = Enonce & { champ: keyof FicheUtilisateur }

/** What the guards look at, as it is while the accounts are held. */
export type ComptesTenus = {
  /** Who acts, as he is now. */
  agent: CompteVerrouille
  comptes: ReadonlyMap<number, CompteVerrouille>
  /** Code → id. */
  structures: ReadonlyMap<string, number>
}

/** The account to act on, among those that are held. */
export type CompteTenu = ComptesTenus & { cible: CompteVerrouille }

/** Whether no other active account holds ROLE_DPPS. */
export function estDernierDpps(comptes: ComptesTenus['comptes'], cible: CompteVerrouille): boolean {
  if (!estDpps(cible) || cible.statut !== 'ACTIF') return false
  const autres = [...comptes.values()].filter(
    (compte) => compte.id !== cible.id && compte.statut === 'ACTIF' && estDpps(compte),
  )
  return autres.length === 0
}

function refusDeRoles(
  fiche: FicheUtilisateur,
  cible: CompteVerrouille | null,
  { agent, comptes }: ComptesTenus,
): 'ROLE_INTERDIT' | 'SOI_MEME' | 'DERNIER_DPPS' | null {
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
  tenus: ComptesTenus,
): Refus[] {
  const { structures } = tenus
  const roles = refusDeRoles(fiche, cible, tenus)
  const inconnue = (champ: 'structure' | 'autreStructure', code: string): Refus[] =>
    structures.has(code) ? [] : [{ ...enoncer('STRUCTURE_INCONNUE', { structure: code }), champ }]
  return [
    ...(roles ? [{ ...enoncer(roles), champ: 'roles' } as const] : []),
    ...(fiche.structure ? inconnue('structure', fiche.structure) : []),
    ...fiche.autreStructure.flatMap((code) => inconnue('autreStructure', code)),
    ...(fiche.roles.includes('ROLE_STRUCTURE') && !fiche.structure
      ? [{ ...enoncer('STRUCTURE_REQUISE'), champ: 'structure' } as const]
      : []),
  ]
}

/** The first refusal, with all of them as details, each at its field. */
export function erreurDeFiche(refus: readonly [Refus, ...Refus[]]): ErreurMetier {
  const details = refus.map(({ champ, code, libelle }) => ({
    chemin: `body.${champ}`,
    code,
    libelle,
  }))
  return new ErreurMetier(refus[0], { details })
}
