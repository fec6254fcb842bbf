import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ecrireTableur, lireTableur } from '../platform/tableur.ts'
import {
  CAU,
  ficheLue,
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
type Format = 'csv' | 'xlsx'

/** A spreadsheet of these lines, its columns those of the first one. */
async function tableur(lignes: Cellules[], format: Format = 'csv') {
  const entetes = Object.keys(lignes[0] ?? {})
  const contenu = await ecrireTableur(
    {
      feuille: 'Structures',
      colonnes: entetes.map((entete) => ({ entete })),
      lignes: lignes.map((ligne) => entetes.map((entete) => ligne[entete] ?? null)),
    },
    format,
  )
  return { nom: `structures.${format}`, typeMime: 'application/octet-stream', contenu }
}

const deposer = async (
  fichier: Awaited<ReturnType<typeof tableur>>,
  apercu: 'true' | 'false' = 'false',
) => asDpps.appeler(api.importerStructures, { body: { apercu, fichier } })

const importer = async (lignes: Cellules[], apercu?: 'true' | 'false') =>
  deposer(await tableur(lignes), apercu)

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
    'donne un %s qui, importé à nouveau, ne change rien',
    async (format) => {
      const fichier = await asDpps.appeler(api.exporterStructures, { query: { format } })
      expect(fichier.statut).toBe(200)
      expect(fichier.entetes['content-disposition']).toContain(`structures-2025-03-20.${format}`)
      const { lignes } = await lireTableur(fichier.octets)
      expect(lignes).toHaveLength(17)
      expect(lignes.find(({ cellules }) => cellules['Code'] === CAU)?.cellules).toMatchObject({
        [LIBELLE]: 'Centre d’accueil d’urgence de Port-Clair',
        Rattachement: 'DR-R01',
        [TELEPHONE]: '+999 20 00 00 04',
        Longitude: '-20.131',
        'Capacité théorique': '',
        'Postes HC': '0',
        'Postes B': '7',
        [MODELES]: 'RMA, EPM',
        'Effectif d’ouverture EPM': '23',
        'Date d’ouverture': '2008-03-01',
        [ETAT]: 'Active',
      })
      const envoi = { nom: 'x', typeMime: 'x', contenu: fichier.octets }
      const { lignes: apercus } = await reussi(deposer(envoi, 'true'))
      expect(new Set(apercus.map(({ effet }) => effet))).toEqual(new Set(['INCHANGE']))
    },
  )

  it('garde les filtres et la recherche de l’écran, et le journal le dit', async () => {
    const query = { format: 'csv', region: 'R01', modele: 'RMA', q: 'port-clair' } as const
    const { octets } = await asDpps.appeler(api.exporterStructures, { query })
    const { lignes } = await lireTableur(octets)
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

describe('des demandes mal faites', () => {
  it('d’export sont refusées', async () => {
    for (const query of [{ format: 'pdf' }, { format: 'csv', tri: 'responsable' }, {}]) {
      await refuse(banc, 'REQUETE_INVALIDE', () =>
        // What a hostile client may send.
        asDpps.appeler(api.exporterStructures, { query: query as { format: 'csv' } }),
      )
    }
  })

  it('d’import sont refusées', async () => {
    const fichier = { nom: 'x.csv', typeMime: 'text/csv', contenu: Buffer.from('Code') }
    const { path } = api.importerStructures
    const envoyer = (champs: Record<string, unknown>) =>
      asDpps.envoyer(`/api${path}`, Object.entries(champs))
    await refuse(banc, 'FICHIER_MANQUANT', () => envoyer({ apercu: 'true' }))
    await refuse(banc, 'REQUETE_INVALIDE', () => envoyer({ fichier }))
    await refuse(banc, 'REQUETE_INVALIDE', () => envoyer({ apercu: 'oui', fichier }))
    await refuse(banc, 'REQUETE_INVALIDE', () => envoyer({ apercu: 'true', forcer: '1', fichier }))
  })
})

describe('importer des structures', () => {
  const DIRECTION = { ...BOIS_JOLI, Code: 'DR-R05', Type: 'DR', [MODELES]: 'EPM', Rattachement: '' }
  const LIGNES: Cellules[] = [
    { ...BOIS_JOLI, Rattachement: 'DR-R05' },
    { ...DIRECTION, 'Effectif d’ouverture RMA': '', [REGION]: 'R05' },
  ]

  it('dit d’abord ce qui se passerait, sans rien écrire', async () => {
    const { lignes, ecrit } = await reussi(importer(LIGNES, 'true'))
    expect(ecrit).toBe(false)
    expect(lignes).toEqual([
      { ligne: 2, cle: NOUVELLE.code, libelle: NOUVELLE.libelle, effet: 'CREER', details: [] },
      { ligne: 3, cle: 'DR-R05', libelle: NOUVELLE.libelle, effet: 'CREER', details: [] },
    ])
    expect(await lireJournal(banc)).toEqual([])
    await refuse(banc, 'STRUCTURE_INTROUVABLE', () =>
      asDpps.appeler(api.lireStructure, { params: { code: NOUVELLE.code } }),
    )
  })

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

  it.each<[string, string, string, Cellules]>([
    ['un code mal écrit', 'Code', 'INVALID_FORMAT', { Code: 'bois joli' }],
    ['un code absent', 'Code', 'REQUIS', { Code: '' }],
    ['une région inconnue', 'Région', 'CODE_INCONNU', { [REGION]: 'R99' }],
    ['un rattachement inconnu', 'Rattachement', 'PARENT_INVALIDE', { Rattachement: 'DR-R77' }],
    ['un nombre illisible', 'Capacité', 'VALEUR_ILLISIBLE', { [CAPACITE]: 'beaucoup' }],
    ['un nombre négatif', 'Postes A', 'TOO_SMALL', { 'Postes A': -1 }],
    ['un modèle inconnu', 'Modèles', 'MODELE_INCONNU', { [MODELES]: 'RMA XYZ' }],
    ['un modèle d’un autre type', 'Modèles', 'MODELE_INADAPTE', { [MODELES]: 'RMA, SMP' }],
    ['une date illisible', 'Date d’ouverture', 'VALEUR_ILLISIBLE', { 'Date d’ouverture': 'hier' }],
    [
      'un jour qui n’existe pas',
      'Date d’ouverture',
      'INVALID_FORMAT',
      { 'Date d’ouverture': '31/02/2025' },
    ],
    ['une date absente', 'Date d’ouverture', 'REQUIS', { 'Date d’ouverture': '' }],
    ['un état inconnu', 'État', 'VALEUR_ILLISIBLE', { [ETAT]: 'Dormante' }],
    ['une invitation', 'État', 'INVITATION_REQUISE', { [ETAT]: 'Invitée' }],
  ])(
    'n’écrit rien si une seule ligne a %s, et le dit à sa colonne',
    async (_, chemin, code, faux) => {
      const lignes: Cellules[] = [
        { ...BOIS_JOLI, Code: 'CAU-R02-08' },
        { ...BOIS_JOLI, ...faux },
      ]
      const apercu = await reussi(importer(lignes, 'true'))
      expect(apercu.lignes.map(({ effet }) => effet)).toEqual(['CREER', 'ERREUR'])
      expect(apercu.lignes[1]?.details).toMatchObject([{ chemin, code }])
      for (const { libelle } of apercu.lignes[1]?.details ?? []) expect(libelle).toMatch(/\S/)
      const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(lignes))
      expect(details).toMatchObject([{ chemin: `lignes.3.${chemin}`, code }])
    },
  )

  it('refuse un code donné deux fois', async () => {
    const lignes = [BOIS_JOLI, { ...BOIS_JOLI, [LIBELLE]: 'Un autre' }]
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(lignes))
    expect(details).toMatchObject([{ chemin: 'lignes.3.Code', code: 'DOUBLON' }])
    expect(details[0]?.libelle).toContain('ligne 2')
  })

  it('refuse des rattachements qui, ensemble, tournent en rond', async () => {
    const lignes = [
      { Code: 'DR-R01', Rattachement: 'DR-R02' },
      { Code: 'DR-R02', Rattachement: 'DR-R01' },
    ]
    const { details } = await refuse(banc, 'IMPORT_REFUSE', () => importer(lignes))
    expect(details.map(({ code }) => code)).toEqual(['PARENT_INVALIDE', 'PARENT_INVALIDE'])
  })

  it('refuse un fichier qui n’est pas un tableur de structures', async () => {
    for (const lignes of [[{ Code: CAU, Couleur: 'bleu' }], [{ [LIBELLE]: 'Sans code' }]]) {
      for (const apercu of ['true', 'false'] as const) {
        await refuse(banc, 'TABLEUR_ILLISIBLE', () => importer(lignes, apercu))
      }
    }
    const contenu = Buffer.from('%PDF-1.7\0')
    const fichier = { nom: 'x.pdf', typeMime: 'application/pdf', contenu }
    await refuse(banc, 'TABLEUR_ILLISIBLE', () => deposer(fichier))
  })

  it('importe 500 structures', async () => {
    const lignes = Array.from({ length: 500 }, (_, rang) => ({
      ...BOIS_JOLI,
      Code: `CAU-R02-${100 + rang}`,
    }))
    const fichier = await tableur(lignes, 'xlsx')
    expect((await reussi(deposer(fichier))).lignes).toHaveLength(500)
    const { total } = await reussi(
      asDpps.appeler(api.listStructures, { query: { q: 'bois-joli' } }),
    )
    expect(total).toBe(500)
  }, 30_000)
})
