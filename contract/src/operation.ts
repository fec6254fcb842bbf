import type { z } from 'zod'
import type { CodeErreur } from './erreur.ts'
import type { UsageJeton } from './jeton/jeton.rules.ts'
import type { Droit, DroitNomme } from './utilisateur/droits.ts'

/** One call of the API. The right is mandatory: an operation without it does not compile. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the prefix, with `{nom}` for parameters: `/formulaire/lire/{numero}`. */
  path: string
  right: Droit
  /** Another right that opens it too; the thing then tells which of the two it takes. */
  autreDroit?: DroitNomme
  /**
   * By which of its usages a program's token may make this call: any of these. Null: by none, which
   * is what a new operation says until somebody decides. Each call, those by GET that act included.
   */
  jeton: readonly UsageJeton[] | null
  /** What the call does, in French, for the documentation. */
  resume: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /**
   * How the body travels: JSON unless told. `multipart`: text fields and one file, which the body's
   * schema names `fichier` (`zFichierRecu`).
   */
  corps?: 'multipart'
  output: z.ZodType
  /**
   * What a success sends: JSON unless told. `fichier`: the bytes that `zFichier` describes.
   * `octets`: bytes made once, which every answer shares (`zOctets`): JSON, or `typeMime`.
   * `flux`: an answer that lasts, of events that come one by one (`zFlux`).
   */
  reponse?: 'fichier' | 'octets' | 'flux'
  /**
   * Which of the places of its account it takes while it is served (`platform/appels.ts`): one of those of
   * exports where it sends a file, one of the others else, unless told. `saisie`: those of what keeps what
   * a person types, which wait for nothing else. `aucune`: none.
   */
  place?: 'appel' | 'export' | 'saisie' | 'aucune'
  typeMime?: string
  /** Types of the files that a `fichier` may be, for whoever reads the description. */
  typesMime?: readonly string[]
  /** A GET that changes something all the same, as the specification asks: no program follows it unasked. */
  agit?: true
  /** Status of a success; 200 unless told. */
  status?: 200 | 201 | 204
  /** Codes that this call may answer beside those of its right and its input. */
  erreurs?: readonly CodeErreur[]
}

/** What the server reads: the parsed side of each part. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
/** What the web sends: the unparsed side of each part. */
export type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<O extends Operation> = Parsed<O['params']>
export type QueryOf<O extends Operation> = Parsed<O['query']>
export type BodyOf<O extends Operation> = Parsed<O['body']>
export type OutputOf<O extends Operation> = z.output<O['output']>
