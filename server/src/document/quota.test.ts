import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { QUOTAS } from '@releve/contract/document/document.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { deposer, envoyer, fichier, ouvrirBancsPieces, pdfDe } from './document.banc.ts'

describe.each(await ouvrirBancsPieces())('fichiers gardés dans $depot :', (banc) => {
  const { asStructure, asDpps, asAdmin, asAutreStructure, s3 } = banc
  const { db } = banc.base
  const compter = async () => (await db.selectFrom('piece').select('id').execute()).length
  const dossier = (personne: Personne, numero: string) =>
    personne.appeler(api.lireDossier, { params: { numero } })

  /** As if so many files of so many bytes were there already. */
  async function remplir(numero: string, nombre: number, taille: number) {
    const { id } = await deposer(asStructure, { numero })
    const { id: _, ...modele } = await db
      .selectFrom('piece')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const autres = Array.from({ length: nombre - 1 }, (__, rang) => ({
      ...modele,
      name: `plein-${rang}.pdf`,
      taille,
    }))
    if (autres.length > 0) await db.insertInto('piece').values(autres).execute()
    await db.updateTable('piece').set({ taille }).where('id', '=', id).execute()
  }

  describe('la place d’un rapport', () => {
    it('se dit avec ses fichiers, et ce que chacun peut y faire', async () => {
      const { numero } = await commencer(asStructure)
      const { id } = await deposer(asStructure, { numero, fichier: fichier(pdfDe(3000)) })
      const lu = await reussi(dossier(asStructure, numero))
      expect(lu).toMatchObject({
        pieces: [{ id, actions: ['supprimer'] }],
        occupe: { fichiers: 1, octets: 3000 },
        actions: ['deposer'],
      })
      const parAdmin = await reussi(dossier(asAdmin, numero))
      expect([parAdmin.actions, parAdmin.pieces[0]?.actions]).toEqual([[], []])
      expect((await dossier(asAutreStructure, numero)).code).toBe('FORMULAIRE_INTROUVABLE')
    })

    it('reste à la DPPS seule quand le rapport n’est plus ouvert', async () => {
      const { numero } = await amener(banc, 'SOUMIS')
      expect((await reussi(dossier(asStructure, numero))).actions).toEqual([])
      expect((await reussi(dossier(asDpps, numero))).actions).toEqual(['deposer'])
    })

    it('est de vingt fichiers : le vingt et unième est refusé, et rien n’en est gardé', async () => {
      const { numero } = await commencer(asStructure)
      await remplir(numero, QUOTAS.formulaire.fichiers, 10)
      const refus = await envoyer(asStructure, { numero })
      expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_FICHIERS'])
      expect(refus.libelle).toContain('Ce rapport a déjà 20\u00a0fichiers')
      expect(await compter()).toBe(20)
      expect((await s3?.noms()) ?? []).toHaveLength(s3 ? 1 : 0)
    })

    it('est de 25 Mo : un fichier qui n’y tient pas est refusé, et dit ce qui reste', async () => {
      const { numero } = await commencer(asStructure)
      await remplir(numero, 5, 4_999_000)
      const refus = await envoyer(asStructure, { numero, fichier: fichier(pdfDe(5001)) })
      expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_OCTETS'])
      expect(refus.libelle).toMatch(/n’a plus que 0\sMo de place, sur 25\sMo/)
      await deposer(asStructure, { numero, fichier: fichier(pdfDe(5000)) })
      expect((await reussi(dossier(asStructure, numero))).occupe.octets).toBe(25_000_000)
    })

    it('ne se dépasse pas à deux : de ceux qui arrivent ensemble, un seul prend la dernière place', async () => {
      const { numero } = await commencer(asStructure)
      await remplir(numero, QUOTAS.formulaire.fichiers - 1, 10)
      const issues = await Promise.all([1, 2, 3, 4].map(() => envoyer(asStructure, { numero })))
      const codes = issues.map(({ statut, code }) => code || String(statut)).toSorted()
      expect(codes).toEqual(['200', 'QUOTA_FICHIERS', 'QUOTA_FICHIERS', 'QUOTA_FICHIERS'])
      expect(await compter()).toBe(20)
      // What came in for nothing has gone from the store too.
      expect((await s3?.noms()) ?? []).toHaveLength(s3 ? 2 : 0)
    })
  })

  it('ce qu’une structure dépose hors d’un rapport a sa place aussi, dont les logos ne prennent rien', async () => {
    const { name } = await deposer(asStructure)
    const structureId = banc.structures.get('CAU-R01-01') ?? null
    const modele = await db
      .selectFrom('piece')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const { id: _, ...pleine } = modele
    const autres = Array.from({ length: QUOTAS.structure.fichiers - 1 }, (__, rang) => ({
      ...pleine,
      name: `plein-${rang}.pdf`,
      typeDocument: rang === 0 ? 'LOGO' : 'JUSTIF',
    }))
    await db.insertInto('piece').values(autres).execute()
    expect(structureId).toBe(modele.structureId)
    await deposer(asStructure)
    const refus = await envoyer(asStructure)
    expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_FICHIERS'])
    expect(refus.libelle).toContain('Votre structure a déjà 100')
    await deposer(asAutreStructure)
  })
})
