import { expect, seConnecter, test } from './gens.ts'
import { PROVISOIRE } from './provisoire.ts'
import { poserVanne } from './vanne.ts'

const CONNEXION = "Connexion au système d'information de gestion – Relevé"
const TITRES: [adresse: string, titre: string][] = [
  ['/dashboard/app', 'Tableau de bord – Relevé'],
  ['/dashboard/saisies', 'Saisies – Relevé'],
  ['/dashboard/messaisies', 'Mes rapports – Relevé'],
  ['/dashboard/saisiesstructures', 'Rapports des structures – Relevé'],
  ['/dashboard/mail', 'Reçus – Messagerie – Relevé'],
  ['/dashboard/chgmdp', 'Changer le mot de passe – Relevé'],
]

for (const adresse of ['/auth', '/auth/', '/auth/login/']) {
  test(`${adresse} mène à la connexion`, async ({ page }) => {
    await page.goto(adresse)
    await expect(page).toHaveTitle(CONNEXION)
    await expect(page).toHaveURL(/\/auth\/login\/?$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  })
}

test('un visiteur voit la connexion à l’adresse demandée, puis la page demandée', async ({
  page,
}) => {
  const adresse = '/dashboard/saisiesstructures?etats=DIFFUSE&modele=EPM'
  await page.goto(adresse)
  await expect(page).toHaveTitle(CONNEXION)
  await seConnecter(page, 'dr-r01')
  await expect(page.getByRole('heading', { name: 'Rapports des structures' })).toBeVisible()
  expect(page.url()).toContain(adresse)
  await expect(page.getByRole('table').getByText('Diffusé').first()).toBeVisible()
})

test('chaque écran a son titre et accepte une barre finale', async ({ as }) => {
  const page = await as('cau-r01-01')
  for (const [adresse, titre] of TITRES) {
    await page.goto(`${adresse}/`)
    await expect(page).toHaveTitle(titre)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('/dashboard montre le même écran que /dashboard/app', async ({ as }) => {
  const page = await as('admin')
  for (const adresse of ['/dashboard', '/dashboard/', '/dashboard/app']) {
    await page.goto(adresse)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tableau de bord')
    await expect(page.getByRole('heading', { name: /^Les rapports de \d{4}/ })).toBeVisible()
  }
})

for (const adresse of ['/inconnue', '/auth/inconnue', '/dashboard/inconnue', '/404/']) {
  test(`${adresse} mène à /404`, async ({ page, as }) => {
    for (const qui of [page, await as('dpps')]) {
      await qui.goto(adresse)
      await expect(qui).toHaveTitle('Page introuvable – Relevé')
      await expect(qui).toHaveURL(/\/404\/?$/)
    }
  })
}

test('avec un jeton valide, /auth/login mène au tableau de bord, sa jumelle reste', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/dashboard/app')
  await page.goto('/auth/login-unprotected')
  await expect(page).toHaveTitle(CONNEXION)
  await expect(page).toHaveURL('/auth/login-unprotected')
})

test.describe('refus', () => {
  test.use({ refusAttendus: true })

  test('un identifiant inconnu et un mot de passe faux reçoivent la même réponse', async ({
    page,
  }) => {
    await page.goto('/auth/login')
    for (const identifiant of ['personne-de-ce-nom', 'cads-r03-01']) {
      await seConnecter(page, identifiant, 'Ce-n-est-pas-le-bon-1')
      await expect(page.getByRole('alert')).toContainText('Identifiant ou mot de passe incorrect.')
      await expect(page).toHaveURL('/auth/login')
      await page.reload()
    }
  })

  test('un mot de passe provisoire mène à son changement, et nulle part ailleurs', async ({
    page,
  }) => {
    await page.goto('/dashboard/saisiesstructures')
    await seConnecter(page, PROVISOIRE.identifiant, PROVISOIRE.motDePasse)
    await expect(page).toHaveURL('/dashboard/chgmdp')
    for (const adresse of ['/dashboard/app', '/dashboard/saisies', '/dashboard/']) {
      await page.goto(adresse)
      await expect(page).toHaveURL('/dashboard/chgmdp')
    }
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0)

    await page.goto('/dashboard/saisiesstructures')
    const nouveau = 'Platane-Retrouve-2027-Vert'
    await page.getByLabel('Mot de passe provisoire').fill(PROVISOIRE.motDePasse)
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('court')
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await expect(page.getByText('Ce mot de passe ne remplit pas encore')).toBeVisible()
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(nouveau)
    await page.getByLabel('Nouveau mot de passe, une seconde fois').fill(nouveau)
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await expect(page.getByText('Votre mot de passe a été correctement modifié.')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/saisiesstructures')
  })
})

test('les champs de la connexion ne disent leur manque qu’une fois touchés', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByLabel('Identifiant')).toBeVisible()
  await expect(page.getByText(/Veuillez saisir/)).toHaveCount(0)
  await page.getByLabel('Identifiant').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText("Veuillez saisir l'identifiant")).toBeVisible()
  await expect(page.getByText('Veuillez saisir le mot de passe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByText('Veuillez saisir le mot de passe')).toBeVisible()
})

test.describe('une connexion refusée', () => {
  test.use({ refusAttendus: true })
  test('« Se connecter » ne porte l’attribut disabled que le temps de la connexion, et rend le focus', async ({
    page,
    baseURL,
  }) => {
    const vanne = await poserVanne(
      baseURL ?? '',
      ({ url }) => url?.endsWith('/utilisateur/connexion') === true,
    )
    await page.goto(`${vanne.adresse}/auth/login`)
    const bouton = page.getByRole('button', { name: 'Se connecter' })
    await expect(bouton).not.toHaveAttribute('disabled')
    await page.getByLabel('Identifiant').fill('cau-r01-01')
    await page.getByLabel('Mot de passe', { exact: true }).fill('Un-Autre-Que-Le-Sien')
    await bouton.focus()
    await page.keyboard.press('Enter')
    await expect(bouton).toHaveAttribute('disabled', '')
    await expect(bouton).toHaveAccessibleDescription('Connexion en cours…')
    await expect(page.getByText('Connexion en cours…')).toBeVisible()
    vanne.ouvrir()
    await expect(page.getByRole('alert')).toContainText('la connexion n’a pas abouti')
    await expect(bouton).not.toHaveAttribute('disabled')
    await expect(bouton).toBeFocused()
    await vanne.fermer()
  })
})

test('`settings` est entier dès la première visite, au mode de la machine, et `auth` avec la session', async ({
  page,
}) => {
  const lu = async () =>
    JSON.parse(String(await page.evaluate(`localStorage.getItem('settings')`))) as object
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const noms = { direction: 'ltr', colour: 'default', stretch: false }
  await expect.poll(lu).toMatchObject({ ...noms, mode: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(lu).toMatchObject({ ...noms, mode: 'light' })
})

test('la déconnexion efface tout, sauf les réglages, et le retour arrière ne montre rien', async ({
  as,
}) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/app')
  await page.getByRole('button', { name: 'Réglages d’affichage' }).click()
  await page.getByRole('radio', { name: 'Sombre' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Mes rapports', exact: true }).click()
  // The home has a table too, and a menu opened on it closes when the next screen takes the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Mes rapports' })).toBeFocused()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['settings'])
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})
