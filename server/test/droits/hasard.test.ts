import { zEchec } from '@releve/contract/echec.schema.ts'
import type { Operation } from '@releve/contract/operation.ts'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { seedsOf } from '../../../tools/graines.ts'
import { PORTEE, sample } from '../../../tools/portee.ts'
import { OPERATIONS } from '../../src/app.ts'
import type { Reponse } from '../banc.ts'
import { type Appelant, ouvrirMonde, type Qui } from './monde.ts'
import { photographier } from './photo.ts'
import { TABLE } from './table.ts'

const monde = await ouvrirMonde()
const remettre = await photographier(monde)
const { app, asDpps, base } = monde
const ENTREES = Object.entries(OPERATIONS)
// Each home draws its own, none of them twice; in the gate, PostgreSQL alone, a seventh of them.
const RUNS = Number(process.env['TIRAGES'] ?? (PORTEE === 'porte' ? 3 : 20))
const GRAINES = seedsOf(`demandes.${inject('maison')}`)

type Objet = Record<string, unknown>
type Envoi = { params?: Objet; query?: Objet; body?: unknown }
/** A call that was answered by a success, and who made it. */
type Exemple = { envoi: Envoi; qui: Qui }

type Json = { properties?: Record<string, object> }
type Description = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string }>
}
const { paths } = (await app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, Description>>
}>()

function descriptionDe({ path, method }: Operation): Description {
  const description = paths[path]?.[method.toLowerCase()]
  if (!description) throw new Error(`${method} ${path} n’est pas décrite`)
  return description
}

/** What a call has launched ends: it would hold the places of the next one, and write after it. */
const attendreLaFin = () =>
  expect
    .poll(() => base.db.selectFrom('annuairePreparation').select('etat').execute())
    .not.toContainEqual({ etat: 'EN_COURS' })

/** No provider of identities is here: what is well written is refused as well as what is not. */
const SANS_FOURNISSEUR: ReadonlySet<string> = new Set([
  'lireAdresseFournisseur',
  'connecterParFournisseur',
  'preparerLiaison',
  'lierIdentite',
  'delierIdentite',
  'repondreParFournisseur',
])

/** Makes the valid calls of an operation until one is answered by a success. */
async function exempleDe(nom: string, operation: Operation): Promise<Exemple> {
  const vues: string[] = []
  for (const appelant of ['dpps', 'structure', 'admin', 'regionale'] satisfies Appelant[]) {
    for (const { appeler } of TABLE[nom] ?? []) {
      const reel = monde.qui[appelant]
      const exemples: Exemple[] = []
      const qui: Qui = {
        session: reel.session,
        jeton: reel.jeton,
        appeler: async (appelee, envoi = {}) => {
          const reponse = await reel.appeler(appelee, envoi)
          const bonne = reponse.statut < 300 || SANS_FOURNISSEUR.has(nom)
          const reussie = bonne && Object.is(appelee, operation)
          if (reussie) exemples.push({ envoi: envoi as Envoi, qui: reel })
          return reponse
        },
      }
      const { statut, code } = await appeler(qui, monde.sien, monde)
      vues.push(`${appelant} ${statut} ${code}`)
      await remettre()
      const [exemple] = exemples
      if (exemple) return exemple
    }
  }
  throw new Error(`${nom} n’aboutit jamais : ${vues.join(', ')}`)
}

/** Texts of JSON that a server stumbles on. */
// biome-ignore format: one line per kind
const HOSTILES = [
  '{"length":{"toString":1}}', '{"length":-1}', '{"length":1e9,"0":"a"}', '{"size":{"valueOf":1}}',
  '{"toString":1,"valueOf":1}', '{"toString":null}', '{"toJSON":1}', '{"then":1}', '{"__proto__":1}',
  '{"constructor":{"prototype":{}}}', '{"constructor":1}', '{"hasOwnProperty":1}', '{"@@iterator":1}',
  '{"Symbol(Symbol.iterator)":1}', '{"trim":1,"normalize":1}', '{"contenu":"x","nom":1}',
  '1e400', '-1e400', '-0', '1e21', '1.5', '9007199254740993', '2147483648', '-1', '1e-7',
  '"\\ud800"', '"\\udc00a"', '"\\u0000"', '"\\ufeff"', '"\\u202e"', '"__proto__"', '"constructor"',
  '"toString"', '""', '" "', '"null"', '"NaN"', '"٣"', '"0x10"', '"\'; drop table formulaire; --"',
  'true', 'null', '{}', '[]', '[null]', '[[]]', '["a","a"]', '[{}]', '["__proto__"]',
  '"2025-02-30"', '"0000-00-00T00:00:00Z"', '"99999999999999999999"', '"%"', '"\\\\"', '"-tri"',
  `"${'a'.repeat(20_000)}"`, `"${'\\u0301'.repeat(5000)}"`, `${'['.repeat(2000)}${']'.repeat(2000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`, `[${'0,'.repeat(5000)}0]`,
]
/** Names that an object already has, and some that nobody gave. */
const NOMS = ['length', 'toString', 'then', 'toJSON', 'size', 'valueOf', 'hasOwnProperty', 'x']

const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILES) },
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).map((valeur) => JSON.stringify(valeur)),
)

/** Where something may stand in what a call sends, to the bottom of its example. */
function* lieuxDe(valeur: unknown, chemin: string[]): Generator<string[]> {
  yield chemin
  if (typeof valeur !== 'object' || valeur === null || valeur instanceof Uint8Array) return
  for (const [cle, contenu] of Object.entries(valeur)) yield* lieuxDe(contenu, [...chemin, cle])
  if (!Array.isArray(valeur)) for (const nom of NOMS) yield [...chemin, nom]
}

function lieux(operation: Operation, { params, query, body }: Envoi): string[][] {
  const { parameters, requestBody } = descriptionDe(operation)
  const nommes = parameters.map((p) => [p.in === 'path' ? 'params' : 'query', p.name])
  const champs = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys(schema.properties ?? {}).map((nom) => ['body', nom]),
  )
  const tous = [
    ...nommes,
    ...champs,
    ...[...lieuxDe(query ?? {}, ['query'])].slice(1),
    ...[...lieuxDe(params ?? {}, ['params'])].slice(1),
    ...(operation.method === 'GET' ? [] : lieuxDe(body, ['body'])),
  ]
  // The file itself is tried elsewhere.
  return tous.filter((lieu) => lieu[1] !== 'fichier')
}

/** A copy with something else at this place. */
function remplacer(valeur: unknown, [cle, ...suite]: string[], par: unknown): unknown {
  if (cle === undefined) return par
  if (Array.isArray(valeur)) {
    return valeur.map((v: unknown, rang) => (String(rang) === cle ? remplacer(v, suite, par) : v))
  }
  const objet: Objet = typeof valeur === 'object' && valeur !== null ? { ...valeur } : {}
  return { ...objet, [cle]: remplacer(objet[cle], suite, par) }
}

const MARQUE = 'ICI-UNE-VALEUR-HOSTILE'

/** The hostile text in place of the mark: as JSON in a body, as a text elsewhere. */
function poser(operation: Operation, envoi: Envoi, lieu: string[], texte: string): Envoi {
  const [partie, ...suite] = lieu
  if (partie !== 'body' || operation.corps === 'multipart') {
    const lu: unknown = JSON.parse(texte)
    const seul = typeof lu === 'string' ? lu.toWellFormed() : texte
    return remplacer(envoi, lieu.slice(0, 2), seul) as Envoi
  }
  const marque = JSON.stringify(remplacer(envoi.body, suite, MARQUE))
  return { ...envoi, body: marque.replace(`"${MARQUE}"`, () => texte) }
}

/** A success, or a refusal that the description of this call names. */
function verifier(operation: Operation, { statut, corps, octets }: Reponse<unknown>): void {
  const { responses } = descriptionDe(operation)
  expect(statut, octets.toString().slice(0, 500)).toBeLessThan(500)
  if (statut < 300) return
  const { code } = zEchec.parse(corps)
  // Without its parameter, the address may be that of nothing, or of another operation.
  if (code === 'ADRESSE_INCONNUE') return
  expect(responses[statut]?.description ?? '', `${statut} ${code}`).toContain(`${code} :`)
}

describe('n’importe quelle demande', () => {
  it.each(ENTREES)(
    'à %s aboutit si elle est bonne, et sinon reçoit un refus documenté',
    async (nom, operation) => {
      const { envoi, qui } = await exempleDe(nom, operation)
      const places = lieux(operation, envoi)
      if (places.length === 0) return
      const tirage = fc.tuple(fc.constantFrom(...places), hostile)
      const propriete = fc.asyncProperty(tirage, async ([lieu, texte]) => {
        const envoye = poser(operation, envoi, lieu, texte)
        // Outside the contract's types: what a hostile client may send.
        verifier(operation, await qui.appeler(operation, envoye))
      })
      for (const seed of GRAINES) {
        await fc.assert(propriete, { numRuns: RUNS, seed })
      }
      await attendreLaFin()
      await remettre()
    },
  )
})

describe('un corps que personne ne lit', () => {
  const SANS_LECTURE = ENTREES.filter(([, { method }]) => method !== 'GET')
  const ENVOIS = [
    ['text/plain', 'bonjour'],
    ['nimporte', 'bonjour'],
    ['application/json', '{'],
    ['application/json', '{"__proto__":1}'],
    ['application/json', ' '.repeat(1_000_001)],
    ['multipart/form-data', 'sans frontière'],
  ] as const

  // The platform refuses it, before any route: the gate asks one in five of them.
  it.each(sample(SANS_LECTURE))('reçoit de %s un refus documenté', async (_, operation) => {
    for (const [type, payload] of ENVOIS) {
      const reponse = await app.inject({
        method: operation.method,
        url: `/api${operation.path.replace(/\{\w+\}/g, '1')}`,
        headers: { authorization: `Bearer ${asDpps.jeton}`, 'content-type': type },
        payload,
      })
      expect(reponse.statusCode, `${type} ${reponse.body}`).toBeGreaterThanOrEqual(400)
      const { statusCode: statut, rawPayload: octets } = reponse
      verifier(operation, { statut, octets, corps: reponse.json() } as Reponse<unknown>)
    }
  })
})
