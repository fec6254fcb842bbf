import { expect, type Page } from '@playwright/test'
import type { Ecran } from './ecrans.ts'
import { enchainer, type Geste, ouvrir } from './gestes.ts'

const MODELES = '/dashboard/parametres?onglet=modeles'
/** Received every month by every structure, and edited by no other test. */
const LIBELLE = 'État mensuel des effectifs du personnel'

const modele = (page: Page) => page.getByRole('region', { name: `${LIBELLE} EPM` })
const brouillon = (page: Page) => modele(page).getByRole('link', { name: 'Ouvrir le brouillon' })

/** Opens the draft of the next version, which is begun where there is none. */
export const ouvrirBrouillon: Geste = async (page) => {
  await page.goto(MODELES)
  await expect(modele(page)).toBeVisible()
  if ((await brouillon(page).count()) > 0) await brouillon(page).click()
  else {
    await page.getByRole('button', { name: 'Actes sur EPM' }).click()
    await page.getByRole('menuitem', { name: 'Préparer la version suivante' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: LIBELLE })).toBeVisible()
}

/** Erases it, so that the other tests find the platform as it was. */
export async function supprimerBrouillon(page: Page): Promise<void> {
  await page.goto(MODELES)
  await modele(page).getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(brouillon(page)).toHaveCount(0)
}

/** Chooses a part in the plan, and takes it away. */
const retirer = async (page: Page, ...parties: RegExp[]): Promise<void> => {
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  for (const nom of parties) await plan.getByRole('button', { name: nom }).click()
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
}

/** The draft says two things less: a cell that reports hold, and a control that fires. */
export const appauvrir: Geste = async (page) => {
  await page.getByRole('link', { name: 'Édition' }).click()
  await retirer(page, /^Formation du personnel/, /^Jours de formation/)
  await retirer(page, /^RB11/)
  await expect(page.getByText('Enregistré à', { exact: false })).toBeVisible()
}

/** Launches the trial of the draft; its number. */
export async function lancerSimulation(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Simulation' }).click()
  // Not any POST: another of the page’s calls may be answered meanwhile.
  const lancement = page.waitForResponse((reponse) => reponse.url().endsWith('/simuler'))
  await page.getByRole('button', { name: /^Lancer/ }).click()
  const { id } = await (await lancement).json()
  return Number(id)
}

/**
 * Tries it on the reports received, and waits for the last of them: what a trial before it told
 * still stands on the screen meanwhile.
 */
export const simuler: Geste = async (page) => {
  const faite = page.waitForResponse(
    async (reponse) => {
      if (!/\/modeles\/simulations\/\d+$/.test(reponse.url())) return false
      const { id, etat } = await reponse.json()
      return id === (await lancee) && etat === 'FAITE'
    },
    { timeout: 60_000 },
  )
  const lancee = lancerSimulation(page)
  await faite
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Contrôles' })).toBeVisible()
}

const appauvrirUneFois: Geste = async (page) => {
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  if ((await plan.getByRole('button', { name: /^RB11/ }).count()) > 0) await appauvrir(page)
}

/** Chooses a part of the draft in its plan. */
const choisir =
  (nom: RegExp): Geste =>
  async (page) => {
    await page.getByRole('link', { name: 'Édition' }).click()
    const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
    await plan.getByRole('button', { name: nom }).click()
    await expect(page.locator('.mdl-panneau').getByRole('heading').first()).toBeVisible()
  }

const comparer: Geste = async (page) => {
  await page.getByRole('link', { name: 'Comparaison' }).click()
  await expect(page.getByRole('main')).toContainText('par rapport à la version 1')
}

/** The screens of a draft and of its simulation, for the table of all screens. */
export const ECRANS_SIMULATION: Ecran[] = [
  {
    nom: 'modele-controle-valeurs',
    adresse: MODELES,
    aller: enchainer(ouvrirBrouillon, choisir(/^RB01/)),
  },
  {
    nom: 'modele-controle-seuils',
    adresse: MODELES,
    aller: enchainer(ouvrirBrouillon, choisir(/^RB10/)),
  },
  {
    nom: 'modele-comparaison',
    adresse: MODELES,
    aller: enchainer(ouvrirBrouillon, appauvrirUneFois, comparer),
  },
  {
    nom: 'modele-simulation',
    adresse: MODELES,
    aller: enchainer(ouvrirBrouillon, appauvrirUneFois, simuler),
    temoin: true,
  },
  {
    nom: 'modele-publier',
    adresse: MODELES,
    aller: enchainer(ouvrirBrouillon, simuler, ouvrir('Publier')),
  },
]
