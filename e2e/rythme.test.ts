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
import { importerModele, type PetitModele, planDuModele, publierPour } from './modele.ts'

const CODE = 'BILTRIM'
const LIBELLE = 'Bilan du trimestre'
const STRUCTURE = 'POUP-R01-01'
const RANG = rangDe(MOIS_COURANT)
/** The last month of the quarter that runs: what its report bears. */
const BORNE = periodeDe(RANG - (RANG % 3) + 2)
const NUMERO = numeroDe(CODE, STRUCTURE, BORNE)
/** « le 4e trimestre 2026 » */
const TRIMESTRE = libellePeriode(BORNE, 3)

/** The last month of the quarter before: it is late, since nobody sent it. */
const AVANT = periodeDe(rangDe(BORNE) - 3)
const TRIMESTRE_AVANT = libellePeriode(AVANT, 3)

const MODELE: PetitModele = {
  code: CODE,
  libelle: LIBELLE,
  indicateurs: { effectif: 'SUIVIS' },
  section: ['GEN', 'Généralités'],
  champs: [
    ['SUIVIS', 'Personnes suivies'],
    ['VISITES', 'Visites faites'],
  ],
}

const principal = (page: Page) => page.getByRole('main')
/** Of the month that the quarter's report bears. */
const duMois = (chemin: string) => `${chemin}?mois=${BORNE.mois}&annee=${BORNE.annee}`

test.describe
  .serial('un modèle trimestriel', () => {
    test('se règle dans l’atelier, et se publie à partir du trimestre d’avant', async ({ as }) => {
      const page = await as('dpps')
      await importerModele(page, MODELE)
      const rythme = page.getByRole('combobox', { name: 'Rythme' })
      await rythme.selectOption('TRIMESTRIEL')
      await expect(page.getByText('Enregistré à', { exact: false })).toBeVisible()
      await page.reload()
      await planDuModele(page)
        .getByRole('button', { name: /^Le modèle/ })
        .click()
      await expect(rythme).toHaveValue('TRIMESTRIEL')
      expect(await trouverDefauts(page)).toEqual([])
      await publierPour(page, /pouponnière/i, async (publication) => {
        const mois = publication.getByRole('combobox').first()
        await mois.selectOption({ label: libellePeriode(AVANT) })
        expect(await trouverDefauts(page)).toEqual([])
      })
    })

    test('se commence pendant le trimestre, et en porte le nom', async ({ as }) => {
      const page = await as(STRUCTURE.toLowerCase())
      // Its month is to come: the home offers it all the same, from the quarter's first day on.
      await page.goto('/dashboard/app')
      await expect(
        page.getByRole('button', { name: `Commencer : ${CODE} ${TRIMESTRE}` }),
      ).toBeVisible()
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

    test('s’apprend sur un exemple, qui mène au vrai rapport du trimestre', async ({ as }) => {
      const page = await as(STRUCTURE.toLowerCase())
      await page.goto(`/dashboard/saisies/exemple?modele=${CODE}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Rapport d’exemple' })).toBeVisible()
      expect(await trouverDefauts(page)).toEqual([])
      const remplir = page.getByRole('listitem').filter({ hasText: 'Remplir une case' })
      const figure = /tapez (\S+), puis/.exec((await remplir.textContent()) ?? '')?.[1] ?? ''
      await page.getByRole('button', { name: 'Y aller\u00a0: Remplir une case' }).click()
      await expect(page.locator(':focus[data-cellule]')).toBeVisible()
      await page.keyboard.type(figure)
      await page.keyboard.press('Enter')
      await expect(remplir).toContainText('(Fait)')
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      await page.getByRole('button', { name: 'Soumettre (exercice)' }).click()
      const fin = page.getByRole('dialog', { name: /un vrai rapport se soumet ainsi/ })
      await fin.getByRole('link', { name: 'Commencer le vrai rapport' }).click()
      await expect(page).toHaveURL(new RegExp(`mois=${BORNE.mois}&annee=${BORNE.annee}`))
    })

    test('est dit par son trimestre à la direction : à examiner, matrice, retards', async ({
      as,
    }) => {
      const page = await as('dpps')
      await page.goto(`/dashboard/app?vue=examen&modele=${CODE}`)
      await expect(principal(page).getByRole('row').filter({ hasText: STRUCTURE })).toContainText(
        `${CODE} ${TRIMESTRE}`,
      )
      await page.goto(`/dashboard/app?vue=retards&modele=${CODE}&q=${STRUCTURE}`)
      const retard = principal(page).getByRole('row').filter({ hasText: STRUCTURE })
      await expect(retard).toContainText(new RegExp(`${TRIMESTRE_AVANT}, manque depuis`))
      expect(await trouverDefauts(page)).toEqual([])
      await page.goto(`/dashboard/app?vue=matrice&annee=${AVANT.annee}&modele=${CODE}`)
      const ligne = principal(page)
        .getByRole('row')
        .filter({ hasText: CODE })
        .filter({ hasText: 'Sainte-Marthe' })
      const nom = new RegExp(`^${CODE} ${TRIMESTRE_AVANT}\\s: Non commencé, en retard$`)
      await expect(ligne.locator(`[data-mois="${rangDe(AVANT) % 12}"]`)).toHaveAccessibleName(nom)
      expect(await trouverDefauts(page)).toEqual([])
      await page.goto(`/dashboard/app?vue=ecarts&mois=${AVANT.mois}&annee=${AVANT.annee}`)
      await expect(principal(page)).toContainText('Écarts d’effectif')
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
    })
  })
