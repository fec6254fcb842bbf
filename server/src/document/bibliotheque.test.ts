import { documentApi as api } from '@releve/contract/document/document.api.ts'
import type { Ouvrage } from '@releve/contract/document/document.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { ECHANTILLONS, fichier, ouvrirBancsPieces, pdfDe } from './document.banc.ts'

describe.each(await ouvrirBancsPieces())('fichiers gardés dans $depot :', (banc) => {
  const { asStructure, asAdmin, asDpps, asAutreDpps, asDirectionRegionale, s3 } = banc
  const { db } = banc.base

  const lister = (personne: Personne, query = {}) =>
    reussi(personne.appeler(api.listOuvrages, { query }))
  const titresDe = async (personne: Personne, query = {}) =>
    (await lister(personne, query)).elements.map(({ titre }) => titre)

  async function partager(titre: string, autres: { typeDocument?: string; rang?: number } = {}) {
    const body = { typeDocument: 'GUIDE', titre, fichier: fichier(pdfDe(2000)), ...autres }
    const { id } = await reussi(asDpps.appeler(api.deposerPiece, { body }))
    const { elements } = await lister(asDpps, { taille: 200 })
    const trouve = elements.find((ouvrage) => ouvrage.id === id)
    if (!trouve) throw new Error('document absent')
    return trouve
  }
  const ficheDe = ({ id, version, titre, description, typeDocument, rang }: Ouvrage) => ({
    id,
    version,
    titre,
    description,
    typeDocument,
    rang,
  })

  describe('la bibliothèque', () => {
    it('se lit de tous, dans l’ordre donné puis par titre, et se garde par la DPPS seule', async () => {
      await partager('Zone', { rang: 1 })
      await partager('Étude', { rang: 2, typeDocument: 'NOTE_TECH' })
      await partager('Abrégé', { rang: 2 })
      for (const personne of [asStructure, asDirectionRegionale, asAdmin, asDpps]) {
        expect(await titresDe(personne)).toEqual(['Zone', 'Abrégé', 'Étude'])
      }
      const parDpps = await lister(asDpps)
      expect([parDpps.actions, parDpps.elements[0]?.actions]).toEqual([
        ['deposer'],
        ['modifier', 'remplacer', 'supprimer'],
      ])
      for (const personne of [asStructure, asAdmin]) {
        const lue = await lister(personne)
        expect([lue.actions, lue.elements[0]?.actions]).toEqual([[], []])
      }
      expect(await titresDe(asStructure, { tri: '-titre' })).toEqual(['Zone', 'Étude', 'Abrégé'])
      expect(await titresDe(asStructure, { categorie: 'NOTE_TECH' })).toEqual(['Étude'])
      expect(await titresDe(asStructure, { q: 'etude' })).toEqual(['Étude'])
    })

    it('ne tient que ce que l’organisation partage, sous le nom de son fichier sans titre', async () => {
      const deposerSous = (personne: Personne, typeDocument: string) =>
        reussi(personne.appeler(api.deposerPiece, { body: { typeDocument, fichier: fichier() } }))
      await deposerSous(asStructure, 'GUIDE')
      await deposerSous(asDpps, 'JUSTIF')
      await deposerSous(asDpps, 'MODELE')
      expect(await titresDe(asDpps)).toEqual(['rapport.pdf'])
    })

    it('se télécharge par une structure, et se supprime par la DPPS', async () => {
      const { id } = await partager('Guide')
      const params = { id }
      expect((await asStructure.appeler(api.telechargerPiece, { params })).statut).toBe(200)
      const body = { ids: [id] }
      expect((await asStructure.appeler(api.deletePieces, { body })).code).toBe('DROIT_INSUFFISANT')
      expect((await asDpps.appeler(api.deletePieces, { body })).statut).toBe(204)
      expect(await titresDe(asDpps)).toEqual([])
      expect((await s3?.noms()) ?? []).toEqual([])
    })
  })

  describe('modifier un document', () => {
    it('change ce qui le présente, et le journal dit quoi', async () => {
      const ouvrage = await partager('Guide')
      const fiche = { ...ficheDe(ouvrage), titre: 'Guide 2025', description: 'À lire.', rang: 3 }
      const lu = await reussi(asAutreDpps.appeler(api.modifierOuvrage, { body: fiche }))
      expect(lu).toMatchObject({ ...fiche, version: 2 })
      const { objet, detail } = await db
        .selectFrom('journal')
        .select(['objet', 'detail'])
        .where('action', '=', 'OUVRAGE_MODIFIE')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect([objet, detail]).toMatchObject([
        'Guide',
        { changements: { titre: { avant: 'Guide', apres: 'Guide 2025' } } },
      ])
    })

    it('refuse ce qu’une autre personne a changé entre-temps, et n’écrit rien', async () => {
      const ouvrage = await partager('Guide')
      const fiche = { ...ficheDe(ouvrage), titre: 'Autre' }
      await reussi(asAutreDpps.appeler(api.modifierOuvrage, { body: fiche }))
      const refus = await asDpps.appeler(api.modifierOuvrage, { body: { ...fiche, titre: 'Rien' } })
      expect([refus.statut, refus.code]).toEqual([409, 'VERSION_OUVRAGE_PERIMEE'])
      const body = { id: ouvrage.id, version: ouvrage.version, fichier: fichier(pdfDe(500)) }
      const perime = await asDpps.appeler(api.remplacerOuvrage, { body })
      expect([perime.statut, perime.code]).toEqual([409, 'VERSION_OUVRAGE_PERIMEE'])
      expect(await titresDe(asDpps)).toEqual(['Autre'])
      expect((await s3?.noms()) ?? []).toHaveLength(s3 ? 1 : 0)
    })

    it.each([
      ['un titre vide', { titre: '   ' }],
      ['un titre trop long', { titre: 'a'.repeat(151) }],
      ['une catégorie inconnue', { typeDocument: 'JUSTIF' as 'GUIDE' }],
      ['une place hors des bornes', { rang: 1000 }],
      ['une description trop longue', { description: 'a'.repeat(501) }],
    ])('refuse %s, en nommant le champ', async (_, faute) => {
      const ouvrage = await partager('Guide')
      const body = { ...ficheDe(ouvrage), ...faute }
      const refus = await asDpps.appeler(api.modifierOuvrage, { body })
      expect([refus.statut, refus.details.map(({ chemin }) => chemin)]).toEqual([
        400,
        [`body.${Object.keys(faute)[0]}`],
      ])
    })

    it('ne connaît pas ce qui n’est pas de la bibliothèque', async () => {
      const body = { typeDocument: 'JUSTIF', fichier: fichier() }
      const { id } = await reussi(asDpps.appeler(api.deposerPiece, { body }))
      const fiche = { titre: 'x', description: null, typeDocument: 'GUIDE', rang: 0 } as const
      for (const inconnu of [id, 2_000_000_000]) {
        const cle = { id: inconnu, version: 1 }
        const refus = await asDpps.appeler(api.modifierOuvrage, { body: { ...cle, ...fiche } })
        expect([refus.statut, refus.code]).toEqual([404, 'OUVRAGE_INTROUVABLE'])
      }
    })
  })

  describe('remplacer le fichier d’un document', () => {
    it('garde son titre, sa place et son adresse ; l’ancien fichier n’est plus nulle part', async () => {
      const ouvrage = await partager('Guide', { rang: 4 })
      const octets = pdfDe(1234)
      const body = { id: ouvrage.id, version: 1, fichier: fichier(octets, 'Neuf.pdf') }
      const lu = await reussi(asDpps.appeler(api.remplacerOuvrage, { body }))
      expect(lu).toMatchObject({
        titre: 'Guide',
        rang: 4,
        url: ouvrage.url,
        nomOrigine: 'Neuf.pdf',
        taille: 1234,
        version: 2,
      })
      expect(lu.name).not.toBe(ouvrage.name)
      const recu = await asStructure.brut('GET', `/api${ouvrage.url}`)
      expect(recu.octets.equals(octets)).toBe(true)
      if (s3) expect(await s3.noms()).toEqual([lu.name])
      expect(await db.selectFrom('pieceEffacee').select('name').execute()).toEqual([])
    })

    it('refuse un fichier qui n’est pas accepté, et laisse l’ancien', async () => {
      const ouvrage = await partager('Guide')
      const body = { id: ouvrage.id, version: 1, fichier: fichier(ECHANTILLONS.MACROS) }
      const refus = await asDpps.appeler(api.remplacerOuvrage, { body })
      expect([refus.statut, refus.code]).toEqual([415, 'FORMAT_NON_ACCEPTE'])
      const lu = await asStructure.brut('GET', `/api${ouvrage.url}`)
      expect([lu.statut, lu.octets.length]).toEqual([200, 2000])
    })
  })
})
