import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { saisir } from './donnees.ts'
import type { Serveurs } from './http.ts'
import { A_SAISIR, LARGE, M2000 } from './modeles.ts'
import {
  chronometrerCollage,
  chronometrerTouches,
  GUETTER_PRET,
  pageAgGrid,
  pageNue,
} from './page.ts'
import { avecNavigateur, avecPages, type Page as Servie } from './pages.ts'
import { figure, mediane, quantile, type Rapport } from './rapport.ts'
import { attribuer, creerRapport } from './rapports.ts'
import { compterOctets, type Trafic } from './reseau.ts'
import type { Jeux } from './scenarios.ts'
import { asseoirStructure } from './session.ts'

const STRUCTURE = 'B00002'
const DEBUT = { M: 120, F: 90 }
/** Cells left blank in the form that is filled and submitted. */
const A_TAPER = 200
/** Pasted: so many columns and rows. */
const BLOC = { colonnes: 12, lignes: 30 }

/** Its file for a page's own script, which the package names for nobody. */
const AG_GRID = join(
  dirname(fileURLToPath(import.meta.resolve('ag-grid-community'))),
  '../ag-grid-community.min.js',
)

/** The pages beside which ours stands: `/nue/‹fields›` and `/ag-grid/‹fields›`. */
function pageDe(chemin: string): Servie {
  const [, quoi, champs] = chemin.split('/')
  if (quoi === 'ag-grid.js') return { type: 'javascript', corps: readFileSync(AG_GRID) }
  const composer = quoi === 'nue' ? pageNue : pageAgGrid
  return { type: 'html', corps: composer(Number(champs)) }
}

/** Cells of the activities, in the order in which a page shows them: those that are typed. */
const cellulesATaper = (donnees: Donnees) =>
  Object.keys(donnees)
    .filter((cellule) => cellule.startsWith('ACT'))
    .toSorted()
    .slice(0, A_TAPER)

/** The forms to type in, to paste in, and to fill and submit: their addresses. */
async function preparer({ releve }: Jeux, url: string) {
  await attribuer(releve, STRUCTURE, [A_SAISIR.code, LARGE.code])
  const donnees = saisir(A_SAISIR, DEBUT, 2)
  const blanches = new Set(cellulesATaper(donnees))
  const entamees = Object.entries(donnees).filter(([cellule]) => !blanches.has(cellule))
  const { dernier: rang } = releve
  const creer = (modele: string, dit: { rang?: number; donnees?: Donnees } = {}) =>
    creerRapport(url, { structure: STRUCTURE, rang, modele, ...dit })
  return {
    2000: await creer(M2000.code, { donnees: saisir(M2000, DEBUT, 1) }),
    700: await creer(A_SAISIR.code, { donnees }),
    large: await creer(LARGE.code),
    mois: await creer(A_SAISIR.code, { rang: rang - 1, donnees: Object.fromEntries(entamees) }),
  }
}
type Formulaires = Awaited<ReturnType<typeof preparer>>

async function ouvrirPage(navigateur: Browser, adresse?: string): Promise<Page> {
  const page = await asseoirStructure(navigateur, STRUCTURE)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(GUETTER_PRET)
  if (adresse !== undefined) await page.goto(adresse)
  return page
}

async function ralentir(page: Page, rate: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
}

/** A field in the middle of what is shown; of AG Grid, the editor of a cell. */
async function entrer(page: Page, agGrid: boolean): Promise<void> {
  if (agGrid) {
    await page.locator('.ag-cell[col-id=M]').nth(8).dblclick()
    await page.locator('.ag-cell input').waitFor()
    return
  }
  await page.evaluate('globalThis.pretA')
  const champs = page.locator('input:is([data-cellule], [data-plancher])')
  await champs.nth(Math.floor((await champs.count()) / 2)).click()
}

/** Where each page says the total that a key changes; AG Grid's follows when the cell is left. */
const TOTAUX = {
  releve: `document.activeElement.closest('tr').querySelector('output')`,
  nue: `document.getElementById('somme')`,
  agGrid: 'null',
}
/** The next digit then replaces what the cell holds: as one who came into it anew. */
const REVENIR = `{
  const champ = document.activeElement
  champ.blur()
  champ.focus()
  champ.select()
}`
const REPRENDRE = {
  releve: REVENIR,
  nue: REVENIR,
  // Its editor closes when it is left.
  agGrid: 'document.activeElement.select()',
}
type Touches = { image: number[]; total: number[] }
/** Digits of each figure that is typed over the one before: a cell holds no longer ones. */
const CHIFFRES = 3

/** From a key to the image that shows it, and to that of its total, in ms, one key at a time. */
async function taper(
  navigateur: Browser,
  adresse: string,
  { page: sorte, lenteur, fois }: { page: keyof typeof TOTAUX; lenteur: number; fois: number },
): Promise<Touches> {
  const page = await ouvrirPage(navigateur, adresse)
  await entrer(page, sorte === 'agGrid')
  await page.evaluate(chronometrerTouches(TOTAUX[sorte]))
  await ralentir(page, lenteur)
  for (let i = 0; i < fois; i++) {
    if (i % CHIFFRES === 0) await page.evaluate(REPRENDRE[sorte])
    // Held as one holds it: its release is heard after its image.
    await page.keyboard.press(String(1 + (i % 9)), { delay: 25 * lenteur })
    await page.waitForTimeout(15 * lenteur)
  }
  const touches = await page.evaluate<{ affichage: number; total: number }[]>('globalThis.touches')
  await page.context().close()
  const gardees = touches.slice(5)
  return {
    image: gardees.map(({ affichage }) => affichage),
    // Two keys may give the same total, a zero that comes and goes.
    total: gardees.map(({ total }) => total).filter((duree) => duree > 0),
  }
}

const direDeux = (durees: number[]) =>
  `${figure(mediane(durees))} · ${figure(quantile(durees, 0.95))} ms`

async function mesurerTouches(
  navigateur: Browser,
  rapport: Rapport,
  formulaires: Formulaires,
  { ailleurs, fois }: { ailleurs: string; fois: number },
): Promise<void> {
  for (const lenteur of [1, 4]) {
    for (const champs of [700, 2000] as const) {
      const essai = { lenteur, fois }
      const mesurer = (page: keyof typeof TOTAUX, adresse: string) =>
        taper(navigateur, adresse, { page, ...essai })
      const nue = await mesurer('nue', `${ailleurs}/nue/${champs}`)
      const agGrid = await mesurer('agGrid', `${ailleurs}/ag-grid/${champs}`)
      const releve = await mesurer('releve', `${formulaires[champs]}?vue=tout`)
      const processeur = lenteur === 1 ? '' : `, processeur ${lenteur} fois plus lent`
      const quoi = `Une touche, ${champs} valeurs affichées${processeur}`
      rapport.ajouter({
        quoi: `${quoi} : médiane · 95e`,
        releve: direDeux(releve.image),
        plancher: `${direDeux(nue.image)} ; AG Grid ${direDeux(agGrid.image)}`,
        rapport: lenteur === 4 ? '≤ 25 · 50 ms' : '≤ 16 ms',
      })
      rapport.ajouter({
        quoi: `${quoi}, jusqu’au total de sa ligne (page nue : de la page)`,
        releve: direDeux(releve.total),
        plancher: `${direDeux(nue.total)} ; AG Grid en quittant la case`,
        rapport: '',
      })
    }
  }
}

/** Pastes a block from the first cell, and how long until the image that shows all of it, in ms. */
async function coller(navigateur: Browser, adresse: string, attendu: number): Promise<number> {
  const page = await ouvrirPage(navigateur, adresse)
  await page.evaluate('globalThis.pretA')
  const { colonnes, lignes } = BLOC
  const valeur = (i: number) => (i === colonnes * lignes - 1 ? attendu : 1 + (i % 97))
  const texte = Array.from({ length: lignes }, (_, l) =>
    Array.from({ length: colonnes }, (_cellule, c) => valeur(l * colonnes + c)).join('\t'),
  ).join('\n')
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(texte)})`)
  await page.locator('input:is([data-cellule], [data-plancher])').first().click()
  await page.evaluate(chronometrerCollage(String(attendu)))
  await page.keyboard.press('ControlOrMeta+v')
  const duree = await page.evaluate<number>('globalThis.colle')
  // Saved: the next one finds the table blank again.
  await page.keyboard.press('ControlOrMeta+z')
  await page.waitForTimeout(3000)
  await page.context().close()
  return duree
}

async function mesurerCollage(
  navigateur: Browser,
  rapport: Rapport,
  adresses: { large: string; nue: string },
  fois: number,
): Promise<void> {
  const releve: number[] = []
  const nue: number[] = []
  for (let i = 0; i < fois; i++) {
    nue.push(await coller(navigateur, adresses.nue, 9001 + i))
    releve.push(await coller(navigateur, adresses.large, 9001 + i))
  }
  rapport.ajouter({
    quoi: `Coller ${BLOC.colonnes} × ${BLOC.lignes} valeurs dans un tableau vide : de la touche à l’image (médiane)`,
    releve: `${figure(mediane(releve))} ms`,
    plancher: `${figure(mediane(nue))} ms`,
    rapport: '≤ 111 ms',
  })
}

/** Fills by keyboard what is blank of a month, reads it over and submits it. */
async function remplirEtSoumettre(page: Page, adresse: string): Promise<Trafic> {
  const compte = await compterOctets(page)
  await page.goto(`${adresse}?vue=tout`)
  await page.evaluate('globalThis.pretA')
  await page.waitForTimeout(1000)
  const avant = compte().ecritures.length
  const cellules = cellulesATaper(saisir(A_SAISIR, DEBUT, 2))
  for (const [rang, cellule] of cellules.entries()) {
    await page.locator(`input[data-cellule="${cellule}"]`).focus()
    await page.keyboard.type(String(1 + (rang % 40)))
    // One by one first: what one cell alone costs is told by itself.
    if (rang < 3) await page.waitForTimeout(3000)
  }
  await page.keyboard.press('Tab')
  await page.waitForTimeout(3000)
  if (compte().ecritures.length <= avant) throw new Error('rien n’est enregistré')
  await page.getByRole('button', { name: 'Relire et soumettre' }).click()
  await page.getByRole('button', { name: /^Soumettre le rapport/ }).click()
  const dialogue = page.getByRole('dialog')
  await dialogue.waitFor()
  // A month that runs asks to confirm.
  for (const confirmer of await dialogue.getByRole('checkbox').all()) await confirmer.check()
  await dialogue.getByRole('button', { name: 'Soumettre' }).click()
  await page.getByText(/est à l’état «\sSoumis\s»/).waitFor()
  return compte()
}

async function mesurerOctets(
  navigateur: Browser,
  rapport: Rapport,
  { mois, 700: autre }: Formulaires,
): Promise<void> {
  const page = await ouvrirPage(navigateur, autre)
  await page.evaluate('globalThis.pretA')
  await page.waitForTimeout(2000)
  const { envoyes, recus, ecritures } = await remplirEtSoumettre(page, mois)
  await page.context().close()
  const ko = (octets: number) => `${figure(octets / 1000)} Ko`
  const [premiere = { corps: 0, envoyes: 0, recus: 0 }] = ecritures
  rapport.ajouter({
    quoi: 'Une case changée : octets envoyés, en-têtes compris (plancher : son corps seul)',
    releve: ko(premiere.envoyes),
    plancher: ko(premiere.corps),
    rapport: '≤ 1,5 Ko',
  })
  rapport.ajouter({
    quoi: `Un mois de 700 valeurs après le premier chargement : ouvrir, taper ${A_TAPER} cases en ${ecritures.length} envois, soumettre ; octets reçus et envoyés (plancher : les corps des envois)`,
    releve: `${ko(recus + envoyes)} (${ko(recus)} reçus)`,
    plancher: ko(ecritures.reduce((somme, { corps }) => somme + corps, 0)),
    rapport: '≤ 200 Ko',
  })
}

/** Entering figures in Chromium. */
export async function mesurerSaisie(
  rapport: Rapport,
  jeux: Jeux,
  { releve }: Serveurs,
  rapide: boolean,
  quand = '',
): Promise<void> {
  await avecNavigateur('Saisie', async (navigateur) => {
    rapport.ouvrir(
      'Saisie',
      `Chromium sans écran, sur la même machine. Planchers : une page HTML nue avec autant de champs, et une somme à chaque touche ; AG Grid, édition communautaire, avec autant de valeurs, qui ne dessine que les lignes visibles et ne refait la somme qu’en quittant la case. Une touche d’un nombre de trois chiffres, écrit à la place d’un autre : de son heure, que dit le navigateur, jusqu’au dessin de son image, avant ce qui attend derrière elle ; elle est relâchée ensuite, comme sous un doigt. ${quand}`.trim(),
      ['Relevé', 'Planchers', 'But'],
    )
    const formulaires = await preparer(jeux, releve.url)
    await avecPages(pageDe, async (ailleurs) => {
      await mesurerTouches(navigateur, rapport, formulaires, { ailleurs, fois: rapide ? 40 : 120 })
      const adresses = { large: formulaires.large, nue: `${ailleurs}/nue/360` }
      await mesurerCollage(navigateur, rapport, adresses, rapide ? 3 : 9)
    })
    await mesurerOctets(navigateur, rapport, formulaires)
  })
}
