import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  choisirPlus,
  DE_PERIODE,
  lire,
  menuPlus,
  moisCoherent,
  numeroDe,
  PERIODE,
} from './formulaire.ts'
import { expect, seConnecter, test } from './gens.ts'
import { collerMatrice, relireEtSoumettre, remplirChamps } from './saisie.ts'

const STRUCTURE = 'CAU-R01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`
const FIN = 'Effectif au dernier jour du mois'

/** The months's figures, kept from one test to the next: they tell one story. */
let mois: Donnees = {}

test.describe
  .serial('un formulaire, de la saisie à la diffusion', () => {
    test('une structure ouvre le rapport du mois, le remplit mal, voit les contrôles, corrige', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/auth/login')
      await seConnecter(page, 'cau-r01-01')
      await page.getByRole('button', { name: `Commencer : RMA ${PERIODE}` }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rapport ${DE_PERIODE}`)
      await expect(page).toHaveURL(new RegExp(FORMULAIRE))
      const formulaire = await lire(page, NUMERO)
      mois = moisCoherent('RMA', STRUCTURE, formulaire)

      await remplirChamps(page, formulaire, 'FCT', mois)
      for (const code of ['ENT', 'SOR']) await collerMatrice(page, formulaire, code, mois)
      await allerSection(page, 'Mouvement des effectifs')
      const masculins = caseDe(page, FIN, 'Masculin')
      await masculins.click()
      await page.keyboard.type(String(Number(mois['MVT.FIN.M']) + 1))
      await page.keyboard.press('Tab')
      await page.keyboard.type(String(mois['MVT.FIN.F']))
      await page.keyboard.press('Enter')

      const faute = /Effectif masculin.*\d+.\+.\d+.−.\d+.=.\d+, mais vous avez déclaré \d+/
      await expect(page.getByRole('link', { name: faute })).toBeVisible()
      await expect(masculins).toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      await expect(
        page.getByRole('button', { name: `Soumettre le rapport ${DE_PERIODE}` }),
      ).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('link', { name: faute }).click()
      await expect(masculins).toBeFocused()
      await page.keyboard.type(String(mois['MVT.FIN.M']))
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: faute })).toBeHidden()
      await attendreEnregistrement(page)
    })

    test('la structure remplit le reste, relit et soumet', async ({ as }) => {
      const page = await as('cau-r01-01')
      await page.goto(FORMULAIRE)
      await expect(page.getByRole('tab').first()).toBeVisible()
      const formulaire = await lire(page, NUMERO)
      for (const code of ['AGE', 'CAT', 'HAND', 'PREST', 'INC']) {
        await collerMatrice(page, formulaire, code, mois)
      }
      for (const code of ['OCC', 'CIRC', 'BUD']) await remplirChamps(page, formulaire, code, mois)
      await attendreEnregistrement(page)
      await relireEtSoumettre(page)
      await expect(page.getByText(/Ce rapport est à l’état.+Soumis/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Relire et soumettre' })).toBeHidden()
    })

    test('l’administration le renvoie avec un motif, la structure le corrige et le soumet de nouveau', async ({
      as,
    }) => {
      const admin = await as('admin')
      await admin.goto(FORMULAIRE)
      await admin.getByRole('button', { name: 'Renvoyer pour correction' }).click()
      const dialogue = admin.getByRole('dialog', { name: 'Renvoyer ce rapport à la structure ?' })
      await dialogue.getByRole('button', { name: 'Renvoyer' }).click()
      await expect(dialogue.getByText('Choisissez un motif dans la liste.')).toBeVisible()
      await dialogue.getByRole('combobox', { name: 'Motif du renvoi' }).selectOption({ index: 1 })
      await dialogue
        .getByRole('textbox', { name: 'Ce qui doit être corrigé' })
        .fill('Vérifiez les soins dans le cahier de suivi.')
      await dialogue.getByRole('button', { name: 'Renvoyer' }).click()
      await expect(admin.getByText('Rapport renvoyé à la structure.')).toBeVisible()

      const page = await as('cau-r01-01')
      await page.goto('/dashboard/app')
      await expect(page.getByRole('heading', { name: /^À corriger/ })).toBeVisible()
      await page.getByRole('link', { name: `Corriger : RMA ${PERIODE}` }).click()
      await expect(page.getByText('Vérifiez les soins dans le cahier de suivi.')).toBeVisible()
      await allerSection(page, 'Prises en charge réalisées')
      await caseDe(page, 'Soins', 'Actes').fill(String(Number(mois['PREST.SANTE.ACTES']) + 1))
      await attendreEnregistrement(page)
      await relireEtSoumettre(page)
    })

    test('l’administration valide, la direction approuve et diffuse', async ({ as }) => {
      const admin = await as('admin')
      await admin.goto('/dashboard/app')
      await admin.goto(FORMULAIRE)
      await admin.getByRole('button', { name: 'Valider' }).click()
      await admin.getByRole('dialog').getByRole('button', { name: 'Valider' }).click()
      await expect(admin.getByText('Rapport validé.')).toBeVisible()
      await expect(admin.getByRole('button', { name: 'Approuver' })).toBeHidden()

      const dpps = await as('dpps')
      await dpps.goto(FORMULAIRE)
      for (const [acte, fait] of [
        ['Approuver', 'Rapport approuvé.'],
        ['Diffuser', 'Rapport diffusé.'],
      ] as const) {
        await dpps.getByRole('button', { name: acte }).click()
        await dpps.getByRole('dialog').getByRole('button', { name: acte }).click()
        await expect(dpps.getByText(fait)).toBeVisible()
        await expect(dpps.getByRole('dialog')).toHaveCount(0)
      }
      await expect(dpps.getByText(/Ce rapport est à l’état.+Diffusé/)).toBeVisible()
    })

    test('une autre structure lit le rapport diffusé, sans son historique', async ({ as }) => {
      const page = await as('cse-r01-01')
      await page.goto('/dashboard/saisiesstructures')
      await page.getByRole('searchbox', { name: 'Structure ou numéro' }).fill(NUMERO)
      await page.getByRole('search').getByRole('button', { name: 'Rechercher' }).click()
      const ligne = page.getByRole('row').filter({ hasText: NUMERO })
      await ligne.getByRole('link', { name: `RMA ${PERIODE}`, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(NUMERO))
      await allerSection(page, 'Mouvement des effectifs')
      const effectif = page.getByRole('status', { name: new RegExp(`^${FIN}.*Masculin$`) })
      await expect(effectif).toHaveText(String(mois['MVT.FIN.M']))
      await menuPlus(page).click()
      await expect(page.getByRole('menuitem', { name: 'Imprimer' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Historique' })).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'Version affichée' })).toBeHidden()
      await expect(page.getByRole('textbox')).toHaveCount(0)
    })

    test('l’historique dit qui a changé quoi, de l’ancienne valeur à la nouvelle', async ({
      as,
    }) => {
      const page = await as('dpps')
      await page.goto(FORMULAIRE)
      await choisirPlus(page, 'Historique')
      const dialogue = page.getByRole('dialog', { name: 'Historique du rapport' })
      const actes = ['Diffusion', 'Approbation', 'Validation', 'Renvoi pour correction']
      for (const acte of actes)
        await expect(dialogue.getByText(acte, { exact: true })).toBeVisible()
      const modification = dialogue.getByRole('listitem').filter({ hasText: '1 case modifiée' })
      await modification.getByText('1 case modifiée').first().click()
      const actesDeSoins = Number(mois['PREST.SANTE.ACTES'])
      await expect(
        modification.getByRole('row', {
          name: new RegExp(`Soins.* ${actesDeSoins} ${actesDeSoins + 1}$`),
        }),
      ).toBeVisible()
    })
  })
