import type { Page } from '@playwright/test'
import {
  allerSection,
  attendreEnregistrement,
  caseDe,
  choisirPlus,
  coller,
  commencer,
  etatEnregistrement,
  lire,
  lireCarnets,
  numeroDe,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const STRUCTURE = 'ORPH-R02-01'
const NUMERO = numeroDe('RMA', STRUCTURE)
const FORMULAIRE = `/dashboard/saisies/${NUMERO}`

/** The form of the month, open on a section. */
async function ouvrir(page: Page, section: string): Promise<void> {
  await page.goto(FORMULAIRE)
  await allerSection(page, section)
}

/** Notes what the bar's live region comes to say. */
const ecouterVives = (page: Page) =>
  page.evaluate(`{
    window.vives = []
    const zone = document.querySelector('.s-barre-etat [role="status"]')
    new MutationObserver(() => zone.textContent && window.vives.push(zone.textContent)).observe(
      zone,
      { childList: true, characterData: true, subtree: true },
    )
  }`)
const vivesDe = (page: Page) => page.evaluate<string[]>('window.vives')

const panneau = (page: Page) => page.getByRole('region', { name: 'Case active' })

test.describe
  .serial('les cases du rapport', () => {
    test('la saisie s’enregistre d’elle-même et dit à quelle heure', async ({ as }) => {
      const page = await as('orph-r02-01')
      await commencer(page, 'RMA', STRUCTURE)
      await ouvrir(page, 'Incidents')
      await expect(etatEnregistrement(page)).toHaveText('Rien à enregistrer.')
      await ecouterVives(page)
      await caseDe(page, 'Accident', 'Personnes concernées').fill('2')
      await attendreEnregistrement(page)
      // Of a save, its end alone is heard.
      expect(await vivesDe(page)).toEqual([expect.stringMatching(/^Enregistré à/)])
      await page.reload()
      await expect(caseDe(page, 'Accident', 'Personnes concernées')).toHaveValue('2')
      expect((await lire(page, NUMERO)).donnees).toMatchObject({ 'INC.ACCID.NB': 2 })
    })

    test('la virgule décimale et les espaces sont compris', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Présence et occupation')
      await page.getByRole('textbox', { name: /^Durée moyenne/ }).fill('12,5')
      await page.getByRole('textbox', { name: /^Journées/ }).fill('1 234')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('textbox', { name: /^Journées/ })).toHaveValue(/^1\s234$/)
      await attendreEnregistrement(page)
      const { donnees } = await lire(page, NUMERO)
      expect(donnees).toMatchObject({ DUREE_MOY: 12.5, JOURNEES: 1234 })
    })

    test('un texte qui n’est pas un nombre reste en place, avec son erreur, même rechargé', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Présence et occupation')
      const journees = page.getByRole('textbox', { name: /^Journées/ })
      for (const faux of ['douze', '12,5', '3+4']) {
        await journees.fill(faux)
        await page.keyboard.press('Tab')
        await expect(journees).toHaveValue(faux)
        await expect(journees).toHaveAttribute('aria-invalid', 'true')
        await expect(journees).toHaveAccessibleDescription(/Saisissez un nombre entier/)
        // Heard as it is left, and not taken for « nothing to save ».
        await expect(
          page.getByRole('status').filter({ hasText: /^Journées.*Saisissez un nombre entier/ }),
        ).toHaveCount(1)
      }
      await expect(etatEnregistrement(page)).toHaveText(/^1\svaleur refusée, non enregistrée\.$/)
      // What is typed is noted a moment after; a page that leaves before is another test's.
      const gardes = async () => (await lireCarnets(page)).join()
      await expect.poll(gardes).toContain('3+4')
      await page.reload()
      await expect(journees).toHaveValue('3+4')
      await expect(page.getByText(/ont été retrouvées/)).toBeVisible()
      await journees.fill('1234')
      await expect(journees).toHaveAttribute('aria-invalid', 'false')
      await attendreEnregistrement(page)
      await expect(page.getByText(/ont été retrouvées/)).toBeHidden()
    })

    test('un bloc d’un tableur se colle en place, ses totaux ignorés, et ce qui dépasse est dit', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Sorties par motif')
      const premiere = caseDe(page, 'Réintégration familiale', 'Masculin')
      await expect(premiere).toHaveCSS('border-top-style', 'dashed')
      await premiere.click()
      await coller(page, '1 000\t2\t1 002\thors\r\n3\tND\t3\r\n')
      const apercu = page.getByRole('dialog', { name: 'Ce que ce collage changera' })
      await expect(apercu.getByText(/^3\scases\sremplies, 1\srefusée\.$/)).toBeVisible()
      await expect(
        apercu.getByText(/^2\svaleurs de cases calculées ou fermées, ignorées\.$/),
      ).toBeVisible()
      await expect(apercu.getByText(/^Une valeur sans place dans le tableau/)).toBeVisible()
      await apercu.getByRole('button', { name: 'Coller', exact: true }).click()
      await expect(page.getByText(/^4\scases\scollées/)).toBeVisible()
      await expect(premiere).toHaveValue(/^1\s000$/)
      await expect(premiere).toHaveCSS('border-top-style', 'solid')
      const refusee = caseDe(page, 'Placement en famille d’accueil', 'Féminin')
      await expect(refusee).toHaveValue('ND')
      await expect(refusee).toHaveAccessibleDescription(/n’accepte pas ND/)
      const total = page.getByRole('status', { name: 'Réintégration familiale Total' })
      await expect(total).toHaveText(/^1\s002$/)
      // Partial while a cell of its row is blank, or refused.
      const partiel = page.getByRole('status', { name: 'Placement en famille d’accueil Total' })
      await expect(partiel).toHaveText('3*')
      await refusee.fill('4')
      await expect(partiel).toHaveText('7')
      await refusee.fill('')
      await expect(partiel).toHaveText('3*')
      await refusee.fill('4')
      await attendreEnregistrement(page)
    })

    test('« = » reprend la valeur du mois précédent', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Mouvement des effectifs')
      const fin = caseDe(page, 'Effectif au dernier jour du mois', 'Féminin')
      await fin.click()
      await page.keyboard.press('=')
      const { precedent } = await lire(page, NUMERO)
      await expect(fin).toHaveValue(String(precedent?.donnees['MVT.FIN.F']))
    })

    test('une flèche va à la case qu’elle montre, dans les deux sens de lecture', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Entrées par motif')
      const masculin = caseDe(page, 'Police/gendarmerie', 'Masculin')
      const feminin = caseDe(page, 'Police/gendarmerie', 'Féminin')
      await masculin.focus()
      await page.keyboard.press('ArrowRight')
      await expect(feminin).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expect(masculin).toBeFocused()
      await page.evaluate("document.documentElement.dir = 'rtl'")
      await page.keyboard.press('ArrowLeft')
      await expect(feminin).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowUp')
      await expect(masculin).toBeFocused()
    })

    test('chaque touche mène à la case que sa liste dit', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Entrées par motif')
      const cases = page.getByRole('table', { name: /^Entrées par motif/ }).getByRole('textbox')
      const derniere = (await cases.count()) - 1
      const aller = async (touche: string, rang: number) => {
        await page.keyboard.press(touche)
        await expect(cases.nth(rang)).toBeFocused()
      }
      await cases.nth(0).focus()
      await aller('End', 1)
      await aller('Home', 0)
      await aller('Control+End', derniere)
      await aller('Control+Home', 0)
      await aller('PageDown', Math.min(20, derniere - 1))
      await aller('PageUp', 0)
      await aller('Enter', 2)
      await aller('Shift+Enter', 0)
      await aller('Tab', 1)
    })

    test('une case se modifie, s’abandonne, se vide et se recopie au clavier', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Entrées par motif')
      const cases = page.getByRole('table', { name: /^Entrées par motif/ }).getByRole('textbox')
      // A machine that paints late: what a key does is done before the next one.
      await page.evaluate('window.requestAnimationFrame = () => 0')
      await cases.nth(0).focus()
      await page.keyboard.type('12')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+d')
      await expect(cases.nth(2)).toHaveValue('12')
      await page.keyboard.press('F2')
      await page.keyboard.type('5')
      await expect(cases.nth(2)).toHaveValue('125')
      await page.keyboard.press('Escape')
      await expect(cases.nth(2)).toHaveValue('12')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Control+r')
      await expect(cases.nth(3)).toHaveValue('12')
      await page.keyboard.press('Delete')
      await expect(cases.nth(3)).toHaveValue('')
      await page.keyboard.type('7')
      await expect(cases.nth(3)).toHaveValue('7')
      await attendreEnregistrement(page)
    })

    test('Ctrl + Z annule ce qui est enregistré, au-delà de mille et un collage aussi ; Ctrl + Y le refait', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Entrées par motif')
      const cases = page.getByRole('table', { name: /^Entrées par motif/ }).getByRole('textbox')
      await cases.nth(0).focus()
      await page.keyboard.type('1268')
      await page.keyboard.press('Enter')
      await expect(cases.nth(0)).toHaveValue(/^1\s268$/)
      await attendreEnregistrement(page)
      await page.keyboard.press('Control+z')
      await expect(cases.nth(0)).toBeFocused()
      await expect(cases.nth(0)).toHaveValue('12')
      await page.keyboard.press('Control+y')
      await expect(cases.nth(0)).toHaveValue(/^1\s268$/)
      await page.keyboard.press('Control+z')
      await coller(page, '31\t32\r\n33\t34\r\n')
      await page.getByRole('dialog').getByRole('button', { name: 'Coller', exact: true }).click()
      await expect(cases.nth(3)).toHaveValue('34')
      await page.keyboard.press('Control+z')
      await expect(cases.nth(0)).toHaveValue('12')
      await expect(cases.nth(3)).toHaveValue('7')
      await attendreEnregistrement(page)
      const { donnees } = await lire(page, NUMERO)
      expect(Object.values(donnees)).not.toContain(1268)
      expect(Object.values(donnees)).not.toContain(34)
    })

    test('Z remplit un tableau de zéros, F8 mène aux cases à revoir, « ? » dit les touches', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Incidents')
      const vol = caseDe(page, 'Vol', 'dont mineurs')
      await vol.focus()
      await page.keyboard.press('z')
      await expect(vol).toHaveValue('0')
      await page.keyboard.press('Control+z')
      await expect(vol).toHaveValue('')
      await vol.focus()
      await page.keyboard.press('F8')
      const apres = page.locator(':focus')
      await expect(apres).toHaveValue('')
      await expect(apres).toHaveAttribute('required', '')
      await page.keyboard.press('Shift+F8')
      await expect(vol).toBeFocused()
      await page.keyboard.press('?')
      const liste = page.getByRole('dialog', { name: 'Touches du clavier' })
      await expect(liste.getByRole('row', { name: /^F8 Prochaine case/ })).toBeVisible()
      await expect(liste.getByText('Aller d’une case à l’autre')).toBeFocused()
      await expect(liste.getByRole('heading', { name: 'Touches du clavier' })).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(vol).toBeFocused()
      await expect(vol).toHaveValue('')
    })

    test('ND demande un commentaire, qui se rédige sans quitter le clavier', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Prises en charge réalisées')
      const actes = caseDe(page, 'Soutien psychologique', 'Actes')
      await actes.focus()
      // One key is enough; who types both letters gets no other text.
      await page.keyboard.type('nd')
      await expect(actes).toHaveValue('ND')
      await page.keyboard.press('Control+z')
      await expect(actes).toHaveValue('')
      await page.keyboard.press('Control+Enter')
      await panneau(page).getByRole('button', { name: 'Non disponible (ND)' }).press('Enter')
      await expect(actes).toHaveValue('ND')
      const manque = page.getByRole('link', {
        name: /Soutien psychologique.*rédigez un commentaire/,
      })
      await expect(manque).toBeVisible()
      const commentaire = panneau(page).getByRole('textbox', { name: 'Commentaire (obligatoire)' })
      await commentaire.fill('Cahier de suivi égaré.')
      await expect(manque).toBeHidden()
      await commentaire.press('Escape')
      await expect(actes).toBeFocused()
      await attendreEnregistrement(page)
      const { commentaires } = await lire(page, NUMERO)
      expect(commentaires).toEqual({ 'PREST.PSY.ACTES': 'Cahier de suivi égaré.' })
      // The panel speaks of a cell of the section shown, or of none.
      await expect(panneau(page)).toBeVisible()
      await allerSection(page, 'Incidents')
      await expect(panneau(page)).toBeHidden()
    })

    test('les cases vides d’une section se mettent à 0, les autres restent', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Incidents')
      await page.getByRole('button', { name: 'Mettre les cases vides à 0' }).click()
      await expect(page.getByText(/^19\scases\svides mises à 0\.$/)).toBeVisible()
      await expect(caseDe(page, 'Accident', 'Personnes concernées')).toHaveValue('2')
      await expect(caseDe(page, 'Vol', 'dont mineurs')).toHaveValue('0')
      await expect(page.getByRole('tab', { name: 'Complète, Incidents' })).toBeVisible()
      await attendreEnregistrement(page)
    })

    test('un avertissement se justifie en dix caractères, jusqu’à ce que ses chiffres changent', async ({
      as,
    }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Mouvement des effectifs')
      const debut = caseDe(page, 'Effectif au 1er jour du mois', 'Masculin')
      const { precedent } = await lire(page, NUMERO)
      const avant = Number(precedent?.donnees['MVT.FIN.M'])
      await debut.fill(String(avant + 2))
      const alerte = page
        .getByRole('listitem')
        .filter({ hasText: 'L’effectif masculin de début de mois' })
      await expect(alerte.getByText('Avertissement', { exact: true })).toBeVisible()
      const justification = alerte.getByRole('textbox', { name: /^Justification/ })
      await justification.fill('court')
      await expect(alerte.getByText(/^Encore 5\scaractères au moins\.$/)).toBeVisible()
      await justification.fill('Deux enfants oubliés le mois dernier.')
      await expect(alerte.getByText('Justifié', { exact: true })).toBeVisible()
      await attendreEnregistrement(page)
      await debut.fill(String(avant + 3))
      await expect(alerte.getByText(/Les chiffres ont changé/)).toBeVisible()
      await alerte.getByRole('button', { name: 'Confirmer la justification' }).click()
      await expect(alerte.getByText('Justifié', { exact: true })).toBeVisible()
      await attendreEnregistrement(page)
      await choisirPlus(page, 'Historique')
      const historique = page.getByRole('dialog', { name: 'Historique du rapport' })
      await historique.getByText('1 justification modifiée').first().click()
      const ligne = { name: /jour du mois – Masculin — Deux enfants oubliés/ }
      await expect(historique.getByRole('row', ligne)).toBeVisible()
    })

    test('la relecture dit ce qui reste, section par section, et y mène', async ({ as }) => {
      const page = await as('orph-r02-01')
      await ouvrir(page, 'Incidents')
      await page.getByRole('button', { name: 'Relire et soumettre' }).click()
      await expect(page.getByRole('heading', { name: /^Relecture du rapport/ })).toBeFocused()
      const sections = page.getByRole('table', { name: 'Sections' })
      await expect(
        sections.getByRole('row', { name: /^Incidents 20 sur 20 Complète/ }),
      ).toBeVisible()
      await expect(page.getByText('Deux enfants oubliés le mois dernier.').last()).toBeVisible()
      await page.getByRole('link', { name: /Présents au dernier jour par âge.*à remplir/ }).click()
      await expect(caseDe(page, '0–2 ans', 'Masculin')).toBeFocused()
    })
  })
