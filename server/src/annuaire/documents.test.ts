import { readFileSync } from 'node:fs'
import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { fichier } from '../document/document.banc.ts'
import { countOccupation, findGardee } from '../document/document.sql.ts'
import { figer } from './fichier.banc.ts'

const banc = await ouvrirBanc()
const { base, asDpps, asAdmin, asStructure, asDirectionRegionale } = banc
const { db } = base

const annee = 2020
const LUE_DE_TOUS = [asStructure, asDirectionRegionale, asAdmin, asDpps]
const texte = 'Le centre d’accueil avait mal compté ses journées.'

const lister = (qui: Personne, query = {}) => reussi(qui.appeler(api.listOuvrages, { query }))
const editions = async (qui: Personne, query = {}) =>
  (await lister(qui, { categorie: 'ANNUAIRE', ...query })).elements

const publier = () =>
  asDpps.appeler(annuaireApi.enregistrerAnnuaire, {
    body: { annee, titre: 'Sans effet', avantPropos: '', etat: 'PUBLIE' },
  })

const premiere = async () => {
  const [lue] = await editions(asDpps, { q: 'edition 1' })
  if (!lue) throw new Error('édition absente')
  return lue
}

beforeAll(async () => {
  await figer(db, 'ARRETE', { annee, edition: 1, titre: 'Annuaire statistique 2020' })
})

describe('une édition de l’annuaire, dans les documents', () => {
  it('n’y est pas tant qu’elle n’est qu’arrêtée', async () => {
    expect(await editions(asDpps)).toEqual([])
  })

  it('que sa publication ne peut pas y mettre, n’est pas publiée', async () => {
    await sql`alter table piece add constraint coupee check (annuaire_id is null)`.execute(db)
    expect((await publier()).statut).toBe(500)
    await sql`alter table piece drop constraint coupee`.execute(db)
    const etats = await db.selectFrom('annuaire').select('etat').execute()
    expect([etats, await editions(asDpps)]).toEqual([[{ etat: 'ARRETE' }], []])
  })

  it('y entre par l’acte qui la publie, et se lit de qui lit les documents', async () => {
    await reussi(publier())
    // The same act again puts nothing more there.
    await reussi(publier())
    for (const qui of LUE_DE_TOUS) {
      const lues = await editions(qui)
      expect(lues).toMatchObject([
        {
          titre: 'Annuaire statistique 2020, édition 1',
          description: null,
          typeDocument: 'ANNUAIRE',
          nomOrigine: 'annuaire-2020.pdf',
          typeMime: 'application/pdf',
          taille: null,
          sha256: null,
          deposeLe: banc.horloge.maintenant.toISOString(),
          edition: { annee, edition: 1, remplaceePar: null, errata: [] },
          actions: [],
        },
      ])
    }
  })

  it('s’y cherche et s’exporte comme les autres, et se range par type sans numéro', async () => {
    expect(await editions(asStructure, { q: 'statistique 2020' })).toHaveLength(1)
    expect(await editions(asStructure, { q: 'statistique 2021' })).toEqual([])
    const query = { format: 'csv', categorie: 'ANNUAIRE' } as const
    const { octets } = await asStructure.appeler(api.exporterOuvrages, { query })
    expect(String(octets)).toContain('Annuaire statistique 2020, édition 1')
    const body = { typeDocument: 'ANNUAIRE' }
    const parNumero = await reussi(asStructure.appeler(api.listPieces, { body }))
    expect(parNumero['']?.['ANNUAIRE']).toMatchObject([{ nomOrigine: 'annuaire-2020.pdf' }])
  })

  it('se télécharge par les deux méthodes : le fichier gardé de l’édition, dont la taille se dit ensuite', async () => {
    const { id } = await premiere()
    const params = { id }
    const lue = await asStructure.appeler(api.telechargerPiece, { params })
    expect([lue.statut, lue.octets?.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const autre = await asAdmin.appeler(api.telechargerPieceParDelete, { params })
    expect(autre.octets?.equals(lue.octets ?? Buffer.of())).toBe(true)
    const { sha256 } = await db
      .selectFrom('annuaireFichier')
      .select('sha256')
      .where('format', '=', 'pdf')
      .executeTakeFirstOrThrow()
    expect(await premiere()).toMatchObject({ taille: lue.octets?.length, sha256 })
  })

  it('ne se modifie, ne se remplace ni ne se supprime à la main, fût-ce parmi d’autres', async () => {
    const { id, name, version } = await premiere()
    const guide = await reussi(
      asDpps.appeler(api.deposerPiece, { body: { typeDocument: 'GUIDE', fichier: fichier() } }),
    )
    const fiche = { id, version, titre: 'Autre', description: null, rang: 3 }
    const refus = [
      await asDpps.appeler(api.modifierOuvrage, { body: { ...fiche, typeDocument: 'GUIDE' } }),
      await asDpps.appeler(api.remplacerOuvrage, { body: { id, version, fichier: fichier() } }),
      // Refused before what was sent is looked at.
      await asDpps.appeler(api.remplacerOuvrage, {
        body: { id, version, fichier: { ...fichier(), contenu: Buffer.from('rien') } },
      }),
      await asDpps.appeler(api.deletePieces, { body: { ids: [guide.id, id] } }),
      await asDpps.appeler(api.deletePiece, { params: { name } }),
    ]
    for (const { statut, code, libelle } of refus) {
      expect([statut, code]).toEqual([409, 'EDITION_EN_LECTURE_SEULE'])
      expect(libelle).toContain('ouvrez une nouvelle édition dans l’écran «\u00a0Annuaire\u00a0»')
    }
    expect((await asStructure.appeler(api.deletePieces, { body: { ids: [id] } })).code).toBe(
      'DROIT_INSUFFISANT',
    )
    expect(await premiere()).toMatchObject({ version, rang: 0, typeDocument: 'ANNUAIRE' })
    expect((await lister(asDpps)).elements.some((un) => un.id === guide.id)).toBe(true)
  })

  it('est de la publication seule : rien ne s’y dépose sous sa catégorie, ni n’y passe', async () => {
    const avant = await lister(asDpps)
    for (const qui of [asDpps, asStructure]) {
      const body = { typeDocument: 'ANNUAIRE', fichier: fichier() }
      const refus = await qui.appeler(api.deposerPiece, { body })
      expect([refus.statut, refus.code]).toEqual([409, 'EDITION_EN_LECTURE_SEULE'])
    }
    const guide = avant.elements.find(({ typeDocument }) => typeDocument === 'GUIDE')
    if (!guide) throw new Error('guide absent')
    const { id, version, titre, description, rang } = guide
    const body = { id, version, titre, description, rang, typeDocument: 'ANNUAIRE' } as const
    expect((await asDpps.appeler(api.modifierOuvrage, { body })).code).toBe(
      'EDITION_EN_LECTURE_SEULE',
    )
    expect(await lister(asDpps)).toEqual(avant)
  })

  it('remplacée, le dit ; celle qui la corrige dit ce qu’elle corrige', async () => {
    const suite = { nature: 'ERREUR', correction: texte } as const
    await figer(db, 'ARRETE', { annee, edition: 2, titre: 'Annuaire statistique 2020' }, suite)
    expect(await premiere()).toMatchObject({ description: null })
    await reussi(publier())
    const errata = [{ edition: 2, nature: 'ERREUR', texte, le: '2026-03-02T10:00:00.000Z' }]
    expect(await editions(asStructure, { tri: '-titre' })).toMatchObject([
      {
        titre: 'Annuaire statistique 2020, édition 2',
        description: `Erreur corrigée\u00a0: ${texte}`,
        nomOrigine: 'annuaire-2020-edition-2.pdf',
        edition: { edition: 2, remplaceePar: null, errata },
      },
      {
        titre: 'Annuaire statistique 2020, édition 1',
        description: 'Remplacée par l’édition 2.',
        edition: { edition: 1, remplaceePar: 2, errata },
      },
    ])
    expect(await editions(asStructure, { q: 'journees' })).toHaveLength(1)
    const [seconde, avant] = await editions(asStructure, { tri: '-titre' })
    const lues = [seconde, avant].map((une) =>
      asStructure.appeler(api.telechargerPiece, { params: { id: une?.id ?? 0 } }),
    )
    const noms = (await Promise.all(lues)).map(({ entetes }) => entetes['content-disposition'])
    expect(noms).toEqual([
      expect.stringContaining('annuaire-2020-edition-2.pdf'),
      expect.stringContaining('annuaire-2020.pdf'),
    ])
  })

  it('ne prend pas de la place des documents, et n’a d’octets que ceux de l’annuaire', async () => {
    const place = { formulaireId: null, structureId: null }
    const deposes = (await lister(asDpps)).elements.filter(({ edition }) => edition === null)
    expect(await countOccupation(db, place)).toMatchObject({ fichiers: deposes.length })
    expect(await findGardee(db, (await premiere()).id)).toBeUndefined()
  })

  it('publiée avant que les documents ne la tiennent, y est mise par la mise à jour, au nom de qui l’a publiée', async () => {
    const avant = await editions(asDpps)
    await db.deleteFrom('piece').where('annuaireId', 'is not', null).execute()
    // Published so long ago that the journal says no more by whom; and a year that is only frozen.
    await figer(db, 'PUBLIE', { annee: 2018, edition: 1 })
    await figer(db, 'ARRETE', { annee: 2017, edition: 1 })
    const migration = new URL('../../migrations/0060-annuaires-documents.sql', import.meta.url)
    const [, reprise = ''] = readFileSync(migration, 'utf8').split('-- Those published before;')
    await sql.raw(reprise.slice(reprise.indexOf('\n'))).execute(db)
    const sans = (une: (typeof avant)[number]) => ({ ...une, id: 0, url: '' })
    const apres = await editions(asDpps)
    expect(apres.filter(({ edition }) => edition?.annee === annee).map(sans)).toEqual(
      avant.map(sans),
    )
    expect(apres.filter(({ edition }) => edition?.annee !== annee)).toMatchObject([
      { edition: { annee: 2018, edition: 1 }, deposePar: 'Direction centrale' },
    ])
  })
})
