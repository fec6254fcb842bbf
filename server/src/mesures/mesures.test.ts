import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { createApp } from '../app.ts'
import { noterSysteme } from '../journal/noter.sql.ts'
import { readConfig } from '../platform/config.ts'
import { serveMesures } from '../platform/metrics.ts'
import { insertTache } from '../tache/tache.sql.ts'
import { createMesures } from './mesures.ts'

const base = await testBase()
const RACINE = new URL('../../../', import.meta.url)
const LE = new Date('2026-11-05T08:00:00Z')

/** A platform that is watched, where it says what it measures. */
async function observer(observee: typeof base = base) {
  const mesures = createMesures(observee, () => LE)
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const app = await createApp({ base: observee, config, mesures })
  const serveur = await serveMesures(mesures.lire, { hote: '127.0.0.1', port: 0 }, app.log)
  afterAll(async () => {
    serveur.close()
    await app.close()
  })
  const { port } = serveur.address() as AddressInfo
  const demander = (chemin: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${chemin}`, init)
  const lire = async () => (await demander('/metrics')).text()
  return { app, demander, lire }
}

/** The value of a figure, by its name and labels as they are written. */
const valeurDe = (texte: string, nom: string) =>
  texte
    .split('\n')
    .find((ligne) => ligne.startsWith(`${nom} `))
    ?.slice(nom.length + 1)

it('disent les appels par route et par statut, jamais par adresse', async () => {
  const { app, lire } = await observer()
  await app.inject('/api/sante')
  await app.inject('/api/sante')
  await app.inject('/api/formulaire/lire/RMA-CAU-R01-01-202503')
  await app.inject('/api/nulle-part/CAU-R01-01')
  const texte = await lire()
  const appels = (route: string, statut: number) =>
    valeurDe(texte, `releve_appels_total{methode="GET",route="${route}",statut="${statut}"}`)
  expect(appels('/api/sante', 200)).toBe('2')
  expect(appels('inconnue', 404)).toBe('1')
  expect(texte).toContain('releve_appel_secondes_bucket')
  expect(texte).toContain('nodejs_eventloop_lag_seconds')
  expect(texte).not.toContain('R01-01')
})

it('disent ce que tient la base : tâches, taille, sauvegarde, connexions', async () => {
  const tache = (cle: string) => insertTache(base.db, { genre: 'COURRIEL', cle, charge: {} })
  for (const cle of ['une', 'deux', 'perdue']) await tache(cle)
  await base.db.updateTable('tache').set({ abandonneeLe: LE }).where('cle', '=', 'perdue').execute()
  await noterSysteme({ db: base.db, maintenant: LE }, 'BASE_SAUVEGARDEE', {})
  const { lire } = await observer()
  const texte = await lire()
  const taches = (etat: string) => valeurDe(texte, `releve_taches{genre="COURRIEL",etat="${etat}"}`)
  expect([taches('attend'), taches('abandonnee')]).toEqual(['2', '1'])
  expect(valeurDe(texte, 'releve_base_repond')).toBe('1')
  expect(Number(valeurDe(texte, 'releve_base_octets'))).toBeGreaterThan(1_000_000)
  expect(Number(valeurDe(texte, 'releve_sauvegarde_secondes'))).toBe(LE.getTime() / 1000)
  expect(valeurDe(texte, 'releve_connexions{etat="attendue"}')).toBe('0')
  expect(valeurDe(texte, 'releve_flux_ouverts')).toBe('0')
  expect(valeurDe(texte, 'releve_rapports{etat="attendu"}')).toBe('0')
})

it('d’une base qui ne répond plus, disent cela et rien de ce qu’elle disait', async () => {
  let muette = false
  const sonder = async () => {
    if (muette) throw new Error('la base ne répond pas')
    await base.sonder()
  }
  const { lire } = await observer({ ...base, sonder })
  expect(valeurDe(await lire(), 'releve_base_octets')).toBeDefined()
  muette = true
  const texte = await lire()
  expect(valeurDe(texte, 'releve_base_repond')).toBe('0')
  expect(texte).not.toMatch(/^releve_(taches|base_octets|sauvegarde_secondes|rapports)\b/m)
})

it('ne servent rien d’autre, et refusent de s’ouvrir où une autre chose écoute, d’une phrase', async () => {
  const { demander } = await observer()
  expect((await demander('/')).status).toBe(404)
  expect((await demander('/metrics', { method: 'POST' })).status).toBe(404)
  const { app } = await observer()
  const mesures = createMesures(base, () => LE)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await expect(serveMesures(mesures.lire, { hote: '127.0.0.1', port }, app.log)).rejects.toThrow(
    new RegExp(`Le port ${port} est déjà pris.*METRICS_ADDRESS`),
  )
})

it('portent tous les noms que lisent les alertes et le tableau de bord livrés, et le guide dit quoi faire de chaque alerte', async () => {
  const { app, lire } = await observer()
  await app.inject('/api/sante')
  const texte = await lire()
  const lireLivre = (nom: string) => readFileSync(new URL(nom, RACINE), 'utf8')
  const alertes = lireLivre('installation/supervision/alertes.yml')
  const lus = `${alertes}${lireLivre('installation/supervision/grafana.json')}`
  const noms = [...lus.matchAll(/\b(?:releve|nodejs|process)_[a-z0-9_]+\b/g)].map(([nom]) => nom)
  expect(noms.length).toBeGreaterThan(20)
  for (const nom of noms) expect(texte, nom).toMatch(new RegExp(`^${nom}[{ ]`, 'm'))
  const guide = lireLivre('docs/exploitation.md')
  const essais = lireLivre('installation/supervision/alertes.essai.yml')
  const nommees = [...alertes.matchAll(/- alert: (\w+)/g)].map(([, nom = '']) => nom)
  expect(nommees).toHaveLength(10)
  for (const nom of nommees) {
    expect(guide, nom).toContain(`| \`${nom}\` |`)
    expect(essais, nom).toMatch(new RegExp(`alertname: ${nom},\\s+exp_alerts`))
  }
})
