import { expect, test } from './gens.ts'

test('la page de l’API se lit en français, et ne demande rien à personne d’autre', async ({
  page,
  baseURL,
}) => {
  const ailleurs: string[] = []
  const refus: string[] = []
  page.on('request', (demande) => {
    const url = demande.url()
    if (!url.startsWith(String(baseURL)) && !/^(data|blob):/.test(url)) ailleurs.push(url)
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refus.push(message.text())
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'Relevé', exact: true })).toBeVisible()
  const plan = page.getByRole('complementary', { name: 'Barre latérale' })
  await plan.getByRole('button', { name: 'Ouvrir le groupe - Rapports' }).click()
  await plan.getByRole('link', { name: 'Valider un rapport soumis' }).click()
  await expect(page.getByRole('heading', { name: 'Valider un rapport soumis' })).toBeInViewport()
  expect({ ailleurs, refus }).toEqual({ ailleurs: [], refus: [] })
})
