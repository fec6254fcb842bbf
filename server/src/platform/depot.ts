import { AwsClient } from 'aws4fetch'
import type { S3 } from './config.ts'

/** Longest that one exchange with the store may last: 5 MB over a poor line. */
const PATIENCE_MS = 30_000
/** Most bytes that a list, or a refusal, may make us hold. */
const REPONSE_MAX = 4_000_000
/** What is ours in the bucket. */
const DOSSIER = 'pieces/'

/** The store did not answer, or refused: its `cause` says why, to the log alone. */
export class DepotMuet extends Error {
  override readonly name = 'DepotMuet'
}

/** What the store holds under a name, and since when. */
export type Objet = { nom: string; depuis: Date }

/** Where files are kept outside the base, whole, by their unguessable name. */
export type Depot = {
  /** Kept once this returns; the store checks what it received against `sha256`. */
  put(nom: string, contenu: Uint8Array, sha256: string): Promise<void>
  /** Null: there is none of that name. At most `taille` bytes are read: more is not ours. */
  get(nom: string, taille: number): Promise<Buffer | null>
  /** Nothing of that name is left; there may have been nothing. */
  delete(nom: string): Promise<void>
  list(): AsyncGenerator<Objet>
}

/** At most `max` bytes of an answer: null beyond, and the line is left. */
async function lire({ body }: Response, max: number): Promise<Buffer | null> {
  const morceaux: Uint8Array[] = []
  let taille = 0
  // Left early, the loop cancels what is still to come.
  for await (const morceau of body ?? []) {
    taille += morceau.length
    if (taille > max) return null
    morceaux.push(morceau)
  }
  return Buffer.concat(morceaux)
}

/** The texts of an element of this name: the store's lists are flat, and hold nothing else of ours. */
function* textesDe(xml: string, nom: string): Generator<string> {
  for (const [, texte = ''] of xml.matchAll(new RegExp(`<${nom}>([^<]*)</${nom}>`, 'g'))) {
    yield texte
  }
}
const texteDe = (xml: string, nom: string): string => textesDe(xml, nom).next().value ?? ''

/** One signed call: never sent twice, never followed elsewhere, and never longer than it may last. */
function createAppel({ adresse, cle, secret, region }: S3) {
  const client = new AwsClient({
    accessKeyId: cle,
    secretAccessKey: secret,
    service: 's3',
    region,
  })
  return async <T>(
    chemin: string,
    init: { method: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
    suite: (reponse: Response) => Promise<T>,
  ): Promise<T> => {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const demande = { ...init, signal, redirect: 'error' } as const
      const reponse = await fetch(await client.sign(adresse + chemin, demande))
      if (reponse.ok || reponse.status === 404) return await suite(reponse)
      const dit = await lire(reponse, REPONSE_MAX)
      const code = texteDe(String(dit ?? ''), 'Code')
      throw new Error(`le dépôt a répondu ${reponse.status} ${code}`.trim())
    } catch (cause) {
      throw new DepotMuet('le dépôt des fichiers ne répond pas', { cause })
    }
  }
}

const absent = (reponse: Response): boolean => reponse.status === 404

/** Whether the bucket itself is missing: of an object, that says nothing. */
async function exigerSeau(reponse: Response): Promise<void> {
  const dit = String((await lire(reponse, REPONSE_MAX)) ?? '')
  if (absent(reponse) && texteDe(dit, 'Code') !== 'NoSuchKey') throw new Error('seau introuvable')
}

/** The files of an S3 bucket. Nothing is kept between two calls but the keys. */
export function createDepot(s3: S3): Depot {
  const appeler = createAppel(s3)

  async function* list(): AsyncGenerator<Objet> {
    let suite = ''
    do {
      const demande = new URLSearchParams({ 'list-type': '2', prefix: DOSSIER })
      if (suite) demande.set('continuation-token', suite)
      const xml = await appeler(`?${demande.toString()}`, { method: 'GET' }, async (reponse) => {
        if (absent(reponse)) throw new Error('seau introuvable')
        return String((await lire(reponse, REPONSE_MAX)) ?? '')
      })
      for (const contenu of xml.split('<Contents>').slice(1)) {
        const nom = texteDe(contenu, 'Key').slice(DOSSIER.length)
        yield { nom, depuis: new Date(texteDe(contenu, 'LastModified')) }
      }
      suite = texteDe(xml, 'NextContinuationToken')
    } while (suite)
  }

  return {
    put: (nom, contenu, sha256) =>
      appeler(
        DOSSIER + nom,
        {
          method: 'PUT',
          headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(contenu),
        },
        async (reponse) => {
          if (absent(reponse)) throw new Error('seau introuvable')
        },
      ),
    get: (nom, taille) =>
      appeler(DOSSIER + nom, { method: 'GET' }, async (reponse) => {
        if (!absent(reponse)) return lire(reponse, taille)
        await exigerSeau(reponse)
        return null
      }),
    delete: (nom) => appeler(DOSSIER + nom, { method: 'DELETE' }, exigerSeau),
    list,
  }
}
