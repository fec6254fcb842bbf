// What is said in French of the API's description, put where it belongs: each thing by its name, once.
/** What is said of things, by their names. */
type Textes = Readonly<Record<string, string>>

/** What is said of the API, by the names of its things; examples by operation. */
export type Mots = {
  pieces: Textes
  schemas: Textes
  /** `nom`, or `operation.nom` where it means another thing there. */
  parametres: Textes
  /** `nom`, or `dans.nom`: what holds it (a schema, a property, an operation), and what holds that. */
  proprietes: Textes
  /** Beside what each says of itself. */
  operations: Textes
  exemples: Exemples
}

/** Values that are shown, and where: `corps` is sent, `reponse` is answered. */
export type Exemples = {
  valeurs: Readonly<Record<string, { summary: string; value: unknown }>>
  operations: Readonly<Record<string, { corps?: string; reponse?: string }>>
}

type Objet = Record<string, unknown>

/** A part of the document that is described, and under which names its description is looked for. */
type Chose = { quoi: keyof Omit<Mots, 'exemples'>; nom: string; cles: string[]; objet: Objet }

/** Of a description: what nothing is said of, and what is said of nothing. */
export type Bilan = { tus: string[]; inutiles: string[] }

const estObjet = (valeur: unknown): valeur is Objet =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)
const objets = (valeur: unknown): [string, Objet][] =>
  estObjet(valeur)
    ? Object.entries(valeur).filter((entree): entree is [string, Objet] => estObjet(entree[1]))
    : []

const plier = (texte: string): string =>
  texte
    .normalize('NFD')
    .toLowerCase()
    .replace(/^(?:les? |la |l’|une? |des? |du )/, '')
    .replace(/[^a-z0-9]/g, '')

/** Whether a text says more of a thing than its name does: one word, or the name again, says nothing. */
export function decrit(texte: unknown, nom: string): texte is string {
  if (typeof texte !== 'string' || !/\S\s+\S/.test(texte)) return false
  // Too long to be the name again, whatever stands between its words: most are.
  if (texte.length > 2 * nom.length + 10) return true
  return plier(texte) !== plier(nom) && plier(texte) !== `${plier(nom)}s`
}

/** Every schema within one, itself first, with the names of the properties that lead to it. */
function* schemasDe(schema: unknown, chemin: string[]): Generator<[string[], Objet]> {
  if (!estObjet(schema)) return
  yield [chemin, schema]
  for (const [nom, propriete] of objets(schema['properties'])) {
    yield* schemasDe(propriete, [...chemin, nom])
  }
  for (const cle of ['items', 'additionalProperties', 'propertyNames', 'not']) {
    yield* schemasDe(schema[cle], chemin)
  }
  for (const cle of ['anyOf', 'allOf', 'oneOf', 'prefixItems']) {
    const parties = schema[cle]
    if (Array.isArray(parties)) for (const partie of parties) yield* schemasDe(partie, chemin)
  }
}

const operationsDe = (document: Objet): [string, Objet][] =>
  objets(document['paths'])
    .flatMap(([, lieu]) => objets(lieu))
    .map(([, operation]) => [String(operation['operationId']), operation])

const contenusDe = (porteur: unknown): Objet[] =>
  estObjet(porteur) ? objets(porteur['content']).map(([, contenu]) => contenu) : []

const composantsDe = (document: Objet, sorte: string): [string, Objet][] =>
  estObjet(document['components']) ? objets(document['components'][sorte]) : []

/** The schemas of the document by themselves, with what holds each. */
function racinesDe(document: Objet): [string, unknown][] {
  const siennes = operationsDe(document).flatMap(([nom, { requestBody, responses }]) =>
    [requestBody, ...objets(responses).map(([, reponse]) => reponse)]
      .flatMap(contenusDe)
      .map(({ schema }): [string, unknown] => [nom, schema]),
  )
  return [...composantsDe(document, 'schemas'), ...siennes]
}

function* proprietesDe(document: Objet): Generator<Chose> {
  for (const [racine, schema] of racinesDe(document)) {
    for (const [chemin, { properties }] of schemasDe(schema, [racine])) {
      for (const [nom, objet] of objets(properties)) {
        // From what holds all that holds it, to what holds it alone.
        const cles = chemin.map((_, rang) => [...chemin.slice(rang), nom].join('.'))
        yield { quoi: 'proprietes', nom, objet, cles }
      }
    }
  }
}

function* chosesDe(document: Objet): Generator<Chose> {
  const pieces = Array.isArray(document['tags']) ? document['tags'].filter(estObjet) : []
  for (const objet of pieces) {
    yield { quoi: 'pieces', nom: String(objet['name']), cles: [], objet }
  }
  for (const [nom, objet] of composantsDe(document, 'schemas')) {
    yield { quoi: 'schemas', nom, cles: [], objet }
  }
  for (const [operation, { parameters }] of operationsDe(document)) {
    for (const objet of Array.isArray(parameters) ? parameters.filter(estObjet) : []) {
      const nom = String(objet['name'])
      yield { quoi: 'parametres', nom, cles: [`${operation}.${nom}`], objet }
    }
  }
  yield* proprietesDe(document)
}

/** What the contract's own tables say of a property: on itself, or on what it is when it is not null. */
function ditDesTables({ description, anyOf }: Objet): unknown {
  if (description !== undefined || !Array.isArray(anyOf)) return description
  return anyOf.filter(estObjet).find((partie) => partie['description'] !== undefined)?.[
    'description'
  ]
}

/** Puts the description of a thing; gives the key under which it was found, null for the contract's. */
function decrireChose({ quoi, nom, cles, objet }: Chose, mots: Mots): string | null | undefined {
  const propre = cles.find((cle) => decrit(mots[quoi][cle], nom))
  const desTables = quoi === 'proprietes' ? ditDesTables(objet) : undefined
  const deSonNom = decrit(mots[quoi][nom], nom) ? nom : undefined
  const cle = propre ?? (decrit(desTables, nom) ? null : deSonNom)
  const texte = cle === null ? desTables : cle === undefined ? undefined : mots[quoi][cle]
  if (typeof texte === 'string') objet['description'] = texte
  return cle
}

const COMMUNES = ['pieces', 'schemas', 'parametres', 'proprietes'] as const

/** Describes the document in place. @returns what is still to be said, and what is said for nothing */
export function decrire(document: object, mots: Mots): Bilan {
  // As the composer gives it: an object of objects.
  const racine = document as Objet
  const tus: string[] = []
  const dits = new Set<string>()
  for (const chose of chosesDe(racine)) {
    const cle = decrireChose(chose, mots)
    if (cle === undefined) tus.push(`${chose.quoi} : ${chose.cles[0] ?? chose.nom}`)
    else if (cle !== null) dits.add(`${chose.quoi} : ${cle}`)
  }
  for (const [nom] of operationsDe(racine)) dits.add(`operations : ${nom}`)
  const connus = ([...COMMUNES, 'operations'] as const).flatMap((quoi) =>
    Object.keys(mots[quoi]).map((cle) => `${quoi} : ${cle}`),
  )
  return { tus: [...new Set(tus)], inutiles: connus.filter((cle) => !dits.has(cle)) }
}

const ENTIER_MAX = 2_147_483_647

/** An integer's true bounds: what no schema bounds is only as wide as a number counts exactly. */
function bornerEntier(schema: Objet): void {
  if (schema['type'] !== 'integer') return
  const { minimum, maximum } = schema
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (minimum === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  const court = typeof maximum === 'number' && maximum <= ENTIER_MAX
  schema['format'] = court ? 'int32' : 'int64'
}

/** A record of known names is an object of these: what reads the description knows each of them. */
function nommerCles(schema: Objet): void {
  const { propertyNames, required, additionalProperties } = schema
  if (!estObjet(propertyNames) || !Array.isArray(required) || !estObjet(additionalProperties))
    return
  schema['properties'] = Object.fromEntries(
    required.map((nom) => [String(nom), structuredClone(additionalProperties)]),
  )
  schema['additionalProperties'] = false
  delete schema['propertyNames']
}

/** Says numbers and records as they are, wherever they are in the document. */
export function borner(document: object): void {
  const racine = document as Objet
  const parametres = operationsDe(racine).flatMap(([, { parameters }]) =>
    Array.isArray(parameters) ? parameters.filter(estObjet) : [],
  )
  const schemas = [
    ...racinesDe(racine).map(([, schema]) => schema),
    ...parametres.map(({ schema }) => schema),
  ]
  for (const schema of schemas) {
    for (const [, sien] of schemasDe(schema, [])) {
      nommerCles(sien)
      bornerEntier(sien)
    }
  }
}

/** Shows examples where they are sent and answered. */
export function montrer(document: object, { valeurs, operations }: Exemples): void {
  const racine = document as Objet
  const montre = (contenus: Objet[], nom: string | undefined) => {
    if (nom === undefined) return
    for (const contenu of contenus) {
      contenu['examples'] = { demonstration: { $ref: `#/components/examples/${nom}` } }
    }
  }
  for (const [nom, { requestBody, responses }] of operationsDe(racine)) {
    const exemples = operations[nom]
    if (!exemples) continue
    montre(contenusDe(requestBody), exemples.corps)
    const succes = objets(responses).filter(([statut]) => statut.startsWith('2'))
    montre(
      succes.flatMap(([, reponse]) => contenusDe(reponse)),
      exemples.reponse,
    )
  }
  if (estObjet(racine['components'])) racine['components']['examples'] = valeurs
}
