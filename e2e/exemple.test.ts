import { allerSection, caseDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const EXERCICE = '/dashboard/saisies/exemple?modele=RMA'

test('un nouveau venu apprend sur un exemple, du tableau de bord au vrai rapport, et rien n’est envoyé', async ({
  as,
}) => {
  const page = await as('cads-r03-01')
  await page.goto('/dashboard/app')
  await page.getByRole('link', { name: 'Essayer avec un rapport d’exemple' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rapport d’exemple' })).toBeVisible()
  await page.goto(EXERCICE)
  const ecrits: string[] = []
  page.on('request', (requete) => {
    if (/\/formulaire\//.test(requete.url())) ecrits.push(requete.url())
  })
  await allerSection(page, 'Identification')
  await expect(page.getByText('Aucune\u00a0: ce rapport est un exemple')).toBeVisible()
  await expect(page.getByText(/^—|\(—\)/)).toHaveCount(0)
  const bandeau = page.getByRole('region', { name: 'Exercice\u00a0: rien n’est envoyé' })
  const etape = (nom: string) => bandeau.getByRole('listitem').filter({ hasText: nom })
  const attendreFaite = (nom: string) => expect(etape(nom)).toContainText('(Fait)')

  // As a person does: one types once the cell is there.
  const aller = async (nom: string) => {
    await page.getByRole('button', { name: `Y aller\u00a0: ${nom}` }).click()
    await expect(page.locator(':focus[data-cellule]')).toBeVisible()
  }
  const consigne = etape('Remplir une case')
  await expect(consigne).toHaveAttribute('aria-current', 'step')
  const figure = /tapez (\S+), puis/.exec((await consigne.textContent()) ?? '')?.[1] ?? ''
  await aller('Remplir une case')
  await page.keyboard.type(figure)
  await page.keyboard.press('Enter')
  await attendreFaite('Remplir une case')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+y')
  await attendreFaite('Annuler un geste')

  const juste = /donne (\S+) pour/.exec((await etape('Corriger').textContent()) ?? '')?.[1] ?? ''
  await aller('Corriger une erreur')
  await page.keyboard.type(juste)
  await attendreFaite('Corriger une erreur')

  await page.getByRole('button', { name: 'Y aller\u00a0: Justifier un avertissement' }).click()
  const justification = page.getByRole('textbox', { name: /^Justification/ })
  await justification.fill('Une personne oubliée le mois dernier.')
  await attendreFaite('Justifier un avertissement')

  await page.getByRole('button', { name: 'Y aller\u00a0: Mettre un tableau à 0' }).click()
  await expect(caseDe(page, 'Fugue', 'Personnes concernées')).toBeFocused()
  await page.keyboard.press('z')
  await attendreFaite('Mettre un tableau à 0')

  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await attendreFaite('Relire, puis soumettre')
  await expect(bandeau.getByText('6 sur 6')).toBeVisible()
  await page.getByRole('button', { name: 'Soumettre (exercice)' }).click()
  const fin = page.getByRole('dialog', { name: /un vrai rapport se soumet ainsi/ })
  await expect(fin.getByText(/Ici, rien n’est parti/)).toBeVisible()
  expect(ecrits).toEqual([])
  await fin.getByRole('link', { name: 'Commencer le vrai rapport' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saisies' })).toBeVisible()
})
