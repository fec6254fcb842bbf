import type { Locator, Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  coller,
  commencer,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CPOLY-R02-01'
const NUMERO = numeroDe('RMA', STRUCTURE)

const panneauDe = (page: Page) => page.getByRole('dialog', { name: 'Ce que ce collage changera' })
const collerTout = (page: Page) =>
  panneauDe(page).getByRole('button', { name: 'Coller', exact: true }).click()

/** A table of the form, open, its first cell in focus. */
async function ouvrir(page: Page, section: string): Promise<Locator> {
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, section)
  // By its element: while cells are chosen, it is a grid.
  const cases = page.locator('table').getByRole('textbox')
  await cases.first().focus()
  return cases
}

/** What LibreOffice, in English, writes of a sheet: the text as it is shown, its value beside. */
const LIBREOFFICE = {
  texte:
    'Motif\tTotal\tFéminin\tMasculin\nDemande de la famille\t\t3\t1.234\nPolice/gendarmerie\t\t2\t4\n',
  html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice"/></head><body>
    <table cellspacing="0" border="0"><colgroup width="126"></colgroup>
    <tr><td height="17" align="left">Motif</td><td align="left">Total</td>
    <td align="left">Féminin</td><td align="left">Masculin</td></tr>
    <tr><td height="17" align="left">Demande de la famille</td><td align="left"><br></td>
    <td align="right" sdval="3" sdnum="1033;">3</td>
    <td align="right" sdval="1234" sdnum="1033;0;#.##0">1.234</td></tr>
    <tr><td height="17" align="left">Police/gendarmerie</td><td align="left"><br></td>
    <td align="right" sdval="2" sdnum="1033;">2</td>
    <td align="right" sdval="4" sdnum="1033;">4</td></tr></table></body></html>`,
}

async function collerTableur(page: Page, { texte, html }: typeof LIBREOFFICE) {
  const types = JSON.stringify({ 'text/plain': texte, 'text/html': html })
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem(Object.fromEntries(
    Object.entries(${types}).map(([type, dit]) => [type, new Blob([dit], { type })])))])`)
  await page.keyboard.press('ControlOrMeta+v')
}

test.describe
  .serial('coller et copier', () => {
    test('un tableau de LibreOffice va sous ses intitulés, dans un autre ordre, et s’annule d’un coup', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      const cases = await ouvrir(page, 'Entrées par motif')
      await collerTableur(page, LIBREOFFICE)
      const panneau = panneauDe(page)
      await expect(panneau.getByText(/^4\scases\sremplies\.$/)).toBeVisible()
      await expect(panneau.getByText(/^La première ligne porte les intitulés/)).toBeVisible()
      await expect(panneau.getByText(/^La première colonne porte les intitulés/)).toBeVisible()
      await expect(panneau.getByRole('radio')).toHaveCount(0)
      await expect(
        panneau.getByRole('row', { name: /^Demande de la famille – Masculin vide 1\s234$/ }),
      ).toBeVisible()
      expect(await trouverDefauts(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(panneau).toBeHidden()
      await expect(cases.first()).toBeFocused()
      await expect(page.getByText(/^4\scases\scollées\s: 4\scases\sremplies\.$/)).toBeVisible()
      await expect(caseDe(page, 'Demande de la famille', 'Masculin')).toHaveValue(/^1\s234$/)
      await expect(caseDe(page, 'Police/gendarmerie', 'Féminin')).toHaveValue('2')
      await attendreEnregistrement(page)
      await page.keyboard.press('Control+z')
      await expect(caseDe(page, 'Demande de la famille', 'Masculin')).toHaveValue('')
      await expect(caseDe(page, 'Police/gendarmerie', 'Féminin')).toHaveValue('')
      await attendreEnregistrement(page)
      expect(Object.values((await lire(page, NUMERO)).donnees)).not.toContain(1234)
    })

    test('ce qui ne remplit que des cases vides se colle aussitôt', async ({ as }) => {
      const page = await as('cpoly-r02-01')
      const cases = await ouvrir(page, 'Entrées par motif')
      await coller(page, '1\t2\n3\t4\n')
      await expect(page.getByText(/^4\scases\scollées\.$/)).toBeVisible()
      await expect(panneauDe(page)).toHaveCount(0)
      await expect(cases.nth(3)).toHaveValue('4')
      await attendreEnregistrement(page)
    })

    test('un bloc dont le total n’est pas le nôtre le dit, avec les deux chiffres, avant de rien poser', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      await ouvrir(page, 'Entrées par motif')
      await coller(page, '\tMasculin\tFéminin\tTotal\nDemande de la famille\t12\t30\t43\n')
      const panneau = panneauDe(page)
      await expect(panneau.getByRole('status')).toContainText(
        'Un total du bloc n’est pas celui que Relevé calcule.',
      )
      const totaux = panneau.getByRole('region', { name: 'Totaux qui diffèrent' })
      await expect(totaux.getByRole('row').last()).toHaveText(/^Demande de la famille.*43\s*42$/)
      expect(await trouverDefauts(page)).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await trouverDefauts(page)).toEqual([])
      await panneau.getByRole('button', { name: 'Ne pas coller' }).click()
      await expect(panneau).toBeHidden()
    })

    test('ce qui remplace ou se refuse se montre avant, les refus d’abord ; y renoncer ne change rien', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      const cases = await ouvrir(page, 'Entrées par motif')
      await coller(page, '10\tdouze\n3\t\n')
      const panneau = panneauDe(page)
      await expect(panneau.getByRole('status')).toHaveText(
        /^1\scase\sremplacée, 1\svidée, 1\srefusée, 1\sinchangée\.$/,
      )
      const lignes = panneau.getByRole('row')
      await expect(lignes.nth(1)).toHaveText(/Féminin.*2.*douze.*Refusée\. Saisissez un nombre/)
      await expect(lignes.nth(2)).toHaveText(/Féminin.*4.*vide/)
      await expect(lignes.nth(3)).toHaveText(/Masculin.*1.*10/)
      await panneau.getByRole('button', { name: 'Ne pas coller' }).click()
      await expect(cases.first()).toBeFocused()
      await expect(cases.first()).toHaveValue('1')
      await coller(page, '10\tdouze\n3\t\n')
      await page.keyboard.press('Escape')
      await expect(panneau).toBeHidden()
      await expect(cases.nth(1)).toHaveValue('2')
      await coller(page, '10\tdouze\n3\t\n')
      await collerTout(page)
      await expect(cases.first()).toHaveValue('10')
      await expect(cases.nth(1)).toHaveValue('douze')
      await expect(page.getByRole('button', { name: /1\serreur/ })).toBeVisible()
      await page.keyboard.press('Control+z')
      await expect(cases.nth(1)).toHaveValue('2')
      await expect(cases.nth(3)).toHaveValue('4')
      await attendreEnregistrement(page)
    })

    test('des chiffres qui se lisent de deux façons sont demandés, une fois pour tous', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      await ouvrir(page, 'Sorties par motif')
      await coller(page, '1.234\t5.678\n7\t8\n')
      const panneau = panneauDe(page)
      const milliers = panneau.getByRole('radio', { name: /^1\s234 \(le point sépare/ })
      await expect(milliers).toBeFocused()
      await expect(milliers).not.toBeChecked()
      await page.keyboard.press('Enter')
      await expect(panneau.getByText('Dites d’abord comment lire ces nombres.')).toBeVisible()
      await milliers.check()
      await expect(panneau.getByRole('status')).toHaveText(/^4\scases\sremplies\.$/)
      await collerTout(page)
      await expect(page.getByRole('table').getByRole('textbox').nth(1)).toHaveValue(/^5\s678$/)
      await attendreEnregistrement(page)
    })

    test('un rectangle se choisit au clavier et à la souris, se copie, se vide et se recopie', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      const cases = await ouvrir(page, 'Entrées par motif')
      await coller(page, '1234\t2\n3\t4\n')
      await collerTout(page)
      await expect(cases.first()).toHaveValue(/^1\s234$/)
      await cases.first().focus()
      const choisies = page.locator('td[aria-selected=true]')
      for (const touche of ['ArrowRight', 'ArrowRight', 'ArrowDown'])
        await page.keyboard.press(`Shift+${touche}`)
      await expect(choisies).toHaveCount(6)
      await expect(page.getByText(/^Cases choisies\s: 2\slignes, 3\scolonnes\.$/)).toBeVisible()
      await expect(page.getByRole('grid')).toBeVisible()
      expect(await trouverDefauts(page)).toEqual([])
      await page.keyboard.press('ControlOrMeta+c')
      await expect(page.getByText(/^6\scases\scopiées\.$/)).toBeVisible()
      const copie = await page.evaluate<{ texte: string; html: string }>(`(async () => {
        const [lu] = await navigator.clipboard.read()
        const dire = async (type) => (await lu.getType(type)).text()
        return { texte: await dire('text/plain'), html: await dire('text/html') }
      })()`)
      expect(copie.texte).toBe('1234\t2\t1236\n3\t4\t7')
      expect(copie.html).toMatch(/<td [^>]*sdval="1234"[^>]*>1234<\/td>/)
      await page.keyboard.press('Delete')
      await expect(cases.nth(3)).toHaveValue('')
      await page.keyboard.press('Control+z')
      await expect(cases.nth(3)).toHaveValue('4')
      await page.keyboard.press('Shift+ArrowRight')
      await expect(choisies).toHaveCount(2)
      await page.keyboard.press('Escape')
      await expect(choisies).toHaveCount(0)
      await expect(page.getByRole('grid')).toHaveCount(0)
      await expect(cases.nth(3)).toHaveValue('4')
      await cases.nth(0).hover()
      await page.mouse.down()
      await cases.nth(1).hover()
      await cases.nth(3).hover()
      await page.mouse.up()
      await expect(choisies).toHaveCount(4)
      await cases.nth(1).click()
      await cases.nth(5).click({ modifiers: ['Shift'] })
      await expect(choisies).toHaveCount(3)
      await expect(cases.nth(1)).toBeFocused()
      await page.keyboard.press('Control+d')
      await expect(cases.nth(5)).toHaveValue('2')
      await page.keyboard.press('Control+a')
      await expect(choisies.nth(5)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(choisies).toHaveCount(0)
      await expect(cases.nth(3)).toBeFocused()
      await attendreEnregistrement(page)
    })

    test('le point du pavé numérique est une virgule, et 1.234 est demandé à sa case', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      await commencer(page, 'RMA', STRUCTURE)
      await page.goto(`/dashboard/saisies/${NUMERO}`)
      await allerSection(page, 'Présence et occupation')
      const duree = page.getByRole('textbox', { name: /^Durée moyenne/ })
      await duree.focus()
      await page.keyboard.type('12')
      await page.keyboard.press('Shift+NumpadDecimal')
      await page.keyboard.type('5')
      await expect(duree).toHaveValue('12,5')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Backspace')
      await expect(duree).toHaveValue('12')
      await duree.fill('1.234')
      await page.keyboard.press('Tab')
      await expect(duree).toHaveValue('1.234')
      await expect(duree).toHaveAccessibleDescription(/se lit de deux façons\. Tapez 1234 ou 1,234/)
      await page
        .getByRole('link', { name: /se lit de deux façons/ })
        .first()
        .click()
      await expect(duree).toBeFocused()
      await page.getByRole('button', { name: /^Lire 1\s234$/ }).click()
      await expect(duree).toBeFocused()
      await expect(duree).toHaveAttribute('aria-invalid', 'false')
      await attendreEnregistrement(page)
      expect((await lire(page, NUMERO)).donnees).toMatchObject({ DUREE_MOY: 1234 })
    })
  })

test.describe('sans réseau', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('la ligne coupée, le panneau s’ouvre', async ({ as }) => {
    const page = await as('cpoly-r02-01')
    const morceau = page.waitForEvent('requestfinished', (requete) =>
      /\/Collage-[^/]*\.js$/.test(requete.url()),
    )
    await ouvrir(page, 'Entrées par motif')
    await morceau
    await page.context().setOffline(true)
    await coller(page, 'douze\t12\n')
    await expect(panneauDe(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
  })
})
