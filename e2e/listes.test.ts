import type { Page } from '@playwright/test'
import { renvoyer } from './formulaire.ts'
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
  { nom: 'jetons', adresse: '/dashboard/jetons', filtre: 'etat=EXPIRE', dit: 'Expiré' },
  { nom: 'webhooks', adresse: '/dashboard/webhooks', filtre: 'etat=SUSPENDU', dit: 'Suspendu' },
  {
    nom: 'livraisons',
    adresse: '/dashboard/webhooks/livraisons',
    filtre: 'etat=LIVREE',
    dit: 'Livrée',
  },
  { nom: 'messages', adresse: '/dashboard/mail', filtre: 'nonLus=true', dit: 'Non lus' },
  { nom: 'courriels', adresse: '/dashboard/courriels', filtre: 'etat=ABANDONNE', dit: 'Abandonné' },
  {
    nom: 'documents',
    adresse: '/dashboard/documents',
    filtre: 'categorie=GUIDE',
    dit: 'Guide de remplissage',
  },
  {
    nom: 'mois rouverts',
    adresse: '/dashboard/parametres?onglet=calendrier',
    filtre: 'etat=ECHUE',
    dit: 'Échue',
  },
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
  await page.goto('/dashboard/saisiesstructures?modele=RMA&page=999&tri=inconnu')
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

const question = (page: Page, nom: RegExp) => page.getByRole('dialog', { name: nom })

test('depuis la liste et depuis l’accueil, un acte montre d’abord ce qu’il accepte', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures?etats=APPROUVE')
  await principal(page)
    .getByRole('button', { name: /^Diffuser/ })
    .first()
    .click()
  const diffuser = question(page, /^Diffuser ce rapport/)
  await expect(diffuser.getByText(/^Effectif \d/)).toBeVisible()
  await expect(diffuser.getByText('Approuvé', { exact: true })).toBeVisible()
  const deborde = (boite: { scrollWidth: number; clientWidth: number }) =>
    boite.scrollWidth > boite.clientWidth
  expect(await diffuser.evaluate(deborde)).toBe(false)
  await diffuser.getByRole('button', { name: 'Diffuser' }).click()
  await expect(page.getByText('Rapport diffusé.')).toBeVisible()
  await expect(diffuser).toBeHidden()

  await page.goto('/dashboard/app?vue=examen')
  const valider = principal(page).getByRole('button', { name: /^Valider/ })
  const premier = await valider.first().getAttribute('aria-label')
  await valider.first().click()
  await question(page, /^Valider ce rapport/)
    .getByRole('button', { name: 'Annuler' })
    .click()
  await expect(question(page, /./)).toBeHidden()
  // Nothing was done: the same one still waits.
  await page.reload()
  await expect(valider.first()).toHaveAttribute('aria-label', premier ?? '')
})

test.describe('plusieurs rapports à la fois', () => {
  // What has changed meanwhile is refused, and the browser's console says so.
  test.use({ refusAttendus: true })

  test('se valident d’un geste : chacun a sa réponse, et ce qui a changé est refusé', async ({
    as,
  }) => {
    const page = await as('admin')
    await page.goto('/dashboard/saisiesstructures?etats=SOUMIS')
    const lignes = principal(page).getByRole('row')
    const choix = principal(page).getByRole('checkbox', { name: /^Sélectionner / })
    const barre = page.getByRole('region', { name: 'Sélection' })
    await barre.getByRole('checkbox', { name: 'Tout sélectionner sur cette page' }).check()
    const tous = await choix.count()
    await expect(barre.getByRole('status')).toHaveText(
      new RegExp(`^${tous}\\srapports? sélectionné`),
    )
    await barre.getByRole('button', { name: 'Tout désélectionner' }).click()
    for (const rang of [0, 1, 2]) await choix.nth(rang).check()
    const numero = (await lignes.nth(3).innerText()).match(/\w+-\S+-\d{6}/)?.[0] ?? ''
    await barre.getByRole('button', { name: /^Valider 3\srapports$/ }).click()
    const decision = question(page, /^Valider 3\srapports/)
    await expect(decision.getByText(/^Effectif \d/)).toHaveCount(3)

    // Meanwhile somebody else decides otherwise of the third.
    const dpps = await as('dpps')
    await renvoyer(dpps, numero)

    await decision.getByRole('button', { name: /^Valider 3\srapports$/ }).click()
    await expect(decision.getByText('Validé', { exact: true }).first()).toBeVisible()
    await expect(decision.getByRole('status').last()).toHaveText(
      /^2\srapports ont été validés\s; 1 n’a pas pu l’être \(voir le détail\)\.$/,
    )
    await expect(decision.getByText(/À corriger/).first()).toBeVisible()
    await decision.getByRole('button', { name: 'Fermer', exact: true }).click()
    await expect(choix).toHaveCount(tous - 3)
  })
})

test.describe('pendant un recalcul', () => {
  test.use({ neuf: true })

  test('la liste le dit, se redemande, et ne le dit plus dès qu’il est fini', async ({ as }) => {
    const page = await as('dpps')
    await page.clock.install()
    let enCours = true
    await page.route('**/formulaire/structures/lister*', async (route) => {
      const reponse = await route.fetch()
      const lue = (await reponse.json()) as object
      await route.fulfill({ response: reponse, json: enCours ? { ...lue, recalcul: true } : lue })
    })
    await page.goto('/dashboard/saisiesstructures')
    await expect(principal(page).getByText('Recalcul en cours')).toBeVisible()
    enCours = false
    await page.clock.runFor(31_000)
    await expect(principal(page).getByText('Recalcul en cours')).toHaveCount(0)
    await expect(principal(page).getByRole('table')).toBeVisible()
    // An answer may still be on its way: it is rewritten before the page goes.
    await page.unrouteAll({ behavior: 'wait' })
  })
})
