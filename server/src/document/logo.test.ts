import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { composeSession } from '../session/session.sql.ts'
import {
  ECHANTILLONS,
  envoyer,
  fichier,
  jpgDe,
  LOGO,
  ouvrirBancsPieces,
  pngDe,
} from './document.banc.ts'

describe.each(await ouvrirBancsPieces())('fichiers gardés dans $depot :', (banc) => {
  const { asStructure, asCollegue, asAutreStructure, asDirectionRegionale } = banc
  const { asDpps, asAdmin, anonyme } = banc
  const { db } = banc.base

  /** What a session says of this person's logo. */
  async function logoDe({ id }: { id: number }): Promise<string | null> {
    const jetons = { token: '', refreshToken: '', dateExpirationJeton: '' }
    type Jetons = Parameters<typeof composeSession>[2]
    return (await composeSession(db, id, jetons as Jetons, new Date())).urlLogo
  }

  const lireLogo = (url: string) => anonyme.brut('GET', `/api${url}`)

  async function poser(personne: typeof asStructure) {
    const piece = await reussi(envoyer(personne, LOGO))
    return { ...piece, urlLogo: piece.urlLogo ?? '' }
  }

  async function lignesJournal() {
    return db
      .selectFrom('journal')
      .select(['utilisateurId', 'action', 'objet', 'detail'])
      .where('action', 'like', 'LOGO%')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  }

  describe('le logo d’une structure', () => {
    it('devient celui de ses gens, et d’eux seuls', async () => {
      const { urlLogo, name } = await poser(asStructure)
      expect(urlLogo).toBe(`/documents/logo/${name}`)
      expect(name).toMatch(/^[\w-]{32}\.png$/)
      expect([await logoDe(asStructure), await logoDe(asCollegue)]).toEqual([urlLogo, urlLogo])
      for (const autre of [asAutreStructure, asDirectionRegionale, asDpps]) {
        expect(await logoDe(autre)).toBeNull()
      }
      expect(await lignesJournal()).toEqual([
        {
          utilisateurId: asStructure.id,
          action: 'LOGO_CHANGE',
          objet: 'CAU-R01-01',
          detail: { name },
        },
      ])
    })

    it('prend le pas sur celui de l’organisation, que voient les autres et le public', async () => {
      const organisation = await poser(asDpps)
      const structure = await poser(asStructure)
      expect(await logoDe(asStructure)).toBe(structure.urlLogo)
      for (const autre of [asAutreStructure, asDirectionRegionale, asDpps, asAdmin]) {
        expect(await logoDe(autre)).toBe(organisation.urlLogo)
      }
      const { urlLogo } = await reussi(anonyme.appeler(systemeApi.lireConfiguration))
      expect(urlLogo).toBe(organisation.urlLogo)
    })

    it('reste lisible sous son ancienne adresse quand un autre le remplace', async () => {
      const ancien = await poser(asStructure)
      const nouveau = await poser(asStructure)
      expect(nouveau.urlLogo).not.toBe(ancien.urlLogo)
      expect(await logoDe(asStructure)).toBe(nouveau.urlLogo)
      for (const { urlLogo } of [ancien, nouveau])
        expect((await lireLogo(urlLogo)).statut).toBe(200)
    })

    it('se retire quand on le supprime ; supprimer un ancien ne change rien', async () => {
      const ancien = await poser(asStructure)
      const nouveau = await poser(asStructure)
      const supprimer = (name: string) => asStructure.appeler(api.deletePiece, { params: { name } })
      expect((await supprimer(ancien.name)).statut).toBe(204)
      expect(await logoDe(asStructure)).toBe(nouveau.urlLogo)
      expect((await supprimer(nouveau.name)).statut).toBe(204)
      expect(await logoDe(asStructure)).toBeNull()
      expect(await lignesJournal()).toMatchObject([{ action: 'LOGO_RETIRE', objet: 'CAU-R01-01' }])
      expect((await lireLogo(nouveau.urlLogo)).statut).toBe(404)
      const central = await poser(asDpps)
      const { statut } = await asDpps.appeler(api.deletePieces, { body: { ids: [central.id] } })
      expect([statut, await logoDe(asDpps)]).toEqual([204, null])
    })

    it('est celui de la structure de l’agent, jamais de celles qu’il saisit aussi', async () => {
      const structureId = banc.structures.get('CAU-R01-01') ?? 0
      await db
        .insertInto('utilisateurStructure')
        .values({ utilisateurId: asAutreStructure.id, structureId })
        .execute()
      const { urlLogo } = await poser(asAutreStructure)
      await db.deleteFrom('utilisateurStructure').execute()
      expect([await logoDe(asAutreStructure), await logoDe(asStructure)]).toEqual([urlLogo, null])
    })
  })

  describe('le logo de l’organisation', () => {
    it('se change et se retire par l’administration, qui ne touche ni à celui d’une structure ni à un autre fichier', async () => {
      const structure = await poser(asStructure)
      const organisation = await poser(asAdmin)
      expect(await logoDe(asDpps)).toBe(organisation.urlLogo)
      expect(await logoDe(asStructure)).toBe(structure.urlLogo)
      const supprimer = ({ id }: { id: number }) =>
        asAdmin.appeler(api.deletePieces, { body: { ids: [id] } })
      expect(await supprimer(structure)).toMatchObject({ statut: 403, code: 'DROIT_INSUFFISANT' })
      expect(await envoyer(asAdmin)).toMatchObject({ statut: 403, code: 'DROIT_INSUFFISANT' })
      expect((await supprimer(organisation)).statut).toBe(204)
      expect(await logoDe(asDpps)).toBeNull()
    })

    it.each(['ROLE_ADMIN', 'ROLE_DPPS'] as const)(
      'est celui que change %s, même agent d’une structure',
      async (role) => {
        const compte = db.updateTable('utilisateur').where('id', '=', asCollegue.id)
        await compte.set({ roles: ['ROLE_STRUCTURE', role] }).execute()
        const { urlLogo } = await poser(asCollegue)
        await compte.set({ roles: ['ROLE_STRUCTURE'] }).execute()
        expect(await logoDe(asDpps)).toBe(urlLogo)
      },
    )
  })

  describe('qui ne change pas de logo', () => {
    it('refuse à un agent sans structure, et à qui n’est pas connecté', async () => {
      const compte = db.updateTable('utilisateur').where('id', '=', asCollegue.id)
      await compte.set({ structureId: null }).execute()
      const refus = await envoyer(asCollegue, LOGO)
      await compte.set({ structureId: banc.structures.get('CAU-R01-01') ?? null }).execute()
      expect([refus.statut, refus.code]).toEqual([403, 'DROIT_INSUFFISANT'])
      expect((await envoyer(anonyme, LOGO)).statut).toBe(401)
    })

    it.each(['PDF', 'XLSX', 'ODS'] as const)('refuse un %s', async (format) => {
      const envoi = { ...LOGO, fichier: fichier(ECHANTILLONS[format], 'logo.png') }
      expect(await envoyer(asStructure, envoi)).toMatchObject({
        statut: 415,
        code: 'FORMAT_NON_ACCEPTE',
        libelle: 'Format non accepté. Formats possibles\u00a0: PNG, JPG.',
      })
      expect(await logoDe(asStructure)).toBeNull()
    })

    it.each([
      ['PNG', 20_000, 20_000, pngDe],
      ['PNG', 4097, 1, pngDe],
      ['JPG', 65_500, 10, jpgDe],
      ['JPG', 10, 4097, jpgDe],
    ] as const)('refuse un %s de %i × %i pixels, et dit la limite', async (_, l, h, imageDe) => {
      const envoi = { ...LOGO, fichier: fichier(imageDe(l, h)) }
      const refus = await envoyer(asStructure, envoi)
      expect([refus.statut, refus.code]).toEqual([422, 'IMAGE_TROP_GRANDE'])
      const [largeur, hauteur] = [l, h].map((cote) => cote.toLocaleString('fr-FR'))
      expect(refus.libelle).toContain(`${largeur} × ${hauteur}\u00a0pixels`)
      expect(refus.libelle).toMatch(/4\s096\spixels de côté au plus/)
      expect(await logoDe(asStructure)).toBeNull()
    })

    it.each([
      ['un PNG coupé', pngDe(64, 64).subarray(0, 20)],
      ['un PNG sans pixel', pngDe(0, 64)],
      ['un JPG sans pixel', jpgDe(64, 0)],
      ['un JPG coupé', jpgDe(64, 64).subarray(0, 30)],
      ['un JPG sans trame', jpgDe(64, 64, 0xcc)],
      ['un JPG dont un segment ment sur sa longueur', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ])('refuse %s : ses dimensions ne se lisent pas', async (_, contenu) => {
      const refus = await envoyer(asStructure, { ...LOGO, fichier: fichier(contenu) })
      expect([refus.statut, refus.code]).toEqual([422, 'IMAGE_ILLISIBLE'])
      expect(await logoDe(asStructure)).toBeNull()
    })

    it.each([
      ['PNG', pngDe(4096, 4096)],
      ['JPG', jpgDe(4096, 4096)],
      ['JPG progressif', jpgDe(4096, 1, 0xc2)],
    ])('accepte un %s de 4 096 pixels de côté', async (_, contenu) => {
      const { urlLogo } = await reussi(envoyer(asStructure, { ...LOGO, fichier: fichier(contenu) }))
      expect(await logoDe(asStructure)).toBe(urlLogo)
    })

    it('ne mesure pas ce qui n’est pas un logo', async () => {
      expect((await envoyer(asStructure, { fichier: fichier(pngDe(20_000, 20_000)) })).statut).toBe(
        200,
      )
    })

    it('refuse un logo rattaché à un rapport', async () => {
      const refus = await envoyer(asStructure, { ...LOGO, numero: 'RMA-CAU-R01-01-202503' })
      expect([refus.statut, refus.code, refus.details[0]?.chemin]).toEqual([
        400,
        'REQUETE_INVALIDE',
        'body.numero',
      ])
    })
  })

  describe('l’adresse publique d’un logo', () => {
    it('donne l’image à chacun, pour un an, sans rien qui s’exécute', async () => {
      const { urlLogo } = await poser(asStructure)
      const { statut, octets, entetes } = await lireLogo(urlLogo)
      expect([statut, octets.equals(ECHANTILLONS.PNG)]).toEqual([200, true])
      expect(entetes).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename=logo.png',
      })
      expect((await banc.asAutreStructure.brut('GET', `/api${urlLogo}`)).statut).toBe(200)
      expect((await anonyme.brut('HEAD', `/api${urlLogo}`)).statut).toBe(404)
    })

    it('ne donne aucun autre fichier, ni un nom inconnu', async () => {
      const { name } = await reussi(envoyer(asStructure))
      for (const absent of [name, 'inconnu.png', '..%2F..%2Fetc%2Fpasswd']) {
        const refus = await lireLogo(`/documents/logo/${absent}`)
        expect([refus.statut, refus.code]).toEqual([404, 'PIECE_INTROUVABLE'])
        expect(refus.entetes['cache-control']).toBe('no-store')
      }
    })
  })
})
