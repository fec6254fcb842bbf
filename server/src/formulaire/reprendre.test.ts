import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { agir, relire, reussi } from '../../test/formulaires.ts'
import { refuseSansEcrire } from '../../test/refus.ts'
import { METADONNEES } from '../modele/ailleurs/dhis2.banc.ts'
import { convertirDhis2 } from '../modele/ailleurs/dhis2.ts'
import { insertCorrespondance, insertUnites } from '../modele/correspondance.sql.ts'
import { lirePaquets, ValeursIllisibles } from './valeurs.ts'

const { asDpps, asAdmin, asStructure, base } = await ouvrirBanc()

const { source, listes, correspondance = [] } = convertirDhis2(METADONNEES).converti

/** The data set of the fixture, converted, published from a past month, given to the CAU. */
async function publierVisites(): Promise<void> {
  for (const { code, libelle, valeurs } of listes) {
    await base.db.insertInto('codification').values({ code, libelle }).execute()
    const lignes = valeurs.map((valeur, rang) => ({
      ...valeur,
      codification: code,
      ordre: rang + 1,
    }))
    await base.db.insertInto('codificationValeur').values(lignes).execute()
  }
  const body = { de: 'VIDE', code: 'VISITES', libelle: 'Visites' } as const
  const { id, version } = await reussi(asDpps.appeler(modeleApi.creerBrouillonModele, { body }))
  const params = { id }
  const cellule = 'VIS.FOYERS'
  const indicateurs = { effectif: cellule, entrees: cellule, sorties: cellule, reference: cellule }
  const garde = await reussi(
    asDpps.appeler(modeleApi.enregistrerBrouillonModele, {
      params,
      body: { version, source: { ...source, indicateurs } },
    }),
  )
  expect(garde.fautes).toEqual([])
  await insertCorrespondance(base.db, 'VISITES', correspondance)
  await insertUnites(base.db, [{ unite: 'ouCentre001', structureCode: 'CAU-R01-01' }])
  await reussi(
    asDpps.appeler(modeleApi.publierModele, {
      params,
      body: {
        version: garde.version,
        aPartirDe: { mois: 'JANUARY', annee: 2024 },
        attribuerA: ['CAU'],
      },
    }),
  )
}
await publierVisites()

type ValeurDuFichier = Readonly<Record<string, unknown>>
const MARS_24 = { period: '202403', orgUnit: 'ouCentre001' }
const valeur = (
  dataElement: string,
  value: unknown,
  plus: ValeurDuFichier = {},
): ValeurDuFichier => ({
  ...MARS_24,
  dataElement,
  value,
  ...plus,
})
const enFichier = (contenu: unknown) => ({
  nom: 'valeurs.json',
  typeMime: 'application/json',
  contenu: Buffer.from(typeof contenu === 'string' ? contenu : JSON.stringify(contenu)),
})
type OptionsDeReprise = { apercu?: 'true' | 'false'; modele?: string; combinaison?: string }
const reprendre = (
  contenu: unknown,
  { apercu = 'false', modele = 'VISITES', combinaison }: OptionsDeReprise = {},
) =>
  asDpps.appeler(api.reprendreValeurs, {
    params: { modele },
    body: { apercu, fichier: enFichier(contenu), ...(combinaison && { combinaison }) },
  })
const lignes = async (dataValues: ValeurDuFichier[], apercu: 'true' | 'false' = 'false') =>
  (await reussi(reprendre({ dataValues }, { apercu }))).lignes
const photo = () =>
  base.db.selectFrom('formulaire').select(['numero', 'version', 'donnees']).orderBy('id').execute()

describe('les mois passés d’un modèle venu de DHIS2', () => {
  const venues = [
    valeur('deFoyers001', '12'),
    valeur('deVisites01', '5', { categoryOptionCombo: 'cocFemme001' }),
    // By its codes.
    valeur('VISITES', '7', { categoryOptionCombo: 'COC_cocHomme001' }),
    valeur('dePresents1', 0, { categoryOptionCombo: 'cocJeuneF01' }),
    valeur('deMoyen0001', 'à vélo'),
    valeur('deRefus0001', '9', { categoryOptionCombo: 'cocFemme001', deleted: true }),
    valeur('deInconnu01', '1'),
  ]

  it('se disent avant de s’écrire', async () => {
    const avant = await photo()
    const [ligne, ...reste] = await lignes(venues, 'true')
    expect(reste).toEqual([])
    expect(ligne).toMatchObject({ effet: 'CREER', cle: 'CAU-R01-01 · mars 2024' })
    expect(ligne?.details.map(({ libelle }) => libelle)).toEqual([
      'Valeur n°\u00a07 du fichier (deInconnu01\u00a0: 1) n’est d’aucune case de ce modèle\u00a0: laissée.',
    ])
    expect(await photo()).toEqual(avant)
  })

  it('font un brouillon de rapport, dans un mois pourtant fermé à la saisie, et se notent', async () => {
    await lignes(venues)
    const formulaire = await relire(asStructure, 'VISITES-CAU-R01-01-202403')
    expect(formulaire).toMatchObject({
      etat: 'BROUILLON',
      effectif: 12,
      donnees: {
        'VIS.FOYERS': 12,
        'VIS_2.VISITES.F': 5,
        'VIS_2.VISITES.H': 7,
        'PUBLIC.PRESENTS.C_0_17.F': 0,
        'AUTRES.MOYEN': 'A_VELO',
      },
    })
    expect(formulaire.donnees).not.toHaveProperty(['VIS_2.REFUS.F'])
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'VALEURS_REPRISES' } }),
    )
    expect(elements).toMatchObject([{ objet: 'VISITES' }])
  })

  it('remplissent les cases vides d’un brouillon, et n’en changent aucune autre', async () => {
    const suite = [
      valeur('deFoyers001', '99'),
      valeur('deRefus0001', '2', { categoryOptionCombo: 'cocFemme001' }),
    ]
    const [apercu] = await lignes(suite, 'true')
    expect(apercu).toMatchObject({ effet: 'MODIFIER' })
    expect(apercu?.details[0]?.libelle).toContain('VIS.FOYERS')
    await lignes(suite)
    const { donnees } = await relire(asStructure, 'VISITES-CAU-R01-01-202403')
    expect(donnees).toMatchObject({ 'VIS.FOYERS': 12, 'VIS_2.REFUS.F': 2 })
    expect(await lignes(suite)).toMatchObject([{ effet: 'INCHANGE' }])
  })

  it('laissent un rapport reçu tel quel', async () => {
    const fevrier = { period: '202502', orgUnit: 'CAU-R01-01' }
    await lignes([
      valeur('deFoyers001', '3', fevrier),
      valeur('deVisites01', '1', { ...fevrier, categoryOptionCombo: 'cocFemme001' }),
      valeur('deVisites01', '1', { ...fevrier, categoryOptionCombo: 'cocHomme001' }),
    ])
    const numero = 'VISITES-CAU-R01-01-202502'
    await reussi(agir(asStructure, 'soumettre', await relire(asStructure, numero)))
    const avant = await photo()
    const [ligne] = await lignes([
      valeur('deRefus0001', '1', { ...fevrier, categoryOptionCombo: 'cocFemme001' }),
    ])
    expect(ligne).toMatchObject({ effet: 'INCHANGE' })
    expect(ligne?.details[0]?.libelle).toContain('Soumis')
    expect(await photo()).toEqual(avant)
  })

  it('s’écrivent rapport par rapport\u00a0: une faute n’arrête que le sien', async () => {
    const dites = await lignes([
      valeur('deFoyers001', '-4', { period: '202404' }),
      valeur('deFoyers001', 'beaucoup', { period: '202405' }),
      valeur('deFoyers001', '4', { period: '202406' }),
      valeur('deFoyers001', '4', { period: '202407' }),
      valeur('deFoyers001', '4', { period: '2024-07', categoryOptionCombo: 'default' }),
      valeur('deFoyers001', '4', { period: '2024Q1' }),
      valeur('deFoyers001', '4', { period: '202313' }),
      valeur('deFoyers001', '4', { period: '202312' }),
      valeur('deFoyers001', '4', { period: '203001' }),
      valeur('deFoyers001', '4', { orgUnit: 'ouInconnu01' }),
      valeur('deAutre0001', '4', { period: '202408' }),
    ])
    const parMois = new Map(
      dites.map(({ cle, effet, details }) => [cle, [effet, details[0]?.libelle]]),
    )
    expect(Object.fromEntries(parMois)).toMatchObject({
      'CAU-R01-01 · avril 2024': ['ERREUR', expect.stringContaining('positif')],
      'CAU-R01-01 · mai 2024': ['ERREUR', expect.stringContaining('entier')],
      'CAU-R01-01 · juin 2024': ['CREER', undefined],
      'CAU-R01-01 · juillet 2024': ['ERREUR', expect.stringContaining('deux valeurs')],
      'CAU-R01-01 · décembre 2023': ['ERREUR', expect.stringContaining('attendu')],
      'CAU-R01-01 · janvier 2030': ['ERREUR', expect.stringContaining('attendu')],
      'OUINCONNU01 · mars 2024': ['ERREUR', expect.stringContaining('Aucune structure')],
      'CAU-R01-01 · le 1er trimestre 2024': ['ERREUR', expect.stringContaining('sont ceux du 1er')],
      'CAU-R01-01 · août 2024': ['INCHANGE', expect.stringContaining('Aucune de ces valeurs')],
    })
    expect(
      dites.filter(({ details: [premier] }) => premier?.libelle.includes('n’est ni un mois')),
    ).toHaveLength(1)
    const numeros = (await photo()).map(({ numero }) => numero)
    expect(numeros).toContain('VISITES-CAU-R01-01-202406')
    expect(numeros).not.toContain('VISITES-CAU-R01-01-202405')
  })

  it('d’un seul rapport, comme DHIS2 l’envoie, prennent sa période et son unité', async () => {
    const un = {
      dataSet: 'dsVisites01',
      period: '202409',
      orgUnit: 'ouCentre001',
      dataValues: [{ dataElement: 'deFoyers001', value: '8' }],
    }
    const { lignes: dites } = await reussi(reprendre(un))
    expect(dites).toMatchObject([{ effet: 'CREER', cle: 'CAU-R01-01 · septembre 2024' }])
  })
})

const JANVIER_25 = { period: '202501', orgUnit: 'ouCentre001' }
const numeroDe = (mois: string) => `VISITES-CAU-R01-01-${mois}`
const donneesDe = async (mois: string) => (await relire(asStructure, numeroDe(mois))).donnees

describe('un chiffre dont la ventilation n’est pas celle de la case', () => {
  it('n’y est pas mis, fût-elle la seule\u00a0: il est laissé, et dit', async () => {
    const [ligne] = await lignes([
      valeur('deFoyers001', '3', JANVIER_25),
      valeur('deFoyers001', '40', { ...JANVIER_25, categoryOptionCombo: 'cocFemme001' }),
      // Greyed there: no cell here.
      valeur('deEntrees01', '41', { ...JANVIER_25, categoryOptionCombo: 'cocVieuxF01' }),
      valeur('deVisites01', '42', JANVIER_25),
      valeur('deVisites01', '43', { ...JANVIER_25, categoryOptionCombo: 'HllvX50cXC0' }),
    ])
    expect(ligne).toMatchObject({ effet: 'CREER' })
    const dits = ligne?.details.map(({ libelle }) => libelle) ?? []
    expect(dits.map((dit) => /n°.(\d+) .*: (\d+)\)/.exec(dit)?.slice(1).join(' '))).toEqual([
      '2 40',
      '3 41',
      '4 42',
      '5 43',
    ])
    const donnees = await donneesDe('202501')
    expect(donnees).toMatchObject({ 'VIS.FOYERS': 3 })
    for (const laissee of [40, 41, 42, 43]) expect(Object.values(donnees)).not.toContain(laissee)
  })

  it('compte ce qui ne tient pas dans le compte rendu', async () => {
    const [ligne] = await lignes(
      Array.from({ length: 30 }, (_, n) => valeur(`deAbsent${n}`, n, JANVIER_25)),
      'true',
    )
    expect(ligne?.details.at(-1)?.libelle).toBe('Et 10 autres valeurs laissées.')
  })
})

describe('deux chiffres pour une même case', () => {
  it.each([
    ['différents', '5', {}],
    ['égaux', '4', {}],
    ['dont l’un nomme sa ventilation', '4', { categoryOptionCombo: 'HllvX50cXC0' }],
    ['dont l’un nomme par son code', '4', { dataElement: 'FOYERS' }],
    ['dont l’un dit le mois autrement', '4', { period: '2025-03' }],
    ['dont l’un nomme la structure par son code', '4', { orgUnit: 'CAU-R01-01' }],
    ['dont l’un dit la combinaison', '4', { attributeOptionCombo: 'HllvX50cXC0' }],
  ])('%s, sont refusés', async (_, second, plus) => {
    const mars = { period: '202503', orgUnit: 'ouCentre001' }
    const avant = await photo()
    const dites = await lignes([
      valeur('deFoyers001', '4', mars),
      valeur('deFoyers001', second, { ...mars, ...plus }),
    ])
    expect(dites).toMatchObject([
      {
        effet: 'ERREUR',
        details: [{ code: 'DOUBLON', libelle: expect.stringContaining('n°\u00a01 et n°\u00a02') }],
      },
    ])
    expect(await photo()).toEqual(avant)
  })
})

describe('un fichier de plusieurs combinaisons d’attributs', () => {
  const deuxProjets = (mois: string) => {
    const lieu = { period: mois, orgUnit: 'ouCentre001' }
    const projet = (attributeOptionCombo: string) => ({ ...lieu, attributeOptionCombo })
    return {
      dataValues: [
        valeur('deFoyers001', '5', projet('ProjetAaaa1')),
        valeur('deFoyers001', '5', projet('ProjetBbbb1')),
        valeur('deMoyen0001', 'pied', projet('ProjetAaaa1')),
        // Of no cell: it asks nothing.
        valeur('deInconnu01', '1', projet('ProjetCccc1')),
      ],
    }
  }
  const combinaisons = [
    { code: 'ProjetAaaa1', valeurs: 2 },
    { code: 'ProjetBbbb1', valeurs: 1 },
  ]

  it('demande laquelle, et n’écrit rien avant', async () => {
    expect(await reussi(reprendre(deuxProjets('202412'), { apercu: 'true' }))).toEqual({
      lignes: [],
      ecrit: false,
      combinaisons,
      sommable: true,
      combinaison: null,
    })
    await refuseSansEcrire(photo, 'COMBINAISON_REQUISE', () => reprendre(deuxProjets('202412')))
    for (const apercu of ['true', 'false'] as const)
      await refuseSansEcrire(photo, 'COMBINAISON_INCONNUE', () =>
        reprendre(deuxProjets('202412'), { apercu, combinaison: 'ProjetCccc1' }),
      )
  })

  it('reprend celle que l’on choisit, et dit ce qui est des autres', async () => {
    const choisie = { combinaison: 'ProjetBbbb1' }
    const { lignes: dites, combinaison } = await reussi(reprendre(deuxProjets('202412'), choisie))
    expect(combinaison).toBe('ProjetBbbb1')
    expect(dites).toMatchObject([{ effet: 'CREER' }])
    const dits = dites[0]?.details.map(({ libelle }) => libelle).join('\n')
    expect(dits).toMatch(/n°.1 .*autre combinaison d’attributs \(ProjetAaaa1\)/)
    expect(dits).toMatch(/n°.3 .*autre combinaison/)
    const donnees = await donneesDe('202412')
    expect(donnees).toMatchObject({ 'VIS.FOYERS': 5 })
    expect(donnees).not.toHaveProperty(['AUTRES.MOYEN'])
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'VALEURS_REPRISES' } }),
    )
    expect(JSON.stringify(elements[0])).toContain('ProjetBbbb1')
  })

  it('reprend leur somme, de ce que DHIS2 additionne', async () => {
    const { lignes: dites } = await reussi(reprendre(deuxProjets('202408'), { combinaison: '*' }))
    expect(dites[0]?.details.map(({ libelle }) => libelle).join('\n')).toMatch(
      /n°.3 .*n’est pas de celles que DHIS2 additionne/,
    )
    expect(await donneesDe('202408')).toMatchObject({ 'VIS.FOYERS': 10 })
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'VALEURS_REPRISES' } }),
    )
    expect(JSON.stringify(elements[0])).toContain('la somme de toutes')
  })

  it('ne les additionne pas quand rien n’est à additionner', async () => {
    const lieu = { period: '202401', orgUnit: 'ouCentre001' }
    const dataValues = ['ProjetAaaa1', 'ProjetBbbb1'].map((attributeOptionCombo) =>
      valeur('deMoyen0001', 'pied', { ...lieu, attributeOptionCombo }),
    )
    expect(await reussi(reprendre({ dataValues }, { apercu: 'true' }))).toMatchObject({
      sommable: false,
    })
    await refuseSansEcrire(photo, 'COMBINAISON_INCONNUE', () =>
      reprendre({ dataValues }, { combinaison: '*' }),
    )
  })

  it('d’une seule, la reprend sans la demander', async () => {
    const [premiere] = deuxProjets('202402').dataValues
    const repris = await reussi(reprendre({ dataValues: [premiere] }))
    expect(repris).toMatchObject({ combinaison: 'ProjetAaaa1', lignes: [{ effet: 'CREER' }] })
    expect(await donneesDe('202402')).toMatchObject({ 'VIS.FOYERS': 5 })
  })
})

describe('un fichier de valeurs en CSV ou en XML', () => {
  it('se reprend comme en JSON', async () => {
    const csv = 'dataelement,period,orgunit,value\ndeFoyers001,202410,ouCentre001,6\n'
    expect((await reussi(reprendre(csv))).lignes).toMatchObject([{ effet: 'CREER' }])
    const xml =
      '<dataValueSet period="202411" orgUnit="ouCentre001"><dataValue dataElement="FOYERS" value="7"/></dataValueSet>'
    expect((await reussi(reprendre(xml))).lignes).toMatchObject([{ effet: 'CREER' }])
    for (const [mois, foyers] of [
      ['202410', 6],
      ['202411', 7],
    ] as const) {
      const { donnees } = await relire(asStructure, `VISITES-CAU-R01-01-${mois}`)
      expect(donnees).toMatchObject({ 'VIS.FOYERS': foyers })
    }
  })
})

describe('un fichier de valeurs qui n’est pas ce qu’il doit être', () => {
  it.each([
    ['n’est pas du JSON', '{', 'JSON'],
    ['n’est pas en UTF-8', Buffer.from([0xff, 0xfe, 0x41]).toString('latin1'), 'JSON'],
    ['est un XML coupé', '<dataValueSet><dataValue value="1"/>', 'coupé'],
    ['est un CSV d’autre chose', 'Code;Nom\nA;B', 'CSV'],
    ['n’a pas de valeurs', {}, 'dataValues'],
    ['est une liste', [], 'dataValues'],
    ['a trop de valeurs', { dataValues: Array.from({ length: 200_001 }, () => 0) }, '200000'],
    [
      'fait trop de rapports',
      {
        dataValues: Array.from({ length: 1001 }, (_, n) => valeur('x', '1', { orgUnit: `ou${n}` })),
      },
      '1000',
    ],
  ])('et qui %s est refusé, sans rien écrire', async (_, contenu, raison) => {
    const refus = await refuseSansEcrire(photo, 'VALEURS_ILLISIBLES', () => reprendre(contenu))
    expect(refus.libelle).toContain(raison)
  })

  it('pour un modèle inconnu est refusé', async () => {
    await refuseSansEcrire(photo, 'MODELE_INTROUVABLE', () => reprendre({}, { modele: 'ABSENT' }))
  })

  it('de qui ne gère pas les modèles est refusé', async () => {
    const body = { apercu: 'true', fichier: enFichier({}) } as const
    for (const qui of [asAdmin, asStructure])
      expect(
        await qui.appeler(api.reprendreValeurs, { params: { modele: 'VISITES' }, body }),
      ).toMatchObject({ statut: 403 })
  })

  it('quel qu’il soit, se lit ou se refuse par la phrase prévue', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (lu, une) => {
        for (const fichier of [lu, { dataValues: [lu, une] }, { dataValueSets: [lu, une] }])
          try {
            lirePaquets(fichier)
          } catch (echec) {
            if (!(echec instanceof ValeursIllisibles)) throw echec
          }
      }),
    )
  })
})
