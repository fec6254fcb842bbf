import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type S3rver from 's3rver'
import { afterAll } from 'vitest'
import { createSeau } from '../../test/seau.ts'
import { readConfig, type S3 } from '../platform/config.ts'
import { createDepot, type Depot } from '../platform/depot.ts'
import { refusDe } from './signature.banc.ts'

const SEAU = 'releve'
/** The only key that this server knows. */
const CLE = 'S3RVER'
const SECRET = 'secret/de+l’essai='

/** The server checks no signature of version 4: it is checked before it, as others would. */
function verifierSignatures(serveur: S3rver): void {
  const attendu = { cle: CLE, secret: SECRET, region: 'us-east-1' }
  serveur.middleware.unshift(async (contexte, suite) => {
    const { method = '', url = '', headers } = contexte.req
    const code = refusDe({ method, url, headers }, attendu, new Date())
    if (!code) return suite()
    contexte.status = 403
    contexte.type = 'application/xml'
    contexte.body = `<Error><Code>${code}</Code></Error>`
  })
}

/** A real S3 server of this file's own, on this machine. */
export type ServeurS3 = {
  /** The variables that lead to its bucket. */
  env: { S3_URL: string }
  s3: S3
  depot: Depot
  /** The names that it holds. */
  noms(): Promise<string[]>
  /** While it is stopped, nothing answers there. */
  arreter(): Promise<void>
  reprendre(): Promise<void>
}

/** Opens one until the end of the file. */
export async function ouvrirS3(): Promise<ServeurS3> {
  const directory = mkdtempSync(join(tmpdir(), 'releve-s3-'))
  const lancer = async (choisi: number) => {
    const ecoute = createSeau(SEAU, directory, choisi)
    verifierSignatures(ecoute)
    return { ecoute, ...(await ecoute.run()) }
  }
  let { ecoute, port } = await lancer(0)
  let ouvert = true
  const arreter = async () => {
    if (ouvert) await ecoute.close()
    ouvert = false
  }
  afterAll(async () => {
    await arreter()
    rmSync(directory, { recursive: true, force: true })
  })
  const env = { S3_URL: `http://${CLE}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${SEAU}` }
  const { s3 } = readConfig(env)
  if (!s3) throw new Error('seau sans clés')
  const depot = createDepot(s3)
  return {
    env,
    s3,
    depot,
    async noms() {
      const noms: string[] = []
      for await (const { nom } of depot.list()) noms.push(nom)
      return noms.toSorted()
    },
    arreter,
    async reprendre() {
      ;({ ecoute, port } = await lancer(port))
      ouvert = true
    },
  }
}
