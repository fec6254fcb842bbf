import { attendreEnregistrement, caseDe, commencer, lire, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'AEMO-R03-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=CAT`

test.describe
  .serial('deux personnes saisissent le même rapport', () => {
    test.use({ refusAttendus: true })

    test('des cases différentes se complètent, sans rien demander', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await elle.goto('/dashboard/app')
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
      await caseDe(elle, 'Enfant abandonné', 'Masculin').fill('21')
      await caseDe(elle, 'Enfant abandonné', 'Féminin').fill('22')
      await attendreEnregistrement(elle)
      await caseDe(lui, 'Enfant abandonné', 'Masculin').fill('31')
      await caseDe(lui, 'Enfant abandonné', 'Féminin').fill('32')

      const dialogue = lui.getByRole('dialog', {
        name: 'Une autre personne a modifié les mêmes cases',
      })
      await expect(dialogue).toBeVisible()
      expect((await lire(elle, NUMERO)).donnees).toMatchObject({ 'CAT.ABAND.M': 21 })
      const masculin = dialogue.getByRole('group', { name: /masculin/i })
      await expect(masculin.getByRole('radio', { name: 'Garder la mienne (31)' })).toBeChecked()
      await masculin.getByRole('radio', { name: 'Prendre la leur (21)' }).check()
      await dialogue.getByRole('button', { name: 'Enregistrer ce choix' }).click()
      await attendreEnregistrement(lui)
      await expect(caseDe(lui, 'Enfant abandonné', 'Masculin')).toHaveValue('21')
      await expect(caseDe(lui, 'Enfant abandonné', 'Féminin')).toHaveValue('32')
      const { donnees } = await lire(elle, NUMERO)
      expect(donnees).toMatchObject({ 'CAT.ABAND.M': 21, 'CAT.ABAND.F': 32 })
    })

    test('ce que la direction saisit pour une structure se lit dans l’historique', async ({
      as,
    }) => {
      const page = await as('aemo-r03-01')
      await page.goto(FORMULAIRE)
      await page.getByRole('button', { name: 'Historique' }).click()
      const dialogue = page.getByRole('dialog', { name: 'Historique du rapport' })
      await expect(dialogue.getByText(/Direction centrale.*, au nom de/).first()).toBeVisible()
    })
  })
