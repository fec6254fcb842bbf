import type { Page } from '@playwright/test'
import { isoDe } from '@releve/contract/mois.ts'
import { falsifierClasseur, remplirClasseur } from '../server/src/formulaire/classeur.banc.ts'
import { trouverDefauts } from './axe.ts'
import { classeur, exporterClasseur } from './fichiers.ts'
import {
  allerSection,
  caseDe,
  commencer,
  lire,
  MOIS_COURANT,
  numeroDe,
  PERIODE,
} from './formulaire.ts'
import { expect, test } from './gens.ts'

const TETE = 'structure;modele;annee;mois;case;valeur;commentaire'
const [PREMIERE, SECONDE] = ['POUP-R01-01', 'CSOC-R06-01']
const { annee } = MOIS_COURANT
const mois = Number(isoDe(MOIS_COURANT).slice(5))
const ligne = (structure: string, adresse: string, valeur: string, dit = '') =>
  [structure, 'RMA', annee, mois, adresse, valeur, dit].join(';')

const dialogueDe = (page: Page) => page.getByRole('dialog', { name: 'Importer des rapports' })

async function choisir(page: Page, lignes: string[]): Promise<void> {
  const buffer = Buffer.from(lignes.join('\r\n'))
  const fichier = { name: 'rapports.csv', mimeType: 'text/csv', buffer }
  await dialogueDe(page).locator('input[type=file]').setInputFiles(fichier)
}

test.use({ refusAttendus: true, neuf: true })

test('les rapports de plusieurs structures se montrent, s’importent, et ceux en erreur sont dits et laissés', async ({
  as,
}) => {
  const page = await as('dpps')
  await page.goto('/dashboard/saisiesstructures')
  await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
  const dialogue = dialogueDe(page)
  const importer = dialogue.getByRole('button', { name: /^Importer/ })

  await test.step('un fichier qui n’a pas ses colonnes est refusé, et dit laquelle manque', async () => {
    await choisir(page, ['structure;case', 'A;B'])
    await expect(
      dialogue
        .getByRole('alert')
        .getByText(/La colonne «\smodele\s» manque/)
        .first(),
    ).toBeVisible()
    await expect(importer).toHaveAttribute('aria-disabled', 'true')
  })

  const lignes = [
    TETE,
    ligne(PREMIERE, 'MVT.DEB.M', '12', 'recompté'),
    ligne(PREMIERE, 'MVT.DEB.F', '7'),
    ligne(SECONDE, 'MVT.DEB.M', '1 200'),
    ligne('INCONNUE', 'MVT.DEB.M', '1'),
    ligne('AEMO-R03-01', 'MVT.DEB.M', 'douze'),
  ]
  await test.step('ce que chaque rapport deviendrait se lit d’abord, les refus devant', async () => {
    await choisir(page, lignes)
    await expect(
      dialogue.getByRole('row', { name: /INCONNUE.*En erreur.*n’existe pas/ }),
    ).toBeVisible()
    await expect(
      dialogue.getByRole('row', { name: /Ligne 6, MVT\.DEB\.M.*nombre entier/ }),
    ).toBeVisible()
    await dialogue.getByRole('checkbox', { name: 'En erreur (2)' }).uncheck()
    await expect(
      dialogue.getByRole('row', { name: RegExp(`${SECONDE}.*${PERIODE}.*À `) }),
    ).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
  })

  await test.step('les autres s’écrivent, et se retrouvent à l’écran', async () => {
    await dialogue.getByRole('button', { name: 'Importer 2 rapports' }).click()
    await expect(dialogue.getByText('L’import est terminé').first()).toBeVisible()
    await expect(dialogue.getByRole('row', { name: /INCONNUE/ })).toBeVisible()
    await dialogue.getByRole('button', { name: 'Fermer', exact: true }).click()
    const { donnees, commentaires } = await lire(page, numeroDe('RMA', PREMIERE))
    expect(donnees).toMatchObject({ 'MVT.DEB.M': 12, 'MVT.DEB.F': 7 })
    expect(commentaires).toMatchObject({ 'MVT.DEB.M': 'recompté' })
  })

  await test.step('le même fichier, relu, ne change plus rien', async () => {
    await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
    await choisir(page, lignes.slice(0, 4))
    await expect(dialogue.getByRole('row', { name: /Sans changement/ })).toHaveCount(2)
    await expect(importer).toHaveAttribute('aria-disabled', 'true')
  })
})

const FIN = 'Effectif au dernier jour du mois'

/** Begins the report of a structure, and gives its workbook as the screen exports it, filled. */
async function remplir(page: Page, structure: string, hommes: number) {
  await commencer(page, 'EPM', structure)
  await page.goto(`/dashboard/saisies/${numeroDe('EPM', structure)}`)
  const exporte = await exporterClasseur(page)
  return remplirClasseur(exporte, { 'MVT.FIN.M': hommes, 'MVT.FIN.F': 5 })
}

test('les classeurs de plusieurs rapports s’importent ensemble ; un mauvais est dit, les autres passent, une coupure se reprend', async ({
  as,
}) => {
  const [une, autre] = ['POUP-R01-01', 'CPOLY-R02-01'] as const
  const page = await as('dpps')
  const [premier, second] = [await remplir(page, une, 41), await remplir(page, autre, 52)]
  const perime = await falsifierClasseur(premier, (l) =>
    l[2] === 'versionModele' ? [null, null, 'versionModele', '99'] : l,
  )
  await page.goto('/dashboard/saisiesstructures')
  await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
  const dialogue = dialogueDe(page)
  const fichiers = [
    classeur('un.xlsx', premier),
    classeur('perime.xlsx', perime),
    { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2') },
    classeur('deux.xlsx', second),
  ]
  const choisirTous = () => dialogue.locator('input[type=file]').setInputFiles(fichiers)

  await test.step('tous se lisent dans un aperçu, les refus devant, chacun avec son fichier', async () => {
    await choisirTous()
    await expect(
      dialogue.getByRole('row', { name: /perime\.xlsx.*En erreur.*suit la version 99/ }),
    ).toBeVisible()
    await expect(
      dialogue.getByRole('row', {
        name: /^Tout le fichier notes\.csv.*En erreur.*colonne «\s(modele|structure)\s» manque/,
      }),
    ).toBeVisible()
    await dialogue.getByRole('checkbox', { name: 'En erreur (2)' }).uncheck()
    await expect(
      dialogue.getByRole('row', { name: RegExp(`${une}.*un\\.xlsx.*À modifier.*→ 41`) }),
    ).toBeVisible()
    await expect(
      dialogue.getByRole('row', { name: RegExp(`${autre}.*deux\\.xlsx.*À modifier.*→ 52`) }),
    ).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    expect((await lire(page, numeroDe('EPM', une))).donnees['MVT.FIN.M']).not.toBe(41)
  })

  const importer = dialogue.getByRole('button', { name: 'Importer 2 rapports' })

  await test.step('la ligne coupée, la fin dit ce qui n’est pas parti ; relire reprend', async () => {
    await page.context().setOffline(true)
    await importer.click()
    await expect(dialogue.getByText('L’import s’est arrêté avant la fin').first()).toBeVisible()
    await expect(dialogue.getByRole('row', { name: /un\.xlsx.*peut-être/ })).toBeVisible()
    await expect(dialogue.getByRole('row', { name: /deux\.xlsx.*pas été envoyé/ })).toBeVisible()
    expect(await trouverDefauts(page)).toEqual([])
    await page.context().setOffline(false)
  })

  await test.step('relire au clavier mène à ce qui vient d’être lu, qui est dit une fois', async () => {
    const relire = dialogue.getByRole('button', { name: 'Relire les fichiers' })
    await relire.press('Enter')
    const etat = dialogue.locator('.ui-import-etat')
    await expect(etat).toHaveRole('status')
    await expect(etat).toBeFocused()
    await expect(etat).toHaveText(/^Lecture faite\s: 2\sen erreur, 2\sà modifier\.$/)
    // What the page holds then is next.
    await page.keyboard.press('Tab')
    await expect(dialogue.getByRole('checkbox', { name: 'En erreur (2)' })).toBeFocused()
    expect(await trouverDefauts(page)).toEqual([])
  })

  await test.step('les bons s’écrivent, et leurs chiffres sont dans les rapports', async () => {
    await importer.click()
    await expect(dialogue.getByText('L’import est terminé').first()).toBeVisible()
    await expect(dialogue.getByText(/2\srapports modifiés\./)).toBeVisible()
    await expect(dialogue.getByRole('row', { name: /notes\.csv/ })).toBeVisible()
    await dialogue.getByRole('checkbox', { name: 'Modifié (2)' }).check()
    await expect(dialogue.getByRole('row', { name: /un\.xlsx.*Modifié/ })).toBeVisible()
    await dialogue.getByRole('button', { name: 'Fermer', exact: true }).click()
    for (const [structure, hommes] of [
      [une, '41'],
      [autre, '52'],
    ] as const) {
      await page.goto(`/dashboard/saisies/${numeroDe('EPM', structure)}`)
      await allerSection(page, 'Mouvements du mois')
      await expect(caseDe(page, FIN, 'Masculin')).toHaveValue(hommes)
    }
  })

  await test.step('envoyés une seconde fois, ils ne changent rien', async () => {
    await page.goto('/dashboard/saisiesstructures')
    await page.getByRole('button', { name: 'Importer des rapports', exact: true }).click()
    await choisirTous()
    await dialogue.getByRole('checkbox', { name: 'En erreur (2)' }).uncheck()
    await expect(dialogue.getByRole('row', { name: /Sans changement/ })).toHaveCount(2)
  })
})

test('qui ne saisit pas n’importe pas', async ({ as }) => {
  const page = await as('admin')
  await page.goto('/dashboard/saisiesstructures')
  await expect(page.getByRole('button', { name: 'Exporter', exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Importer des rapports', exact: true }),
  ).toBeHidden()
})
