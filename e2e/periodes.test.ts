import type { Page } from '@playwright/test'
import { isoDe, libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import { MOIS_COURANT, MOIS_PRECEDENT } from './formulaire.ts'
import { expect, test } from './gens.ts'
import { champ, choisirMois, dialogue } from './structures.ts'

const RANG = rangDe(MOIS_COURANT)
const SUIVANT = periodeDe(RANG + 1)

const bouton = (page: Page, nom: string | RegExp) =>
  page.getByRole('button', { name: nom, exact: true })
const ligne = (page: Page, nom: string) =>
  page.locator('dl > div').filter({ has: page.getByText(nom, { exact: true }) })
const historique = (page: Page) => page.getByRole('table', { name: 'Historique' })
/** A line of the history: what it says of a field, as one reads it. */
const periode = (page: Page, ...dites: string[]) =>
  dites.reduce(
    (lignes, dite) => lignes.filter({ hasText: dite }),
    historique(page).getByRole('row'),
  )

/** A structure without a model: nothing is expected of it, and no other test reads it. */
async function creer(page: Page, code: string, nom: string): Promise<void> {
  await page.goto('/dashboard/structures')
  await bouton(page, 'Créer une structure').click()
  await champ(page, 'Code').fill(code)
  await champ(page, 'Nom').fill(nom)
  await champ(page, 'Type').selectOption('AEMO')
  await champ(page, 'Région').selectOption('R04')
  await champ(page, 'Date d’ouverture').fill('2020-01-01')
  await bouton(page, 'Créer la structure').click()
  await expect(page.getByRole('heading', { level: 1, name: nom })).toBeVisible()
}

test('l’aperçu d’une correction nomme les tables de l’annuaire qui la lisent', async ({ as }) => {
  const page = await as('dpps')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/dashboard/structures/CAU-R01-01')
  await bouton(page, 'Corriger une période').click()
  await champ(page, 'Champ').selectOption({ label: 'Région' })
  await choisirMois(page, 'Du mois', RANG - 2)
  await choisirMois(page, 'Au mois (compris)', RANG)
  await champ(page, 'Région').selectOption('R02')
  await champ(page, 'Motif').fill('L’arrêté de rattachement est arrivé tard.')
  await bouton(page, 'Voir ce que cela change').click()
  const question = dialogue(page).last()
  await expect(question.getByRole('heading', { name: /^Tables des annuaires/ })).toBeVisible()
  await question
    .getByText(/^Annuaire \d{4}\s: \d+\stables qui lisent ce qui change$/)
    .first()
    .click()
  await expect(question.getByText(/^T7\.2 .*par région$/).first()).toBeVisible()
  expect(await trouverDefauts(page)).toEqual([])
  await bouton(page, 'Revenir à la saisie').click()
})

for (const largeur of [1440, 360]) {
  test(`à ${largeur} px, une structure change de région le mois prochain, et son passé se corrige`, async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.setViewportSize({ width: largeur, height: 800 })
    await creer(page, `AEMO-R04-P${largeur}`, `AEMO ${largeur}`)
    await expect(page.getByText(/^Rien n’a changé depuis l’ouverture/)).toBeVisible()

    await test.step('ce qui n’est pas touché prend les valeurs du mois, le reste se garde', async () => {
      await bouton(page, 'Modifier').click()
      await expect(champ(page, 'À partir de')).toHaveAccessibleDescription(/^Ce mois vaut pour/)
      await champ(page, /^Capacité d’accueil/).fill('12')
      await choisirMois(page, 'À partir de', RANG + 1)
      await expect(dialogue(page)).toContainText('change d’elle-même le premier jour')
      await expect(champ(page, /^Capacité d’accueil/)).toHaveValue('12')
      await champ(page, 'Région').selectOption('R06')
      expect(await trouverDefauts(page)).toEqual([])
      await bouton(page, 'Enregistrer').click()
      await expect(
        page.getByText(`ce qui est daté change à partir de ${libellePeriode(SUIVANT)}`),
      ).toBeVisible()
    })

    await test.step('la fiche dit ce qui vaut, et ce qui vient', async () => {
      const fin = `Jusqu’en ${libellePeriode(MOIS_COURANT)}`
      const debut = new RegExp(`À venir\\s: .*, à partir d.*${libellePeriode(SUIVANT)}`)
      await expect(ligne(page, 'Région')).toContainText(fin)
      await expect(ligne(page, 'Région')).toContainText(debut)
      await expect(ligne(page, 'Capacité d’accueil')).toContainText(/À venir\s: 12\splaces/)
      await expect(periode(page, 'Région', 'À venir')).toHaveCount(1)
      await expect(periode(page, 'Région', 'En vigueur', fin)).toHaveCount(1)
      expect(await trouverDefauts(page)).toEqual([])
    })

    await test.step('le formulaire montre chaque mois tel qu’il est', async () => {
      await bouton(page, 'Modifier').click()
      await expect(champ(page, 'Région')).toHaveValue('R04')
      await choisirMois(page, 'À partir de', RANG + 1)
      await expect(champ(page, 'Région')).toHaveValue('R06')
      await champ(page, 'Région').selectOption('R04')
      await choisirMois(page, 'À partir de', RANG - 1)
      await expect(dialogue(page)).toContainText('Ce mois est passé.')
      await choisirMois(page, 'À partir de', RANG + 1)
      // Chosen here, though the month passed by said the same.
      await expect(champ(page, 'Région')).toHaveValue('R04')
      await bouton(page, 'Annuler').click()
      await bouton(page, 'Abandonner').click()
      await expect(dialogue(page)).toHaveCount(0)
    })

    await test.step('une correction dit d’abord ce qu’elle change', async () => {
      await bouton(page, 'Corriger une période').press('Enter')
      await expect(champ(page, 'Champ')).toBeFocused()
      await bouton(page, 'Voir ce que cela change').click()
      await expect(dialogue(page).getByText(/^Erreur\s: 2\schamps à corriger$/)).toBeVisible()
      await champ(page, 'Champ').selectOption({ label: 'Région' })
      await choisirMois(page, 'Du mois', RANG - 3)
      await choisirMois(page, 'Au mois (compris)', RANG - 4)
      await expect(champ(page, 'Au mois (compris)')).toHaveAccessibleDescription(/suit le premier/)
      await choisirMois(page, 'Au mois (compris)', RANG - 1)
      await champ(page, 'Motif').fill('L’arrêté de rattachement est arrivé tard.')
      await bouton(page, 'Voir ce que cela change').click()
      await expect(dialogue(page)).toContainText(/Il n’y a rien à corriger/)
      await champ(page, 'Région').selectOption('R02')
      expect(await trouverDefauts(page)).toEqual([])
      await bouton(page, 'Voir ce que cela change').click()
      const question = dialogue(page).last()
      await expect(question).toContainText(/^Corriger «/)
      await expect(question.getByRole('table', { name: /^Ce qui est compté/ })).toContainText(
        'Attendus',
      )
      await expect(question).toContainText(`à ${libellePeriode(MOIS_PRECEDENT)}`)
      expect(await trouverDefauts(page)).toEqual([])
      await question.getByRole('button', { name: 'Corriger', exact: true }).click()
      await expect(page.getByText('La période a été corrigée.')).toBeVisible()
      await expect(dialogue(page)).toHaveCount(0)
      await expect(periode(page, 'Région', 'Passé')).toHaveCount(2)
      await expect(periode(page, 'Région', `à ${libellePeriode(MOIS_PRECEDENT)}`)).toHaveCount(1)
    })

    await test.step('suspendre prend un jour passé', async () => {
      await bouton(page, 'Suspendre').click()
      const jour = 'Premier jour de la suspension'
      await champ(page, jour).fill('2099-01-01')
      await expect(champ(page, jour)).toHaveAccessibleDescription(/Donnez un jour passé/)
      await champ(page, jour).fill('2020-03-01')
      // It has no model: no report is named.
      await expect(dialogue(page)).toContainText('n’attendent pas de rapport')
      await bouton(page, 'Suspendre la structure').click()
      await expect(page.getByRole('table', { name: 'Interruptions' })).toContainText('mars 2020')
    })
  })
}

test.describe('quand ce qu’une correction change n’est plus ce qui en a été dit', () => {
  test.use({ refusAttendus: true })

  test('rien n’est écrit, et le nouvel aperçu se montre', async ({ as }) => {
    const page = await as('dpps')
    await creer(page, 'AEMO-R04-P1', 'AEMO périmée')
    await bouton(page, 'Corriger une période').click()
    await champ(page, 'Champ').selectOption({ label: 'Région' })
    await champ(page, 'Région').selectOption('R02')
    await champ(page, 'Motif').fill('L’arrêté de rattachement est arrivé tard.')
    await bouton(page, 'Voir ce que cela change').click()
    const question = dialogue(page).last()
    const corriger = question.getByRole('button', { name: 'Corriger', exact: true })
    await page.route(
      '**/structure/corriger',
      (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'APERCU_PERIME', libelle: 'Périmé.', trace: 't', details: [] },
        }),
      { times: 1 },
    )
    await corriger.click()
    await expect(question).toContainText('Voici le nouvel aperçu')
    await corriger.click()
    await expect(page.getByText('La période a été corrigée.')).toBeVisible()
    await expect(periode(page, 'Région', `En ${libellePeriode(MOIS_COURANT)}`)).toHaveCount(1)
  })
})

test.describe('quand des rapports existent', () => {
  test.use({ refusAttendus: true })

  test('retirer leur modèle ou suspendre est refusé, à son champ, avec leurs numéros', async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.goto('/dashboard/structures/CAU-R01-01')
    await bouton(page, 'Modifier').click()
    await choisirMois(page, 'À partir de', RANG - 3)
    await dialogue(page).getByRole('checkbox', { name: /^RMA/ }).uncheck()
    await bouton(page, 'Enregistrer').click()
    const modeles = dialogue(page).getByRole('group', { name: 'Modèles de rapport' })
    await expect(modeles).toHaveAccessibleDescription(/ne serait plus attendue .*RMA-CAU-R01-01/)
    await bouton(page, 'Annuler').click()
    await bouton(page, 'Abandonner').click()

    await bouton(page, 'Suspendre').click()
    const jour = champ(page, 'Premier jour de la suspension')
    await jour.fill(`${isoDe(periodeDe(RANG - 3))}-01`)
    await bouton(page, 'Suspendre la structure').click()
    await expect(jour).toHaveAccessibleDescription(/ne serait plus attendue .*CAU-R01-01/)
    await expect(jour).toBeFocused()
    await bouton(page, 'Annuler').click()
    await expect(ligne(page, 'État')).toContainText('Active')
  })
})
