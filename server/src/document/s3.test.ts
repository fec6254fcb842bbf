import { documentApi as api } from '@releve/contract/document/document.api.ts'
import { describe, expect, it } from 'vitest'
import { commencer, reussi } from '../../test/formulaires.ts'
import { createApp } from '../app.ts'
import { deplacerVers } from '../maintenance/pieces.ts'
import { verifierBase } from '../maintenance/verifier.ts'
import { readConfig } from '../platform/config.ts'
import { createDepot, DepotMuet } from '../platform/depot.ts'
import { empreinteDe } from './contenu.ts'
import {
  type BancPieces,
  deposer,
  ECHANTILLONS,
  envoyer,
  fichier,
  ouvrirBancsPieces,
  pdfDe,
} from './document.banc.ts'
import { balayerDepot } from './menage.ts'
import type { ServeurS3 } from './s3.banc.ts'

const [base, seau] = (await ouvrirBancsPieces()) as [BancPieces, BancPieces]
const { asStructure } = seau
const { db } = seau.base
// The second of the benches has one.
const s3 = seau.s3 as ServeurS3
const config = readConfig(s3.env)
const LE = new Date('2025-03-20T10:00:00Z')

/** So many days after what the store holds came in: it dates it by its own clock. */
async function jourApres(nombre: number): Promise<Date> {
  let dernier = 0
  for await (const { depuis } of s3.depot.list()) dernier = Math.max(dernier, depuis.getTime())
  return new Date(dernier + nombre * 86_400_000)
}

const lignes = () => db.selectFrom('piece').select(['id', 'depot', 'contenu']).execute()
const telecharger = (id: number) => asStructure.appeler(api.telechargerPiece, { params: { id } })

describe('un dépôt S3', () => {
  it('tient les octets, la base leur ligne seule', async () => {
    const { name, id } = await deposer(asStructure)
    expect(await lignes()).toEqual([{ id, depot: 'S3', contenu: null }])
    expect(await s3.noms()).toEqual([name])
  })

  it('refuse une autre clé que la sienne, et rend un fichier absent comme tel', async () => {
    const { depot } = s3
    const { PDF } = ECHANTILLONS
    for (const change of [{ cle: 'autre' }, { secret: 'autre' }, { region: 'eu-west-3' }]) {
      const autre = createDepot({ ...s3.s3, ...change })
      for (const appel of [
        () => autre.put('a.pdf', PDF, empreinteDe(PDF)),
        () => autre.get('a.pdf', 10),
        () => autre.delete('a.pdf'),
        () => autre.list().next(),
      ]) {
        const echec: unknown = await appel().catch((raison: unknown) => raison)
        expect(echec).toBeInstanceOf(DepotMuet)
        expect(String((echec as DepotMuet).cause)).toContain('403 SignatureDoesNotMatch')
      }
    }
    expect(await s3.noms()).toEqual([])
    expect(await depot.get('a.pdf', 10)).toBeNull()
    await expect(depot.delete('a.pdf')).resolves.toBeUndefined()
  })

  it('qui manque, ou ne donne pas un seau, ne se prend pas pour un fichier absent', async () => {
    const ailleurs = createDepot({ ...s3.s3, adresse: s3.s3.adresse.replace('releve', 'absent') })
    await expect(ailleurs.get('a.pdf', 10)).rejects.toThrow(DepotMuet)
    await expect(ailleurs.list().next()).rejects.toThrow(DepotMuet)
    const octets = ECHANTILLONS.PDF
    await expect(ailleurs.put('a.pdf', octets, empreinteDe(octets))).rejects.toThrow(DepotMuet)
  })

  it('qui ne répond pas est dit en toutes lettres : rien n’est écrit à moitié, puis tout revient', async () => {
    const garde = await deposer(asStructure)
    await s3.arreter()
    const indisponible = { statut: 503, code: 'DEPOT_INDISPONIBLE' }
    const refus = await envoyer(asStructure)
    expect(refus).toMatchObject(indisponible)
    expect(refus.libelle).toMatch(/^Le dépôt des fichiers ne répond pas\s: rien n’a été changé/)
    expect(refus.entetes['retry-after']).toBe('60')
    expect(await telecharger(garde.id)).toMatchObject(indisponible)
    expect(await lignes()).toHaveLength(1)
    // A file can be deleted meanwhile: the store will have to forget it.
    const body = { ids: [garde.id] }
    expect((await asStructure.appeler(api.deletePieces, { body })).statut).toBe(204)
    await expect(balayerDepot(db, config, LE)).rejects.toThrow(DepotMuet)
    expect((await verifierBase(db, config)).fautes).toBe(0)
    await s3.reprendre()
    expect(await s3.noms()).toEqual([garde.name])
    expect(await balayerDepot(db, config, LE)).toMatchObject({ effaces: 1, reste: 0 })
    expect(await s3.noms()).toEqual([])
    expect((await envoyer(asStructure)).statut).toBe(200)
  })

  it('se relit sans ses réglages comme un dépôt qui ne répond pas', async () => {
    const { id } = await deposer(asStructure)
    const app = await createApp({ base: seau.base, config: readConfig({ LOG_LEVEL: 'silent' }) })
    const headers = { authorization: `Bearer ${asStructure.jeton}` }
    const lu = await app.inject({ method: 'GET', url: `/api/documents/download/${id}`, headers })
    await app.close()
    expect([lu.statusCode, lu.json().code]).toEqual([503, 'DEPOT_INDISPONIBLE'])
  })
})

describe('un fichier abîmé', () => {
  const PIEGES: [string, (name: string) => Promise<unknown>][] = [
    ['changé', (name) => poser(name, Buffer.from('%PDF-autre chose'))],
    ['tronqué', (name) => poser(name, ECHANTILLONS.PDF.subarray(0, 5))],
    ['allongé', (name) => poser(name, Buffer.concat([ECHANTILLONS.PDF, Buffer.alloc(50)]))],
    ['perdu', (name) => s3.depot.delete(name)],
  ]
  const poser = (name: string, octets: Buffer) => s3.depot.put(name, octets, empreinteDe(octets))

  it.each(PIEGES)('dans le seau n’est pas envoyé : %s', async (_, abimer) => {
    const { id, name } = await deposer(asStructure)
    await abimer(name)
    const refus = await telecharger(id)
    expect([refus.statut, refus.code]).toEqual([409, 'FICHIER_ALTERE'])
    expect(refus.octets.includes('%PDF')).toBe(false)
    const { lignes: dites } = await verifierBase(db, config)
    expect(dites.join('\n')).toContain('est abîmé ou perdu dans le dépôt.')
  })

  it('dans la base n’est pas envoyé non plus, et le journal technique dit lequel', async () => {
    const piece = await deposer(base.asStructure)
    const { db: embarquee } = base.base
    await embarquee
      .updateTable('piece')
      .set({ contenu: Buffer.from('x') })
      .execute()
    const dites: string[] = []
    const flux = { write: (ligne: string) => void dites.push(ligne) }
    const app = await createApp({ base: base.base, config: readConfig({}), flux })
    const headers = { authorization: `Bearer ${base.asStructure.jeton}` }
    const url = `/api/documents/download/${piece.id}`
    const lu = await app.inject({ method: 'GET', url, headers })
    await app.close()
    expect([lu.statusCode, lu.json().code]).toEqual([409, 'FICHIER_ALTERE'])
    expect(dites.join('')).toContain(`fichier ${piece.name} abîmé ou perdu`)
    expect(lu.body).not.toContain(piece.name)
  })
})

describe('le ménage du dépôt', () => {
  const orphelin = (nom: string) =>
    s3.depot.put(nom, ECHANTILLONS.PDF, empreinteDe(ECHANTILLONS.PDF))

  it('efface ce qu’aucune ligne ne porte, une fois passé un jour', async () => {
    const { name } = await deposer(asStructure)
    await orphelin('perdu.pdf')
    await balayerDepot(db, config, await jourApres(0))
    expect(await s3.noms()).toEqual([name, 'perdu.pdf'].toSorted())
    const bilan = await balayerDepot(db, config, await jourApres(2))
    expect([bilan.orphelins, bilan.doute]).toEqual([1, false])
    expect(await s3.noms()).toEqual([name])
  })

  it('n’efface rien d’un seau qui tient surtout des inconnus : c’est celui d’un autre', async () => {
    await deposer(asStructure)
    for (let rang = 0; rang < 21; rang++) await orphelin(`autre-${rang}.pdf`)
    expect(await balayerDepot(db, config, await jourApres(2))).toMatchObject({
      orphelins: 21,
      doute: true,
    })
    expect(await s3.noms()).toHaveLength(22)
  })

  it('ne fait rien sans dépôt', async () => {
    expect(await balayerDepot(base.base.db, { s3: undefined }, LE)).toMatchObject({ effaces: 0 })
  })
})

describe('déplacer les fichiers', () => {
  const deplacer = (vers: string, reglages = config) => deplacerVers(db, reglages, vers, LE)

  it('les met dans le seau, puis les rend à la base, octet pour octet', async () => {
    const { numero } = await commencer(asStructure)
    const octets = pdfDe(70_000)
    const { id, name } = await deposer(asStructure, { numero, fichier: fichier(octets) })
    await deposer(asStructure)
    expect((await deplacer('base')).lignes).toEqual([
      expect.stringMatching(/^Fichiers déplacés dans la base\s: 2 \(70\s019 octets\)\.$/),
    ])
    expect(await s3.noms()).toEqual([])
    expect((await lignes()).map(({ depot }) => depot)).toEqual(['BASE', 'BASE'])
    // Still read, whichever store is now in use.
    expect((await telecharger(id)).octets.equals(octets)).toBe(true)
    expect((await deplacer('S3')).lignes[0]).toContain('dans le seau\u00a0: 2')
    expect(await s3.noms()).toContain(name)
    expect((await telecharger(id)).octets.equals(octets)).toBe(true)
    expect((await deplacer('s3')).lignes[0]).toContain(': 0')
  })

  it('laisse où il est un fichier abîmé, et le nomme', async () => {
    const { id, name } = await deposer(asStructure)
    await s3.depot.delete(name)
    const { lignes: dites, fautes } = await deplacer('BASE')
    expect([fautes, dites[1]]).toEqual([1, expect.stringContaining(`${id} (rapport.pdf)`)])
    expect((await lignes())[0]?.depot).toBe('S3')
  })

  it('dit qu’il n’y a pas de seau, qu’il ne répond pas, ou que le mot n’existe pas', async () => {
    await deposer(asStructure)
    await expect(deplacer('S3', readConfig({}))).rejects.toThrow('S3_URL n’est pas donnée')
    await expect(deplacer('disque')).rejects.toThrow('--vers est S3 ou BASE')
    await s3.arreter()
    await expect(deplacer('BASE')).rejects.toThrow('ne répond pas')
    await s3.reprendre()
    expect((await lignes())[0]?.depot).toBe('S3')
    await reussi(asStructure.appeler(api.listPieces, { body: {} }))
  })
})
