// A program of a partner: the typed client that a public generator makes of the API's description
// (`schema.d.ts`, made beside a copy by `server/src/systeme/client.test.ts`), playing the main job
// against a platform that serves. It is given its address, the people and the figures, and says on
// its output what it saw.
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

type Formulaire = components['schemas']['Formulaire']
type Donnees = components['schemas']['Donnees']
type Personne = { identifiant: string; password: string }

type Demande = {
  racine: string
  structure: Personne
  valideur: Personne
  approbateur: Personne
  donnees: Donnees
}

const demande = JSON.parse(process.env['DEMANDE'] ?? '{}') as Demande

/** The answer of a call that must succeed; a refusal has the one shape of the description. */
async function reussi<T>(
  appel: Promise<{ data?: T; error?: components['schemas']['Echec'] }>,
): Promise<T> {
  const { data, error } = await appel
  if (data === undefined) throw new Error(`${error?.code} : ${error?.libelle}`)
  return data
}

async function connecter({ identifiant, password }: Personne) {
  const client = createClient<paths>({ baseUrl: demande.racine })
  const session = await reussi(
    client.POST('/utilisateur/connexion', { body: { identifiant, password } }),
  )
  const porteur: Middleware = {
    onRequest: ({ request }) => {
      request.headers.set('authorization', `Bearer ${session.token}`)
      return request
    },
  }
  client.use(porteur)
  return client
}

const enChemin = ({ id, version }: Formulaire) => ({ path: { id }, query: { version } })

const structure = await connecter(demande.structure)
const valideur = await connecter(demande.valideur)
const approbateur = await connecter(demande.approbateur)
const periode = { mois: 'FEBRUARY', annee: 2025 } as const

const commence = await reussi(
  structure.POST('/formulaire/enregistrer/{mois}/{annee}', {
    params: { path: periode },
    body: { modele: 'RMA' },
  }),
)
const enregistre = await reussi(
  structure.PUT('/formulaire/modifier', {
    body: { numero: commence.numero, version: commence.version, donnees: demande.donnees },
  }),
)
const lu = await reussi(
  structure.GET('/formulaire/lire/{numero}', {
    params: { path: { numero: enregistre.numero }, query: { sans: 'fixe' } },
  }),
)
const soumis = await reussi(structure.GET('/formulaire/soumettre/{id}', { params: enChemin(lu) }))

// What is refused is told by its code, of a closed list.
const trop = await structure.GET('/formulaire/valider/{id}', { params: enChemin(soumis) })

const valide = await reussi(valideur.GET('/formulaire/valider/{id}', { params: enChemin(soumis) }))
const approuve = await reussi(
  approbateur.GET('/formulaire/approuver/{id}', { params: enChemin(valide) }),
)
const diffuse = await reussi(
  approbateur.GET('/formulaire/diffuser/{id}', { params: enChemin(approuve) }),
)

const { elements, total } = await reussi(
  valideur.GET('/formulaire/lister/{mois}/{annee}', {
    params: { path: periode, query: { etat: ['DIFFUSE'] } },
  }),
)
const { mois } = await reussi(
  valideur.GET('/dashboard/lire/{param}', { params: { path: { param: 2025 }, query: {} } }),
)
const fichier = await valideur.POST('/formulaire/structures/donnees', {
  body: { modeles: ['RMA'], annee: 2025, forme: 'LONG', format: 'csv' },
  parseAs: 'text',
})
const telecharge: string = await reussi(Promise.resolve(fichier))

console.log(
  JSON.stringify({
    etats: [commence, enregistre, lu, soumis, valide, approuve, diffuse].map(({ etat }) => etat),
    refus: trop.error?.code,
    diffuses: elements.map(({ numero }) => numero),
    total,
    recus: mois[1]?.recus,
    lignes: Number(fichier.response.headers.get('releve-lignes')),
    lues: telecharge.trimEnd().split('\n').length - 1,
  }),
)
