import {
  fichierAnnuaireApi as api,
  type Preparation,
} from '@releve/contract/annuaire/fichier.api.ts'
import { FORMATS_ANNUAIRE } from '@releve/contract/annuaire/fichier.schema.ts'
import { describe, expect, it, vi } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { figer } from './fichier.banc.ts'
import { insertPreparation } from './fichier.sql.ts'

const { base, asDpps, asAdmin, asStructure, horloge } = await ouvrirBanc()

const { id: publie } = await figer(base.db, 'PUBLIE', { annee: 2020, edition: 1 })
await figer(base.db, 'ARRETE', { annee: 2020, edition: 2 })

const lire = (personne: Personne, id: number) =>
  reussi(personne.appeler(api.suivreFichierAnnuaire, { params: { id } }))

async function finie(personne: Personne, { id }: Preparation): Promise<Preparation> {
  await vi.waitFor(async () => expect((await lire(personne, id)).etat).not.toBe('EN_COURS'), {
    timeout: 60_000,
    interval: 50,
  })
  return lire(personne, id)
}

const preparer = async (
  personne: Personne,
  body: { format: (typeof FORMATS_ANNUAIRE)[number]; edition?: number; soumis?: boolean },
  annee = 2020,
) => reussi(personne.appeler(api.preparerFichierAnnuaire, { params: { annee }, body }))

const gardes = () =>
  base.db
    .selectFrom('annuaireFichier')
    .select(['annuaireId', 'format', 'sha256'])
    .where('annuaireId', '=', publie)
    .execute()

describe('le fichier d’un annuaire', () => {
  it.each(FORMATS_ANNUAIRE)('se télécharge en %s, sous le nom de l’année', async (format) => {
    const { statut, entetes, octets } = await asStructure.appeler(api.genererAnnuaire, {
      params: { annee: 2020 },
      query: { format },
    })
    expect(statut).toBe(200)
    expect(entetes['content-disposition']).toContain('annuaire-2020.')
    expect(octets?.length).toBeGreaterThan(1000)
  })

  it('est gardé une fois fait, et le même pour tous', async () => {
    const avant = await gardes()
    expect(avant.map(({ format }) => format).toSorted()).toEqual([...FORMATS_ANNUAIRE].toSorted())
    await finie(asAdmin, await preparer(asAdmin, { format: 'pdf' }))
    expect(await gardes()).toEqual(avant)
  })

  it('ne se fait qu’une fois quand plusieurs le demandent ensemble', async () => {
    const { id } = await figer(base.db, 'PUBLIE', { annee: 2019, edition: 1 })
    const demandes = [asDpps, asAdmin, asStructure].map((personne) =>
      personne.appeler(api.genererAnnuaire, { params: { annee: 2019 }, query: { format: 'xlsx' } }),
    )
    const octets = (await Promise.all(demandes)).map((reponse) => String(reponse.octets))
    expect(new Set(octets).size).toBe(1)
    const lignes = await base.db
      .selectFrom('annuaireFichier')
      .select('id')
      .where('annuaireId', '=', id)
      .execute()
    expect(lignes).toHaveLength(1)
  })

  it('n’est, pour qui ne le tient pas, que celui d’une édition publiée', async () => {
    const params = { annee: 2020 }
    const arretee = { format: 'json', edition: 2 } as const
    for (const personne of [asStructure, asAdmin]) {
      const refus = { statut: 404, code: 'ANNUAIRE_INTROUVABLE' }
      const demande = { params, query: arretee }
      expect(await personne.appeler(api.genererAnnuaire, demande)).toMatchObject(refus)
      const preparation = { params, body: arretee }
      expect(await personne.appeler(api.preparerFichierAnnuaire, preparation)).toMatchObject(refus)
    }
    const { octets } = await asDpps.appeler(api.genererAnnuaire, { params, query: arretee })
    expect(JSON.parse(String(octets))).toMatchObject({ annee: 2020, edition: 2 })
  })
})

describe('la préparation d’un fichier', () => {
  it('se suit jusqu’au fichier, qui se télécharge', async () => {
    const demandee = await preparer(asDpps, { format: 'csv', edition: 2 })
    expect(demandee).toMatchObject({ annee: 2020, edition: 2, format: 'csv', total: 3 })
    const faite = await finie(asDpps, demandee)
    expect(faite).toMatchObject({ etat: 'FAITE', fait: 3, nom: 'annuaire-2020-edition-2.zip' })
    const { statut, octets } = await asDpps.appeler(api.telechargerFichierAnnuaire, {
      params: { id: faite.id },
    })
    expect([statut, octets?.length]).toEqual([200, faite.taille])
  })

  it('n’est qu’à qui l’a demandée', async () => {
    const { id } = await finie(asDpps, await preparer(asDpps, { format: 'json' }))
    for (const operation of [api.suivreFichierAnnuaire, api.telechargerFichierAnnuaire]) {
      expect(await asAdmin.appeler(operation, { params: { id } })).toMatchObject({
        statut: 404,
        code: 'PREPARATION_INTROUVABLE',
      })
    }
    const annuler = await asAdmin.appeler(api.annulerFichierAnnuaire, { params: { id } })
    expect(annuler.statut).toBe(404)
  })

  it('s’annule, se tait quand son processus est mort, et s’oublie après un jour', async () => {
    const demandePar = (
      await base.db
        .selectFrom('utilisateur')
        .select('id')
        .where('identifiant', '=', 'dpps')
        .executeTakeFirstOrThrow()
    ).id
    const le = horloge.maintenant
    const nouvelle = { annee: 2020, edition: 2, format: 'pdf', demandePar, le } as const
    const id = await insertPreparation(base.db, nouvelle)
    expect((await lire(asDpps, id)).etat).toBe('EN_COURS')
    const params = { id }
    expect(await asDpps.appeler(api.telechargerFichierAnnuaire, { params })).toMatchObject({
      statut: 404,
      code: 'PREPARATION_INTROUVABLE',
    })
    expect((await asDpps.appeler(api.annulerFichierAnnuaire, { params })).statut).toBe(204)
    expect((await lire(asDpps, id)).etat).toBe('ANNULEE')
    const morte = await insertPreparation(base.db, nouvelle)
    await base.db
      .updateTable('annuairePreparation')
      .set({ vuLe: '2020-01-01T00:00:00Z' })
      .where('id', '=', morte)
      .execute()
    expect(await lire(asDpps, morte)).toMatchObject({ etat: 'ECHOUEE', raison: expect.any(String) })
    horloge.maintenant = new Date(le.getTime() + 25 * 3_600_000)
    expect(
      await asDpps.appeler(api.suivreFichierAnnuaire, { params: { id: morte } }),
    ).toMatchObject({ statut: 404, code: 'PREPARATION_INTROUVABLE' })
    await finie(asDpps, await preparer(asDpps, { format: 'json' }))
    const restes = await base.db
      .selectFrom('annuairePreparation')
      .select('id')
      .where('id', 'in', [id, morte])
      .execute()
    expect(restes).toEqual([])
    horloge.maintenant = le
  })

  it('est faite aussitôt quand le fichier est gardé, et la même redemandée', async () => {
    const { octets } = await asStructure.appeler(api.genererAnnuaire, {
      params: { annee: 2020 },
      query: { format: 'ods' },
    })
    const faite = await preparer(asStructure, { format: 'ods' })
    expect(faite).toMatchObject({
      etat: 'FAITE',
      fait: 3,
      edition: 1,
      nom: 'annuaire-2020.ods',
      taille: octets.length,
    })
    expect(await preparer(asStructure, { format: 'ods', edition: 1 })).toEqual(faite)
    const params = { id: faite.id }
    const rendue = await asStructure.appeler(api.telechargerFichierAnnuaire, { params })
    expect(rendue.octets.equals(octets)).toBe(true)
  })

  it('est la même pour qui la redemande, fût-ce plusieurs fois ensemble', async () => {
    const { id } = await figer(base.db, 'PUBLIE', { annee: 2018, edition: 1 })
    const demandes = Array.from({ length: 6 }, () => preparer(asStructure, { format: 'pdf' }, 2018))
    const ids = new Set((await Promise.all(demandes)).map((demandee) => demandee.id))
    expect(ids.size).toBe(1)
    const [seul = 0] = ids
    await vi.waitFor(async () => expect((await lire(asStructure, seul)).etat).toBe('FAITE'), {
      timeout: 60_000,
      interval: 50,
    })
    const [garde, ...autres] = await base.db
      .selectFrom('annuaireFichier')
      .select('format')
      .where('annuaireId', '=', id)
      .execute()
    expect([garde?.format, autres]).toEqual(['pdf', []])
  })

  it('est seule pour une personne : un autre fichier attend qu’elle soit finie', async () => {
    await figer(base.db, 'PUBLIE', { annee: 2017, edition: 1 })
    const le = horloge.maintenant
    const commune = { annee: 2017, edition: 1, demandePar: asStructure.id, le }
    const id = await insertPreparation(base.db, { ...commune, format: 'xlsx' })
    expect((await preparer(asStructure, { format: 'xlsx' }, 2017)).id).toBe(id)
    const params = { annee: 2017 }
    const autre = { params, body: { format: 'csv' } } as const
    expect(await asStructure.appeler(api.preparerFichierAnnuaire, autre)).toMatchObject({
      statut: 409,
      code: 'PREPARATION_EN_COURS',
      libelle:
        'Un autre fichier que vous avez demandé est encore en préparation\u00a0: l’annuaire 2017, au format XLSX. Attendez qu’il soit prêt, puis demandez celui-ci.',
    })
    await finie(asAdmin, await preparer(asAdmin, { format: 'csv' }, 2017))
    // What is kept is to be had at once, whatever is under way.
    expect((await preparer(asStructure, { format: 'csv' }, 2017)).etat).toBe('FAITE')
    // One that its process has left does not keep others from beginning.
    await base.db
      .updateTable('annuairePreparation')
      .set({ vuLe: '2020-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    await finie(asStructure, await preparer(asStructure, { format: 'json' }, 2017))
  })

  it('d’un aperçu n’est pas celle d’un aperçu d’autre contenu', async () => {
    const le = horloge.maintenant
    const demandePar = asDpps.id
    const nouvelle = { annee: 2025, edition: null, format: 'json', demandePar, le } as const
    const id = await insertPreparation(base.db, nouvelle)
    const demande = { params: { annee: 2025 }, body: { format: 'json', soumis: true } } as const
    expect(await asDpps.appeler(api.preparerFichierAnnuaire, demande)).toMatchObject({
      statut: 409,
      code: 'PREPARATION_EN_COURS',
    })
    const annulee = await asDpps.appeler(api.annulerFichierAnnuaire, { params: { id } })
    expect(annulee.statut).toBe(204)
  })

  it('d’une année dont rien n’est publié est introuvable', async () => {
    const demande = { params: { annee: 2010 }, body: { format: 'pdf' } } as const
    expect(await asStructure.appeler(api.preparerFichierAnnuaire, demande)).toMatchObject({
      statut: 404,
      code: 'ANNUAIRE_INTROUVABLE',
    })
  })
})
