import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { type Lettre, recevoirCourriels } from '../server/test/boite.ts'
import { type FournisseurDEssai, ouvrirFournisseur } from '../server/test/fournisseur.ts'
import { trouverDefauts } from './axe.ts'
import { lienDe } from './courrier.ts'
import { test as base, expect, MOT_DE_PASSE, ouvrirSession, seConnecter } from './gens.ts'
import { ouvrirPlateforme } from './plateforme.ts'

type Service = { adresse: string; essai: FournisseurDEssai; lettres: Lettre[] }

/** A platform of this file's own, which knows a real provider on this machine. */
const test = base.extend<object, { service: Service }>({
  service: [
    async ({ browserName }, jouer) => {
      const dossier = mkdtempSync(join(tmpdir(), `releve-e2e-${browserName}-`))
      const prive = mkdtempSync(join(tmpdir(), 'releve-oidc-'))
      const ouvert: { essai?: FournisseurDEssai } = {}
      const lettres: Lettre[] = []
      const smtp = await recevoirCourriels((lettre) => void lettres.push(lettre))
      const plateforme = await ouvrirPlateforme(dossier, async (adresse) => {
        ouvert.essai = await ouvrirFournisseur(adresse)
        const fichier = join(prive, 'fournisseurs.json')
        writeFileSync(fichier, JSON.stringify([ouvert.essai.entree()]))
        const courriels = { SMTP_URL: smtp, MAIL_FROM: 'releve@example.org' }
        return { OIDC_FILE: fichier, PUBLIC_URL: adresse, ...courriels }
      })
      const { essai } = ouvert
      if (!essai) throw new Error('fournisseur d’essai absent')
      await jouer({ adresse: plateforme.adresse, essai, lettres })
      await plateforme.tuer()
      await essai.fermer()
      for (const un of [dossier, prive]) rmSync(un, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ service }, jouer) => jouer(service.adresse),
})
// What refuses a sign-in is a refusal: the browser says so.
test.use({ refusAttendus: true })

const BOUTON = 'Se connecter avec Identité d’essai'
const bouton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function seDeconnecter(page: Page) {
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
}

/** Says who one is at the provider. */
async function direQui(page: Page, nom: string) {
  await expect(page.getByRole('heading', { name: 'Qui êtes-vous ?' })).toBeVisible()
  await bouton(page, nom).click()
}

test('un compte de structure s’ouvre par le bouton du service, par son adresse', async ({
  page,
  request,
  service: { essai },
}) => {
  const { token } = await ouvrirSession(request, 'admin')
  const lus = await request.get(`/api${utilisateurApi.listUtilisateurs.path}?q=cau-r01-01`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { elements } = (await lus.json()) as { elements: { identifiant: string; email: string }[] }
  const email = elements.find(({ identifiant }) => identifiant === 'cau-r01-01')?.email ?? ''
  expect(email).toContain('@')
  essai.personnes.push({ sub: 'agent', nom: 'Agent du centre', email, email_verified: true })
  await page.goto('/auth/login')
  await expect(bouton(page, BOUTON)).toBeVisible()
  expect(await trouverDefauts(page)).toEqual([])
  // By the keyboard.
  await bouton(page, BOUTON).press('Enter')
  await direQui(page, 'Agent du centre')
  await expect(page).toHaveURL(/\/dashboard\/app$/)
  await expect(page.getByRole('button', { name: /^Compte «/ })).toBeVisible()
})

test('qui n’a pas de compte ici le lit, et rien de la réponse ne reste dans l’adresse', async ({
  page,
  service: { essai },
}) => {
  essai.personnes.push({ sub: 'passant', nom: 'Passant', email: 'p@ailleurs.example' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/auth/login')
  await bouton(page, BOUTON).click()
  await direQui(page, 'Passant')
  // What a toast says beside is not heard twice.
  const alerte = page
    .getByRole('main')
    .getByText('Aucun compte ne s’ouvre par cette identité', { exact: false })
  await expect(alerte).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/verify$/)
  expect(await trouverDefauts(page)).toEqual([])
  const large = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(large).toBeLessThanOrEqual(360)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cette étape suit la connexion' })).toBeVisible()
  await page.goto('/auth/verify?code=vole&state=un-autre')
  await expect(
    page.getByRole('main').getByText('ne va avec aucune connexion', { exact: false }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/verify$/)
})

test('un compte central se lie dans « Mon compte », s’ouvre, se déconnecte et se délie', async ({
  page,
  service: { essai },
}) => {
  essai.personnes.push({ sub: 'direction', nom: 'Direction' })
  await page.goto('/dashboard/compte')
  await seConnecter(page, 'dpps')
  await bouton(page, 'Lier à « Identité d’essai »').click()
  const dialogue = page.getByRole('dialog', { name: 'Lier à « Identité d’essai »' })
  await dialogue.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await dialogue.getByRole('button', { name: 'Continuer' }).click()
  await direQui(page, 'Direction')
  await expect(page).toHaveURL(/\/dashboard\/compte$/)
  const lien = page.getByRole('row', { name: /Identité d’essai/ })
  await expect(lien).toBeVisible()
  expect(await trouverDefauts(page)).toEqual([])
  // This session was opened by the password: it is over here alone, and there one is still known.
  await seDeconnecter(page)
  await expect(page).toHaveURL(/\/auth\/login/)
  await bouton(page, BOUTON).click()
  await expect(page).toHaveURL(/\/dashboard\/app$/)
  // This one was opened by the provider, which asks whether it is over there too.
  await seDeconnecter(page)
  await bouton(page, 'Finir ici aussi').click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await seConnecter(page, 'dpps')
  await expect(page).toHaveURL(/\/dashboard\/app$/)
  await page.goto('/dashboard/utilisateurs?liaison=LIEE')
  await expect(page.getByRole('row', { name: /dpps/ })).toContainText('Identité liée')
  expect(await trouverDefauts(page)).toEqual([])
  await page.getByRole('row', { name: /dpps/ }).getByRole('link').first().click()
  await page.getByRole('button', { name: /^Délier le compte/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Délier des services/ })
    .click()
  await expect(page.getByText('Aucune identité liée')).toBeVisible()
})

test('une personne invitée ouvre son compte par le service, sans mot de passe', async ({
  page,
  service: { essai, lettres },
}) => {
  essai.personnes.push({ sub: 'neuve', nom: 'Nouvelle' })
  const email = 'accueil@bois-joli.example.org'
  const { token } = await ouvrirSession(page.request, 'dpps')
  const structure = {
    code: 'CAU-R02-91',
    libelle: 'Bois-Joli',
    typeStructure: 'CAU',
    region: 'R02',
  }
  const invitee = await page.request.post('/api/inscrire', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...structure, email },
  })
  expect(invitee.ok(), await invitee.text()).toBe(true)
  const recue = () => lettres.find(({ a }) => a.includes(email))
  await expect.poll(recue).toBeDefined()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(lienDe(recue() ?? { a: [], objet: '', texte: '' }))
  await page.getByLabel('Prénoms').fill('Awa')
  await page.getByLabel('Nom', { exact: true }).fill('Diallo')
  const choix = page.getByLabel('Ouvrir mon compte par')
  await choix.focus()
  await choix.selectOption('Identité d’essai')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeHidden()
  expect(await trouverDefauts(page)).toEqual([])
  const large = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(large).toBeLessThanOrEqual(360)
  // What is missing is said before anybody leaves.
  await bouton(page, 'Continuer avec Identité d’essai').press('Enter')
  const identifiant = page.getByRole('textbox', { name: 'Identifiant', exact: true })
  await expect(identifiant).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/\/auth\/register/)
  // A name that is taken: it is said on return, and what was typed is there again.
  await identifiant.fill('cau-r01-01')
  await bouton(page, 'Continuer avec Identité d’essai').click()
  await direQui(page, 'Nouvelle')
  await expect(page.getByRole('main')).toContainText('l’inscription n’a pas abouti')
  expect(await trouverDefauts(page)).toEqual([])
  await page.getByRole('link', { name: 'Revenir à l’inscription' }).click()
  await expect(page.getByLabel('Prénoms')).toHaveValue('Awa')
  await identifiant.fill('awa.diallo')
  await choix.selectOption('Identité d’essai')
  await bouton(page, 'Continuer avec Identité d’essai').click()
  // There, one is known already.
  await expect(page).toHaveURL(/\/dashboard\/app$/)
  await expect(page.getByRole('button', { name: /^Compte «/ })).toBeVisible()
})

test('un service qui ne répond pas est dit, et le mot de passe reste', async ({
  page,
  service: { essai },
}) => {
  essai.personnes.push({ sub: 'muet', nom: 'Muette' })
  await page.goto('/auth/login')
  await bouton(page, BOUTON).click()
  essai.faute = { panne: { genre: 'erreur', chemins: /^\/token/ } }
  await direQui(page, 'Muette')
  const panne = page.getByRole('main').getByText('ne répond pas, ou répond mal', { exact: false })
  await expect(panne).toBeVisible()
  essai.faute = {}
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await seConnecter(page, 'cau-r01-01')
  await expect(page).toHaveURL(/\/dashboard\/app$/)
})
