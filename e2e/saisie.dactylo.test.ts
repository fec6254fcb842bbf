import type { Browser, Page } from '@playwright/test'
import { seedsOf } from '../tools/graines.ts'
import { PORTEE } from '../tools/portee.ts'
import { freePorts } from '../tools/ports.ts'
import {
  creerHasard,
  frapper,
  type Hasard,
  type Ligne,
  lireEnMain,
  lireFigures,
  ouvrirLigne,
} from './dactylo.ts'
import { attendreEnregistrement, commencer, modifier, numeroDe } from './formulaire.ts'
import { asseoir, test as base, expect, ouvrirSession, surveiller } from './gens.ts'
import { poserVanne, type Vanne } from './vanne.ts'

/**
 * How many figures of each model are typed at one sitting, on a machine how many times slower, and
 * in how many sittings: the test's clock stands, and a session that nothing renews ends.
 */
const COURSES =
  PORTEE === 'complete'
    ? [
        { figures: 670, lenteur: 1, fois: 10 },
        { figures: 200, lenteur: 4, fois: 5 },
      ]
    : [{ figures: 250, lenteur: 1, fois: 1 }]

/** Where nobody else of these tests types; the report whole, with rows added, or by sections. */
const FORMULAIRES = [
  { modele: 'RMA', structure: 'CADS-R03-01', vue: '?vue=tout', lignes: 3 },
  { modele: 'EPM', structure: 'CADS-R03-01', vue: '', lignes: 0 },
  { modele: 'SMP', structure: 'CPEN-R03-01', vue: '?vue=tout', lignes: 0 },
] as const

const FIGURE = 'input[data-cellule][inputmode]'

/** How one leaves a figure, and how often: `F8` goes to another section, whatever is not done there. */
const SORTIES = [
  ['Tab', 40],
  ['Enter', 15],
  ['ArrowRight', 15],
  ['ArrowDown', 10],
  ['ArrowLeft', 5],
  ['ArrowUp', 5],
  ['Shift+Tab', 3],
  ['Shift+Enter', 3],
  ['Home', 1],
  ['End', 1],
  ['PageDown', 1],
  ['PageUp', 1],
  ['F8', 3],
] as const

/** Keys that move a caret where a figure stands alone, and edit it. */
const DU_TEXTE = /^(Arrow(Left|Right)|Home|End|Page.*)$/
const SORTIES_SEULE = SORTIES.filter(([touche]) => !DU_TEXTE.test(touche))

/** What time brings: what the page puts off by nothing, a frame, a rest, the delay of a save. */
const DUREES = [
  [1, 4],
  [20, 3],
  [300, 2],
  [1100, 4],
] as const

type Saisie = {
  page: Page
  cdp: Ligne
  vanne: Vanne
  hasard: Hasard
  /** Writes elsewhere in the same report, from another window. */
  ecrireAilleurs: () => Promise<void>
}

/** What may happen at any moment of a key: an answer or an event comes, time passes, others write. */
const momentDe =
  ({ page, vanne, hasard, ecrireAilleurs }: Saisie) =>
  async (): Promise<void> => {
    const sort = hasard.tirer()
    if (sort < 0.12) vanne.lacher()
    else if (sort < 0.2) await page.clock.runFor(hasard.parmi(DUREES))
    else if (sort < 0.204) await ecrireAilleurs()
  }

/** Goes to a figure of the page, by a click, from wherever one is lost; from a section without any, on. */
async function retrouver({ page, cdp, hasard }: Saisie): Promise<void> {
  const figures = page.locator(FIGURE).filter({ visible: true })
  const combien = await figures.count()
  if (combien === 0) await frapper(cdp, 'F8')
  else await figures.nth(hasard.entier(combien)).click()
}

/** What should stand in each cell at the end, from what was typed. */
type ValeursAttendues = Map<string, string>

/**
 * Goes on by `sortie`, and types one figure. Where the key led, and so where the figure is due, is
 * read once it is typed: nothing is asked of the page between two keys.
 * @returns the key by which it is left; null where no figure was
 */
async function taperUne(
  saisie: Saisie,
  attendu: ValeursAttendues,
  sortie: string | null,
): Promise<string | null> {
  const { cdp, hasard } = saisie
  const moment = momentDe(saisie)
  const texte = String(hasard.entier(10 ** (1 + hasard.entier(3))))
  const touches = [...(sortie === null ? [] : [sortie]), ...texte]
  // As fast as they come: no key waits for what the one before has done.
  if (hasard.tirer() < 0.2) await Promise.all(touches.map((touche) => frapper(cdp, touche)))
  else for (const touche of touches) await frapper(cdp, touche, moment)
  const ici = await lireEnMain(cdp)
  if (ici.cellule === null) return null
  expect(ici.texte, `${ici.cellule}, par ${sortie}`).toBe(texte)
  attendu.set(ici.cellule, texte)
  if (hasard.tirer() < 0.03) {
    for (const touche of ['Backspace', '4']) await frapper(cdp, touche, moment)
    attendu.set(ici.cellule, `${texte.slice(0, -1)}4`)
  }
  return hasard.parmi(ici.seule ? SORTIES_SEULE : SORTIES)
}

/** Types as many figures as asked, from wherever it leads. */
async function taper(saisie: Saisie, attendu: ValeursAttendues, figures: number): Promise<void> {
  let sortie: string | null = null
  for (let tapees = 0; tapees < figures; ) {
    if (sortie === null) await retrouver(saisie)
    sortie = await taperUne(saisie, attendu, sortie)
    if (sortie !== null) tapees += 1
  }
}

/** What the page shows of the cells that were typed. */
async function comparer(page: Page, attendu: ValeursAttendues, quand: string): Promise<void> {
  const montre = await lireFigures(page)
  const faux = [...attendu].filter(([cellule, texte]) => montre[cellule] !== String(Number(texte)))
  expect(
    faux.map(([cellule, texte]) => `${cellule} : ${texte} tapé, ${montre[cellule]} montré`),
    `${quand} : sur ${attendu.size} cases`,
  ).toEqual([])
}

/** Opens a report on a line and a clock that are the test's. */
async function ouvrirSaisie(page: Page, adresse: string, lignes: number): Promise<void> {
  await page.clock.install()
  await page.goto(adresse)
  await expect(page.locator(FIGURE).first()).toBeVisible()
  const ajouter = page.getByRole('button', { name: 'Ajouter une ligne' })
  for (let rang = 0; rang < lignes; rang += 1) await ajouter.click()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** A browser that is also spoken to on a port, by itself. */
const test = base.extend<object, { ecoute: { browser: Browser; port: number } }>({
  ecoute: [
    async ({ playwright, launchOptions }, jouer) => {
      const [port = 0] = await freePorts(1)
      const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`]
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      await jouer({ browser, port })
      await browser.close()
    },
    { scope: 'worker' },
  ],
})
// The clock is held in its own browser; the other's is not worth keeping.
test.use({ neuf: true })

const PASSAGES = FORMULAIRES.flatMap((formulaire) =>
  COURSES.flatMap((course) =>
    seedsOf('frappe').flatMap((graine) =>
      Array.from({ length: course.fois }, (_, rang) => ({
        ...formulaire,
        ...course,
        graine: graine + rang,
      })),
    ),
  ),
)

for (const { modele, structure, vue, lignes, figures, lenteur, graine } of PASSAGES) {
  test(`${figures} chiffres tapés dans le ${modele} sont ceux qui sont gardés, quoi qu’il arrive à chaque instant d’une touche (graine ${graine}, ${lenteur} ×)`, async ({
    as,
    ecoute: { browser, port },
    request,
    baseURL,
    erreurs,
  }) => {
    test.setTimeout(figures * lenteur * 1000)
    const agent = structure.toLowerCase()
    const numero = numeroDe(modele, structure)
    const adresse = `/dashboard/saisies/${numero}`
    const autre = await as(agent)
    const { donnees } = await commencer(autre, modele, structure)
    const commentee = Object.keys(donnees)[0] ?? ''
    let mots = 0
    const ecrireAilleurs = () => {
      mots += 1
      return modifier(autre, numero, {}, { commentaires: { [commentee]: `Mot ${mots}` } })
    }
    const vanne = await poserVanne(baseURL ?? '')
    const page = await asseoir(browser, await ouvrirSession(request, agent), vanne.adresse)
    surveiller(page, erreurs)
    await ouvrirSaisie(page, adresse + vue, lignes)

    const cdp = await ouvrirLigne(port)
    if (lenteur > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: lenteur })
    const saisie = { page, cdp, vanne, hasard: creerHasard(graine), ecrireAilleurs }
    const attendu: ValeursAttendues = new Map()
    await taper(saisie, attendu, figures)

    if (vue !== '') await comparer(page, attendu, 'à l’écran')
    vanne.ouvrir()
    await page.clock.resume()
    await page.keyboard.press('Tab')
    await attendreEnregistrement(page)
    await page.goto(`${adresse}?vue=tout`)
    await expect(page.locator(FIGURE).first()).toBeVisible()
    await comparer(page, attendu, 'relu du serveur')
    expect(mots).toBeGreaterThan(0)
    cdp.close()
    await page.context().close()
    await vanne.fermer()
  })
}
