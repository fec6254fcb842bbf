import type { Page } from '@playwright/test'
import { expect, test } from './gens.ts'

/** A part of the home, the file of its code, and the call that it shows first. */
const ACCUEILS = [
  { qui: 'poup-r01-01', adresse: 'app', code: 'rapports', appel: 'structures/lister' },
  { qui: 'dpps', adresse: 'app', code: 'AccueilCentral', appel: 'dashboard/matrice' },
  {
    qui: 'dpps',
    adresse: 'app?vue=ecarts&niveaux=ANOMALIE&region=R04',
    code: 'Ecarts',
    appel: 'dashboard/ecartEffectif',
  },
]

/** A screen, the call that it shows first, and what of it is drawn by the file that asks. */
const ECRANS: { qui: string; adresse: string; appel: string; dessin?: string }[] = [
  { qui: 'poup-r01-01', adresse: 'saisies', appel: 'formulaire/lister/' },
  { qui: 'dpps', adresse: 'saisies', appel: 'formulaire/lister/' },
  {
    qui: 'poup-r01-01',
    adresse: 'messaisies?tri=effectif',
    appel: 'structures/lister',
  },
  {
    qui: 'dpps',
    adresse: 'saisiesstructures?etats=SOUMIS&tri=inconnu&page=x',
    appel: 'structures/lister',
  },
  {
    qui: 'dpps',
    adresse: 'utilisateurs?role=ROLE_DPPS',
    appel: 'utilisateur/lister',
  },
  {
    qui: 'dpps',
    adresse: 'utilisateurs/5',
    appel: 'utilisateur/lire/5',
  },
  { qui: 'dpps', adresse: 'structures', appel: 'structure/lister' },
  {
    qui: 'dpps',
    adresse: 'structures?vue=tableau&region=R01',
    appel: 'structure/lister',
  },
  {
    qui: 'dpps',
    adresse: 'structures?vue=invitations',
    appel: 'inscrire/lister',
    // The frame may be there before the panel, whose file comes by itself.
    dessin: '.inv-panneau',
  },
  {
    qui: 'dpps',
    adresse: 'structures/CSE-R01-01',
    appel: 'structure/lire/',
  },
  { qui: 'dpps', adresse: 'journal?du=2025-01-01', appel: 'journal/lister' },
  { qui: 'dpps', adresse: 'courriels', appel: 'courriel/lister' },
  {
    qui: 'dpps',
    adresse: 'parametres?onglet=mentions',
    appel: 'parametres/mentions',
  },
  { qui: 'dpps', adresse: 'compte', appel: 'utilisateur/compte' },
]

/** Notes what this page asks of the server. */
function noterAppels(page: Page): string[] {
  const appels: string[] = []
  page.on('request', (requete) => {
    const { pathname, search } = new URL(requete.url())
    const appele = `${requete.method()} ${pathname}${search} ${requete.postData() ?? ''}`
    if (pathname.startsWith('/api/')) appels.push(appele)
  })
  return appels
}

async function ouvrir(page: Page, adresse: string): Promise<void> {
  await page.goto(`/dashboard/${adresse}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

for (const { qui, adresse, code, appel } of ACCUEILS) {
  test(`${adresse} (${qui}) : les données se demandent sans attendre le code, et une fois`, async ({
    as,
  }) => {
    const page = await as(qui)
    const appels = noterAppels(page)
    const demande = page.waitForRequest(
      (requete) => requete.url().includes(`/api/`) && requete.url().includes(appel),
    )
    // The code of the screen comes once its data is asked for, or never.
    let retenu = false
    await page.route(new RegExp(`/${code}-[^/]*\\.js$`), async (route) => {
      retenu = true
      await demande
      await route.continue()
    })
    await ouvrir(page, adresse)
    expect(retenu).toBe(true)
    expect(appels).toEqual([...new Set(appels)])
  })
}

for (const { qui, adresse, appel, dessin = 'main' } of ECRANS) {
  test(`${adresse} (${qui}) : les données se demandent sans attendre le dessin, et une fois`, async ({
    as,
  }) => {
    const page = await as(qui)
    const appels = noterAppels(page)
    // Each call says whether it left before something of the screens was drawn.
    await page.addInitScript({
      content: `const { fetch } = window
        window.fetch = (...dits) => {
          const detail = document.querySelector('${dessin}') === null ? 'avant' : 'après'
          performance.mark(String(dits[0]?.url ?? dits[0]), { detail })
          return fetch(...dits)
        }`,
    })
    await ouvrir(page, adresse)
    // A slow machine may be silent for a while before the call leaves.
    const quand = () =>
      page.evaluate(
        `performance.getEntriesByType('mark').find(({ name }) => name.includes('${appel}'))?.detail`,
      )
    await expect.poll(quand).toBe('avant')
    expect(appels).toEqual([...new Set(appels)])
  })
}

test.describe('sans attendre React', () => {
  // The form is nobody's: its refusal is an error of the console.
  test.use({ refusAttendus: true })

  for (const appel of ['structures/lister', 'formulaire/lire/RMA-INCONNU-200001']) {
    const adresse = appel === 'structures/lister' ? 'app' : 'saisies/RMA-INCONNU-200001'
    test(`${adresse} : les données se demandent`, async ({ as }) => {
      const page = await as('poup-r01-01')
      const demande = page.waitForRequest((requete) => requete.url().includes(appel))
      let retenu = false
      await page.route(/\/react-[^/]*\.js$/, async (route) => {
        retenu = true
        await demande
        await route.continue()
      })
      await page.goto(`/dashboard/${adresse}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      expect(retenu).toBe(true)
    })
  }
})
