import { fournisseurApi } from '@releve/contract/fournisseur/fournisseur.api.ts'
import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { readAppareil } from '../app/stockage.ts'
import { useActe } from '../ui/useActe.ts'
import { textesFournisseur } from './fournisseur.textes.ts'

/** What this window drew before it left for a provider: `retour:{state}`, of this window alone. */
const CLE = 'retour:'

/** What came back from a provider, as it is posted. */
type Reponse = Omit<Sent<typeof fournisseurApi.connecterParFournisseur.body>, 'jetonAppareil'>

/** Who answers an invitation, and its link. */
export type Invite = {
  jeton: string
  personne: Omit<
    Sent<typeof inscriptionApi.repondreParFournisseur.body>,
    keyof Reponse | 'invitation'
  >
}

export type Depart = {
  fournisseur: string
  /** The proof that one's password was given, where one links one's account. */
  liaison?: string
  /** The invitation that is answered, and what was typed. */
  invite?: Invite
  /** The screen that was asked for. */
  suite?: string
  deuxFacteurs?: boolean
}

type Tire = Depart & { stateTire: string; nonce: string; codeVerifier: string }

const enBase64 = (octets: Uint8Array) =>
  btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const tirer = () => enBase64(crypto.getRandomValues(new Uint8Array(32)))

/** Whether this browser can prove, on its return, that it is the one that left: not without HTTPS. */
export const peutPartir = (): boolean => window.isSecureContext

/** Leaves for the provider, once what must come back is kept in this window. */
async function partir(depart: Depart): Promise<void> {
  const tire: Tire = { ...depart, stateTire: tirer(), nonce: tirer(), codeVerifier: tirer() }
  const { fournisseur, stateTire: state, nonce, codeVerifier, deuxFacteurs = false } = tire
  const empreinte = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const codeEmpreinte = enBase64(new Uint8Array(empreinte))
  const body = { fournisseur, state, nonce, codeEmpreinte, deuxFacteurs }
  const { adresse } = await appeler(fournisseurApi.lireAdresseFournisseur, { body })
  sessionStorage.setItem(CLE + state, JSON.stringify(tire))
  window.location.assign(adresse)
}

export const usePartir = () => useActe(partir, { reussite: null, refus: 'place' })

/** What came back: to be posted, refused by the provider, or not of this window's asking. */
export type Retour = { depart: Depart; recu: Reponse | null } | { depart: null }

/** What was kept under this state; it serves once. */
function reprendre(state: string): Tire | null {
  const garde = sessionStorage.getItem(CLE + state)
  sessionStorage.removeItem(CLE + state)
  // Written by `partir` alone.
  return garde === null ? null : (JSON.parse(garde) as Tire)
}

/**
 * What a provider has sent back in the address, which loses it at once; null: it holds nothing of
 * the kind.
 */
export function prendreRetour(): Retour | null {
  const parametres = new URLSearchParams(window.location.search)
  const state = parametres.get('state')
  const code = parametres.get('code')
  if (code === null && !parametres.has('error')) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  const tire = state === null ? null : reprendre(state)
  if (!tire || state === null) return { depart: null }
  const { stateTire, nonce, codeVerifier, ...depart } = tire
  if (code === null) return { depart, recu: null }
  const iss = parametres.get('iss')
  const tires = { stateTire, nonce, codeVerifier }
  const { fournisseur } = depart
  return { depart, recu: { fournisseur, code, state, ...(iss !== null && { iss }), ...tires } }
}

/**
 * Posts what came back: opens the session, links the account of the one that is open, or opens that
 * of whoever was invited.
 */
export const useFinirRetour = () =>
  useActe(
    async ({ recu, depart: { liaison, invite } }: { recu: Reponse; depart: Depart }) => {
      if (liaison !== undefined) {
        await appeler(fournisseurApi.lierIdentite, { body: { ...recu, liaison } })
        return
      }
      if (invite) {
        const { jeton: invitation, personne } = invite
        const body = { ...recu, ...personne, invitation }
        retenirSession(await appeler(inscriptionApi.repondreParFournisseur, { body }))
        return
      }
      const body = { ...recu, jetonAppareil: readAppareil() }
      retenirSession(await appeler(fournisseurApi.connecterParFournisseur, { body }))
    },
    {
      reussite: (_, { depart: { liaison } }) =>
        liaison === undefined ? null : textesFournisseur.retour.liee,
      refus: 'place',
    },
    // What is sent opens an account: nothing keeps it.
    { gcTime: 0 },
  )
