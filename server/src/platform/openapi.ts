import { zAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { type CodeErreur, ERREURS, zEchec } from '@releve/contract/erreur.ts'
import type { Octets } from '@releve/contract/fichier.ts'
import { decritDe } from '@releve/contract/garde.ts'
import { zDonnees, zModele } from '@releve/contract/modele/modele.schema.ts'
import type { Operation } from '@releve/contract/operation.ts'
import { z } from 'zod'
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { genreDe } from './appels.ts'
import { createOctets } from './octets.ts'

/** The operations of the contract by the name of their room, which gathers them for the reader. */
export type Apis = readonly (readonly [tag: string, api: Readonly<Record<string, Operation>>])[]

const CODES_MULTIPART = [
  'MULTIPART_ATTENDU',
  'FICHIER_MANQUANT',
  'FICHIER_VIDE',
  'FICHIERS_MULTIPLES',
  'FICHIER_TROP_GRAND',
] as const satisfies CodeErreur[]

/** Every code that a call may answer: its own, and those of its right and its input. */
function codesDe(operation: Operation): Set<CodeErreur> {
  const { erreurs = [], right, method, corps } = operation
  const codes = new Set<CodeErreur>(erreurs)
  if (genreDe(operation)) codes.add('TROP_D_APPELS')
  if (right !== 'public') {
    codes.add('JETON_ABSENT').add('JETON_EXPIRE').add('COMPTE_BLOQUE')
    // Of a program's token, whatever the call: the last one where it is not of its usages.
    codes.add('JETON_REFUSE').add('JETONS_INTERDITS').add('TROP_D_APPELS_PROGRAMME')
    codes.add('JETON_HORS_USAGE')
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

function refusDe(operation: Operation): ZodOpenApiResponsesObject {
  const parStatut = Map.groupBy(codesDe(operation), (code) => String(ERREURS[code][0]))
  return Object.fromEntries(
    [...parStatut].map(([statut, liste]) => [
      statut,
      {
        description: liste.map((code) => `${code} : ${ERREURS[code][1]}`).join('\n'),
        content: { 'application/json': { schema: zEchec } },
      },
    ]),
  )
}

function succesDe({ status, reponse, typeMime, output }: Operation) {
  if (status === 204) return {}
  const type = reponse === 'fichier' ? 'application/octet-stream' : 'application/json'
  return { content: { [typeMime ?? type]: { schema: typeMime ? z.string() : output } } }
}

function corpsDe({ body, corps }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (!body) return {}
  const type = corps === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: true, content: { [type]: { schema: body } } } }
}

/** The header by which a stream is taken up where it was left. */
const REPRISE = 'Last-Event-ID'

/** What a path or a query takes is an object of named values. */
function parametresDe({ params, query, reponse }: Operation) {
  const objet = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema : null)
  const [path, recherche] = [objet(params), objet(query)]
  const header = reponse === 'flux' ? z.object({ [REPRISE]: z.string().optional() }) : null
  const requestParams = { ...(path && { path }), ...(recherche && { query: recherche }) }
  return { requestParams: { ...requestParams, ...(header && { header }) } }
}

function describe(nom: string, tag: string, operation: Operation): ZodOpenApiOperationObject {
  const statut = String(operation.status ?? 200)
  return {
    operationId: nom,
    tags: [tag],
    summary: operation.resume,
    'x-droit': operation.right,
    'x-jeton': operation.jeton ?? [],
    security: operation.right === 'public' ? [] : [{ jeton: [] }],
    ...parametresDe(operation),
    ...corpsDe(operation),
    responses: {
      [statut]: { description: 'Succès', ...succesDe(operation) },
      ...(operation.reponse === 'octets' && { 304: { description: 'Inchangé' } }),
      ...refusDe(operation),
    },
  }
}

/** What `garde` schemas stand for: they are in no operation by themselves. */
const DECRITS = { Modele: zModele, Donnees: zDonnees, Annuaire: zAnnuaire }

/** What is checked by hand is described by the schema that it stands for, under its own name. */
const override: CreateDocumentOptions['override'] = ({ zodSchema, jsonSchema }) => {
  const decrit = decritDe(zodSchema)
  const id = decrit && z.globalRegistry.get(decrit)?.id
  if (id) Object.assign(jsonSchema, { $ref: `#/components/schemas/${id}` })
}

/** OpenAPI 3.1, from the operations themselves; a schema that has an `id` is named by it. */
function createOpenapi(apis: Apis, prefixe: string, version: string) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [tag, api] of apis) {
    for (const [nom, operation] of Object.entries(api)) {
      const lieu = (paths[operation.path] ??= {})
      lieu[operation.method.toLowerCase()] = describe(nom, tag, operation)
    }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Relevé', version, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: prefixe }],
      tags: [...new Set(apis.map(([tag]) => tag))].map((name) => ({ name })),
      paths,
      components: {
        schemas: DECRITS,
        securitySchemes: { jeton: { type: 'http', scheme: 'bearer' } },
      },
    },
    { override, allowEmptySchema: { custom: true } },
  )
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
