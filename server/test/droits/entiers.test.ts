import type { Operation } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../../src/app.ts'
import { ouvrirBanc } from '../banc.ts'

const { asDpps } = await ouvrirBanc()

/** What a column of type `integer` holds at most. */
const INTEGER = 2_147_483_647
/** Calls whose rows have ids of type `bigint`: as far as a number counts exactly. */
const GRANDS = new Set([
  'reessayerCourriel params.id',
  'abandonnerCourriel params.id',
  'fermerSession body.id',
  'renvoyerLivraison params.id',
  'abandonnerLivraison params.id',
])

type Noeud = {
  type?: string | string[]
  maximum?: number
  minimum?: number
  exclusiveMinimum?: number
  properties?: Record<string, Noeud>
  items?: Noeud
  additionalProperties?: Noeud | boolean
  anyOf?: Noeud[]
  oneOf?: Noeud[]
  allOf?: Noeud[]
  $ref?: string
  $defs?: Record<string, Noeud>
}
type Entier = { chemin: string; minimum: number | undefined; maximum: number | undefined }

/** Every integer that a schema takes, by its path. */
function* entiersDe(noeud: Noeud, chemin: string): Generator<Entier> {
  const { properties = {}, items, additionalProperties: autres } = noeud
  if (noeud.type === 'integer') {
    yield { chemin, minimum: noeud.minimum ?? noeud.exclusiveMinimum, maximum: noeud.maximum }
  }
  for (const [nom, un] of Object.entries(properties)) yield* entiersDe(un, `${chemin}.${nom}`)
  if (items) yield* entiersDe(items, `${chemin}[]`)
  if (typeof autres === 'object') yield* entiersDe(autres, `${chemin}{}`)
  for (const un of [noeud.anyOf, noeud.oneOf, noeud.allOf].flatMap((liste) => liste ?? []))
    yield* entiersDe(un, chemin)
}

/** As the server has it once read: a number of a path is a text before. */
const schemaDe = (schema: z.ZodType): Noeud =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Noeud

const PARTIES = ['params', 'query', 'body'] as const
const entiersRecus = (operation: Operation): Entier[] =>
  PARTIES.flatMap((partie) => {
    const schema = operation[partie]
    return schema ? [...entiersDe(schemaDe(schema), partie)] : []
  })

const recus = Object.entries(OPERATIONS).flatMap(([nom, operation]) =>
  entiersRecus(operation).map((entier) => ({ nom, operation, ...entier })),
)
/** Those that an address carries: one level deep. */
const dansLAdresse = recus.filter(({ chemin }) => /^(params|query)\.\w+$/.test(chemin))

/** What a parameter that is no integer may be, where it may not be anything. */
const PERMIS: Record<string, string> = { param: '2024', etat: 'VALIDE', important: 'true' }

/** A call where this one of its values is `valeur`; the others are told as they may be. */
function adresser(operation: Operation, chemin: string, valeur: string) {
  const [partie = '', nom = ''] = chemin.split('.')
  const autre = (cle: string) => {
    const entier = entiersRecus(operation).find((recu) => recu.chemin === `params.${cle}`)
    return PERMIS[cle] ?? String(Math.max(entier?.minimum ?? 1, 1))
  }
  const url = operation.path.replace(/\{(\w+)\}/g, (_, cle: string) =>
    partie === 'params' && cle === nom ? encodeURIComponent(valeur) : autre(cle),
  )
  return `/api${url}${partie === 'query' ? `?${nom}=${encodeURIComponent(valeur)}` : ''}`
}

describe('les entiers que reçoit l’API', () => {
  it('il y en a dans le chemin, la demande et le corps', () => {
    for (const partie of PARTIES)
      expect(recus.filter(({ chemin }) => chemin.startsWith(partie)).length).toBeGreaterThan(5)
  })

  it('ont chacun ses bornes, que leur colonne tient', () => {
    const sansBornes = recus.filter(({ nom, chemin, minimum, maximum }) => {
      const plafond = GRANDS.has(`${nom} ${chemin}`) ? Number.MAX_SAFE_INTEGER : INTEGER
      return !(Math.abs(minimum ?? Infinity) <= plafond && (maximum ?? Infinity) <= plafond)
    })
    expect(sansBornes.map(({ nom, chemin }) => `${nom} ${chemin}`)).toEqual([])
  })
})

it.each(dansLAdresse)(
  '$nom, $chemin\u00a0: hors de ses bornes, une demande mal formée\u202f; au bord, jamais une panne',
  async ({ operation, chemin, maximum = 0 }) => {
    const demander = (valeur: string) =>
      asDpps.brut(operation.method, adresser(operation, chemin, valeur))
    for (const valeur of [
      String(maximum + 1),
      '99999999999999999999',
      '-99999999999',
      '1.5',
      'x',
    ]) {
      const { statut, code, details } = await demander(valeur)
      expect([valeur, statut, code]).toEqual([valeur, 400, 'REQUETE_INVALIDE'])
      expect(details.map((detail) => detail.chemin)).toContain(chemin)
    }
    expect((await demander(String(maximum))).statut).toBeLessThan(500)
  },
)
