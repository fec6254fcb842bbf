import type { BodyOf, Operation, ParamsOf, QueryOf } from '@releve/contract/operation.ts'
import type { DROITS, Droit, DroitNomme } from '@releve/contract/utilisateur/droits.ts'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Agent } from './agent.ts'
import type { Tables } from './base/tables.ts'
import type { Config } from './config.ts'

/** The base, or the transaction of the request: always the first argument. */
export type Db = Kysely<Tables> | Transaction<Tables>

/** Waits for so many ms. */
export type Attendre = (ms: number) => Promise<unknown>

/** What a handler receives. `agent` is null on public calls only. */
export type Appel<O extends Operation = Operation> = {
  db: Db
  agent: O['right'] extends 'public' ? null : Agent
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  maintenant: Date
  /** Lives a wait of so many ms: what an answer is put off by. */
  attendre: Attendre
  config: Config
  /** Address of the caller, to throttle him and to tell his sessions apart. */
  adresse: string
  /** His browser and system, in words; null when they are not known. */
  appareil: string | null
  /** Fires when he leaves before his answer: what is done for him alone may stop. */
  parti: () => AbortSignal
  /** The last event that he received (`Last-Event-ID`), where the answer is a stream. */
  reprise: string | null
}

/** What an act needs of its call: the base, who acts, and when. */
export type Contexte<Auteur = Agent> = { db: Db; agent: Auteur; maintenant: Date }

type Reponse<O extends Operation> = Promise<z.input<O['output']>>

/**
 * What a route does with the transaction. `une`: all of it happens in one, which a refusal undoes.
 * `aucune`: it only reads, and none is opened. `siennes`: it opens its own, since what a refusal
 * writes (a failure counted, a session closed) must stay, or since what comes first is long.
 * `optimiste`: none is opened and nothing locked; its act writes at its very end, in one statement,
 * on condition that what `load` read still holds. Where it does not, the act says so (`CoursePerdue`)
 * and both are played again; at last in one transaction, where `load` locks and nobody overtakes.
 */
export type MotTransaction = 'une' | 'aucune' | 'siennes' | 'optimiste'

/**
 * A route as its feature writes it: load what it acts on, if anything (nothing found: 404), then
 * act. Whoever acts on a thing (`Charge`) must load it.
 */
type Etapes<O extends Operation, Charge, Lue> = {
  /** `lue`: what `prefetch` has read; null: there is none. Undefined where nothing was read ahead. */
  load?: (appel: Appel<O>, lue?: Lue | null) => Charge | undefined | Promise<Charge | undefined>
  act: (appel: Appel<O>, charge: Charge) => Reponse<O>
} & (undefined extends Charge ? unknown : { load: unknown }) &
  (
    | { transaction: 'aucune' | 'optimiste'; prefetch?: Prefetch<Lue, ParamsOf<O>> }
    | { transaction: MotTransaction; prefetch?: never }
  )

/**
 * Has the statement that identifies the caller also read the row that `load` would read, which
 * saves an exchange with the base. Nothing else changes: rights are judged in the same order, and
 * `load` receives the row instead of reading it. Only for a thing named in the path, and for a call
 * that opens no transaction; when the call is played again, `load` reads the row itself. The row
 * must have an `id`, and no column whose name begins with `porteur_`.
 */
export type Prefetch<Lue = unknown, Params = never> = {
  /** The statement, with a place for each value. */
  ecrire: (places: Params) => RawBuilder<Lue>
}

/** Whether the agent's right reaches this thing; a code of status 403 says why not in its own words. */
export type Verdict = boolean | 'ROLE_INTERDIT'
type DroitSurChose<Chose> = (agent: Agent, chose: Chose) => Verdict

/** A route as the platform mounts it: its types erased behind its operation's schemas. */
export type RouteMontee = {
  operation: Operation
  transaction: MotTransaction
  prefetch: Prefetch | undefined
  load: ((appel: Appel, lue: unknown) => unknown) | undefined
  /** The right on the thing, once the role's has been judged; absent where the role says it all. */
  surChose: DroitSurChose<unknown> | undefined
  act: (appel: Appel, charge: unknown) => Promise<unknown>
}

/** The operations that these routes answer, by name. */
export const operationsDe = (
  routes: Readonly<Record<string, RouteMontee>>,
): Record<string, Operation> =>
  Object.fromEntries(Object.entries(routes).map(([nom, { operation }]) => [nom, operation]))

/** Rights that some role has over what is its own only: a route must say of each thing whether. */
export type DroitPartage = {
  [D in DroitNomme]: 'sienne' extends (typeof DROITS)[D][keyof (typeof DROITS)[D]] ? D : never
}[DroitNomme]

type ChoseDe<Rights, D> = D extends keyof Rights
  ? Rights[D] extends DroitSurChose<infer Chose>
    ? Chose
    : never
  : unknown

/**
 * Gives a feature its `route` function, bound to its rights on things. The role's right is the
 * operation's own, judged by the platform; a right that a role has over its own only
 * (`DroitPartage`) and that is not among these does not compile, nor a route that does not load
 * what its right is about: none can forget its check.
 */
export function routeOf<Rights extends Partial<Record<DroitNomme, DroitSurChose<never>>>>(
  rights: Rights,
) {
  return <
    O extends Operation & { right: Exclude<Droit, Exclude<DroitPartage, keyof Rights>> },
    Charge extends ChoseDe<Rights, O['right']>,
    Lue = never,
  >(
    operation: O,
    etapes: Etapes<O, Charge, Lue>,
  ): RouteMontee => ({
    operation,
    transaction: etapes.transaction,
    prefetch: etapes.prefetch,
    // The platform parses every part with the operation's own schemas before it calls these.
    load: etapes.load as RouteMontee['load'],
    act: etapes.act as RouteMontee['act'],
    // Of the rights, the operation's; `load` gives it what it is about.
    surChose: new Map<Droit, unknown>(Object.entries(rights) as [Droit, unknown][]).get(
      operation.right,
    ) as RouteMontee['surChose'],
  })
}

/** The `route` of a feature whose rights the role alone decides. */
export const route = routeOf({})
