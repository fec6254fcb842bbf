import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { trouverContrastes, trouverDefauts } from './axe.ts'
import { ECRANS, type Ecran, routesSansEcran, STRUCTURE } from './ecrans.ts'
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
      timeout: 2000,
    })
    .toEqual([])
}

/** Colours, unless the screen leaves them to another. */
const contrastes = async (page: Page, { sansContraste }: Ecran) =>
  sansContraste ? [] : trouverContrastes(page)

/** Both modes and both directions, then ever narrower, in both directions. */
async function examiner(page: Page, ecran: Ecran): Promise<void> {
  doux(await trouverDefauts(page, ecran), 'clair').toEqual([])
  await regler(page, { mode: 'dark' })
  doux(await contrastes(page, ecran), 'sombre').toEqual([])
  await regler(page, { direction: 'rtl' })
  doux(await trouverDefauts(page, ecran), 'sombre, de droite à gauche').toEqual([])
  await regler(page, { mode: 'light' })
  doux(await contrastes(page, ecran), 'clair, de droite à gauche').toEqual([])
  await verifierLargeur(page, 320, 'rtl')
  await regler(page, { direction: 'ltr' })
  for (const largeur of LARGEURS) {
    await verifierLargeur(page, largeur, 'ltr')
  }
}

async function examinerCouleurs(page: Page): Promise<void> {
  for (const mode of ['light', 'dark'] as const) {
    for (const colour of COULEURS) {
      await regler(page, { mode, colour })
      doux(await trouverContrastes(page), `${colour}, ${mode}`).toEqual([])
    }
  }
}

test.beforeAll(({ voir }) => preparer(voir, STRUCTURE.toLowerCase(), STRUCTURE))

test('chaque écran des routes est dans la table', () => {
  const routes = readFileSync(join(import.meta.dirname, '../web/src/routes.tsx'), 'utf8')
  expect(routesSansEcran(routes)).toEqual([])
  expect(routesSansEcran(`{ path: 'saisies/:numero' }, { path: 'oubliee' }`)).toEqual(['oubliee'])
})

for (const [qui, ecrans] of Object.entries(ECRANS)) {
  for (const ecran of ecrans) {
    test(`WCAG 2.1 A et AA, deux modes, deux sens, 320 px : ${qui}, ${ecran.nom}`, async ({
      voir,
    }) => {
      const vue = await voir(qui, ecran.neuf)
      await vue.page.setViewportSize(ecran.seulement === 'etroit' ? TELEPHONE : LARGE)
      await atteindre(vue.page, ecran)
      await examiner(vue.page, ecran)
      expect(lireErreurs(vue, ecran.refus), 'erreurs de la console').toEqual([])
      if (ecran.neuf) await vue.page.context().close()
    })

    if (ecran.temoin) {
      test(`les six couleurs se lisent, dans les deux modes : ${qui}, ${ecran.nom}`, async ({
        voir,
      }) => {
        const { page } = await voir(qui)
        await page.setViewportSize(LARGE)
        await atteindre(page, ecran)
        await examinerCouleurs(page)
      })
    }
  }
}
