import type { Page } from '@playwright/test'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { trouverDefauts } from './axe.ts'
import {
  allerSection,
  attendreEnregistrement,
  avancer,
  caseDe,
  choisirPlus,
  commencer,
  DE_PERIODE,
  lire,
  modifier,
  moisCoherent,
  numeroDe,
  PERIODE,
  soumettre,
} from './formulaire.ts'
import { expect, test } from './gens.ts'
import { relireEtSoumettre } from './saisie.ts'

const STRUCTURE = 'CRSM-R06-01'
const AGENT = 'crsm-r06-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`
const PRESTATIONS = 'Prises en charge réalisées'
const SOINS = 'PREST.SANTE.ACTES'

let mois: Donnees = {}

const panneau = (page: Page) => page.getByRole('region', { name: 'Case active' })

/** Marks a cell with a reason, as a reviewer does. */
async function marquer(page: Page, ligne: string, colonne: string, raison: string) {
  const figure = page.getByRole('status', { name: new RegExp(`^${ligne} .*${colonne}`) })
  await figure.focus()
  await figure.press('Control+Enter')
  await panneau(page).getByRole('textbox', { name: 'Remarque à la structure' }).fill(raison)
  await panneau(page).getByRole('button', { name: 'Ajouter une remarque' }).click()
  await expect(panneau(page).getByText(raison)).toBeVisible()
}

test.describe
  .serial('le retour par case', () => {
    test('qui relit marque deux cases, et ne rouvre qu’elles', async ({ as }) => {
      const page = await as(AGENT)
      const formulaire = await commencer(page, 'RMA', STRUCTURE)
      // As many as usual: the panel would else say that first.
      const soins = { 'PREST.SANTE.BEN_M': 3, 'PREST.SANTE.BEN_F': 2, [SOINS]: 20 }
      mois = { ...moisCoherent('RMA', STRUCTURE, formulaire), ...soins }
      await modifier(page, NUMERO, mois)
      await soumettre(page, NUMERO)

      const admin = await as('admin')
      await admin.goto(FORMULAIRE)
      await allerSection(admin, PRESTATIONS)
      await marquer(admin, 'Soins', 'Actes', 'Le cahier de suivi en compte un de plus.')
      await marquer(admin, 'Scolarisation', 'Actes', 'D’où vient ce chiffre ?')
      await admin.getByRole('button', { name: 'Renvoyer pour correction' }).click()
      const dialogue = admin.getByRole('dialog', { name: 'Renvoyer ce rapport à la structure ?' })
      await expect(
        dialogue.getByRole('radio', { name: 'Seulement les 2 cases marquées' }),
      ).toBeChecked()
      await dialogue.getByRole('combobox', { name: 'Motif du renvoi' }).selectOption({ index: 1 })
      await dialogue.getByRole('textbox', { name: 'Ce qui doit être corrigé' }).fill('Les actes.')
      await dialogue.getByRole('button', { name: 'Renvoyer' }).click()
      await expect(admin.getByText('Rapport renvoyé à la structure.')).toBeVisible()
      await admin.goto(`/dashboard/saisiesstructures?q=${NUMERO}`)
      await expect(admin.getByText(/2\sremarques à traiter/)).toBeVisible()
    })

    test('la structure voit le reste fermé, va d’une case à l’autre, corrige et justifie', async ({
      as,
    }) => {
      const page = await as(AGENT)
      await page.goto('/dashboard/app')
      await expect(page.getByText(/2\scases renvoyées à traiter/)).toBeVisible()
      // Two cells of one section: each is named, and leads to itself.
      const remarques = page.getByRole('list', { name: 'Remarques à traiter' })
      await remarques.getByRole('link', { name: `${PRESTATIONS} – Soins – Actes` }).click()
      await expect(
        page
          .getByRole('row', { name: /^Soins/ })
          .getByRole('textbox')
          .last(),
      ).toBeFocused()
      await page.goBack()
      await page.getByRole('link', { name: `Corriger : RMA ${PERIODE}` }).click()
      await expect(page.getByText(/^Seules les cases renvoyées/)).toBeVisible()
      await expect(page.getByText(/^2\scases renvoyées à traiter sur 2$/)).toBeVisible()
      await allerSection(page, 'Mouvement des effectifs')
      await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0)

      await page.keyboard.press('F8')
      const soins = caseDe(page, 'Soins', 'Actes')
      await expect(soins).toBeFocused()
      // With each, the two that a blocking control ties to it.
      await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(6)
      await expect(caseDe(page, 'Hébergement', 'Actes')).toHaveCount(0)
      await soins.fill(String(Number(mois[SOINS]) + 1))
      await attendreEnregistrement(page)
      await expect(page.getByText(/^1\scase renvoyée à traiter sur 2$/)).toBeVisible()

      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      await expect(
        page.getByRole('button', { name: `Soumettre le rapport ${DE_PERIODE}` }),
      ).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText(/^1\sremarque à traiter avant de soumettre$/)).toBeVisible()

      await page.keyboard.press('F8')
      const autre = caseDe(page, 'Scolarisation', 'Actes')
      await expect(autre).toBeFocused()
      await autre.press('Control+Enter')
      const reponse = panneau(page).getByRole('textbox', { name: /^Justifier/ })
      await reponse.fill('Un atelier de plus, ouvert ce mois-ci.')
      await panneau(page).getByRole('button', { name: 'Envoyer la réponse' }).click()
      await expect(page.getByText('La réponse a été enregistrée.')).toBeVisible()
      await expect(page.getByText('Toutes les cases renvoyées sont traitées')).toBeVisible()
      expect(await trouverDefauts(page)).toEqual([])
      await relireEtSoumettre(page)
    })

    test('la structure relit ce qu’elle a changé, sur la grille, sans rien pouvoir lever', async ({
      as,
    }) => {
      const page = await as(AGENT)
      await page.goto(FORMULAIRE)
      await expect(page.getByText(/^1\scase changée depuis la soumission du/)).toBeVisible()
      await page.getByRole('tab', { name: new RegExp(`^1\\schangée, ${PRESTATIONS}`) }).click()
      const soins = page.getByRole('status', { name: /^Soins .*Actes/ })
      await expect(soins).toHaveAccessibleDescription(/^Était \d+ à la soumission du /)
      await expect(page.getByRole('cell').filter({ has: soins }).locator('s')).toHaveText(
        String(mois[SOINS]),
      )
      await expect(page.getByRole('button', { name: /^Lever/ })).toHaveCount(0)
      expect(await trouverDefauts(page)).toEqual([])
    })

    test('qui relit voit ce qui a changé, lève les remarques et valide', async ({ as }) => {
      const admin = await as('admin')
      await admin.goto(FORMULAIRE)
      const suivi = admin.getByRole('list', { name: 'Remarques' })
      await expect(suivi.getByText(/un atelier de plus/i)).toBeVisible()
      const avant = Number(mois[SOINS])
      await expect(suivi.getByText(`${avant} → ${avant + 1}`)).toBeVisible()
      await expect(suivi.getByText('Valeur inchangée.')).toBeVisible()
      const demandee = suivi.getByText(/^Demandée par /)
      await expect(demandee).toHaveText([/· (Corrigée|Répondue)$/, /· (Corrigée|Répondue)$/])
      await expect(demandee.filter({ hasText: /· Répondue$/ })).toHaveCount(1)
      await expect(demandee.filter({ hasText: /· Corrigée$/ })).toHaveCount(1)
      await admin.getByText(/^1\scase changée depuis la soumission du/).click()
      const ligne = admin.getByRole('row').filter({ hasText: 'Soins' }).first()
      await expect(ligne).toContainText(String(avant + 1))
      expect(await trouverDefauts(admin)).toEqual([])
      const onglet = new RegExp(`^1\\schangée, ${PRESTATIONS}`)
      await expect(admin.getByRole('tab', { name: onglet })).toBeVisible()
      await admin.keyboard.press('F8')
      const soins = admin.getByRole('status', { name: /^Soins .*Actes/ })
      await expect(soins).toBeFocused()
      const etait = new RegExp(`^Était ${avant} à la soumission du .*\\s; changée par `)
      await expect(soins).toHaveAccessibleDescription(etait)
      await expect(admin.getByRole('cell').filter({ has: soins }).locator('s')).toHaveText(
        String(avant),
      )
      await expect(panneau(admin).getByText(etait)).toBeVisible()
      expect(await trouverDefauts(admin)).toEqual([])
      await admin.getByRole('button', { name: 'Lever les 2 remarques traitées' }).click()
      await expect(admin.getByText(/^2\sremarques levées$/)).toBeVisible()
      await choisirPlus(admin, 'Historique')
      const historique = admin.getByRole('dialog', { name: 'Historique du rapport' })
      await expect(historique.getByText('Réponse à une remarque').first()).toBeVisible()
      await expect(historique.getByText('2 remarques changées').first()).toBeVisible()
      await historique.getByRole('button', { name: 'Fermer', exact: true }).click()
      await admin.getByRole('button', { name: 'Valider' }).click()
      await admin.getByRole('dialog').getByRole('button', { name: 'Valider' }).click()
      await expect(admin.getByText('Rapport validé.')).toBeVisible()
      expect((await lire(admin, NUMERO)).remarquesCorrigees).toBe(0)
    })

    test('une fois le rapport diffusé, plus rien n’y est marqué', async ({ as }) => {
      const page = await as(AGENT)
      await page.goto(FORMULAIRE)
      const changee = page.getByText(/^1\scase changée depuis la soumission du/)
      await expect(changee).toBeVisible()
      const dpps = await as('dpps')
      await avancer(dpps, NUMERO, 'approuver')
      await avancer(dpps, NUMERO, 'diffuser')
      await page.reload()
      await choisirPlus(page, 'Historique')
      // Asked for after what the report itself asks for.
      const historique = page.getByRole('dialog', { name: 'Historique du rapport' })
      await expect(historique.getByText('Réponse à une remarque').first()).toBeVisible()
      await expect(changee).toHaveCount(0)
      await expect(page.locator('td s')).toHaveCount(0)
    })
  })
