import { trouverDefauts } from './axe.ts'
import { changerVue, commencer, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CAH-R04-01'

// The browser's own search cannot be driven: a fragment reveals in the same way (HTML, « ancestor
// hidden-until-found revealing algorithm »).
test('ce que disent les sections qui ne sont pas montrées se trouve par la recherche du navigateur, et mène à la case', async ({
  as,
}) => {
  const page = await as('cah-r04-01')
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${numeroDe('RMA', STRUCTURE)}`)
  const partie = (section: string) => page.locator(`#trouver-${section}`)
  const lien = page.getByRole('link', { name: 'Effectif au dernier jour du mois' })

  await test.step('rien n’en est montré ni dit tant que rien n’y est trouvé', async () => {
    await expect(partie('MVT')).toHaveAttribute('hidden', 'until-found')
    await expect(partie('MVT')).toContainText('Effectif au dernier jour du mois')
    await expect(lien).toBeHidden()
  })

  await test.step('une section se montre à la fois', async () => {
    await page.evaluate("location.hash = 'trouver-PREST'")
    await expect(
      page.getByRole('region', { name: /^Dans la section «\sPrises en charge/ }),
    ).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    await page.evaluate("location.hash = 'trouver-MVT'")
    await expect(lien).toBeVisible()
    await expect(partie('PREST')).toHaveAttribute('hidden', 'until-found')
  })

  await test.step('ce qui est trouvé mène à sa case, et se cache de nouveau', async () => {
    await lien.press('Enter')
    const section = page.getByRole('heading', { level: 2, name: 'Mouvement des effectifs' })
    await expect(section).toBeVisible()
    await expect(page.locator('[data-cellule="MVT.FIN.M"]')).toBeFocused()
    await expect(partie('PREST')).toHaveAttribute('hidden', 'until-found')
    await expect(partie('MVT')).toHaveCount(0)
  })

  await test.step('qui voit tout n’en a pas besoin', async () => {
    await changerVue(page, 'Tout voir')
    await expect(page.locator('#section-PREST')).toBeVisible()
    await expect(partie('PREST')).toHaveCount(0)
  })
})
