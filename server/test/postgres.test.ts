import { existsSync, statSync } from 'node:fs'
import { setTimeout as attendre } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { demanderA } from './client.ts'
import { startPostgres } from './postgres.ts'
import { lancer } from './processus.ts'

async function dossierDonnees(url: string): Promise<string> {
  const rows = await demanderA(url, 'show data_directory')
  const dossier = rows[0]?.['dataDirectory']
  return typeof dossier === 'string' ? dossier : ''
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
