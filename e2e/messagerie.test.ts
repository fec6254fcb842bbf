import type { Page } from '@playwright/test'
import { giveFile, pdf } from './fichiers.ts'
import { tabuler } from './focus.ts'
import { MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const lien = (page: Page, nom: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name: nom })
const bouton = (page: Page, nom: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name: nom })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' })

async function ouvrir(page: Page, boite = ''): Promise<void> {
  await page.goto(`/dashboard/mail${boite && `?boite=${boite}`}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
}

const choisis = (page: Page) => page.getByRole('list', { name: 'Destinataires choisis' })

const champ = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const enregistre = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^Brouillon enregistré à/ })

/** Finds somebody, or a group, in the address book, by the keyboard. */
async function choisir(page: Page, texte: string, nom: RegExp): Promise<void> {
  const liste = page.getByRole('combobox', { name: 'Destinataires' })
  await liste.fill(texte)
  await expect(page.getByRole('option', { name: nom }).first()).toBeVisible()
  await liste.press('ArrowDown')
  await liste.press('Enter')
  await expect(choisis(page).getByText(nom)).toBeVisible()
}

async function rediger(page: Page, objet: string, corps: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Objet' }).fill(objet)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(corps)
}

async function envoyer(page: Page): Promise<void> {
  await bouton(page, 'Envoyer').click()
  await expect(page.getByText('Le message a été envoyé.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
}

test('un message part, arrive dans un autre navigateur, s’y lit et s’y répond', async ({ as }) => {
  const dpps = await as('dpps')
  await ouvrir(dpps)
  await lien(dpps, 'Nouveau message').click()
  await bouton(dpps, 'Envoyer').click()
  await expect(dpps.getByText('Choisissez au moins un destinataire.')).toBeVisible()
  await choisir(dpps, 'port-clair cau', /CAU-R01-01/)
  const corps = 'Voir https://example.org/guide\n<b>et non du gras</b> javascript:alert(1)'
  await rediger(dpps, 'Une réunion lundi', corps)
  await envoyer(dpps)

  const structure = await as('cau-r01-01')
  await ouvrir(structure)
  await expect(menu(structure).getByRole('link', { name: /Messagerie.*non lu/ })).toBeVisible()
  await lien(structure, /^Une réunion lundi/).click()
  await expect(structure.getByRole('heading', { level: 1 })).toHaveText(/Une réunion lundi/)
  await expect(structure.getByText('<b>et non du gras</b>')).toBeVisible()
  const guide = lien(structure, 'https://example.org/guide')
  await expect(guide).toHaveAttribute('rel', /noopener/)
  await expect(guide).toHaveAttribute('target', '_blank')
  await expect(lien(structure, /javascript/)).toHaveCount(0)
  await bouton(structure, 'Répondre').click()
  await expect(structure.getByRole('textbox', { name: 'Objet' })).toHaveValue(
    /^Re\s: Une réunion lundi$/,
  )
  await structure.getByRole('textbox', { name: 'Message', exact: true }).fill('J’y serai.')
  await envoyer(structure)

  await ouvrir(dpps)
  await lien(dpps, /^Re\s: Une réunion lundi/).click()
  const fil = dpps.getByRole('region', { name: 'Toute la conversation' })
  await expect(fil.getByText('Voir https://example.org/guide')).toBeVisible()
  await bouton(dpps, 'Revenir aux messages').or(lien(dpps, 'Revenir aux messages')).click()
  await lien(dpps, 'Envoyés').click()
  await lien(dpps, /^Une réunion lundi/).click()
  await expect(dpps.getByText('· Lu')).toBeVisible()
})

test('un message s’écrit, part et se transfère sans souris', async ({ as }) => {
  const admin = await as('admin')
  await ouvrir(admin)
  await tabuler(admin, lien(admin, 'Nouveau message'))
  await admin.keyboard.press('Enter')
  const liste = admin.getByRole('combobox', { name: 'Destinataires' })
  await tabuler(admin, liste)
  await admin.keyboard.type('dpps')
  await expect(admin.getByRole('option', { name: /Direction centrale \(DPPS\)/ })).toBeVisible()
  await admin.keyboard.press('ArrowDown')
  await admin.keyboard.press('Enter')
  await expect(choisis(admin).getByText('Direction centrale (DPPS)')).toBeVisible()
  await tabuler(admin, champ(admin, 'Objet'))
  await admin.keyboard.type('Sans souris')
  await tabuler(admin, champ(admin, 'Message'))
  await admin.keyboard.type('Tout au clavier.')
  await tabuler(admin, bouton(admin, 'Envoyer'))
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Le message a été envoyé.')).toBeVisible()

  const dpps = await as('dpps')
  await ouvrir(dpps)
  await tabuler(dpps, lien(dpps, /^Sans souris/))
  await dpps.keyboard.press('Enter')
  await tabuler(dpps, bouton(dpps, 'Transférer'))
  await dpps.keyboard.press('Enter')
  await expect(champ(dpps, 'Objet')).toHaveValue(/^Tr\s: Sans souris$/)
  await expect(champ(dpps, 'Message')).toHaveValue(/> Tout au clavier\./)
})

test('un message se marque important, et se supprime de sa seule messagerie', async ({ as }) => {
  const admin = await as('admin')
  await ouvrir(admin)
  await lien(admin, 'Nouveau message').click()
  await choisir(admin, 'dpps', /dpps|centrale/i)
  await rediger(admin, 'À garder', 'Important.')
  await envoyer(admin)
  const dpps = await as('dpps')
  await ouvrir(dpps)
  const etoile = bouton(dpps, 'Marquer « À garder » important')
  await etoile.first().click()
  await expect(etoile.first()).toHaveAttribute('aria-pressed', 'true')
  await lien(dpps, 'Importants').click()
  await lien(dpps, /^À garder/)
    .first()
    .click()
  await bouton(dpps, 'Supprimer').click()
  const question = dpps.getByRole('dialog', { name: /^Supprimer ce message/ })
  await question.getByRole('button', { name: 'Supprimer' }).click()
  await expect(dpps.getByText('Le message a été supprimé.')).toBeVisible()
  await ouvrir(admin, 'envoyes')
  await expect(lien(admin, /^À garder/).first()).toBeVisible()
})

test('un brouillon se garde tout seul, se retrouve, et part avec son fichier à tout un groupe', async ({
  as,
}) => {
  const dpps = await as('dpps')
  await ouvrir(dpps)
  await lien(dpps, 'Nouveau message').click()
  await rediger(dpps, 'Consigne du mois', 'À lire avant vendredi.')
  await expect(enregistre(dpps)).toBeVisible()
  await dpps.reload()
  await expect(dpps.getByRole('textbox', { name: 'Objet' })).toHaveValue('Consigne du mois')
  await ouvrir(dpps, 'brouillons')
  await lien(dpps, 'Consigne du mois').click()
  await expect(dpps.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
    'À lire avant vendredi.',
  )
  await choisir(dpps, 'littoral', /^Groupe.*Littoral/)
  const ask = () => bouton(dpps, /Glissez-déposez un fichier/).click()
  await giveFile(dpps, ask, pdf('consigne.pdf'))
  await expect(
    dpps.getByRole('list', { name: 'Fichiers joints' }).getByText('consigne.pdf'),
  ).toBeVisible()
  await envoyer(dpps)
  await ouvrir(dpps, 'brouillons')
  await expect(dpps.getByText('Aucun brouillon.')).toBeVisible()

  const structure = await as('cau-r01-01')
  await ouvrir(structure)
  await lien(structure, /^Consigne du mois/).click()
  const telechargement = structure.waitForEvent('download')
  await bouton(structure, /^Télécharger consigne.pdf/).click()
  expect((await telechargement).suggestedFilename()).toBe('consigne.pdf')
})

test('sans rien recharger, ce qui est lu n’attend plus, et un brouillon se retrouve entier', async ({
  as,
}) => {
  const admin = await as('admin')
  await ouvrir(admin)
  await lien(admin, 'Nouveau message').click()
  await choisir(admin, 'dpps', /dpps|centrale/i)
  await rediger(admin, 'À lire une fois', 'Bonjour.')
  await envoyer(admin)
  const dpps = await as('dpps')
  await ouvrir(dpps)
  await lien(dpps, /^À lire une fois \(Non lu\)/).click()
  await expect(dpps.getByRole('heading', { level: 1 })).toHaveText(/À lire une fois/)
  await lien(dpps, 'Revenir aux messages').click()
  await expect(lien(dpps, /^À lire une fois$/)).toBeVisible()

  await lien(dpps, 'Brouillons').click()
  await expect(dpps.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
  await lien(dpps, 'Nouveau message').click()
  await rediger(dpps, 'À finir demain', 'Première ligne.')
  await bouton(dpps, 'Garder pour plus tard').click()
  await lien(dpps, 'À finir demain').click()
  await expect(champ(dpps, 'Message')).toHaveValue('Première ligne.')
  await bouton(dpps, 'Jeter le brouillon').click()
  await expect(dpps.getByText('Le brouillon a été jeté.')).toBeVisible()
})

test.describe('deux fenêtres', () => {
  test.use({ refusAttendus: true })

  test('un brouillon changé dans une autre fenêtre n’est pas écrasé, et rien n’est perdu', async ({
    as,
  }) => {
    const ici = await as('dpps')
    const adresse = '/dashboard/mail?ecrire=3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a88'
    await ici.goto(adresse)
    await rediger(ici, 'Deux fenêtres', 'Commencé ici.')
    await expect(enregistre(ici)).toBeVisible()
    const la = await ici.context().newPage()
    await la.goto(adresse)
    await champ(la, 'Message').fill('Continué là.')
    await expect(enregistre(la)).toBeVisible()

    await champ(ici, 'Message').fill('Continué ici.')
    const avis = ici.getByRole('alert').filter({ hasText: 'ce brouillon a changé ailleurs' })
    await expect(avis).toBeVisible()
    await avis.getByRole('button', { name: 'Garder ce texte dans un autre brouillon' }).click()
    await expect(avis).toHaveCount(0)
    await expect(champ(ici, 'Message')).toHaveValue('Continué ici.')
    await ouvrir(ici, 'brouillons')
    await expect(lien(ici, 'Deux fenêtres')).toHaveCount(2)

    await ici.goto(adresse)
    await expect(champ(ici, 'Message')).toHaveValue('Continué là.')
    await champ(la, 'Message').fill('Fini là.')
    await expect(bouton(la, 'Envoyer')).toBeVisible()
    await bouton(la, 'Garder pour plus tard').click()
    await expect(lien(la, 'Deux fenêtres')).toHaveCount(2)
    await choisir(ici, 'admin', /admin/i)
    await bouton(ici, 'Envoyer').click()
    await avis.getByRole('button', { name: /^Abandonner ce texte/ }).click()
    await expect(champ(ici, 'Message')).toHaveValue('Fini là.')
    await choisir(ici, 'admin', /admin/i)
    await envoyer(ici)
    await ouvrir(ici, 'brouillons')
    await expect(lien(ici, 'Deux fenêtres')).toHaveCount(1)
  })
})

test.describe('sans réseau', () => {
  test.use({ refusAttendus: true, neuf: true })

  test('ce qui s’écrit survit à la page quittée, se retrouve et s’enregistre au retour', async ({
    as,
  }) => {
    const page = await as('admin')
    await ouvrir(page)
    await lien(page, 'Nouveau message').click()
    await rediger(page, 'Hors ligne', 'Commencé.')
    await expect(enregistre(page)).toBeVisible()
    await page.context().setOffline(true)
    await champ(page, 'Message').fill('Écrit sans réseau.')
    await lien(page, 'Revenir aux messages').click()
    const attend = page.getByRole('main').getByRole('link', { name: /^Reprendre «\sHors ligne/ })
    await expect(attend).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await attend.click()
    await expect(champ(page, 'Message')).toHaveValue('Écrit sans réseau.')
    await expect(enregistre(page)).toBeVisible()
    await lien(page, 'Revenir aux messages').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible()
    await expect(attend).toHaveCount(0)
    await ouvrir(page, 'brouillons')
    await lien(page, 'Hors ligne').click()
    await expect(champ(page, 'Message')).toHaveValue('Écrit sans réseau.')
    await bouton(page, 'Jeter le brouillon').click()
    await expect(page.getByText('Le brouillon a été jeté.')).toBeVisible()
  })
})

test('un message sur un rapport l’ouvre, à sa case', async ({ as }) => {
  const dpps = await as('dpps')
  const numero = numeroDe('RMA', 'CAU-R01-01', MOIS_PRECEDENT)
  await dpps.goto(`/dashboard/saisies/${numero}?section=MVT&case=MVT.FIN.TOT`)
  await expect(dpps.locator('[data-cellule="MVT.FIN.TOT"]')).toBeFocused()
  await dpps.keyboard.press('Control+Enter')
  await lien(dpps, 'Écrire à propos de cette case').click()
  await expect(dpps.getByText('Le message ouvrira la case MVT.FIN.TOT.')).toBeVisible()
  await expect(choisis(dpps).getByText(/CAU-R01-01/)).toBeVisible()
  await rediger(dpps, 'Cette case est-elle juste ?', 'Merci de vérifier.')
  await envoyer(dpps)
  const structure = await as('cau-r01-01')
  await ouvrir(structure)
  await lien(structure, /^Cette case/).click()
  await lien(structure, 'Ouvrir le rapport à la case MVT.FIN.TOT').click()
  await expect(structure).toHaveURL(new RegExp(`/saisies/${numero}\\?section=MVT&case=MVT.FIN.TOT`))
  await expect(structure.locator('[data-cellule="MVT.FIN.TOT"]')).toBeFocused()
})

test('d’un rapport, on écrit à ceux qui le valident, et son adresse retrouve ce qui est écrit', async ({
  as,
}) => {
  const structure = await as('cau-r01-01')
  const numero = numeroDe('RMA', 'CAU-R01-01', MOIS_PRECEDENT)
  await structure.goto(`/dashboard/saisies/${numero}`)
  await lien(structure, 'Écrire à propos de ce rapport').click()
  await expect(choisis(structure).getByText(/Direction centrale/)).toBeVisible()
  const objet = structure.getByRole('textbox', { name: 'Objet' })
  await expect(objet).toHaveValue(`Rapport ${numero}`)
  await rediger(structure, 'Un chiffre à revoir', 'Le nombre d’entrées nous paraît faible.')
  await expect(enregistre(structure)).toBeVisible()
  await structure.reload()
  await expect(objet).toHaveValue('Un chiffre à revoir')
  await envoyer(structure)
  const dpps = await as('dpps')
  await ouvrir(dpps)
  await lien(dpps, /^Un chiffre à revoir/).click()
  await lien(dpps, 'Ouvrir le rapport').click()
  await expect(dpps).toHaveURL(new RegExp(`/saisies/${numero}$`))
})

test('chacun choisit comment il est prévenu par courriel', async ({ as }) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/compte')
  const choix = page.getByRole('radio', { name: 'Une fois par jour, s’il y en a de nouveaux' })
  await choix.check()
  await expect(page.getByText('Votre choix est enregistré.')).toBeVisible()
  await page.reload()
  await expect(choix).toBeChecked()
})
