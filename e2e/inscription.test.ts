import { attendreLettres, lienDe } from './courrier.ts'
import { asseoir, expect, test } from './gens.ts'

const CODE = `CAU-R02-${Date.now() % 100_000}`
const EMAIL = `accueil-${Date.now()}@bois-joli.example.org`
const LISTE = '/dashboard/structures?vue=invitations'

test.describe.configure({ mode: 'serial' })

test('la DPPS invite une structure nouvelle, et suit son invitation', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(LISTE)
  await page.getByRole('button', { name: 'Inviter une structure' }).click()
  const dialogue = page.getByRole('dialog', { name: 'Inviter une structure' })
  const envoyer = dialogue.getByRole('button', { name: 'Envoyer l’invitation' })
  await envoyer.click()
  await expect(dialogue.getByText('Erreur : 5 champs à corriger')).toBeVisible()
  await dialogue.getByRole('textbox', { name: 'Code de la structure' }).fill(CODE.toLowerCase())
  await dialogue.getByRole('textbox', { name: 'Adresse électronique' }).fill(EMAIL)
  await dialogue.getByRole('textbox', { name: 'Nom de la structure' }).fill('Centre de Bois-Joli')
  await dialogue.getByRole('combobox', { name: 'Type de structure' }).selectOption('CAU')
  await dialogue.getByRole('combobox', { name: 'Région', exact: true }).selectOption('R02')
  await dialogue.getByRole('combobox', { name: /Direction régionale/ }).selectOption('DR-R02')
  await envoyer.click()
  await expect(page.getByText("L'invitation a bien été envoyée à la structure")).toBeVisible()
  await expect(dialogue).toHaveCount(0)
  const ligne = page.getByRole('row').filter({ hasText: CODE })
  await expect(ligne).toContainText(EMAIL)
  // Its mail leaves while one looks at the list: « Courriel en attente », then this, without reload.
  await expect(ligne.getByText('En attente', { exact: true })).toBeVisible()
})

test('une invitation renvoyée, la première ne vaut plus ; du courriel au premier rapport', async ({
  as,
  browser,
  baseURL,
}) => {
  const dpps = await as('dpps')
  const [premiere] = await attendreLettres(EMAIL)
  await dpps.goto(LISTE)
  await dpps
    .getByRole('button', { name: 'Renvoyer l’invitation : Centre de Bois-Joli' })
    .first()
    .click()
  await expect(dpps.getByText(/a été renvoyée à/)).toBeVisible()
  const [, seconde] = await attendreLettres(EMAIL, 2)
  if (!premiere || !seconde) throw new Error('deux courriels attendus')
  expect(seconde.objet).toContain('Centre de Bois-Joli')
  expect(seconde.texte).toContain('72\u00A0heures')

  const page = await asseoir(browser, null, baseURL ?? '')
  await page.goto(lienDe(premiere))
  await expect(page.getByRole('alert')).toContainText('n’est pas reconnue')
  await page.goto(lienDe(seconde))
  await expect(
    page.getByText(`Ouvrez le compte de votre structure : Centre de Bois-Joli.`),
  ).toBeVisible()
  await expect(page.getByText(EMAIL)).toBeVisible()
  const saisir = (nom: string, valeur: string) =>
    page.getByRole('textbox', { name: nom, exact: true }).fill(valeur)
  await saisir('Prénoms', 'Awa')
  await saisir('Nom', 'Diallo')
  await saisir('Identifiant', 'DPPS')
  await saisir('Mot de passe', 'Platane-Retrouve-27')
  await saisir('Mot de passe, une seconde fois', 'Platane-Retrouve-27')
  const ouvrir = page.getByRole('button', { name: 'Ouvrir mon compte' })
  await ouvrir.click()
  await expect(page.getByText(/«\sDPPS\s» est déjà pris/).first()).toBeVisible()
  const identifiant = `awa.${Date.now()}`
  await saisir('Identifiant', identifiant)
  await ouvrir.click()
  await expect(page).toHaveURL('/dashboard/app')
  // The month that runs is the first that is expected of it, and the one that is shown.
  await page.goto('/dashboard/saisies')
  await page.getByRole('button', { name: 'Commencer : RMA' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/saisies/RMA-${CODE}-\\d{6}`))
  await page.context().close()

  await dpps.reload()
  const ligne = dpps.getByRole('row').filter({ hasText: CODE })
  await expect(ligne).toContainText('Acceptée')
  await expect(ligne).toContainText('Awa Diallo')
  await expect(ligne.getByRole('button')).toHaveCount(0)
})

test('une invitation s’annule, et son lien le dit', async ({ as, browser, baseURL }) => {
  const page = await as('dpps')
  const email = `annulee-${Date.now()}@example.org`
  const code = `${CODE}-B`
  await page.goto(`${LISTE}&inviter=${code}`)
  const dialogue = page.getByRole('dialog')
  await dialogue.getByRole('textbox', { name: 'Adresse électronique' }).fill(email)
  await dialogue.getByRole('textbox', { name: 'Nom de la structure' }).fill('Centre éphémère')
  await dialogue.getByRole('combobox', { name: 'Type de structure' }).selectOption('CAU')
  await dialogue.getByRole('combobox', { name: 'Région', exact: true }).selectOption('R02')
  await dialogue.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  const [lettre] = await attendreLettres(email)
  if (!lettre) throw new Error('un courriel attendu')
  await page.getByRole('button', { name: 'Annuler l’invitation : Centre éphémère' }).click()
  const question = page.getByRole('dialog', { name: /Annuler l’invitation à « Centre éphémère »/ })
  await question.getByRole('button', { name: 'Annuler l’invitation' }).click()
  await expect(page.getByRole('row').filter({ hasText: code })).toContainText('Annulée')
  const visiteur = await asseoir(browser, null, baseURL ?? '')
  await visiteur.goto(lienDe(lettre))
  await expect(visiteur.getByRole('alert')).toContainText('cette invitation a été annulée')
  await visiteur.context().close()
})
