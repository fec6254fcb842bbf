import type { APIRequestContext } from '@playwright/test'
import { attendreLettres } from './courrier.ts'
import { expect, ouvrirSession, seConnecter, test } from './gens.ts'

const IDENTIFIANT = 'oubli.essai'
const EMAIL = 'oubli.essai@example.org'
const CHOISI = 'Platane-Retrouve-2027-Vert'
const MOT = /[a-z2-9]{4}(?:-[a-z2-9]{4}){4}/

/** The password in the last of this many mails. */
async function motRecu(nombre: number): Promise<string> {
  const lettres = await attendreLettres(EMAIL, nombre)
  const mot = MOT.exec(lettres.at(-1)?.texte ?? '')?.[0]
  if (!mot) throw new Error('aucun mot de passe dans le courriel')
  return mot
}

/** Somebody of the administration, new: his first password comes by mail. */
async function creerCompte(requetes: APIRequestContext): Promise<void> {
  const { token } = await ouvrirSession(requetes, 'dpps')
  const reponse = await requetes.post('/api/utilisateur/creer', {
    headers: { authorization: `Bearer ${token}` },
    data: { identifiant: IDENTIFIANT, nom: 'Essai', email: EMAIL, roles: ['ROLE_ADMIN'] },
  })
  expect(reponse.status()).toBe(200)
}

test('du mot de passe oublié au tableau de bord, par le courriel reçu', async ({ page }) => {
  await creerCompte(page.request)
  await motRecu(1)
  await page.goto('/auth/reset-password')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(IDENTIFIANT)
  await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
  await expect(page.getByRole('status')).toContainText('vous a été envoyé par mail')
  const provisoire = await motRecu(2)

  await page.goto('/auth/login')
  await seConnecter(page, IDENTIFIANT, provisoire)
  await expect(page).toHaveURL('/dashboard/chgmdp')
  await page.getByLabel('Mot de passe actuel').fill(provisoire)
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(CHOISI)
  await page.getByLabel('Nouveau mot de passe, une seconde fois').fill(CHOISI)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page).toHaveURL('/dashboard/app')

  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await seConnecter(page, IDENTIFIANT, CHOISI)
  await expect(page).toHaveURL('/dashboard/app')
})
