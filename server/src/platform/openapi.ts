import { zAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { zEchec } from '@releve/contract/echec.schema.ts'
import { type CodeErreur, ERREURS } from '@releve/contract/erreur.ts'
import type { Octets } from '@releve/contract/fichier.ts'
import { decritDe } from '@releve/contract/garde.ts'
import { zControle, zDonnees, zModele } from '@releve/contract/modele/modele.schema.ts'
import { zModeleSource } from '@releve/contract/modele/source.schema.ts'
import type { Operation } from '@releve/contract/operation.ts'
import {
  DROITS,
  type Droit,
  LIBELLES_ROLES,
  type Portee,
  type Role,
} from '@releve/contract/utilisateur/droits.ts'
import { z } from 'zod'
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { genreDe, PLACES } from './appels.ts'
import { createOctets } from './octets.ts'
import { type Bilan, borner, decrire, type Mots, montrer } from './openapi.mots.ts'

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

const TEXTE = { type: 'string' } as const
const NOMBRE = { type: 'integer', format: 'int32', minimum: 0 } as const

const entete = (description: string, schema: typeof TEXTE | typeof NOMBRE, required = false) => ({
  description,
  schema,
  required,
})

/** The headers of answers that a program reads, by the name that refers to them. */
const ENTETES = {
  Attente: entete('Secondes à attendre avant de demander de nouveau.', NOMBRE),
  Empreinte: entete(
    'Empreinte de la réponse\u00a0: rendue dans `If-None-Match`, elle vaut un 304 tant que rien n’a changé.',
    TEXTE,
    true,
  ),
  NomFichier: entete(
    'Nom du fichier\u00a0: avec ses accents (`filename*`), et en ASCII (`filename`).',
    TEXTE,
    true,
  ),
  Curseur: entete(
    'Où reprendre\u00a0: rendu tel quel dans `depuis`, il donne ce qui a changé depuis.',
    TEXTE,
    true,
  ),
  Lignes: entete('Nombre de lignes du fichier, titres exceptés.', NOMBRE, true),
  Filtres: entete(
    'Filtres qui ont réduit le fichier, en mots, codés comme dans une adresse\u202f; vide\u00a0: aucun.',
    TEXTE,
    true,
  ),
  Recalcul: entete(
    'Présent\u00a0: des rapports étaient recalculés, et le fichier en dit des chiffres d’avant.',
    TEXTE,
  ),
  Absents: entete(
    'Ce que le format ne porte pas, en mots, codé comme dans une adresse\u202f; absent\u00a0: tout y est.',
    TEXTE,
  ),
}
const renvoi = (nom: keyof typeof ENTETES) => ({ $ref: `#/components/headers/${nom}` })

/** Statuses whose refusals may say when to come again. */
const A_ATTENDRE = ['429', '503']

function refusDe(operation: Operation): ZodOpenApiResponsesObject {
  const parStatut = Map.groupBy(codesDe(operation), (code) => String(ERREURS[code][0]))
  return Object.fromEntries(
    [...parStatut].map(([statut, liste]) => [
      statut,
      {
        description: liste.map((code) => `${code} : ${ERREURS[code][1]}`).join('\n'),
        ...(A_ATTENDRE.includes(statut) && { headers: { 'Retry-After': renvoi('Attente') } }),
        content: { 'application/json': { schema: zEchec } },
      },
    ]),
  )
}

/** Bytes of a type that is known. */
const zOctetsDuFichier = z.string().meta({ format: 'binary' })

function contenuDe({ reponse, typeMime, typesMime = [], output }: Operation) {
  if (reponse !== 'fichier') {
    return { [typeMime ?? 'application/json']: { schema: typeMime ? z.string() : output } }
  }
  return Object.fromEntries(typesMime.map((type) => [type, { schema: zOctetsDuFichier }]))
}

/** A file that is followed says where to take up. */
const aCurseur = ({ erreurs = [] }: Pick<Operation, 'erreurs'>): boolean =>
  erreurs.includes('CURSEUR_ILLISIBLE')

/** A file of open data or that is followed, and bytes made once, say what they are known by. */
const aEmpreinte = ({ reponse, erreurs = [] }: Operation): boolean =>
  reponse === 'octets' ||
  (reponse === 'fichier' && (erreurs.includes('TROP_DE_DEMANDES') || aCurseur({ erreurs })))

function entetesDe(operation: Operation) {
  const { reponse, erreurs = [] } = operation
  const noms = {
    ...(aEmpreinte(operation) && { ETag: renvoi('Empreinte') }),
    ...(reponse === 'fichier' && { 'Content-Disposition': renvoi('NomFichier') }),
    ...(aCurseur({ erreurs }) && { 'Releve-Curseur': renvoi('Curseur') }),
    ...(erreurs.includes('EXPORT_TROP_GRAND') && {
      'Releve-Lignes': renvoi('Lignes'),
      'Releve-Filtres': renvoi('Filtres'),
      'Releve-Recalcul': renvoi('Recalcul'),
      'Releve-Absents': renvoi('Absents'),
    }),
  }
  return Object.keys(noms).length > 0 ? { headers: noms } : {}
}

const succesDe = (operation: Operation) =>
  operation.status === 204 ? {} : { ...entetesDe(operation), content: contenuDe(operation) }

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

const PORTEES: Record<Portee, string> = {
  tout: 'tout',
  perimetre: 'son périmètre',
  sienne: 'sa structure',
}

function droitDit(right: Droit): string {
  if (right === 'public') return 'Sans compte ni jeton.'
  if (right === 'session')
    return 'Toute personne connectée, même si son mot de passe est à changer.'
  if (right === 'compte')
    return 'Toute personne connectée, même si son second facteur est à activer.'
  // The keys of this table are roles.
  const portees = Object.entries(DROITS[right]) as [Role, Portee][]
  const roles = portees.map(([role, portee]) => `${LIBELLES_ROLES[role]} (${PORTEES[portee]})`)
  return `Droit \`${right}\`\u00a0: ${roles.join(', ')}.`
}

const PLACES_DITES = {
  appel: `Un compte fait ${PLACES.appel} appels à la fois\u202f; les suivants attendent.`,
  export: `Un compte reçoit ${PLACES.export} exports à la fois\u202f; les suivants attendent.`,
  saisie: `Un compte enregistre ${PLACES.saisie} saisies à la fois\u202f; les suivantes attendent.`,
}

/** What an operation is, beside what its summary says that it does. */
function direOperation(operation: Operation, note: string | undefined): string {
  const { right, autreDroit, agit } = operation
  const genre = genreDe(operation)
  return [
    note,
    agit && 'Change quelque chose bien que ce soit un GET\u00a0: ne le suivez jamais d’avance.',
    droitDit(right),
    autreDroit && `Ou bien\u00a0: ${droitDit(autreDroit)}`,
    genre && PLACES_DITES[genre],
  ]
    .filter(Boolean)
    .join('\n\n')
}

function describe(
  nom: string,
  tag: string,
  operation: Operation,
  note: string | undefined,
): ZodOpenApiOperationObject {
  const statut = String(operation.status ?? 200)
  return {
    operationId: nom,
    tags: [tag],
    summary: operation.resume,
    description: direOperation(operation, note),
    'x-droit': operation.right,
    ...(operation.agit && { 'x-agit': true }),
    'x-jeton': operation.jeton ?? [],
    security: operation.right === 'public' ? [] : [{ jeton: [] }],
    ...parametresDe(operation),
    ...corpsDe(operation),
    responses: {
      [statut]: { description: 'Succès', ...succesDe(operation) },
      ...(aEmpreinte(operation) && {
        304: { description: 'Inchangé', headers: { ETag: renvoi('Empreinte') } },
      }),
      ...refusDe(operation),
    },
  }
}

/** What `garde` schemas stand for: they are in no operation by themselves. */
const DECRITS = {
  Modele: zModele,
  ModeleSource: zModeleSource,
  Donnees: zDonnees,
  Controle: zControle,
  Annuaire: zAnnuaire,
}

/** What describes a schema that is checked by hand, through as many as stand one behind another. */
function decritAuFond(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const decrit = decritDe(schema)
  return decrit && (decritAuFond(decrit) ?? decrit)
}

/** By its name, or by that of its elements; as it is where neither has one. */
function renvoyer(schema: z.core.$ZodType): object {
  const id = z.globalRegistry.get(schema)?.id
  if (id) return { $ref: `#/components/schemas/${id}` }
  if (schema instanceof z.ZodArray) return { type: 'array', items: renvoyer(schema.element) }
  const { $schema: _, ...seul } = z.toJSONSchema(schema)
  return seul
}

/** What is checked by hand is described by the schema that it stands for, under its own name. */
const override: CreateDocumentOptions['override'] = ({ zodSchema, jsonSchema }) => {
  const decrit = decritAuFond(zodSchema)
  if (decrit) Object.assign(jsonSchema, renvoyer(decrit))
}

const PRESENTATION = `Ce que la plateforme fait, appel par appel\u00a0: les mêmes que ceux de ses écrans.

Connectez-vous par \`POST /utilisateur/connexion\`, puis envoyez \`token\` dans \`Authorization: Bearer\`.
Tout refus a la forme \`Echec\`\u00a0: un \`code\` pour les programmes, une phrase française pour les personnes.
Hors de son périmètre, une chose n’existe pas (404)\u202f; sans le droit, l’appel est refusé (403).
\`x-droit\` dit le droit d’un appel\u202f; \`x-agit\` marque les GET qui changent quelque chose\u00a0: aucun programme ne les suit d’avance.`

/** OpenAPI 3.1, from the operations themselves; a schema that has an `id` is named by it. */
function createOpenapi(apis: Apis, prefixe: string, version: string, mots: Mots) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [tag, api] of apis) {
    for (const [nom, operation] of Object.entries(api)) {
      const lieu = (paths[operation.path] ??= {})
      const note = mots.operations[nom]
      lieu[operation.method.toLowerCase()] = describe(nom, tag, operation, note)
    }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Relevé',
        version,
        description: PRESENTATION,
        contact: { name: 'Direction centrale' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: prefixe }],
      tags: [...new Set(apis.map(([tag]) => tag))].map((name) => ({ name })),
      paths,
      components: {
        schemas: DECRITS,
        headers: ENTETES,
        securitySchemes: {
          jeton: {
            type: 'http',
            scheme: 'bearer',
            description: 'Le `token` de la session, jusqu’à `dateExpirationJeton`.',
          },
        },
      },
    },
    { override, allowEmptySchema: { custom: true } },
  )
  borner(document)
  montrer(document, mots.exemples)
  return { document, bilan: decrire(document, mots) }
}

/** What the description does not say, and says for nothing. */
export const bilanOpenapi = (...demande: Parameters<typeof createOpenapi>): Bilan =>
  createOpenapi(...demande).bilan

/** The API's description, made at the first demand and once. */
export function serveOpenapi(...demande: Parameters<typeof createOpenapi>): () => Octets {
  let octets: Octets | undefined
  return () =>
    (octets ??= createOctets(
      JSON.stringify(createOpenapi(...demande).document),
      'application/json; charset=utf-8',
    ))
}
