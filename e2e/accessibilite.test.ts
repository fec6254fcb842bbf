import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { allerSection, caseDe, commencer, MOIS_PRECEDENT, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const NIVEAUX = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
const CONTRASTE = 'color-contrast'
const STRUCTURE = 'CSE-R01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
/** A form that only the directorate may still act on. */
const SOUMIS = numeroDe('RMA', 'ORPH-R02-01', MOIS_PRECEDENT)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`

/** What a screen is, how one gets there, and what shows that it is there. */
type Ecran = { nom: string; adresse: string; aller?: (page: Page) => Promise<void> }

const tableau = (nom: string): Ecran => ({ nom, adresse: `/dashboard/${nom}` })
const ECRANS: Record<string, Ecran[]> = {
  visiteur: [
    { nom: 'connexion', adresse: '/auth/login' },
    {
      nom: 'connexion, champs en faute',
      adresse: '/auth/login',
      aller: async (page) => page.getByRole('button', { name: 'Se connecter' }).click(),
    },
    { nom: '404', adresse: '/404' },
  ],
  'cse-r01-01': [
    ...['app', 'saisies', 'messaisies', 'saisiesstructures', 'chgmdp'].map(tableau),
    { nom: 'saisie', adresse: FORMULAIRE, aller: fauter },
    { nom: 'saisie, options de la case', adresse: FORMULAIRE, aller: ouvrirOptions },
    // Some five hundred cells: their colours are those of one section, seen above.
    { nom: 'saisie, tout', adresse: `${FORMULAIRE}?vue=tout` },
    { nom: 'relecture', adresse: FORMULAIRE, aller: relire },
    { nom: 'historique', adresse: FORMULAIRE, aller: cliquer('Historique') },
  ],
  dpps: [
    ...['app', 'messaisies', 'saisiesstructures'].map(tableau),
    { nom: 'lecture', adresse: `/dashboard/saisies/${SOUMIS}` },
    {
      nom: 'renvoi',
      adresse: `/dashboard/saisies/${SOUMIS}`,
      aller: cliquer('Renvoyer pour correction'),
    },
    {
      nom: 'changement d’état',
      adresse: `/dashboard/saisies/${SOUMIS}`,
      aller: cliquer('Changer l’état'),
    },
  ],
}

async function fauter(page: Page): Promise<void> {
  await allerSection(page, 'Mouvement des effectifs')
  await caseDe(page, 'Effectif au dernier jour du mois', 'Masculin').fill('beaucoup')
  await caseDe(page, 'Effectif au 1er jour du mois', 'Masculin').fill('1')
  await expect(page.getByRole('textbox', { name: /^Justification/ })).toBeVisible()
}

async function relire(page: Page): Promise<void> {
  await fauter(page)
  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await expect(page.getByRole('heading', { name: /^Relecture/ })).toBeVisible()
}

async function ouvrirOptions(page: Page): Promise<void> {
  await allerSection(page, 'Prises en charge réalisées')
  await caseDe(page, 'Soins', 'Actes').focus()
  await page.keyboard.press('F2')
  await expect(page.getByRole('button', { name: 'Non disponible (ND)' })).toBeVisible()
}

function cliquer(nom: string): Ecran['aller'] {
  return async (page) => {
    await page.getByRole('button', { name: nom, exact: true }).click()
    // Half shown, a dialog has not its own colours.
    await expect(page.getByRole('dialog').locator('..')).toHaveCSS('opacity', '1')
  }
}

/** Goes to a screen, and waits until nothing more is to come. */
async function atteindre(page: Page, { adresse, aller }: Ecran): Promise<void> {
  await page.goto(adresse)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await aller?.(page)
}

/** What axe finds, rule by rule, in words that say where. */
async function defauts(page: Page, reglages: (axe: AxeBuilder) => AxeBuilder) {
  const { violations } = await reglages(new AxeBuilder({ page })).analyze()
  return violations.map(({ id, nodes }) => ({
    id,
    ou: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
}

/** Light, then dark, whose colours alone differ, then as narrow as a phone. */
async function examiner(page: Page, couleurs: boolean): Promise<void> {
  const sansCouleurs = couleurs ? [] : [CONTRASTE]
  const clair = await defauts(page, (axe) => axe.withTags(NIVEAUX).disableRules(sansCouleurs))
  expect.soft(clair, 'en clair').toEqual([])
  if (couleurs) {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const sombre = await defauts(page, (axe) => axe.withRules(CONTRASTE))
    expect.soft(sombre, 'en sombre').toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const largeur = await page.evaluate('document.documentElement.scrollWidth')
  expect.soft(largeur, 'largeur à 360 px').toBeLessThanOrEqual(360)
}

for (const [qui, ecrans] of Object.entries(ECRANS)) {
  for (const ecran of ecrans) {
    test(`WCAG 2.1 A et AA, clair, sombre et 360 px : ${qui}, ${ecran.nom}`, async ({
      page,
      as,
    }) => {
      const vue = qui === 'visiteur' ? page : await as(qui)
      await vue.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await vue.setViewportSize({ width: 1440, height: 900 })
      if (ecran.adresse.startsWith(FORMULAIRE)) {
        await vue.goto('/404')
        await commencer(vue, 'RMA', STRUCTURE)
      }
      await atteindre(vue, ecran)
      await examiner(vue, !ecran.adresse.endsWith('vue=tout'))
    })
  }
}
