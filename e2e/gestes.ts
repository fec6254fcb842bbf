import { expect, type Page } from '@playwright/test'
import {
  allerSection,
  caseDe,
  coller,
  commencer,
  lire,
  modifier,
  moisCoherent,
} from './formulaire.ts'
import { seConnecter } from './gens.ts'

/** What leads from a screen's address to the state that is looked at. */
export type Geste = (page: Page) => Promise<void>

/** Presses a button of the page, and waits for what it opens: a dialog, or a menu. */
export function ouvrir(nom: string | RegExp, role: 'dialog' | 'menu' = 'dialog'): Geste {
  return async (page) => {
    const bouton = page.getByRole('button', { name: nom, exact: true }).filter({ visible: true })
    await bouton.first().click()
    await expect(page.getByRole(role)).toBeVisible()
  }
}

/** A choice of the menu that is open, which opens a dialog. */
export const choisirAuMenu =
  (nom: string | RegExp): Geste =>
  async (page) => {
    await page.getByRole('menuitem', { name: nom }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }

/** On a small screen, the report's tools are folded under one button. */
export const deplierOutils: Geste = async (page) => {
  const options = page.getByRole('button', { name: 'Options', exact: true })
  if (await options.isVisible()) await options.click()
}

export const enchainer =
  (...gestes: Geste[]): Geste =>
  async (page) => {
    for (const geste of gestes) await geste(page)
  }

/** Leaves every field of a form blank, and sends it. */
export function envoyerVide(bouton: string): Geste {
  return async (page) => {
    await page.getByRole('button', { name: bouton, exact: true }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  }
}

export const refuserConnexion: Geste = async (page) => {
  await seConnecter(page, 'personne-de-ce-nom', 'Ce-n-est-pas-le-bon-1')
  await expect(page.getByRole('alert')).toContainText('incorrect')
}

/** The challenge of a second factor comes with the navigation, as the sign-in leaves it there. */
export const recevoirDefi: Geste = async (page) => {
  await page.evaluate(`history.replaceState({ usr: { defi: 'essai' }, key: 'essai', idx: 0 }, '')`)
  await page.reload()
  await expect(page.getByRole('textbox')).toBeVisible()
}

export const section =
  (libelle: string): Geste =>
  (page) =>
    allerSection(page, libelle)

/** A refused figure, and a month that does not follow the one before. */
export const fauter: Geste = async (page) => {
  await allerSection(page, 'Mouvement des effectifs')
  await caseDe(page, 'Effectif au dernier jour du mois', 'Masculin').fill('beaucoup')
  await caseDe(page, 'Effectif au 1er jour du mois', 'Masculin').fill('1')
  await expect(page.getByRole('textbox', { name: /^Justification/ })).toBeVisible()
}

export const relire: Geste = async (page) => {
  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await expect(page.getByRole('heading', { name: /^Relecture/ })).toBeVisible()
}

export const ouvrirOptionsDeCase: Geste = async (page) => {
  await allerSection(page, 'Prises en charge réalisées')
  await caseDe(page, 'Soins', 'Actes').focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Non disponible (ND)' })).toBeVisible()
  await page.getByText('Voir les valeurs').click()
}

/** What the model says of a cell. */
export const ouvrirAideDeCase: Geste = async (page) => {
  await allerSection(page, 'Mouvement des effectifs')
  await caseDe(page, 'Effectif au dernier jour du mois', 'Masculin').press('F1')
  await expect(page.getByRole('region', { name: 'Aide de la case' })).toBeFocused()
}

/** Pastes what is refused, and what may be two numbers: it is shown before it is done. */
export const collerEnPanneau: Geste = async (page) => {
  await allerSection(page, 'Prises en charge réalisées')
  await caseDe(page, 'Soins', 'Actes').focus()
  await coller(page, 'douze\n1.234\n')
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Searches, and waits for the answer: results, or that there are none. */
export const chercher =
  (texte: string): Geste =>
  async (page) => {
    await page.keyboard.press('Control+k')
    const dialogue = page.getByRole('dialog')
    await dialogue.getByRole('combobox').fill(texte)
    const reponse = dialogue.getByRole('option').or(dialogue.getByText(/^Aucun résultat/))
    await expect(reponse.first()).toBeVisible()
  }

/** A visitor's message, which the directorate finds. */
export const recevoirMessage =
  (objet: string): Geste =>
  async (page) => {
    const nom = { nom: 'Zoé Martin', email: 'zoe@exemple.org' }
    const message = 'Bonjour, je cherche le calendrier de la collecte.'
    const reponse = await page.request.post('/api/contact', { data: { ...nom, objet, message } })
    // Too many, too fast: those sent before are there.
    expect([200, 429]).toContain(reponse.status())
  }

/** Opens the first thing found, on its screen. */
export const ouvrirTrouve: Geste = async (page) => {
  await page.getByRole('dialog').getByRole('option').first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Brings the session's end as near as so many minutes; the page believes what it stored. */
export const finirDans =
  (minutes: number): Geste =>
  async (page) => {
    await page.evaluate(`{
      const auth = JSON.parse(localStorage.getItem('auth'))
      auth.dateExpirationSession = new Date(Date.now() + ${minutes * 60_000}).toISOString()
      localStorage.setItem('auth', JSON.stringify(auth))
    }`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }

/** Ends as the month's report would be after a few days: some sections whole, the others blank. */
export async function remplirEnPartie(page: Page, structure: string): Promise<void> {
  const formulaire = await commencer(page, 'RMA', structure)
  const faites = Object.entries(moisCoherent('RMA', structure, formulaire)).filter(([adresse]) =>
    /^(CAPACITE|JOURS_OUV|SIT_FONCT|MVT\.|ENT\.|SOR\.|AGE\.)/.test(adresse),
  )
  const { donnees } = await lire(page, formulaire.numero)
  const manquent = faites.filter(([adresse]) => donnees[adresse] === undefined)
  await modifier(page, formulaire.numero, Object.fromEntries(manquent))
}
