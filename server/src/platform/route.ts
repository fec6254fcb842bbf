import type { BodyOf, Operation, ParamsOf, QueryOf } from '@releve/contract/operation.ts'
import type { Droit } from '@releve/contract/utilisateur/droits.ts'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Agent } from './agent.ts'
import type { Tables } from './base/tables.ts'
import type { Config } from './config.ts'

/** The base, or the transaction of the request: always the first argument. */
export type Sql = Kysely<Tables> | Transaction<Tables>

/** What a handler receives. `agent` is null on public calls only. */
export type Appel<O extends Operation = Operation> = {
  sql: Sql
  agent: O['right'] extends 'public' ? null : Agent
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  maintenant: Date
  config: Config
  /** Address of the caller, to throttle him and to tell his sessions apart. */
  adresse: string
  /** His browser and system, in words; null when they are not known. */
  appareil: string | null
}

type Reponse<O extends Operation> = Promise<z.input<O['output']>>

/** A route as its feature writes it: load what it acts on (nothing: 404), then act. */
type Etapes<O extends Operation, Charge> = {
  load: (appel: Appel<O>) => Charge | undefined | Promise<Charge | undefined>
  act: (appel: Appel<O>, charge: Charge) => Reponse<O>
  /** A pure reading: no transaction around it. */
  lecture?: true
}

/** A route as the platform mounts it: its types erased behind its operation's schemas. */
export type RouteMontee = {
  operation: Operation
  load: (appel: Appel) => unknown
  right: (agent: Agent, charge: unknown) => boolean
  act: (appel: Appel, charge: unknown) => Promise<unknown>
  lecture: boolean
}

/** Right → may this agent do it to this thing? */
export type Rights<Droits extends Droit, Charge> = Record<
  Droits,
  (agent: Agent, charge: Charge) => boolean
>

/**
 * Gives a feature its `route` function, bound to its rights: an operation whose right is not among
 * them does not compile, so no route can forget its check.
 */
export function routeOf<Droits extends Droit, Base>(rights: Rights<Droits, Base>) {
  return <O extends Operation & { right: Droits }, Charge extends Base>(
    operation: O,
    etapes: Etapes<O, Charge>,
  ): RouteMontee => ({
    operation,
    lecture: etapes.lecture ?? false,
    // The platform parses every part with the operation's own schemas before it calls these.
    load: etapes.load,
    act: etapes.act as RouteMontee['act'],
    right: rights[operation.right] as RouteMontee['right'],
  })
}

/** `load` of the calls that act on nothing yet. */
export const sansCharge = () => null
