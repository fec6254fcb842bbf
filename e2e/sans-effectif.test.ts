import type { Page } from '@playwright/test'
import { attendreEnregistrement, MOIS_COURANT, numeroDe, PERIODE } from './formulaire.ts'
import { expect, test } from './gens.ts'
import { importerModele, type PetitModele, publierPour } from './modele.ts'
import { relireEtSoumettre } from './saisie.ts'

const CODE = 'CONSULT'
const LIBELLE = 'Consultations du mois'
const STRUCTURE = 'CPOLY-R02-01'
const NUMERO = numeroDe(CODE, STRUCTURE)
const { mois, annee } = MOIS_COURANT

/** A form that counts consultations, and nobody who is there. */
const MODELE: PetitModele = {
  code: CODE,
  libelle: LIBELLE,
  indicateurs: {},
  section: ['CONS', 'Consultations'],
  champs: [
    ['FAITES', 'Consultations faites'],
    ['REFUS', 'Consultations refusées'],
  ],
}

const principal = (page: Page) => page.getByRole('main')
const colonnes = (page: Page) => principal(page).getByRole('columnheader')

async function ouvrirVue(page: Page, vue: string): Promise<void> {
  await page.goto(`/dashboard/app?vue=${vue}&mois=${mois}&annee=${annee}&modele=${CODE}`)
}

test.describe
  .serial('un formulaire qui ne compte personne', () => {
    test('s’importe et se publie sans une case du suivi ; l’atelier dit ce qui ne sera pas montré', async ({
      as,
    }) => {
      const page = await as('dpps')
      await importerModele(page, MODELE)
      await expect(page.getByRole('link', { name: 'Corrections', exact: true })).toBeVisible()
      const suivi = page.getByRole('group', { name: 'Cases du suivi' })
      await expect(suivi.getByRole('listitem')).toHaveText([
        /^l’effectif/,
        /^l’écart d’effectif/,
        /^les entrées et les sorties/,
        /^la référence/,
      ])
      const reference = suivi.getByRole('textbox', { name: /^Référence/ })
      await reference.click()
      await page.keyboard.insertText('FAITES')
      await expect(suivi).toContainText('La référence se compare à l’effectif')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await expect(suivi).not.toContainText('La référence se compare à l’effectif')
      await publierPour(page, /polyvalent/i)
    })

    test('se saisit et se soumet : ni l’accueil, ni la relecture, ni la liste n’en disent un effectif', async ({
      as,
    }) => {
      const page = await as('cpoly-r02-01')
      await page.goto('/dashboard')
      await page.getByRole('button', { name: `Commencer : ${CODE} ${PERIODE}` }).click()
      await page.getByRole('tab', { name: /Consultations$/ }).click()
      await page.getByRole('textbox', { name: 'Consultations faites' }).fill('31')
      await page.getByRole('textbox', { name: 'Consultations refusées' }).fill('2')
      await attendreEnregistrement(page)
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      await expect(page.getByRole('heading', { name: /^Relecture/ })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Chiffres principaux' })).toHaveCount(0)
      await page.getByRole('button', { name: /Revenir/ }).click()
      await relireEtSoumettre(page)

      await page.goto('/dashboard/app')
      const ligne = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: CODE }) })
      await expect(ligne.getByRole('link', { name: /Soumis/ })).toBeVisible()
      await expect(ligne.locator('.acc-variation')).toHaveText('')

      await page.goto(`/dashboard/messaisies?modele=${CODE}`)
      await expect(principal(page).getByText(NUMERO)).toBeVisible()
      await expect(colonnes(page).filter({ hasText: 'Effectif' })).toHaveCount(0)
      await page.goto('/dashboard/messaisies')
      await expect(colonnes(page).filter({ hasText: 'Effectif' })).toHaveCount(1)
    })

    test('se valide, s’approuve et se diffuse sans écart, sans poids et sans zéro', async ({
      as,
    }) => {
      const admin = await as('admin')
      await ouvrirVue(admin, 'examen')
      const ligne = admin.getByRole('row').filter({ hasText: `${CODE} ${PERIODE}` })
      await expect(ligne).toBeVisible()
      for (const titre of ['Effectif, poids', 'Écart'])
        await expect(colonnes(admin).filter({ hasText: titre })).toHaveCount(0)
      await ligne.getByRole('button', { name: /^Valider/ }).click()
      const examen = admin.getByRole('dialog')
      await expect(examen).toContainText('Pas de rapport précédent reçu')
      await expect(examen).not.toContainText(/Effectif|Non calculable/)
      await examen.getByRole('button', { name: 'Valider' }).click()
      await expect(admin.getByText('Rapport validé.')).toBeVisible()

      const dpps = await as('dpps')
      await dpps.goto(`/dashboard/saisies/${NUMERO}`)
      for (const [acte, fait] of [
        ['Approuver', 'Rapport approuvé.'],
        ['Diffuser', 'Rapport diffusé.'],
      ] as const) {
        await dpps.getByRole('button', { name: acte }).click()
        const dialogue = dpps.getByRole('dialog')
        await expect(dialogue).not.toContainText(/Effectif|Non calculable/)
        await dialogue.getByRole('button', { name: acte }).click()
        await expect(dpps.getByText(fait)).toBeVisible()
        await expect(dialogue).toHaveCount(0)
      }
    })

    test('n’est ni des écarts ni des tendances, et entre dans l’annuaire', async ({ as }) => {
      const page = await as('dpps')
      await ouvrirVue(page, 'ecarts')
      await expect(principal(page)).toContainText('Aucun effectif ne correspond à ces filtres.')
      await ouvrirVue(page, 'series')
      await expect(principal(page)).toContainText('Aucun modèle à montrer.')
      await page.goto(`/dashboard/annuaire?annee=${annee}&chapitre=9`)
      await expect(principal(page).getByText(LIBELLE).first()).toBeVisible()
      await expect(
        principal(page)
          .getByRole('table', { name: /Consultations/ })
          .first(),
      ).toBeVisible()
    })
  })
