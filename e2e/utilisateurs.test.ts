import type { APIRequestContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, MOT_DE_PASSE, ouvrirSession, test } from './gens.ts'
import { champ, deposer, dialogue, tableur } from './utilisateurs.ts'

const ESPACE = '[\\s\\u202f]'

async function ouvrir(page: Page, adresse = '/dashboard/utilisateurs'): Promise<void> {
  await page.goto(adresse)
  await expect(page.getByRole('heading', { level: 1, name: 'Utilisateurs' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
}

const bouton = (page: Page, nom: string | RegExp) => page.getByRole('button', { name: nom })

/** The row of this account, found by its name of sign-in. */
async function chercher(page: Page, identifiant: string) {
  await ouvrir(page, `/dashboard/utilisateurs?q=${identifiant}`)
  return page.getByRole('row').filter({ hasText: identifiant })
}

test('au clavier, la fiche vide dit ses fautes, et le rôle interdit dit pourquoi', async ({
  as,
}) => {
  const page = await as('admin')
  await ouvrir(page)
  await bouton(page, 'Créer un utilisateur').press('Enter')
  await expect(champ(page, /^Prénoms/)).toBeFocused()
  await page.keyboard.press('Enter')
  const resume = dialogue(page).getByText(/^Erreur\s: 4\schamps à corriger$/)
  await expect(resume).toBeVisible()
  await dialogue(page).getByRole('link', { name: 'Nom' }).press('Enter')
  await expect(champ(page, 'Nom')).toBeFocused()
  await page.keyboard.type('Diallo')
  await champ(page, /^Adresse/).fill('awa.diallo@exemple.org')
  await champ(page, 'Identifiant').fill('cau-r01-01')
  const dpps = dialogue(page).getByRole('checkbox', { name: /^Direction centrale/ })
  await expect(dpps).toHaveAccessibleDescription(/Seule la direction centrale/)
  await dpps.press('Space')
  await expect(dpps).not.toBeChecked()
  await dialogue(page).getByRole('checkbox', { name: 'Structure' }).press('Space')
  await bouton(page, 'Créer le compte').press('Enter')
  await expect(
    dialogue(page).getByRole('combobox', { name: 'Structure', exact: true }),
  ).toHaveAccessibleDescription(/le rôle Structure en demande/)
})

test('un compte créé est dans la liste, avec ses structures, sa page et son journal', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrir(page)
  await bouton(page, 'Créer un utilisateur').click()
  await champ(page, 'Nom').fill('Sarr')
  await champ(page, /^Adresse/).fill('fatou.sarr@exemple.org')
  await champ(page, 'Identifiant').fill('fatou.sarr')
  await dialogue(page).getByRole('checkbox', { name: 'Structure' }).check()
  await dialogue(page).getByRole('combobox', { name: 'Structure', exact: true }).fill('poup-r01-01')
  await dialogue(page)
    .getByRole('combobox', { name: /^Autres/ })
    .fill('CSE-R01-01')
  await page.keyboard.press('Tab')
  await expect(
    dialogue(page).getByRole('combobox', { name: 'Structure', exact: true }),
  ).toHaveValue(/^POUP-R01-01 – /)
  await expect(
    dialogue(page).getByRole('list', { name: 'Autres structures choisies' }),
  ).toContainText('CSE-R01-01')
  await bouton(page, 'Créer le compte').click()
  await expect(page.getByText("L'utilisateur a été correctement créé.")).toBeVisible()
  await expect(dialogue(page)).toHaveCount(0)
  const ligne = await chercher(page, 'fatou.sarr')
  await expect(ligne).toContainText('POUP-R01-01')
  await expect(ligne).toContainText(/et\s+1\s?autre/)
  await ligne.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /Sarr/ })).toBeFocused()
  await expect(page.getByText('Aucune session ouverte')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Journal' })).toContainText('Compte créé')
})

test.describe('quand le serveur refuse', () => {
  test.use({ refusAttendus: true })

  test('un identifiant pris se dit à son champ ; le reste de la saisie demeure', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    await bouton(page, 'Créer un utilisateur').click()
    await champ(page, 'Nom').fill('Ndiaye')
    await champ(page, /^Adresse/).fill('ndiaye@exemple.org')
    await champ(page, 'Identifiant').fill('ADMIN')
    await dialogue(page).getByRole('checkbox', { name: 'Administration' }).check()
    await bouton(page, 'Créer le compte').click()
    await expect(champ(page, 'Identifiant')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialogue(page).getByRole('link', { name: 'Identifiant' })).toBeVisible()
    await expect(champ(page, 'Nom')).toHaveValue('Ndiaye')
  })

  test('un compte modifié entre-temps se recharge, et garde ce que l’on avait changé', async ({
    as,
  }) => {
    const page = await as('dpps')
    const ligne = await chercher(page, 'csoc-r06-01')
    await ligne.getByRole('button', { name: /^Modifier/ }).click()
    await champ(page, /^Fonction/).fill('Coordination')

    const autre = await as('admin')
    await (await chercher(autre, 'csoc-r06-01')).getByRole('button', { name: /^Modifier/ }).click()
    await champ(autre, /^Téléphone/).fill('33 800 00 01')
    await bouton(autre, 'Enregistrer').click()
    await expect(autre.getByText("L'utilisateur a été correctement modifié.")).toBeVisible()

    await bouton(page, 'Enregistrer').click()
    await expect(
      dialogue(page)
        .getByText(/modifié par une autre personne/)
        .first(),
    ).toBeVisible()
    await bouton(page, 'Recharger').click()
    await expect(champ(page, /^Téléphone/)).toHaveValue('33 800 00 01')
    await expect(champ(page, /^Fonction/)).toHaveValue('Coordination')
    await bouton(page, 'Enregistrer').click()
    await expect(page.getByText("L'utilisateur a été correctement modifié.")).toBeVisible()
  })

  test('bloquer nomme la personne, ferme sa session ; débloquer la lui rend', async ({ as }) => {
    const personne = await as('cpen-r03-01')
    await personne.goto('/dashboard/app')
    await expect(personne.getByRole('heading', { level: 1 })).toBeVisible()

    const page = await as('dpps')
    const ligne = await chercher(page, 'cpen-r03-01')
    await ligne.getByRole('button', { name: /^Bloquer/ }).click()
    await expect(dialogue(page)).toHaveAccessibleName(
      new RegExp(
        `^Bloquer le compte «${ESPACE}Point focal – Camp pénal de Belmont${ESPACE}»${ESPACE}\\?$`,
      ),
    )
    await expect(dialogue(page)).toContainText('Ses sessions ouvertes se ferment aussitôt.')
    await dialogue(page).getByRole('button', { name: 'Bloquer' }).click()
    await expect(page.getByText(/est bloqué\.$/)).toBeVisible()
    await expect(ligne).toContainText('Bloqué')
    await expect(ligne.getByRole('button', { name: /^Débloquer/ })).toBeFocused()

    await personne.reload()
    await expect(personne.getByText(/Votre compte a été bloqué/).first()).toBeVisible()

    await page.keyboard.press('Enter')
    await dialogue(page).getByRole('button', { name: 'Débloquer' }).click()
    await expect(ligne).toContainText('Actif')
  })

  test('une structure n’a ni l’entrée du menu, ni la liste', async ({ as }) => {
    const page = await as('cads-r03-01')
    await page.goto('/dashboard/utilisateurs')
    await expect(page.getByText('Cet écran est réservé')).toBeVisible()
    await expect(page.getByRole('button', { name: /Créer|Importer/ })).toHaveCount(0)
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    await expect(menu.getByRole('link', { name: 'Saisies' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Utilisateurs' })).toHaveCount(0)
  })
})

test('l’administration lit un compte de la direction centrale, et n’y peut rien', async ({
  as,
}) => {
  const page = await as('admin')
  const ligne = (await chercher(page, 'dpps')).first()
  await expect(ligne.getByRole('button')).toHaveCount(0)
  await ligne.getByRole('link').click()
  await expect(page.getByText(/elle seule peut le modifier/)).toBeVisible()
  await expect(bouton(page, /^Bloquer/)).toHaveCount(0)
})

test('les filtres et le tri tiennent dans l’adresse ; les effacer rend le focus à la recherche', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrir(page)
  await page.getByRole('combobox', { name: 'Rôle' }).selectOption('Direction centrale')
  await expect(page).toHaveURL(/role=ROLE_DPPS/)
  await page.getByRole('button', { name: 'Nom', exact: true }).click()
  await expect(page).toHaveURL(/tri=-nomAffichable/)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Nom' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await bouton(page, 'Effacer les filtres').click()
  await expect(page).toHaveURL(/utilisateurs$/)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('la liste filtrée s’exporte en CSV et en XLSX', async ({ as }) => {
  const page = await as('dpps')
  await ouvrir(page, '/dashboard/utilisateurs?role=ROLE_DPPS')
  for (const format of ['CSV', 'XLSX']) {
    const arrivee = page.waitForEvent('download')
    await bouton(page, 'Exporter').click()
    await page.getByRole('menuitem', { name: `Exporter en ${format}` }).click()
    expect((await arrivee).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`, 'i'))
  }
})

test('un import dit ligne par ligne ce qu’il ferait, puis écrit tout ou rien', async ({ as }) => {
  const page = await as('dpps')
  await ouvrir(page)
  await deposer(
    page,
    tableur(
      ['moussa.fall', 'Fall', 'moussa.fall@exemple.org', 'Administration', ''],
      ['khady.ba', 'Ba', 'khady.ba@exemple.org', 'Structure', 'INCONNUE-1'],
    ),
  )
  const importer = dialogue(page).getByRole('button', { name: 'Importer', exact: true })
  await expect(importer).toHaveAccessibleDescription(/^Corrigez d’abord la ligne en erreur/)
  await expect(importer).toBeDisabled()
  const table = dialogue(page).getByRole('table')
  await expect(table).toContainText('khady.ba')
  await expect(table).toContainText('INCONNUE-1')
  await expect(table).not.toContainText('moussa.fall')

  const bon = tableur(
    ['moussa.fall', 'Fall', 'moussa.fall@exemple.org', 'Administration', ''],
    ['khady.ba', 'Ba', 'khady.ba@exemple.org', 'Structure', 'CSE-R01-01'],
  )
  await dialogue(page).locator('input[type=file]').setInputFiles(bon)
  await expect(table.getByText('À créer')).toHaveCount(2)
  await dialogue(page)
    .getByRole('button', { name: /^Importer 2\scomptes$/ })
    .click()
  await expect(dialogue(page).getByText(/2\scomptes créés\.$/)).toBeVisible()
  await dialogue(page).getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(await chercher(page, 'khady.ba')).toContainText('CSE-R01-01')
})

/** Sets a second factor up for this person, by HTTP. */
async function activerFacteur(requetes: APIRequestContext, identifiant: string): Promise<void> {
  const { token } = await ouvrirSession(requetes, identifiant)
  const headers = { Authorization: `Bearer ${token}` }
  const racine = '/api/utilisateur/secondFacteur'
  const password = MOT_DE_PASSE
  const prepare = await requetes.post(`${racine}/preparer`, { headers, data: { password } })
  const { secret } = (await prepare.json()) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) })
  const active = await requetes.post(`${racine}/activer`, {
    headers,
    data: { password, code: totp.generate() },
  })
  expect(active.ok(), await active.text()).toBe(true)
}

test('le second facteur d’une personne qui l’a perdu se retire, et le focus demeure', async ({
  as,
  request,
}) => {
  await activerFacteur(request, 'cpen-r03-01')
  const page = await as('admin')
  await (await chercher(page, 'cpen-r03-01')).getByRole('link').click()
  await expect(page.getByText('Activé', { exact: true })).toBeVisible()
  await bouton(page, /^Retirer le second facteur/).press('Enter')
  await expect(dialogue(page)).toContainText('Assurez-vous d’abord que c’est bien elle')
  await dialogue(page).getByRole('button', { name: 'Retirer le second facteur' }).press('Enter')
  await expect(page.getByText('Non activé', { exact: true })).toBeVisible()
  await expect(bouton(page, /^Retirer/)).toHaveCount(0)
  await expect(bouton(page, /^Modifier/)).toBeFocused()
})
