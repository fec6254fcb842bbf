import type { Import } from '@releve/contract/import.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ecrireTableur } from '../platform/tableur.ecriture.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import {
  CAU,
  ficheLue,
  importerFichier,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps } = banc

/** Headings with accents, which no name of ours has. */
const LIBELLE = 'Libellé'
const REGION = 'Région'
const TELEPHONE = 'Téléphone'
const CAPACITE = 'Capacité'
const MODELES = 'Modèles'
const ETAT = 'État'

type Cellules = Record<string, string | number | null>

/** A spreadsheet of these lines, its columns those of the first one. */
async function fichierDe(lignes: Cellules[]): Promise<Buffer> {
  const entetes = Object.keys(lignes[0] ?? {})
  return ecrireTableur(
    {
      feuille: 'Structures',
      colonnes: entetes.map((entete) => ({ entete })),
      lignes: lignes.map((ligne) => entetes.map((entete) => ligne[entete] ?? null)),
    },
    'csv',
  )
}

const importer = async (lignes: Cellules[]) => importerFichier(asDpps, await fichierDe(lignes))

/** Only those of these lines that are right. */
const importerJustes = async (lignes: Cellules[]) =>
  importerFichier(asDpps, await fichierDe(lignes), { seulementJustes: 'true' })

/** The lines that are left, read, with their faults. */
async function reprendre(lignes: Cellules[]) {
  const fichier = { nom: 's.csv', typeMime: 'text/csv', contenu: await fichierDe(lignes) }
  const { octets } = await asDpps.appeler(api.exporterStructuresRestantes, { body: { fichier } })
  return { octets, lues: (await readIci(octets)).lignes.map(({ cellules }) => cellules) }
}

const effetsDe = ({ lignes }: Import) => lignes.map(({ effet }) => effet)

/** The line of a structure that does not exist, and is right. */
const BOIS_JOLI: Cellules = {
  Code: NOUVELLE.code,
  [LIBELLE]: NOUVELLE.libelle,
  Type: 'CAU',
  [REGION]: 'R02',
  Rattachement: 'DR-R02',
  [TELEPHONE]: '+999 20 00 00 99',
  Latitude: '3,5',
  [CAPACITE]: '1 200',
  'Postes A': 2,
  [MODELES]: 'RMA, EPM',
  'Effectif d’ouverture RMA': 12,
  'Date d’ouverture': '01/02/2025',
  [ETAT]: 'Active',
}

describe('exporter les structures', () => {
  it.each(['csv', 'xlsx'] as const)(
    'donne en %s chaque structure, ses postes, ses modèles et ses dates',
    async (format) => {
      const fichier = await asDpps.appeler(api.exporterStructures, { query: { format } })
      const { lignes } = await readIci(fichier.octets)
      expect(lignes).toHaveLength(17)
      expect(lignes.find(({ cellules }) => cellules['Code'] === CAU)?.cellules).toMatchObject({
        [LIBELLE]: 'Centre d’accueil d’urgence de Port-Clair',
        Rattachement: 'DR-R01',
        [TELEPHONE]: '+999 20 00 00 04',
        // As each kind of file writes a number.
        Longitude: format === 'csv' ? '-20,131' : '-20.131',
        'Capacité théorique': '',
        'Postes HC': '0',
        'Postes B': '7',
        [MODELES]: 'RMA, EPM',
        'Effectif d’ouverture EPM': '23',
        'Date d’ouverture': '2008-03-01',
        [ETAT]: 'Active',
      })
    },
  )

  it('garde les filtres et la recherche de l’écran, et le journal le dit', async () => {
    const query = { format: 'csv', region: 'R01', modele: 'RMA', q: 'port-clair' } as const
    const { octets } = await asDpps.appeler(api.exporterStructures, { query })
    const { lignes } = await readIci(octets)
    expect(lignes.map(({ cellules }) => cellules['Code'])).toEqual([CAU, 'CSE-R01-01'])
    expect(await lireJournal(banc)).toEqual([
      {
        utilisateurId: asDpps.id,
        action: 'STRUCTURES_EXPORTEES',
        objet: null,
        detail: { format: 'csv', nombre: 2 },
      },
    ])
  })
})

it('l’export refuse un tri qui n’est pas de la liste', async () => {
  await refuse(banc, 'REQUETE_INVALIDE', () =>
    asDpps.brut('GET', '/api/structure/exporter?format=csv&tri=responsable'),
  )
})

// What every import does (`platform/import.test.ts`) is not played again here.
describe('importer des structures', () => {
  const DIRECTION = { ...BOIS_JOLI, Code: 'DR-R05', Type: 'DR', [MODELES]: 'EPM', Rattachement: '' }
  const LIGNES: Cellules[] = [
    { ...BOIS_JOLI, Rattachement: 'DR-R05' },
    { ...DIRECTION, 'Effectif d’ouverture RMA': '', [REGION]: 'R05' },
  ]

  it('crée, même une structure que le fichier place avant sa direction régionale', async () => {
    expect((await reussi(importer(LIGNES))).ecrit).toBe(true)
    expect(await lire(banc, NOUVELLE.code)).toMatchObject({
      parent: { code: 'DR-R05' },
      telephone: '+999 20 00 00 99',
      latitude: 3.5,
      capacite: 1200,
      postesReference: { A: 2 },
      effectifsOuverture: { RMA: 12 },
      modeles: ['RMA', 'EPM'],
      dateOuverture: '2025-02-01',
      etat: 'ACTIVE',
    })
    const journal = await lireJournal(banc)
    expect(journal.map(({ action, objet }) => [action, objet])).toEqual([
      ['STRUCTURE_CREEE', 'DR-R05'],
      ['STRUCTURE_CREEE', NOUVELLE.code],
      ['STRUCTURES_IMPORTEES', null],
    ])
    expect(journal[2]?.detail).toEqual({ creees: 2, modifiees: 0 })
  })

  it('ne change que les colonnes présentes ; une case vide efface', async () => {
    const { lignes } = await reussi(
      importer([{ Code: CAU, [CAPACITE]: 75, Responsable: '', 'Postes HC': '' }]),
    )
    expect(lignes).toMatchObject([{ effet: 'MODIFIER' }])
    const apres = await ficheLue(banc, CAU)
    expect(apres).toMatchObject({
      capacite: 75,
      responsable: null,
      postesReference: { A: 3, B: 7, C: 6, D: 5, E: 3 },
      telephone: '+999 20 00 00 04',
      modeles: ['RMA', 'EPM'],
    })
  })

  it('suspend et ferme comme l’écran', async () => {
    await reussi(importer([{ Code: CAU, [ETAT]: 'suspendue' }]))
    const params = { code: CAU }
    const { interruptions } = await reussi(asDpps.appeler(api.lireStructure, { params }))
    expect(interruptions).toEqual([{ etat: 'SUSPENDUE', du: '2025-03-20', au: null }])
  })

  it('refuse des rattachements qui, ensemble, tournent en rond', async () => {
    const lignes = [
      { Code: 'DR-R01', Rattachement: 'DR-R02' },
      { Code: 'DR-R02', Rattachement: 'DR-R01' },
    ]
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(lignes))
    expect(details.map(({ code }) => code)).toEqual(['PARENT_DEPENDANT', 'PARENT_DEPENDANT'])
  })

  describe('dont des lignes sont fausses, et dont on ne veut que les justes', () => {
    it('laisse, avec une direction régionale fausse, ce que le fichier y rattache', async () => {
      const fausse = {
        ...DIRECTION,
        Code: 'DR-R06-B',
        [REGION]: 'R99',
        'Effectif d’ouverture RMA': '',
      }
      const lignes = [
        { ...BOIS_JOLI, Code: 'CAU-R06-90', Rattachement: 'DR-R06-B' },
        fausse,
        { ...BOIS_JOLI, Code: 'CAU-R02-90' },
        {
          ...DIRECTION,
          Code: 'DR-R06-C',
          Rattachement: 'DR-R06-B',
          'Effectif d’ouverture RMA': '',
        },
        { ...BOIS_JOLI, Code: 'CAU-R06-91', Rattachement: 'DR-R06-C' },
      ]
      const fait = await reussi(importerJustes(lignes))
      expect(effetsDe(fait)).toEqual(['ATTENDRE', 'ERREUR', 'CREER', 'ATTENDRE', 'ATTENDRE'])
      expect(fait.lignes[0]?.details).toEqual([
        {
          chemin: 'Rattachement',
          code: 'EN_ATTENTE',
          libelle: 'Rattachement (E2)\u00a0: Cette ligne attend la ligne 3, dont elle dépend.',
        },
      ])
      expect((await lireJournal(banc)).at(-1)).toMatchObject({
        action: 'STRUCTURES_IMPORTEES',
        detail: { creees: 1, modifiees: 0, laissees: 4 },
      })
      // What is left, given back as it is, says the same; corrected where it is wrong, it passes.
      const { octets, lues } = await reprendre(lignes)
      expect(lues.map(({ Code }) => Code)).toEqual([
        'CAU-R06-90',
        'DR-R06-B',
        'DR-R06-C',
        'CAU-R06-91',
      ])
      expect(lues[0]?.['Fautes']).toContain('attend la ligne 3,')
      expect(lues[3]?.['Fautes']).toContain('attend la ligne 4,')
      const relu = await reussi(importerFichier(asDpps, octets, { apercu: 'true' }))
      expect(effetsDe(relu)).toEqual(['ATTENDRE', 'ERREUR', 'ATTENDRE', 'ATTENDRE'])
      const corrige = octets.toString().replace('R99', 'R06')
      expect(effetsDe(await reussi(importerFichier(asDpps, corrige)))).toEqual(
        Array.from({ length: 4 }, () => 'CREER'),
      )
      expect(await lire(banc, 'CAU-R06-91')).toMatchObject({ parent: { code: 'DR-R06-C' } })
    })

    it('prend ce qui se rattache à une direction qui existe, même si sa ligne est fausse', async () => {
      const fait = await reussi(
        importerJustes([
          { Code: CAU, Rattachement: 'DR-R01', [CAPACITE]: 81 },
          { Code: 'DR-R01', Rattachement: '', [CAPACITE]: 'beaucoup' },
        ]),
      )
      expect(effetsDe(fait)).toEqual(['MODIFIER', 'ERREUR'])
      expect((await ficheLue(banc, CAU)).capacite).toBe(81)
    })

    it('laisse avec elle une modification qui n’est juste qu’avec la ligne fausse', async () => {
      const sienne = {
        ...DIRECTION,
        Code: 'DR-R02-B',
        [REGION]: 'R02',
        'Effectif d’ouverture RMA': '',
      }
      const centre = { ...BOIS_JOLI, Code: 'CAU-R02-95', Rattachement: 'DR-R02-B' }
      await reussi(importer([centre, sienne]))
      const lignes = [
        { ...sienne, Type: 'CAU' },
        { ...centre, Rattachement: 'DR-R02', [CAPACITE]: 'beaucoup' },
        { ...BOIS_JOLI, Code: 'CAU-R02-96' },
      ]
      const fait = await reussi(importerJustes(lignes))
      expect(effetsDe(fait)).toEqual(['ATTENDRE', 'ERREUR', 'CREER'])
      expect(fait.lignes[0]?.details[0]?.libelle).toMatch(
        /^Type \(C2\)\u00a0: Cette ligne attend celles qui sont à corriger\. Sans elles\u00a0: .*CAU-R02-95/,
      )
      expect(await lire(banc, 'DR-R02-B')).toMatchObject({ typeStructure: 'DR' })
    })
  })
})
