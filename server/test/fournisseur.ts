import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'

/** Somebody whom the provider knows; `facteurs`: what it attests of how she signed in. */
export type Personne = {
  sub: string
  nom?: string
  email?: string
  email_verified?: boolean
  facteurs?: { acr?: string; amr?: string[] }
  /** What else it says of her, to whom asks for « releve ». */
  dits?: Readonly<Record<string, unknown>>
}

type Cle = { prive: KeyObject; jwk: Record<string, unknown> }
type Dits = Record<string, unknown>

/** What goes wrong with it, until told otherwise. */
export type Faute = {
  /** It never answers, answers 5 MB, says 500, or something that is not JSON; which of its calls. */
  panne?: { genre: 'muette' | 'lourde' | 'erreur' | 'illisible'; chemins: RegExp }
  /** What its token says instead. */
  dit?: (dits: Dits) => Dits
  /** Whose description it gives as its own. */
  emetteur?: string
  /** What signs its tokens, and whether its page of keys says so. */
  cle?: 'tournée' | 'inconnue'
}

function tirerCle(kid: string): Cle {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  return { prive: privateKey, jwk }
}

const publiqueDe = ({ jwk: { kty, n, e, kid, use, alg } }: Cle) => ({ kty, n, e, kid, use, alg })

const enBase64 = (objet: unknown) => Buffer.from(JSON.stringify(objet)).toString('base64url')

function signer(dits: Dits, { prive, jwk }: Cle): string {
  const corps = `${enBase64({ alg: 'RS256', kid: jwk['kid'] })}.${enBase64(dits)}`
  return `${corps}.${createSign('RSA-SHA256').update(corps).sign(prive, 'base64url')}`
}

const lire = (jeton: string): Dits =>
  JSON.parse(Buffer.from(jeton.split('.')[1] ?? '', 'base64url').toString())

/** Lets what the provider is about to answer be another text. */
function detourner(reponse: ServerResponse, changer: (corps: string) => string): void {
  const finir = reponse.end.bind(reponse)
  const end = (corps: string | Buffer) => {
    const autre = changer(corps.toString())
    reponse.setHeader('content-length', Buffer.byteLength(autre))
    return finir(autre)
  }
  reponse.end = end as typeof reponse.end
}

function tomber(reponse: ServerResponse, { genre }: NonNullable<Faute['panne']>): void {
  if (genre === 'muette') return
  reponse.writeHead(genre === 'erreur' ? 500 : 200, { 'content-type': 'application/json' })
  reponse.end('<p>panne</p>')
}

/** As right as before, and of 5 MB. */
const alourdir = (corps: string) =>
  JSON.stringify({ ...JSON.parse(corps), bourre: 'x'.repeat(5_000_000) })

const echapper = (texte: string) => texte.replace(/[&<>"]/g, (signe) => `&#${signe.charCodeAt(0)};`)

/** The page on which one says who one is: no password, this is a bench. */
const pageDe = (personnes: readonly Personne[]) =>
  `<!doctype html><html lang="fr"><title>Fournisseur d’essai</title><main><h1>Qui êtes-vous ?</h1>
  <form method="post">${personnes
    .map(
      ({ sub, nom = sub }) =>
        `<button name="sub" value="${echapper(sub)}">${echapper(nom)}</button>`,
    )
    .join('')}</form></main></html>`

export type FournisseurDEssai = {
  emetteur: string
  personnes: Personne[]
  faute: Faute
  /** The calls that it received, `GET /jwks`. */
  appels: string[]
  /** Its entry of the file that `OIDC_FILE` names. */
  entree: (champs?: Record<string, unknown>) => Record<string, unknown>
  /** What a browser brings back, once this person has said who she is there. */
  revenir: (adresse: string, sub: string) => Promise<Record<string, string>>
  fermer: () => Promise<void>
}

async function lireCorps(requete: IncomingMessage): Promise<string> {
  const morceaux: Buffer[] = []
  for await (const morceau of requete) morceaux.push(morceau as Buffer)
  return Buffer.concat(morceaux).toString()
}

/** A browser that keeps cookies and follows until it is sent back to us. */
async function naviguer(adresse: string, sub: string, chezNous: string): Promise<URL> {
  const temoins = new Map<string, string>()
  let url = adresse
  let corps: string | undefined
  for (let pas = 0; pas < 12; pas += 1) {
    const reponse = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...temoins].map((temoin) => temoin.join('=')).join('; '),
        ...(corps && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(corps && { method: 'POST', body: corps }),
    })
    corps = undefined
    for (const pose of reponse.headers.getSetCookie()) {
      const [nom = '', ...valeur] = (pose.split(';')[0] ?? '').split('=')
      temoins.set(nom, valeur.join('='))
    }
    const suite = reponse.headers.get('location')
    if (suite) url = new URL(suite, url).href
    else if (reponse.status === 200) corps = new URLSearchParams({ sub }).toString()
    else throw new Error(`${url} : ${reponse.status} ${await reponse.text()}`)
    if (url.startsWith(chezNous)) return new URL(url)
  }
  throw new Error('le fournisseur d’essai tourne en rond')
}

/**
 * A real provider of identities (`oidc-provider`), on this machine, which sends back to this
 * platform (`https://releve.example.org`), and which may be made to fail.
 */
export async function ouvrirFournisseur(
  urlPublique: string,
  { port = 0, cle = 'essai', libelle = 'Identité d’essai' } = {},
): Promise<FournisseurDEssai> {
  const cles = { sienne: tirerCle('une'), autre: tirerCle('deux') }
  let traiter: (requete: IncomingMessage, reponse: ServerResponse) => void = () => {}
  const serveur = createServer((requete, reponse) => traiter(requete, reponse))
  await new Promise<void>((ecoute) => serveur.listen(port, '127.0.0.1', ecoute))
  const lieu = serveur.address()
  if (typeof lieu !== 'object' || !lieu) throw new Error('sans port')
  const emetteur = `http://127.0.0.1:${lieu.port}`
  const secret = randomBytes(16).toString('hex')
  const provider = new Provider(emetteur, {
    clients: [
      {
        client_id: 'releve',
        client_secret: secret,
        redirect_uris: [`${urlPublique}/auth/verify`],
        post_logout_redirect_uris: [`${urlPublique}/auth/login`],
      },
    ],
    jwks: { keys: [cles.sienne.jwk] },
    cookies: { keys: [secret] },
    claims: { email: ['email', 'email_verified'], openid: ['sub', 'acr', 'amr'], releve: DITS },
    acrValues: ['deux'],
    ttl: DUREES,
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      // Its own pages ask others for fonts.
      rpInitiatedLogout: {
        logoutSource(contexte: { body?: unknown }, formulaire: string) {
          const bouton =
            '<button form="op.logoutForm" name="logout" value="yes">Finir ici aussi</button>'
          contexte.body = `<!doctype html><html lang="fr"><title>Sortie</title>${formulaire}${bouton}</html>`
        },
      },
    },
    findAccount: (_, sub) => {
      const {
        facteurs: _facteurs,
        nom: _nom,
        dits,
        ...communs
      } = self.personnes.find((une) => une.sub === sub) ?? { sub }
      return { accountId: sub, claims: () => ({ ...communs, ...dits }) }
    },
  })
  const accorder = async (requete: IncomingMessage, reponse: ServerResponse) => {
    const { prompt, params, session } = await provider.interactionDetails(requete, reponse)
    const connu = prompt.name === 'login' ? undefined : session?.accountId
    if (!connu && requete.method !== 'POST') {
      reponse.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return reponse.end(pageDe(self.personnes))
    }
    const sub = connu ?? new URLSearchParams(await lireCorps(requete)).get('sub') ?? ''
    const accord = new provider.Grant({ accountId: sub, clientId: String(params['client_id']) })
    // Both are there: its own documentation says so.
    void accord['addOIDCScope']?.('openid email releve')
    const consent = { grantId: (await accord['save']?.()) ?? '' }
    const { facteurs } = self.personnes.find((une) => une.sub === sub) ?? {}
    const login = { accountId: sub, ...facteurs }
    return provider.interactionFinished(requete, reponse, { login, consent })
  }
  const servir = provider.callback()
  traiter = (requete, reponse) => {
    const { method, url = '' } = requete
    const { panne, dit, cle: signature } = self.faute
    self.appels.push(`${method} ${url.split('?')[0]}`)
    if (panne?.chemins.test(url)) {
      if (panne.genre !== 'lourde') return tomber(reponse, panne)
      detourner(reponse, alourdir)
    }
    if (url.startsWith('/interaction/')) {
      accorder(requete, reponse).catch((echec: unknown) => {
        reponse.writeHead(500).end(String(echec))
      })
      return
    }
    const { sienne, autre } = cles
    const { emetteur: issuer } = self.faute
    if (issuer && url.endsWith('/openid-configuration')) {
      detourner(reponse, (corps) => JSON.stringify({ ...JSON.parse(corps), issuer }))
    }
    if (url === '/jwks' && signature === 'tournée') {
      detourner(reponse, () => JSON.stringify({ keys: [publiqueDe(autre)] }))
    }
    if (url === '/token' && (dit || signature)) {
      detourner(reponse, (corps) => {
        const lu = JSON.parse(corps)
        if (!lu.id_token) return corps
        const dits = lire(lu.id_token)
        return JSON.stringify({
          ...lu,
          id_token: signer(dit ? dit(dits) : dits, signature ? autre : sienne),
        })
      })
    }
    servir(requete, reponse)
  }
  const self: FournisseurDEssai = {
    emetteur,
    personnes: [],
    faute: {},
    appels: [],
    entree: (champs = {}) => ({ cle, libelle, emetteur, client: 'releve', secret, ...champs }),
    revenir: async (adresse, sub) =>
      Object.fromEntries((await naviguer(adresse, sub, urlPublique)).searchParams),
    fermer: async () => {
      serveur.closeAllConnections()
      await new Promise((ferme) => serveur.close(ferme))
    },
  }
  return self
}

const DITS = ['preferred_username', 'family_name', 'given_name', 'metier', 'service']

/** Seconds; else it warns that it chose them itself. */
const DUREES = {
  AccessToken: 600,
  AuthorizationCode: 60,
  Grant: 3600,
  IdToken: 3600,
  Interaction: 600,
  Session: 3600,
}

/** What a browser draws before it leaves. */
export function tirer() {
  const un = () => randomBytes(32).toString('base64url')
  const codeVerifier = un()
  const codeEmpreinte = createHash('sha256').update(codeVerifier).digest('base64url')
  return { state: un(), nonce: un(), codeVerifier, codeEmpreinte }
}
