import { pdf } from './fichiers.ts'
import { commencer, joindre, lire, modifier, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'AEMO-R03-01'
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

    test('se dit, sur un rapport ouvert, et ne s’y met que si on le demande', async ({ as }) => {
      const [elle, lui] = [await as('aemo-r03-01'), await as('dpps')]
      const suivi = lui.waitForResponse((reponse) => reponse.url().endsWith('/api/evenements'))
      await lui.goto(`/dashboard/saisies/${NUMERO}?section=CAT`)
      await suivi
      await modifier(elle, NUMERO, { 'CAT.ORPH.M': 14 })
      const dit = lui.getByRole('status').filter({ hasText: 'Ce rapport a été modifié par' })
      await expect(dit).toBeVisible()
      await dit.getByRole('button', { name: 'Actualiser' }).click()
      await expect(dit).toBeHidden()
      const { donnees } = await lire(lui, NUMERO)
      expect(donnees).toMatchObject({ 'CAT.ORPH.M': 14 })
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
