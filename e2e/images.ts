import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { rangDe } from '@releve/contract/mois.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  commencer,
  MOIS_COURANT,
  moisCoherent,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'
import { remplirEnPartie } from './gestes.ts'
import { champ, choisirMois } from './structures.ts'

const IMAGES = join(import.meta.dirname, '../docs/images')
const STRUCTURE = 'CAU-R01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FIN = 'Effectif au dernier jour du mois'
const LARGE = { width: 1440, height: 900 }
const TELEPHONE = { width: 390, height: 844 }

async function aller(page: Page, adresse: string, taille = LARGE): Promise<void> {
  await page.setViewportSize(taille)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(adresse)
  await page.waitForLoadState('networkidle')
  // The heading's face is never waited for: it shows from the second page on.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const prendre = (page: Page, nom: string) =>
  page.screenshot({ path: join(IMAGES, `${nom}.png`), animations: 'disabled' })

test('accueil-public.png : le site public', async ({ page }) => {
  await aller(page, '/')
  await prendre(page, 'accueil-public')
})

test('connexion.png : la connexion', async ({ page }) => {
  await aller(page, '/auth/login')
  await prendre(page, 'connexion')
})

test('tableau-de-bord.png : ce que la direction a à faire', async ({ as }) => {
  const page = await as('dpps')
  await aller(page, '/dashboard/app')
  await prendre(page, 'tableau-de-bord')
})

test('mise-en-route.png : ce qui reste à faire avant la collecte', async ({ as }) => {
  const page = await as('dpps')
  await aller(page, '/dashboard/miseenroute')
  await expect(page.getByRole('table')).toBeVisible()
  await prendre(page, 'mise-en-route')
})

test('annuaire.png : un chapitre de l’annuaire', async ({ as }) => {
  const page = await as('dpps')
  await aller(page, '/dashboard/annuaire?chapitre=2')
  await expect(page.getByRole('figure').first()).toBeVisible()
  await prendre(page, 'annuaire')
})

test('formulaire.png : un rapport en cours de saisie, un contrôle en vue', async ({ as }) => {
  const page = await as('cau-r01-01')
  await aller(page, '/dashboard/app')
  await remplirEnPartie(page, STRUCTURE)
  const mois = moisCoherent('RMA', STRUCTURE, await commencer(page, 'RMA', STRUCTURE))
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Mouvement des effectifs')
  await caseDe(page, FIN, 'Féminin').fill(String(Number(mois['MVT.FIN.F']) + 1))
  await attendreEnregistrement(page)
  await prendre(page, 'formulaire')
})

test('formulaire-mobile-sombre.png : le même, sur un téléphone', async ({ as }) => {
  const page = await as('cau-r01-01')
  await aller(page, '/dashboard/app', TELEPHONE)
  await remplirEnPartie(page, STRUCTURE)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, 'Mouvement des effectifs')
  await prendre(page, 'formulaire-mobile-sombre')
})

test('structure.png : une structure qui change de région le mois prochain', async ({ as }) => {
  const page = await as('dpps')
  await aller(page, `/dashboard/structures/${STRUCTURE}`)
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await choisirMois(page, 'À partir de', rangDe(MOIS_COURANT) + 1)
  await champ(page, 'Région').selectOption('R02')
  await champ(page, 'Direction régionale').selectOption('DR-R02')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Historique' })).toBeVisible()
  // Without what was said of the act, which goes.
  await aller(page, `/dashboard/structures/${STRUCTURE}`)
  await prendre(page, 'structure')
})
