import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { giveFile } from './fichiers.ts'
import { expect, test } from './gens.ts'
import { champ, deposer, dialogue, tableur } from './structures.ts'

async function ouvrir(page: Page, recherche = ''): Promise<void> {
  await page.goto(`/dashboard/structures${recherche}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /structure/ })).toBeVisible()
}

const bouton = (page: Page, nom: string | RegExp) =>
  page.getByRole('button', { name: nom, exact: true })
const arbre = (page: Page) => page.getByRole('list', { name: /^Structures par région/ })
const lien = (page: Page, nom: string | RegExp) =>
  page.getByRole('link', { name: nom, exact: true })
/** What a line of the record says, by its name. */
const ligne = (page: Page, nom: string) =>
  page.locator('dl > div').filter({ has: page.getByText(nom, { exact: true }) })

test('au clavier, une région se replie et se déplie, et garde le focus', async ({ as }) => {
  const page = await as('dpps')
  await ouvrir(page)
  const littoral = arbre(page).getByRole('button', { name: 'Littoral', exact: true })
  const pouponniere = arbre(page).getByRole('link', { name: 'Pouponnière Sainte-Marthe' })
  await expect(littoral).toHaveAttribute('aria-expanded', 'true')
  await littoral.press('Enter')
  await expect(littoral).toHaveAttribute('aria-expanded', 'false')
  await expect(littoral).toBeFocused()
  await expect(pouponniere).toBeHidden()
  await bouton(page, 'Tout déplier').press('Enter')
  await expect(pouponniere).toBeVisible()
})

test('les filtres se gardent d’une vue à l’autre, dans l’adresse', async ({ as }) => {
  const page = await as('dpps')
  await ouvrir(page)
  await page.getByLabel('Modèle').selectOption('SMP')
  await expect(page).toHaveURL(/modele=SMP/)
  const camp = arbre(page).getByRole('listitem').filter({ hasText: 'Camp pénal de Belmont' })
  await expect(camp.first()).toBeVisible()
  await expect(arbre(page)).toContainText('montrée pour situer celles qui en dépendent')
  await expect(arbre(page)).not.toContainText('Pouponnière')

  await lien(page, 'Tableau').click()
  await expect(page).toHaveURL(/modele=SMP.*vue=tableau/)
  const lignes = page.getByRole('rowheader')
  await expect(lignes.first()).toBeVisible()
  const noms = await lignes.allTextContents()
  expect(noms.join(' ')).toContain('Camp pénal de Belmont')
  expect(noms.join(' ')).not.toContain('Pouponnière')
  await bouton(page, 'Capacité').click()
  await expect(page).toHaveURL(/tri=capacite/)
  await expect(lignes.first()).toContainText('mineurs de Sablon')

  await lien(page, 'Carte').click()
  const carte = page.getByRole('group', { name: 'Carte des structures' })
  await expect(carte.getByRole('link')).toHaveCount(noms.length)
  await bouton(page, 'Effacer les filtres').click()
  await expect(page).toHaveURL(/vue=carte/)
  await expect(lien(page, /^Pouponnière Sainte-Marthe, /)).toBeVisible()
})

test('un point de la carte se lit au clavier et ouvre sa structure ; la liste dit les mêmes', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrir(page, '?vue=carte')
  const carte = page.getByRole('group', { name: 'Carte des structures' })
  const liste = page.getByRole('region', { name: 'Structures sur la carte' })
  await expect(carte.getByRole('link').nth(15)).toBeAttached()
  const adresses = (ou: Locator) =>
    ou.getByRole('link').evaluateAll((liens) => liens.map((un) => un.getAttribute('href')))
  // Those without coordinates are in the list alone.
  expect(await adresses(liste)).toEqual(expect.arrayContaining(await adresses(carte)))
  const passer = lien(page, /^Passer la carte/)
  await passer.focus()
  await expect(passer).toBeVisible()
  const point = carte.getByRole('link', {
    name: 'Orphelinat Les Alizés, Orphelinat, Plateaux, Active',
  })
  await point.focus()
  await expect(page.locator('.str-bulle')).toContainText('Orphelinat Les Alizés')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Orphelinat Les Alizés' })).toBeFocused()
})

test('une structure se crée, se suspend, reprend, ferme et rouvre ; chaque question dit la suite', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrir(page)
  await bouton(page, 'Créer une structure').press('Enter')
  await expect(champ(page, 'Code')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogue(page).getByText(/^Erreur\s: 5\schamps à corriger$/)).toBeVisible()
  await champ(page, 'Code').fill('AEMO-R04-90')
  await champ(page, 'Nom').fill('AEMO du Fleuve')
  await champ(page, 'Type').selectOption('AEMO')
  await champ(page, 'Région').selectOption('R04')
  await champ(page, 'Date d’ouverture').fill('2026-01-01')
  await champ(page, /^Latitude/).fill('6,2')
  await bouton(page, 'Créer la structure').click()
  await expect(champ(page, /^Longitude/)).toHaveAccessibleDescription(/ensemble/)
  await champ(page, /^Longitude/).fill('−19,5')
  await champ(page, 'Catégorie A').fill('1')
  await champ(page, /^Adresse \(/).fill('Quartier du port\nBP 12')
  await bouton(page, 'Créer la structure').click()
  await expect(page.getByText('La structure a été correctement créée.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'AEMO du Fleuve' })).toBeVisible()
  await expect(ligne(page, 'Coordonnées')).toContainText('6,2° N, 19,5° O')
  // `innerText` tells the lines that are seen.
  const adresse = () => ligne(page, 'Adresse').innerText()
  await expect.poll(adresse).toContain('Quartier du port\nBP 12')
  await bouton(page, 'Modifier').click()
  await champ(page, /^Adresse \(/).press('Control+End')
  await page.keyboard.type('3')
  await bouton(page, 'Enregistrer').click()
  await expect.poll(adresse).toContain('Quartier du port\nBP 123')
  await expect(page.getByText('aucun rapport n’est attendu de cette structure')).toBeVisible()

  await bouton(page, 'Suspendre').click()
  // It has no model: no report is named.
  await expect(dialogue(page)).toContainText('n’attendent pas de rapport')
  await bouton(page, 'Suspendre la structure').click()
  await expect(ligne(page, 'État')).toContainText('Suspendue')
  await expect(page.getByRole('table', { name: 'Interruptions' })).toContainText('En cours')
  await expect(bouton(page, 'Mettre fin à la suspension')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogue(page)).toContainText('Ses rapports sont de nouveau attendus.')
  await dialogue(page).getByRole('button', { name: 'Mettre fin à la suspension' }).click()
  await expect(ligne(page, 'État')).toContainText('Active')

  await bouton(page, 'Fermer').click()
  await champ(page, 'Date de fermeture').fill('2026-05-31')
  await expect(dialogue(page)).toContainText('Le mois de la fermeture est le dernier')
  await bouton(page, 'Fermer la structure').click()
  await expect(ligne(page, 'État')).toContainText('Fermée')
  await expect(ligne(page, 'Fermeture')).toContainText('31 mai 2026')
  await bouton(page, 'Rouvrir').click()
  await bouton(page, 'Rouvrir la structure').click()
  await expect(ligne(page, 'État')).toContainText('Active')
  await expect(page.getByRole('table', { name: 'Interruptions' })).toContainText('rouverte')
})

test('fermer une direction régionale dit qui lui reste rattaché, et ne prend pas une date à venir', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/structures/DR-R02')
  await bouton(page, 'Fermer').click()
  await expect(dialogue(page)).toContainText(/\d\sstructures lui restent rattachées/)
  await champ(page, 'Date de fermeture').fill('2099-01-31')
  await bouton(page, 'Fermer la structure').click()
  await expect(champ(page, 'Date de fermeture')).toHaveAccessibleDescription(/date passée/)
  await bouton(page, 'Annuler').click()
  await expect(ligne(page, 'État')).toContainText('Active')
})

test.describe('quand le serveur refuse', () => {
  test.use({ refusAttendus: true })

  test('un code pris se dit à son champ ; le reste de la saisie demeure', async ({ as }) => {
    const page = await as('dpps')
    await ouvrir(page)
    await bouton(page, 'Créer une structure').click()
    await champ(page, 'Code').fill('CAU-R01-01')
    await champ(page, 'Nom').fill('Autre centre')
    await champ(page, 'Type').selectOption('CAU')
    await champ(page, 'Région').selectOption('R01')
    await champ(page, 'Date d’ouverture').fill('2026-01-01')
    await bouton(page, 'Créer la structure').click()
    await expect(champ(page, 'Code')).toHaveAttribute('aria-invalid', 'true')
    await expect(champ(page, 'Code')).toHaveAccessibleDescription(/déjà celui d’une structure/)
    await expect(champ(page, 'Nom')).toHaveValue('Autre centre')
  })

  test('une fiche modifiée entre-temps se recharge, et garde ce que l’on avait changé', async ({
    as,
  }) => {
    const [page, autre] = [await as('dpps'), await as('dpps')]
    for (const une of [page, autre]) {
      await une.goto('/dashboard/structures/CSOC-R06-01')
      await bouton(une, 'Modifier').click()
    }
    await champ(page, /^Responsable/).fill('Awa Diallo')
    await champ(autre, /^Téléphone/).fill('+999 20 00 00 99')
    await bouton(autre, 'Enregistrer').click()
    await expect(autre.getByText('La structure a été correctement modifiée.')).toBeVisible()
    await bouton(page, 'Enregistrer').click()
    await expect(
      dialogue(page)
        .getByText(/modifiée par une autre personne/)
        .first(),
    ).toBeVisible()
    await bouton(page, 'Recharger').click()
    await expect(champ(page, /^Téléphone/)).toHaveValue('+999 20 00 00 99')
    await expect(champ(page, /^Responsable/)).toHaveValue('Awa Diallo')
    await bouton(page, 'Enregistrer').click()
    await expect(ligne(page, 'Responsable')).toContainText('Awa Diallo')
  })

  test('suspendre une structure modifiée entre-temps montre d’abord ce qu’elle est devenue', async ({
    as,
  }) => {
    const [page, autre] = [await as('dpps'), await as('dpps')]
    for (const une of [page, autre]) await une.goto('/dashboard/structures/AEMO-R03-01')
    await bouton(page, 'Suspendre').click()
    await bouton(autre, 'Modifier').click()
    await champ(autre, /^Responsable/).fill('Ibrahima Ndour')
    await bouton(autre, 'Enregistrer').click()
    await expect(dialogue(autre)).toHaveCount(0)
    await bouton(page, 'Suspendre la structure').click()
    await expect(
      dialogue(page)
        .getByText(/modifiée par une autre personne/)
        .first(),
    ).toBeVisible()
    await bouton(page, 'Recharger').click()
    await expect(dialogue(page)).toHaveCount(0)
    await expect(ligne(page, 'Responsable')).toContainText('Ibrahima Ndour')
    await expect(ligne(page, 'État')).toContainText('Active')
    await expect(bouton(page, 'Suspendre')).toBeFocused()
  })
})

test('un import dit ce que ferait chaque ligne, et n’écrit rien tant qu’une est en erreur', async ({
  as,
}) => {
  const page = await as('dpps')
  await ouvrir(page)
  const entetes = ['Code', 'Responsable']
  await deposer(page, tableur(entetes, ['CRSM-R06-01', 'Moussa Ba'], ['NOUVELLE-1', '']))
  await expect(dialogue(page).getByRole('table')).toContainText('En erreur')
  await expect(bouton(page, /^Importer/).last()).toHaveAttribute('aria-disabled', 'true')
  await dialogue(page)
    .locator('input[type=file]')
    .setInputFiles(tableur(entetes, ['CRSM-R06-01', 'Moussa Ba']))
  await bouton(page, /^Importer 1\sstructure$/).click()
  await expect(dialogue(page)).toContainText(/1\sstructure modifiée\./)
  await bouton(page, 'Fermer').last().click()
  await page.goto('/dashboard/structures/CRSM-R06-01')
  await expect(ligne(page, 'Responsable')).toContainText('Moussa Ba')
})

/** Gives the dialog a file, by the keys alone. */
const donner = (page: Page, fichier: ReturnType<typeof tableur>) =>
  giveFile(page, () => dialogue(page).locator('input[type=file]').press('Enter'), fichier)

for (const largeur of [1280, 360]) {
  test(`au clavier, à ${largeur} px, les lignes justes s’importent sans les autres, qui se reprennent corrigées`, async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.setViewportSize({ width: largeur, height: 740 })
    await ouvrir(page)
    const [direction, centre, seul] = ['DR', 'CAU', 'CSE'].map((type) => `${type}-R02-${largeur}`)
    const entetes = ['Code', 'Libellé', 'Type', 'Région', 'Rattachement', 'Date d’ouverture']
    const fichier = tableur(
      entetes,
      [`${seul}`, 'Centre seul', 'CSE', 'R02', 'DR-R02', '01/02/2025'],
      [`${centre}`, 'Centre rattaché', 'CAU', 'R02', `${direction}`, '01/02/2025'],
      [`${direction}`, 'Direction neuve', 'DR', 'R99', '', '01/02/2025'],
    )
    await bouton(page, 'Importer').press('Enter')
    await donner(page, fichier)
    const table = dialogue(page).getByRole('table')
    const justes = bouton(page, 'Importer la ligne juste')

    await test.step('tout ou rien reste le premier geste ; l’autre est à côté', async () => {
      await expect(table.getByText('En erreur')).toHaveCount(1)
      await expect(table.getByText('En attente')).toHaveCount(1)
      await expect(table).toContainText(/attend la ligne 4, dont elle dépend/)
      const tout = dialogue(page).getByRole('button', { name: 'Importer', exact: true })
      await expect(tout).toHaveAttribute('aria-disabled', 'true')
      await expect(tout).toHaveAccessibleDescription(/n’importez que ce qui est juste\.$/)
      await expect(bouton(page, /^Télécharger/)).toHaveCount(0)
      expect(await trouverDefauts(page)).toEqual([])
    })

    const reste =
      await test.step('les lignes justes s’écrivent, le reste se télécharge', async () => {
        await justes.press('Enter')
        await expect(
          dialogue(page).getByText(/1\sstructure créée\. 2\slignes n’ont pas/),
        ).toBeVisible()
        expect(await trouverDefauts(page)).toEqual([])
        const arrivee = page.waitForEvent('download')
        await bouton(page, /^Télécharger les 2\slignes restantes$/).press('Enter')
        const telecharge = await arrivee
        expect(telecharge.suggestedFilename()).toMatch(/^structures-a-corriger-.*\.csv$/)
        await bouton(page, 'Fermer').last().press('Enter')
        return readFile(await telecharge.path(), 'utf8')
      })
    const [titres = '', ...lignes] = reste.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(titres).toBe([...entetes, 'Fautes'].join(';'))
    expect(lignes.map((une) => une.split(';')[0])).toEqual([centre, direction])
    expect(lignes[0]).toMatch(/attend la ligne 3, dont elle dépend\.$/)
    expect(lignes[1]).toMatch(/Région \(D3\)\s: .*R99/)

    await test.step('corrigé, il s’importe tel quel ; le premier fichier n’a plus qu’à être jeté', async () => {
      await bouton(page, 'Importer').press('Enter')
      const corrige = reste.replace(';R99;', ';R02;')
      await donner(page, { ...fichier, buffer: Buffer.from(corrige) })
      await bouton(page, /^Importer 2\sstructures$/).press('Enter')
      await expect(dialogue(page).getByText(/2\sstructures créées\.$/)).toBeVisible()
      await bouton(page, 'Fermer').last().press('Enter')
      await page.goto(`/dashboard/structures/${centre}`)
      await expect(page.getByRole('main')).toContainText('Direction neuve')
    })

    await test.step('le premier fichier, redonné, n’a rien à écrire, et ses fautes se reprennent', async () => {
      await ouvrir(page)
      await bouton(page, 'Importer').press('Enter')
      const fautif = tableur(
        entetes,
        [`${seul}`, 'Centre seul', 'CSE', 'R02', 'DR-R02', '01/02/2025'],
        [`${direction}`, 'Direction neuve', 'DR', 'R99', '', '01/02/2025'],
      )
      await donner(page, fautif)
      await expect(justes).toHaveCount(0)
      await expect(bouton(page, 'Télécharger la ligne restante')).toBeVisible()
      await dialogue(page).getByRole('checkbox', { name: 'En erreur (1)' }).press('Space')
      await expect(table.getByText('Sans changement')).toHaveCount(1)
      expect(await trouverDefauts(page)).toEqual([])
    })
  })
}

test('les structures s’exportent dans un tableur', async ({ as }) => {
  const page = await as('dpps')
  await ouvrir(page, '?region=R06')
  await bouton(page, 'Exporter').click()
  const attendu = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Exporter en CSV' }).click()
  expect((await attendu).suggestedFilename()).toMatch(/\.csv$/)
})

test('la recherche mène la direction à la page d’une structure', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await dialogue(page).getByRole('combobox').fill('alizes')
  await dialogue(page).getByRole('group', { name: 'Structures' }).getByRole('option').click()
  await expect(page).toHaveURL(/\/dashboard\/structures\/ORPH-R02-01$/)
})

test('l’administration n’a pas cet écran, et le sait si elle en suit l’adresse', async ({ as }) => {
  const page = await as('admin')
  await page.goto('/dashboard/structures')
  await expect(
    page.getByText('Cet écran est réservé à la direction centrale (DPPS).'),
  ).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link', { name: 'Utilisateurs' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Structures', exact: true })).toHaveCount(0)
})
