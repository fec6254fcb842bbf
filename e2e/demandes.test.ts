import { expect, test } from './gens.ts'

/** A screen, the file of its code, and the call that it shows first. */
const ECRANS = [
  { qui: 'poup-r01-01', adresse: 'app', code: 'rapports', appel: 'structures/lister' },
  { qui: 'dpps', adresse: 'app', code: 'AccueilCentral', appel: 'dashboard/matrice' },
  {
    qui: 'dpps',
    adresse: 'app?vue=ecarts&niveaux=ANOMALIE&region=R04',
    code: 'Ecarts',
    appel: 'dashboard/ecartEffectif',
  },
  { qui: 'poup-r01-01', adresse: 'saisies', code: 'SaisiesPage', appel: 'formulaire/lister/' },
  { qui: 'dpps', adresse: 'saisies', code: 'SaisiesPage', appel: 'formulaire/lister/' },
  {
    qui: 'poup-r01-01',
    adresse: 'messaisies?tri=effectif',
    code: 'MesSaisiesPage',
    appel: 'structures/lister',
  },
  {
    qui: 'dpps',
    adresse: 'saisiesstructures?etats=SOUMIS&tri=inconnu&page=x',
    code: 'SaisiesStructuresPage',
    appel: 'structures/lister',
  },
  {
    qui: 'dpps',
    adresse: 'utilisateurs?role=ROLE_DPPS',
    code: 'UtilisateursPage',
    appel: 'utilisateur/lister',
  },
  {
    qui: 'dpps',
    adresse: 'utilisateurs/5',
    code: 'UtilisateurPage',
    appel: 'utilisateur/lire/5',
  },
  { qui: 'dpps', adresse: 'structures', code: 'StructuresPage', appel: 'structure/lister' },
  {
    qui: 'dpps',
    adresse: 'structures?vue=tableau&region=R01',
    code: 'StructuresPage',
    appel: 'structure/lister',
  },
  {
    qui: 'dpps',
    adresse: 'structures?vue=invitations',
    code: 'StructuresPage',
    appel: 'inscrire/lister',
  },
  {
    qui: 'dpps',
    adresse: 'structures/CSE-R01-01',
    code: 'StructurePage',
    appel: 'structure/lire/',
  },
  { qui: 'dpps', adresse: 'journal?du=2025-01-01', code: 'JournalPage', appel: 'journal/lister' },
  { qui: 'dpps', adresse: 'courriels', code: 'CourrielsPage', appel: 'courriel/lister' },
  {
    qui: 'dpps',
    adresse: 'parametres?onglet=mentions',
    code: 'ParametresPage',
    appel: 'parametres/mentions',
  },
  { qui: 'dpps', adresse: 'compte', code: 'ComptePage', appel: 'utilisateur/compte' },
]

for (const { qui, adresse, code, appel } of ECRANS) {
  test(`${adresse} (${qui}) : les données se demandent sans attendre le code, et une fois`, async ({
    as,
  }) => {
    const page = await as(qui)
    const appels: string[] = []
    page.on('request', (requete) => {
      const { pathname, search } = new URL(requete.url())
      const appele = `${requete.method()} ${pathname}${search} ${requete.postData() ?? ''}`
      if (pathname.startsWith('/api/')) appels.push(appele)
    })
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
    await page.goto(`/dashboard/${adresse}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(retenu).toBe(true)
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
