import { expect, test } from './gens.ts'

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

test('un style qui n’est pas de la page est refusé, et la console le dit à tous ces essais', async ({
  page,
  erreurs,
}) => {
  for (const adresse of ['/', '/auth/login']) {
    await page.goto(adresse)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // What the pages set by themselves is allowed: the order of the layers, and what React places.
    expect(erreurs).toEqual([])
    await page.evaluate(`{
      const style = document.createElement('style')
      style.textContent = 'h1 { display: none }'
      document.head.append(style)
      document.querySelector('h1').setAttribute('style', 'display: none')
    }`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => erreurs.length).toBe(2)
    for (const dit of erreurs) expect(dit).toContain('style-src')
    erreurs.length = 0
  }
})
