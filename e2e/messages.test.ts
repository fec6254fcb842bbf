import { LARGE, ouvrir } from './coquille.ts'
import { expect, test } from './gens.ts'

test.describe('les messages', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('cinq au plus, lus dans la fenêtre ouverte, fermés au clavier ou d’eux-mêmes', async ({
    as,
  }) => {
    const page = await as('dpps')
    // Its clock is ours: a slow machine has the three seconds of a message too.
    await page.clock.install()
    await ouvrir(page)
    await page.getByRole('link', { name: 'À examiner' }).click()
    const actes = page.getByRole('main').getByRole('button', { name: /^Valider/ })
    await expect(actes.first()).toBeVisible()
    await page.context().setOffline(true)
    const messages = page.getByRole('alert').filter({ hasText: 'Un problème technique' })
    for (let fois = 0; fois < 7; fois += 1) {
      await actes.first().click()
      expect(await messages.count()).toBeLessThanOrEqual(5)
    }
    await expect(messages.first()).toBeVisible()
    const boite = await messages.first().boundingBox()
    expect(boite?.x).toBeGreaterThan(LARGE.width / 2)
    await page.keyboard.press('Escape')
    await expect(messages).toHaveCount(0)

    // From here on it advances only when told.
    await page.clock.pauseAt(Date.now() + 60_000)
    const attendre = (nombre: number) =>
      expect(async () => {
        await page.clock.runFor(100)
        expect(await messages.count()).toBe(nombre)
      }).toPass({ intervals: [50] })

    // The search's code cannot be read: a message says so, and the page stays.
    await page.keyboard.press('Control+k')
    await attendre(1)
    // Under the pointer it stays, while the keyboard opens a dialog over the page.
    await messages.first().hover()
    await page.getByRole('button', { name: 'Réglages d’affichage' }).press('Enter')
    await page.clock.runFor(200)
    const dans = page.getByRole('dialog').getByText('Un problème technique est survenu')
    await expect(dans).toBeVisible()
    await page.getByRole('button', { name: 'Fermer ce message' }).click()
    await expect(dans).toHaveCount(0)
    await page.keyboard.press('Escape')

    await actes.first().click()
    await attendre(1)
    await messages.first().hover()
    await page.clock.runFor(60_000)
    await expect(messages).toHaveCount(1)
    await page.mouse.move(400, 700)
    await attendre(0)
    await page.context().setOffline(false)
  })
})
