import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { MOIS_PRECEDENT, menuPlus } from './formulaire.ts'
import { expect, test } from './gens.ts'

const boutonExporter = (page: Page) => page.getByRole('button', { name: 'Exporter', exact: true })

/** The file that « Exporter » of a list, or « Plus » of a report, gives in this format. */
async function exporter(page: Page, format: 'CSV' | 'XLSX' | 'PDF', bouton = boutonExporter(page)) {
  const [telechargement] = await Promise.all([
    page.waitForEvent('download'),
    bouton
      .click()
      .then(() => page.getByRole('menuitem', { name: `Exporter en ${format}` }).click()),
  ])
  const octets = readFileSync(await telechargement.path())
  return { nom: telechargement.suggestedFilename(), octets }
}

test('les rapports trouvés s’exportent tous, et l’écran dit combien et selon quels filtres', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures?etats=DIFFUSE&modele=RMA')
  const compte = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^\d+\srapport/ })
  await expect(compte).toHaveText(/\d/)
  const total = (await compte.textContent())?.replace(/\D/g, '') ?? ''
  const { nom, octets } = await exporter(page, 'CSV')
  expect(nom).toMatch(/^rapports-\d{4}-\d{2}-\d{2}\.csv$/)
  const [entetes, ...lignes] = octets.toString('utf8').trimEnd().split('\r\n')
  expect(entetes?.replace('\uFEFF', '')).toMatch(/^Numéro;Code de la structure;/)
  expect(lignes).toHaveLength(Number(total))
  expect(lignes.every((ligne) => ligne.includes(';Diffusé;'))).toBe(true)
  await expect(
    page.getByText(/lignes exportées \(Modèle\s: RMA ; État\s: Diffusé\)\./),
  ).toBeVisible()
})

test('une structure exporte ses rapports, et l’un d’eux case par case ou en PDF', async ({
  as,
}) => {
  const page = await as('cau-r01-01')
  await page.goto('/dashboard/messaisies')
  const liste = await exporter(page, 'XLSX')
  expect(liste.nom).toMatch(/^rapports-.*\.xlsx$/)
  expect(liste.octets.subarray(0, 2).toString()).toBe('PK')
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/saisies\/(RMA|EPM)-CAU-R01-01-\d{6}/)
  const numero = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const { nom, octets } = await exporter(page, 'CSV', menuPlus(page))
  expect(nom.startsWith(numero)).toBe(true)
  expect(octets.toString('utf8')).toContain('\r\nMVT.DEB.M;')
  const document = await exporter(page, 'PDF', menuPlus(page))
  expect(document.nom).toMatch(new RegExp(`^${numero}-\\d{4}-\\d{2}-\\d{2}\\.pdf$`))
  expect(document.octets.subarray(0, 5).toString()).toBe('%PDF-')
})

test('la direction donne les valeurs diffusées d’un modèle à DHIS2 et en SDMX', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/parametres?onglet=modeles')
  await page.getByRole('button', { name: /RMA/ }).first().click()
  await page.getByRole('menuitem', { name: /Donner les valeurs diffusées/ }).click()
  const dialogue = page.getByRole('dialog', { name: /Donner les valeurs diffusées/ })
  const telecharger = async (bouton: string) => {
    const [fichier] = await Promise.all([
      page.waitForEvent('download'),
      dialogue.getByRole('button', { name: bouton }).click(),
    ])
    const texte = readFileSync(await fichier.path(), 'utf8')
    return { nom: fichier.suggestedFilename(), texte }
  }
  const dhis2 = await telecharger('Télécharger')
  expect(dhis2.nom).toMatch(/^valeurs-rma-.*\.json$/)
  expect(JSON.parse(dhis2.texte).dataValues.length).toBeGreaterThan(0)
  await dialogue.getByRole('combobox', { name: 'Format' }).selectOption('SDMX-CSV 2.0')
  const sdmx = await telecharger('Télécharger')
  expect(sdmx.texte).toMatch(/^STRUCTURE,STRUCTURE_ID,ACTION,/)
  await expect(
    dialogue.getByText(/^Le fichier ne porte pas\s: \d+ cases sans chiffre/),
  ).toBeVisible()
  const { texte } = await telecharger('Correspondance des cases')
  expect(texte).toContain('RMA.MVT.FIN.M')
  await dialogue.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(dialogue).toHaveCount(0)
})

/** Screens that show a list, the name of its button, and the beginning of its file. */
const LISTES = [
  ['/dashboard/app', 'Exporter', /^matrice-\d{4}-/],
  ['/dashboard/app?vue=examen', 'Exporter', /^a-examiner-/],
  ['/dashboard/app?vue=delais', /^Exporter : /, /^completude-\d{4}-/],
  ['/dashboard/app?vue=retards', 'Exporter', /^retards-/],
  ['/dashboard/app?vue=ecarts', 'Exporter', /^ecarts-effectif-/],
  ['/dashboard/saisies', 'Exporter', /^rapports-/],
  ['/dashboard/mail', 'Exporter', /^messages-recus-/],
  ['/dashboard/mail?boite=envoyes', 'Exporter', /^messages-envoyes-/],
  ['/dashboard/parametres?onglet=modeles', 'Exporter', /^modeles-/],
  ['/dashboard/parametres?onglet=calendrier', 'Exporter : calendrier enregistré', /^calendrier-/],
] as const

test('chaque liste s’exporte au clavier, sur un téléphone', async ({ as }) => {
  const page = await as('dpps')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const [adresse, nom, fichier] of LISTES) {
    await page.goto(adresse)
    const main = page.getByRole('main')
    const bouton = main.getByRole('button', { name: nom, exact: true })
    await expect(bouton, adresse).toBeVisible()
    await bouton.press('Enter')
    const choix = main.getByRole('menuitem', { name: 'Exporter en CSV' })
    await expect(choix).toBeFocused()
    const boite = await choix.boundingBox()
    expect(boite && boite.x >= 0 && boite.x + boite.width <= 360, adresse).toBe(true)
    const [recu] = await Promise.all([page.waitForEvent('download'), choix.press('Enter')])
    expect(recu.suggestedFilename(), adresse).toMatch(fichier)
    await expect(bouton).toBeFocused()
    await expect(page.getByText(/lignes? exportées?/).last()).toBeVisible()
  }
})

test.describe('les valeurs', () => {
  test.use({ refusAttendus: true })

  test('les valeurs des rapports trouvés se prennent pour la statistique, un modèle à la fois', async ({
    as,
  }) => {
    const page = await as('dpps')
    const donnees = async (adresse: string) => {
      await page.goto(adresse)
      await page.getByRole('button', { name: 'Données des rapports trouvés' }).click()
      return page.getByRole('menuitem', { name: 'Une ligne par case, en CSV' })
    }
    await (await donnees('/dashboard/saisiesstructures')).click()
    await expect(page.getByText(/Choisissez un seul modèle dans les filtres/)).toBeVisible()
    const { annee } = MOIS_PRECEDENT
    const choix = await donnees(`/dashboard/saisiesstructures?modele=RMA&annee=${annee}&region=R01`)
    const [recu] = await Promise.all([page.waitForEvent('download'), choix.click()])
    expect(recu.suggestedFilename()).toMatch(/^donnees-rma-long-/)
    const texte = readFileSync(await recu.path(), 'utf8')
    expect(texte.slice(1)).toMatch(/^rapport;structure;structure_libelle;type;region;modele;/)
    expect(texte).toMatch(/;MVT\.DEB\.M;[^\r\n]+;\d+;;;/)
  })
})
