import type { Locator, Page } from '@playwright/test'
import { trouverTout } from './axe.ts'
import { giveFile, image, lacher, pdf } from './fichiers.ts'
import { commencer, MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'POUP-R01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)

const panneauDe = (page: Page) => page.getByRole('region', { name: 'Pièces jointes' })
const ajoutDe = (page: Page) => panneauDe(page).getByRole('form', { name: 'Joindre une pièce' })
const typeDe = (page: Page) => ajoutDe(page).getByLabel('Type de document')
const joindreDe = (page: Page) =>
  ajoutDe(page).getByRole('button', { name: 'Joindre', exact: true })
const zoneDe = (page: Page) => ajoutDe(page).getByRole('button', { name: /^Glissez-déposez/ })
const champDe = (ou: Locator) => ou.locator('input[type=file]')
const pieceDe = (page: Page, nom: string) =>
  panneauDe(page).getByRole('listitem').filter({ hasText: nom })

async function ouvrirPieces(page: Page, numero: string): Promise<void> {
  await page.goto(`/dashboard/saisies/${numero}`)
  await page.getByRole('button', { name: 'Pièces jointes' }).click()
  await expect(panneauDe(page).getByRole('heading', { name: 'Pièces jointes' })).toBeFocused()
}

/** Once the files are read: before, there are none. */
async function compterPieces(page: Page): Promise<number> {
  await expect(ajoutDe(page)).toBeVisible()
  return panneauDe(page).getByRole('listitem').count()
}

async function preparer(as: (identifiant: string) => Promise<Page>): Promise<Page> {
  const page = await as('poup-r01-01')
  await commencer(page, 'RMA', STRUCTURE)
  await ouvrirPieces(page, NUMERO)
  return page
}

test.describe
  .serial('les pièces jointes d’un rapport', () => {
    test('se joignent en les lâchant dans le cadre, se regardent, se téléchargent, se suppriment', async ({
      as,
    }) => {
      const page = await preparer(as)
      await expect(panneauDe(page)).toContainText('Aucune pièce n’est jointe à ce rapport.')
      await expect(joindreDe(page)).toHaveAccessibleDescription(
        'Choisissez d’abord le type du document.',
      )
      await typeDe(page).selectOption('Photographie')
      await lacher(zoneDe(page), ['façade.png'])
      await joindreDe(page).click()
      await expect(page.getByText('La pièce «\u00a0façade.png\u00a0» a été jointe.')).toBeVisible()
      const piece = pieceDe(page, 'façade.png')
      await expect(piece).toBeVisible()
      await expect(panneauDe(page).getByRole('heading', { name: 'Photographie' })).toBeVisible()
      await expect(panneauDe(page)).toContainText(/1\sfichier sur 20/)
      expect(await trouverTout(page, 'main')).toEqual([])

      await piece.getByRole('button', { name: 'Aperçu de façade.png' }).click()
      const apercu = page.getByRole('dialog', { name: 'façade.png' })
      const vue = apercu.getByRole('img', { name: 'Aperçu\u00a0: façade.png' })
      await expect(vue).toHaveJSProperty('naturalWidth', 1)
      await apercu.getByRole('button', { name: 'Fermer', exact: true }).click()
      await expect(piece.getByRole('button', { name: /^Aperçu/ })).toBeFocused()

      const telechargement = page.waitForEvent('download')
      await piece.getByRole('button', { name: 'Télécharger façade.png' }).click()
      expect((await telechargement).suggestedFilename()).toBe('façade.png')

      await piece.getByRole('button', { name: 'Supprimer façade.png' }).click()
      const question = page.getByRole('dialog', { name: 'Supprimer «\u00a0façade.png\u00a0»' })
      await question.getByRole('button', { name: 'Supprimer' }).click()
      await expect(piece).toHaveCount(0)
    })

    test('se joignent au clavier, plusieurs du même type ; le panneau se ferme et revient', async ({
      as,
    }) => {
      const page = await preparer(as)
      for (const nom of ['registre-1.pdf', 'registre-2.pdf']) {
        // A file that has just been sent is in the list before another may be chosen.
        await expect(typeDe(page)).toBeEnabled()
        await typeDe(page).focus()
        await typeDe(page).selectOption('Extrait de registre (anonymisé)')
        await page.keyboard.press('Tab')
        await giveFile(page, () => page.keyboard.press('Enter'), pdf(nom))
        await joindreDe(page).focus()
        await page.keyboard.press('Enter')
        await expect(pieceDe(page, nom)).toBeVisible()
      }
      await panneauDe(page)
        .getByRole('button', { name: 'Fermer les pièces jointes' })
        .press('Enter')
      await expect(panneauDe(page)).toHaveCount(0)
      await ouvrirPieces(page, NUMERO)
      await expect(panneauDe(page).getByRole('listitem')).toHaveCount(2)
    })

    test('un envoi lent se suit et s’annule : rien n’en est gardé', async ({ as }) => {
      const page = await preparer(as)
      const avant = await compterPieces(page)
      const reseau = await page.context().newCDPSession(page)
      const lent = { offline: false, latency: 0, downloadThroughput: -1 }
      await reseau.send('Network.emulateNetworkConditions', { ...lent, uploadThroughput: 200_000 })
      await typeDe(page).selectOption('Procès-verbal')
      await champDe(ajoutDe(page)).setInputFiles(pdf('long.pdf', 4_900_000))
      await joindreDe(page).click()
      const avancee = ajoutDe(page).getByRole('progressbar', { name: 'Envoi de long.pdf' })
      await expect.poll(async () => Number(await avancee.getAttribute('value'))).toBeGreaterThan(0)
      await ajoutDe(page).getByRole('button', { name: 'Annuler l’envoi' }).click()
      await expect(ajoutDe(page).getByText('rien n’a été gardé')).toBeVisible()
      await expect(ajoutDe(page).getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
      await reseau.send('Network.emulateNetworkConditions', { ...lent, uploadThroughput: -1 })
      await ouvrirPieces(page, NUMERO)
      await expect(panneauDe(page).getByRole('form')).toBeVisible()
      await expect(panneauDe(page).getByRole('listitem')).toHaveCount(avant)
    })

    test.describe('quand le serveur refuse', () => {
      test.use({ refusAttendus: true })

      test('la phrase dit pourquoi, et rien n’est perdu : contenu trompeur, place prise', async ({
        as,
      }) => {
        const page = await preparer(as)
        await typeDe(page).selectOption('Autre document')
        const programme = { ...pdf('facture.pdf'), buffer: Buffer.from('MZ programme') }
        await champDe(ajoutDe(page)).setInputFiles(programme)
        await joindreDe(page).click()
        const echec = ajoutDe(page).getByRole('alert').filter({ hasText: 'Erreur' })
        await expect(echec).toContainText('Format non accepté.')
        await expect(ajoutDe(page).getByText('facture.pdf', { exact: true })).toBeVisible()

        for (let rang = await compterPieces(page); rang < 20; rang++) {
          await champDe(ajoutDe(page)).setInputFiles(image(`piece-${rang}.png`))
          await joindreDe(page).click()
          await expect(pieceDe(page, `piece-${rang}.png`)).toBeVisible()
        }
        await champDe(ajoutDe(page)).setInputFiles(image('de-trop.png'))
        await joindreDe(page).click()
        await expect(echec).toContainText(/Ce rapport a déjà 20\sfichiers/)
        await expect(panneauDe(page).getByRole('listitem')).toHaveCount(20)
      })
    })
  })

test('les pièces d’un rapport soumis se lisent seulement, par sa structure', async ({ as }) => {
  const page = await as('orph-r02-01')
  await ouvrirPieces(page, numeroDe('RMA', 'ORPH-R02-01', MOIS_PRECEDENT))
  await expect(panneauDe(page)).toContainText('Vous pouvez consulter ces pièces')
  await expect(ajoutDe(page)).toHaveCount(0)
})

const ligneDe = (page: Page, titre: string) => page.getByRole('row').filter({ hasText: titre })
const ficheDe = (page: Page, nom: RegExp) => page.getByRole('dialog', { name: nom })

test.describe
  .serial('la bibliothèque', () => {
    test('la direction centrale dépose un document, le modifie et en remplace le fichier', async ({
      as,
    }) => {
      const page = await as('dpps')
      await page.goto('/dashboard/documents')
      await page.getByRole('button', { name: 'Déposer un document' }).click()
      const depot = ficheDe(page, /^Déposer un document/)
      await depot.getByRole('button', { name: 'Déposer' }).click()
      await expect(depot.getByText('Choisissez une catégorie dans la liste.').first()).toBeVisible()
      await champDe(depot).setInputFiles(pdf('Guide de saisie.pdf'))
      await expect(depot.getByRole('textbox', { name: 'Titre' })).toHaveValue('Guide de saisie')
      await depot.getByLabel('Catégorie').selectOption('Guide de remplissage')
      await depot.getByRole('textbox', { name: /^Description/ }).fill('Case par case.')
      expect(await trouverTout(page, 'dialog')).toEqual([])
      await depot.getByRole('button', { name: 'Déposer' }).click()
      await expect(page.getByText('Le document a été déposé dans la bibliothèque.')).toBeVisible()
      await expect(ligneDe(page, 'Guide de saisie')).toContainText('Case par case.')

      await page.getByRole('button', { name: 'Modifier Guide de saisie' }).click()
      const fiche = ficheDe(page, /^Modifier/)
      await fiche.getByRole('textbox', { name: 'Titre' }).fill('Guide du rapport mensuel')
      await fiche.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(ligneDe(page, 'Guide du rapport mensuel')).toBeVisible()

      await page
        .getByRole('button', { name: 'Remplacer le fichier de Guide du rapport mensuel' })
        .click()
      const remplacement = ficheDe(page, /^Remplacer/)
      await champDe(remplacement).setInputFiles(pdf('Version 2.pdf'))
      await remplacement.getByRole('button', { name: 'Remplacer', exact: true }).click()
      await expect(ligneDe(page, 'Guide du rapport mensuel')).toContainText('Version 2.pdf')
    })

    test('une structure y cherche et y télécharge, sans rien pouvoir y changer', async ({ as }) => {
      const page = await as('poup-r01-01')
      await page.goto('/dashboard/app')
      await page.getByRole('link', { name: 'Documents' }).click()
      await expect(ligneDe(page, 'Guide du rapport mensuel')).toBeVisible()
      expect(await trouverTout(page, 'main')).toEqual([])
      for (const nom of [/^Déposer/, /^Modifier/, /^Remplacer/, /^Supprimer/]) {
        await expect(page.getByRole('main').getByRole('button', { name: nom })).toHaveCount(0)
      }
      const telechargement = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Télécharger Guide du rapport mensuel' }).click()
      expect((await telechargement).suggestedFilename()).toBe('Version 2.pdf')
    })

    test('la direction centrale supprime un document, une fois la question posée', async ({
      as,
    }) => {
      const page = await as('dpps')
      await page.goto('/dashboard/documents')
      await page.getByRole('button', { name: 'Supprimer Guide du rapport mensuel' }).click()
      const question = ficheDe(page, /^Supprimer «/)
      await question.getByRole('button', { name: 'Supprimer' }).click()
      await expect(ligneDe(page, 'Guide du rapport mensuel')).toHaveCount(0)
    })
  })
