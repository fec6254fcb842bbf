import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { exempleCoherent } from '../../seed/exemple.ts'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'

const RACINE = join(import.meta.dirname, '../../..')
/** A copy of the program, of this run's own: the types that are made stand beside it. */
const CLIENT = mkdtempSync(join(RACINE, 'tools/api/client-'))
cpSync(join(RACINE, 'tools/api/client'), CLIENT, { recursive: true })
afterAll(() => rmSync(CLIENT, { recursive: true }))
const MOT_DE_PASSE = 'Tournesol-Violet-42'

const { app, base, asDpps, asAdmin, asStructure } = await ouvrirBanc()
const racine = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api`

const lancer = promisify(execFile)
const outilDe = createRequire(join(RACINE, 'tools/api/package.json'))
/** The program of a package, run by this Node. */
const jouer = (fichier: string, parametres: string[], env: Record<string, string> = {}) =>
  lancer(process.execPath, [fichier, ...parametres], { env: { ...process.env, ...env } })

async function avecMotDePasse({ identifiant }: Personne) {
  const motDePasse = await hacherMotDePasse(MOT_DE_PASSE)
  await base.db
    .updateTable('utilisateur')
    .set({ motDePasse })
    .where('identifiant', '=', identifiant)
    .execute()
  return { identifiant, password: MOT_DE_PASSE }
}

describe('le client qu’un générateur public tire de la description', () => {
  it('se compile sans rien relâcher, et mène un rapport de sa saisie à sa diffusion', async () => {
    const generateur = join(
      dirname(outilDe.resolve('openapi-typescript/package.json')),
      'bin/cli.js',
    )
    await jouer(generateur, [`${racine}/openapi.json`, '--output', join(CLIENT, 'schema.d.ts')])
    const compilateur = join(
      dirname(createRequire(join(RACINE, 'package.json')).resolve('typescript/package.json')),
      'lib/tsc.js',
    )
    await jouer(compilateur, ['--project', CLIENT])
    const periode = { mois: 'FEBRUARY', annee: 2025 } as const
    const demande = {
      racine,
      structure: await avecMotDePasse(asStructure),
      valideur: await avecMotDePasse(asAdmin),
      approbateur: await avecMotDePasse(asDpps),
      donnees: exempleCoherent('RMA', { periode }),
    }
    const { stdout } = await jouer(join(CLIENT, 'emploi.ts'), [], {
      DEMANDE: JSON.stringify(demande),
    })
    const vu = JSON.parse(stdout)
    expect(vu).toMatchObject({
      etats: ['BROUILLON', 'BROUILLON', 'BROUILLON', 'SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'],
      refus: 'DROIT_INSUFFISANT',
      diffuses: ['RMA-CAU-R01-01-202502'],
      total: 1,
      recus: 1,
    })
    expect(vu.lignes).toBeGreaterThan(20)
    expect(vu.lues).toBe(vu.lignes)
  })
})
