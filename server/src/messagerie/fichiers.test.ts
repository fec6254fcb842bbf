import { documentApi } from '@releve/contract/document/document.api.ts'
import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { ouvrirBancsPieces } from '../document/document.banc.ts'
import { balayerDepot } from '../document/menage.ts'
import { readConfig } from '../platform/config.ts'
import { CLE, ecrire, envoyer, joindre } from './messagerie.banc.ts'

const AUTRE_CLE = '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a09'

describe.each(await ouvrirBancsPieces())(
  'les fichiers d’un message, gardés dans $depot :',
  (banc) => {
    const { asStructure, asCollegue, asDpps, asAdmin, s3, horloge } = banc
    const { db } = banc.base

    /** The files that stand: in the base, and in the store. */
    const gardes = async () => {
      const lignes = await db.selectFrom('piece').select(['id', 'name']).orderBy('id').execute()
      if (s3) expect(await s3.noms()).toEqual(lignes.map(({ name }) => name).toSorted())
      expect(await db.selectFrom('pieceEffacee').selectAll().execute()).toEqual([])
      return lignes.map(({ id }) => id)
    }
    const supprimer = async (qui: Personne, ...ids: number[]) => {
      const { statut } = await qui.appeler(api.deleteMessages, { body: { ids } })
      expect(statut).toBe(204)
    }
    const brouillonner = (qui: Personne, cle: string, documents: number[]) =>
      reussi(qui.appeler(api.enregistrerBrouillon, { params: { cle }, body: { documents } }))
    const jeter = async (qui: Personne, cle: string) =>
      (await qui.appeler(api.deleteBrouillon, { params: { cle } })).statut

    it('s’effacent avec sa dernière copie, quelle qu’elle soit', async () => {
      const { id } = await joindre(asStructure)
      const message = await ecrire(asStructure, [asDpps, asAdmin], { documents: [id] })
      await supprimer(asStructure, message.id)
      await supprimer(asDpps, message.id)
      expect(await gardes()).toEqual([id])
      const lu = await asAdmin.appeler(documentApi.telechargerPiece, { params: { id } })
      expect(lu.statut).toBe(200)
      await supprimer(asAdmin, message.id)
      expect(await gardes()).toEqual([])
      const parti = await asStructure.appeler(documentApi.telechargerPiece, { params: { id } })
      expect([parti.statut, parti.code]).toEqual([404, 'PIECE_INTROUVABLE'])
    })

    it('transférés, restent à ceux qui les ont reçus ainsi', async () => {
      const { id } = await joindre(asStructure)
      const premier = await ecrire(asStructure, [asDpps], { documents: [id] })
      const transfere = await ecrire(asDpps, [asAdmin], { documents: [id] })
      await supprimer(asStructure, premier.id)
      await supprimer(asDpps, premier.id, transfere.id)
      expect(await gardes()).toEqual([id])
      await supprimer(asAdmin, transfere.id)
      expect(await gardes()).toEqual([])
    })

    it('restent à un brouillon de qui les a déposés, et s’effacent quand il le jette', async () => {
      const [envoye, autre] = [await joindre(asStructure), await joindre(asStructure)]
      const message = await ecrire(asStructure, [asDpps], { documents: [envoye.id] })
      await brouillonner(asStructure, CLE, [envoye.id, autre.id])
      await supprimer(asStructure, message.id)
      await supprimer(asDpps, message.id)
      expect(await gardes()).toEqual([envoye.id, autre.id])
      expect(await jeter(asStructure, CLE)).toBe(204)
      expect(await gardes()).toEqual([])
      expect(await jeter(asStructure, CLE)).toBe(404)
    })

    it('d’un brouillon jeté, restent à un autre et aux messages partis', async () => {
      const ids: number[] = []
      for (const _ of [1, 2, 3]) ids.push((await joindre(asStructure)).id)
      const [parti = 0, ailleurs = 0, seul = 0] = ids
      await ecrire(asStructure, [asDpps], { documents: [parti] })
      await brouillonner(asStructure, AUTRE_CLE, [ailleurs])
      await brouillonner(asStructure, CLE, [parti, ailleurs, seul])
      // Named in somebody else's draft, a file that is not his is nothing to him.
      await brouillonner(asCollegue, CLE, [seul])
      expect(await jeter(asCollegue, CLE)).toBe(204)
      expect(await gardes()).toEqual(ids)
      expect(await jeter(asStructure, CLE)).toBe(204)
      expect(await gardes()).toEqual([parti, ailleurs])
    })

    it('transférés comme s’efface leur dernière copie, sont gardés ou refusés, jamais perdus', async () => {
      for (let tour = 0; tour < 8; tour++) {
        const { id } = await joindre(asStructure)
        const message = await ecrire(asStructure, [asDpps], { documents: [id] })
        await supprimer(asStructure, message.id)
        const [transfert] = await Promise.all([
          envoyer(asDpps, [asAdmin], { documents: [id] }),
          supprimer(asDpps, message.id),
        ])
        if (transfert.statut === 200) {
          expect(await gardes()).toEqual([id])
          await supprimer(asDpps, transfert.corps.id)
          await supprimer(asAdmin, transfert.corps.id)
        } else {
          expect([transfert.statut, transfert.code]).toEqual([422, 'PIECE_NON_JOIGNABLE'])
        }
        expect(await gardes()).toEqual([])
      }
    })

    it.runIf(s3)('que le dépôt ne peut oublier maintenant le sont au balayage', async () => {
      const { id, name } = await joindre(asStructure)
      const message = await ecrire(asStructure, [asDpps], { documents: [id] })
      await supprimer(asStructure, message.id)
      await s3?.arreter()
      await supprimer(asDpps, message.id)
      expect(await db.selectFrom('piece').select('id').execute()).toEqual([])
      await s3?.reprendre()
      expect(await s3?.noms()).toEqual([name])
      await balayerDepot(db, readConfig(s3?.env ?? {}), horloge.maintenant)
      expect(await gardes()).toEqual([])
    })
  },
)
