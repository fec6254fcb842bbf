import type { Page } from '@playwright/test'
import { annuaireApi, DEFAUTS_REGLAGES_ANNUAIRE } from '@releve/contract/annuaire/annuaire.api.ts'
import {
  DEFAUTS_CONSERVATION,
  DEFAUTS_MENTIONS,
  DEFAUTS_ORGANISATION,
  parametreApi,
} from '@releve/contract/parametre/parametre.api.ts'
import { ANNEE_PUBLIEE } from './formulaire.ts'
import { expect, ouvrirSession, test } from './gens.ts'

const MENTIONS = '/dashboard/parametres?onglet=mentions'
const CONSERVATION = '/dashboard/parametres?onglet=conservation'
const { modifierMentions, modifierOrganisation, modifierConservation } = parametreApi
const { modifierReglagesAnnuaire } = annuaireApi

const bouton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const champ = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const enregistre = (page: Page, message: string) => expect(page.getByText(message)).toBeVisible()

/** What another tab, or another person, writes meanwhile. */
async function ecrire(page: Page, path: string, data: object) {
  const { token } = await ouvrirSession(page.request, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.post(`/api${path}`, { headers, data })).status()).toBe(200)
}

// The other tests share this platform: they find it as it was.
test.afterEach(async ({ page }) => {
  await ecrire(page, modifierOrganisation.path, DEFAUTS_ORGANISATION)
  await ecrire(page, modifierMentions.path, DEFAUTS_MENTIONS)
  await ecrire(page, modifierConservation.path, DEFAUTS_CONSERVATION)
  await ecrire(page, modifierReglagesAnnuaire.path, DEFAUTS_REGLAGES_ANNUAIRE)
})

const notice = (page: Page, name: string) => page.getByRole('dialog', { name })

test('l’organisation nommée par la DPPS signe le site public', async ({ as, page }) => {
  const dpps = await as('dpps')
  await dpps.goto('/dashboard/parametres')
  await dpps.getByRole('link', { name: 'Organisation', exact: true }).click()
  await expect(dpps).toHaveTitle('Organisation – Paramètres – Relevé')
  const nom = champ(dpps, 'Nom de l’organisation')
  await nom.fill('')
  await bouton(dpps, 'Enregistrer').click()
  await expect(nom).toHaveAccessibleDescription(/Saisissez le nom de l’organisation\./)
  await nom.fill('Direction des services')
  await champ(dpps, 'Pays (facultatif)').fill('Pays d’essai')
  await bouton(dpps, 'Enregistrer').click()
  await enregistre(dpps, 'Nom de l’organisation enregistré.')
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText('Direction des services, Pays d’essai')
})

test('les mentions légales saisies par la DPPS paraissent sur le site public', async ({
  as,
  page,
}) => {
  await page.goto('/#conditions')
  const conditions = notice(page, "Conditions d'utilisation")
  await expect(conditions.getByText('pas encore communiqué', { exact: true })).toHaveCount(2)

  const dpps = await as('dpps')
  await dpps.goto('/dashboard/parametres')
  await dpps.getByRole('link', { name: 'Mentions légales' }).click()
  await expect(dpps).toHaveTitle('Mentions légales – Paramètres – Relevé')
  await champ(dpps, 'Directeur ou directrice de la publication').fill('Awa Sarr, directrice')
  await champ(dpps, 'Nom de l’hébergeur').fill('Agence nationale du numérique')
  await champ(dpps, 'Adresse de l’hébergeur').fill('1, rue du Port\nPort-Clair')
  await champ(dpps, 'Téléphone de l’hébergeur').fill('+000 33 800 00 00')
  await champ(dpps, 'Son adresse électronique').fill('donnees@exemple.org')
  await champ(dpps, 'Site de l’autorité').fill('www.autorite.example')
  await champ(dpps, 'Adresse électronique pour signaler une faille').fill('failles@exemple.org')
  await bouton(dpps, 'Enregistrer').click()
  await enregistre(dpps, 'Mentions légales enregistrées.')
  await expect(champ(dpps, 'Site de l’autorité')).toHaveValue('https://www.autorite.example')

  const signaler = await page.request.get('/.well-known/security.txt')
  expect(await signaler.text()).toContain('Contact: mailto:failles@exemple.org')
  await page.reload()
  await expect(conditions).toContainText('Awa Sarr, directrice')
  await expect(conditions).toContainText('Agence nationale du numérique')
  await expect(conditions.getByText('pas encore communiqué')).toHaveCount(0)
  await expect(conditions.getByRole('link', { name: /33 800 00 00/ })).toHaveAttribute(
    'href',
    'tel:+000338000000',
  )
  await page.goto('/contact-us#confidentialite')
  const confidentialite = notice(page, 'Confidentialité')
  await expect(confidentialite.getByRole('link', { name: 'www.autorite.example' })).toHaveAttribute(
    'href',
    'https://www.autorite.example',
  )
  await expect(confidentialite.getByRole('link', { name: 'donnees@exemple.org' })).toBeVisible()
})

test('une mention mal écrite se dit sous son champ et en tête, et rien n’est enregistré', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(MENTIONS)
  const telephone = champ(page, 'Téléphone de l’éditeur')
  await telephone.fill('demandez Awa')
  await bouton(page, 'Enregistrer').click()
  const resume = page.getByRole('link', { name: 'Téléphone de l’éditeur' })
  await expect(resume).toBeVisible()
  await expect(telephone).toHaveAccessibleDescription(/numéro de téléphone/)
  await resume.click()
  await expect(telephone).toBeFocused()
  await bouton(page, 'Annuler les modifications').click()
  await expect(telephone).toHaveValue('')
  await expect(resume).toHaveCount(0)
})

test('quitter sans enregistrer se demande, et rester garde ce qui est saisi', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/parametres')
  await page.getByRole('link', { name: 'Mentions légales' }).click()
  const nom = champ(page, 'Nom de l’éditeur')
  await nom.fill('Un éditeur')
  const question = page.getByRole('dialog', { name: /^Abandonner/ })
  const departs = [
    () => page.getByRole('link', { name: 'Conservation' }).click(),
    () => page.getByRole('link', { name: 'Tableau de bord' }).click(),
    () => page.goBack(),
  ]
  for (const partir of departs) {
    await partir()
    await expect(question).toBeVisible()
    await bouton(page, 'Continuer la saisie').click()
    await expect(question).toHaveCount(0)
    await expect(nom).toHaveValue('Un éditeur')
    await expect(page).toHaveURL(MENTIONS)
  }
  await page.getByRole('link', { name: 'Conservation' }).click()
  await bouton(page, 'Abandonner').click()
  await expect(page).toHaveURL(CONSERVATION)
  await page.goBack()
  await expect(nom).toHaveValue('')
})

test('se déconnecter demande aussi, puis part sans rien garder', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(MENTIONS)
  await champ(page, 'Nom de l’éditeur').fill('Un éditeur')
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  await bouton(page, 'Se déconnecter quand même').click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
})

test.describe('quand une autre personne a changé les mêmes réglages', () => {
  test.use({ refusAttendus: true })

  test('l’enregistrement est refusé, et recharger garde le sien sous les yeux', async ({
    as,
    page: autre,
  }) => {
    const page = await as('dpps')
    await page.goto(MENTIONS)
    await champ(page, 'Nom de l’éditeur').fill('Le mien')
    await ecrire(autre, modifierMentions.path, {
      ...DEFAUTS_MENTIONS,
      editeurNom: 'Le sien',
      hebergeurNom: 'Son hébergeur',
    })
    await bouton(page, 'Enregistrer').click()
    const refus = /modifiés par une autre personne/
    await expect(page.getByRole('main').getByText(refus)).toBeVisible()
    // Seen as a message too, which a screen reader is not told again.
    await expect(page.getByText(refus)).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await bouton(page, 'Recharger').click()
    await expect(
      page.getByText(/Une autre personne a changé\s: Nom de l’éditeur, Nom de l’hébergeur\./),
    ).toBeVisible()
    await expect(champ(page, 'Nom de l’éditeur')).toHaveValue('Le mien')
    await expect(champ(page, 'Nom de l’hébergeur')).toHaveValue('Son hébergeur')
    await bouton(page, 'Enregistrer').click()
    await enregistre(page, 'Mentions légales enregistrées.')
    await page.reload()
    await expect(champ(page, 'Nom de l’éditeur')).toHaveValue('Le mien')
    await expect(champ(page, 'Nom de l’hébergeur')).toHaveValue('Son hébergeur')
  })
})

test('raccourcir la conservation du journal se confirme ; la page Confidentialité la dit', async ({
  as,
  page,
}) => {
  const dpps = await as('dpps')
  await dpps.goto(CONSERVATION)
  const mois = champ(dpps, 'Conservation du journal, en mois')
  await mois.fill('5')
  await expect(mois).toHaveAccessibleDescription(/nombre entier de 6 à 120/)
  await mois.fill('24')
  await bouton(dpps, 'Enregistrer').click()
  await enregistre(dpps, 'Durée de conservation enregistrée.')
  await page.goto('/#confidentialite')
  await expect(notice(page, 'Confidentialité')).toContainText(/pendant 24\smois/)

  await mois.fill('18')
  await bouton(dpps, 'Enregistrer').click()
  const question = dpps.getByRole('dialog', { name: /^Raccourcir la conservation/ })
  await expect(question).toContainText(/seront retirées, sans retour/)
  await question.getByRole('button', { name: 'Revenir' }).click()
  await dpps.reload()
  await expect(mois).toHaveValue('24')
  await mois.fill('18')
  await bouton(dpps, 'Enregistrer').click()
  await question.getByRole('button', { name: 'Raccourcir' }).click()
  await expect(question).toHaveCount(0)
  // The dialog closes as the call leaves: a page reloaded before its answer would cut it.
  await enregistre(dpps, 'Durée de conservation enregistrée.')
  await dpps.reload()
  await expect(mois).toHaveValue('18')
})

test('qui n’a pas le droit ne règle rien : ni au menu, ni par l’adresse', async ({ as }) => {
  const page = await as('admin')
  for (const adresse of [MENTIONS, CONSERVATION]) {
    await page.goto(adresse)
    await expect(page.getByText('Cet écran est réservé')).toBeVisible()
    await expect(bouton(page, 'Enregistrer')).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: 'Paramètres', exact: true })).toHaveCount(0)
})

test.describe('hors ligne', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('une notice dit ce qu’elle n’a pu lire, et le lit quand le réseau revient', async ({
    page,
    context,
  }) => {
    await page.goto('/#conditions')
    const conditions = notice(page, "Conditions d'utilisation")
    await expect(conditions.getByText('pas encore communiqué').first()).toBeVisible()
    await conditions.getByRole('button', { name: 'Fermer' }).click()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Conditions d' }).click()
    await expect(conditions.getByRole('alert')).toContainText('n’a pas pu être lue')
    await expect(conditions.getByText('pas encore communiqué')).toHaveCount(0)
    await context.setOffline(false)
    await bouton(page, 'Réessayer').click()
    await expect(conditions.getByText('pas encore communiqué').first()).toBeVisible()
    await expect(conditions.getByRole('alert')).toHaveCount(0)
  })
})

test('le seuil du secret et la licence se règlent ; la licence paraît avec les données publiques', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/parametres?onglet=annuaire')
  const seuil = champ(page, 'Seuil du secret statistique, en personnes')
  await seuil.fill('2')
  await bouton(page, 'Enregistrer').click()
  await expect(seuil).toHaveAccessibleDescription(/nombre entier de 3 à 100/)
  await seuil.fill('8')
  const part = champ(page, 'Part comparable, en pour cent')
  await expect(part).toHaveAccessibleDescription(/^De 50 à 100\. Par défaut\s: 80\./)
  await part.fill('49')
  await bouton(page, 'Enregistrer').click()
  await expect(part).toHaveAccessibleDescription(/nombre entier de 50 à 100/)
  await part.fill('90')
  const agents = page.getByRole('checkbox', {
    name: 'Couvrir aussi les agents présents par le secret statistique',
  })
  await expect(agents).not.toBeChecked()
  await expect(agents).toHaveAccessibleDescription(/^Par défaut, non/)
  await agents.check()
  await page
    .getByRole('combobox', { name: 'Licence des données publiées' })
    .selectOption('Open Database License 1.0 (ODbL)')
  await bouton(page, 'Enregistrer').click()
  await enregistre(page, 'Réglages de l’annuaire enregistrés.')
  await page.reload()
  await expect(seuil).toHaveValue('8')
  await expect(part).toHaveValue('90')
  await expect(agents).toBeChecked()
  const publique = await page.request.get(`/api/public/annuaires/${ANNEE_PUBLIEE}`)
  expect(await publique.json()).toMatchObject({ licence: { name: 'ODbL-1.0' } })
  await page.goto('/dashboard/journal')
  const ligne = page.getByRole('row', { name: /Réglages de l’annuaire modifiés/ }).first()
  await expect(ligne).toContainText('Licence Ouverte 2.0 (Etalab)')
  await expect(ligne).toContainText('Agents présents couverts par le secret statistique')
})
