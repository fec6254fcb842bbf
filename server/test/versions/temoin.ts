import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { createApp } from '../../src/app.ts'
import type { BaseOuverte } from '../../src/platform/base/ouvrir.ts'
import { readConfig } from '../../src/platform/config.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'
import { surLectureSeule } from '../lecture.ts'

const ANNEE = 2025

type Formulaire = {
  numero: string
  etat: string
  version: number
  /** Cells by address, computed ones included. */
  donnees: Record<string, unknown>
}

/** What is read in a base of this kind: its reports, and its public tables as CSV, by file name. */
export type Temoin = { formulaires: Formulaire[]; tableaux: Record<string, string> }

/** The public tables of 2025, as a stranger downloads them. */
async function lireTableaux(base: BaseOuverte, le: Date): Promise<Record<string, string>> {
  const app = await createApp({
    base,
    lecture: surLectureSeule(base.db),
    config: readConfig(ERREURS_SEULES),
    flux: CAUSES,
    maintenant: () => le,
    attendre: async () => {},
  })
  const prendre = async (fichier: string) => {
    const url = `/api/public/annuaires/${ANNEE}/${fichier}`
    const { statusCode, body } = await app.inject({ method: 'GET', url })
    if (statusCode !== 200) throw new Error(`${fichier}\u00a0: ${statusCode} ${body}`)
    return body
  }
  const { resources } = JSON.parse(await prendre('datapackage.json')) as {
    resources: { path: string }[]
  }
  const tableaux: Record<string, string> = {}
  for (const { path } of resources) tableaux[path] = await prendre(path)
  await app.close()
  return tableaux
}

export async function lireTemoin(base: BaseOuverte, le: Date): Promise<Temoin> {
  const { rows } = await sql<Formulaire>`
    select numero, etat, version, donnees from formulaire order by numero`.execute(base.db)
  return { formulaires: rows, tableaux: await lireTableaux(base, le) }
}

export const decompresser = (octets: Buffer): Temoin =>
  JSON.parse(gunzipSync(octets).toString('utf8'))
