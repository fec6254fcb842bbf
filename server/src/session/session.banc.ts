import type { Operation, OutputOf, Sent } from '@releve/contract/operation.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql } from 'kysely'
import { type Banc, ouvrirBanc } from '../../test/banc.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'

/** Strong enough for every role. */
export const MOT_DE_PASSE = 'Tournesol-Violet-42'
export const MINUTE = 60_000

type Envoi<O extends Operation> = {
  query?: Sent<O['query']>
  body?: Sent<O['body']>
  params?: Sent<O['params']>
  token?: string
  /** The caller's. */
  adresse?: string
}

type Refus = {
  statut: number
  code: string
  libelle: string
  details?: { chemin: string; code: string; libelle: string }[]
  /** Seconds of Retry-After. */
  attente: number | null
}

type Compte = {
  identifiant: string
  roles?: Role[]
  /** Code of a structure of the seed. */
  structure?: string
  autreStructure?: string[]
  statut?: 'ACTIF' | 'BLOQUE' | 'INVITE'
  forceChangePassword?: boolean
  nom?: string
}

/** Whence one signs in; `jetonAppareil`: what an earlier sign-in gave. */
type Depuis = { adresse?: string; jetonAppareil?: string | undefined }

type LigneJournal = { action: string; detail: unknown }

/** The bench, with people who sign in by their password and from their own address. */
export type BancSession = Banc & {
  /** Calls an operation; a refusal fails the test. */
  reussir: <O extends Operation>(operation: O, demande?: Envoi<O>) => Promise<OutputOf<O>>
  /** Calls an operation that must be refused, and returns the refusal. */
  refuser: <O extends Operation>(operation: O, demande?: Envoi<O>) => Promise<Refus>
  avancer: (ms: number) => void
  /** Creates an account whose password is `MOT_DE_PASSE`; returns its id. */
  creerCompte: (compte: Compte) => Promise<number>
  connecter: (identifiant: string, password?: string, depuis?: Depuis) => Promise<Session>
  /** Tries a password, from an address. */
  echouer: (identifiant: string, password?: string, depuis?: string | Depuis) => Promise<Refus>
  /** What the journal says of an account, in order. */
  lireJournal: (utilisateurId: number) => Promise<LigneJournal[]>
}

export async function ouvrirBancSession(env?: Record<string, string>): Promise<BancSession> {
  const banc = await ouvrirBanc(env)
  const motDePasse = await hacherMotDePasse(MOT_DE_PASSE)
  const envoyer = async (operation: Operation, demande: Envoi<Operation>) => {
    const { token, adresse = '192.0.2.1', body } = demande
    const query = new URLSearchParams(Object.entries(demande.query ?? {}))
    const params = new Map<string, string>(Object.entries(demande.params ?? {}))
    const chemin = operation.path.replace(/\{(\w+)\}/g, (_, nom: string) => params.get(nom) ?? '')
    const reponse = await banc.app.inject({
      method: operation.method,
      url: `/api${chemin}?${query.toString()}`,
      remoteAddress: adresse,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const { statusCode: statut, headers } = reponse
    const attente = headers['retry-after'] === undefined ? null : Number(headers['retry-after'])
    return { statut, attente, corps: reponse.body === '' ? undefined : reponse.json() }
  }
  const idDe = (code: string) => banc.structures.get(code) ?? Number.NaN
  const self: BancSession = {
    ...banc,
    async reussir(operation, demande = {}) {
      const { statut, corps } = await envoyer(operation, demande)
      if (statut >= 400) throw new Error(`${operation.path} : ${statut} ${JSON.stringify(corps)}`)
      return corps
    },
    async refuser(operation, demande = {}) {
      const { statut, attente, corps } = await envoyer(operation, demande)
      if (statut < 400) throw new Error(`${operation.path} : ${statut}, attendu un refus`)
      return { statut, attente, ...corps }
    },
    avancer(ms) {
      banc.horloge.maintenant = new Date(banc.horloge.maintenant.getTime() + ms)
    },
    creerCompte: ({ structure, autreStructure = [], ...compte }) =>
      insertUtilisateur(banc.base.db, {
        nom: 'Ndiaye',
        nomAffichable: `Compte ${compte.identifiant}`,
        roles: ['ROLE_STRUCTURE'],
        ...compte,
        motDePasse,
        structureId: structure === undefined ? null : idDe(structure),
        autreStructure: autreStructure.map(idDe),
      }),
    connecter: (identifiant, password = MOT_DE_PASSE, { adresse, jetonAppareil } = {}) =>
      self.reussir(sessionApi.connecter, {
        body: { identifiant, password, jetonAppareil },
        ...(adresse !== undefined && { adresse }),
      }),
    echouer: (identifiant, password = 'faux', depuis = {}) => {
      const { adresse = '192.0.2.1', jetonAppareil } =
        typeof depuis === 'string' ? { adresse: depuis } : depuis
      const body = { identifiant, password, jetonAppareil }
      return self.refuser(sessionApi.connecter, { body, adresse })
    },
    async lireJournal(utilisateurId) {
      const { rows } = await sql<LigneJournal>`
        select action, detail from journal where utilisateur_id = ${utilisateurId}
        order by id`.execute(banc.base.db)
      return rows
    },
  }
  return self
}
