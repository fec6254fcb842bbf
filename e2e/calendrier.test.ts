import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { trouverDefauts } from './axe.ts'
import { expect, ouvrirSession, test } from './gens.ts'

const CALENDRIER = '/dashboard/parametres?onglet=calendrier'

// The other tests share this platform: they find it as it was.
test.afterEach(async ({ page }) => {
  const { token } = await ouvrirSession(page.request, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const envoi = { headers, data: DEFAUTS_CALENDRIER }
  const { path } = calendrierApi.modifierCalendrier
  expect((await page.request.post(`/api${path}`, envoi)).status()).toBe(200)
})

test('la direction règle le calendrier, et voit les vraies dates avant d’enregistrer', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(CALENDRIER)
  const echeance = page.getByRole('textbox', { name: /^Jour de l’échéance/ })
  await echeance.fill('16')
  await expect(page.getByText('Saisissez un nombre entier de 1 à 15.').first()).toBeVisible()
  await echeance.fill(String(DEFAUTS_CALENDRIER.jourEcheance))
  await expect(page.getByRole('table', { name: /^Les prochains mois/ })).toContainText(
    '00:00 (UTC)',
  )
  await expect(page.getByText('Une échéance passée ne change plus.')).toBeVisible()
  await page.getByLabel('Jour à ajouter').fill('2031-05-01')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Retirer le 1ᵉʳ mai/ })).toBeVisible()
  const regles = page.getByRole('region', { name: 'Échéance et clôture' })
  await regles.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Calendrier de collecte enregistré.')).toBeVisible()
})

test('une prolongation demandée par la structure s’accorde, et son agenda la lit', async ({
  as,
}) => {
  const structure = await as('cah-r04-01')
  await structure.goto('/dashboard/saisies')
  await structure.getByRole('button', { name: 'Mois clos ou rouverts' }).click()
  const clos = structure.getByRole('dialog', { name: 'Mois clos ou rouverts' })
  await clos
    .getByRole('button', { name: /^Demander une prolongation/ })
    .last()
    .click()
  const demande = structure.getByRole('dialog', { name: 'Demander une prolongation' })
  await demande.getByRole('textbox').fill('Le registre des entrées était égaré.')
  await demande.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(clos.getByText(/^Prolongation demandée le/)).toBeVisible()

  const dpps = await as('dpps')
  await dpps.goto('/dashboard/app')
  await dpps.getByRole('link', { name: /prolongations? demandées?/ }).click()
  await dpps
    .getByRole('button', { name: /^Accorder la prolongation/ })
    .first()
    .click()
  await dpps.getByRole('dialog').getByRole('button', { name: 'Accorder' }).click()
  await expect(dpps.getByText('Prolongation accordée. La structure est prévenue.')).toBeVisible()

  await structure.reload()
  await structure.getByRole('button', { name: 'Mois clos ou rouverts' }).click()
  await expect(clos.getByText(/^Ce mois est rouvert jusqu’au/)).toBeVisible()

  await structure.goto('/dashboard/compte')
  await structure.getByRole('button', { name: 'Créer mon adresse' }).click()
  const adresse = await structure.getByLabel('Votre adresse de calendrier').inputValue()
  const flux = await structure.request.get(adresse)
  expect(flux.headers()['content-type']).toContain('text/calendar')
  expect(await flux.text()).toContain('Mois rouvert')
  expect(flux.headers()['cache-control']).toBe('private, no-cache')
  await structure.reload()
  const sessions = structure.getByRole('region', { name: 'Mes sessions' })
  await expect(
    sessions.getByText(/^Votre adresse vaut depuis le .+ Un agenda l’a lue le /),
  ).toBeVisible()
  await expect(sessions.getByText(/^Elle s’ouvre sans mot de passe/)).toBeVisible()
  await sessions.getByRole('button', { name: 'Renouveler mon adresse' }).click()
  await expect(structure.getByLabel('Votre adresse de calendrier')).not.toHaveValue(adresse)
  expect((await structure.request.get(adresse)).status()).toBe(404)
  await structure.getByRole('button', { name: 'Retirer mon adresse' }).click()
  await expect(structure.getByText('Vous n’avez pas d’adresse de calendrier.')).toBeVisible()
  expect((await structure.request.get(adresse)).status()).toBe(404)
})

test('rouvrir un mois dit d’abord à qui, et pourquoi pas aux autres, puis reste et dit à qui il l’est', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(CALENDRIER)
  const fiche = page.getByRole('dialog', { name: 'Rouvrir un mois' })
  const demander = async (...codes: string[]) => {
    await page.getByRole('button', { name: 'Rouvrir un mois' }).click()
    const ajouter = fiche.getByRole('combobox', { name: /^Ajouter une structure/ })
    for (const code of codes) {
      await ajouter.fill(code)
      await ajouter.press('Enter')
      const retirer = fiche.getByRole('button', { name: new RegExp(`^Retirer .*${code}`) })
      await expect(retirer).toBeVisible()
    }
    await fiche.getByLabel(/^Mois/).selectOption({ index: 1 })
    await fiche.getByRole('textbox', { name: /^Motif/ }).fill('Le registre était égaré.')
    await fiche.getByRole('button', { name: 'Rouvrir', exact: true }).click()
  }
  await demander('CAU-R01-01')
  const seule = page.getByRole('dialog', { name: /^Rouvrir .+ à 1\sstructure\s\?$/ })
  await expect(seule.getByText(/^La saisie leur sera ouverte jusqu’au/)).toBeVisible()
  // One may come back to the form, which is as it was.
  await seule.getByRole('button', { name: 'Revenir' }).click()
  await expect(fiche.getByRole('textbox', { name: /^Motif/ })).toHaveValue(
    'Le registre était égaré.',
  )
  await fiche.getByRole('button', { name: 'Rouvrir', exact: true }).click()
  await seule.getByRole('button', { name: /^Rouvrir à 1\sstructure$/ }).click()
  const faite = page.getByRole('dialog', { name: / rouvert à 1\sstructure$/ })
  await expect(faite.getByRole('listitem')).toContainText('CAU-R01-01')
  await faite.getByRole('button', { name: 'Fermer' }).click()

  await demander('CAU-R01-01', 'CPOLY-R02-01')
  const lot = page.getByRole('dialog', { name: /^Rouvrir .+ à 1\sstructure sur 2\s\?$/ })
  await expect(lot.getByText(/^1\sstructure choisie est laissée de côté$/)).toBeVisible()
  await expect(lot.getByText(/est déjà rouvert à la structure/)).toBeVisible()
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await trouverDefauts(page)).toEqual([])
    }
  await lot.getByRole('button', { name: /^Rouvrir à 1\sstructure$/ }).press('Enter')
  const rouvert = page.getByRole('dialog', { name: / rouvert à 1\sstructure sur 2$/ })
  await expect(rouvert.getByRole('list', { name: /^Structures de/ })).toContainText('CPOLY-R02-01')
  await expect(rouvert.getByText(/^La structure est prévenue\.$/)).toBeVisible()
  await expect(rouvert.getByText(/est déjà rouvert à la structure/)).toBeVisible()
  await expect(rouvert.getByRole('button', { name: 'Fermer' })).toBeFocused()
})

test('une structure se choisit par Entrée, par Tab ou dans la liste, jamais pendant la frappe, même lue après', async ({
  as,
}) => {
  const page = await as('dpps')
  const donner = Promise.withResolvers<void>()
  // The list comes late, with a code that begins as another one does.
  await page.route('**/structure/lister*', async (route) => {
    const reponse = await route.fetch()
    const lue = (await reponse.json()) as { elements: { code: string }[] }
    const plusLongue = lue.elements
      .filter(({ code }) => code === 'CAU-R01-01')
      .map((une) => ({ ...une, code: 'CAU-R01-011', libelle: 'Foyer au code plus long' }))
    await donner.promise
    await route.fulfill({
      response: reponse,
      json: { ...lue, elements: [...lue.elements, ...plusLongue] },
    })
  })
  await page.goto(CALENDRIER)
  await page.getByRole('button', { name: 'Rouvrir un mois' }).click()
  const fiche = page.getByRole('dialog', { name: 'Rouvrir un mois' })
  const ajouter = fiche.getByRole('combobox', { name: /^Ajouter une structure/ })
  const choisies = fiche.getByRole('list', { name: 'Structures choisies' })
  await ajouter.fill('cau-r01-01')
  await expect(ajouter).toHaveAttribute('aria-busy', 'true')
  await expect(fiche.getByText('Lecture de la liste…').first()).toBeVisible()
  await ajouter.press('Tab')
  await expect(ajouter).toHaveAccessibleDescription(/^Une ou plusieurs/)
  await expect(choisies).toHaveCount(0)
  donner.resolve()
  await expect(choisies.getByRole('listitem')).toHaveText([/^CAU-R01-01 – /])
  await expect(ajouter).toHaveValue('')
  await ajouter.pressSequentially('CPOLY-R02-01')
  await expect(fiche.getByRole('option', { name: /^CPOLY-R02-01/ })).toBeVisible()
  await expect(choisies.getByRole('listitem')).toHaveCount(1)
  await ajouter.fill('')
  // The list, open, covers what is chosen.
  await ajouter.press('Escape')
  await choisies.getByRole('button', { name: /^Retirer CAU-R01-01/ }).click()
  await ajouter.pressSequentially('CAU-R01-011')
  await ajouter.press('Enter')
  await expect(choisies.getByRole('listitem')).toHaveText([/^CAU-R01-011 – /])
  await ajouter.fill('port clair')
  await ajouter.press('ArrowDown')
  await ajouter.press('Tab')
  await expect(choisies.getByRole('listitem')).toHaveCount(2)
  await expect(ajouter).toHaveValue('')
  await ajouter.fill('nulle part')
  await ajouter.press('Tab')
  await expect(ajouter).toHaveAccessibleDescription(/Choisissez une structure de la liste\./)
  await page.unrouteAll({ behavior: 'wait' })
})

test('toutes les structures d’une région, ou toutes celles attendues, s’ajoutent d’un choix, et se voient avant', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(CALENDRIER)
  await page.getByRole('button', { name: 'Rouvrir un mois' }).click()
  const fiche = page.getByRole('dialog', { name: 'Rouvrir un mois' })
  const ajouter = fiche.getByRole('combobox', { name: /^Ajouter une structure/ })
  const choisir = async (mots: string, nom: RegExp) => {
    await ajouter.fill(mots)
    await fiche.getByRole('option', { name: nom }).click()
    await expect(ajouter).toHaveValue('')
  }
  await choisir('littoral', /^Région Littoral/)
  await fiche.getByLabel(/^Mois/).selectOption({ index: 1 })
  await fiche.getByRole('textbox', { name: /^Motif/ }).fill('Le registre était égaré.')
  await fiche.getByRole('button', { name: 'Rouvrir', exact: true }).click()
  const lot = page.getByRole('dialog', { name: /^Rouvrir .+ à \d+\sstructures/ })
  const liste = lot.getByRole('list', { name: /^Structures de/ })
  await expect(liste.getByRole('listitem').nth(1)).toBeVisible()
  await expect(liste.getByRole('listitem').filter({ hasNotText: '-R01' })).toHaveCount(0)
  const deRegion = await liste.getByRole('listitem').count()
  await lot.getByRole('button', { name: 'Revenir' }).click()
  await expect(fiche.getByRole('list', { name: 'Structures choisies' })).toHaveText(/Littoral/)
  await choisir('toutes', /^Toutes/)
  await fiche.getByRole('button', { name: 'Rouvrir', exact: true }).click()
  await expect(liste.getByRole('listitem').filter({ hasNotText: '-R01' }).first()).toBeVisible()
  expect(await liste.getByRole('listitem').count()).toBeGreaterThan(deRegion)
  // Those of which nothing is expected were not asked for.
  await expect(lot.getByText(/^Aucun rapport .+ n’est attendu/)).toHaveCount(0)
})
