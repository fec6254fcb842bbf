import { pdf } from './fichiers.ts'
import {
  attendreEnregistrement,
  caseDe,
  commencer,
  forcer,
  joindre,
  lire,
  modifier,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'AEMO-R03-01'
/** Of which nobody else is told here. */
const AUTRE = 'CADS-R03-01'
const NUMERO = numeroDe('RMA', STRUCTURE)

test.describe
  .serial('ce qui arrive pendant que l’on regarde', () => {
    test('paraît dans la liste sans que l’on recharge', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      await commencer(elle, 'RMA', STRUCTURE)
      const suivi = lui.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
      await lui.goto(`/dashboard/saisiesstructures?q=${NUMERO}`)
      const ligne = lui.getByRole('main').getByText('aemo-r03-01', { exact: false }).first()
      await expect(ligne).toBeVisible()
      await suivi
      const relue = lui.waitForResponse((reponse) =>
        reponse.url().endsWith('/formulaire/structures/lister'),
      )
      await modifier(elle, NUMERO, { 'CAT.ORPH.M': 13 })
      await relue
    })

    test('se met de soi-même dans un rapport ouvert, et se dit en passant', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      const suivi = lui.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
      await lui.goto(`/dashboard/saisies/${NUMERO}?section=CAT`)
      await suivi
      const autre = caseDe(lui, 'Orphelin(e)', 'Féminin')
      await autre.click()
      await modifier(elle, NUMERO, { 'CAT.ORPH.M': 14, 'CAT.ORPH.F': 15 })
      const dit = lui.getByRole('status').filter({ hasText: /\S a changé 2\scases\./ })
      await expect(dit).toBeVisible()
      await expect(caseDe(lui, 'Orphelin(e)', 'Masculin')).toHaveValue('14')
      // Where he is: the figure stays selected, to be replaced by what he types.
      await expect(autre).toBeFocused()
      await expect(autre).toHaveValue('15')
      await lui.keyboard.type('16')
      await expect(autre).toHaveValue('16')
      await attendreEnregistrement(lui)
      await expect.poll(async () => (await lire(elle, NUMERO)).donnees['CAT.ORPH.F']).toBe(16)
    })

    test('laisse le choix de l’instant, quand le rapport change d’état', async ({ as }) => {
      const lui = await as('admin')
      const diane = await as('dpps')
      const numero = numeroDe('RMA', AUTRE)
      await commencer(diane, 'RMA', AUTRE)
      const suivi = lui.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
      await lui.goto(`/dashboard/saisies/${numero}`)
      await suivi
      await forcer(diane, numero, 'ANNULE')
      const dit = lui.getByRole('status').filter({ hasText: 'Ce rapport a été modifié par' })
      await expect(dit).toBeVisible()
      await dit.getByRole('button', { name: 'Actualiser' }).click()
      await expect(dit).toBeHidden()
    })

    test('met à jour les pièces jointes d’un rapport ouvert, quand un autre en joint une', async ({
      as,
    }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      const suivi = lui.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
      await lui.goto(`/dashboard/saisies/${NUMERO}`)
      await lui.getByRole('button', { name: 'Pièces jointes' }).click()
      const panneau = lui.getByRole('region', { name: 'Pièces jointes' })
      await expect(panneau).toContainText('Aucune pièce n’est jointe à ce rapport.')
      await suivi
      await elle.goto(`/dashboard/saisies/${NUMERO}`)
      await joindre(elle, NUMERO, pdf('registre.pdf'))
      await expect(panneau.getByRole('listitem')).toContainText('registre.pdf')
    })
  })
