import type { Locator, Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { expect, MOT_DE_PASSE, test } from './gens.ts'
import { champ, deposer, dialogue, tableur } from './utilisateurs.ts'

const bouton = (page: Page | Locator, nom: string | RegExp) =>
  page.getByRole('button', { name: nom, exact: typeof nom === 'string' })
const question = (page: Page) => page.getByRole('dialog', { name: /^Abandonner/ })

/** By the menu, as one comes: the way back stays in the page. */
async function venir(page: Page, ecran: string): Promise<void> {
  await page.goto('/dashboard/app')
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await menu.getByRole('link', { name: ecran, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: ecran })).toBeVisible()
}

const FICHES = [
  { ecran: 'Utilisateurs', ouvrir: 'Créer un utilisateur', nom: 'Nom' },
  { ecran: 'Structures', ouvrir: 'Créer une structure', nom: 'Nom' },
  {
    ecran: 'Structures',
    onglet: 'Invitations',
    ouvrir: 'Inviter une structure',
    nom: 'Adresse électronique',
  },
]

for (const { ecran, onglet, ouvrir, nom } of FICHES) {
  test(`« ${ouvrir} » ne perd rien de ce qui est tapé sans le demander`, async ({ as }) => {
    const page = await as('dpps')
    await venir(page, ecran)
    if (onglet) await page.getByRole('link', { name: onglet }).click()
    const adresse = page.url()
    await bouton(page, ouvrir).first().click()
    await champ(page, nom).fill('Awa')
    for (const quitter of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 4),
      () => page.evaluate('history.back()'),
      () => bouton(dialogue(page), 'Annuler').click(),
    ]) {
      await quitter()
      await expect(bouton(question(page), 'Continuer la saisie')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question(page)).toHaveCount(0)
      await expect(champ(page, nom)).toHaveValue('Awa')
    }
    await page.keyboard.press('Escape')
    await bouton(question(page), 'Abandonner').click()
    await expect(dialogue(page)).toHaveCount(0)
    await expect(bouton(page, ouvrir).first()).toBeFocused()
    expect(page.url()).toBe(adresse)
  })
}

test('une fiche intacte se ferme sans question, et le retour la ferme sans quitter la page', async ({
  as,
}) => {
  const page = await as('dpps')
  await venir(page, 'Utilisateurs')
  for (const quitter of [
    () => page.keyboard.press('Escape'),
    () => page.evaluate('history.back()'),
  ]) {
    await bouton(page, 'Créer un utilisateur').click()
    await expect(champ(page, /^Prénoms/)).toBeFocused()
    await quitter()
    await expect(dialogue(page)).toHaveCount(0)
    await expect(page).toHaveURL(/utilisateurs$/)
  }
})

test('recharger la page pendant la saisie est demandé par le navigateur', async ({ as }) => {
  const page = await as('dpps')
  await venir(page, 'Utilisateurs')
  await bouton(page, 'Créer un utilisateur').click()
  await champ(page, 'Nom').fill('Awa')
  const demande = page.waitForEvent('dialog')
  const rechargee = page.reload().catch(() => undefined)
  const avertissement = await demande
  expect(avertissement.type()).toBe('beforeunload')
  await avertissement.accept()
  await rechargee
  await expect(dialogue(page)).toHaveCount(0)
})

test('fermer ses autres sessions, ou annuler une invitation, ne perd pas le focus', async ({
  as,
}) => {
  await as('cah-r04-01')
  const page = await as('cah-r04-01')
  await page.goto('/dashboard/compte')
  await bouton(page, 'Fermer toutes les autres').press('Enter')
  await dialogue(page).getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sessions ouvertes' })).toBeFocused()

  const dpps = await as('dpps')
  await dpps.goto('/dashboard/structures?vue=invitations')
  await bouton(dpps, 'Inviter une structure').click()
  await champ(dpps, /^Code/).fill('CAH-R04-88')
  await champ(dpps, 'Adresse électronique').fill('cah88@exemple.org')
  await champ(dpps, 'Nom de la structure').fill('Centre du Gué')
  await champ(dpps, /^Type/).selectOption('CAH')
  await champ(dpps, /^Région/).selectOption('R04')
  await bouton(dialogue(dpps), 'Envoyer l’invitation').click()
  // The list is read again before the dialog leaves: until then its rows are seen, and inert.
  await expect(dialogue(dpps)).toHaveCount(0)
  const ligne = dpps.getByRole('row').filter({ hasText: 'CAH-R04-88' })
  await bouton(ligne, /^Annuler/).press('Enter')
  await bouton(dialogue(dpps), 'Annuler l’invitation').press('Enter')
  await expect(ligne).toContainText('Annulée')
  await expect(ligne.locator(':focus')).toHaveCount(1)
})

test.describe('quand le serveur refuse ou se tait', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('bloquer un compte modifié entre-temps montre d’abord ce qu’il est devenu', async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.goto('/dashboard/utilisateurs?q=csauv-r05-01')
    const ligne = page.getByRole('row').filter({ hasText: 'csauv-r05-01' })
    await bouton(ligne, /^Bloquer/).click()
    // Out of the cell, which keeps its words on one line.
    const tient = await dialogue(page).evaluate((boite) => boite.scrollWidth <= boite.clientWidth)
    expect(tient).toBe(true)

    const autre = await as('admin')
    await autre.goto('/dashboard/utilisateurs?q=csauv-r05-01')
    await bouton(autre, /^Modifier/).click()
    await champ(autre, 'Nom').fill('Camara')
    await bouton(autre, 'Enregistrer').click()
    await expect(dialogue(autre)).toHaveCount(0)

    await bouton(dialogue(page), 'Bloquer').click()
    await expect(
      dialogue(page)
        .getByText(/modifié par une autre personne/)
        .first(),
    ).toBeVisible()
    await bouton(dialogue(page), 'Recharger').click()
    await expect(dialogue(page)).toHaveCount(0)
    await expect(ligne).toContainText('Camara')
    await bouton(ligne, /^Bloquer/).click()
    await bouton(dialogue(page), 'Bloquer').click()
    await expect(ligne).toContainText('Bloqué')
    await bouton(ligne, /^Débloquer/).click()
    await bouton(dialogue(page), 'Débloquer').click()
    await expect(ligne).toContainText('Actif')
  })

  test('un import que la ligne coupe se relit sans choisir le fichier à nouveau', async ({
    as,
  }) => {
    const page = await as('dpps')
    await venir(page, 'Utilisateurs')
    const ligne = ['binta.sow', 'Sow', 'binta.sow@exemple.org', 'Administration', '']
    await bouton(page, 'Importer').click()
    await expect(dialogue(page)).toContainText('mot de passe provisoire par courriel')
    await page.context().setOffline(true)
    await dialogue(page).locator('input[type=file]').setInputFiles(tableur(ligne))
    await expect(dialogue(page).getByText(/connexion au service est interrompue/)).toBeVisible()
    await page.context().setOffline(false)
    await bouton(dialogue(page), 'Réessayer').click()
    await expect(bouton(dialogue(page), /^Importer 1\scompte$/)).toBeVisible()

    await page.context().setOffline(true)
    await bouton(dialogue(page), /^Importer 1/).click()
    await expect(dialogue(page).getByText(/a peut-être été fait/)).toBeVisible()
    await page.context().setOffline(false)
    await bouton(dialogue(page), 'Relire le fichier').click()
    await expect(dialogue(page).getByRole('table')).toContainText('À créer')
    await bouton(dialogue(page), /^Importer 1/).click()
    await expect(dialogue(page).getByText(/1\scompte créé\.$/)).toBeVisible()
    await bouton(dialogue(page), 'Fermer').click()
    await deposer(page, tableur(ligne))
    await expect(dialogue(page).getByRole('table')).toContainText('Sans changement')
  })
})

test('le compte que son blocage sort des filtres laisse le focus dans la liste', async ({ as }) => {
  const page = await as('dpps')
  const liste = '/dashboard/utilisateurs?q=csauv-r05-01'
  await page.goto(`${liste}&statut=ACTIF`)
  await bouton(page, /^Bloquer le compte/).press('Enter')
  await bouton(dialogue(page), 'Bloquer').press('Enter')
  await expect(page.getByText('Aucun compte ne correspond à ces filtres')).toBeVisible()
  await expect(bouton(page.getByRole('main'), 'Effacer les filtres').last()).toBeFocused()
  await page.goto(liste)
  await bouton(page, /^Débloquer le compte/).click()
  await bouton(dialogue(page), 'Débloquer').click()
  await expect(bouton(page, /^Bloquer le compte/)).toBeVisible()
})

test('une structure se cherche par ses mots et se choisit au clavier, à 360 px, le soir aussi', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard/utilisateurs')
  await bouton(page, 'Créer un utilisateur').click()
  const structure = dialogue(page).getByRole('combobox', { name: /^Structure/ })
  const propositions = dialogue(page).getByRole('listbox', { name: /^Structure/ })
  await structure.click()
  await expect(structure).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.type('r01 POUPONNIERE')
  await expect(
    dialogue(page)
      .getByRole('status')
      .getByText(/^\d+\spropositions?$/),
  ).toBeAttached()
  await expect(propositions.getByRole('option').first()).toBeInViewport()
  expect(await trouverDefauts(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  const visee = propositions.getByRole('option', { selected: true })
  const mots = (await visee.textContent()) ?? ''
  expect(mots).toMatch(/^POUP-R01-/)
  await page.keyboard.press('Enter')
  await expect(structure).toHaveValue(mots)
  await expect(propositions).toBeHidden()

  // Escape closes the list first, and keeps what was typed; then it leaves the dialog.
  await structure.fill('nulle part')
  await expect(dialogue(page).getByText(/^Aucune proposition\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(propositions).toBeHidden()
  await expect(structure).toHaveValue('nulle part')
  await page.keyboard.press('Tab')
  await expect(structure).toHaveAccessibleDescription(/structure/)
  await expect(structure).toHaveAttribute('aria-invalid', 'true')
})
