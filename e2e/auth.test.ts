import { expect, seConnecter, test } from './gens.ts'
import { recevoirDefi } from './gestes.ts'

const ENVOYE = 'Un nouveau mot de passe vous a été envoyé par mail'

test('de la connexion, l’oubli du mot de passe reprend l’identifiant saisi', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill('aemo-r03-01')
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await expect(page).toHaveURL('/auth/reset-password')
  await expect(page).toHaveTitle('Mot de passe oublié – Relevé')
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('aemo-r03-01')
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('la réponse à un mot de passe oublié ne dit pas qui a un compte', async ({ page }) => {
  for (const identifiant of ['csoc-r06-01', 'personne-de-ce-nom']) {
    await page.goto('/auth/reset-password')
    await page.getByRole('textbox', { name: 'Identifiant' }).fill(identifiant)
    await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
    const reponse = page.getByRole('status')
    // First what goes: the message stays three seconds.
    await expect(page.getByText(ENVOYE)).toHaveCount(2)
    await expect(reponse).toContainText(ENVOYE)
    await expect(reponse).toBeFocused()
    await expect(reponse).not.toContainText(identifiant)
  }
  await page.getByRole('button', { name: 'Recommencer' }).click()
  await expect(page.getByRole('textbox', { name: 'Identifiant' })).toBeVisible()
})

test('une erreur qui paraît ne déplace pas le champ où l’on va', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/auth/login')
    const champ = page.getByRole('textbox', { name: 'Mot de passe' })
    await page.getByRole('textbox', { name: 'Identifiant' }).focus()
    // A font that comes changes the height of lines.
    await page.evaluate('document.fonts.ready')
    const avant = await champ.boundingBox()
    await page.keyboard.press('Tab')
    await expect(page.getByText("Veuillez saisir l'identifiant")).toBeVisible()
    expect(await champ.boundingBox()).toEqual(avant)
  }
})

test('sans identifiant, l’oubli dit ce qui manque une fois le champ touché', async ({ page }) => {
  await page.goto('/auth/reset-password')
  await expect(page.getByText(/Veuillez saisir/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
  await expect(page.getByText("Veuillez saisir l'identifiant")).toBeVisible()
})

for (const adresse of ['/auth/register', '/auth/register-unprotected']) {
  test(`${adresse} sans invitation dit comment s’inscrire`, async ({ page }) => {
    await page.goto(adresse)
    await expect(page).toHaveTitle('Inscription – Relevé')
    await expect(page.getByText(/sur invitation de la direction centrale/)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('link', { name: 'J’ai déjà un compte' }).click()
    await expect(page).toHaveURL('/auth/login')
  })
}

test('avec un jeton valide, /auth/register mène au tableau de bord, sa jumelle reste', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/auth/register')
  await expect(page).toHaveURL('/dashboard/app')
  await page.goto('/auth/register-unprotected')
  await expect(page).toHaveTitle('Inscription – Relevé')
})

test('une session écrite à la main, sans nom, ne vaut rien : on se connecte', async ({ page }) => {
  await page.goto('/404')
  await page.evaluate(`localStorage.setItem('auth', JSON.stringify({
    identifiant: 'dpps',
    roles: ['ROLE_DPPS'],
    token: { value: 'jeton', expirationDate: new Date(Date.now() + 3_600_000).toISOString() },
  }))`)
  await page.goto('/dashboard/structures')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await seConnecter(page, 'dpps')
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible()
})

test('une vérification sans connexion l’explique, et y ramène', async ({ page }) => {
  await page.goto('/auth/verify')
  await expect(page).toHaveTitle('Vérification en deux étapes – Relevé')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('la marque ramène au site public', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Retour au site public' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('l’illustration n’est là que sur les grands écrans', async ({ page }) => {
  const promesse = page.getByText('Contrôler les chiffres.')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/auth/login')
  await expect(promesse).toBeVisible()
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(promesse).toBeHidden()
})

test('le mot de passe se montre et se cache', async ({ page }) => {
  await page.goto('/auth/login')
  const champ = page.getByRole('textbox', { name: 'Mot de passe' })
  await champ.fill('visible-ou-non')
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click()
  await expect(champ).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Masquer le mot de passe' }).click()
  await expect(champ).toHaveAttribute('type', 'password')
})

test.describe('refus', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('une vérification qui ne vaut plus ramène au mot de passe', async ({ page }) => {
    await page.goto('/auth/verify')
    await recevoirDefi(page)
    await page.getByRole('textbox').fill('123 456')
    await page.getByRole('button', { name: 'Vérifier', exact: true }).click()
    const perdue = page.getByRole('main').getByText(/Cette vérification n’est plus valable/)
    await expect(perdue).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('link', { name: 'Revenir à la connexion' }).click()
    await expect(page).toHaveURL('/auth/login')
  })

  test('une invitation inconnue dit quoi faire', async ({ page }) => {
    await page.goto('/auth/register?jeton=jeton-de-personne')
    const alerte = page.getByRole('alert')
    await expect(alerte).toContainText('cette invitation n’est pas reconnue')
    await expect(page.getByRole('link', { name: /nouvelle invitation/ })).toHaveAttribute(
      'href',
      '/contact-us',
    )
  })

  test('hors ligne, ce qui est saisi reste, et repart au retour du réseau', async ({
    page,
    context,
  }) => {
    await page.goto('/auth/reset-password')
    const champ = page.getByRole('textbox', { name: 'Identifiant' })
    await champ.fill('cads-r03-01')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
    // Told once, by the form; the message says it to the eye, for three seconds.
    await expect(page.getByText('Un problème technique est survenu')).toHaveCount(2)
    await expect(page.getByRole('alert')).toContainText(
      'Un problème technique est survenu. La connexion au service est interrompue',
    )
    await expect(champ).toHaveValue('cads-r03-01')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
    await expect(page.getByRole('status')).toContainText(ENVOYE)
  })

  test('un refus de connexion se dit une fois, et garde l’identifiant', async ({ page }) => {
    await page.goto('/auth/login')
    await seConnecter(page, 'orph-r02-01', 'Ce-n-est-pas-le-bon-1')
    await expect(page.getByText(/mot de passe incorrect/)).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: 'Identifiant' })).toHaveValue('orph-r02-01')
  })
})
