import { periodeDe, rangDe } from '@releve/contract/mois.ts'
import { trouverDefauts } from './axe.ts'
import { MOIS_PRECEDENT, PERIODE } from './formulaire.ts'
import { expect, test } from './gens.ts'

/** The month that runs: nobody is reminded of it by the calendar yet. */
const { mois, annee } = periodeDe(rangDe(MOIS_PRECEDENT) + 1)

test('la direction relance une sélection, et la structure reçoit un message', async ({ as }) => {
  const dpps = await as('dpps')
  await dpps.goto(`/dashboard/saisiesstructures?mois=${mois}&annee=${annee}&q=CRSM-R06-01`)
  await dpps.getByRole('checkbox', { name: /^Sélectionner RMA/ }).check()
  await dpps.getByRole('checkbox', { name: /^Sélectionner SMP/ }).check()
  await dpps.getByRole('button', { name: 'Relancer 2 rapports' }).click()
  const question = dpps.getByRole('dialog', { name: /^Relancer 2\srapports\s\?$/ })
  await expect(question.getByRole('status')).toContainText('2 rapports de 1 structure')
  await expect(question.getByRole('list').first()).toContainText(`RMA ${PERIODE}`)
  await question.getByRole('textbox').fill('Merci de ne pas attendre la fin du mois.')
  await question.getByRole('button', { name: 'Relancer 1 structure' }).click()

  // What was done stays, line by line, until it is left.
  const faite = dpps.getByRole('dialog', { name: /^2\srapports relancés$/ })
  await expect(faite.getByRole('status')).toContainText('1 structure relancée pour 2 rapports')
  const prevenus = faite.getByRole('region', { name: 'Qui est prévenu' })
  await expect(prevenus).toContainText(`RMA ${PERIODE}`)
  await expect(prevenus).toContainText(`SMP ${PERIODE}`)
  await expect(faite.getByRole('textbox')).toHaveCount(0)
  const fermer = faite.getByRole('button', { name: 'Fermer', exact: true })
  await expect(fermer).toBeFocused()
  expect(await trouverDefauts(dpps)).toEqual([])
  await fermer.press('Enter')
  await expect(faite).toHaveCount(0)

  await dpps.getByRole('button', { name: 'Relancer 2 rapports' }).click()
  const rien = dpps.getByRole('dialog', { name: 'Aucun rapport à relancer' })
  await expect(rien.getByText(/^2\slignes choisies sont laissées de côté$/)).toBeVisible()
  await expect(rien.getByText('Déjà relancée aujourd’hui.').first()).toBeVisible()
  await rien.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(rien).toHaveCount(0)

  await dpps.goto('/dashboard/structures/CRSM-R06-01')
  const trace = dpps.getByRole('table', { name: 'Dernières relances' })
  await expect(trace.getByRole('row').nth(1)).toContainText(PERIODE)

  const structure = await as('crsm-r06-01')
  await structure.goto('/dashboard/mail')
  await structure.getByRole('link', { name: /2 rapports attendus/ }).click()
  await expect(structure.getByText('Merci de ne pas attendre la fin du mois.')).toBeVisible()
  const cites = structure.getByRole('list', { name: 'Rapports dont parle ce message' })
  await expect(cites.getByRole('link')).toHaveCount(2)
  await cites.getByRole('link', { name: new RegExp(`^SMP ${PERIODE}`) }).click()
  await expect(structure).toHaveURL(/SMP-CRSM-R06-01|modele=SMP&q=CRSM-R06-01/)
})

test('l’administration suspend les relances d’une structure, trouvée parmi les retards', async ({
  as,
}) => {
  const page = await as('admin')
  await page.goto('/dashboard/app?vue=retards')
  await page.getByRole('link', { name: 'Centre polyvalent de Hauteville' }).first().click()
  await expect(page).toHaveURL('/dashboard/structures/CPOLY-R02-01')
  await expect(page.getByRole('table', { name: 'Dernières relances' })).toBeVisible()
  // Its record is read there; only the directorate changes it.
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Suspendre les relances' }).click()
  const fiche = page.getByRole('dialog', { name: /^Suspendre les relances/ })
  await fiche.getByRole('textbox', { name: /^Motif/ }).fill('Inondation, accès coupé.')
  await fiche.getByRole('button', { name: 'Suspendre', exact: true }).click()
  await expect(fiche).toHaveCount(0)
  await expect(page.getByText(/^Relances suspendues jusqu’au/)).toBeVisible()
  await expect(page.getByText(/Inondation, accès coupé/)).toBeVisible()
  await page.goto('/dashboard/journal')
  await expect(page.getByText('CPOLY-R02-01').first()).toBeVisible()
  await page.goto('/dashboard/structures/CPOLY-R02-01')
  await page.getByRole('button', { name: 'Reprendre les relances' }).click()
  await expect(page.getByText(/^Cette structure est relancée/)).toBeVisible()
})

test('les relances d’une structure se suspendent et reprennent', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/structures/CPEN-R03-01')
  await page.getByRole('button', { name: 'Suspendre les relances' }).click()
  const fiche = page.getByRole('dialog', { name: /^Suspendre les relances/ })
  await fiche.getByRole('textbox', { name: /^Motif/ }).fill('Court.')
  await fiche.getByRole('button', { name: 'Suspendre', exact: true }).click()
  await expect(fiche.getByText(/au moins 10 caractères/).first()).toBeVisible()
  await fiche.getByRole('textbox', { name: /^Motif/ }).fill('Le camp déménage cette semaine.')
  await fiche.getByRole('button', { name: 'Suspendre', exact: true }).click()
  await expect(fiche).toHaveCount(0)
  await expect(page.getByText(/^Relances suspendues jusqu’au/)).toBeVisible()
  await page.getByRole('button', { name: 'Reprendre les relances' }).click()
  await expect(page.getByText(/^Cette structure est relancée/)).toBeVisible()
})

test('la direction règle les jours des relances', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/parametres?onglet=calendrier')
  const jours = page.getByRole('textbox', { name: /^Jours des relances/ })
  await expect(jours).toHaveValue('−3, 0, 1, 5, 10, 20')
  await jours.fill('demain')
  await expect(page.getByText(/^Saisissez des nombres de jours, séparés/).first()).toBeVisible()
  await jours.fill('20, -3, 0, 1, 10, 5')
  await expect(
    page.getByText(/^Relances\s: 3\sjours avant, le jour même, 1\sjour après/),
  ).toBeVisible()
  const section = page.getByRole('region', { name: 'Relances' })
  await section.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await expect(page.getByText('Réglages des relances enregistrés.')).toBeVisible()
})
