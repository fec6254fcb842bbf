import { controlerMotDePasse } from '../utilisateur/mot-de-passe.ts'

/** What the password may not repeat, and itself. */
export type Inscription = Record<'password' | 'identifiant' | 'nom' | 'prenoms', string>

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
