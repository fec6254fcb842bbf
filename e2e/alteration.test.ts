import type { Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import { choisirPlus, commencer, modifier, moisCoherent, numeroDe } from './formulaire.ts'
import { expect, REFUS_ATTENDU } from './gens.ts'
import { test } from './plateforme.ts'
import { relireEtSoumettre } from './saisie.ts'

const STRUCTURE = 'MAC-R02-01'
const AGENT = 'mac-r02-01'
const NUMERO = numeroDe('EPM', STRUCTURE)

/** Of the receipts' dialog, the code of the last one. */
async function lireCode(page: Page): Promise<string> {
  await choisirPlus(page, 'Récépissés')
  const dialogue = page.getByRole('dialog', { name: 'Récépissés du rapport' })
  await expect(dialogue.getByText('La chaîne tient')).toBeVisible()
  return (await dialogue.getByRole('code').first().textContent()) ?? ''
}

test('un rapport changé dans la base après sa soumission : ses récépissés le disent, et aucun n’est délivré', async ({
  as,
  page,
  plateforme,
  erreurs,
}) => {
  const agent = await as(AGENT)
  const formulaire = await commencer(agent, 'EPM', STRUCTURE)
  await modifier(agent, NUMERO, moisCoherent('EPM', STRUCTURE, formulaire))
  await agent.goto(`/dashboard/saisies/${NUMERO}`)
  await relireEtSoumettre(agent)
  const code = await lireCode(agent)
  await page.goto(`/recepisse/${code}`)
  await expect(page.getByText('Récépissé authentique', { exact: true })).toBeVisible()

  // What watches for news would say that the platform has stopped.
  for (const ouverte of [page, agent]) await ouverte.goto('about:blank')
  await plateforme.alterer(
    `update formulaire set commentaires = '{"EFF": "Autre chose."}' where numero = '${NUMERO}'`,
  )
  await page.goto(`/recepisse/${code}`)
  await expect(page.getByText(/ne correspond plus à ce que la plateforme garde$/)).toBeVisible()
  await expect(page.getByText(/les commentaires ou les justifications/)).toBeVisible()
  await expect(page.getByText(/prévenez-la, en lui donnant le code/)).toBeVisible()
  await expect(page.getByText('Récépissé authentique')).toBeHidden()
  expect(await trouverDefauts(page)).toEqual([])
  await page.getByRole('link', { name: 'Écrire à la direction centrale' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /contact/i })).toBeVisible()

  await agent.goto(`/dashboard/saisies/${NUMERO}`)
  await choisirPlus(agent, 'Récépissés')
  const dialogue = agent.getByRole('dialog', { name: 'Récépissés du rapport' })
  await expect(
    dialogue.getByText(/^Des commentaires ou des justifications ne sont plus ceux/),
  ).toBeVisible()
  await expect(dialogue.getByText(/Prévenez la direction centrale/)).toBeVisible()
  const bouton = dialogue.getByRole('button', { name: 'Télécharger le récépissé nᵒ 1' })
  await expect(bouton).toHaveAccessibleDescription(/il n’est pas délivré/)
  await expect(dialogue.getByRole('button', { name: /^Texte/ })).toBeHidden()
  expect(await trouverDefauts(agent)).toEqual([])
  await agent.keyboard.press('Escape')

  // Where it is not known yet, the server says it.
  await choisirPlus(agent, 'Historique')
  await agent
    .getByRole('dialog')
    .getByRole('button', { name: 'Télécharger le récépissé nᵒ 1' })
    .click()
  await expect(agent.getByText(/^Ce récépissé ne correspond plus/)).toBeVisible()
  await expect.poll(() => erreurs.filter((dit) => REFUS_ATTENDU.test(dit))).toHaveLength(1)
  erreurs.length = 0
})
