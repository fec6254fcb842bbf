import { blancDe } from '@releve/contract/champs.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'

const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme, base, structures } =
  await ouvrirBanc()

type Query = { [champ: string]: string | number }

const PUBLIC = ['code', 'id', 'libelle', 'region', 'typeStructure']

async function lister(personne: Personne, query: Query = {}) {
  const reponse = await personne.appeler(structureApi.listStructures, {
    query: { taille: 200, ...query },
  })
  expect(reponse.statut).toBe(200)
  return reponse.corps
}

async function codesDe(personne: Personne, query: Query = {}): Promise<string[]> {
  return (await lister(personne, query)).elements.map(({ code }) => code)
}

await base.db
  .updateTable('structure')
  .set({ etat: 'FERMEE', dateFermeture: '2024-12-31' })
  .where('code', '=', 'CSOC-R06-01')
  .execute()
await base.db
  .updateTable('structure')
  .set({ etat: 'SUSPENDUE' })
  .where('code', '=', 'POUP-R01-01')
  .execute()

describe('lister les structures', () => {
  it('donne aux comptes centraux la fiche entière de toutes, quel que soit leur état', async () => {
    for (const personne of [asDpps, asAdmin]) {
      const { elements, total, page } = await lister(personne)
      expect([elements.length, total, page]).toEqual([17, 17, 1])
      expect(elements.find(({ code }) => code === 'CAU-R01-01')).toEqual({
        ...blancDe(CHAMPS_STRUCTURE),
        id: structures.get('CAU-R01-01'),
        code: 'CAU-R01-01',
        libelle: 'Centre d’accueil d’urgence de Port-Clair',
        typeStructure: 'CAU',
        statutStructure: 'PUBLIC',
        region: 'R01',
        parent: {
          id: structures.get('DR-R01'),
          code: 'DR-R01',
          libelle: 'Direction régionale du Littoral',
        },
        responsable: 'La directrice',
        telephone: '+999 20 00 00 04',
        email: 'cau-r01-01@example.org',
        adresse: 'Rue des Palmiers, Port-Clair',
        latitude: 3.427,
        longitude: -20.131,
        capacite: 60,
        postesReference: { HC: 0, A: 3, B: 7, C: 6, D: 5, E: 3 },
        effectifsOuverture: { RMA: 42, EPM: 23 },
        modeles: ['RMA', 'EPM'],
        dateOuverture: '2008-03-01',
        etat: 'ACTIVE',
        urlLogo: null,
        version: 1,
      })
      expect(elements.find(({ code }) => code === 'CSOC-R06-01')).toMatchObject({
        etat: 'FERMEE',
        dateFermeture: '2024-12-31',
        parent: null,
      })
    }
  })

  it('ne donne à une structure que sa fiche, et la part publique des autres actives', async () => {
    const { elements, total } = await lister(asStructure)
    expect(total).toBe(15)
    for (const element of elements) {
      if (element.code === 'CAU-R01-01') expect(element).toHaveProperty('capacite', 60)
      else expect(Object.keys(element).toSorted()).toEqual(PUBLIC)
    }
    const codes = elements.map(({ code }) => code)
    expect(codes).not.toContain('CSOC-R06-01')
    expect(codes).not.toContain('POUP-R01-01')
  })

  it('donne à une direction régionale la fiche des siennes, suspendues comprises', async () => {
    const { elements } = await lister(asDirectionRegionale)
    const fiches = elements.filter((element) => 'version' in element).map(({ code }) => code)
    expect(fiches.toSorted()).toEqual([
      'CAU-R01-01',
      'CSE-R01-01',
      'DR-R01',
      'MAC-R01-01',
      'POUP-R01-01',
    ])
    expect(elements.find(({ code }) => code === 'CPOLY-R02-01')).not.toHaveProperty('etat')
  })

  it('cherche sans casse ni accent, tous les mots, dans le code et le libellé', async () => {
    expect(await codesDe(asDpps, { q: 'ORPHELINAT alizes' })).toEqual(['ORPH-R02-01'])
    expect(await codesDe(asDpps, { q: "d'accueil" })).toEqual(['CAU-R01-01', 'CAH-R04-01'])
    expect(await codesDe(asDpps, { q: 'r03-01' })).toHaveLength(3)
    expect(await codesDe(asDpps, { q: '%' })).toEqual([])
    expect(await codesDe(asDpps, { q: '  ' })).toHaveLength(17)
    // What a structure does not read, it does not find either.
    expect(await codesDe(asStructure, { q: 'sainte-marthe' })).toEqual([])
  })

  it('filtre par région et par type', async () => {
    const query = { region: 'R02', typeStructure: 'MAC' }
    expect(await codesDe(asDpps, query)).toEqual(['MAC-R02-01'])
    expect(await codesDe(asDpps, { region: 'R99' })).toEqual([])
  })

  it('trie par une colonne publique, dans les deux sens ; les libellés sans leurs accents', async () => {
    const codes = await codesDe(asDpps, { tri: 'code' })
    expect(codes).toEqual(codes.toSorted())
    expect(await codesDe(asDpps, { tri: '-code' })).toEqual(codes.toReversed())
    const { elements } = await lister(asDpps, { tri: '' })
    const libelles = elements.map(({ libelle }) => libelle)
    expect(libelles).toEqual(libelles.toSorted(new Intl.Collator('fr').compare))
  })

  it('trie, ce qui est vide à la fin dans les deux sens, et départage toujours de même', async () => {
    for (const tri of ['capacite', '-capacite', 'parent', '-parent']) {
      const { elements } = await lister(asDpps, { tri })
      const vides = elements.map((un) =>
        'version' in un ? (tri.endsWith('parent') ? un.parent : un.capacite) === null : null,
      )
      expect(vides).toContain(true)
      expect(vides.lastIndexOf(false), tri).toBeLessThan(vides.indexOf(true))
      const pages = [1, 2, 3, 4, 5, 6].map((page) => codesDe(asDpps, { tri, page, taille: 3 }))
      expect((await Promise.all(pages)).flat(), tri).toEqual(elements.map(({ code }) => code))
    }
  })

  it('refuse de trier par ce qui révélerait une fiche, ou par autre chose', async () => {
    for (const tri of ['capacite', '-email', 'id; drop table structure', '--code', 'toString']) {
      const refus = await asStructure.appeler(structureApi.listStructures, { query: { tri } })
      expect(refus).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
      expect(refus.details[0]).toMatchObject({ chemin: 'query.tri', code: 'TRI_INCONNU' })
    }
  })

  it('découpe en pages, avec le total même au-delà de la dernière', async () => {
    const toutes = await codesDe(asDpps)
    const pages = [1, 2, 3, 4].map((page) => lister(asDpps, { page, taille: 7 }))
    const lues = await Promise.all(pages)
    expect(lues.map(({ elements }) => elements.length)).toEqual([7, 7, 3, 0])
    expect(lues.map(({ total }) => total)).toEqual([17, 17, 17, 17])
    expect(lues.flatMap(({ elements }) => elements.map(({ code }) => code))).toEqual(toutes)
  })

  it('refuse une page démesurée, et qui n’est pas connecté', async () => {
    for (const query of [{ taille: 201 }, { page: 0 }, { q: 'x'.repeat(101) }]) {
      const refus = await asDpps.appeler(structureApi.listStructures, { query })
      expect(refus).toMatchObject({ statut: 400, code: 'REQUETE_INVALIDE' })
    }
    expect(await anonyme.appeler(structureApi.listStructures)).toMatchObject({
      statut: 401,
      code: 'JETON_ABSENT',
    })
  })
})
