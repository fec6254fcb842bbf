import type { Page } from '@playwright/test'
import { expect, test } from './gens.ts'

/** Every list that filters: a filter in its address, and how it is said. */
const LISTES = [
  {
    nom: 'rapports',
    adresse: '/dashboard/saisiesstructures',
    filtre: 'etats=BROUILLON',
    dit: 'Brouillon',
  },
  {
    nom: 'structures',
    adresse: '/dashboard/structures?vue=tableau',
    filtre: 'region=R01',
    dit: 'Littoral',
  },
  {
    nom: 'comptes',
    adresse: '/dashboard/utilisateurs',
    filtre: 'role=ROLE_DPPS',
    dit: 'Direction centrale',
  },
  { nom: 'journal', adresse: '/dashboard/journal', filtre: 'action=CONNEXION', dit: 'Connexion' },
  { nom: 'courriels', adresse: '/dashboard/courriels', filtre: 'etat=ABANDONNE', dit: 'Abandonné' },
  {
    nom: 'invitations',
    adresse: '/dashboard/structures?vue=invitations',
    filtre: 'suivi=EXPIREE',
    dit: 'Expirée',
  },
]

const principal = (page: Page) => page.getByRole('main')
const compte = (page: Page) => principal(page).getByRole('status').filter({ hasText: /^\d/ })
const retirer = (page: Page) => principal(page).getByRole('button', { name: /^Retirer le filtre/ })

for (const { nom, adresse, filtre, dit } of LISTES) {
  test(`${nom} : les filtres tiennent dans l’adresse, se disent, se retirent, s’effacent`, async ({
    as,
  }) => {
    const page = await as('dpps')
    const nue = new RegExp(`${adresse.replace('?', '\\?')}$`)
    await page.goto(`${adresse}${adresse.includes('?') ? '&' : '?'}${filtre}`)
    await expect(retirer(page)).toHaveText(dit)
    await retirer(page).press('Enter')
    await expect(page).toHaveURL(nue)
    await expect(retirer(page)).toHaveCount(0)
    await expect(principal(page).getByRole('region', { name: /^Filtres/ })).toBeFocused()
    await page.goBack()
    await expect(retirer(page)).toHaveText(dit)

    const recherche = principal(page).getByRole('searchbox')
    await recherche.fill('zzz introuvable')
    await recherche.press('Enter')
    await expect(compte(page)).toHaveText(/^0/)
    await expect(retirer(page)).toHaveText([/zzz introuvable/, dit])
    await page.reload()
    await expect(recherche).toHaveValue('zzz introuvable')
    // Under the fields, and where the list would stand.
    const effacer = principal(page).getByRole('button', { name: 'Effacer les filtres' })
    await expect(effacer).toHaveCount(2)
    await effacer.last().press('Enter')
    await expect(page).toHaveURL(nue)
    await expect(recherche).toBeFocused()
    await expect(recherche).toHaveValue('')
  })
}

test('l’arborescence et la carte disent aussi qu’elles ne trouvent rien', async ({ as }) => {
  const page = await as('dpps')
  for (const vue of ['arbre', 'carte']) {
    await page.goto(`/dashboard/structures?vue=${vue}`)
    await expect(compte(page)).toHaveText(/^[1-9]/)
    await page.getByRole('searchbox').fill('zzz introuvable')
    await page.getByRole('searchbox').press('Enter')
    await expect(compte(page)).toHaveText(/^0/)
  }
})

test('une page qui n’existe plus mène à la dernière ; un tri inconnu n’en est pas un', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures?page=999&tri=inconnu')
  await expect(page).toHaveURL(/page=\d{1,2}&/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page suivante' })).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('une date tapée au clavier filtre une fois entière', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/journal')
  await expect(compte(page)).toBeVisible()
  const avant = Number(await page.evaluate('history.length'))
  await page.getByLabel('Du', { exact: true }).focus()
  await page.keyboard.type('01022026')
  await expect(page).toHaveURL(/du=2026-0[12]-0[12]$/)
  expect(await page.evaluate('history.length')).toBe(avant + 1)
  await expect(retirer(page)).toHaveText(/^Depuis le .*2026$/)
})

test('la question posée depuis une ligne tient dans son cadre', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures?etats=APPROUVE')
  await principal(page)
    .getByRole('button', { name: /^Diffuser/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: /^Diffuser ce rapport/ })
  await expect(question).toBeVisible()
  const deborde = (boite: { scrollWidth: number; clientWidth: number }) =>
    boite.scrollWidth > boite.clientWidth
  expect(await question.evaluate(deborde)).toBe(false)
})
