import { existsSync, statSync } from 'node:fs'
import { setTimeout as attendre } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { lancer } from './processus.ts'

async function dossierDonnees(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  return rows[0]?.data_directory ?? ''
}

test('le serveur des essais a son dossier, n’appartient pas à root, et ne laisse rien', async () => {
  const serveur = await startPostgres()
  const dossier = await dossierDonnees(serveur.url)
  expect(dossier).toMatch(/releve-pg-/)
  expect(statSync(dossier).uid).not.toBe(0)
  await serveur.stop()
  expect(existsSync(dossier)).toBe(false)
})

test('le serveur s’arrête et son dossier disparaît quand son parent est tué net', async () => {
  const commande = 'console.log(process.env.DATABASE_URL)'
  const parent = lancer('postgres.ts', {}, [
    '--',
    process.execPath,
    '-e',
    `${commande}; setTimeout(() => {}, 3000)`,
  ])
  await parent.attendre(1)
  const dossier = await dossierDonnees(parent.lignes[0] ?? '')
  expect(existsSync(dossier)).toBe(true)
  parent.enfant.kill('SIGKILL')
  const limite = Date.now() + 15_000
  while (existsSync(dossier) && Date.now() < limite) await attendre(50)
  expect(existsSync(dossier)).toBe(false)
})
