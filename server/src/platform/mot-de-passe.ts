import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { TEMOINS } from './temoins.ts'
import { ouvrirTours } from './tour.ts'

/** argon2id (the library's default): 19 MiB, two passes, one lane. About 20 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** So that a flood of sign-ins takes neither all the memory nor all the cores. */
const attendreSonTour = ouvrirTours({ simultanes: 2, enAttente: 200, retour: 5 })

/** Random bytes in the shape of a hash: no password opens it, and refusing costs the same time. */
export const LEURRE =
  '$argon2id$v=19$m=19456,t=2,p=1$0+CaaouMiy6DiWpTFvy9GQ$sp00SijwlChIXaF2PFFLwO0VERcZLRqEvmiakNHUOUw'

/** One « é » whatever the keyboard sends: a letter, or a letter and its accent. */
function composer(motDePasse: string): string {
  return motDePasse.normalize('NFC')
}

/** What a hash costs to compare with: its function and its parameters, without salt nor digest. */
const coutDe = (empreinte: string): string => empreinte.split('$').slice(1, 4).join(' ')

/** The argon2id hash of a password, as `utilisateur.mot_de_passe` keeps it (PHC string). */
export function hacherMotDePasse(motDePasse: string): Promise<string> {
  return attendreSonTour(async () => {
    const empreinte = await hash(composer(motDePasse), OPTIONS)
    TEMOINS.empreinte.publish(coutDe(empreinte))
    return empreinte
  })
}

/**
 * Whether the password opens the hash. Without a hash (unknown account, account never activated) it
 * works as long against a decoy, and says no.
 */
export async function verifierMotDePasse(
  empreinte: string | undefined,
  motDePasse: string,
): Promise<boolean> {
  const connue = empreinte?.startsWith('$argon2') ? empreinte : undefined
  const juste = await attendreSonTour(() => {
    TEMOINS.empreinte.publish(coutDe(connue ?? LEURRE))
    return verify(connue ?? LEURRE, composer(motDePasse))
  })
  return juste && connue !== undefined
}

/** No character that reads like another one: these secrets are copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * A secret that a person copies and that serves once, password or recovery code: seven groups of
 * four, 138 bits. A plain digest of it may be kept, for nobody tries so many; and as a password, it
 * is long enough to need no other class.
 */
export function createSecretCopie(): string {
  const groupe = () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: 7 }, groupe).join('-')
}
