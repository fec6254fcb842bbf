import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  commencer,
  etatEnregistrement,
  fermerSession,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, MOT_DE_PASSE, test } from './gens.ts'

const STRUCTURE = 'CSAUV-R05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=AGE`
const INTERROMPUE =
  /^Connexion interrompue\. \d\svaleurs? non transmises?, à envoyer dès le retour du réseau\. Gardées? sur ce poste\.$/

test.describe
  .serial('rien de ce qui est tapé ne se perd', () => {
    test.use({ refusAttendus: true, neuf: true })

    test('la session expirée en pleine saisie se reprend dans un dialogue, sur place', async ({
      as,
    }) => {
      const page = await as('csauv-r05-01')
      await commencer(page, 'RMA', STRUCTURE)
      await page.goto(FORMULAIRE)
      const petits = caseDe(page, '0–2 ans', 'Masculin')
      await expect(petits).toBeVisible()
      await fermerSession(page)
      await petits.click()
      await page.keyboard.type('3')
      await page.keyboard.press('Tab')
      await page.keyboard.type('4')

      const dialogue = page.getByRole('dialog', { name: 'Votre session a expiré' })
      await expect(dialogue).toBeVisible()
      // Under the dialog the page is hidden from screen readers, and still shows.
      const dessous = page.getByRole('textbox', { name: '0–2 ans Masculin', includeHidden: true })
      await expect(dessous).toBeVisible()
      await expect(dessous).toHaveValue('3')
      await dialogue.getByLabel('Mot de passe', { exact: true }).fill('Ce-n-est-pas-le-bon-1')
      await dialogue.getByRole('button', { name: 'Reprendre' }).click()
      await expect(dialogue.getByRole('alert')).toContainText(
        'Identifiant ou mot de passe incorrect',
      )
      await dialogue.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
      await page.keyboard.press('Enter')
      await expect(dialogue).toBeHidden()
      await attendreEnregistrement(page)
      await expect(page).toHaveURL(FORMULAIRE)
      const { donnees } = await lire(page, NUMERO)
      expect(donnees).toMatchObject({ 'AGE.A00_02.M': 3, 'AGE.A00_02.F': 4 })
    })

    test('la ligne coupée se dit, et ce qui attend part à son retour', async ({ as }) => {
      const page = await as('csauv-r05-01')
      await page.goto(FORMULAIRE)
      await caseDe(page, '3–5 ans', 'Masculin').click()
      await page.context().setOffline(true)
      await page.keyboard.type('7')
      await expect(etatEnregistrement(page)).toHaveText(INTERROMPUE)
      await page.keyboard.press('Tab')
      await page.keyboard.type('8')
      await page.context().setOffline(false)
      await attendreEnregistrement(page)
      const { donnees } = await lire(page, NUMERO)
      expect(donnees).toMatchObject({ 'AGE.A03_05.M': 7, 'AGE.A03_05.F': 8 })
    })

    test('ce qui est tapé hors ligne survit à la page fermée, et part au retour', async ({
      as,
    }) => {
      const fermee = await as('csauv-r05-01')
      const contexte = fermee.context()
      await fermee.goto(FORMULAIRE)
      await caseDe(fermee, '6–11 ans', 'Masculin').click()
      await contexte.setOffline(true)
      await fermee.keyboard.type('5')
      await fermee.keyboard.press('Tab')
      await fermee.keyboard.type('douze')
      await expect(etatEnregistrement(fermee)).toHaveText(INTERROMPUE)
      await fermee.close()
      await contexte.setOffline(false)
      const page = await contexte.newPage()
      await page.goto(FORMULAIRE)
      await expect(page.getByText(/^Des modifications non enregistrées ont été/)).toBeVisible()
      await expect(caseDe(page, '6–11 ans', 'Masculin')).toHaveValue('5')
      await expect(caseDe(page, '6–11 ans', 'Féminin')).toHaveValue('douze')
      await attendreEnregistrement(page)
      expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'AGE.A06_11.M': 5 })
    })

    test('se déconnecter n’abandonne pas en silence ce qui attend', async ({ as }) => {
      const page = await as('csauv-r05-01')
      await page.goto(FORMULAIRE)
      await allerSection(page, 'Entrées par motif')
      await caseDe(page, 'Police/gendarmerie', 'Masculin').fill('2')
      await page.getByRole('button', { name: /^Compte «/ }).click()
      await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
      const relu = await as('csauv-r05-01')
      expect((await lire(relu, NUMERO)).donnees).toMatchObject({ 'ENT.POLICE.M': 2 })
    })
  })
