import type { Page } from '@playwright/test'
import { avecDe, libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import {
  attendreEnregistrement,
  avancer,
  lire,
  MOIS_COURANT,
  numeroDe,
  soumettre,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const CODE = 'BILTRIM'
const LIBELLE = 'Bilan du trimestre'
const STRUCTURE = 'POUP-R01-01'
const RANG = rangDe(MOIS_COURANT)
/** The last month of the quarter that runs: what its report bears. */
const BORNE = periodeDe(RANG - (RANG % 3) + 2)
const NUMERO = numeroDe(CODE, STRUCTURE, BORNE)
/** « le 4e trimestre 2026 » */
const TRIMESTRE = libellePeriode(BORNE, 3)

const MODELE = {
  code: CODE,
  version: 1,
  libelle: LIBELLE,
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'SUIVIS' },
  sections: [
    {
      code: 'GEN',
      libelle: 'Généralités',
      type: 'champs',
      champs: [
        { code: 'SUIVIS', libelle: 'Personnes suivies', nature: 'entier', requis: true },
        { code: 'VISITES', libelle: 'Visites faites', nature: 'entier', requis: true },
      ],
    },
  ],
  controles: [],
}

const fichier = () => ({
  name: 'bilan.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format: 'releve-modele', modele: MODELE })),
})

const principal = (page: Page) => page.getByRole('main')
/** Of the month that the quarter's report bears. */
const duMois = (chemin: string) => `${chemin}?mois=${BORNE.mois}&annee=${BORNE.annee}`

test.describe
  .serial('un modèle trimestriel', () => {
    test('se règle dans l’atelier, et se publie à partir de ce mois', async ({ as }) => {
      const page = await as('dpps')
      await page.goto('/dashboard/parametres?onglet=modeles')
      await page.getByRole('button', { name: 'Importer un fichier' }).click()
      const boite = page.getByRole('dialog')
      await boite.locator('input[type=file]').setInputFiles(fichier())
      await boite.getByRole('button', { name: 'Importer', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: LIBELLE })).toBeVisible()
      const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
      await plan.getByRole('button', { name: /^Le modèle/ }).click()
      const rythme = page.getByRole('combobox', { name: 'Rythme' })
      await rythme.selectOption('TRIMESTRIEL')
      await expect(page.getByText('Enregistré à', { exact: false })).toBeVisible()
      await page.reload()
      await plan.getByRole('button', { name: /^Le modèle/ }).click()
      await expect(rythme).toHaveValue('TRIMESTRIEL')
      expect(await trouverDefauts(page)).toEqual([])
      await page.getByRole('button', { name: 'Publier', exact: true }).click()
      const publication = page.getByRole('dialog', { name: /^Publier/ })
      await publication.getByRole('checkbox', { name: /pouponnière/i }).check()
      expect(await trouverDefauts(page)).toEqual([])
      await publication.getByRole('button', { name: 'Publier cette version' }).click()
      await expect(publication).toHaveCount(0)
    })

    test('se commence pendant le trimestre, et en porte le nom', async ({ as }) => {
      const page = await as(STRUCTURE.toLowerCase())
      await page.goto(duMois('/dashboard/saisies'))
      const ligne = principal(page).getByRole('row').filter({ hasText: CODE })
      await expect(ligne).toContainText(`${CODE} ${TRIMESTRE}`)
      expect(await trouverDefauts(page)).toEqual([])
      await ligne.getByRole('button', { name: /^Commencer/ }).click()
      const titre = page.getByRole('heading', { level: 1 })
      await expect(titre).toHaveText(`Rapport ${avecDe(TRIMESTRE)}`)
      await page.getByRole('textbox', { name: 'Personnes suivies' }).fill('31')
      await page.getByRole('textbox', { name: 'Visites faites' }).fill('12')
      await attendreEnregistrement(page)
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      const bouton = page.getByRole('button', { name: `Soumettre le rapport ${avecDe(TRIMESTRE)}` })
      await expect(bouton).toBeVisible()
      expect(await trouverDefauts(page)).toEqual([])
      await soumettre(page, NUMERO)
      await page.goto('/dashboard/messaisies')
      const recu = principal(page).getByRole('row').filter({ hasText: NUMERO })
      await expect(recu).toContainText(`${CODE} ${TRIMESTRE}`)
      await expect(recu).toContainText('Soumis')
    })

    test('se valide et se diffuse ; la matrice n’attend rien des deux autres mois', async ({
      as,
    }) => {
      const admin = await as('admin')
      await admin.goto(`/dashboard/saisies/${NUMERO}`)
      await expect(admin.getByRole('heading', { level: 1 })).toContainText(avecDe(TRIMESTRE))
      await admin.getByRole('button', { name: 'Valider', exact: true }).click()
      await admin.getByRole('dialog').getByRole('button', { name: 'Valider' }).click()
      await expect(admin.getByText('Rapport validé.')).toBeVisible()
      const dpps = await as('dpps')
      await avancer(dpps, NUMERO, 'approuver')
      await avancer(dpps, NUMERO, 'diffuser')
      expect((await lire(dpps, NUMERO)).etat).toBe('DIFFUSE')

      await dpps.goto(`/dashboard/app?vue=matrice&annee=${BORNE.annee}&modele=${CODE}`)
      const ligne = principal(dpps).getByRole('row').filter({ hasText: CODE })
      await expect(ligne).toHaveCount(1)
      const caseDuMois = (mois: number) => ligne.locator(`[data-mois="${mois}"]`)
      const rang = rangDe(BORNE) % 12
      for (const autre of [rang - 2, rang - 1].filter((un) => un <= RANG % 12))
        await expect(caseDuMois(autre)).toHaveAccessibleName('Non attendu')
      // Its month may not have begun: what came stands there all the same.
      await expect(caseDuMois(rang)).toHaveAccessibleName(/Diffusé$/)
      expect(await trouverDefauts(dpps)).toEqual([])
      await dpps.goto(`/dashboard/app?vue=retards&modele=${CODE}`)
      await expect(principal(dpps)).toContainText('0 rapport en retard')
    })
  })
