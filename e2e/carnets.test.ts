import type { Page } from '@playwright/test'
import {
  attendreEnregistrement,
  caseDe,
  commencer,
  etatEnregistrement,
  lire,
  numeroDe,
} from './formulaire.ts'
import { expect, seConnecter } from './gens.ts'
import { type Poste, test } from './poste.ts'

const STRUCTURE = 'CSAUV-R05-01'
const AGENT = 'csauv-r05-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}?section=AGE`

test.use({ refusAttendus: true, neuf: true })

/** Signs in on this machine, which is switched off, as it should be, and on again: it keeps the session. */
async function preparer(poste: Poste): Promise<Page> {
  const page = await poste.ouvrir('/dashboard/app')
  await seConnecter(page, AGENT)
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  await commencer(page, 'RMA', STRUCTURE)
  return poste.ouvrir(FORMULAIRE)
}

test('tué juste après la dernière touche, sans réseau, le navigateur retrouve les chiffres, qui partent', async ({
  poste,
}) => {
  let page = await preparer(poste)
  await caseDe(page, '0–2 ans', 'Masculin').click()
  await page.context().setOffline(true)
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('14')
  await expect(etatEnregistrement(page)).toHaveText(
    /2\svaleurs non transmises.* Gardées sur ce poste\.$/,
  )
  await poste.tuer()

  page = await poste.ouvrir(FORMULAIRE)
  await expect(caseDe(page, '0–2 ans', 'Masculin')).toHaveValue('3')
  await expect(caseDe(page, '0–2 ans', 'Féminin')).toHaveValue('14')
  await expect(page.getByText(/^Enregistré à/)).toBeVisible()
  const { donnees } = await lire(page, NUMERO)
  expect(donnees).toMatchObject({ 'AGE.A00_02.M': 3, 'AGE.A00_02.F': 14 })
})

test('ce que l’ancienne page avait laissé est repris au démarrage, part, et quitte l’ancien endroit', async ({
  as,
}) => {
  const page = await as(AGENT)
  await page.goto('/dashboard/app')
  const { version } = await commencer(page, 'RMA', STRUCTURE)
  const cle = `saisie:${AGENT}:${NUMERO}`
  const textes = { 'AGE.A03_05.M': '6', 'AGE.A03_05.F': 'douze' }
  const laisse = { version, textes, commentaires: {}, justifications: {}, depuis: Date.now() }
  await page.evaluate(([nom, texte]) => localStorage.setItem(nom, texte), [
    cle,
    JSON.stringify(laisse),
  ] as const)
  await page.goto(FORMULAIRE)
  await expect(caseDe(page, '3–5 ans', 'Masculin')).toHaveValue('6')
  await expect(caseDe(page, '3–5 ans', 'Féminin')).toHaveValue('douze')
  await attendreEnregistrement(page)
  expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'AGE.A03_05.M': 6 })
  await expect.poll(() => page.evaluate((nom) => localStorage.getItem(nom), cle)).toBeNull()
  // What is not valid waits where it is kept now.
  await page.reload()
  await expect(caseDe(page, '3–5 ans', 'Féminin')).toHaveValue('douze')
})

/** The ways a browser has of keeping nothing: it refuses its bases, or never answers. */
const REFUS = [
  ['refuse sa base', `throw new DOMException('refusé', 'SecurityError')`, 'Masculin'],
  ['n’en répond jamais', 'return new EventTarget()', 'Féminin'],
] as const

for (const [comment, corps, colonne] of REFUS) {
  test(`un navigateur qui ${comment} : la page le dit, demande avant de se fermer, et ne perd rien`, async ({
    as,
  }) => {
    const page = await as(AGENT)
    await page.addInitScript({ content: `IDBFactory.prototype.open = () => { ${corps} }` })
    await page.goto('/dashboard/app')
    await commencer(page, 'RMA', STRUCTURE)
    await page.goto(FORMULAIRE)
    // The code of both screens is there before the line is cut.
    const tableau = page.getByRole('link', { name: 'Tableau de bord' }).first()
    await tableau.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
    await page.goBack()
    await caseDe(page, '6–11 ans', colonne).click()
    await page.context().setOffline(true)
    await page.keyboard.type('9')
    await expect(etatEnregistrement(page)).toHaveText(
      /Gardée dans cette fenêtre seulement\s: ne la fermez pas\.$/,
    )
    // Elsewhere on the site too, it is this window that holds it.
    await tableau.click()
    await expect(page.getByText(/gardée dans cette fenêtre seulement/)).toBeVisible()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialogue = await question
    expect(dialogue.type()).toBe('beforeunload')
    await dialogue.dismiss()

    await page.context().setOffline(false)
    // The word may stand twice: in the band of the home, and in passing.
    await expect(page.getByText(/1\svaleur transmise\./).first()).toBeVisible()
    const { donnees } = await lire(page, NUMERO)
    expect(donnees).toMatchObject({ [`AGE.A06_11.${colonne[0]}`]: 9 })
  })
}

/** While asked to, keeps these readings of the page from ever being answered. */
const retenir = (lecture: string, condition: string) => `{
  const lire = IDBObjectStore.prototype.${lecture}
  IDBObjectStore.prototype.${lecture} = function (...cles) {
    const demande = lire.apply(this, cles)
    if (!globalThis.retenir || !(${condition})) return demande
    const encore = ({ target }) => { lire.apply(target.source, cles).onsuccess = encore }
    demande.onsuccess = encore
    return new EventTarget()
  }
}`

const EN_COURS = [
  [
    'lit pour écrire',
    retenir('get', `this.transaction.mode === 'readwrite'`),
    '12–14 ans',
    'A12_14',
  ],
  [
    'relit ce qu’une autre page a laissé',
    retenir('getAll', `this.transaction.db.name.endsWith('departs')`),
    '15–17 ans',
    'A15_17',
  ],
] as const

for (const [quoi, corps, ligne, code] of EN_COURS)
  test(`quitté pendant que le navigateur ${quoi}, il garde la dernière frappe, et non celle d’avant`, async ({
    as,
  }) => {
    const page = await as(AGENT)
    await page.addInitScript({ content: corps })
    await page.goto('/dashboard/app')
    await commencer(page, 'RMA', STRUCTURE)
    await page.goto(FORMULAIRE)
    await caseDe(page, ligne, 'Masculin').click()
    await page.route('**/formulaire/modifier*', (route) => route.abort('internetdisconnected'))
    await page.keyboard.type('27')
    await page.keyboard.press('Tab')
    await expect(etatEnregistrement(page)).toHaveText(/Gardée sur ce poste\.$/)
    await page.evaluate('retenir = true')
    await caseDe(page, ligne, 'Masculin').fill('38')
    page.once('dialog', (dialogue) => void dialogue.accept())
    await page.goto('/404')
    await page.unroute('**/formulaire/modifier*')
    await page.goto(FORMULAIRE)
    await expect(caseDe(page, ligne, 'Masculin')).toHaveValue('38')
    await attendreEnregistrement(page)
    expect((await lire(page, NUMERO)).donnees).toMatchObject({ [`AGE.${code}.M`]: 38 })
  })
