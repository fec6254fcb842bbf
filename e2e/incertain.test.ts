import type { Browser, Page } from '@playwright/test'
import { avantLaFin, commencer, lire, modifier, moisCoherent, numeroDe } from './formulaire.ts'
import { asseoir, test as base, expect, ouvrirSession } from './gens.ts'
import { poserVanne, type Vanne } from './vanne.ts'

const STRUCTURE = 'CSAUV-R05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)

/** A browser whose line loses the answer of one act. */
type Ligne = { vanne: Vanne; page: Page }

const test = base.extend<{ surLigne: (identifiant: string) => Promise<Ligne> }>({
  surLigne: async ({ browser, request, baseURL }, jouer) => {
    const posees: Ligne[] = []
    await jouer(async (identifiant) => {
      const ligne = await ouvrirLigne(
        browser,
        baseURL ?? '',
        await ouvrirSession(request, identifiant),
      )
      posees.push(ligne)
      return ligne
    })
    for (const { page, vanne } of posees) {
      await page.context().close()
      await vanne.fermer()
    }
  },
})

async function ouvrirLigne(
  browser: Browser,
  adresse: string,
  session: Awaited<ReturnType<typeof ouvrirSession>>,
): Promise<Ligne> {
  const vanne = await poserVanne(adresse)
  return { vanne, page: await asseoir(browser, session, vanne.adresse) }
}

const dit = (page: Page, phrase: string) => page.getByRole('main').getByText(phrase)

test.describe
  .serial('un acte dont la réponse se perd', () => {
    test('soumettre\u00a0: nous ne savons pas, puis la vérité est dite', async ({
      as,
      surLigne,
    }) => {
      const agent = await as('csauv-r05-01')
      await commencer(agent, 'RMA', STRUCTURE)
      await modifier(agent, NUMERO, moisCoherent('RMA', STRUCTURE, await lire(agent, NUMERO)))
      const { page, vanne } = await surLigne('csauv-r05-01')
      await page.goto(`/dashboard/saisies/${NUMERO}?vue=revue`)
      vanne.perdre(/\/formulaire\/soumettre/)
      await page.getByRole('button', { name: /^Soumettre/ }).click()
      const dialogue = page.getByRole('dialog', { name: /^Soumettre/ })
      if (avantLaFin()) await dialogue.getByRole('checkbox').check()
      await dialogue.getByRole('button', { name: 'Soumettre' }).click()
      await expect(dit(page, 'Nous ne savons pas encore si le rapport est soumis')).toBeVisible()
      await expect(page.getByText(/rien n’est soumis/i)).toHaveCount(0)
      expect((await lire(agent, NUMERO)).etat).toBe('SOUMIS')
      vanne.ouvrir()
      await expect(
        page.getByText('C’est fait\u00a0: le rapport est à l’état «\u00a0Soumis\u00a0».'),
      ).toBeVisible()
      await expect(page.getByText(/Nous ne savons pas encore/)).toHaveCount(0)
    })

    test('renvoyer\u00a0: la question reste, et se ferme quand le serveur l’a fait', async ({
      surLigne,
    }) => {
      const { page, vanne } = await surLigne('dpps')
      await page.goto(`/dashboard/saisies/${NUMERO}`)
      await page.getByRole('button', { name: /^Renvoyer/ }).click()
      const dialogue = page.getByRole('dialog', { name: /^Renvoyer/ })
      await dialogue.getByRole('combobox').selectOption({ index: 1 })
      await dialogue.getByRole('textbox').fill('Deux cases à revoir.')
      vanne.perdre(/\/formulaire\/renvoyer/)
      await dialogue.getByRole('button', { name: 'Renvoyer' }).click()
      await expect(
        dialogue.getByText('Nous ne savons pas encore si le rapport est renvoyé'),
      ).toBeVisible()
      await expect(dialogue.getByRole('textbox')).toHaveValue('Deux cases à revoir.')
      vanne.ouvrir()
      await expect(page.getByText(/^C’est fait.*À corriger/)).toBeVisible()
      await expect(dialogue).toHaveCount(0)
    })
  })
