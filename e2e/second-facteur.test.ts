import type { APIRequestContext, Page } from '@playwright/test'
import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { securiteApi } from '@releve/contract/parametre/securite.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { Secret, TOTP } from 'otpauth'
import { trouverDefauts } from './axe.ts'
import { attendreLettres } from './courrier.ts'
import { asseoir, expect, MOT_DE_PASSE, ouvrirSession, seConnecter, test } from './gens.ts'

const PAS = 30_000
// What refuses a sign-in is a refusal: the browser says so.
test.use({ refusAttendus: true })

/** The code that the application shows, `pas` steps of 30 s from now: the server takes one either side. */
function codeDe(secret: string, pas = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) })
  return totp.generate({ timestamp: Date.now() + pas * PAS })
}

const bouton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Gives the password that is asked for first, by the keyboard alone: nothing, a wrong one, it. */
async function donnerMotDePasse(page: Page) {
  await bouton(page, 'Activer un second facteur').press('Enter')
  const dialogue = page.getByRole('dialog', { name: 'Activer un second facteur' })
  const champ = dialogue.getByLabel('Mot de passe', { exact: true })
  await expect(champ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(champ).toHaveAccessibleDescription('Saisissez votre mot de passe.')
  await champ.fill('Ce-n-est-pas-le-bon-1')
  await dialogue.getByRole('button', { name: 'Continuer' }).press('Enter')
  await expect(champ).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await expect(champ).toBeFocused()
  await expect(dialogue.getByRole('alert')).toHaveCount(0)
  await champ.fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(dialogue).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Second facteur' })).toBeFocused()
}

/** Sets a second factor up on the screen of the account; the secret and the recovery codes. */
async function saisirFacteur(page: Page) {
  await expect(page).toHaveTitle('Mon compte – Relevé')
  await donnerMotDePasse(page)
  await expect(page.getByRole('img', { name: /^Image à lire/ })).toBeVisible()
  const secret = await page.locator('.cpt-lettres code').innerText()
  const champ = page.getByRole('textbox', { name: /^Code affiché/ })
  // Its minute has long gone.
  await champ.fill(codeDe(secret, -20))
  await bouton(page, 'Vérifier et activer').press('Enter')
  await expect(champ).toHaveAccessibleDescription(/Ce code est incorrect/)
  await expect(champ).toBeFocused()
  // Taken until the step after its own: the clock may turn while it is typed; that of the step
  // before may not be.
  await champ.fill(codeDe(secret))
  await bouton(page, 'Vérifier et activer').click()
  const dialogue = page.getByRole('dialog', { name: 'Vos codes de récupération' })
  await expect(dialogue.getByRole('listitem')).toHaveCount(10)
  const codes = await dialogue.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(dialogue).toBeVisible()
  await bouton(page, 'Je les ai conservés').click()
  return { secret, codes }
}

async function activer(page: Page) {
  await page.goto('/dashboard/compte')
  const facteur = await saisirFacteur(page)
  await expect(page.getByText(/^Actif depuis le/)).toBeVisible()
  return facteur
}

/** A central user by HTTP, with a second factor of his own: what he may ask of everyone. */
async function equiperDpps(requetes: APIRequestContext) {
  const { token } = await ouvrirSession(requetes, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const password = MOT_DE_PASSE
  const demander = async (operation: { path: string }, data: object) =>
    requetes.post(`/api${operation.path}`, { headers, data })
  const { secret } = await (await demander(compteApi.preparerSecondFacteur, { password })).json()
  const actif = await demander(compteApi.activerSecondFacteur, { password, code: codeDe(secret) })
  const { codesRecuperation } = await actif.json()
  return {
    async exiger(secondFacteurCentral: boolean, secondFacteurDelaiJours = 0) {
      const lus = await requetes.get(`/api${securiteApi.lireSecurite.path}`, { headers })
      const data = { ...(await lus.json()), secondFacteurCentral, secondFacteurDelaiJours }
      expect((await demander(securiteApi.modifierSecurite, data)).status()).toBe(200)
    },
    /** Leaves both accounts as they were: the tests that follow sign in by the password alone. */
    async ranger(identifiant: string) {
      const preuve = { password, code: codesRecuperation[0] }
      const url = `/api${utilisateurApi.listUtilisateurs.path}?q=${identifiant}`
      const { elements } = await (await requetes.get(url, { headers })).json()
      const compte = elements.find((un: { identifiant: string }) => un.identifiant === identifiant)
      await demander(utilisateurApi.reinitialiserSecondFacteur, { id: compte.id })
      expect((await demander(compteApi.desactiverSecondFacteur, preuve)).status()).toBe(204)
    },
  }
}

test('un second facteur s’active, se demande à la connexion, et se désactive', async ({
  as,
  browser,
  baseURL,
}) => {
  const ailleurs = await as('mac-r01-01')
  const page = await as('mac-r01-01')
  const { secret, codes } = await activer(page)
  await expect(page.getByRole('table', { name: 'Sessions ouvertes' }).getByRole('row')).toHaveCount(
    2,
  )
  await ailleurs.goto('/dashboard/compte')
  await expect(ailleurs.getByRole('dialog', { name: 'Votre session a expiré' })).toBeVisible()
  const visiteur = await asseoir(browser, null, baseURL ?? '')
  await visiteur.goto('/dashboard/compte')
  await seConnecter(visiteur, 'mac-r01-01')
  await expect(visiteur).toHaveURL('/auth/verify')
  const champ = visiteur.getByRole('textbox', { name: 'Code de vérification' })
  await champ.fill('000000')
  await bouton(visiteur, 'Vérifier').click()
  await expect(visiteur.getByRole('alert')).toContainText('Ce code est incorrect')
  // The step after: the one of the activation is used.
  await champ.fill(codeDe(secret, 1))
  await bouton(visiteur, 'Vérifier').click()
  // Where the visitor was going.
  await expect(visiteur.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()

  await bouton(visiteur, 'Désactiver').click()
  const preuve = visiteur.getByRole('dialog', { name: 'Désactiver le second facteur' })
  const motDePasse = preuve.getByLabel('Mot de passe', { exact: true })
  const code = preuve.getByRole('textbox', { name: /^Code de l’application/ })
  await motDePasse.fill('Ce-n-est-pas-le-bon-1')
  await code.fill('000000')
  await code.press('Enter')
  await expect(motDePasse).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await motDePasse.fill(MOT_DE_PASSE)
  await motDePasse.press('Enter')
  await expect(code).toHaveAccessibleDescription(/Ce code est incorrect/)
  await expect(code).toBeFocused()
  await code.fill(codes[0] ?? '')
  await code.press('Enter')
  await expect(visiteur.getByText('Aucun second facteur n’est actif.')).toBeVisible()
  const lettres = await attendreLettres('mac-r01-01@example.org', 2)
  expect(lettres.map(({ objet }) => objet)).toEqual([
    'Relevé\u00a0: un second facteur a été activé',
    'Relevé\u00a0: votre second facteur a été désactivé',
  ])
  await visiteur.context().close()
})

test('un code de récupération ouvre la session le jour où le téléphone manque', async ({
  as,
  browser,
  baseURL,
}) => {
  const { codes } = await activer(await as('mac-r02-01'))
  const visiteur = await asseoir(browser, null, baseURL ?? '')
  await visiteur.goto('/auth/login')
  await seConnecter(visiteur, 'mac-r02-01')
  await bouton(visiteur, 'Utiliser un code de récupération').click()
  await visiteur.getByRole('textbox', { name: 'Code de récupération' }).fill(codes[0] ?? '')
  await bouton(visiteur, 'Vérifier').click()
  await expect(visiteur).toHaveURL('/dashboard/app')
  await visiteur.goto('/dashboard/compte')
  await expect(visiteur.getByText(/Il vous reste 9\scodes de récupération/)).toBeVisible()
  await visiteur.context().close()
})

test('exigé des comptes centraux, il s’active avant tout autre écran, puis mène où l’on allait', async ({
  page: requetes,
  browser,
  baseURL,
}) => {
  const dpps = await equiperDpps(requetes.request)
  const page = await asseoir(browser, null, baseURL ?? '')
  try {
    await dpps.exiger(true)
    await page.goto('/dashboard/utilisateurs')
    await seConnecter(page, 'admin')
    await expect(page.getByText(/^Un second facteur est exigé de votre compte/)).toBeVisible()
    await expect(page).toHaveURL('/dashboard/compte')
    await expect(page.getByRole('link', { name: 'Utilisateurs' })).toHaveCount(0)
    // Not the screens alone: the server opens nothing else.
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const lister = () =>
      requetes.request.get(`/api${utilisateurApi.listUtilisateurs.path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    expect(await (await lister()).json()).toMatchObject({ code: 'SECOND_FACTEUR_A_ACTIVER' })
    await saisirFacteur(page)
    await expect(page).toHaveURL('/dashboard/utilisateurs')
    await expect(page.getByRole('heading', { level: 1, name: 'Utilisateurs' })).toBeVisible()
    expect((await lister()).status()).toBe(200)
  } finally {
    await dpps.exiger(false)
    await dpps.ranger('admin')
    await page.context().close()
  }
})

test('exigé passé un délai, l’accueil l’annonce, mène à « Mon compte », et ne ferme rien', async ({
  page: requetes,
  browser,
  baseURL,
}) => {
  const dpps = await equiperDpps(requetes.request)
  const page = await asseoir(browser, null, baseURL ?? '')
  try {
    await dpps.exiger(true, 30)
    await page.goto('/dashboard/app')
    await seConnecter(page, 'admin')
    const annonce = page.getByText(/^À partir du .*, un second facteur vous sera demandé/)
    await expect(annonce).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    await page.getByRole('link', { name: /^L’activer dès maintenant/ }).click()
    await expect(page).toHaveURL('/dashboard/compte')
    await saisirFacteur(page)
    await page.getByRole('link', { name: 'Tableau de bord' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
    await expect(annonce).toHaveCount(0)
  } finally {
    await dpps.exiger(false)
    await dpps.ranger('admin')
    await page.context().close()
  }
})

test('une session oubliée ailleurs se ferme d’ici, par son mot de passe', async ({ as }) => {
  const ailleurs = await as('crsm-r06-01')
  const page = await as('crsm-r06-01')
  await page.goto('/dashboard/compte')
  const sessions = page.getByRole('table', { name: 'Sessions ouvertes' })
  await expect(sessions.getByText('Celle-ci')).toBeVisible()
  await bouton(page, 'Fermer toutes les autres').press('Enter')
  const dialogue = page.getByRole('dialog', { name: 'Fermer toutes les autres sessions' })
  const champ = dialogue.getByLabel('Mot de passe', { exact: true })
  await expect(champ).toBeFocused()
  expect(await trouverDefauts(page)).toEqual([])
  await champ.fill('Ce-n-est-pas-le-bon-1')
  await page.keyboard.press('Enter')
  await expect(champ).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await champ.fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/session(s)? fermée(s)?\.$/)).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await ailleurs.goto('/dashboard/compte')
  await expect(ailleurs.getByRole('dialog', { name: 'Votre session a expiré' })).toBeVisible()
})

test('la DPPS règle la durée des sessions, et voit aussitôt ce qui ne se peut pas', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/parametres')
  const duree = page.getByRole('textbox', { name: /^Durée d’une session/ })
  await duree.fill('25')
  await expect(duree).toHaveAccessibleDescription(/nombre entier de 1 à 24/)
  await duree.fill('12')
  await bouton(page, 'Enregistrer').click()
  await expect(page.getByText('Réglages de sécurité enregistrés.')).toBeVisible()
  await page.reload()
  await expect(duree).toHaveValue('12')
  await duree.fill('10')
  await bouton(page, 'Enregistrer').click()
  await expect(page.getByText('Réglages de sécurité enregistrés.')).toBeVisible()
})

test('qui travaille pour plusieurs structures choisit celle que montrent ses écrans', async ({
  as,
  page: requetes,
}) => {
  const { token } = await ouvrirSession(requetes.request, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const { elements } = await (
    await requetes.request.get(`/api${utilisateurApi.listUtilisateurs.path}?q=cads-r03-01`, {
      headers,
    })
  ).json()
  const compte = elements[0]
  const data = {
    ...compte,
    email: compte.email ?? 'cads@exemple.org',
    structure: compte.structure.code,
    autreStructure: ['ORPH-R02-01'],
  }
  const ecrit = await requetes.request.post('/api/utilisateur/modifier', { headers, data })
  expect(ecrit.status()).toBe(200)
  const page = await as('cads-r03-01')
  await page.goto('/dashboard/messaisies')
  const choix = page.getByRole('combobox', { name: 'Structure de travail' })
  const autre = compte.structure.libelle
  const entete = page.getByRole('columnheader', { name: 'Structure' })
  await expect(entete).toBeVisible()
  await choix.selectOption(autre)
  await expect(entete).toBeHidden()
  await page.goto('/dashboard/saisies')
  await expect(choix).toHaveValue('CADS-R03-01')
  const lignes = page.getByRole('table').getByRole('row')
  await expect(lignes.filter({ hasText: autre }).first()).toBeVisible()
  await expect(lignes.filter({ hasNotText: autre })).toHaveCount(1)
  await choix.selectOption('Toutes mes structures')
  await expect(lignes.filter({ hasNotText: autre }).nth(1)).toBeVisible()
})
