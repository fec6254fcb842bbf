import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fournisseurApi as api } from '@releve/contract/fournisseur/fournisseur.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { afterAll, afterEach } from 'vitest'
import { type FournisseurDEssai, ouvrirFournisseur, tirer } from '../../test/fournisseur.ts'
import { type BancSession, ouvrirBancSession } from '../session/session.banc.ts'

const URL_PUBLIQUE = 'https://releve.example.org'

/** What a browser posts on its return. */
export type Retour = Parameters<typeof corpsDe>[0]
const corpsDe = (retour: {
  fournisseur: string
  code: string
  state: string
  iss?: string
  stateTire: string
  nonce: string
  codeVerifier: string
}) => retour

export type BancFournisseur = BancSession & {
  essai: FournisseurDEssai
  /** Another, as real, which vouches for the addresses that it does not say that it verified. */
  garant: FournisseurDEssai
  /** And a third, by which accounts are created. */
  createur: FournisseurDEssai
  /** Goes to the provider as a browser does, and comes back. */
  aller: (
    sub: string,
    depuis?: { chez?: FournisseurDEssai; cle?: string; deuxFacteurs?: boolean },
  ) => Promise<Retour>
  /** The same, and signs in. */
  entrer: (sub: string, chez?: FournisseurDEssai, cle?: string) => Promise<Session>
}

/** The bench of sessions, three providers configured, on the clock of this machine. */
export async function ouvrirBancFournisseur(): Promise<BancFournisseur> {
  const essai = await ouvrirFournisseur(URL_PUBLIQUE)
  const garant = await ouvrirFournisseur(URL_PUBLIQUE, { cle: 'garant', libelle: 'Le garant' })
  const createur = await ouvrirFournisseur(URL_PUBLIQUE, {
    cle: 'createur',
    libelle: 'Le créateur',
  })
  const dossier = mkdtempSync(join(tmpdir(), 'releve-oidc-'))
  const fichier = join(dossier, 'fournisseurs.json')
  const creation = { role: 'metier', roleStructure: ['agent'], structure: 'service' }
  const entrees = [
    essai.entree({ acr: ['deux'] }),
    garant.entree({ garantitAdresse: true }),
    createur.entree({ portee: 'openid email releve', creation }),
  ]
  writeFileSync(fichier, JSON.stringify(entrees))
  const banc = await ouvrirBancSession({ OIDC_FILE: fichier, PUBLIC_URL: URL_PUBLIQUE })
  // A provider has the time of this machine: its tokens are of now.
  banc.horloge.maintenant = new Date()
  afterEach(() => {
    essai.faute = {}
    garant.faute = {}
    createur.faute = {}
  })
  afterAll(async () => {
    await Promise.all([essai.fermer(), garant.fermer(), createur.fermer()])
    rmSync(dossier, { recursive: true, force: true })
  })
  const self: BancFournisseur = {
    ...banc,
    essai,
    garant,
    createur,
    async aller(sub, { chez = essai, cle = 'essai', deuxFacteurs = false } = {}) {
      const { codeEmpreinte, codeVerifier, state, nonce } = tirer()
      const body = { fournisseur: cle, state, nonce, codeEmpreinte, deuxFacteurs }
      const { adresse } = await banc.reussir(api.lireAdresseFournisseur, { body })
      const { code = '', state: rendu = '', iss } = await chez.revenir(adresse, sub)
      const retour = { fournisseur: cle, code, state: rendu, stateTire: state, nonce, codeVerifier }
      return { ...retour, ...(iss && { iss }) }
    },
    entrer: async (sub, chez, cle) => {
      const body = await self.aller(sub, { ...(chez && { chez }), ...(cle && { cle }) })
      return banc.reussir(api.connecterParFournisseur, { body })
    },
  }
  return self
}
