import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { envoyer } from '../api/envoi.ts'
import type { Sceau, TexteScelle } from './coffre.ts'
import { noterAppel } from './ligne.ts'
import { peutSceller } from './stockage.ts'

const IV_OCTETS = 12
/** Of its SHA-256: enough to tell the keys of one computer apart, and nothing of the key. */
const EMPREINTE_OCTETS = 8

const encoder = new TextEncoder()

async function empreinteDe(cle: Uint8Array<ArrayBuffer>): Promise<string> {
  const somme = new Uint8Array(await crypto.subtle.digest('SHA-256', cle))
  return Array.from(somme.slice(0, EMPREINTE_OCTETS), (octet) =>
    octet.toString(16).padStart(2, '0'),
  ).join('')
}

/**
 * What seals and opens the texts of one account (AES-GCM, 256 bits). What a text is of goes with
 * it: one put in another's place does not open. The key itself cannot be read back from the
 * page.
 * @throws where the browser does not cipher (no HTTPS).
 */
export async function creerSceau(
  identifiant: string,
  octets: Uint8Array<ArrayBuffer>,
): Promise<Sceau> {
  const cle = await crypto.subtle.importKey('raw', octets, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const selon = (iv: Uint8Array<ArrayBuffer>, de: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: encoder.encode(de),
  })
  return {
    identifiant,
    empreinte: await empreinteDe(octets),
    sceller: async (de, texte): Promise<TexteScelle> => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_OCTETS))
      return { iv, octets: await crypto.subtle.encrypt(selon(iv, de), cle, encoder.encode(texte)) }
    },
    ouvrir: async (de, scelle) =>
      new TextDecoder().decode(
        await crypto.subtle.decrypt(selon(scelle.iv, de), cle, scelle.octets),
      ),
  }
}

/**
 * Asks for the key of whoever is signed in, with his token: a refusal asks nothing of him. `sceau`: null
 * where this browser does not cipher; `impose`: a setting holds every computer for shared.
 * @throws EchecApi
 */
export async function demanderSceau(
  identifiant: string,
  jeton: string | undefined,
): Promise<{ sceau: Sceau | null; impose: boolean }> {
  const { cle, postePartage } = await noterAppel(envoyer(compteApi.lireClePoste, {}, jeton))
  const octets = Uint8Array.from(atob(cle), (lettre) => lettre.charCodeAt(0))
  const sceau = peutSceller() ? await creerSceau(identifiant, octets) : null
  return { sceau, impose: postePartage }
}
