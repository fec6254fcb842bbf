import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import {
  choisirPlus,
  commencer,
  lire,
  modifier,
  moisCoherent,
  numeroDe,
  PERIODE,
  renvoyer,
} from './formulaire.ts'
import { expect, REFUS_ATTENDU, test } from './gens.ts'
import { relireEtSoumettre } from './saisie.ts'

const STRUCTURE = 'MAC-R02-01'
const AGENT = 'mac-r02-01'
const NUMERO = numeroDe('EPM', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`

/** What the first submission gave, kept from one test to the next: they tell one story. */
const premier = { code: '', empreinte: '' }

async function telecharger(page: Page, bouton: Locator) {
  const [telechargement] = await Promise.all([page.waitForEvent('download'), bouton.click()])
  const octets = readFileSync(await telechargement.path())
  return { nom: telechargement.suggestedFilename(), octets }
}

async function ouvrirRecepisses(page: Page): Promise<Locator> {
  await choisirPlus(page, 'Récépissés')
  return page.getByRole('dialog', { name: 'Récépissés du rapport' })
}

async function verifier(page: Page, code: string) {
  await page.goto('/recepisse')
  await page.getByRole('textbox', { name: 'Code de vérification' }).fill(code)
  await page.getByRole('button', { name: 'Vérifier' }).click()
}

test.describe
  .serial('le récépissé d’une soumission', () => {
    test('est proposé à qui soumet : PDF, texte, et page de vérification', async ({ as }) => {
      const page = await as(AGENT)
      const formulaire = await commencer(page, 'EPM', STRUCTURE)
      await modifier(page, NUMERO, moisCoherent('EPM', STRUCTURE, formulaire))
      await page.goto(FORMULAIRE)
      await relireEtSoumettre(page)
      const offert = page.getByRole('button', { name: 'Télécharger le récépissé', exact: true })
      const { nom, octets } = await telecharger(page, offert)
      expect(nom).toBe(`${NUMERO}-recepisse-1.pdf`)
      expect(octets.subarray(0, 5).toString()).toBe('%PDF-')

      const dialogue = await ouvrirRecepisses(page)
      await expect(dialogue.getByText('La chaîne tient')).toBeVisible()
      await expect(dialogue.getByText('Contenu actuel du rapport')).toBeVisible()
      const codes = dialogue.getByRole('code')
      premier.code = (await codes.first().textContent()) ?? ''
      premier.empreinte = (await codes.last().textContent()) ?? ''
      const texte = await telecharger(
        page,
        dialogue.getByRole('button', { name: /^Texte \(JSON\)/ }),
      )
      expect(JSON.parse(texte.octets.toString())).toMatchObject({
        numero: NUMERO,
        code: premier.code.replaceAll('-', ''),
      })
      const lien = dialogue.getByRole('link', { name: /^Page de vérification/ })
      await expect(lien).toHaveAttribute('href', `/recepisse/${premier.code}`)
    })

    test('se vérifie sans compte, par le QR ou par son code, et par son empreinte', async ({
      page,
    }) => {
      await page.goto(`/recepisse/${premier.code}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vérifier un récépissé')
      await expect(page.getByText('Récépissé authentique', { exact: true })).toBeVisible()
      const faits = page.getByRole('definition')
      await expect(faits.filter({ hasText: NUMERO })).toBeVisible()
      await expect(faits.filter({ hasText: new RegExp(`^${PERIODE}$`, 'i') })).toBeVisible()

      const empreinte = page.getByRole('textbox', { name: 'Empreinte imprimée' })
      await empreinte.fill('0123456789')
      await expect(page.getByText(/^Ce n’est pas l’empreinte de ce récépissé/)).toBeVisible()
      await empreinte.fill(premier.empreinte)
      await expect(page.getByText('C’est bien l’empreinte de ce récépissé.')).toBeVisible()

      await verifier(page, premier.code.toLowerCase().replaceAll('-', ' '))
      await expect(page).toHaveURL(`/recepisse/${premier.code}`)
      await expect(page.getByText('Récépissé authentique', { exact: true })).toBeVisible()
    })

    test('inconnu, ou mal recopié, ne passe pas', async ({ page, erreurs }) => {
      await verifier(page, 'ABCDE-FGHJK')
      const code = page.getByRole('textbox', { name: 'Code de vérification' })
      await expect(code).toHaveAccessibleDescription(/Ce code a 10 caractères/)
      await code.fill('00000-00000-00000-00000')
      await page.getByRole('button', { name: 'Vérifier' }).click()
      await expect(page.getByText(/ce récépissé n’a pas été vérifié/)).toBeVisible()
      await expect.poll(() => erreurs.filter((dit) => REFUS_ATTENDU.test(dit))).toHaveLength(1)
      erreurs.length = 0
    })

    test('dit que le rapport a changé depuis, puis qu’une autre soumission le remplace', async ({
      as,
      page,
    }) => {
      const admin = await as('admin')
      await renvoyer(admin, NUMERO)
      const agent = await as(AGENT)
      const [cellule = ''] = Object.keys((await lire(agent, NUMERO)).donnees)
      await modifier(agent, NUMERO, {}, { commentaires: { [cellule]: 'Relu.' } })
      await page.goto(`/recepisse/${premier.code}`)
      await expect(page.getByText(/le rapport a changé depuis$/)).toBeVisible()

      await agent.goto(FORMULAIRE)
      await relireEtSoumettre(agent)
      const { nom } = await telecharger(
        agent,
        agent.getByRole('button', { name: 'Télécharger le récépissé', exact: true }),
      )
      expect(nom).toBe(`${NUMERO}-recepisse-2.pdf`)
      const dialogue = await ouvrirRecepisses(agent)
      await expect(dialogue.getByText('Soumission nᵒ 2')).toBeVisible()
      await expect(dialogue.getByText('Remplacé par une soumission plus récente')).toBeVisible()
      await page.reload()
      await expect(page.getByText(/une soumission plus récente existe$/)).toBeVisible()
      expect((await lire(agent, NUMERO)).etat).toBe('SOUMIS')
    })
  })
