import { menu, ouvrir } from './coquille.ts'
import { expect, test } from './gens.ts'

test.describe('le départ', () => {
  test('rien ne reste dans le navigateur : ni base, ni cache, ni session', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    await page.evaluate(`(async () => {
      sessionStorage.setItem('trace', '1')
      localStorage.setItem('autre', '1')
      await caches.open('releve-essai')
      await new Promise((fini) => {
        const demande = indexedDB.open('releve-essai')
        demande.onsuccess = () => { demande.result.close(); fini() }
      })
    })()`)
    await page.getByRole('button', { name: /^Compte «/ }).click()
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
    await expect(page).toHaveURL('/auth/login')
    expect(
      await page.evaluate('Object.keys(localStorage).filter((cle) => cle !== "settings")'),
    ).toEqual([])
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await expect.poll(() => page.evaluate('caches.keys()')).toEqual([])
    await expect
      .poll(() => page.evaluate('indexedDB.databases().then((bases) => bases.length)'))
      .toBe(0)
  })

  test('ce qui est tapé dès que la connexion paraît y reste', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    // An old machine takes its time to say which bases it holds.
    await page.evaluate(`{
      indexedDB.databases = () => new Promise((dire) => setTimeout(() => dire([]), 1500))
    }`)
    await page.getByRole('button', { name: /^Compte «/ }).click()
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
    const identifiant = page.getByRole('textbox', { name: 'Identifiant' })
    await identifiant.fill('dpps')
    await expect(page).toHaveURL('/auth/login')
    await expect(identifiant).toHaveValue('dpps')
  })

  test('une page que le navigateur ressort après le départ ne montre rien', async ({ as }) => {
    const page = await as('cau-r01-01')
    await ouvrir(page)
    // What another page of this browser did while this one was kept whole.
    await page.evaluate('localStorage.clear()')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
  })
})
