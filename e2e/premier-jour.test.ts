import type { Page } from '@playwright/test'
import { isoDe, libellePeriode } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import { MOIS_PRECEDENT } from './formulaire.ts'
import { expect } from './gens.ts'
import { test } from './plateforme.ts'

const etape = (page: Page, nom: string) => page.getByRole('listitem').filter({ hasText: nom })

/** Nothing is out of sight, nor badly said, on a phone and on a screen, in both modes. */
async function regarder(page: Page): Promise<void> {
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await trouverDefauts(page)).toEqual([])
    }
}

/** Has never reported anything: nothing of its own stands in the base. */
const AGENT = 'csoc-r06-01'

test('le premier jour : rien n’est demandé, puis la direction dit depuis quand, et ouvre les relances', async ({
  as,
  plateforme,
}) => {
  for (const cle of ['debutCollecte', 'relancesOuvertes'])
    await plateforme.alterer(`delete from parametre where cle = '${cle}'`)

  const agent = await as(AGENT)
  await agent.goto('/dashboard/app')
  await expect(agent.getByText('La collecte n’a pas encore commencé')).toBeVisible()
  await expect(agent.getByRole('heading', { name: /^Douze mois/ })).toBeHidden()
  expect(await trouverDefauts(agent)).toEqual([])
  await agent.goto('/dashboard/saisies')
  await expect(agent.getByText('la collecte n’a pas commencé ce mois-là')).toBeVisible()
  await expect(agent.getByText('Saisie ouverte jusqu’au')).toBeHidden()

  const dpps = await as('dpps')
  await dpps.goto('/dashboard/relances')
  await expect(dpps.getByText('La collecte n’a pas encore de début')).toBeVisible()
  await expect(dpps.getByRole('button', { name: 'Ouvrir les relances' })).toBeHidden()
  await dpps.goto('/dashboard/app')
  await expect(dpps.getByText(/rien n’est demandé à personne/)).toBeVisible()
  await expect(dpps.getByText(/^Il reste 3\sétapes à faire/)).toBeVisible()
  await dpps.getByRole('link', { name: 'Voir la mise en route' }).click()
  await expect(etape(dpps, 'Inscrire les structures')).toContainText('Fait')
  await expect(etape(dpps, 'Nommer l’organisation')).toContainText('À faire')
  await expect(etape(dpps, 'Fixer le premier mois attendu')).toContainText('À faire')
  await expect(etape(dpps, 'Ouvrir les relances du calendrier')).toContainText('aucune ne part')
  const rma = dpps.getByRole('row', { name: /^RMA/ })
  await expect(rma).toContainText('Chaque mois')
  await expect(rma).toContainText('Une fois le début fixé')
  await regarder(dpps)
  await dpps.getByRole('link', { name: 'Fixer le premier mois attendu' }).press('Enter')
  const debut = dpps.getByRole('region', { name: 'Début de la collecte' })
  await debut.getByLabel('Premier mois attendu').selectOption(isoDe(MOIS_PRECEDENT))
  await debut.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const question = dpps.getByRole('dialog', { name: /^Enregistrer ce début/ })
  await expect(question.getByText(libellePeriode(MOIS_PRECEDENT))).toBeVisible()
  await expect(question.getByText(/rapports deviennent attendus/)).toBeVisible()
  expect(await trouverDefauts(dpps)).toEqual([])
  await question.getByRole('button', { name: 'Enregistrer ce début' }).click()
  await expect(dpps.getByText('Début de la collecte enregistré.')).toBeVisible()
  await expect(
    dpps.getByText('Les relances du calendrier ne sont pas encore ouvertes'),
  ).toBeVisible()

  await dpps.goto('/dashboard/app')
  await expect(dpps.getByText(/^Il reste 2\sétapes à faire/)).toBeVisible()
  await dpps.getByRole('link', { name: 'Ouvrir les relances du calendrier' }).click()
  const liste = dpps.getByRole('table', { name: 'Structures relancées les premières' })
  // On any day, some report of the month that runs is missing.
  await expect(liste.getByRole('link').first()).toBeVisible()
  expect(await trouverDefauts(dpps)).toEqual([])
  await dpps.getByRole('button', { name: 'Ouvrir les relances' }).click()
  await expect(dpps.getByText('Les relances du calendrier sont ouvertes.')).toBeVisible()
  await expect(dpps.getByRole('button', { name: 'Ouvrir les relances' })).toBeHidden()

  await agent.goto('/dashboard/app')
  await expect(agent.getByRole('button', { name: /^Commencer/ }).first()).toBeVisible()
  await expect(agent.getByText('La collecte n’a pas encore commencé')).toBeHidden()

  // The last step, from the home; nothing of it is there then, and the settings lead to it.
  await dpps.goto('/dashboard/app')
  await dpps.getByRole('link', { name: 'Nommer l’organisation' }).click()
  await dpps.getByLabel(/^Pays/).fill('République du Littoral')
  await dpps.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(dpps.getByText('Nom de l’organisation enregistré.')).toBeVisible()
  await dpps.goto('/dashboard/parametres')
  await dpps.getByRole('link', { name: 'Mise en route' }).click()
  await expect(dpps.getByRole('heading', { name: /^Étapes\s*7 sur 7$/ })).toBeVisible()
  await expect(etape(dpps, 'Ouvrir les relances du calendrier')).toContainText('atteindraient')
  await expect(rma).toContainText('À rendre pour le')
  // What it tells is read already: the home would show it at once.
  await dpps.getByRole('link', { name: 'Tableau de bord', exact: true }).click()
  await expect(dpps.getByRole('heading', { name: /^Les rapports de/ })).toBeVisible()
  await expect(dpps.getByRole('link', { name: 'Voir la mise en route' })).toBeHidden()
})

/** One whose demonstration says that it has done the exercise. */
const NOUVEAU = 'cads-r03-01'

const oublierExercice = (identifiant: string) =>
  `delete from exercice where utilisateur_id = (
    select id from utilisateur where identifiant = '${identifiant}')`

const proposition = (page: Page) => page.getByText('Un exercice pour commencer')
const exemple = (page: Page) =>
  page.getByRole('link', { name: 'Essayer avec un rapport d’exemple' })

test('qui n’a pas fait l’exercice se le voit proposer ; « Plus tard » suffit, et le chemin reste', async ({
  as,
  plateforme,
}) => {
  await plateforme.alterer(oublierExercice(NOUVEAU))
  const page = await as(NOUVEAU)
  await page.goto('/dashboard/app')
  await expect(proposition(page)).toBeVisible()
  await expect(exemple(page)).toHaveCount(1)
  await regarder(page)
  await page.getByRole('button', { name: 'Plus tard' }).press('Enter')
  await expect(proposition(page)).toBeHidden()
  await expect(exemple(page)).toBeVisible()
  await expect(page.locator('body:focus')).toHaveCount(0)
  await page.reload()
  await expect(exemple(page)).toBeVisible()
  await expect(proposition(page)).toBeHidden()

  const fait = await as('cau-r01-01')
  await fait.goto('/dashboard/app')
  await expect(exemple(fait)).toBeVisible()
  await expect(proposition(fait)).toBeHidden()
  const admin = await as('admin')
  await admin.goto('/dashboard/app')
  await expect(admin.getByRole('navigation', { name: 'Parties du tableau de bord' })).toBeVisible()
  await expect(exemple(admin)).toHaveCount(0)
})

/** To the end of the exercise: what is planted in it is mended as its steps say. */
async function finirExercice(page: Page): Promise<void> {
  const bandeau = page.getByRole('region', { name: 'Exercice\u00a0: rien n’est envoyé' })
  const dite = async (nom: string, forme: RegExp) =>
    forme.exec(
      (await bandeau.getByRole('listitem').filter({ hasText: nom }).textContent()) ?? '',
    )?.[1] ?? ''
  const aller = async (nom: string) => {
    await page.getByRole('button', { name: `Y aller\u00a0: ${nom}` }).click()
    await expect(page.locator(':focus[data-cellule]')).toBeVisible()
  }
  const figure = await dite('Remplir une case', /tapez (\S+), puis/)
  await aller('Remplir une case')
  await page.keyboard.type(figure)
  await page.keyboard.press('Enter')
  await expect(bandeau.getByText('1 sur 6')).toBeVisible()
  const juste = await dite('Corriger', /donne (\S+) pour/)
  await aller('Corriger une erreur')
  await page.keyboard.type(juste)
  await expect(bandeau.getByText('2 sur 6')).toBeVisible()
  await page.getByRole('button', { name: 'Y aller\u00a0: Justifier un avertissement' }).click()
  await page
    .getByRole('textbox', { name: /^Justification/ })
    .fill('Une personne oubliée le mois dernier.')
  await expect(bandeau.getByText('3 sur 6')).toBeVisible()
  await expect(bandeau.getByText(/Rien à déclarer en \S+ \d{4} dans/)).toBeVisible()
  await aller('Mettre un tableau à 0')
  await page.keyboard.press('z')
  await expect(bandeau.getByText('4 sur 6')).toBeVisible()
  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await expect(page.getByRole('button', { name: 'Soumettre (exercice)' })).toBeVisible()
}

test.describe(() => {
  test.use({ refusAttendus: true, neuf: true })

  test('l’exercice fini sans réseau n’est dit fait qu’une fois que le serveur le sait', async ({
    as,
    plateforme,
  }) => {
    await plateforme.alterer(oublierExercice(NOUVEAU))
    const page = await as(NOUVEAU)
    await page.goto('/dashboard/saisies/exemple?modele=RMA')
    await expect(page.getByRole('heading', { level: 1, name: 'Rapport d’exemple' })).toBeVisible()
    await finirExercice(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Soumettre (exercice)' }).click()
    const fin = page.getByRole('dialog', { name: /un vrai rapport se soumet ainsi/ })
    await expect(fin.getByText(/Le serveur n’a pas encore su/)).toBeVisible()
    await page.context().setOffline(false)

    const dpps = await as('dpps')
    await page.reload()
    await page.goto('/dashboard/compte')
    await expect(page.getByText('Exercice fait', { exact: true })).toBeVisible()
    await dpps.goto('/dashboard/miseenroute')
    await dpps.getByRole('link', { name: /sans exercice$/ }).click()
    await expect(dpps.getByRole('heading', { level: 1, name: 'Utilisateurs' })).toBeVisible()
    const pasEncore = dpps.getByRole('cell', { name: 'Pas encore' })
    await expect(pasEncore.first()).toBeVisible()
    await expect(dpps.getByRole('table').getByText(NOUVEAU)).toHaveCount(0)
    await regarder(dpps)
    await dpps.goto(`/dashboard/utilisateurs?q=${NOUVEAU}&exercice=FAIT`)
    await expect(dpps.getByRole('cell', { name: /^Fait le / })).toBeVisible()
  })
})
