import type { Locator, Page } from '@playwright/test'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import {
  attendreEnregistrement,
  commencer,
  lire,
  matriceDe,
  modifier,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CADS-R03-01'
const AGENT = 'cads-r03-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`

/** A table of two columns that are entered and a total, and lone figures one under the other. */
function lieuxDe(formulaire: Formulaire) {
  const lignes = matriceDe(formulaire, 'ENT').lignes.filter(({ formule }) => !formule)
  const [premiere, deuxieme, derniere] = [lignes[0], lignes[1], lignes.at(-1)]
  return {
    'haut gauche': `ENT.${premiere?.code}.M`,
    'haut droit': `ENT.${premiere?.code}.F`,
    'deuxième ligne': `ENT.${deuxieme?.code}.M`,
    'bas gauche': `ENT.${derniere?.code}.M`,
    'bas droit': `ENT.${derniere?.code}.F`,
    'seul, premier': 'BUD.DOT',
    'seul, dernier': 'BUD.DEP_INV',
    'autre section': 'INC.ACCID.NB',
  } as const
}
type Lieu = keyof ReturnType<typeof lieuxDe>
type Tenues = Partial<Record<Lieu, string>>

/** Where one is, what one presses, what cells then hold, and where one is then. */
const SUITES: readonly (readonly [Lieu, touches: string, Tenues, Lieu])[] = [
  // A key that moves commits, and the next sign is for the cell that it leads to.
  ['haut gauche', '3 ArrowRight 2', { 'haut gauche': '3', 'haut droit': '2' }, 'haut droit'],
  ['haut droit', '4 ArrowLeft 5', { 'haut gauche': '5', 'haut droit': '4' }, 'haut gauche'],
  ['haut gauche', '6 ArrowDown 7', { 'haut gauche': '6', 'deuxième ligne': '7' }, 'deuxième ligne'],
  ['haut gauche', '6 Control+End 7', { 'haut gauche': '6', 'bas droit': '7' }, 'bas droit'],
  ['haut gauche', '8 End 9', { 'haut gauche': '8', 'haut droit': '9' }, 'haut droit'],
  ['haut gauche', '4 Control+ArrowDown 6', { 'bas gauche': '6' }, 'bas gauche'],
  // Where it leads nowhere, it commits all the same: the next sign replaces.
  ['haut droit', '3 ArrowRight 2', { 'haut droit': '2' }, 'haut droit'],
  ['haut gauche', '3 ArrowLeft 2', { 'haut gauche': '2' }, 'haut gauche'],
  ['bas gauche', '3 ArrowDown 2', { 'bas gauche': '2' }, 'bas gauche'],
  ['bas gauche', '4 Enter 1', { 'bas gauche': '1' }, 'bas gauche'],
  ['haut gauche', '3 ArrowUp 5', { 'haut gauche': '5' }, 'haut gauche'],
  ['haut gauche', '3 Shift+Enter 2', { 'haut gauche': '2' }, 'haut gauche'],
  ['haut gauche', '5 6 PageUp 4', { 'haut gauche': '4' }, 'haut gauche'],
  ['bas gauche', '5 6 PageDown 2', { 'bas gauche': '2' }, 'bas gauche'],
  ['bas droit', '5 Control+End 2', { 'bas droit': '2' }, 'bas droit'],
  ['haut gauche', '3 Home 7', { 'haut gauche': '7' }, 'haut gauche'],
  ['haut gauche', '3 Shift+ArrowRight Escape 2', { 'haut gauche': '2' }, 'haut gauche'],
  // Nothing typed: a key that leads nowhere leaves no caret before the next sign.
  ['haut gauche', 'ArrowUp 8', { 'haut gauche': '8' }, 'haut gauche'],
  ['haut gauche', 'ArrowLeft 9', { 'haut gauche': '9' }, 'haut gauche'],
  // What one enters is put right, blanked, or given up.
  ['haut gauche', '1 6 Backspace 5', { 'haut gauche': '15' }, 'haut gauche'],
  ['haut gauche', '1 6 Escape', { 'haut gauche': '15' }, 'haut gauche'],
  ['haut gauche', '1 6 Escape 4', { 'haut gauche': '4' }, 'haut gauche'],
  ['haut gauche', '1 6 Delete', { 'haut gauche': '' }, 'haut gauche'],
  ['haut gauche', '1 2 Enter Shift+Enter Backspace', { 'haut gauche': '' }, 'haut gauche'],
  // What one edits: arrows move a caret.
  ['haut gauche', '1 5 F2 ArrowLeft 3', { 'haut gauche': '135' }, 'haut gauche'],
  ['haut gauche', 'F2 ArrowUp 2', { 'haut gauche': '2135' }, 'haut gauche'],
  ['haut gauche', 'F2 Home Delete Enter', { 'haut gauche': '135' }, 'deuxième ligne'],
  ['haut gauche', 'F2 6 Escape ArrowRight', { 'haut gauche': '135' }, 'haut droit'],
  // Lone figures keep the browser's keys, and are replaced once committed.
  ['seul, dernier', '5 Enter 2', { 'seul, dernier': '2' }, 'seul, dernier'],
  ['seul, dernier', '5 ArrowDown 3', { 'seul, dernier': '3' }, 'seul, dernier'],
  ['seul, premier', '5 ArrowUp 4', { 'seul, premier': '4' }, 'seul, premier'],
  ['seul, premier', '1 ArrowLeft 2', { 'seul, premier': '21' }, 'seul, premier'],
]

type Ecran = { page: Page; caseDe: (lieu: Lieu) => Locator; adresses: ReturnType<typeof lieuxDe> }

async function ouvrir(as: (qui: string) => Promise<Page>, recherche: string): Promise<Ecran> {
  const page = await as(AGENT)
  const adresses = lieuxDe(await commencer(page, 'RMA', STRUCTURE))
  await modifier(page, NUMERO, { [adresses['haut gauche']]: 11, [adresses['haut droit']]: 12 })
  await page.goto(`${FORMULAIRE}?${recherche}`)
  const caseDe = (lieu: Lieu) => page.locator(`[data-cellule="${adresses[lieu]}"]`)
  await expect(caseDe('haut gauche')).toHaveValue('11')
  return { page, caseDe, adresses }
}

/** As one who comes to the cell: nothing is typed in it yet. */
async function venir(champ: Locator): Promise<void> {
  await champ.blur()
  await champ.focus()
}

const presser = async (page: Page, touches: string) => {
  for (const touche of touches.split(' ')) await page.keyboard.press(touche)
}

/** Which cell has the focus as each key is done with, before anything else happens in the page. */
const NOTER_OU =
  'addEventListener("keydown", () => { globalThis.ou = document.activeElement.dataset.cellule ?? "" })'
const ou = (page: Page) => page.evaluate<string>('globalThis.ou')

/** The cell in focus now. */
const ici = (page: Page) => page.evaluate<string>('document.activeElement.dataset.cellule ?? ""')

const EN_MODIFICATION = /Modification\s: les flèches déplacent le curseur/

test('une touche qui mène ailleurs valide et s’en va, sauf dans une case que l’on modifie', async ({
  as,
}) => {
  const { page, caseDe, adresses } = await ouvrir(as, 'vue=tout')
  for (const [depart, touches, tenues, arrivee] of SUITES)
    await test.step(`${depart}, ${touches}`, async () => {
      await venir(caseDe(depart))
      await presser(page, touches)
      // A key has done all that it does before the next one is read: nothing is waited for.
      const obtenues: Tenues = {}
      for (const lieu of Object.keys(tenues) as Lieu[])
        obtenues[lieu] = (await caseDe(lieu).inputValue()).replaceAll(/\s/g, '')
      expect.soft(obtenues, `${depart}, ${touches}`).toEqual(tenues)
      expect.soft(await ici(page), `${depart}, ${touches}`).toBe(adresses[arrivee])
    })
  await venir(caseDe('haut gauche'))
  await presser(page, '4 2 ArrowRight 2 4 ArrowRight')
  await attendreEnregistrement(page)
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ [adresses['haut gauche']]: 42, [adresses['haut droit']]: 24 })
})

test('ce que l’on tape aussitôt va là où mène la touche : F8, Ctrl + Z, Ctrl + Entrée', async ({
  as,
}) => {
  const { page, caseDe, adresses } = await ouvrir(as, 'section=ENT')
  await page.evaluate(NOTER_OU)
  // All is filled here: what is left to review is in another section.
  const { definition } = await lire(page, NUMERO)
  const { lignes } = matriceDe({ definition } as Formulaire, 'ENT')
  const saisies = lignes.filter(({ formule }) => !formule)
  const pleine = saisies.flatMap(({ code }) => [`ENT.${code}.M`, `ENT.${code}.F`])
  await modifier(page, NUMERO, Object.fromEntries(pleine.map((adresse) => [adresse, 180])))
  await page.reload()
  await page.evaluate(NOTER_OU)
  await expect(caseDe('bas droit')).toHaveValue('180')
  await caseDe('bas droit').focus()
  await page.keyboard.press('F8')
  const venue = await ou(page)
  expect(venue).not.toBe('')
  expect(pleine).not.toContain(venue)
  await page.keyboard.type('42')
  await expect(page.locator(`[data-cellule="${venue}"]`)).toHaveValue('42')
  await page.keyboard.press('Shift+F8')
  expect(await ou(page)).not.toBe(venue)
  await page.locator('[data-cellule]:focus').blur()
  await page.keyboard.press('Control+z')
  expect(await ou(page)).toBe(venue)
  await page.keyboard.type('7')
  await expect(page.locator(`[data-cellule="${venue}"]`)).toHaveValue('7')
  // The panel too: a comment is not typed in the figure.
  for (const touche of ['Control+Enter', 'F1']) {
    await page.locator(`[data-cellule="${venue}"]`).focus()
    await page.keyboard.press(touche)
    expect(await ou(page), touche).toBe('')
    await expect(page.getByRole('region', { name: 'Case active' }).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
  }
  await attendreEnregistrement(page)
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ [adresses['bas droit']]: 180, [venue]: 7 })
})

test('un doigt choisit une case, un second la modifie, et le clavier dit « Suivant »', async ({
  as,
}) => {
  const { page, caseDe } = await ouvrir(as, 'section=ENT')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const champ = caseDe('haut gauche')
  const toucher = async () => {
    await champ.scrollIntoViewIfNeeded()
    const cadre = await champ.boundingBox()
    if (!cadre) throw new Error('la case n’est pas en vue')
    const { x, y, width, height } = cadre
    const touchPoints = [{ x: x + width - 12, y: y + height / 2 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await toucher()
  await expect(champ).toBeFocused()
  await page.keyboard.type('4')
  await expect(champ).toHaveValue('4')
  await expect(champ).not.toHaveAccessibleDescription(EN_MODIFICATION)
  await toucher()
  await expect(champ).toHaveAccessibleDescription(EN_MODIFICATION)
  await page.keyboard.type('5')
  await page.keyboard.press('ArrowLeft')
  await expect(champ).toBeFocused()
  await expect(champ).toHaveValue(/^(45|54)$/)
  await expect(champ).toHaveAttribute('enterkeyhint', 'next')
  await page.keyboard.press('Enter')
  await expect(caseDe('deuxième ligne')).toBeFocused()
  await expect(champ).not.toHaveAccessibleDescription(EN_MODIFICATION)
  // With a mouse: a click, then another; a double one, at once.
  await champ.click()
  await page.keyboard.type('6')
  await expect(champ).toHaveValue('6')
  await caseDe('deuxième ligne').click()
  await champ.dblclick()
  await page.keyboard.type('7')
  await expect(champ).toHaveValue('67')
})

test('le mode se voit à la forme du cadre, en couleurs imposées aussi', async ({ as }) => {
  const { page, caseDe } = await ouvrir(as, 'section=ENT')
  const champ = caseDe('haut gauche')
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    await venir(champ)
    await expect(champ).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('F2')
    await expect(champ).toHaveCSS('outline-style', 'double')
    await page.keyboard.press('Escape')
    await expect(champ).toHaveCSS('outline-style', 'solid')
  }
})

test('un texte que l’on compose n’est ni coupé, ni quitté par une touche de sa méthode', async ({
  as,
}) => {
  const { page, caseDe } = await ouvrir(as, 'section=ENT')
  const cdp = await page.context().newCDPSession(page)
  const champ = caseDe('haut gauche')
  const composer = (text: string) =>
    cdp.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await champ.focus()
  await composer('1')
  await composer('15')
  // The key that chooses within the method of input.
  const touche = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...touche })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...touche })
  await expect(champ).toBeFocused()
  await cdp.send('Input.insertText', { text: '15' })
  await expect(champ).toHaveValue('15')
  await page.keyboard.type('3')
  await expect(champ).toHaveValue('153')
  await page.keyboard.press('Enter')
  await expect(caseDe('deuxième ligne')).toBeFocused()
})

test.describe('à deux', () => {
  // What he types over her figure is refused first, then asked.
  test.use({ refusAttendus: true })

  test('ce que change une autre personne ne touche pas à la case où l’on tape', async ({ as }) => {
    const { page, caseDe, adresses } = await ouvrir(as, 'section=ENT')
    const dpps = await as('dpps')
    const champ = caseDe('haut gauche')
    await champ.focus()
    await page.keyboard.type('1')
    await attendreEnregistrement(page)
    // In the cell where one types, and in another, which tells when it has come.
    const ailleurs = (valeur: number) =>
      modifier(dpps, NUMERO, {
        [adresses['haut gauche']]: valeur,
        [adresses['bas droit']]: valeur,
      })
    await ailleurs(90)
    await expect(caseDe('bas droit')).toHaveValue('90')
    await expect(champ).toHaveValue('1')
    await page.keyboard.type('5')
    await expect(champ).toHaveValue('15')
    // He saw 1, and not 90: which of the two stays is his to say.
    const choix = page.getByRole('dialog', { name: 'Les mêmes cases ont été modifiées ailleurs' })
    await expect(choix.getByRole('radio', { name: /^Garder la vôtre\s*15/ })).toBeChecked()
    await choix.getByRole('button', { name: 'Enregistrer ce choix' }).click()
    await expect(choix).toBeHidden()
    await expect(champ).toBeFocused()
    await attendreEnregistrement(page)
    await expect
      .poll(async () => (await lire(page, NUMERO)).donnees)
      .toMatchObject({
        [adresses['haut gauche']]: 15,
      })
    // Edited, and nothing typed yet: it shows what has come once one has left.
    await page.keyboard.press('F2')
    await page.keyboard.press('ArrowLeft')
    await ailleurs(80)
    await expect(caseDe('bas droit')).toHaveValue('80')
    await expect(champ).toHaveValue('15')
    await page.keyboard.press('Enter')
    await expect(champ).toHaveValue('80')
    // Chosen, and nothing typed: it shows it at once, and is still replaced whole.
    await page.keyboard.press('Shift+Enter')
    await ailleurs(70)
    await expect(champ).toHaveValue('70')
    await page.keyboard.type('6')
    await expect(champ).toHaveValue('6')
  })
})
