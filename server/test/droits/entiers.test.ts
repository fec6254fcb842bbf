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
  'relancerCourriel params.id',
  'abandonnerCourriel params.id',
  'fermerSession body.id',
])

type Noeud = {
  type?: string | string[]
  maximum?: number
  minimum?: number
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
    yield { chemin, minimum: noeud.minimum, maximum: noeud.maximum }
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

/** A call where this one of its values is `valeur`; the others are told as they may be. */
function adresser(operation: Operation, chemin: string, valeur: string) {
  const [partie = '', nom = ''] = chemin.split('.')
  const url = operation.path.replace(/\{(\w+)\}/g, (_, cle: string) =>
    partie === 'params' && cle === nom ? encodeURIComponent(valeur) : '1',
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

describe.each(dansLAdresse)('$nom, $chemin', ({ operation, chemin, maximum = 0 }) => {
  it.each([maximum + 1, '99999999999999999999', '-99999999999', '1.5', 'x'])(
    'hors de ses bornes ou de sa forme est une demande mal formée (%s)',
    async (valeur) => {
      const url = adresser(operation, chemin, String(valeur))
      const { statut, code, details } = await asDpps.brut(operation.method, url)
      expect([statut, code], url).toEqual([400, 'REQUETE_INVALIDE'])
      expect(details.map((detail) => detail.chemin)).toContain(chemin)
    },
  )

  it('au bord de ses bornes n’est jamais une panne', async () => {
    const url = adresser(operation, chemin, String(maximum))
    expect((await asDpps.brut(operation.method, url)).statut).toBeLessThan(500)
  })
})
