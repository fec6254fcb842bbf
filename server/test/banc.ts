import { buffer } from 'node:stream/consumers'
import type { Operation, Sent } from '@releve/contract/operation.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { z } from 'zod'
import { STRUCTURES } from '../seed/structures.ts'
import { createApp } from '../src/app.ts'
import { installer } from '../src/installation.ts'
import type { BaseOuverte } from '../src/platform/base/ouvrir.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { insertSession } from '../src/session/session.sql.ts'
import { insertStructure } from '../src/structure/structure.sql.ts'
import { insertUtilisateur } from '../src/utilisateur/utilisateur.sql.ts'
import { testBase } from './base.ts'
import { CAUSES, ERREURS_SEULES } from './causes.ts'
import { surLectureSeule } from './lecture.ts'
import { composeMultipart, type Multipart } from './multipart.ts'

/** An answer: the parsed body is the contract's, or the refusal's. */
export type Reponse<T> = {
  statut: number
  corps: T
  code: string
  libelle: string
  details: { chemin: string; code: string; libelle: string }[]
  entetes: Record<string, unknown>
  /** The answer's bytes as they came: what a file is compared by. */
  octets: Buffer
}

export type Envoi<O extends Operation> = {
  params?: Sent<O['params']>
  query?: Sent<O['query']>
  body?: Sent<O['body']>
}

export type Appels = {
  appeler: <O extends Operation>(
    operation: O,
    envoi?: Envoi<O>,
  ) => Promise<Reponse<z.output<O['output']>>>
  /** A call outside the contract's types: what a hostile client may send. */
  brut: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD',
    url: string,
    corps?: unknown,
  ) => Promise<Reponse<unknown>>
  /** A body of several parts, of any fields. */
  envoyer: (url: string, champs: Iterable<readonly [string, unknown]>) => Promise<Reponse<unknown>>
}

/** The address of a call below the server, its parameters and query put in. */
export function adresseDe(operation: Operation, envoi: Envoi<Operation>): string {
  const params = (envoi.params ?? {}) as Record<string, unknown>
  const chemin = operation.path.replace(/\{(\w+)\}/g, (_, nom: string) =>
    encodeURIComponent(String(params[nom])),
  )
  const query = new URLSearchParams()
  // What a query string carries are texts and figures.
  const valeurs = (envoi.query ?? {}) as Record<string, string | number | boolean | undefined>
  for (const [cle, valeur] of Object.entries(valeurs)) {
    if (valeur !== undefined) query.append(cle, String(valeur))
  }
  return `/api${chemin}${query.size ? `?${query.toString()}` : ''}`
}

type EnvoiBrut = {
  jeton: string | null
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  url: string
  corps?: unknown
  multipart?: Multipart
}

function contenuDe({ corps, multipart }: EnvoiBrut): { type?: string; payload?: string | Buffer } {
  if (multipart) return { type: multipart.type, payload: multipart.octets }
  if (corps === undefined) return {}
  const payload = typeof corps === 'string' ? corps : JSON.stringify(corps)
  return { type: 'application/json', payload }
}

/** Whether a stream opens: it has begun, and would last. What it says is read by its own tests. */
async function ouvrirFlux<T>(
  app: FastifyInstance,
  { jeton, method, url }: EnvoiBrut,
): Promise<Reponse<T>> {
  const headers = jeton ? { authorization: `Bearer ${jeton}` } : {}
  const reponse = await app.inject({ method, url, headers, payloadAsStream: true })
  const { statusCode: statut, headers: entetes } = reponse
  const ouvert = statut < 300
  if (ouvert) reponse.stream().destroy()
  const octets = ouvert ? Buffer.alloc(0) : await buffer(reponse.stream())
  const lu = ouvert ? {} : JSON.parse(octets.toString())
  const { code = '', libelle = '', details = [] } = lu
  return { statut, entetes, corps: lu, code, libelle, details, octets }
}

async function injecter<T>(app: FastifyInstance, demande: EnvoiBrut): Promise<Reponse<T>> {
  const { jeton, method, url } = demande
  const { type, payload } = contenuDe(demande)
  const reponse = await app.inject({
    method,
    url,
    headers: {
      ...(jeton && { authorization: `Bearer ${jeton}` }),
      ...(type && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  })
  const json = String(reponse.headers['content-type']).startsWith('application/json')
  const lu = json && reponse.body ? reponse.json() : reponse.body
  const { code = '', libelle = '', details = [] } = json ? lu : {}
  return {
    statut: reponse.statusCode,
    corps: lu,
    code,
    libelle,
    details,
    entetes: reponse.headers,
    octets: reponse.rawPayload,
  }
}

/** The answer; a file must be of one of the types that the description says. */
async function verifierType<T>(
  { path, reponse, typesMime = [] }: Operation,
  attendue: Promise<Reponse<T>>,
): Promise<Reponse<T>> {
  const recue = await attendue
  const type = String(recue.entetes['content-type'])
  if (reponse === 'fichier' && recue.statut === 200 && !typesMime.includes(type)) {
    throw new Error(`${path} répond ${type}, que sa description ne dit pas (typesMime)`)
  }
  return recue
}

/** What a person without a token, or with this one, may do. */
export function appelsDe(app: FastifyInstance, jeton: string | null): Appels {
  return {
    appeler: async (operation, envoi = {}) => {
      const { method } = operation
      const demande = { jeton, method, url: adresseDe(operation, envoi) }
      if (operation.reponse === 'flux') return ouvrirFlux(app, demande)
      if (operation.corps !== 'multipart') {
        return verifierType(operation, injecter(app, { ...demande, corps: envoi.body }))
      }
      const multipart = await composeMultipart(Object.entries(envoi.body ?? {}))
      return verifierType(operation, injecter(app, { ...demande, multipart }))
    },
    brut: (method, url, corps) => injecter(app, { jeton, method, url, corps }),
    envoyer: async (url, champs) =>
      injecter(app, { jeton, method: 'POST', url, multipart: await composeMultipart(champs) }),
  }
}

/** A person: what he calls goes by HTTP, with his token. */
export type Personne = Appels & { identifiant: string; id: number; jeton: string }

async function semer({ db }: BaseOuverte): Promise<Map<string, number>> {
  await installer(db)
  const ids = new Map<string, number>()
  for (const { parent, ...structure } of STRUCTURES) {
    const parentId = parent ? (ids.get(parent) ?? null) : null
    ids.set(structure.code, await insertStructure(db, { ...structure, parentId }))
  }
  return ids
}

/** Who works with the platform in the tests. The clock starts on 20 March 2025, 10:00 UTC. */
export type Banc = {
  app: FastifyInstance
  base: BaseOuverte
  config: Config
  horloge: { maintenant: Date }
  structures: Map<string, number>
  asDpps: Personne
  asAutreDpps: Personne
  asAdmin: Personne
  /** CAU-R01-01. */
  asStructure: Personne
  /** A second person of CAU-R01-01. */
  asCollegue: Personne
  /** CPOLY-R02-01: another structure, in another region. */
  asAutreStructure: Personne
  /** DR-R01: regional office, parent of CAU-R01-01. */
  asDirectionRegionale: Personne
  anonyme: Appels
}

/** What seals secrets here: no file of a key is drawn. */
export const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/** Password hash that opens nothing: these people enter by a token. */
const SANS_MOT_DE_PASSE = '!'

/**
 * The platform on a base of this file's own, with the models, the code lists, the seventeen
 * structures and people who have names. Call at the top of a test file. `env`: what else its
 * environment says.
 */
export async function ouvrirBanc(env: Record<string, string> = {}): Promise<Banc> {
  const base = await testBase()
  const structures = await semer(base)
  const horloge = { maintenant: new Date('2025-03-20T10:00:00Z') }
  const config = readConfig({ ...ERREURS_SEULES, SECRETS_KEY, ...env })
  const app = await createApp({
    base,
    lecture: surLectureSeule(base.db),
    config,
    flux: CAUSES,
    maintenant: () => horloge.maintenant,
    // What is put off is told (`observer`), and not lived.
    attendre: async () => {},
  })
  afterAll(() => app.close())
  const inscrire = async (identifiant: string, role: Role, code?: string) => {
    const id = await insertUtilisateur(base.db, {
      identifiant,
      nom: identifiant,
      nomAffichable: identifiant,
      roles: [role],
      structureId: code ? (structures.get(code) ?? null) : null,
      motDePasse: SANS_MOT_DE_PASSE,
    })
    // Opened far ahead of the tests' clock, so that a test that moves it keeps its people.
    const { token } = await insertSession(base.db, id, new Date('2025-03-20T10:00:00Z'))
    await base.db.updateTable('jetonAcces').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
    await base.db.updateTable('session').set({ expireLe: '2040-01-01T00:00:00Z' }).execute()
    return { identifiant, id, jeton: token, ...appelsDe(app, token) }
  }
  return {
    app,
    base,
    config,
    horloge,
    structures,
    asDpps: await inscrire('dpps', 'ROLE_DPPS'),
    asAutreDpps: await inscrire('dpps-adjoint', 'ROLE_DPPS'),
    asAdmin: await inscrire('admin', 'ROLE_ADMIN'),
    asStructure: await inscrire('cau-r01-01', 'ROLE_STRUCTURE', 'CAU-R01-01'),
    asCollegue: await inscrire('cau-r01-01-b', 'ROLE_STRUCTURE', 'CAU-R01-01'),
    asAutreStructure: await inscrire('cpoly-r02-01', 'ROLE_STRUCTURE', 'CPOLY-R02-01'),
    asDirectionRegionale: await inscrire('dr-r01', 'ROLE_STRUCTURE', 'DR-R01'),
    anonyme: appelsDe(app, null),
  }
}
