import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { modeleApi as api } from '@releve/contract/modele/modele.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../../test/banc.ts'
import { reussi } from '../../../test/formulaires.ts'
import { refuseSansEcrire } from '../../../test/refus.ts'
import { METADONNEES } from './dhis2.banc.ts'

const { asDpps, base } = await ouvrirBanc()

const enFichier = (contenu: unknown, nom = 'dhis2.json') => ({
  nom,
  typeMime: 'application/json',
  contenu: Buffer.from(typeof contenu === 'string' ? contenu : JSON.stringify(contenu)),
})
const fichier = enFichier(METADONNEES)

async function photo(): Promise<unknown> {
  const { rows } = await sql`select
    (select jsonb_agg(b order by id) from modele_brouillon b) as brouillons,
    (select count(*)::int from correspondance) as cellules,
    (select count(*)::int from correspondance_structure) as unites,
    (select count(*)::int from codification) as listes`.execute(base.db)
  return rows
}

describe('un jeu de données de DHIS2, de ses métadonnées à ses mois passés', () => {
  it('se montre d’abord, un jeu parmi ceux du fichier', async () => {
    const avant = await photo()
    const dit = await reussi(asDpps.appeler(api.analyserModele, { body: { fichier } }))
    expect(dit).toMatchObject({
      origine: 'DHIS2',
      code: 'VISITES',
      choisi: 'dsVisites01',
      choix: [{ code: 'dsVisites01' }, { code: 'dsBilan0001' }],
      structures: 2,
      controles: 3,
    })
    const choix = 'dsBilan0001'
    const autre = await reussi(asDpps.appeler(api.analyserModele, { body: { fichier, choix } }))
    expect(autre).toMatchObject({ code: 'BILAN', choisi: choix })
    expect(await photo()).toEqual(avant)
  })

  it('apporte ses structures par l’import des structures', async () => {
    const { octets } = await asDpps.appeler(api.exporterUnites, { body: { fichier } })
    const [entetes = '', ...lignes] = octets.toString('utf8').trimEnd().split(/\r?\n/)
    const noms = entetes.replace(/^\uFEFF/, '').split(';')
    const completes = lignes.map((ligne) => {
      const cases = ligne.split(';')
      cases[noms.indexOf('Type')] = 'CAU'
      cases[noms.indexOf('Région')] = 'R01'
      return cases.join(';')
    })
    const csv = enFichier([entetes, ...completes].join('\r\n'), 'structures.csv')
    const body = { apercu: 'false', fichier: csv } as const
    const { lignes: faites } = await reussi(
      asDpps.appeler(structureApi.importerStructures, { body }),
    )
    expect(faites.map(({ effet }) => effet)).toEqual(['CREER', 'CREER'])
  })

  it('devient un brouillon, qui se publie sans case du suivi, d’un mois passé', async () => {
    const { id, version, publication, fautes } = await reussi(
      asDpps.appeler(api.convertirModele, { body: { fichier } }),
    )
    expect(fautes).toEqual([])
    expect(publication.plusTot).toEqual({ mois: 'JANUARY', annee: 2000 })
    const body = {
      version,
      aPartirDe: { mois: 'JANUARY' as const, annee: 2024 },
      attribuerA: ['CAU'],
    }
    await reussi(asDpps.appeler(api.publierModele, { params: { id }, body }))
    const modeles = await reussi(asDpps.appeler(api.gererModeles))
    const actionsDe = (code: string) => modeles.find((modele) => modele.code === code)?.actions
    expect(actionsDe('VISITES')).toContain('reprendreValeurs')
    expect(actionsDe('RMA')).not.toContain('reprendreValeurs')
  })

  it('reçoit ses mois passés, que le rapport du mois montre', async () => {
    const valeurs = {
      dataValues: [
        ['deFoyers001', 'HllvX50cXC0', '12'],
        ['dePresents1', 'cocVieuxH01', '3'],
        ['deMoyen0001', 'HllvX50cXC0', 'pied'],
      ].map(([dataElement, categoryOptionCombo, value]) => {
        const ou = { orgUnit: 'ouCentre001', period: '202403' }
        return { ...ou, dataElement, categoryOptionCombo, value }
      }),
    }
    const body = { apercu: 'false', fichier: enFichier(valeurs) } as const
    const params = { modele: 'VISITES' }
    const dit = await reussi(asDpps.appeler(formulaireApi.reprendreValeurs, { params, body }))
    expect(dit.lignes).toMatchObject([{ effet: 'CREER', cle: 'CAU-1 · mars 2024', details: [] }])
    const numero = 'VISITES-CAU-1-202403'
    const lu = await reussi(asDpps.appeler(formulaireApi.lireFormulaire, { params: { numero } }))
    expect(lu.donnees).toMatchObject({
      'VIS.FOYERS': 12,
      'PUBLIC.PRESENTS.C_18_PLUS.H': 3,
      'AUTRES.MOYEN': 'PIED',
    })
  })
})

describe('un fichier de DHIS2 dont rien ne se fait', () => {
  it.each([
    ['de valeurs', { dataValues: [] }, /mois passés/],
    ['sans dépendances', { dataSets: [{ id: 'a', name: 'A' }] }, /dépendances/],
    [
      'démesuré',
      {
        dataSets: [
          {
            id: 'a',
            dataSetElements: Array.from({ length: 10_001 }, (_, n) => ({
              dataElement: { id: `de${n}` },
            })),
          },
        ],
      },
      /plus de cases/,
    ],
  ])('%s, est refusé en français, sans rien écrire', async (_, contenu, phrase) => {
    const body = { fichier: enFichier(contenu) }
    const refuser = (operation: typeof api.analyserModele | typeof api.convertirModele) =>
      refuseSansEcrire(photo, 'MODELE_INCONVERTIBLE', () => asDpps.appeler(operation, { body }))
    expect((await refuser(api.analyserModele)).libelle).toMatch(phrase)
    expect((await refuser(api.convertirModele)).libelle).toMatch(phrase)
  })
})
