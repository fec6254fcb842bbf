import type { Locator, Page } from '@playwright/test'
import { libellePeriode } from '@releve/contract/mois.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  commencer,
  lire,
  MOIS_PRECEDENT,
  modifier,
  numeroDe,
  renvoyer,
  soumettre,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

// In the demonstration it has taken in more people than it has room for, for months, and says why.
const STRUCTURE = 'ORPH-R02-01'
const AGENT = 'orph-r02-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const RAISON = /^Accueil de personnes déplacées par les inondations/
const MEME = new RegExp(`^Même texte qu’en ${libellePeriode(MOIS_PRECEDENT)}, depuis .+\\.$`)

const panneau = (page: Page) => page.getByRole('region', { name: 'Case active' })

async function ouvrir(page: Page, section: string): Promise<void> {
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(page, section)
}

/** What is drawn before the figure of the month before, and whether all of it stands clear of its cell. */
async function devantDe(champ: Locator): Promise<unknown> {
  const id = await champ.getAttribute('id')
  return champ.page().evaluate(`(() => {
    const saisi = document.getElementById('${id}')
    const avant = saisi.parentElement.querySelector('.s-precedent')
    const [lui, sienne] = [avant.getBoundingClientRect(), saisi.getBoundingClientRect()]
    return {
      dit: getComputedStyle(avant, '::before').content,
      vu: getComputedStyle(avant).display !== 'none',
      libre: lui.right <= sienne.left + 0.5 || lui.top >= sienne.bottom - 0.5,
      tient: avant.scrollWidth <= avant.clientWidth + 1 && lui.height <= 40,
    }
  })()`)
}

test('auprès d’une case vide, le chiffre d’avant dit son mois : il ne se lit pas comme une réponse', async ({
  as,
}) => {
  const page = await as(AGENT)
  await ouvrir(page, 'Incidents')
  const vide = caseDe(page, 'Vol', 'Personnes concernées')
  await expect(vide).toHaveValue('')
  await expect(vide).toHaveAccessibleDescription(
    new RegExp(`^En ${libellePeriode(MOIS_PRECEDENT)}`),
  )
  const [mois = ''] = libellePeriode(MOIS_PRECEDENT)
  const dit = expect.stringMatching(new RegExp(`^"${mois}\\p{L}*\\.?"`, 'u'))
  for (const [width, height] of [
    [360, 740],
    [1366, 650],
  ] as const) {
    await page.setViewportSize({ width, height })
    const vu = { dit, vu: true, libre: true, tient: true }
    expect(await devantDe(vide)).toEqual(vu)
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
    expect(await devantDe(vide)).toEqual(vu)
    await page.emulateMedia({ colorScheme: null, forcedColors: null })
  }
  await page.keyboard.press('Shift+F9')
  expect(await devantDe(vide)).toEqual({ dit, vu: true, libre: true, tient: true })
  await page.keyboard.press('Shift+F9')
  await page.emulateMedia({ media: 'print' })
  expect(await devantDe(vide)).toMatchObject({ vu: false })
  await page.emulateMedia({ media: null })

  // Filled, the table's own heading is enough.
  await vide.fill('1')
  expect(await devantDe(vide)).toMatchObject({ dit: 'none' })
  await vide.fill('')
  await vide.press('Tab')
  await attendreEnregistrement(page)

  // Who only reads sees a dash, and the month beside it too.
  const admin = await as('admin')
  await admin.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(admin, 'Incidents')
  const lu = admin.getByRole('status', { name: /^Vol .*Personnes concernées/ })
  await expect(lu).toHaveText('—')
  expect(await devantDe(lu)).toEqual({ dit, vu: true, libre: true, tient: true })
})

test('le panneau d’une case montre ses douze derniers mois, et ce qu’une valeur a d’inhabituel', async ({
  as,
}) => {
  const page = await as(AGENT)
  await ouvrir(page, 'Mouvement des effectifs')
  const fin = caseDe(page, 'Effectif au dernier jour du mois', 'Masculin')
  await fin.fill('900')
  await fin.press('Control+Enter')
  const dit = panneau(page).getByRole('figure')
  await expect(dit).toContainText(
    /De \d+ \(.+\) à \d+ \(.+\) sur 12\smois connus\. Ce mois\s: 900\./,
  )
  await expect(dit).toContainText(
    /^Valeur inhabituelle\s: plus que d’ordinaire \(entre \d+ et \d+\)\./,
  )
  await panneau(page).getByText('Voir les valeurs').click()
  await expect(panneau(page).getByRole('columnheader')).toHaveCount(12)
  await expect(panneau(page).getByRole('cell').last()).toHaveText(/^\d+$/)

  await page.keyboard.press('Escape')
  await expect(fin).toBeFocused()
  await expect(fin).toHaveAccessibleDescription(/^Valeur inhabituelle\s: plus que d’ordinaire/)
  await expect(fin).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.press('=')
  await expect(fin).toHaveAccessibleDescription(/^En /)
  await expect(panneau(page).getByText(/inhabituelle/)).toHaveCount(0)
  await fin.press('Control+Enter')
  await expect(dit).toContainText(/D’ordinaire entre \d+ et \d+\./)
  await attendreEnregistrement(page)
})

test('la raison d’un avertissement se reprend du mois d’avant, et qui relit le voit', async ({
  as,
}) => {
  const page = await as(AGENT)
  await ouvrir(page, 'Présence et occupation')
  await modifier(page, NUMERO, { JOURS_OUV: 30, JOURNEES: 2640 })
  await page.goto(`/dashboard/saisies/${NUMERO}?section=PRES`)
  await allerSection(page, 'Présence et occupation')
  const alerte = page.getByRole('listitem').filter({ hasText: /taux d’occupation/i })
  const justification = alerte.getByRole('textbox', { name: /^Justification/ })
  const reprendre = alerte.getByRole('button', { name: /^Reprendre : « Accueil de personnes/ })
  await expect(reprendre).toBeVisible()
  // Offered, never filled by itself.
  await expect(justification).toHaveValue('')
  await reprendre.press('Enter')
  await expect(justification).toBeFocused()
  await expect(justification).toHaveValue(RAISON)
  await expect(alerte.getByText('Justifié', { exact: true })).toBeVisible()
  await expect(alerte.getByText(MEME)).toBeVisible()
  await expect(reprendre).toBeHidden()
  await attendreEnregistrement(page)
  expect((await lire(page, NUMERO)).justifications['RA08']).toMatch(RAISON)

  const relecture = await as('admin')
  await relecture.goto(`/dashboard/saisies/${NUMERO}`)
  await allerSection(relecture, 'Présence et occupation')
  await expect(relecture.getByText(MEME)).toBeVisible()
})

test('le commentaire d’une case ND se reprend du mois d’avant', async ({ as }) => {
  const page = await as(AGENT)
  const avant = numeroDe('RMA', STRUCTURE, MOIS_PRECEDENT)
  // Who may return it, wherever other tests have led it.
  const direction = await as('dpps')
  await direction.goto('/dashboard/app')
  await page.goto('/dashboard/app')
  await renvoyer(direction, avant)
  const commentaires = { 'PREST.PSY.ACTES': 'Le cahier de suivi est tenu par l’hôpital.' }
  await modifier(page, avant, { 'PREST.PSY.ACTES': 'ND' }, { commentaires })
  await soumettre(page, avant)

  await ouvrir(page, 'Prises en charge réalisées')
  const actes = caseDe(page, 'Soutien psychologique', 'Actes')
  await actes.fill('ND')
  await actes.press('Control+Enter')
  const commentaire = panneau(page).getByRole('textbox', { name: 'Commentaire (obligatoire)' })
  const reprendre = panneau(page).getByRole('button', {
    name: /^Reprendre\s: «\sLe cahier de suivi/,
  })
  const deja = await commentaire.inputValue()
  if (deja !== '') await commentaire.fill('')
  await reprendre.click()
  await expect(commentaire).toBeFocused()
  await expect(commentaire).toHaveValue(commentaires['PREST.PSY.ACTES'])
  await expect(panneau(page).getByText(/^Même texte qu’en/)).toBeVisible()
  await expect(reprendre).toBeHidden()
  await attendreEnregistrement(page)
})
