import type { Page } from '@playwright/test'
import {
  choisirPlus,
  commencer,
  lire,
  modifier,
  moisCoherent,
  numeroDe,
  soumettre,
} from './formulaire.ts'
import { expect, seConnecter, test } from './gens.ts'

const STRUCTURE = 'CPEN-R03-01'
const NUMERO = numeroDe('EPM', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`

/** Signs in on this browser in the place of whoever was there. */
async function remplacer(page: Page, identifiant: string): Promise<void> {
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await seConnecter(page, identifiant)
  await expect(page.getByRole('button', { name: /^Compte «/ })).toBeVisible()
}

test('qui a soumis un rapport ne le valide pas ; du même appareil, un autre compte le peut, et l’historique le dit', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await seConnecter(page, 'dpps')
  await expect(page.getByRole('button', { name: /^Compte «/ })).toBeVisible()
  const formulaire = await commencer(page, 'EPM', STRUCTURE)
  await modifier(page, NUMERO, moisCoherent('EPM', STRUCTURE, formulaire))
  await soumettre(page, NUMERO)
  await page.goto(FORMULAIRE)
  await expect(page.getByRole('button', { name: /^Renvoyer/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Valider' })).toHaveCount(0)

  await remplacer(page, 'admin')
  await page.goto(FORMULAIRE)
  await page.getByRole('button', { name: 'Valider' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Valider' }).click()
  await expect.poll(async () => (await lire(page, NUMERO)).etat).toBe('VALIDE')
  await choisirPlus(page, 'Historique')
  const historique = page.getByRole('dialog', { name: 'Historique du rapport' })
  await expect(
    historique.getByText(/^Validé depuis l’appareil d’où Direction centrale .*l’a soumis\.$/),
  ).toBeVisible()
  await expect(
    historique.getByText(/^Soumis depuis l’appareil d’où .+ l’a ensuite validé\.$/),
  ).toBeVisible()
})
