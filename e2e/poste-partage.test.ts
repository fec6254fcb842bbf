import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeTests, type Page } from '@playwright/test'
import { trouverDefauts } from './axe.ts'
import {
  caseDe,
  commencer,
  etatEnregistrement,
  lire,
  lireBase,
  lireCarnets,
  numeroDe,
} from './formulaire.ts'
import { expect, MOT_DE_PASSE, ouvrirSession, seConnecter } from './gens.ts'
import { test as avecPlateforme } from './plateforme.ts'
import { test as avecPoste, finirSession, type Poste } from './poste.ts'

const STRUCTURE = 'CSAUV-R05-01'
const AGENT = 'csauv-r05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=AGE`
/** A figure that nothing else holds. */
const CHIFFRE = '74193'
const SOUS_CLE = /Des valeurs attendent sur ce poste\s; elles se liront au retour du réseau\./

const test = mergeTests(avecPoste, avecPlateforme)
test.use({ refusAttendus: true })

const cocher = (page: Page) => page.getByRole('checkbox', { name: 'Poste partagé' }).check()

/** Signs in, on a computer said to be shared or not, opens the report, and waits for the site to be kept. */
async function preparer(poste: Poste, partage: boolean): Promise<Page> {
  const page = await poste.ouvrir('/dashboard/app')
  if (partage) await cocher(page)
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toBeVisible()
  await expect
    .poll(() => page.evaluate(`caches.match('/dashboard/app').then((page) => !!page)`))
    .toBe(true)
  // The key is at hand from now on.
  await expect.poll(() => page.evaluate(`localStorage.getItem('empreinte') !== null`)).toBe(true)
  return page
}

async function taper(page: Page, chiffre = CHIFFRE) {
  await caseDe(page, '0–2 ans', 'Masculin').fill(chiffre)
  await expect(etatEnregistrement(page)).toHaveText(
    /1\svaleur non transmise.* Gardée sur ce poste\.$/,
  )
}

async function partir(page: Page) {
  await page.getByRole('button', { name: /^Compte «/ }).click()
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click()
  const question = page.getByRole('dialog', { name: 'Des modifications ne sont pas enregistrées' })
  await expect(question).toBeVisible()
  const dit = await question.innerText()
  await question.getByRole('button', { name: 'Se déconnecter quand même' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  return dit
}

/** The files of the browser where a text stands, whichever way it writes texts: keys, values, forms. */
function chercher(dossier: string, texte: string): string[] {
  const large = Buffer.from(texte, 'utf16le')
  const formes = [Buffer.from(texte), large, Buffer.from(large).swap16()]
  const chemins = readdirSync(dossier, { recursive: true, withFileTypes: true })
    .filter((entree) => entree.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return chemins.filter((chemin) => {
    const contenu = readFileSync(chemin)
    return formes.some((forme) => contenu.includes(forme))
  })
}

const envoyee = (page: Page) => expect(page.getByText(/1\svaleur transmise\./)).toBeVisible()

test('sur un poste partagé tué sans réseau, rien ne se lit sur le disque ; les chiffres partent au retour', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste, true)
  await plateforme.tuer()
  await taper(page)
  expect(await lireCarnets(page)).toEqual([
    [expect.stringMatching(/^saisie:#\w{16}:RMA-/), 'scellé'],
  ])
  expect(await lireBase(page, 'releve-garde', 'fiches')).toEqual([])
  await poste.tuer()
  // The search is worth something: what waits is there, under the print of its key.
  expect(chercher(poste.profil, `:${NUMERO}`)).not.toEqual([])
  for (const forme of [CHIFFRE, '74\u202f193', '74\u00a0193'])
    expect(chercher(poste.profil, forme)).toEqual([])

  page = await poste.ouvrir(FORMULAIRE)
  await expect(page.getByText(SOUS_CLE)).toBeVisible()
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toHaveCount(0)
  await plateforme.relancer()
  await page.goto('/dashboard/app')
  await envoyee(page)
  expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'AGE.A00_02.M': Number(CHIFFRE) })
  await expect(page.getByText(SOUS_CLE)).toHaveCount(0)
})

test('ailleurs, ce qui attend se relit sans réseau, et se chiffre à la déconnexion', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste, false)
  await plateforme.tuer()
  await taper(page, '52817')
  // What the search of a shared computer must not find, it finds here.
  expect(chercher(poste.profil, '52817')).not.toEqual([])
  page = await poste.ouvrir(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toHaveValue(/^52\s817$/)
  await plateforme.relancer()
  await page.goto('/dashboard/app')
  await envoyee(page)

  // What is not valid waits, with the server there: the key is asked for as one leaves.
  await page.goto(FORMULAIRE)
  await caseDe(page, '0–2 ans', 'Féminin').fill('douze')
  await page.keyboard.press('Tab')
  await expect.poll(async () => JSON.stringify(await lireCarnets(page))).toContain('douze')
  expect(await partir(page)).toMatch(/Elles y sont chiffrées/)
  await expect
    .poll(() => lireCarnets(page))
    .toEqual([[expect.stringMatching(/^saisie:#\w{16}:RMA-/), 'scellé']])
  await expect.poll(() => lireBase(page, 'releve-garde', 'fiches')).toEqual([])

  // Its author finds it again, as he left it.
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await page.goto(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Féminin')).toHaveValue('douze')
})

test('une session finie que personne n’a fermée ne laisse rien à ouvrir, dès un démarrage avec le réseau', async ({
  poste,
  plateforme,
}) => {
  let page = await preparer(poste, false)
  const gardees = () => lireBase(page, 'releve-garde', 'fiches')
  await expect.poll(async () => JSON.stringify(await gardees())).toContain('formOuvert')
  await finirSession(page)
  page = await poste.ouvrir('/dashboard/app')
  await expect(page.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  await expect.poll(gardees).toEqual([])
  await plateforme.tuer()
  page = await poste.ouvrir(FORMULAIRE)
  await expect(page.getByText('Hors connexion')).toBeVisible()
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toHaveCount(0)
  await plateforme.relancer()
})

test('le réglage tient tous les postes pour partagés : la case est cochée, et ne se décoche pas', async ({
  page,
  request,
}) => {
  const { token } = await ouvrirSession(request, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const regler = async (postePartage: boolean) => {
    const lus = await request.get('/api/parametres/securite', { headers })
    const data = { ...(await lus.json()), postePartage }
    expect((await request.post('/api/parametres/securite', { headers, data })).status()).toBe(200)
  }
  await regler(true)
  await page.goto('/auth/login')
  const coche = page.getByRole('checkbox', { name: 'Poste partagé' })
  await expect(coche).toBeDisabled()
  await expect(coche).toBeChecked()
  await expect(page.getByText('Votre organisation tient tous les postes')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await trouverDefauts(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  }
  await seConnecter(page, 'csoc-r06-01')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await regler(false)
  // The computer remembers.
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('settings')).postePartage`)).toBe(
    true,
  )
  expect(await lireBase(page, 'releve-garde', 'fiches')).toEqual([])
})

test('sans HTTPS, un poste partagé le dit à la connexion, et ne garde rien', async ({ page }) => {
  await page.addInitScript(
    `Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })`,
  )
  await page.goto('/auth/login')
  await cocher(page)
  await expect(
    page.getByText(/n’est pas en HTTPS.* ne gardera rien après votre session/),
  ).toBeVisible()
  expect(await trouverDefauts(page)).toEqual([])
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await commencer(page, 'RMA', STRUCTURE)
  await page.goto(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Féminin')).toBeVisible()
  await page.context().setOffline(true)
  await caseDe(page, '0–2 ans', 'Féminin').fill('34567')
  await expect(etatEnregistrement(page)).toHaveText(/Gardée dans cette fenêtre seulement/)
  expect(await lireCarnets(page)).toEqual([])
  expect(await partir(page)).toMatch(/elles seront perdues/)
  await page.context().setOffline(false)
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await expect(page.getByText(/non transmise/)).toHaveCount(0)
  expect((await lire(page, NUMERO)).donnees['AGE.A00_02.F']).not.toBe(34567)
})

// The last: the account keeps its new name.
test('mot de passe changé, compte renommé, ce qui attend se relit ; bloqué, jamais', async ({
  poste,
  plateforme,
  request,
}) => {
  let page = await preparer(poste, true)
  await plateforme.tuer()
  await taper(page, '23456')
  await partir(page)
  await plateforme.relancer()
  const { token } = await ouvrirSession(request, 'dpps')
  const headers = { authorization: `Bearer ${token}` }
  const lireCompte = async () => {
    const lus = await request.get(`/api/utilisateur/lister?q=${AGENT}`, { headers })
    return ((await lus.json()) as { elements: { id: number }[] }).elements[0]
  }
  const compte = await lireCompte()
  const acte = (chemin: string) =>
    request.get(`/api/utilisateur/structure/${chemin}/${compte?.id}`, { headers })
  await acte('bloquer')
  page = await poste.ouvrir('/dashboard/app')
  await seConnecter(page, AGENT)
  await expect(page.getByRole('alert')).toContainText(/bloqué/)
  expect(await lireCarnets(page)).toEqual([[expect.any(String), 'scellé']])

  await acte('debloquer')
  const nouveau = 'csauv-r05-01.nouveau'
  const lu = await request.get(`/api/utilisateur/lire/${compte?.id}`, { headers })
  const { structure, autreStructure, ...fiche } = await lu.json()
  const renomme = await request.post('/api/utilisateur/modifier', {
    headers,
    data: {
      ...fiche,
      structure: structure.code,
      autreStructure: autreStructure.map(({ code }: { code: string }) => code),
      identifiant: nouveau,
    },
  })
  expect(renomme.status(), await renomme.text()).toBe(200)
  const session = await request.post('/api/utilisateur/connexion', {
    data: { identifiant: nouveau, password: MOT_DE_PASSE },
  })
  const motDePasse = 'Girofle-Amarante-77'
  const change = await request.post('/api/utilisateur/modifierMdp', {
    headers: { authorization: `Bearer ${(await session.json()).token}` },
    data: { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: motDePasse },
  })
  expect(change.status()).toBe(200)
  await seConnecter(page, nouveau, motDePasse)
  await envoyee(page)
  expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'AGE.A00_02.M': 23456 })
})
