import { controlerMotDePasse } from '../utilisateur/motDePasse.ts'
import type { ChampInscription } from './inscription.champs.ts'

export type Inscription = Record<ChampInscription, string>

/** Everything that the password still lacks, for this person of an invited structure. */
export function raisonsInscription(inscription: Inscription, email: string): string[] {
  const { password, identifiant, nom, prenoms } = inscription
  return controlerMotDePasse(password, {
    roles: ['ROLE_STRUCTURE'],
    identifiant,
    nom,
    prenoms,
    email,
  })
}
