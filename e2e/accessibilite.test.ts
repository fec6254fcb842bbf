import { expect, type Page } from '@playwright/test'
import { PORTEE } from '../tools/portee.ts'
import { illisibles, sansJeton } from '../web/src/app/theme.banc.ts'
import { type Examen, examiner } from './axe.ts'
import { ECRANS, type Ecran, ecransDesRoutes, routesSansEcran, STRUCTURE } from './ecrans.ts'
import { atteindre, lireErreurs, preparer, regler, test } from './vues.ts'

const COULEURS = ['purple', 'cyan', 'blue', 'orange', 'red']
const LARGE = { width: 1440, height: 900 }
const TELEPHONE = { width: 360, height: 740 }

// Some sixty screens: their traces would weigh more than they tell.
test.use({ trace: 'off' })

/** One screen says all its faults at once. */
const doux = expect.configure({ soft: true })

/** What is wider than its window: nothing may scroll sideways but inside its own named region. */
const DEBORDEMENTS = `(() => {
  const racine = document.documentElement
  const boites = [racine, ...document.querySelectorAll('dialog[open]')]
  return boites
    .filter((boite) => boite.scrollWidth > Math.max(boite.clientWidth, 1) + 1)
    .map((boite) => {
      const { left, right } = boite === racine
        ? { left: 0, right: innerWidth } : boite.getBoundingClientRect()
      const dehors = [...boite.querySelectorAll('*')].filter((element) => {
        const { left: debut, right: fin, width } = element.getBoundingClientRect()
        return width > 0 && (fin > right + 1 || debut < left - 1)
      })
      const noms = dehors.slice(0, 4).map((e) => e.tagName + '.' + e.getAttribute('class'))
      return boite.tagName + ' ' + boite.scrollWidth + ' > ' + boite.clientWidth + ' : ' + noms
    })
})()`

/** 200 % of 1,280 px, a phone, and 400 % of 1,280 px (WCAG 1.4.4 and 1.4.10). */
const LARGEURS = [640, 360, 320]

/** Asked again for a while: a page just made narrower may be measured half laid out. */
async function verifierLargeur(page: Page, largeur: number, sens: string): Promise<void> {
  await page.setViewportSize({ width: largeur, height: TELEPHONE.height })
  await doux
    .poll(() => page.evaluate<string[]>(DEBORDEMENTS), {
      message: `${largeur} px, ${sens}`,
    })
    .toEqual([])
}

/** Spaces that a reader may ask of any text (WCAG 1.4.12, RGAA 10.12): nothing is cut for it. */
const ESPACES = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
} p { margin-block-end: 2em !important; }`

/** A sheet that no policy of the page refuses; `''` takes it away. */
const espacer = (page: Page, regles: string) =>
  page.evaluate(`{
    const feuille = new CSSStyleSheet()
    feuille.replaceSync(${JSON.stringify(regles)})
    document.adoptedStyleSheets = [feuille]
  }`)

/**
 * Texts that their own box cuts. What is there for screen readers alone takes no room; the name in
 * the bar, and those of a model's plan, are whole in what they open.
 */
const COUPES = `(() => [...document.querySelectorAll('body *')]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => {
    const { overflowX, overflowY, clipPath } = getComputedStyle(e)
    if (clipPath !== 'none' || e.matches('.app-compte-nom, .mdl-element > span')) return false
    const cache = (sens) => sens === 'hidden' || sens === 'clip'
    return (cache(overflowX) && e.scrollWidth > e.clientWidth + 1) ||
      (cache(overflowY) && e.scrollHeight > e.clientHeight + 1)
  })
  .map((e) => e.tagName + '.' + e.getAttribute('class') + ' : ' + e.textContent.trim().slice(0, 40))
)()`

async function verifierEspaces(page: Page): Promise<void> {
  await espacer(page, ESPACES)
  await doux
    .poll(() => page.evaluate<string[]>(`[...${DEBORDEMENTS}, ...${COUPES}]`), {
      message: 'espaces agrandis',
    })
    .toEqual([])
  await espacer(page, '')
}

type Mode = 'light' | 'dark'

/**
 * What axe finds in a display, in the colour of origin, and what its colours would be in the five
 * others: a contrast is that of two tokens. `inconnues`: some colour is that of no token.
 */
async function voirAffichage(page: Page, examen: Examen, mode: Mode) {
  const { defauts, paires } = await examiner(page, examen)
  doux([...defauts, ...illisibles(paires, mode)], NOMS[mode]).toEqual([])
  const inconnues = sansJeton(paires, mode).length > 0
  // No style but the theme's tokens depends on the mode: what they become in the other is computed.
  const douteux = inconnues || illisibles(paires, mode, 'dark').length > 0
  return { inconnues, douteux }
}
const NOMS = { light: 'clair', dark: 'sombre, de droite à gauche' }
const RIEN = { inconnues: false, douteux: false }

/** What is there for whoever does not see it: roles, names, states. */
const lireArbre = (page: Page) => page.locator('body').ariaSnapshot()

/**
 * Every rule in the mode and the direction of origin. In the other mode and the other direction, a
 * tree that is the same obeys them all still, but for its colours; one that is not (the settings
 * say what is chosen) is examined whole. Colours are looked at again where what the theme makes of
 * them in the other mode leaves a doubt. Then ever narrower, in both directions. Texts are spaced
 * once, as wide as they came.
 */
async function parcourir(page: Page, ecran: Ecran): Promise<void> {
  const clair = await voirAffichage(page, ecran.sansContraste ? 'structure' : 'tout', 'light')
  await verifierEspaces(page)
  const arbre = await lireArbre(page)
  await regler(page, { mode: 'dark', direction: 'rtl' })
  const pareil = (await lireArbre(page)) === arbre
  const examen = examenSombre(ecran, { pareil, douteux: clair.douteux })
  const sombre = examen ? await voirAffichage(page, examen, 'dark') : RIEN
  await verifierLargeur(page, 320, 'rtl')
  await regler(page, { mode: 'light', direction: 'ltr' })
  for (const largeur of LARGEURS) {
    await verifierLargeur(page, largeur, 'ltr')
  }
  if (clair.inconnues || sombre.inconnues) await examinerCouleurs(page, ecran)
}

/** What is looked at again in the other mode and direction; null: nothing can have changed. */
function examenSombre(
  { sansContraste }: Ecran,
  { pareil, douteux }: { pareil: boolean; douteux: boolean },
): Examen | null {
  if (!pareil) return sansContraste ? 'structure' : 'tout'
  return !sansContraste && (douteux || PORTEE === 'complete') ? 'couleurs' : null
}

/** Where a colour is no token's, each of the five others is looked at in each mode. */
async function examinerCouleurs(page: Page, ecran: Ecran): Promise<void> {
  await page.setViewportSize(ecran.seulement === 'etroit' ? TELEPHONE : LARGE)
  for (const mode of ['light', 'dark'] as const) {
    for (const colour of COULEURS) {
      await regler(page, { mode, colour })
      doux((await examiner(page, 'couleurs')).defauts, `${colour}, ${mode}`).toEqual([])
    }
  }
}

test.beforeAll(({ voir }) => preparer(voir, STRUCTURE.toLowerCase(), STRUCTURE))

test('chaque écran des routes est dans la table', () => {
  expect(routesSansEcran()).toEqual([])
  expect(routesSansEcran(`{ path: 'saisies/:numero' }, { path: 'oublie/:id' }`)).toEqual([
    'oublie/:id',
  ])
})

test('un écran sans paramètre y est de lui-même, vu par qui y a droit', () => {
  const vus = (droit: string) =>
    ecransDesRoutes(`{ path: 'neuf', droit: '${droit}' }`).map(({ qui }) => qui)
  expect(vus('formulaire.lire')).toEqual(['cse-r01-01'])
  expect(vus('structure.gerer')).toEqual(['dpps'])
  expect(vus('compte')).toEqual(['cse-r01-01'])
  expect(ECRANS.dpps?.map(({ nom }) => nom)).toContain('parametres')
})

test('un nom ne désigne qu’un écran', () => {
  const noms = Object.values(ECRANS).flatMap((ecrans) => ecrans.map(({ nom }) => nom))
  expect(noms.filter((nom, rang) => noms.indexOf(nom) !== rang)).toEqual([])
})

for (const [qui, ecrans] of Object.entries(ECRANS)) {
  for (const ecran of ecrans) {
    test(`WCAG 2.1 A et AA, deux modes, deux sens, 320 px, six couleurs : ${qui}, ${ecran.nom}`, async ({
      voir,
    }) => {
      const vue = await voir(qui, ecran.neuf)
      await vue.page.setViewportSize(ecran.seulement === 'etroit' ? TELEPHONE : LARGE)
      await atteindre(vue.page, ecran)
      await parcourir(vue.page, ecran)
      expect(lireErreurs(vue, ecran.refus), 'erreurs de la console').toEqual([])
      if (ecran.neuf) await vue.page.context().close()
    })
  }
}
