import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { FORMATS } from '@releve/contract/document/document.schema.ts'
import { describe, expect, it } from 'vitest'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import {
  deposer,
  ECHANTILLONS,
  envoyer,
  fichier,
  ouvrirBancsPieces,
  pdfDe,
} from './document.banc.ts'

const bancs = await ouvrirBancsPieces()
const adresses = await Promise.all(
  bancs.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })),
)
const ouverts = bancs.map((banc, rang) => ({ ...banc, origine: adresses[rang] ?? '' }))

describe.each(ouverts)('fichiers gardés dans $depot :', ({ origine, ...banc }) => {
  const { asStructure, asDpps, asAdmin, anonyme, app } = banc
  const UPLOAD = '/api/documents/upload'

  const compter = async () => (await banc.base.db.selectFrom('piece').select('id').execute()).length

  describe('déposer un fichier', () => {
    it('le garde entier, au nom du rapport, et répond ce qu’il est', async () => {
      const { numero } = await commencer(asStructure)
      const contenu = pdfDe(3000)
      const piece = await deposer(asStructure, {
        typeDocument: 'RAPPORT_SIGNE',
        numero,
        fichier: fichier(contenu, 'Rapport signé.pdf'),
      })
      expect(piece).toEqual({
        id: expect.any(Number),
        name: expect.stringMatching(/^[\w-]{32}\.pdf$/),
        nomOrigine: 'Rapport signé.pdf',
        typeDocument: 'RAPPORT_SIGNE',
        numero,
        typeMime: 'application/pdf',
        taille: 3000,
        sha256: createHash('sha256').update(contenu).digest('hex'),
        url: `/documents/download/${piece.id}`,
        deposeLe: '2025-03-20T10:00:00.000Z',
        deposePar: 'cau-r01-01',
      })
      const lu = await asStructure.brut('GET', `/api${piece.url}`)
      expect(lu.octets.equals(contenu)).toBe(true)
    })

    it('accepte le nom de champ de n’importe quel client, et un numéro laissé vide', async () => {
      const champs = [
        ['file', fichier()],
        ['typeDocument', 'PHOTO'],
        ['numero', ''],
      ] as const
      expect(await asStructure.envoyer(UPLOAD, champs)).toMatchObject({
        statut: 200,
        corps: { typeDocument: 'PHOTO', numero: null },
      })
    })

    it.each(['PDF', 'JPG', 'PNG', 'XLSX', 'ODS'] as const)(
      'accepte un %s, quoi que dise son nom, et le nomme par son contenu',
      async (format) => {
        const { nomOrigine, typeMime } = await deposer(asStructure, {
          fichier: fichier(ECHANTILLONS[format], 'piece.pdf'),
        })
        expect(nomOrigine).toBe(`piece.${format.toLowerCase()}`)
        expect(typeMime).not.toBe('application/octet-stream')
      },
    )

    it.each([
      ['du HTML nommé .pdf', Buffer.from('<html></html>'), 'rapport.pdf'],
      ['un classeur à macros', ECHANTILLONS.MACROS, 'classeur.xlsx'],
      ['du SVG nommé .png', Buffer.from('<svg/>'), 'image.png'],
    ])('refuse %s', async (_, contenu, nom) => {
      expect(await envoyer(asStructure, { fichier: fichier(contenu, nom) })).toMatchObject({
        statut: 415,
        code: 'FORMAT_NON_ACCEPTE',
        libelle: 'Format non accepté. Formats possibles\u00a0: PDF, JPG, PNG, XLSX, ODS.',
      })
      expect(await compter()).toBe(0)
    })

    it('accepte 5 000 000 octets, gardés un par un, et refuse 5 000 001', async () => {
      const contenu = pdfDe(5_000_000)
      const { id, taille, sha256 } = await deposer(asStructure, { fichier: fichier(contenu) })
      expect(taille).toBe(5_000_000)
      expect(sha256).toBe(createHash('sha256').update(contenu).digest('hex'))
      const lu = await asStructure.appeler(api.telechargerPiece, { params: { id } })
      expect(lu.octets.equals(contenu)).toBe(true)
      expect(await envoyer(asStructure, { fichier: fichier(pdfDe(5_000_001)) })).toMatchObject({
        statut: 413,
        code: 'FICHIER_TROP_GRAND',
        libelle: 'Le fichier dépasse 5 Mo. Réduisez-le ou choisissez un autre fichier.',
      })
      expect(await compter()).toBe(1)
    })

    it('refuse un type hors de la liste, ou retiré de la liste', async () => {
      expect(await envoyer(asStructure, { typeDocument: 'RECETTE' })).toMatchObject({
        statut: 422,
        code: 'TYPE_DOCUMENT_INCONNU',
      })
      const valeur = banc.base.db.updateTable('codificationValeur').where('code', '=', 'PHOTO')
      await valeur.set({ actif: false }).execute()
      const refus = await envoyer(asStructure, { typeDocument: 'PHOTO' })
      await valeur.set({ actif: true }).execute()
      expect([refus.statut, refus.code]).toEqual([422, 'TYPE_DOCUMENT_INCONNU'])
    })

    const type = ['typeDocument', 'JUSTIF'] as const
    const un = ['fichier', fichier()] as const
    it.each([
      ['sans fichier', [type], 400, 'FICHIER_MANQUANT'],
      ['un texte à la place du fichier', [type, ['fichier', 'x']], 400, 'FICHIER_MANQUANT'],
      ['un fichier vide', [type, ['fichier', fichier(Buffer.alloc(0))]], 400, 'FICHIER_VIDE'],
      ['deux fichiers', [type, un, un], 400, 'FICHIERS_MULTIPLES'],
      ['deux fichiers sous deux noms', [un, type, ['b', fichier()]], 400, 'FICHIERS_MULTIPLES'],
      ['sans type', [un], 400, 'REQUETE_INVALIDE'],
      ['un type donné deux fois', [type, type, un], 400, 'REQUETE_INVALIDE'],
      ['un champ inconnu', [type, un, ['autre', 'x']], 400, 'REQUETE_INVALIDE'],
      ['un nom de champ piégé', [type, un, ['__proto__', 'x']], 400, 'REQUETE_INVALIDE'],
      ['un texte illisible', [['typeDocument', 'A\0B'], un], 400, 'REQUETE_INVALIDE'],
      ['un texte trop long', [['typeDocument', 'A'.repeat(3000)], un], 400, 'REQUETE_INVALIDE'],
    ] as const)('refuse un envoi mal formé : %s', async (_, champs, statut, code) => {
      const refus = await asStructure.envoyer(UPLOAD, champs)
      expect([refus.statut, refus.code], JSON.stringify(refus.corps)).toEqual([statut, code])
      expect(await compter()).toBe(0)
    })

    it('refuse du JSON à la place d’un envoi de fichier', async () => {
      const refus = await asStructure.brut('POST', UPLOAD, { typeDocument: 'JUSTIF' })
      expect([refus.statut, refus.code]).toEqual([415, 'MULTIPART_ATTENDU'])
      expect((await asStructure.brut('POST', UPLOAD)).statut).toBe(415)
    })

    it('refuse qui n’est pas connecté, avant de regarder ce qu’il envoie', async () => {
      expect(await envoyer(anonyme)).toMatchObject({ statut: 401, code: 'JETON_ABSENT' })
      expect((await anonyme.brut('POST', UPLOAD, {})).statut).toBe(401)
      expect((await asStructure.brut('HEAD', UPLOAD)).statut).toBe(404)
    })

    it('n’accepte ailleurs qu’un corps en JSON', async () => {
      const refus = await asStructure.envoyer('/api/documents/lister', [['fichier', fichier()]])
      expect([refus.statut, refus.code]).toEqual([415, 'TYPE_NON_ACCEPTE'])
    })
  })

  describe('un envoi dont la ligne tombe', () => {
    const TAILLE = 4_900_000
    const DEBUT = '--B\r\nContent-Disposition: form-data; name="'
    const TETE = `${DEBUT}typeDocument"\r\n\r\nJUSTIF\r\n${DEBUT}fichier"; filename="a.pdf"\r\n\r\n`
    const FIN = '\r\n--B--\r\n'

    /** Begins to send a file, on a line of its own. */
    async function commencerEnvoi() {
      const { port } = new URL(origine)
      const ligne = connect(Number(port), '127.0.0.1')
      ligne.on('error', () => undefined)
      const taille = TETE.length + TAILLE + FIN.length
      ligne.write(
        `POST ${UPLOAD} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
          `Authorization: Bearer ${asStructure.jeton}\r\nContent-Length: ${taille}\r\n` +
          `Content-Type: multipart/form-data; boundary=B\r\n\r\n${TETE}`,
      )
      return ligne
    }

    const lignes = () =>
      new Promise<number>((suite, echec) => {
        app.server.getConnections((err, nombre) => (err ? echec(err) : suite(nombre)))
      })

    it('au milieu ne laisse ni ligne dans la base, ni objet dans le dépôt', async () => {
      const contenu = pdfDe(TAILLE)
      const ligne = await commencerEnvoi()
      await new Promise((suite) => ligne.write(contenu.subarray(0, TAILLE / 2), suite))
      ligne.destroy()
      await expect.poll(lignes).toBe(0)
      expect(await compter()).toBe(0)
      expect((await banc.s3?.noms()) ?? []).toEqual([])
      // The same, whole, is taken: what was cut is in nobody's way.
      const entier = await commencerEnvoi()
      entier.write(Buffer.concat([contenu, Buffer.from(FIN)]))
      expect(await text(entier)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await compter()).toBe(1)
    })

    it('rend la place qu’il tenait en mémoire : cent autres n’en chassent personne', async () => {
      const contenu = pdfDe(TAILLE)
      const premier = await commencerEnvoi()
      await new Promise((suite) => premier.write(contenu.subarray(0, TAILLE / 2), suite))
      await expect.poll(lignes).toBe(1)
      // Together they announce twice what all lines may hold: the oldest would be cut.
      for (let rang = 0; rang < 100; rang += 1) {
        const coupe = await commencerEnvoi()
        await expect.poll(lignes, { interval: 1 }).toBe(2)
        coupe.destroy()
        await expect.poll(lignes, { interval: 1 }).toBe(1)
      }
      premier.write(Buffer.concat([contenu.subarray(TAILLE / 2), Buffer.from(FIN)]))
      expect(await text(premier)).toMatch(/^HTTP\/1\.1 200 /)
    })
  })

  describe('un rapport qui n’est plus ouvert', () => {
    it.each(['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'] as const)(
      'ne reçoit ni ne perd de fichier à l’état %s, sauf par la DPPS',
      async (etat) => {
        const { numero } = await commencer(asStructure)
        const piece = await deposer(asStructure, { numero })
        await banc.base.db.updateTable('formulaire').set({ etat }).execute()
        const appels = [
          envoyer(asStructure, { numero }),
          asStructure.appeler(api.deletePieces, { body: { ids: [piece.id] } }),
          asStructure.appeler(api.deletePiece, { params: { name: piece.name } }),
        ]
        for (const refus of await Promise.all(appels)) {
          expect([refus.statut, refus.code]).toEqual([409, 'TRANSITION_INTERDITE'])
          expect(refus.libelle).toContain('le rapport est à l’état')
        }
        expect(await compter()).toBe(1)
        await deposer(asDpps, { numero })
        const { statut } = await asDpps.appeler(api.deletePieces, { body: { ids: [piece.id] } })
        expect([statut, await compter()]).toEqual([204, 1])
      },
    )

    it('en reçoit de nouveau une fois renvoyé', async () => {
      const { numero } = await amener(banc, 'RENVOYE')
      const { name } = await deposer(asStructure, { numero })
      const { statut } = await asStructure.appeler(api.deletePiece, { params: { name } })
      expect(statut).toBe(204)
    })
  })

  describe('les fichiers dans la description de l’API', () => {
    it('se déposent en plusieurs parties, et se téléchargent en octets', async () => {
      const { paths } = (await app.inject('/api/openapi.json')).json()
      const depot = paths['/documents/upload'].post
      expect(Object.keys(depot.requestBody.content)).toEqual(['multipart/form-data'])
      expect(depot.requestBody.content['multipart/form-data'].schema).toMatchObject({
        required: ['typeDocument', 'fichier'],
        properties: { fichier: { type: 'string', format: 'binary' } },
      })
      for (const statut of ['400', '413', '415']) expect(depot.responses).toHaveProperty(statut)
      const lecture = paths['/documents/download/{id}'].get.responses['200'].content
      const types = Object.values(FORMATS).map(({ typeMime }) => typeMime)
      expect(Object.keys(lecture).toSorted()).toEqual(types.toSorted())
      await reussi(asAdmin.appeler(api.listPieces, { body: {} }))
    })
  })
})
