import { expect, test } from '@playwright/test'

test('la plateforme répond, base comprise, sans jeton', async ({ request }) => {
  const sante = await request.get('/api/sante')
  expect(sante.status()).toBe(200)
  expect(await sante.json()).toMatchObject({ etat: 'OK', base: 'embarquee' })
})

test('un visiteur voit la page de connexion, en français, sans erreur de console', async ({
  page,
}) => {
  const erreurs: string[] = []
  page.on('pageerror', (erreur) => erreurs.push(erreur.message))
  await page.goto('/dashboard/app')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByLabel('Identifiant')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible()
  expect(erreurs).toEqual([])
})
