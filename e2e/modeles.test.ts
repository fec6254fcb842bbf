import type { Page } from '@playwright/test'
import { attendreEnregistrement, DE_PERIODE, PERIODE } from './formulaire.ts'
import { expect, test } from './gens.ts'
import { relireEtSoumettre } from './saisie.ts'

const MODELES = '/dashboard/parametres?onglet=modeles'

const bouton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialogue = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
/** Begins a model from nothing; its draft is open. */
async function commencer(page: Page, code: string, libelle: string) {
  await page.goto(MODELES)
  await bouton(page, 'Nouveau modèle').click()
  const fiche = dialogue(page, 'Nouveau modèle')
  await fiche.getByRole('textbox', { name: 'Code du modèle' }).fill(code)
  await fiche.getByRole('textbox', { name: 'Nom du modèle' }).fill(libelle)
  await bouton(page, 'Commencer le brouillon').click()
  await expect(page.getByRole('heading', { level: 1, name: libelle })).toBeVisible()
}

async function ajouter(page: Page, quoi: string) {
  await bouton(page, 'Ajouter').click()
  await page.getByRole('menuitem', { name: quoi, exact: true }).click()
}

/** The editor of a formula or a message; what is proposed is written as any other text. */
async function ecrire(page: Page, nom: string, texte: string) {
  const editeur = page.getByRole('textbox', { name: nom, exact: true })
  await editeur.click()
  await page.keyboard.insertText(texte)
  await expect(editeur).toHaveText(texte)
  await page.keyboard.press('Escape')
}

const panneau = (page: Page) => page.locator('.mdl-panneau')
/** Names the part that is chosen. */
async function nommer(page: Page, code: string, libelle: string) {
  await panneau(page).getByRole('textbox', { name: 'Code', exact: true }).fill(code)
  await panneau(page).getByRole('textbox', { name: 'Libellé', exact: true }).fill(libelle)
}

/** Erases the draft, so that the other tests find the platform as it was. */
async function supprimer(page: Page, libelle: string) {
  await page.goto(MODELES)
  const modele = page.getByRole('region', { name: libelle })
  await modele.getByRole('button', { name: 'Supprimer le brouillon' }).click()
  await dialogue(page, /^Supprimer le brouillon/)
    .getByRole('button', { name: 'Supprimer', exact: true })
    .click()
  await expect(modele).toHaveCount(0)
}

test('les parties se déplacent au clavier, et annuler les remet', async ({ as }) => {
  const page = await as('dpps')
  await commencer(page, 'ESSAIB', 'Ordre d’essai')
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  await ajouter(page, 'Une section en matrice')
  const sections = plan.locator('[data-chemin^="sections."]')
  await expect(sections.nth(1)).toHaveText(/Nouvelle section/)
  await sections.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(sections.first()).toHaveText(/Nouvelle section/)
  await expect(sections.first()).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(sections.first()).toHaveText(/Identification/)
  await supprimer(page, 'Ordre d’essai ESSAIB')
})

test('un modèle fait de rien dans le navigateur s’essaie, se publie, se remplit et se soumet', async ({
  as,
}) => {
  const page = await as('dpps')
  await commencer(page, 'ESSAIA', 'Suivi d’essai')
  await ajouter(page, 'Une section de champs')
  await nommer(page, 'ACT', 'Activité')
  const plan = page.getByRole('navigation', { name: 'Plan du modèle' })
  await plan.getByRole('button', { name: /^Nouveau champ/ }).click()
  await nommer(page, 'HOMMES', 'Hommes')
  await panneau(page)
    .getByRole('combobox', { name: 'Ce qu’elle compte' })
    .selectOption('Des agents\u00a0: protégés si un réglage le veut')
  await panneau(page).getByRole('checkbox', { name: 'Requise' }).check()
  await ajouter(page, 'Un champ')
  await nommer(page, 'FEMMES', 'Femmes')
  await panneau(page).getByRole('checkbox', { name: 'Requise' }).check()
  await ajouter(page, 'Un champ')
  await nommer(page, 'TOTAL', 'Ensemble')
  await ecrire(page, 'Formule', 'HOMMES + FEMMES')
  const nature = panneau(page).getByRole('combobox', { name: 'Nature' })
  const compte = panneau(page).getByRole('combobox', { name: 'Ce qu’elle compte' })
  await compte.selectOption('Des personnes\u00a0: toujours protégées')
  await nature.selectOption('Nombre à décimales')
  await expect(page.getByRole('link', { name: /^Corrections \(\d+\)$/ })).toBeVisible()
  await nature.selectOption('Nombre entier')
  await ajouter(page, 'Un contrôle')
  await ecrire(page, 'Formule', 'FEMMES <= 40')
  await ecrire(page, 'Message', 'Femmes : {FEMMES}, au plus 40.')
  await panneau(page).getByRole('textbox', { name: 'Cases à montrer' }).fill('FEMMES')
  await plan.getByRole('button', { name: /^Le modèle/ }).click()
  for (const indicateur of ['Effectif', 'Entrées', 'Sorties', 'Référence (capacité, postes…)'])
    await ecrire(page, indicateur, 'TOTAL')
  await expect(page.getByRole('link', { name: 'Corrections', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Aperçu', exact: true }).click()
  await page.getByRole('textbox', { name: 'Hommes' }).fill('12')
  await page.getByRole('textbox', { name: 'Femmes' }).fill('41')
  await expect(page.getByRole('main')).toContainText('53')
  await expect(page.getByText('Femmes : 41, au plus 40.').first()).toBeVisible()

  await bouton(page, 'Publier').click()
  const publication = dialogue(page, /^Publier/)
  const personne = publication.getByText('Aucune structure ne le remplira encore')
  await expect(personne).toBeVisible()
  // No structure is of this type: nobody could receive it.
  await expect(
    publication.getByRole('checkbox', { name: /formation professionnelle/i }),
  ).toHaveCount(0)
  const mois = publication.getByRole('combobox', { name: 'À partir de' })
  const premier = Number(await mois.inputValue())
  await mois.selectOption(String(premier - 5))
  await expect(publication).toContainText('ces 5\u00a0mois, qui seront en retard')
  await expect(publication).toContainText('3\u00a0d’entre eux sont clos à la saisie')
  await mois.selectOption(String(premier))
  await publication.getByRole('checkbox', { name: /polyvalent/i }).check()
  await expect(personne).toBeHidden()
  await publication.getByRole('button', { name: 'Publier cette version' }).click()
  await expect(publication).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Suivi d’essai ESSAIA' })).toContainText('Publiée')

  const structure = await as('cpoly-r02-01')
  await structure.goto('/dashboard')
  await structure.getByRole('button', { name: `Commencer : ESSAIA ${PERIODE}` }).click()
  await expect(structure.getByRole('heading', { level: 1 })).toHaveText(`Rapport ${DE_PERIODE}`)
  await structure.getByRole('tab', { name: /Activité$/ }).click()
  await structure.getByRole('textbox', { name: 'Hommes' }).fill('12')
  await structure.getByRole('textbox', { name: 'Femmes' }).fill('31')
  await structure.keyboard.press('Tab')
  await expect(structure.getByRole('main')).toContainText('43')
  await attendreEnregistrement(structure)
  await relireEtSoumettre(structure)
})

test('une faute mène à sa place, et empêche de publier', async ({ as }) => {
  const page = await as('dpps')
  await commencer(page, 'ESSAIC', 'Fautes d’essai')
  await page.getByRole('link', { name: /^Corrections \(\d+\)$/ }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /aucune case/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Le modèle' })).toBeFocused()
  await bouton(page, 'Publier').click()
  const publication = dialogue(page, /^Publier/)
  await expect(publication).toContainText('ne peut pas encore être publié')
  await expect(publication.getByRole('button', { name: 'Publier cette version' })).toHaveCount(0)
  await publication.getByRole('button', { name: 'Annuler' }).click()
  await supprimer(page, 'Fautes d’essai ESSAIC')
})

test.describe('un fichier refusé', () => {
  test.use({ refusAttendus: true })

  test('un fichier dont les sections ne sont pas une liste est refusé avec sa faute, et rien n’est commencé', async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.goto(MODELES)
    await bouton(page, 'Importer un fichier').click()
    const boite = dialogue(page, 'Importer un modèle')
    const casse = { format: 'releve-modele', modele: { code: 'CASSE', sections: 3 } }
    await boite.locator('input[type=file]').setInputFiles({
      name: 'modele.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(casse)),
    })
    await boite.getByRole('button', { name: 'Importer', exact: true }).click()
    await expect(boite).toContainText('Ce modèle n’a pas pu être lu.')
    await expect(boite).toContainText('Il faut ici une liste.')
    await boite.getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByText('CASSE')).toHaveCount(0)
  })
})
