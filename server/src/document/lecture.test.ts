import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import {
  deposer,
  ECHANTILLONS,
  envoyer,
  fichier,
  LOGO,
  ouvrirBancsPieces,
} from './document.banc.ts'

describe.each(await ouvrirBancsPieces())('fichiers gardés dans $depot :', (banc) => {
  const { asStructure, asCollegue, asAutreStructure, asDirectionRegionale } = banc
  const { asDpps, asAdmin, anonyme } = banc

  const lister = (personne: Personne, body = {}) =>
    reussi(personne.appeler(api.listPieces, { body }))

  async function nomsDe(personne: Personne, body = {}): Promise<string[]> {
    const parNumero = await lister(personne, body)
    return Object.values(parNumero)
      .flatMap((parType) => Object.values(parType).flat())
      .map(({ nomOrigine }) => nomOrigine)
      .toSorted()
  }

  const nomme = (nom: string) => fichier(ECHANTILLONS.PDF, `${nom}.pdf`)

  describe('lister les fichiers', () => {
    it('les range par numéro de rapport, puis par type, du plus ancien au plus récent', async () => {
      const { numero } = await commencer(asStructure)
      await deposer(asStructure, { numero, fichier: nomme('a') })
      await deposer(asCollegue, { numero, fichier: nomme('b') })
      await deposer(asStructure, { numero, typeDocument: 'PHOTO', fichier: nomme('c') })
      await deposer(asStructure, { typeDocument: 'PV', fichier: nomme('d') })
      const parNumero = await lister(asStructure)
      expect(Object.keys(parNumero).toSorted()).toEqual(['', numero])
      expect(Object.keys(parNumero[numero] ?? {})).toEqual(['JUSTIF', 'PHOTO'])
      expect(
        parNumero[numero]?.['JUSTIF']?.map(({ nomOrigine, deposePar }) => [nomOrigine, deposePar]),
      ).toEqual([
        ['a.pdf', 'cau-r01-01'],
        ['b.pdf', 'cau-r01-01-b'],
      ])
      expect(parNumero['']?.['PV']).toHaveLength(1)
      expect(JSON.stringify(parNumero)).not.toContain('contenu')
      expect(await nomsDe(asStructure, { numero })).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
      expect(await nomsDe(asStructure, { numero, typeDocument: 'PHOTO' })).toEqual(['c.pdf'])
      expect(await nomsDe(asStructure, { typeDocument: 'INCONNU' })).toEqual([])
    })

    it('donne un rapport sans fichier comme vide, et rien sans rapport', async () => {
      const { numero } = await commencer(asStructure)
      expect(await lister(asStructure, { numero })).toEqual({ [numero]: {} })
      expect(await lister(asStructure)).toEqual({})
      expect((await asStructure.brut('POST', '/api/documents/lister')).statut).toBe(200)
    })

    it('refuse le rapport d’une autre structure, même publié, et qui n’est pas connecté', async () => {
      const { numero } = await amener(banc, 'DIFFUSE')
      for (const cherche of [numero, 'RMA-INCONNU-202503']) {
        expect(
          await asAutreStructure.appeler(api.listPieces, { body: { numero: cherche } }),
        ).toMatchObject({ statut: 404, code: 'FORMULAIRE_INTROUVABLE' })
      }
      expect((await anonyme.appeler(api.listPieces, { body: {} })).statut).toBe(401)
    })
  })

  /** Whose piece, then who: what he may do of it. L: reads; S: deletes it too; -: nobody told him. */
  const TABLE = {
    rapport: { structure: 'S', collegue: 'S', autre: '-', region: 'L', admin: 'L', dpps: 'S' },
    structure: { structure: 'S', collegue: 'S', autre: '-', region: 'L', admin: 'L', dpps: 'S' },
    organisation: { structure: '-', collegue: '-', autre: '-', region: '-', admin: 'L', dpps: 'S' },
    guide: { structure: 'L', collegue: 'L', autre: 'L', region: 'L', admin: 'L', dpps: 'S' },
  } as const

  const GENS = {
    structure: asStructure,
    collegue: asCollegue,
    autre: asAutreStructure,
    region: asDirectionRegionale,
    admin: asAdmin,
    dpps: asDpps,
  }

  async function preparer(objet: keyof typeof TABLE) {
    if (objet === 'structure') return deposer(asStructure)
    if (objet === 'organisation') return deposer(asDpps)
    if (objet === 'guide') return deposer(asDpps, { typeDocument: 'GUIDE' })
    const { numero } = await commencer(asStructure)
    return deposer(asStructure, { numero })
  }

  const CAS = Object.entries(TABLE).flatMap(([objet, parQui]) =>
    Object.entries(parQui).map(([qui, droit]) => [objet, qui, droit] as const),
  )

  describe('qui lit et supprime quoi', () => {
    it.each(CAS)('fichier de %s, par %s : %s', async (objet, qui, droit) => {
      // Keys of the two tables above, that `Object.entries` forgets.
      const personne = GENS[qui as keyof typeof GENS]
      const { id, name } = await preparer(objet as keyof typeof TABLE)
      const lu = droit === '-' ? 404 : 200
      const supprime = droit === '-' ? 404 : droit === 'L' ? 403 : 204
      const params = { id }
      expect((await nomsDe(personne)).length).toBe(droit === '-' ? 0 : 1)
      expect((await personne.appeler(api.telechargerPiece, { params })).statut).toBe(lu)
      expect((await personne.appeler(api.telechargerPieceParDelete, { params })).statut).toBe(lu)
      if (supprime !== 204) {
        const parId = await personne.appeler(api.deletePieces, { body: { ids: [id] } })
        expect(parId.statut).toBe(supprime)
      }
      expect((await personne.appeler(api.deletePiece, { params: { name } })).statut).toBe(supprime)
      expect(await nomsDe(asDpps)).toHaveLength(droit === 'S' ? 0 : 1)
    })

    it.each([
      ['structure', 200],
      ['collegue', 200],
      ['autre', 404],
      ['region', 403],
      ['admin', 403],
      ['dpps', 200],
    ] as const)('%s dépose au rapport de la structure : %i', async (qui, statut) => {
      const { numero } = await commencer(asStructure)
      expect((await envoyer(GENS[qui], { numero })).statut).toBe(statut)
    })

    it.each([
      ['structure', 200],
      ['region', 200],
      ['admin', 403],
      ['dpps', 200],
    ] as const)('%s dépose sans rapport : %i', async (qui, statut) => {
      expect((await envoyer(GENS[qui])).statut).toBe(statut)
    })

    it('laisse déposer à qui saisit aussi pour une autre structure', async () => {
      const { numero } = await commencer(asStructure)
      const structureId = banc.structures.get('CAU-R01-01') ?? 0
      const { db } = banc.base
      const lien = { utilisateurId: asAutreStructure.id, structureId }
      await db.insertInto('utilisateurStructure').values(lien).execute()
      const { statut } = await envoyer(asAutreStructure, { numero })
      await db.deleteFrom('utilisateurStructure').execute()
      expect(statut).toBe(200)
    })
  })

  describe('supprimer des fichiers', () => {
    it('les supprime tous, ou aucun', async () => {
      const [a, b] = [await deposer(asStructure), await deposer(asStructure)]
      const etranger = await deposer(asDpps)
      for (const ids of [
        [a.id, 2_000_000_000],
        [a.id, etranger.id],
      ]) {
        expect(await asStructure.appeler(api.deletePieces, { body: { ids } })).toMatchObject({
          statut: 404,
          code: 'PIECE_INTROUVABLE',
        })
      }
      expect(await nomsDe(asDpps)).toHaveLength(3)
      const ids = [a.id, b.id, a.id]
      const reponse = await asStructure.appeler(api.deletePieces, { body: { ids } })
      expect([reponse.statut, reponse.octets.length]).toEqual([204, 0])
      expect(await nomsDe(asDpps)).toHaveLength(1)
    })

    it('refuse un nom inconnu, une liste vide, et qui n’est pas connecté', async () => {
      const { id, name } = await deposer(asStructure)
      const absent = await asStructure.appeler(api.deletePiece, { params: { name: 'absent.pdf' } })
      expect([absent.statut, absent.code]).toEqual([404, 'PIECE_INTROUVABLE'])
      const vide = await asStructure.appeler(api.deletePieces, { body: { ids: [] } })
      expect([vide.statut, vide.code]).toEqual([400, 'REQUETE_INVALIDE'])
      expect((await anonyme.appeler(api.deletePieces, { body: { ids: [id] } })).statut).toBe(401)
      expect((await anonyme.appeler(api.deletePiece, { params: { name } })).statut).toBe(401)
      expect(await nomsDe(asStructure)).toHaveLength(1)
    })
  })

  describe('télécharger un fichier', () => {
    it.each(['telechargerPiece', 'telechargerPieceParDelete'] as const)(
      'l’envoie sous son nom, pour être gardé et non ouvert, sans rien supprimer (%s)',
      async (nom) => {
        const { id } = await deposer(asStructure, { fichier: nomme('Été « n° 1 » 100 %') })
        for (const tour of [1, 2]) {
          const reponse = await asStructure.appeler(api[nom], { params: { id } })
          expect([tour, reponse.statut]).toEqual([tour, 200])
          expect(reponse.octets.equals(ECHANTILLONS.PDF)).toBe(true)
          expect(reponse.entetes).toMatchObject({
            'content-type': 'application/pdf',
            'content-length': String(ECHANTILLONS.PDF.length),
            'content-disposition':
              'attachment; filename="Ete _ n_ 1 _ 100 _.pdf"; ' +
              "filename*=UTF-8''%C3%89t%C3%A9%20%C2%AB%20n%C2%B0%201%20%C2%BB%20100%20%25.pdf",
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          })
        }
      },
    )

    it.each([
      ['PDF', 'application/pdf', ECHANTILLONS.PDF],
      ['PNG', 'image/png', ECHANTILLONS.PNG],
    ])('n’envoie jamais comme une page un %s qui en porte une', async (_, typeMime, debut) => {
      const page = '<html><script>parent.pris = true</script></html>'
      const double = fichier(Buffer.concat([debut, Buffer.from(page)]), 'page.html')
      const { id, nomOrigine } = await deposer(asStructure, { fichier: double })
      expect(nomOrigine).not.toMatch(/html$/)
      const { entetes } = await asStructure.appeler(api.telechargerPiece, { params: { id } })
      expect(entetes['content-type']).toBe(typeMime)
      expect(entetes['x-content-type-options']).toBe('nosniff')
      expect(entetes['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
      expect(entetes['content-disposition']).toMatch(/^attachment/)
    })

    it('refuse un fichier absent, HEAD, et qui n’est pas connecté', async () => {
      const { id } = await deposer(asStructure)
      const params = { id: 2_000_000_000 }
      for (const operation of [api.telechargerPiece, api.telechargerPieceParDelete]) {
        const absent = await asStructure.appeler(operation, { params })
        expect([absent.statut, absent.code]).toEqual([404, 'PIECE_INTROUVABLE'])
        expect((await anonyme.appeler(operation, { params: { id } })).statut).toBe(401)
      }
      expect((await asStructure.brut('HEAD', `/api/documents/download/${id}`)).statut).toBe(404)
    })
  })

  describe('un logo parmi les fichiers', () => {
    it('se liste comme eux, chez sa structure', async () => {
      await deposer(asStructure, LOGO)
      expect(await nomsDe(asStructure)).toEqual(['logo.png'])
      expect(await nomsDe(asAutreStructure)).toEqual([])
    })
  })
})
