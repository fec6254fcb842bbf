import type { Request } from '@playwright/test'
import {
  attendreEnregistrement,
  caseDe,
  choisirPlus,
  commencer,
  lire,
  MOIS_PRECEDENT,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'AEMO-R03-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=CAT`

test.describe
  .serial('deux personnes saisissent le même rapport', () => {
    test.use({ refusAttendus: true, neuf: true })

    test('des cases différentes se complètent, sans rien demander', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await commencer(elle, 'RMA', STRUCTURE)
      await elle.goto(FORMULAIRE)
      await lui.goto(FORMULAIRE)
      await expect(caseDe(lui, 'Orphelin(e)', 'Masculin')).toBeVisible()
      await caseDe(elle, 'Orphelin(e)', 'Masculin').fill('11')
      await attendreEnregistrement(elle)
      await caseDe(lui, 'Orphelin(e)', 'Féminin').fill('12')
      await attendreEnregistrement(lui)
      await expect(caseDe(lui, 'Orphelin(e)', 'Masculin')).toHaveValue('11')
      await expect(lui.getByRole('dialog')).toBeHidden()
      const { donnees } = await lire(elle, NUMERO)
      expect(donnees).toMatchObject({ 'CAT.ORPH.M': 11, 'CAT.ORPH.F': 12 })
    })

    test('la même case se tranche dans un dialogue, les deux valeurs en vue', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await elle.goto(FORMULAIRE)
      await lui.goto(FORMULAIRE)
      await expect(caseDe(lui, 'Enfant abandonné', 'Masculin')).toBeVisible()
      // Cut off, he does not see what she saves.
      await lui.context().setOffline(true)
      await caseDe(elle, 'Enfant abandonné', 'Masculin').fill('21')
      await caseDe(elle, 'Enfant abandonné', 'Féminin').fill('22')
      await attendreEnregistrement(elle)
      await caseDe(lui, 'Enfant abandonné', 'Masculin').fill('31')
      await caseDe(lui, 'Enfant abandonné', 'Féminin').fill('32')
      await lui.context().setOffline(false)

      const dialogue = lui.getByRole('dialog', {
        name: 'Les mêmes cases ont été modifiées ailleurs',
      })
      await expect(dialogue).toBeVisible()
      expect((await lire(elle, NUMERO)).donnees).toMatchObject({ 'CAT.ABAND.M': 21 })
      const masculin = dialogue.getByRole('group', { name: /masculin/i })
      await expect(
        masculin.getByRole('radio', { name: /^Garder la vôtre\s*31, saisie à \d\d:\d\d$/ }),
      ).toBeChecked()
      await masculin
        .getByRole('radio', {
          name: /^Prendre celle de .+\s*21, enregistrée à \d\d:\d\d$/,
        })
        .check()
      await dialogue.getByRole('button', { name: 'Enregistrer ce choix' }).click()
      await attendreEnregistrement(lui)
      await expect(caseDe(lui, 'Enfant abandonné', 'Masculin')).toHaveValue('21')
      await expect(caseDe(lui, 'Enfant abandonné', 'Féminin')).toHaveValue('32')
      const { donnees } = await lire(elle, NUMERO)
      expect(donnees).toMatchObject({ 'CAT.ABAND.M': 21, 'CAT.ABAND.F': 32 })
    })

    test('ce qu’un autre met dans une case où l’on tape encore se tranche aussi', async ({
      as,
    }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await elle.goto(FORMULAIRE)
      await lui.goto(FORMULAIRE)
      const sienne = caseDe(lui, 'Victime de traite', 'Masculin')
      await sienne.click()
      await lui.keyboard.type('1')
      await attendreEnregistrement(lui)
      // Saved, and he is still in it: he sees his figure when she puts hers.
      await expect(caseDe(elle, 'Victime de traite', 'Masculin')).toHaveValue('1')
      await caseDe(elle, 'Victime de traite', 'Masculin').fill('7')
      await attendreEnregistrement(elle)
      await expect(lui.getByText(/a changé 1\s*case/).first()).toBeVisible()
      await expect(sienne).toHaveValue('1')
      await lui.keyboard.type('5')
      const dialogue = lui.getByRole('dialog', {
        name: 'Les mêmes cases ont été modifiées ailleurs',
      })
      await expect(dialogue).toBeVisible()
      expect((await lire(elle, NUMERO)).donnees).toMatchObject({ 'CAT.TRAITE.M': 7 })
    })

    test('chacun voit qui d’autre est là et où, et ne le voit plus quand il part', async ({
      as,
    }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await elle.goto(FORMULAIRE)
      await caseDe(elle, 'Orphelin(e)', 'Masculin').fill('6')
      await lui.goto(FORMULAIRE)
      await caseDe(lui, 'Orphelin(e)', 'Féminin').click()
      await expect(lui.getByRole('listitem').filter({ hasText: /saisit dans «/ })).toBeVisible()
      // Who goes from cell to cell and types nothing looks.
      await expect(
        elle.getByRole('listitem').filter({ hasText: /Direction centrale.* lit ce rapport/ }),
      ).toBeVisible()
      await caseDe(lui, 'Orphelin(e)', 'Féminin').fill('7')
      const la = elle
        .getByRole('listitem')
        .filter({ hasText: /Direction centrale.* saisit dans «/ })
      await expect(la).toBeVisible()
      // On a telephone it is said whole, on two lines if need be.
      await elle.setViewportSize({ width: 360, height: 740 })
      const large = await la.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(large).toBe(0)
      const depasse = await la.evaluate(
        ({ clientHeight, parentElement }) => clientHeight - (parentElement?.clientHeight ?? 0),
      )
      expect(depasse).toBeLessThanOrEqual(0)
      await expect(
        elle.getByRole('status').filter({ hasText: 'A aussi ce rapport ouvert' }),
      ).toContainText('Direction centrale')
      await lui.goto('/dashboard/app')
      await expect(la).toBeHidden()
    })

    test('deux fenêtres d’une même personne tiennent les mêmes valeurs', async ({ as }) => {
      const une = await as('aemo-r03-01')
      const autre = await une.context().newPage()
      for (const page of [une, autre]) await page.goto(FORMULAIRE)
      await expect(autre.getByText('Ouvert aussi dans une autre de vos fenêtres')).toBeVisible()
      await expect(autre.getByText(/aussi ce rapport ouvert/)).toHaveCount(0)
      await caseDe(une, 'Enfant abandonné', 'Masculin').fill('41')
      await attendreEnregistrement(une)
      await expect(caseDe(autre, 'Enfant abandonné', 'Masculin')).toHaveValue('41')
      // Cut off together, both type: what each has waits in one notebook, and nothing is lost.
      await une.context().setOffline(true)
      await caseDe(une, 'Enfant abandonné', 'Masculin').fill('42')
      await caseDe(autre, 'Enfant abandonné', 'Féminin').fill('43')
      await une.context().setOffline(false)
      const ici = async () => (await lire(une, NUMERO)).donnees
      await expect.poll(ici).toMatchObject({ 'CAT.ABAND.M': 42, 'CAT.ABAND.F': 43 })
      await expect(caseDe(une, 'Enfant abandonné', 'Féminin')).toHaveValue('43')
      await expect(caseDe(autre, 'Enfant abandonné', 'Masculin')).toHaveValue('42')
      await expect(une.getByRole('dialog')).toBeHidden()
    })

    test('ce que la direction saisit pour une structure se lit dans l’historique', async ({
      as,
    }) => {
      const page = await as('aemo-r03-01')
      await page.goto(FORMULAIRE)
      await choisirPlus(page, 'Historique')
      const dialogue = page.getByRole('dialog', { name: 'Historique du rapport' })
      await expect(dialogue.getByText(/Direction centrale.*, au nom de/).first()).toBeVisible()
    })
  })

const PUBLIE = `/dashboard/saisies/${numeroDe('RMA', 'CAU-R01-01', MOIS_PRECEDENT)}`

const estPresence = (demande: Request) => demande.url().includes('/formulaire/presence/')

test('qui lit une publication du dehors ne demande pas qui y travaille', async ({ as }) => {
  const elle = await as('cau-r01-01')
  const dite = elle.waitForRequest(estPresence)
  await elle.goto(PUBLIE)
  await dite

  const autre = await as('cse-r01-01')
  const demandes: string[] = []
  autre.on('request', (demande) => estPresence(demande) && demandes.push(demande.url()))
  // The page asks what happens elsewhere last of all.
  const suivie = autre.waitForRequest((demande) => demande.url().endsWith('/evenements'))
  await autre.goto(PUBLIE)
  await suivie
  expect(demandes).toEqual([])
})
