import { QUOTA_MESSAGES } from '@releve/contract/document/document.schema.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { deposer, envoyer, fichier, ouvrirBancsPieces, pdfDe } from './document.banc.ts'

/** For all: what one person and a half may hold. */
const POUR_TOUS = 150_000_000
const bancs = await ouvrirBancsPieces({ MESSAGE_FILES_MB: String(POUR_TOUS / 1_000_000) })

describe.each(bancs)('les fichiers de messages, gardés dans $depot :', (banc) => {
  const { asStructure, asCollegue, asAutreStructure, asDpps, s3 } = banc
  const { db } = banc.base
  const joindre = (qui: Personne, taille = 1000) =>
    envoyer(qui, { typeDocument: 'MESSAGE', fichier: fichier(pdfDe(taille)) })
  const compter = async () => (await db.selectFrom('piece').select('id').execute()).length

  /** As if this person had already sent so many files of so many bytes. */
  async function remplir(qui: Personne, nombre: number, taille: number) {
    const { id } = await deposer(qui, { typeDocument: 'MESSAGE' })
    await sql`insert into message (id, expediteur_id, objet, corps) overriding system value
      values (${id}, ${qui.id}, 'Plein', 'Plein')`.execute(db)
    await sql`insert into piece (name, nom_origine, type_document, type_mime, taille, sha256, depot,
        contenu, depose_par)
      select name || n, nom_origine, type_document, type_mime, taille, sha256, depot, contenu,
        depose_par
      from piece, generate_series(2, ${nombre}::int) n where id = ${id}`.execute(db)
    await sql`update piece set taille = ${taille} where depose_par = ${qui.id}`.execute(db)
    await sql`insert into message_piece (message_id, piece_id)
      select ${id}, id from piece where depose_par = ${qui.id}`.execute(db)
  }

  it('une personne en garde 100 Mo : celui qui n’y tient pas est refusé, et dit que faire', async () => {
    await remplir(asStructure, 20, 4_999_950)
    const refus = await joindre(asStructure, 1001)
    expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_MESSAGES'])
    expect(refus.libelle.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      'Les fichiers joints à vos messages prennent déjà 99,9 Mo sur 100 Mo (20 fichiers sur 2 000) : celui-ci n’y tient pas. Supprimez d’anciens messages avec pièces jointes, et demandez à leurs destinataires d’en faire autant : un fichier s’efface avec la dernière copie de son message. Sinon, écrivez à la direction centrale.',
    )
    expect(await compter()).toBe(20)
    expect((await s3?.noms()) ?? []).toHaveLength(s3 ? 1 : 0)
    expect((await joindre(asStructure, 1000)).statut).toBe(200)
    expect((await joindre(asCollegue)).statut).toBe(200)
  })

  it('une personne en garde deux mille, si petits qu’ils soient', async () => {
    await remplir(asStructure, QUOTA_MESSAGES.fichiers, 100)
    const refus = await joindre(asStructure)
    expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_MESSAGES'])
  })

  it('ceux de tous ont une borne ensemble, que le refus nomme', async () => {
    await remplir(asStructure, 19, 5_000_000)
    await remplir(asAutreStructure, 11, 4_999_900)
    const refus = await joindre(asDpps, 1101)
    expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_MESSAGERIE'])
    expect(refus.libelle.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      'La place des fichiers joints aux messages est prise pour toute la plateforme : 149,9 Mo sur 150 Mo. Envoyez votre message sans ce fichier, ou supprimez d’anciens messages avec pièces jointes ; et prévenez la direction centrale, qui peut agrandir cette place.',
    )
    expect((await joindre(asDpps, 1100)).statut).toBe(200)
  })

  it('la dernière place ne se prend pas à deux, ni de la même personne, ni de deux', async () => {
    await remplir(asStructure, 19, 5_000_000)
    await remplir(asAutreStructure, 11, 4_999_900)
    const ensemble = [asStructure, asAutreStructure, asDpps, asDpps, asCollegue]
    const issues = await Promise.all(ensemble.map((qui) => joindre(qui, 1100)))
    const codes = issues.map(({ statut, code }) => code || String(statut)).toSorted()
    expect(codes).toEqual(['200', ...Array(4).fill('QUOTA_MESSAGERIE')])
    // One more fits for all, and one more for him alone.
    await sql`delete from message_piece`.execute(db)
    await sql`delete from piece where depose_par <> ${asStructure.id} or taille = 1100`.execute(db)
    const six = Array.from({ length: 6 }, () => joindre(asStructure, 4_000_000))
    const encore = await Promise.all(six)
    const dits = encore.map(({ statut, code }) => code || String(statut)).toSorted()
    expect(dits).toEqual(['200', ...Array(5).fill('QUOTA_MESSAGES')])
  })
})
