import type { APIRequestContext } from '@playwright/test'
import { attendreLettres, lienDe } from './courrier.ts'
import { expect, ouvrirSession, seConnecter, test } from './gens.ts'

const IDENTIFIANT = 'oubli.essai'
const EMAIL = 'oubli.essai@example.org'
const CHOISI = 'Platane-Retrouve-2027-Vert'
const MOT = /[a-z2-9]{4}(?:-[a-z2-9]{4}){6}/

// The last part is a refusal: the person is blocked at work.
test.use({ refusAttendus: true })

/** The password in the last of this many mails. */
async function motRecu(nombre: number): Promise<string> {
  const lettres = await attendreLettres(EMAIL, nombre)
  const mot = MOT.exec(lettres.at(-1)?.texte ?? '')?.[0]
  if (!mot) throw new Error('aucun mot de passe dans le courriel')
  return mot
}

/** Somebody of the administration, new: his first password comes by mail. What blocks him. */
async function creerCompte(requetes: APIRequestContext): Promise<() => Promise<void>> {
  const { token } = await ouvrirSession(requetes, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const reponse = await requetes.post('/api/utilisateur/creer', {
    headers,
    data: { identifiant: IDENTIFIANT, nom: 'Essai', email: EMAIL, roles: ['ROLE_ADMIN'] },
  })
  expect(reponse.status()).toBe(200)
  const { id } = (await reponse.json()) as { id: number }
  return async () => {
    const blocage = await requetes.get(`/api/utilisateur/structure/bloquer/${id}`, { headers })
    expect(blocage.status()).toBe(200)
  }
}

/** Signs in from elsewhere, as a stranger would; the status of the answer. */
async function tenter(requetes: APIRequestContext, password: string): Promise<number> {
  const data = { identifiant: IDENTIFIANT, password }
  return (await requetes.post('/api/utilisateur/connexion', { data })).status()
}

test('du mot de passe oublié au tableau de bord, puis l’attente levée, puis le blocage', async ({
  page,
}) => {
  const bloquer = await creerCompte(page.request)
  await motRecu(1)
  await page.goto('/auth/reset-password')
  await page.getByRole('textbox', { name: 'Identifiant' }).fill(IDENTIFIANT)
  await page.getByRole('button', { name: 'Recevoir un mot de passe' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'vous a été envoyé par mail',
  )
  const provisoire = await motRecu(2)

  await page.goto('/auth/login')
  await seConnecter(page, IDENTIFIANT, provisoire)
  await expect(page).toHaveURL('/dashboard/chgmdp')
  await page.getByLabel('Mot de passe provisoire').fill(provisoire)
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(CHOISI)
  await page.getByLabel('Nouveau mot de passe, une seconde fois').fill(CHOISI)
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click()
  await expect(page).toHaveURL('/dashboard/app')

  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await seConnecter(page, IDENTIFIANT, CHOISI)
  await expect(page).toHaveURL('/dashboard/app')

  // A stranger's failures make strangers wait; the mail's link lifts the wait, once clicked.
  for (let n = 0; n < 5; n += 1) expect(await tenter(page.request, 'faux')).toBe(401)
  expect(await tenter(page.request, CHOISI)).toBe(429)
  const avis = (await attendreLettres(EMAIL, 3)).at(-1)
  if (!avis) throw new Error('aucun avis')
  await page.goto(lienDe(avis))
  expect(await tenter(page.request, CHOISI)).toBe(429)
  await page.getByRole('button', { name: 'Lever l’attente' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('L’attente est levée.')
  expect(await tenter(page.request, CHOISI)).toBe(200)

  // Blocked while he works, he is told why; nobody asks him to sign in again.
  await page.goto('/dashboard/app')
  await bloquer()
  await page.getByRole('link', { name: 'Utilisateurs', exact: true }).click()
  await expect(page.getByText('Votre compte a été bloqué.').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
