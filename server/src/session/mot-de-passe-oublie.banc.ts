import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import { afterEach } from 'vitest'
import type { Courriel, EnvoiRefuse } from '../platform/mailer.courriel.ts'
import { executerTaches } from '../tache/boucle.ts'
import { createEnvoiAvis } from './frein.ts'
import { createEnvoiMotDePasse } from './mot-de-passe.ts'
import { type BancSession, ouvrirBancSession } from './session.banc.ts'

/** The number of the task that sent a mail. */
const numeroDe = (reference: string): number => Number(reference.split(':')[1])

const MOT = /\b[a-z2-9]{4}(?:-[a-z2-9]{4}){6}\b/

type BancOubli = BancSession & {
  /** What was sent since the test began, delivered or not. */
  courriels: { courriel: Courriel; reference: string }[]
  /** What the log was told. */
  lignes: unknown[]
  /** Makes every mail fail until it is null again. */
  poste: { panne: EnvoiRefuse | null }
  demander: (identifiant: string, adresse?: string) => Promise<{ libelle: string }>
  /** Carries out what waits in the outbox. */
  envoyer: () => Promise<void>
  /** The temporary password of the last mail; empty when there is none. */
  dernierMot: () => string
  /** An active account with an address; returns its id. */
  creer: (identifiant: string) => Promise<number>
  /** The account forgot its password: what the mail brought it. */
  recevoir: (identifiant: string) => Promise<string>
}

/** The bench, or one that is open already, with a mailer that keeps what it is given. */
export async function ouvrirBancOubli(ouvert?: BancSession): Promise<BancOubli> {
  const banc = ouvert ?? (await ouvrirBancSession())
  const { db } = banc.base
  const courriels: BancOubli['courriels'] = []
  const lignes: unknown[] = []
  const poste: BancOubli['poste'] = { panne: null }
  const maintenant = () => banc.horloge.maintenant
  const mailer = {
    envoyer: async (courriel: Courriel, reference: string) => {
      courriels.push({ courriel, reference })
      if (poste.panne) throw poste.panne
    },
  }
  const urlPublique = 'https://releve.example.org'
  const handlers = {
    MOT_DE_PASSE_OUBLIE: createEnvoiMotDePasse({
      db,
      mailer,
      maintenant,
      urlPublique,
      fournisseurs: banc.config.fournisseurs,
    }),
    COMPTE_FREINE: createEnvoiAvis({ db: db, mailer, maintenant, url: urlPublique }),
  }
  const noter = (objet: object, message: string) => void lignes.push(objet, message)
  const log = { info: noter, warn: noter, error: noter }
  afterEach(async () => {
    courriels.length = 0
    lignes.length = 0
    poste.panne = null
    await db.deleteFrom('tache').execute()
    await db.deleteFrom('tentative').execute()
  })
  const self: BancOubli = {
    ...banc,
    courriels,
    lignes,
    poste,
    demander: (identifiant, adresse) =>
      banc.reussir(motDePasseOublieApi.demanderMotDePasse, {
        query: { identifiant },
        ...(adresse !== undefined && { adresse }),
      }),
    async envoyer() {
      const deja = courriels.splice(0)
      while ((await executerTaches({ db: db, handlers, maintenant, log })) > 0);
      // Tasks of a batch end in any order; tests read mails in the order of what asked for them.
      const venus = courriels.splice(0)
      venus.sort((a, b) => numeroDe(a.reference) - numeroDe(b.reference))
      courriels.push(...deja, ...venus)
    },
    dernierMot: () => MOT.exec(courriels.at(-1)?.courriel.texte ?? '')?.[0] ?? '',
    async creer(identifiant) {
      const id = await banc.creerCompte({ identifiant })
      const email = `${identifiant}@example.org`
      await db.updateTable('utilisateur').set({ email }).where('id', '=', id).execute()
      return id
    },
    async recevoir(identifiant) {
      await self.demander(identifiant)
      await self.envoyer()
      return self.dernierMot()
    },
  }
  return self
}
