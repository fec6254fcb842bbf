import { buffer } from 'node:stream/consumers'
import type { Import } from '@releve/contract/import.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { commencer, reussi } from '../../test/formulaires.ts'
import { composeListe, enUnLot } from '../platform/tableur.ecriture.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import {
  CAU,
  changer,
  importerFichier,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

// The second sheet of the structures' spreadsheet.

const banc = await ouvrirBancStructures()
const { asDpps, asStructure } = banc

type Rangees = readonly (readonly (string | number)[])[]
const COLONNES = ['Code', 'Champ', 'Valeur', 'Du', 'Au']
const CODE_ET_REGION = ['Code', 'Région']

const feuilleDe = (feuille: string, [entetes = [], ...rangees]: Rangees) => ({
  feuille,
  colonnes: entetes.map((entete) => ({ entete: String(entete) })),
  lots: enUnLot(rangees),
})

/** A workbook of both sheets. */
const classeur = (structures: Rangees, periodes: Rangees): Promise<Buffer> =>
  buffer(
    composeListe(
      [feuilleDe('Structures', structures), feuilleDe('Périodes', periodes)],
      { nom: 's', total: 0, filtres: [] },
      { format: 'xlsx', maintenant: new Date(0) },
    ).morceaux,
  )

type Demande = Parameters<typeof importerFichier>[2]
const importer = async (structures: Rangees, lignes: Rangees, demande?: Demande) =>
  importerFichier(asDpps, await classeur(structures, [COLONNES, ...lignes]), demande)

const effetsDe = ({ lignes }: Import) => lignes.map(({ effet }) => effet)
const exporter = async (query: object = {}) =>
  (await asDpps.appeler(api.exporterStructures, { query: { format: 'xlsx', ...query } })).octets

const periodes = async (champ: string, code = CAU) => {
  const lue = await reussi(asDpps.appeler(api.lireStructure, { params: { code } }))
  return lue.periodes
    .filter((une) => une.champ === champ)
    .map(({ valeur, de, a }) => [
      valeur,
      de && `${de.annee} ${de.mois}`,
      a && `${a.annee} ${a.mois}`,
    ])
}

const DEMENAGEE: Rangees = [
  [CAU, 'Région', 'R01', '', '2024-12'],
  [CAU, 'Région', 'R02', '01/2025', ''],
]

describe('la feuille « Périodes »', () => {
  it('s’exporte avec ce qui n’a pas toujours été, et se réimporte sans rien écrire', async () => {
    await reussi(importer([['Code'], [CAU]], DEMENAGEE))
    await reussi(
      changer(banc, CAU, { capacite: 75, modeles: ['EPM', 'RMA'], postesReference: { A: 4 } }),
    )
    const octets = await exporter()
    const { annexe } = await readIci(octets, { feuille: 'Structures', annexe: 'Périodes' })
    expect(annexe?.lignes.map(({ cellules }) => Object.values(cellules))).toEqual(
      expect.arrayContaining([
        [CAU, 'Région', 'R01', '', '2024-12'],
        [CAU, 'Région', 'R02', '2025-01', ''],
        [CAU, 'Capacité', '60', '', '2025-02'],
        [CAU, 'Capacité', '75', '2025-03', ''],
        [CAU, 'Postes A', '3', '', '2025-02'],
        [CAU, 'Postes B', '', '2025-03', ''],
        [CAU, 'Modèles', 'RMA, EPM', '', '2025-02'],
        [CAU, 'Modèles', 'EPM, RMA', '2025-03', ''],
      ]),
    )
    const journal = await lireJournal(banc)
    const fait = await reussi(importerFichier(asDpps, octets))
    expect(new Set(effetsDe(fait))).toEqual(new Set(['INCHANGE']))
    expect((await lire(banc, CAU)).version).toBe(3)
    expect((await lireJournal(banc)).slice(journal.length)).toMatchObject([
      { action: 'STRUCTURES_IMPORTEES', detail: { creees: 0, modifiees: 0 } },
    ])
  })

  it('n’est pas dans un CSV', async () => {
    await reussi(importer([['Code'], [CAU]], DEMENAGEE))
    const octets = await exporter({ format: 'csv' })
    expect(octets.toString()).not.toContain('2024-12')
  })

  it('dit de quand à quand, et le journal le garde', async () => {
    const fait = await reussi(importer([['Code'], [CAU]], DEMENAGEE))
    expect(effetsDe(fait)).toEqual(['MODIFIER'])
    expect(await periodes('region')).toEqual([
      ['R01', null, '2024 DECEMBER'],
      ['R02', '2025 JANUARY', null],
    ])
    expect((await lireJournal(banc))[0]).toMatchObject({
      action: 'STRUCTURE_MODIFIEE',
      detail: {
        changements: {
          region: {
            avant: 'R01',
            apres: [{ '… → 2024-12': 'R01' }, { '2025-01 → …': 'R02' }],
          },
        },
      },
    })
  })

  it('absente, ou qui redit ce qui est, laisse la première changer à partir de ce mois', async () => {
    await reussi(importerFichier(asDpps, `Code;Capacité\n${CAU};75`))
    expect(await periodes('capacite')).toEqual([
      [60, null, '2025 FEBRUARY'],
      [75, '2025 MARCH', null],
    ])
    const redites = [
      [CAU, 'Capacité', 60, '', '2025-02'],
      [CAU, 'Capacité', 75, '2025-03', ''],
    ]
    await reussi(
      importer(
        [
          ['Code', 'Capacité'],
          [CAU, 90],
        ],
        redites,
      ),
    )
    expect(await periodes('capacite')).toEqual([
      [60, null, '2025 FEBRUARY'],
      [90, '2025 MARCH', null],
    ])
  })

  it('crée une structure avec ses mois d’avant', async () => {
    const entetes = ['Code', 'Libellé', 'Type', 'Région', 'Date d’ouverture']
    const neuve = [NOUVELLE.code, 'Bois-Joli', 'CAU', 'R02', '2020-01-01']
    const lignes = [
      [NOUVELLE.code, 'Région', 'R01', '', '2024-12'],
      [NOUVELLE.code, 'Région', 'R02', '2025-01', ''],
      [NOUVELLE.code, 'Modèles', 'RMA', '', '2023-12'],
      [NOUVELLE.code, 'Modèles', 'RMA, EPM', '2024-01', ''],
    ]
    expect(effetsDe(await reussi(importer([entetes, neuve], lignes)))).toEqual(['CREER'])
    expect(await periodes('region', NOUVELLE.code)).toHaveLength(2)
    expect(await periodes('modeles', NOUVELLE.code)).toEqual([
      ['RMA', null, null],
      ['EPM', '2024 JANUARY', null],
    ])
    // And both sheets again, of what was created.
    const refait = await reussi(importer([entetes, neuve], lignes))
    expect(effetsDe(refait)).toEqual(['INCHANGE'])
  })

  const FAUTES: [string, Rangees, string, string, string][] = [
    ['un champ inconnu', [[CAU, 'Nom', 'x', '', '']], 'VALEUR_ILLISIBLE', '2.Champ', 'B2'],
    ['un nombre illisible', [[CAU, 'Capacité', 'x', '', '']], 'VALEUR_ILLISIBLE', '2.Valeur', 'C2'],
    ['un nombre négatif', [[CAU, 'Capacité', -1, '', '']], 'TOO_SMALL', '2.Valeur', 'C2'],
    ['une région vide', [[CAU, 'Région', '', '', '']], 'REQUIS', '2.Valeur', 'C2'],
    ['un mois illisible', [[CAU, 'Région', 'R02', 'hier', '']], 'VALEUR_ILLISIBLE', '2.Du', 'D2'],
    ['un mois sans année', [[CAU, 'Région', 'R02', '', 'mars']], 'VALEUR_ILLISIBLE', '2.Au', 'E2'],
    [
      'un siècle d’avance',
      [[CAU, 'Région', 'R02', '', '2190-01']],
      'VALEUR_ILLISIBLE',
      '2.Au',
      'E2',
    ],
    [
      'un début manquant',
      [[CAU, 'Région', 'R02', '2025-01', '']],
      'PERIODE_DISCONTINUE',
      '2.Du',
      'D2',
    ],
    [
      'une fin manquante',
      [[CAU, 'Région', 'R02', '', '2025-01']],
      'PERIODE_DISCONTINUE',
      '2.Au',
      'E2',
    ],
    [
      'un trou',
      [
        [CAU, 'Région', 'R01', '', '2024-10'],
        [CAU, 'Région', 'R02', '2024-12', ''],
      ],
      'PERIODE_DISCONTINUE',
      '3.Du',
      'D3',
    ],
    [
      'un chevauchement',
      [
        [CAU, 'Région', 'R02', '2024-12', ''],
        [CAU, 'Région', 'R01', '', '2024-12'],
      ],
      'PERIODE_DISCONTINUE',
      '2.Du',
      'D2',
    ],
    [
      'un mois trop lointain',
      [
        [CAU, 'Région', 'R01', '', '2035-03'],
        [CAU, 'Région', 'R02', '2035-04', ''],
      ],
      'MOIS_TROP_LOIN',
      '3.Du',
      'D3',
    ],
    ['une région inconnue', [[CAU, 'Région', 'R99', '', '']], 'CODE_INCONNU', '2.Valeur', 'C2'],
    [
      'un modèle d’un autre type',
      [[CAU, 'Modèles', 'SMP', '', '']],
      'MODELE_INADAPTE',
      '2.Valeur',
      'C2',
    ],
    [
      'un rattachement à soi',
      [
        [CAU, 'Rattachement', 'DR-R01', '', '2020-01'],
        [CAU, 'Rattachement', CAU, '2020-02', '2020-03'],
        [CAU, 'Rattachement', 'DR-R01', '2020-04', ''],
      ],
      'PARENT_SOI_MEME',
      '2.Valeur',
      'C2',
    ],
  ]

  it.each(FAUTES)('refuse %s, en disant où', async (_, lignes, code, place, cellule) => {
    const structures = [['Code'], [CAU]]
    const apercu = await reussi(importer(structures, lignes, { apercu: 'true' }))
    expect(apercu.lignes).toMatchObject([
      { effet: 'ERREUR', details: [{ code, chemin: `Périodes.${place}` }] },
    ])
    const libelle = apercu.lignes[0]?.details[0]?.libelle ?? ''
    expect(libelle).toMatch(/^Feuille «\u00a0Périodes\u00a0», .+\u00a0: .+\.$/)
    expect(libelle).toContain(`(${cellule})`)
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(structures, lignes))
    expect(details).toMatchObject([{ code, chemin: `lignes.2.Périodes.${place}` }])
  })

  it('refuse ce que l’autre feuille contredit pour ce mois-ci', async () => {
    const structures = [CODE_ET_REGION, [CAU, 'R03']]
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(structures, DEMENAGEE))
    expect(details).toMatchObject([{ code: 'CONTRADICTION', chemin: 'lignes.2.Périodes.3.Valeur' }])
    // Said by both, or by the second alone.
    await reussi(importer([CODE_ET_REGION, [CAU, 'R02']], DEMENAGEE))
    expect(await periodes('region')).toHaveLength(2)
  })

  it('refuse d’ôter un modèle à des mois qui en ont des rapports', async () => {
    const { numero } = await commencer(asStructure, { mois: 'JANUARY' })
    const lignes = [
      [CAU, 'Modèles', 'RMA, EPM', '', '2024-12'],
      [CAU, 'Modèles', 'EPM', '2025-01', '2025-01'],
      [CAU, 'Modèles', 'RMA, EPM', '2025-02', ''],
    ]
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () =>
      importer([['Code'], [CAU]], lignes),
    )
    expect(details).toMatchObject([{ code: 'MODELE_AVEC_RAPPORTS' }])
    expect(details[0]?.libelle).toContain(numero)
  })

  it.each([
    ['Feuille «\u00a0Périodes\u00a0»\u00a0: la colonne «\u00a0Quand\u00a0»', ['Code', 'Quand']],
    ['la colonne «\u00a0Au\u00a0» manque', ['Code', 'Champ', 'Valeur', 'Du']],
  ])('refuse le fichier entier\u00a0: %s', async (dit, entetes) => {
    const contenu = await classeur([['Code'], [CAU]], [entetes, [CAU]])
    const refus = await refuse(banc, 'TABLEUR_ILLISIBLE', () => importerFichier(asDpps, contenu))
    expect(refus.libelle).toContain(dit)
  })

  it('refuse une ligne qui ne parle d’aucune ligne de l’autre feuille', async () => {
    const refus = await refuse(banc, 'TABLEUR_ILLISIBLE', () =>
      importer([['Code'], ['CSE-R01-01']], DEMENAGEE),
    )
    expect(refus.libelle).toContain(`ligne 2\u00a0: «\u00a0${CAU}\u00a0» n’a pas de ligne`)
  })

  it('se rend avec les lignes qui restent, ses fautes disant où elles y sont', async () => {
    const autre = 'CSE-R01-01'
    const lignes = [
      [autre, 'Région', 'R01', '', '2024-12'],
      [autre, 'Région', 'R02', '2025-01', ''],
      [CAU, 'Région', 'R01', '', '2024-12'],
      [CAU, 'Région', 'R99', '2025-01', ''],
    ]
    const structures = [['Code'], [autre], [CAU]]
    const fait = await reussi(importer(structures, lignes, { seulementJustes: 'true' }))
    expect(effetsDe(fait)).toEqual(['MODIFIER', 'ERREUR'])
    const contenu = await classeur(structures, [COLONNES, ...lignes])
    const fichier = { nom: 's.xlsx', typeMime: 'application/x', contenu }
    const { octets } = await asDpps.appeler(api.exporterStructuresRestantes, { body: { fichier } })
    const lu = await readIci(octets, { feuille: 'Structures', annexe: 'Périodes' })
    expect(lu.lignes.map(({ cellules }) => cellules['Code'])).toEqual([CAU])
    expect(lu.lignes[0]?.cellules['Fautes']).toContain('Valeur (C2)')
    expect(lu.annexe?.lignes.map(({ cellules }) => cellules['Valeur'])).toEqual(['R01', 'R99'])
    const relu = await reussi(importerFichier(asDpps, octets, { apercu: 'true' }))
    expect(effetsDe(relu)).toEqual(['ERREUR'])
    expect(await periodes('region', autre)).toHaveLength(2)
    expect(await periodes('region')).toHaveLength(1)
  })
})
