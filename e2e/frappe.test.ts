import {
  attendreEnregistrement,
  caseDe,
  commencer,
  etatEnregistrement,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'POUP-R01-01'
const AGENT = 'poup-r01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const SECTION = `/dashboard/saisies/${NUMERO}?section=AGE`

test.use({ neuf: true })

test('un chiffre tapé pendant qu’une réponse arrive n’est pas remplacé par le suivant', async ({
  as,
}) => {
  const page = await as(AGENT)
  await commencer(page, 'RMA', STRUCTURE)
  await page.clock.install()
  await page.goto(SECTION)
  const premiere = caseDe(page, '0–2 ans', 'Masculin')
  const seconde = caseDe(page, '0–2 ans', 'Féminin')
  await premiere.click()
  // What the page puts off from here on, only the test brings on.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await expect(seconde).toBeFocused()

  const reponse = page.waitForResponse((recue) => recue.request().method() === 'PUT')
  await page.clock.runFor(1000)
  await reponse
  await expect(etatEnregistrement(page)).toHaveText(/^Enregistré à/)
  await page.keyboard.type('1')
  await page.clock.runFor(100)
  await page.keyboard.type('5')
  await expect(seconde).toHaveValue('15')

  await page.clock.resume()
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await lire(page, NUMERO)).donnees)
    .toMatchObject({
      'AGE.A00_02.M': 7,
      'AGE.A00_02.F': 15,
    })
  await attendreEnregistrement(page)
})
