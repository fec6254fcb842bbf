import type { Locator, Page } from '@playwright/test'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { isoDe } from '@releve/contract/mois.ts'
import { commencer, lire, MOIS_COURANT, matriceDe, modifier, numeroDe } from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'CSE-R01-01'
const AGENT = 'cse-r01-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const LE_5 = `${isoDe(MOIS_COURANT)}-05`
const LE_6 = `${isoDe(MOIS_COURANT)}-06`

/** The rows of a matrix in which figures are entered. */
function lignesDe(formulaire: Formulaire, code: string): string[] {
  const saisies = matriceDe(formulaire, code).lignes.filter(({ formule }) => !formule)
  return saisies.map((ligne) => `${code}.${ligne.code}`)
}

/**
 * The places of a report, by name: the corners of a matrix and what is around them, rows that were
 * added, fields that stand alone.
 */
function lieuxDe(formulaire: Formulaire) {
  const lignes = lignesDe(formulaire, 'INC')
  const [premiere, deuxieme] = lignes
  return {
    'coin haut gauche': `${premiere}.NB`,
    'coin haut droit': `${premiere}.DONT_MIN`,
    'deuxième ligne': `${deuxieme}.NB`,
    'deuxième ligne, à droite': `${deuxieme}.DONT_MIN`,
    'avant-dernière ligne': `${lignes.at(-2)}.NB`,
    'coin bas gauche': `${lignes.at(-1)}.NB`,
    'coin bas droit': `${lignes.at(-1)}.DONT_MIN`,
    'une page plus bas': `${lignes[Math.min(10, lignes.length - 1)]}.NB`,
    'une page plus haut': `${lignes[Math.max(0, lignes.length - 11)]}.NB`,
    'ligne avant calcul': 'MVT.DEB.M',
    'ligne calculée': 'MVT.ENT.M',
    'ligne après calcul': 'MVT.FIN.M',
    'ligne après calcul, à droite': 'MVT.FIN.F',
    'total de ligne': 'MVT.FIN.TOT',
    'accepte ND': 'PREST.PSY.ACTES',
    date: 'ACT.1.DATE_ACT',
    liste: 'ACT.1.TYPE_ACT',
    'texte court': 'ACT.1.INTITULE',
    chiffre: 'ACT.1.PART_M',
    'chiffre à droite': 'ACT.1.PART_F',
    'date dessous': 'ACT.2.DATE_ACT',
    'liste dessous': 'ACT.2.TYPE_ACT',
    'texte court dessous': 'ACT.2.INTITULE',
    'chiffre dessous': 'ACT.2.PART_M',
    'dernier chiffre': 'ACT.2.PART_F',
    'seul, premier': 'BUD.DOT',
    'seul, deuxième': 'BUD.DEP_PERS',
    'seul, dernier': 'BUD.DEP_INV',
    'seul, avant liste': 'JOURS_OUV',
    'liste seule': 'SIT_FONCT',
    'texte long': 'OBS_FONCT',
  } as const
}
type Lieu = keyof ReturnType<typeof lieuxDe>

/** What each place holds when a key is pressed there; the others hold nothing. */
const TENUES: Partial<Record<Lieu, string | number>> = {
  'coin haut gauche': 11,
  'coin haut droit': 7,
  'deuxième ligne': 13,
  'ligne après calcul': 40,
  'ligne après calcul, à droite': 42,
  date: LE_5,
  'date dessous': LE_6,
  'texte court': 'Chant',
  'texte court dessous': 'Danse',
  chiffre: 8,
  'chiffre à droite': 9,
  'chiffre dessous': 3,
  'dernier chiffre': 4,
  'seul, premier': 500,
  'seul, deuxième': 600,
  'seul, avant liste': 20,
}

/** Where a key leads: to another place, or nowhere. */
const CHEMINS: readonly (readonly [Lieu, touche: string, Lieu])[] = [
  // A matrix, at its edges and in it.
  ['coin haut gauche', 'ArrowRight', 'coin haut droit'],
  ['coin haut gauche', 'ArrowDown', 'deuxième ligne'],
  ['coin haut gauche', 'ArrowLeft', 'coin haut gauche'],
  ['coin haut gauche', 'ArrowUp', 'coin haut gauche'],
  ['coin haut droit', 'ArrowLeft', 'coin haut gauche'],
  ['coin haut droit', 'ArrowRight', 'coin haut droit'],
  ['coin haut droit', 'ArrowDown', 'deuxième ligne, à droite'],
  ['coin bas gauche', 'ArrowDown', 'coin bas gauche'],
  ['coin bas gauche', 'ArrowUp', 'avant-dernière ligne'],
  ['coin bas droit', 'ArrowRight', 'coin bas droit'],
  ['coin bas droit', 'ArrowDown', 'coin bas droit'],
  ['coin haut gauche', 'Enter', 'deuxième ligne'],
  ['coin bas gauche', 'Enter', 'coin bas gauche'],
  ['deuxième ligne', 'Shift+Enter', 'coin haut gauche'],
  ['coin haut gauche', 'Shift+Enter', 'coin haut gauche'],
  ['coin haut gauche', 'Tab', 'coin haut droit'],
  ['coin haut droit', 'Tab', 'deuxième ligne'],
  ['deuxième ligne', 'Shift+Tab', 'coin haut droit'],
  ['coin haut droit', 'Home', 'coin haut gauche'],
  ['coin haut gauche', 'Home', 'coin haut gauche'],
  ['coin haut gauche', 'End', 'coin haut droit'],
  ['deuxième ligne', 'Control+Home', 'coin haut gauche'],
  ['coin haut gauche', 'Control+End', 'coin bas droit'],
  ['coin haut gauche', 'PageDown', 'une page plus bas'],
  ['coin bas gauche', 'PageDown', 'coin bas gauche'],
  ['coin bas gauche', 'PageUp', 'une page plus haut'],
  ['coin haut gauche', 'PageUp', 'coin haut gauche'],
  // What is computed is gone over, and left.
  ['ligne avant calcul', 'ArrowDown', 'ligne après calcul'],
  ['ligne après calcul', 'ArrowUp', 'ligne avant calcul'],
  ['ligne avant calcul', 'Enter', 'ligne après calcul'],
  ['ligne calculée', 'ArrowDown', 'ligne après calcul'],
  ['ligne calculée', 'ArrowUp', 'ligne avant calcul'],
  ['ligne calculée', 'Enter', 'ligne après calcul'],
  ['total de ligne', 'ArrowLeft', 'ligne après calcul, à droite'],
  ['total de ligne', 'ArrowRight', 'total de ligne'],
  ['total de ligne', 'Home', 'ligne après calcul'],
  ['total de ligne', 'Shift+Tab', 'ligne après calcul, à droite'],
  ['total de ligne', 'Control+Home', 'ligne avant calcul'],
  // Rows that were added: dates, lists and texts keep the keys that move in them.
  ['chiffre', 'ArrowRight', 'chiffre à droite'],
  ['chiffre', 'ArrowLeft', 'texte court'],
  ['chiffre', 'ArrowDown', 'chiffre dessous'],
  ['chiffre dessous', 'ArrowUp', 'chiffre'],
  ['chiffre dessous', 'ArrowDown', 'chiffre dessous'],
  ['chiffre', 'Enter', 'chiffre dessous'],
  ['chiffre', 'Tab', 'chiffre à droite'],
  ['chiffre à droite', 'Home', 'date'],
  ['date', 'Enter', 'date dessous'],
  ['date dessous', 'Shift+Enter', 'date'],
  ['date', 'ArrowRight', 'date'],
  ['date', 'Control+End', 'dernier chiffre'],
  ['liste', 'Enter', 'liste dessous'],
  ['liste dessous', 'Shift+Enter', 'liste'],
  ['liste', 'Tab', 'texte court'],
  ['liste dessous', 'Control+Home', 'date'],
  ['liste', 'Control+End', 'dernier chiffre'],
  ['texte court', 'ArrowDown', 'texte court dessous'],
  ['texte court dessous', 'ArrowUp', 'texte court'],
  ['texte court', 'ArrowRight', 'texte court'],
  ['texte court', 'ArrowLeft', 'texte court'],
  ['texte court', 'Home', 'texte court'],
  ['texte court', 'Enter', 'texte court dessous'],
  ['texte court', 'Shift+Tab', 'liste'],
  ['texte court', 'PageDown', 'texte court dessous'],
  // Fields that stand alone, one under the other.
  ['seul, premier', 'Enter', 'seul, deuxième'],
  ['seul, premier', 'ArrowDown', 'seul, deuxième'],
  ['seul, premier', 'Tab', 'seul, deuxième'],
  ['seul, premier', 'ArrowUp', 'seul, premier'],
  ['seul, premier', 'Shift+Enter', 'seul, premier'],
  ['seul, premier', 'ArrowRight', 'seul, premier'],
  ['seul, premier', 'Home', 'seul, premier'],
  ['seul, deuxième', 'Shift+Enter', 'seul, premier'],
  ['seul, deuxième', 'ArrowUp', 'seul, premier'],
  ['seul, deuxième', 'Shift+Tab', 'seul, premier'],
  ['seul, dernier', 'Enter', 'seul, dernier'],
  ['seul, dernier', 'ArrowDown', 'seul, dernier'],
  ['seul, avant liste', 'Enter', 'liste seule'],
  ['liste seule', 'Enter', 'texte long'],
  ['liste seule', 'Shift+Enter', 'seul, avant liste'],
  ['liste seule', 'Tab', 'texte long'],
  ['texte long', 'Shift+Tab', 'liste seule'],
  ['texte long', 'ArrowUp', 'texte long'],
  ['texte long', 'Control+Home', 'texte long'],
]

/** What keys write: what the place then holds; null, what it held. That comes back by Ctrl+Z. */
const ECRITURES: readonly (readonly [Lieu, touches: readonly string[], string | null])[] = [
  ['coin haut gauche', ['5'], '5'],
  ['coin haut gauche', ['5', '6'], '56'],
  ['coin haut gauche', ['F2', '5'], '115'],
  ['coin haut gauche', ['5', 'Escape'], '11'],
  ['coin haut gauche', ['F2', '5', 'Escape'], '11'],
  ['coin haut gauche', ['Delete'], ''],
  ['coin haut gauche', ['Backspace'], ''],
  ['coin haut gauche', ['Control+d'], '11'],
  ['coin haut gauche', ['Control+r'], '11'],
  ['deuxième ligne', ['Control+d'], '11'],
  ['coin haut droit', ['Control+r'], '11'],
  ['coin bas gauche', ['z'], '0'],
  ['coin bas gauche', ['4'], '4'],
  ['coin bas gauche', ['-'], '-'],
  ['accepte ND', ['n'], 'ND'],
  ['accepte ND', ['n', 'd'], 'ND'],
  ['coin bas gauche', ['n'], 'n'],
  ['ligne après calcul', ['Control+d'], ''],
  ['ligne calculée', ['5'], null],
  ['ligne calculée', ['Delete'], null],
  ['ligne calculée', ['Control+d'], null],
  ['chiffre', ['2'], '2'],
  ['chiffre', ['F2', '2'], '82'],
  ['chiffre', ['Delete'], ''],
  ['chiffre dessous', ['Control+d'], '8'],
  ['chiffre à droite', ['Control+r'], '8'],
  ['texte court', ['J', 'e', 'u'], 'Jeu'],
  ['texte court', ['F2', 's'], 'Chants'],
  ['texte court', ['J', 'Escape'], 'Chant'],
  ['texte court', ['Delete'], ''],
  ['texte court', ['z'], 'z'],
  ['texte court', ['?'], '?'],
  ['texte court dessous', ['Control+d'], 'Chant'],
  ['date dessous', ['Control+d'], LE_5],
  ['date', ['Control+d'], LE_5],
  ['seul, premier', ['5'], '5'],
  ['seul, premier', ['F2', '5'], '5005'],
  ['seul, premier', ['5', 'Escape'], '500'],
  ['seul, premier', ['Delete'], ''],
  ['seul, premier', ['Control+d'], '500'],
  ['seul, premier', ['Control+r'], '500'],
  ['seul, dernier', ['z'], '0'],
]

/** One figure, its computed neighbours, and each kind of field. */
const PARTOUT: readonly Lieu[] = [
  'coin haut gauche',
  'coin bas droit',
  'ligne calculée',
  'total de ligne',
  'date',
  'liste',
  'texte court',
  'chiffre',
  'seul, premier',
  'liste seule',
  'texte long',
]

const lireTenue = (champ: Locator) =>
  champ.evaluate((element) => ('value' in element ? String(element.value) : element.textContent))

type Ecran = { page: Page; caseDe: (lieu: Lieu) => Locator; tenues: Record<string, string> }

/** The report opens whole: all its places are on the page. */
async function ouvrir(as: (identifiant: string) => Promise<Page>): Promise<Ecran> {
  const page = await as(AGENT)
  const formulaire = await commencer(page, 'RMA', STRUCTURE)
  const lieux = lieuxDe(formulaire)
  await modifier(page, NUMERO, donneesDe(formulaire))
  await page.goto(`/dashboard/saisies/${NUMERO}?vue=tout`)
  const caseDe = (lieu: Lieu) => page.locator(`[data-cellule="${lieux[lieu]}"]`)
  await expect(caseDe('coin haut gauche')).toHaveValue('11')
  const tenues: Record<string, string> = {}
  for (const lieu of Object.keys(lieux))
    tenues[lieu] = (await lireTenue(caseDe(lieu as Lieu))) ?? ''
  await page.evaluate(
    'addEventListener("keydown", (e) => { globalThis.repondue = e.defaultPrevented })',
  )
  return { page, caseDe, tenues }
}

/** What the places hold; two of them may be one, in a matrix of few rows. */
function donneesDe(formulaire: Formulaire): Record<string, unknown> {
  const lieux = lieuxDe(formulaire)
  const saisies = Object.entries(lieux).filter(([lieu]) => !/calculée|total/.test(lieu))
  const tenues: Partial<Record<string, string | number>> = {
    ...TENUES,
    liste: SENSIBILISATION,
    'liste dessous': SENSIBILISATION,
    'liste seule': 'NORMAL',
  }
  return {
    ...Object.fromEntries(saisies.map(([, adresse]) => [adresse, null])),
    ...Object.fromEntries(
      saisies.flatMap(([lieu, adresse]) => {
        const tenue = tenues[lieu]
        return tenue === undefined ? [] : [[adresse, tenue]]
      }),
    ),
  }
}

/** A kind of activity. */
const SENSIBILISATION = 'SENSIB'

const repondue = (page: Page) => page.evaluate('globalThis.repondue')

test('chaque touche mène où l’on s’attend, de chaque endroit du rapport', async ({ as }) => {
  const { page, caseDe, tenues } = await ouvrir(as)
  for (const [depart, touche, arrivee] of CHEMINS)
    await test.step(`${depart}, ${touche} : ${arrivee}`, async () => {
      await caseDe(depart).focus()
      await page.keyboard.press(touche)
      await expect(caseDe(arrivee), `${depart}, ${touche}`).toBeFocused()
      expect(await lireTenue(caseDe(depart)), `${depart}, ${touche}`).toBe(tenues[depart])
    })
  // The edge of a section: out of the table, to what follows it.
  await caseDe('coin bas droit').focus()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Mettre les cases vides à 0')
  await page.keyboard.press('Shift+Tab')
  await expect(caseDe('coin bas droit')).toBeFocused()
})

test('chaque touche écrit ce que l’on s’attend, et Ctrl + Z rend ce qui était', async ({ as }) => {
  const { page, caseDe, tenues } = await ouvrir(as)
  const net = (texte: string | null) => (texte ?? '').replaceAll(/\s/g, '')
  for (const [lieu, touches, ecrite] of ECRITURES)
    await test.step(`${lieu}, ${touches.join(' ')} : ${ecrite}`, async () => {
      const nom = `${lieu}, ${touches.join(' ')}`
      const champ = caseDe(lieu)
      const tenue = net(tenues[lieu] ?? '')
      const attendue = ecrite ?? tenue
      await champ.focus()
      for (const touche of touches) await page.keyboard.press(touche)
      expect(net(await lireTenue(champ)), nom).toBe(attendue)
      await expect(champ, nom).toBeFocused()
      if (/^Control\+[dr]$/.test(touches[0] ?? '')) expect(await repondue(page), nom).toBe(true)
      if (tenue !== attendue) await page.keyboard.press('Control+z')
      expect(net(await lireTenue(champ)), nom).toBe(tenue)
    })
})

test('une liste se vide, s’abandonne et se recopie comme une autre case', async ({ as }) => {
  const { page, caseDe, tenues } = await ouvrir(as)
  for (const lieu of ['liste', 'liste seule'] as const) {
    const liste = caseDe(lieu)
    await liste.focus()
    await page.keyboard.press('Delete')
    await expect(liste).toHaveValue('')
    await page.keyboard.press('Control+z')
    await expect(liste).toHaveValue(tenues[lieu] ?? '')
    await page.keyboard.press('Control+y')
    await expect(liste).toHaveValue('')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('ArrowDown')
    await expect(liste).not.toHaveValue(tenues[lieu] ?? '')
    await page.keyboard.press('Escape')
    await expect(liste).toHaveValue(tenues[lieu] ?? '')
  }
  const dessous = caseDe('liste dessous')
  await dessous.focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+d')
  await expect(dessous).toHaveValue(tenues['liste'] ?? '')
})

test('un texte long garde ses touches', async ({ as }) => {
  const { page, caseDe } = await ouvrir(as)
  const texte = caseDe('texte long')
  await texte.focus()
  await page.keyboard.type('Un')
  await page.keyboard.press('Enter')
  await page.keyboard.type('zn?=')
  await expect(texte).toHaveValue('Un\nzn?=')
  await page.keyboard.press('Escape')
  await expect(texte).toHaveValue('Un\nzn?=')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await expect(texte).toHaveValue('')
})

test('F8, Ctrl + Entrée, F1, F9 et « ? » répondent de partout, et ramènent d’où l’on vient', async ({
  as,
}) => {
  const { page, caseDe } = await ouvrir(as)
  const aide = page.getByRole('region', { name: 'Aide de la case' })
  const feuille = page.getByRole('dialog', { name: 'Touches du clavier' })
  const panneau = page.getByRole('region', { name: 'Case active' })
  const racine = page.locator('html')
  for (const lieu of PARTOUT)
    await test.step(lieu, async () => {
      const champ = caseDe(lieu)
      await champ.focus()
      await page.keyboard.press('F8')
      const suivante = page.locator('[data-cellule]:focus')
      await expect(suivante, lieu).toHaveCount(1)
      await expect(champ, lieu).not.toBeFocused()
      await page.keyboard.press('Shift+F8')
      await expect(suivante, lieu).toHaveCount(1)
      await champ.focus()
      await page.keyboard.press('Control+Enter')
      await expect(panneau.locator(':focus'), lieu).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(champ, lieu).toBeFocused()
      await page.keyboard.press('F1')
      await expect(aide, lieu).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(champ, lieu).toBeFocused()
      await page.keyboard.press('F9')
      await expect(racine, lieu).toHaveAttribute('data-pleine')
      await expect(champ, lieu).toBeFocused()
      await page.keyboard.press('F9')
      await expect(racine, lieu).not.toHaveAttribute('data-pleine')
      if (lieu === 'texte court' || lieu === 'texte long') return
      await page.keyboard.press('?')
      await expect(feuille, lieu).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(champ, lieu).toBeFocused()
    })
})

test('les touches répondent dès que l’écran est là, sauf dans un dialogue ou un autre champ', async ({
  as,
}) => {
  const { page, caseDe } = await ouvrir(as)
  const feuille = page.getByRole('dialog', { name: 'Touches du clavier' })
  const racine = page.locator('html')
  await expect(page.locator('body')).toBeFocused()
  await page.keyboard.press('F9')
  await expect(racine).toHaveAttribute('data-pleine')
  await page.keyboard.press('?')
  await expect(feuille).toBeVisible()
  // The sheet has the keyboard: nothing of the report moves behind it.
  await page.keyboard.press('F9')
  expect(await repondue(page)).toBe(false)
  await page.keyboard.press('F8')
  expect(await repondue(page)).toBe(false)
  await expect(racine).toHaveAttribute('data-pleine')
  await page.keyboard.press('Escape')
  // Without a cell, help is that of the form.
  await page.keyboard.press('F1')
  await expect(feuille).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F8')
  await expect(page.locator('[data-cellule]:focus')).toHaveCount(1)
  await caseDe('coin haut gauche').fill('19')
  await caseDe('coin haut gauche').blur()
  await expect(page.locator('body')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(caseDe('coin haut gauche')).toHaveValue('11')
  await page.keyboard.press('Control+k')
  const recherche = page.getByRole('dialog').getByRole('combobox')
  await recherche.pressSequentially('a?')
  await expect(recherche).toHaveValue('a?')
  await page.keyboard.press('F9')
  expect(await repondue(page)).toBe(false)
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  await expect(racine).not.toHaveAttribute('data-pleine')
  const { donnees } = await lire(page, NUMERO)
  expect(Object.values(donnees)).not.toContain(19)
})

test('les touches qui agissent seules peuvent être rendues sans effet, et l’aide le dit', async ({
  as,
}) => {
  const { page, caseDe } = await ouvrir(as)
  const feuille = page.getByRole('dialog', { name: 'Touches du clavier' })
  await page.keyboard.press('?')
  await expect(feuille.getByText(/agissent seules.*Réglages d’affichage/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Réglages d’affichage' }).click()
  const reglage = page.getByRole('group', { name: 'Touches qui agissent seules dans un rapport' })
  await reglage.getByRole('radio', { name: 'Sans effet' }).check()
  await expect(reglage.getByRole('radio', { name: 'Sans effet' })).toBeChecked()
  await page.keyboard.press('Escape')
  // Kept with the others of the display.
  expect(await page.evaluate('JSON.parse(localStorage.settings).touchesSeules')).toBe(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.keyboard.press('?')
  // What comes after is heard after: had the sheet been asked for, it would be there.
  await page.keyboard.press('F8')
  await expect(page.locator('[data-cellule]:focus')).toHaveCount(1)
  await expect(feuille).toHaveCount(0)
  const vide = caseDe('avant-dernière ligne')
  await vide.focus()
  await page.keyboard.press('z')
  await expect(vide).toHaveValue('z')
  await vide.fill('')
  const nd = caseDe('accepte ND')
  await nd.focus()
  await page.keyboard.type('ND')
  await nd.press('Tab')
  await expect(nd).toHaveValue('ND')
  await expect(nd).toHaveAttribute('aria-invalid', 'false')
  await nd.fill('')
  await nd.blur()
  await page.keyboard.press('F1')
  await expect(feuille.getByText(/sont sans effet/)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Réglages d’affichage' }).click()
  await reglage.getByRole('radio', { name: 'Actives' }).check()
  await page.keyboard.press('Escape')
  await page.locator('body').press('?')
  await expect(feuille).toBeVisible()
})
