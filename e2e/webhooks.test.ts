import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { expect, test } from './gens.ts'

const NOM = 'Entrepôt de données'
const bouton = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A program that receives; it is broken until it is mended. */
async function ouvrirRecepteur() {
  const etat = { statut: 500, dit: 'Panne de l’entrepôt', recus: [] as string[] }
  const serveur = createServer((requete, reponse) => {
    etat.recus.push(String(requete.headers['webhook-id']))
    requete.resume()
    reponse.writeHead(etat.statut, { 'content-type': 'text/plain; charset=utf-8' }).end(etat.dit)
  })
  await new Promise<void>((ecoute) => serveur.listen(0, '127.0.0.1', ecoute))
  const { port } = serveur.address() as AddressInfo
  return { etat, adresse: `http://127.0.0.1:${port}/recevoir`, fermer: () => serveur.close() }
}

/** Fills the form in by the keyboard alone, once it has said what it lacks; gives the secret. */
async function creer(page: Page, adresse: string): Promise<string> {
  await bouton(page, 'Créer un webhook').press('Enter')
  const fiche = page.getByRole('dialog', { name: 'Créer un webhook' })
  await bouton(page, 'Créer le webhook').press('Enter')
  const nom = fiche.getByRole('textbox', { name: 'Nom du webhook' })
  await expect(nom).toHaveAccessibleDescription(/Donnez un nom/)
  await nom.fill(NOM)
  const champ = fiche.getByRole('textbox', { name: 'Adresse qui reçoit' })
  await champ.fill('https://169.254.169.254/')
  await page.keyboard.press('Enter')
  await expect(fiche.getByText(/ne peut pas être jointe d’ici/).first()).toBeVisible()
  await champ.fill(adresse)
  await bouton(page, 'Créer le webhook').press('Enter')
  const neuf = page.getByRole('dialog', { name: 'Le secret du webhook' })
  const secret = await neuf.getByRole('textbox', { name: `Secret de « ${NOM} »` }).inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect(await trouverDefauts(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(neuf).toHaveCount(0)
  return secret
}

// Wrong once, it is refused: the browser says so.
test.use({ refusAttendus: true })

test('un webhook se crée, s’essaie, se renvoie, s’abandonne, se suspend et se supprime', async ({
  as,
}) => {
  const { etat, adresse, fermer } = await ouvrirRecepteur()
  const page = await as('admin')
  await page.goto('/dashboard/utilisateurs')
  await page.getByRole('link', { name: 'Webhooks' }).press('Enter')
  await expect(page).toHaveTitle('Webhooks – Relevé')
  const secret = await creer(page, adresse)
  const ligne = page.getByRole('row', { name: new RegExp(NOM) })
  await expect(ligne).toContainText('Actif')
  expect(await page.content()).not.toContain(secret.slice(6))
  await bouton(page, `Envoyer un essai à « ${NOM} »`).press('Enter')
  await expect(page.getByText(/sa réponse se lit parmi les livraisons/).first()).toBeVisible()
  await page.getByRole('link', { name: `Livraisons à « ${NOM} »` }).press('Enter')
  await expect(page).toHaveTitle('Livraisons aux webhooks – Relevé')
  const livraison = page.getByRole('row', { name: /Essai/ })
  await expect(livraison).toContainText('500 Panne de l’entrepôt', { timeout: 20_000 })
  await expect(livraison).toContainText('Remise à plus tard')
  expect(await trouverDefauts(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await trouverDefauts(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })

  await bouton(page, `Abandonner « Essai » pour ${NOM}`).press('Enter')
  await bouton(page, 'Abandonner').last().press('Enter')
  await expect(livraison).toContainText('Abandonnée')
  etat.statut = 200
  etat.dit = 'Reçu'
  await bouton(page, `Renvoyer « Essai » à ${NOM}`).press('Enter')
  await expect(livraison).toContainText('200 Reçu', { timeout: 20_000 })
  await expect(livraison).toContainText('Livrée')
  expect(new Set(etat.recus).size).toBe(1)

  await page.getByRole('link', { name: 'Webhooks' }).press('Enter')
  await bouton(page, `Suspendre « ${NOM} »`).press('Enter')
  await bouton(page, 'Suspendre').last().press('Enter')
  await expect(ligne).toContainText('par une personne')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await trouverDefauts(page)).toEqual([])
  await bouton(page, `Reprendre « ${NOM} »`).press('Enter')
  await expect(ligne).toContainText('Actif')
  await bouton(page, `Supprimer « ${NOM} »`).press('Enter')
  await bouton(page, 'Supprimer').last().press('Enter')
  await expect(page.getByText('Aucun webhook pour le moment.')).toBeVisible()
  fermer()
})
