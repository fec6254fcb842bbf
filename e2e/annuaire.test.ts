import { trouverDefauts, trouverTout } from './axe.ts'
import { ANNEE_PUBLIEE } from './formulaire.ts'
import { expect, test } from './gens.ts'

test('la direction lit l’annuaire publié, chapitre par chapitre, et voit d’où vient un chiffre', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/app')
  await page.getByRole('link', { name: 'Annuaire', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Annuaire' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Publié', { exact: true })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Chapitres' })
    .getByRole('link', { name: /^2\./ })
    .click()
  await expect(page).toHaveURL(/chapitre=2/)
  await expect(main.getByRole('table', { name: /^T2\.1 / })).toBeVisible()
  await main
    .getByRole('button', { name: /Expliquer/ })
    .first()
    .click()
  const panneau = page.getByRole('dialog', { name: 'D’où vient ce chiffre' })
  await expect(panneau.getByRole('link', { name: /-\d{6}$/ }).first()).toBeVisible()
  await panneau.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(panneau).toHaveCount(0)
})

for (const qui of ['cau-r01-01', 'dr-r01', 'admin']) {
  test(`l’écran de l’annuaire est à la direction centrale seule : ${qui} le lit dans les documents`, async ({
    as,
  }) => {
    const page = await as(qui)
    await page.goto('/dashboard/documents')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    await expect(menu.getByRole('link', { name: 'Documents' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Annuaire' })).toHaveCount(0)
    const titre = `Annuaire statistique ${ANNEE_PUBLIEE}, édition 1`
    const edition = page.getByRole('row', { name: new RegExp(titre) })
    await expect(edition.getByRole('button', { name: `Télécharger ${titre}` })).toBeVisible()
    await page.goto('/dashboard/annuaire?chapitre=2')
    await expect(
      page.getByText('Cet écran est réservé à la direction centrale (DPPS).'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0)
  })
}

test('une édition se lit dans les documents : son PDF, ses autres fichiers, et rien à y changer', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/documents?categorie=ANNUAIRE')
  const titre = `Annuaire statistique ${ANNEE_PUBLIEE}, édition 1`
  const edition = page.getByRole('row', { name: new RegExp(titre) })
  const pdf = page.waitForEvent('download')
  await edition.getByRole('button', { name: `Télécharger ${titre}` }).click()
  expect((await pdf).suggestedFilename()).toBe(`annuaire-${ANNEE_PUBLIEE}.pdf`)
  await expect(
    edition.getByRole('button', { name: /^(Modifier|Remplacer|Supprimer)/ }),
  ).toHaveCount(0)
  await edition.getByRole('button', { name: `Fichiers et errata\u00a0: ${titre}` }).click()
  const fichiers = page.getByRole('dialog', { name: titre })
  await expect(fichiers.getByText('Rien n’a été corrigé de cet annuaire.')).toBeVisible()
  expect(await trouverTout(page, 'dialog')).toEqual([])
  const classeur = page.waitForEvent('download')
  await fichiers.getByRole('button', { name: 'Télécharger' }).click()
  await page.getByRole('menuitem', { name: /XLSX/ }).click()
  expect((await classeur).suggestedFilename()).toBe(`annuaire-${ANNEE_PUBLIEE}.xlsx`)
  await fichiers.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(fichiers).toHaveCount(0)
  await page.getByRole('button', { name: 'Déposer un document' }).click()
  const depot = page.getByRole('dialog', { name: 'Déposer un document' })
  await expect(depot.getByRole('combobox', { name: 'Catégorie' }).getByRole('option')).toHaveText([
    'Choisissez dans la liste',
    'Guide de remplissage',
    'Formulaire vierge',
    'Note technique',
  ])
})

test('chaque tableau a son graphique, sa source, sa couverture, et les fichiers du graphique', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}&chapitre=2`)
  const section = page.getByRole('region', { name: /^T2\.2 / })
  await expect(section.getByText(/rapports retenus sur/)).toBeVisible()
  const figure = section.getByRole('figure', { name: /par région.*de \d.*\(.*\) à \d/ })
  await figure.getByText('Voir les chiffres').click()
  await expect(figure.getByRole('table').getByRole('row')).not.toHaveCount(0)
  for (const [choix, nom] of [
    [/CSV/, `annuaire-${ANNEE_PUBLIEE}-T2-2.csv`],
    [/PNG/, `annuaire-${ANNEE_PUBLIEE}-T2-2.png`],
  ] as const) {
    const attendu = page.waitForEvent('download')
    await figure.getByRole('button', { name: /^Exporter/ }).click()
    await page.getByRole('menuitem', { name: choix }).click()
    expect((await attendu).suggestedFilename()).toBe(nom)
  }
})

test('les annexes disent qui n’a pas répondu, et le chapitre d’avant est à portée', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}&chapitre=9`)
  const main = page.getByRole('main')
  await expect(main.getByRole('table', { name: 'Modèles de rapport employés' })).toBeVisible()
  const mois = main.getByText(/(rapport manque|rapports manquent)$/).first()
  const nom = (await mois.textContent()) ?? ''
  await mois.click()
  const manquants = main.getByRole('table', { name: nom })
  await expect(manquants.getByRole('row')).not.toHaveCount(0)
  // In March, the demonstration has all the months of that year, and few reports are missing.
  const nombre = Number(/\d+/.exec(nom)?.[0])
  if (nombre > 25) {
    await expect(manquants.getByRole('cell', { name: 'Non reçu' }).first()).toBeVisible()
    await main.getByRole('button', { name: 'Page suivante' }).click()
    await expect(main.getByText(`26–${nombre} sur ${nombre}`)).toBeVisible()
  }
  await main
    .getByRole('navigation', { name: 'Chapitres voisins' })
    .getByRole('link', { name: /^8\./ })
    .click()
  await expect(page).toHaveURL(/chapitre=8/)
})

test('une année en cours se montre provisoire, ses textes se gardent', async ({ as }) => {
  const page = await as('dpps')
  await page.goto('/dashboard/annuaire')
  const annee = page.getByRole('combobox', { name: 'Année' })
  const courante = (await annee.getByRole('option').first().textContent()) ?? ''
  await annee.selectOption(courante)
  await expect(page.getByText('Document provisoire').first()).toBeVisible()
  await page.getByRole('button', { name: 'Modifier les textes' }).click()
  const fiche = page.getByRole('dialog', { name: 'Textes de l’annuaire' })
  const titre = `Annuaire ${courante}, ébauche`
  await fiche.getByRole('textbox', { name: 'Titre' }).fill(titre)
  await fiche.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(fiche).toHaveCount(0)
  await expect(page.getByRole('main').getByText(titre)).toBeVisible()
})

test('un tableau masqué à plus de la moitié le dit, et ce que l’on y réunirait', async ({ as }) => {
  const page = await as('dpps')
  const seuil = page.getByRole('textbox', { name: /^Seuil du secret statistique/ })
  const regler = async (valeur: string) => {
    await page.goto('/dashboard/parametres?onglet=annuaire')
    await seuil.fill(valeur)
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await expect(page.getByText('Réglages de l’annuaire enregistrés.')).toBeVisible()
  }
  await page.goto('/dashboard/parametres?onglet=annuaire')
  const avant = await seuil.inputValue()
  await regler('100')
  await page.goto('/dashboard/annuaire?chapitre=2')
  const annee = page.getByRole('combobox', { name: 'Année' })
  await annee.selectOption((await annee.getByRole('option').first().textContent()) ?? '')
  await page.getByRole('link', { name: /^2\./ }).first().click()
  const section = page
    .getByRole('region', { name: /^T2\.\d/ })
    .filter({ hasText: 'À regrouper' })
    .first()
  await expect(
    section.getByText(
      /^Plus de la moitié des chiffres de ce tableau sont masqués \(\d+ sur \d+\)\.$/,
    ),
  ).toBeVisible()
  const proposes = page.getByText(
    /^(Réunir en une ligne|Garder seulement) .* masqués? sur \d+, à ne compter que ce tableau\.$/,
  )
  await expect(proposes.first()).toBeVisible()
  expect(await trouverTout(page, 'main')).toEqual([])
  await regler(avant)
})

test('la direction choisit les chapitres d’une édition, et écrit leur introduction', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/annuaire')
  const annee = page.getByRole('combobox', { name: 'Année' })
  await annee.selectOption((await annee.getByRole('option').first().textContent()) ?? '')
  const chapitres = page.getByRole('navigation', { name: 'Chapitres', exact: true })
  await chapitres.getByRole('link', { name: /^2\./ }).click()
  await page.getByRole('button', { name: 'Écrire une introduction' }).click()
  const introduction = page.getByRole('dialog', { name: /^Introduction/ })
  await introduction
    .getByRole('textbox', { name: 'Introduction du chapitre' })
    .fill('Un paragraphe.\n\nUn autre.')
  await introduction.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(introduction).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Un autre.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Choisir les chapitres' }).click()
  const choix = page.getByRole('dialog', { name: 'Chapitres de cette édition' })
  await expect(choix.getByRole('checkbox')).toHaveCount(8)
  await choix.getByRole('checkbox', { name: /^7\./ }).uncheck()
  await choix.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(choix).toHaveCount(0)
  await expect(chapitres.getByRole('link')).toHaveCount(9)
  await expect(chapitres.getByRole('link', { name: /^7\./ })).toHaveCount(0)
})

test('les fichiers de l’annuaire se préparent, puis se téléchargent', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}`)
  const telecharger = page.getByRole('button', { name: 'Télécharger' })
  for (const [choix, nom] of [
    [/^PDF/, `annuaire-${ANNEE_PUBLIEE}.pdf`],
    [/XLSX/, `annuaire-${ANNEE_PUBLIEE}.xlsx`],
  ] as const) {
    const attendu = page.waitForEvent('download')
    await telecharger.click()
    await page.getByRole('menuitem', { name: choix }).click()
    const fichier = await attendu
    expect(fichier.suggestedFilename()).toBe(nom)
    await expect(page.getByRole('progressbar', { name: /se prépare/ })).toHaveCount(0)
    await expect(telecharger).not.toHaveAttribute('aria-busy')
  }
})

test('une édition corrige la précédente, s’arrête, puis se publie', async ({ as }) => {
  const page = await as('dpps')
  await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Ouvrir une édition corrigée' }).click()
  const fiche = page.getByRole('dialog', { name: 'Ouvrir une édition corrigée' })
  const correction = 'Le rapport de décembre d’un centre avait été compté deux fois.'
  await fiche.getByRole('textbox', { name: /Ce qu/ }).fill(correction)
  await fiche.getByRole('button', { name: 'Ouvrir l’édition' }).click()
  await expect(fiche).toHaveCount(0)
  await expect(main.getByText('Édition 2', { exact: true })).toBeVisible()
  for (const [acte, etat] of [
    ['Arrêter', 'Arrêté'],
    ['Publier', 'Publié'],
  ] as const) {
    await main.getByRole('button', { name: acte, exact: true }).click()
    const demande = page.getByRole('dialog', {
      name: new RegExp(`^${acte} l’annuaire ${ANNEE_PUBLIEE}`),
    })
    await demande.getByRole('button', { name: acte, exact: true }).click()
    await expect(demande).toHaveCount(0)
    await expect(main.getByText(etat, { exact: true })).toBeVisible()
  }
  await expect(main.getByText(/^Secret vérifié/)).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Ce que cette édition corrige' })).toBeVisible()
  await expect(main.getByText(correction)).toBeVisible()

  await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}&chapitre=9`)
  await main.getByRole('button', { name: 'Comparer deux éditions' }).click()
  const comparaison = page.getByRole('dialog', {
    name: `Éditions de l’annuaire ${ANNEE_PUBLIEE} comparées`,
  })
  await expect(comparaison.getByText('Ces deux éditions ont les mêmes chiffres.')).toBeVisible()
  await comparaison.getByRole('button', { name: 'Fermer', exact: true }).click()
  await expect(comparaison).toHaveCount(0)

  const structure = await as('cau-r01-01')
  await structure.goto('/dashboard/documents?categorie=ANNUAIRE')
  const corrigee = `Annuaire statistique ${ANNEE_PUBLIEE}, édition`
  const ligne = (n: number) => structure.getByRole('row', { name: new RegExp(`${corrigee} ${n}`) })
  await expect(ligne(2)).toContainText(correction)
  await expect(ligne(1)).toContainText('Remplacée par l’édition 2.')
  await structure.getByRole('button', { name: `Fichiers et errata\u00a0: ${corrigee} 1` }).click()
  const errata = structure.getByRole('dialog', { name: `${corrigee} 1` })
  await expect(errata.getByText(correction)).toBeVisible()
  await expect(
    errata.getByText('Cette correction n’est pas dans les fichiers ci-dessus.'),
  ).toBeVisible()
  await errata.getByRole('button', { name: 'Comparer deux éditions' }).click()
  await expect(structure.getByText('Ces deux éditions ont les mêmes chiffres.')).toBeVisible()

  // On the public page, what quotes the first edition is still found, at an address of its own.
  await page.goto('/')
  await page.getByText('Lire l’annuaire, reprendre ses données').click()
  const edition = page.getByRole('combobox', { name: 'Édition' })
  await expect(edition).toHaveValue('2')
  const sienne = page.getByRole('link', { name: /[?&]edition=1$/ })
  await expect(sienne).toHaveCount(0)
  await edition.selectOption('1')
  await expect(sienne).toBeVisible()
  await expect(page.getByText(/pour citer l’édition 1/)).toBeVisible()
  const citee = await page.request.get((await sienne.getAttribute('href')) ?? '')
  expect(await citee.json()).toMatchObject({ edition: 1 })
  await edition.selectOption('2')
  await expect(sienne).toHaveCount(0)
})

for (const largeur of [1440, 360]) {
  test(`à ${largeur} px, une variation dit sur quelle part de l’effectif elle est, et son explication aussi`, async ({
    as,
  }) => {
    const page = await as('dpps')
    await page.setViewportSize({ width: largeur, height: 800 })
    await page.goto(`/dashboard/annuaire?annee=${ANNEE_PUBLIEE}&chapitre=3`)
    const main = page.getByRole('main')
    const part = main.getByRole('cell').getByText(/^sur \d+,\d\s% de l’effectif$/)
    await expect(part.first()).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    // Its figure is the one before last of its row: the year before stands between.
    const dite = (await part.first().textContent()) ?? ''
    const ligne = main
      .getByRole('row')
      .filter({ has: page.getByText(dite) })
      .first()
    await ligne
      .getByRole('button', { name: /Expliquer/ })
      .last()
      .click()
    const panneau = page.getByRole('dialog', { name: 'D’où vient ce chiffre' })
    await expect(panneau).toContainText(/Depuis l’année d’avant\s: .*, sur \d+,\d\s% de l’effectif/)
    expect(await trouverDefauts(page)).toEqual([])
    const deborde = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(deborde).toBeLessThanOrEqual(0)
  })
}
