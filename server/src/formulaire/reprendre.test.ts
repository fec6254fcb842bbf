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

type Venue = Readonly<Record<string, unknown>>
const MARS_24 = { period: '202403', orgUnit: 'ouCentre001' }
const valeur = (dataElement: string, value: unknown, plus: Venue = {}): Venue => ({
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
const reprendre = (contenu: unknown, apercu: 'true' | 'false' = 'false', modele = 'VISITES') =>
  asDpps.appeler(api.reprendreValeurs, {
    params: { modele },
    body: { apercu, fichier: enFichier(contenu) },
  })
const lignes = async (dataValues: Venue[], apercu: 'true' | 'false' = 'false') =>
  (await reussi(reprendre({ dataValues }, apercu))).lignes
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
    expect(ligne?.details.map(({ libelle }) => libelle).join()).toContain('Une valeur n’est')
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
      valeur('deFoyers001', '5', { period: '202407', attributeOptionCombo: 'autre' }),
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
      'CAU-R01-01 · août 2024': ['INCHANGE', expect.stringContaining('Aucune de ces valeurs')],
    })
    expect(
      dites.filter(({ details: [premier] }) => premier?.libelle.includes('n’est pas un mois')),
    ).toHaveLength(2)
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
    await refuseSansEcrire(photo, 'MODELE_INTROUVABLE', () => reprendre({}, 'false', 'ABSENT'))
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
