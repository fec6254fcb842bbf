import { type CodeErreur, ERREURS, zEchec } from '@releve/contract/erreur.ts'
import type { Octets } from '@releve/contract/fichier.ts'
import { decritDe } from '@releve/contract/garde.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { z } from 'zod'
import { createOctets } from './octets.ts'

type Json = Record<string, unknown>

function schemaDe(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...reste } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const decrit = decritDe(zodSchema)
      if (decrit) Object.assign(jsonSchema, schemaDe(decrit, io))
    },
  })
  return reste
}

/** The properties of a path's or a query's object, as OpenAPI parameters. */
function parametresDe(schema: z.ZodType | undefined, lieu: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaDe(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, forme]) => ({
    name,
    in: lieu,
    required: lieu === 'path' || required.includes(name),
    schema: forme,
  }))
}

const CODES_MULTIPART = [
  'MULTIPART_ATTENDU',
  'FICHIER_MANQUANT',
  'FICHIER_VIDE',
  'FICHIERS_MULTIPLES',
  'FICHIER_TROP_GRAND',
] as const satisfies CodeErreur[]

/** Every code that a call may answer: its own, and those of its right and its input. */
function codesDe({ erreurs = [], right, method, corps }: Operation): Set<CodeErreur> {
  const codes = new Set<CodeErreur>(erreurs)
  if (right !== 'public') {
    codes.add('JETON_ABSENT').add('JETON_EXPIRE').add('COMPTE_BLOQUE')
  }
  if (right === 'compte') codes.add('MOT_DE_PASSE_A_CHANGER')
  else if (right !== 'public' && right !== 'session') {
    codes.add('MOT_DE_PASSE_A_CHANGER').add('SECOND_FACTEUR_A_ACTIVER').add('DROIT_INSUFFISANT')
  }
  // A body is read wherever one may come, even if the call has none to take.
  if (method !== 'GET') codes.add('TYPE_NON_ACCEPTE')
  if (corps === 'multipart') for (const code of CODES_MULTIPART) codes.add(code)
  else if (method !== 'GET') codes.add('JSON_INVALIDE').add('CORPS_TROP_GRAND')
  codes.add('SERVICE_OCCUPE').add('ISSUE_INCERTAINE').add('STOCKAGE_INDISPONIBLE')
  return codes.add('REQUETE_INVALIDE').add('ERREUR_INTERNE')
}

function refusDe(operation: Operation): Record<string, Json> {
  const parStatut = Map.groupBy(codesDe(operation), (code) => String(ERREURS[code][0]))
  return Object.fromEntries(
    [...parStatut].map(([statut, liste]) => [
      statut,
      {
        description: liste.map((code) => `${code} : ${ERREURS[code][1]}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Echec' } } },
      },
    ]),
  )
}

function succesDe({ status, reponse, output }: Operation): Json {
  if (status === 204) return {}
  const type = reponse === 'fichier' ? 'application/octet-stream' : 'application/json'
  return { content: { [type]: { schema: schemaDe(output, 'output') } } }
}

function corpsDe({ body, corps }: Operation): Json {
  if (!body) return {}
  const type = corps === 'multipart' ? 'multipart/form-data' : 'application/json'
  const content = { [type]: { schema: schemaDe(body, 'input') } }
  return { requestBody: { required: true, content } }
}

function describe(nom: string, operation: Operation): Json {
  const statut = String(operation.status ?? 200)
  return {
    operationId: nom,
    summary: operation.resume,
    'x-droit': operation.right,
    security: operation.right === 'public' ? [] : [{ jeton: [] }],
    parameters: [
      ...parametresDe(operation.params, 'path'),
      ...parametresDe(operation.query, 'query'),
    ],
    ...corpsDe(operation),
    responses: {
      [statut]: { description: 'Succès', ...succesDe(operation) },
      ...(operation.reponse === 'octets' && { 304: { description: 'Inchangé' } }),
      ...refusDe(operation),
    },
  }
}

/** OpenAPI 3.1, from the operations themselves. */
function createOpenapi(
  apis: readonly Record<string, Operation>[],
  prefixe: string,
  version: string,
): Json {
  const paths: Record<string, Json> = {}
  for (const [nom, operation] of apis.flatMap((api) => Object.entries(api))) {
    const lieu = (paths[operation.path] ??= {})
    lieu[operation.method.toLowerCase()] = describe(nom, operation)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Relevé', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: prefixe }],
    paths,
    components: {
      schemas: { Echec: schemaDe(zEchec, 'output') },
      securitySchemes: { jeton: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** The API's description, made at the first demand and once. */
export function serveOpenapi(...demande: Parameters<typeof createOpenapi>): () => Octets {
  let octets: Octets | undefined
  return () =>
    (octets ??= createOctets(
      JSON.stringify(createOpenapi(...demande)),
      'application/json; charset=utf-8',
    ))
}
