import { sessionApi } from '@releve/contract/session/session.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { FicheUtilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { sql } from 'kysely'
import { type Banc, ouvrirBanc, type Personne, type Reponse } from '../../test/banc.ts'
import type { Courriel } from '../platform/mailer.courriel.ts'
import { executerTaches } from '../tache/boucle.ts'
import { createEnvoiBienvenue } from './bienvenue.ts'

const MOT = /\b[a-z2-9]{4}(?:-[a-z2-9]{4}){6}\b/

type LigneJournal = { action: string; objet: string | null; detail: Record<string, unknown> }

/** The bench, with what these tests do again and again. */
export type BancUtilisateur = Banc & {
  /** An account as one enters it: somebody of CAU-R01-01. */
  ficheDe: (identifiant: string, champs?: Partial<FicheUtilisateur>) => FicheUtilisateur
  /** Creates an account by HTTP; returns its id. */
  creer: (
    identifiant: string,
    champs?: Partial<FicheUtilisateur>,
    par?: Personne,
  ) => Promise<number>
  /** What the journal says of an account's name, in order. */
  journalDe: (identifiant: string) => Promise<LigneJournal[]>
  /** Carries out what waits in the outbox, and gives the mails that left. */
  envoyer: () => Promise<Courriel[]>
  connecter: (identifiant: string, password: string) => Promise<Reponse<Session>>
  /** All that the base holds of accounts: to see that a refusal wrote nothing. */
  photographier: () => Promise<unknown>
}

/** The temporary password that a mail brings. */
export const motDe = (courriel: Courriel | undefined): string =>
  MOT.exec(courriel?.texte ?? '')?.[0] ?? ''

export async function ouvrirBancUtilisateur(): Promise<BancUtilisateur> {
  const banc = await ouvrirBanc()
  const { db } = banc.base
  const ficheDe: BancUtilisateur['ficheDe'] = (identifiant, champs = {}) => ({
    identifiant,
    nom: 'Ndiaye',
    prenoms: 'Fatou',
    email: `${identifiant.trim()}@example.org`,
    telephone: null,
    fonction: null,
    roles: ['ROLE_STRUCTURE'],
    structure: 'CAU-R01-01',
    autreStructure: [],
    ...champs,
  })
  return {
    ...banc,
    ficheDe,
    async creer(identifiant, champs, par = banc.asDpps) {
      const { statut, corps, libelle } = await par.appeler(api.creerUtilisateur, {
        body: ficheDe(identifiant, champs),
      })
      if (statut !== 200) throw new Error(`${identifiant} : ${statut} ${libelle}`)
      return corps.id
    },
    async journalDe(identifiant) {
      const { rows } = await sql<LigneJournal>`select action, objet, detail from journal
        where objet = ${identifiant} order by id`.execute(db)
      return rows
    },
    async envoyer() {
      const courriels: Courriel[] = []
      const mailer = { envoyer: async (courriel: Courriel) => void courriels.push(courriel) }
      const maintenant = () => banc.horloge.maintenant
      const urlPublique = 'https://releve.example.org'
      const handlers = {
        COMPTE_CREE: createEnvoiBienvenue({ db: db, mailer, maintenant, urlPublique }),
      }
      const log = { info: () => {}, warn: () => {}, error: () => {} }
      while ((await executerTaches({ db: db, handlers, maintenant, log })) > 0);
      return courriels
    },
    connecter: (identifiant, password) =>
      banc.anonyme.appeler(sessionApi.connecter, { body: { identifiant, password } }),
    async photographier() {
      const { rows } = await sql`select u.*, array(select structure_id from utilisateur_structure
          where utilisateur_id = u.id order by 1) as autres,
        (select count(*) from tache) as taches,
        (select count(*) from journal where action <> 'DROIT_REFUSE') as lignes
        from utilisateur u order by u.id`.execute(db)
      return rows
    },
  }
}
