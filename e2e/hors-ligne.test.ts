import { mergeTests, type Page } from '@playwright/test'
import {
  avantLaFin,
  caseDe,
  commencer,
  fermerSession,
  lire,
  lireBase,
  modifier,
  moisCoherent,
  numeroDe,
} from './formulaire.ts'
import { expect, MOT_DE_PASSE, seConnecter } from './gens.ts'
import { test as avecPlateforme } from './plateforme.ts'
import { test as avecPoste, finirSession, type Poste } from './poste.ts'

const STRUCTURE = 'CSAUV-R05-01'
const AGENT = 'csauv-r05-01'
const AUTRE = 'csoc-r06-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=AGE`

const test = mergeTests(avecPoste, avecPlateforme)

const DE_L_ACCUEIL = ['listFormulaires"', 'listFormulairesStructure']
const DU_RAPPORT = ['formOuvert', 'passe']

/** Waits until the browser keeps what was answered to these questions. */
async function attendreGarde(page: Page, questions: string[]) {
  const manquent = async () => {
    const cles = (await lireBase(page, 'releve-garde', 'fiches')).map(([cle]) => cle).join()
    return questions.filter((question) => !cles.includes(question))
  }
  await expect.poll(manquent).toEqual([])
}

/** Signs in on this machine, opens the report, and waits until all of it is kept. */
async function preparer(poste: Poste): Promise<Page> {
  const page = await poste.ouvrir('/dashboard/app')
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await attendreGarde(page, DE_L_ACCUEIL)
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toBeVisible()
  await expect
    .poll(() => page.evaluate(`caches.match('/dashboard/app').then((page) => !!page)`))
    .toBe(true)
  await attendreGarde(page, DU_RAPPORT)
  return page
}

const dit = (page: Page, texte: string | RegExp) => page.getByRole('status').getByText(texte)

test.use({ neuf: true })

test('sans réseau ni navigateur resté ouvert, le rapport se rouvre, se remplit, et part au retour', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste)
  await plateforme.tuer()
  await caseDe(page, '0–2 ans', 'Masculin').fill('3')
  await caseDe(page, '0–2 ans', 'Féminin').fill('4')
  await expect(dit(page, /2\svaleurs non transmises/)).toBeVisible()

  page = await poste.ouvrir('/dashboard/app')
  await expect(dit(page, /2\svaleurs non transmises/)).toBeVisible()
  // The list kept is older than the report, which it says begun all the same.
  await expect(page.getByRole('link', { name: /^Continuer\s: RMA/ })).toBeVisible()
  // What was never read here says so, as no fault of the platform.
  await page.goto(`/dashboard/saisies/${numeroDe('EPM', STRUCTURE)}`)
  await expect(page.getByText('Ce qui manque ici n’est pas gardé sur ce poste')).toBeVisible()
  await expect(page.getByText('Un problème technique est survenu')).toHaveCount(0)
  await page.goto('/dashboard/app')
  await page.getByRole('link', { name: `Ouvrir le rapport ${NUMERO}` }).click()
  await page
    .getByRole('tab', { name: /Âge|âge/ })
    .first()
    .click()
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toHaveValue('3')
  await expect(caseDe(page, '0–2 ans', 'Féminin')).toHaveValue('4')
  await caseDe(page, '3–5 ans', 'Masculin').fill('5')
  await expect(dit(page, /3\svaleurs non transmises/)).toBeVisible()

  // What its cell was in the months before is on this machine too.
  await caseDe(page, '3–5 ans', 'Masculin').press('Control+Enter')
  const panneau = page.getByRole('region', { name: 'Case active' })
  await expect(panneau.getByText(/sur \d+\smois connus\. Ce mois\s: 5\./)).toBeVisible()
  await expect(panneau.getByText('Âge en années révolues, au dernier jour du mois.')).toBeVisible()

  await plateforme.relancer()
  page = await poste.ouvrir('/dashboard/app')
  await expect(page.getByText(/3\svaleurs transmises\./)).toBeVisible()
  await expect(page.getByText(/non transmise/)).toHaveCount(0)
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ 'AGE.A00_02.M': 3, 'AGE.A00_02.F': 4, 'AGE.A03_05.M': 5 })
})

test('une session finie entre-temps se redemande au retour du réseau, sur place, et tout part', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste)
  await fermerSession(page)
  await plateforme.tuer()
  await caseDe(page, '6–11 ans', 'Masculin').fill('6')
  await expect(dit(page, /1\svaleur non transmise/)).toBeVisible()
  // As if hours had passed before the machine was switched on again.
  await finirSession(page)
  page = await poste.ouvrir(FORMULAIRE)
  await expect(caseDe(page, '6–11 ans', 'Masculin')).toHaveValue('6')
  await caseDe(page, '6–11 ans', 'Féminin').fill('7')
  await expect(dit(page, /2\svaleurs non transmises/)).toBeVisible()
  const dialogue = page.getByRole('dialog', { name: 'Votre session a expiré' })
  await expect(dialogue).toBeHidden()

  await plateforme.relancer()
  await expect(dialogue).toBeVisible()
  await dialogue.getByLabel('Mot de passe', { exact: true }).fill(MOT_DE_PASSE)
  await page.keyboard.press('Enter')
  await expect(dialogue).toBeHidden()
  await expect(caseDe(page, '6–11 ans', 'Féminin')).toHaveValue('7')
  await expect(page.getByText(/non transmise/)).toHaveCount(0)
  await expect(page.getByText(/^Enregistré à/)).toBeVisible()
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ 'AGE.A06_11.M': 6, 'AGE.A06_11.F': 7 })
})

async function partir(page: Page) {
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
}

test('sur un poste partagé, l’autre personne ne voit rien, et chacun retrouve ses valeurs', async ({
  poste,
  plateforme,
}) => {
  const page = await preparer(poste)
  await plateforme.tuer()
  await caseDe(page, '3–5 ans', 'Féminin').fill('8')
  await expect(dit(page, /1\svaleur non transmise/)).toBeVisible()
  await partir(page)
  const question = page.getByRole('dialog', { name: 'Des modifications ne sont pas enregistrées' })
  await expect(question).toContainText('partiront à votre prochaine connexion ici')
  await question.getByRole('button', { name: 'Se déconnecter quand même' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()

  await plateforme.relancer()
  await seConnecter(page, AUTRE)
  await expect(dit(page, /^Des valeurs d’une autre personne attendent sur ce poste/)).toBeVisible()
  await expect(page.getByText(NUMERO)).toHaveCount(0)
  await expect(page.getByText(AGENT)).toHaveCount(0)
  await page.goto(FORMULAIRE)
  await expect(page.getByRole('heading', { level: 1, name: 'Rapport inaccessible' })).toBeVisible()
  await partir(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()

  await seConnecter(page, AGENT)
  await expect(page.getByText(/1\svaleur transmise\./)).toBeVisible()
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ 'AGE.A03_05.F': 8 })
  await partir(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  expect(
    await page.evaluate('Object.keys(localStorage).filter((cle) => cle !== "settings")'),
  ).toEqual([])
  await expect
    .poll(() => page.evaluate('indexedDB.databases().then((bases) => bases.length)'))
    .toBe(0)
})

test('ce qu’une autre personne a changé entre-temps attend un choix, et rien ne s’écrase', async ({
  poste,
  plateforme,
  as,
}) => {
  let page = await preparer(poste)
  await plateforme.tuer()
  await caseDe(page, '0–2 ans', 'Masculin').fill('19')
  await expect(dit(page, /1\svaleur non transmise/)).toBeVisible()
  await poste.fermer()
  await plateforme.relancer()
  const direction = await as('dpps')
  await modifier(direction, NUMERO, { 'AGE.A00_02.M': 17 })

  page = await poste.ouvrir('/dashboard/app')
  await expect(dit(page, /1\svaleur non transmise.*ne peut pas partir d’elle-même/)).toBeVisible()
  expect((await lire(direction, NUMERO)).donnees['AGE.A00_02.M']).toBe(17)
  await page.getByRole('link', { name: `Ouvrir le rapport ${NUMERO}` }).click()
  const dialogue = page.getByRole('dialog', {
    name: 'Les mêmes cases ont été modifiées ailleurs',
  })
  await dialogue.getByRole('radio', { name: /^Garder la vôtre\s*19/ }).check()
  await dialogue.getByRole('button', { name: 'Enregistrer ce choix' }).click()
  await expect(page.getByText(/^Enregistré à/)).toBeVisible()
  await expect(page.getByText(/non transmise/)).toHaveCount(0)
  expect((await lire(direction, NUMERO)).donnees['AGE.A00_02.M']).toBe(19)
})

/** Asks to submit from the review, as one does. */
async function soumettre(page: Page) {
  await page.getByRole('button', { name: /^Soumettre/ }).click()
  const dialogue = page.getByRole('dialog', { name: /^Soumettre/ })
  if (avantLaFin()) await dialogue.getByRole('checkbox').check()
  await dialogue.getByRole('button', { name: 'Soumettre' }).click()
  await expect(dialogue).toBeHidden()
}

test('soumettre sans réseau attend : rien n’est soumis avant que son auteur le confirme', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste)
  const depart = await lire(page, NUMERO)
  await modifier(page, NUMERO, moisCoherent('RMA', STRUCTURE, depart))
  await page.goto(`/dashboard/saisies/${NUMERO}?vue=revue`)
  await expect(page.getByRole('button', { name: /^Soumettre/ })).toBeEnabled()
  await plateforme.tuer()
  await page.context().setOffline(true)
  await soumettre(page)
  const attend = page.getByText('La soumission attend le retour du réseau')
  await expect(attend).toBeVisible()

  page = await poste.ouvrir(FORMULAIRE)
  await expect(page.getByText('La soumission attend le retour du réseau')).toBeVisible()
  await plateforme.relancer()
  await expect(page.getByText('Vous avez demandé à soumettre ce rapport')).toBeVisible()
  expect((await lire(page, NUMERO)).etat).toBe('BROUILLON')
  await page.getByRole('status').getByRole('link', { name: 'Relire et soumettre' }).click()
  await soumettre(page)
  await expect.poll(async () => (await lire(page, NUMERO)).etat).toBe('SOUMIS')
  await expect(page.getByText('Vous avez demandé à soumettre ce rapport')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).filter((cle) => cle.includes('RMA'))`))
    .toEqual([])
})
