import { tabuler } from './focus.ts'
import {
  AVANT_LA_FIN,
  caseDe,
  commencer,
  DE_PERIODE,
  lire,
  modifier,
  moisCoherent,
  numeroDe,
} from './formulaire.ts'
import { expect, MOT_DE_PASSE, test } from './gens.ts'

const STRUCTURE = 'CAH-R04-01'
const NUMERO = numeroDe('RMA', STRUCTURE)

test('de la connexion à la soumission, le clavier suffit', async ({ page, as }) => {
  const aide = await as('cah-r04-01')
  await aide.goto('/dashboard/app')
  const formulaire = await commencer(aide, 'RMA', STRUCTURE)
  const {
    'MVT.FIN.M': masculins,
    'MVT.FIN.F': feminins,
    ...reste
  } = moisCoherent('RMA', STRUCTURE, formulaire)
  await modifier(aide, NUMERO, reste)
  const { resultats } = await lire(aide, NUMERO)
  expect(resultats.filter(({ niveau }) => niveau !== 'INFO')).toEqual([])

  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await tabuler(page, page.getByRole('textbox', { name: 'Identifiant' }))
  await page.keyboard.type('cah-r04-01')
  await tabuler(page, page.getByRole('textbox', { name: 'Mot de passe' }))
  await page.keyboard.type(MOT_DE_PASSE)
  await page.keyboard.press('Enter')

  const onglet = page.getByRole('tab', { name: /Mouvement des effectifs$/ })
  const choisi = page.getByRole('tab', { selected: true })
  await tabuler(page, choisi)
  while ((await onglet.getAttribute('aria-selected')) !== 'true') {
    const id = (await choisi.getAttribute('id')) ?? ''
    await page.keyboard.press('ArrowRight')
    // One looks where it led before one presses again.
    await expect(choisi).not.toHaveAttribute('id', id)
  }
  await expect(onglet).toBeFocused()
  const debut = caseDe(page, 'Effectif au 1er jour du mois', 'Masculin')
  await tabuler(page, debut)
  await page.keyboard.press('ArrowDown')
  await expect(caseDe(page, 'Effectif au dernier jour du mois', 'Masculin')).toBeFocused()
  await page.keyboard.type(String(masculins))
  await page.keyboard.press('Tab')
  await page.keyboard.type(String(feminins))

  await tabuler(page, page.getByRole('button', { name: 'Relire et soumettre' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Relecture du rapport/ })).toBeFocused()
  await tabuler(page, page.getByRole('button', { name: `Soumettre le rapport ${DE_PERIODE}` }))
  await page.keyboard.press('Enter')
  const dialogue = page.getByRole('dialog')
  if (AVANT_LA_FIN) {
    await tabuler(page, dialogue.getByRole('checkbox'))
    await page.keyboard.press('Space')
  }
  await tabuler(page, dialogue.getByRole('button', { name: 'Soumettre' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Le rapport de .* a été soumis/)).toBeVisible()
  await expect(dialogue).toBeHidden()
})
