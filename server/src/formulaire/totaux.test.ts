import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { TOTAL_MAX, type Total } from '@releve/contract/page.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asStructure, asAutreStructure, asDirectionRegionale, structures, base } = banc

const SIENNE = 'CAU-R01-01'
const AUTRE = 'CPOLY-R02-01'

/** Forms of this structure, one a month from the year 1900 on; `publies`: published, then returned. */
const ajouter = (nombre: number, structure = SIENNE, publies = false) =>
  sql`with ajoutes as (
      insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, echeance,
        etat, version_diffusee, modifie_par)
      select 'T' || s.id || '-' || rang, m.id, m.code, s.id, rang / 12, rang % 12 + 1, '2025-04-15',
        ${publies ? 'RENVOYE' : 'BROUILLON'}, ${publies ? 1 : 0}::int,
        (select min(id) from utilisateur)
      from (select ${structures.get(structure)}::int as id) s,
        (select id, code from modele where code = 'RMA') m,
        generate_series(22800, 22799 + ${nombre}::int) rang
      returning id, version_diffusee, modele_id, modifie_par)
    insert into formulaire_publication (formulaire_id, version_diffusee, modele_id, donnees,
      commentaires, justifications, structure_lue, diffuse_le, diffuse_par)
    select id, version_diffusee, modele_id, '{}', '{}', '{}', '{}', now(), modifie_par
    from ajoutes where version_diffusee >= 1`.execute(base.db)

type Recherche = Sent<typeof api.listFormulairesStructures.body>

const chercher = (qui: Personne, body: Recherche = {}) =>
  reussi(qui.appeler(api.listFormulairesStructures, { body }))

const totalDe = ({ total, totalBorne }: Total) => ({ total, totalBorne })
const compter = async (qui: Personne, body?: Recherche) => totalDe(await chercher(qui, body))

const exact = (total: number) => ({ total, totalBorne: undefined })
const AU_DELA = { total: TOTAL_MAX, totalBorne: true }

describe('le total de tout le pays', () => {
  it.each([
    [999, exact(999)],
    [1000, exact(1000)],
    [1001, AU_DELA],
  ])('de %i rapports est exact jusqu’à 1 000, et se dit borné au-delà', async (nombre, attendu) => {
    await ajouter(nombre)
    const recherches: Recherche[] = [
      {},
      { tri: 'structure' },
      { tri: '-effectif' },
      { q: '-2' },
      { etats: ['BROUILLON'] },
      { etats: ['BROUILLON'], tri: 'structure' },
      { etats: ['BROUILLON', 'SOUMIS', 'NON_COMMENCE'] },
      { modeles: ['RMA'], regions: ['R01'] },
    ]
    for (const recherche of recherches) {
      expect(await compter(asDpps, recherche), JSON.stringify(recherche)).toEqual(attendu)
    }
    expect(await compter(asDpps, { etats: ['NON_COMMENCE'] })).toEqual(exact(0))
  })

  it('donne encore les lignes d’au-delà de la borne, une fois chacune, puis aucune', async () => {
    await ajouter(1130)
    const vus: (number | null)[] = []
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const lue = await chercher(asDpps, { page, taille: 200 })
      expect(totalDe(lue)).toEqual(AU_DELA)
      vus.push(...lue.elements.map(({ id }) => id))
    }
    expect(new Set(vus).size).toBe(1130)
    expect((await chercher(asDpps, { page: 7, taille: 200 })).elements).toEqual([])
  })

  it('se lit avec la page, en une seule requête', async () => {
    await ajouter(3)
    const requetes = async (qui: Personne, body: Recherche) =>
      ditsDe(await observer(() => chercher(qui, body)), 'requete').length
    // The first call also reads what then stands in memory.
    await requetes(asDpps, {})
    const seule = await requetes(asDpps, { structures: [SIENNE] })
    for (const body of [{}, { tri: 'structure' }, { etats: ['SOUMIS' as const] }]) {
      expect(await requetes(asDpps, body)).toBe(seule)
    }
  })
})

describe('le total est toujours exact', () => {
  it('pour une structure, à qui que ce soit', async () => {
    await ajouter(1001)
    for (const qui of [asDpps, asDirectionRegionale, asStructure]) {
      expect(await compter(qui, { structures: [SIENNE] })).toEqual(exact(1001))
    }
    expect(await compter(asAutreStructure, { structures: [SIENNE] })).toEqual(exact(0))
  })

  it('pour les rapports de ses structures, quand ceux des autres ne s’y mêlent pas', async () => {
    await ajouter(1001)
    expect(await compter(asStructure, { etats: ['BROUILLON'] })).toEqual(exact(1001))
    expect(await compter(asAutreStructure, { etats: ['BROUILLON'] })).toEqual(exact(0))
  })

  it('pour un mois, et pour la liste des structures', async () => {
    await sql`with neuve as (
        insert into structure (code, libelle, etat, date_ouverture)
        select 'T-' || i, 'Témoin', 'ACTIVE', '2000-01-01' from generate_series(1, 1001) i
        returning id)
      insert into structure_periode (structure_id, du, type_structure, region, modeles)
      select id, 0, 'CAU', 'R03', '{RMA}' from neuve`.execute(base.db)
    const mars = { mois: 'MARCH', annee: 2025 } as const
    const duMois = await reussi(asDpps.appeler(api.listFormulaires, { params: mars }))
    expect(totalDe(duMois)).toEqual(exact(28 + 1001))
    expect(await compter(asDpps, mars)).toEqual(exact(28 + 1001))
    expect(await compter(asDpps, { ...mars, q: 'témoin' })).toEqual(exact(1001))
    const toutes = await reussi(asDpps.appeler(structureApi.listStructures, {}))
    expect(totalDe(toutes)).toEqual(exact(structures.size + 1001))
  })
})

describe('le total de ce que les autres ont diffusé', () => {
  it.each([
    [998, exact(1000)],
    [999, AU_DELA],
  ])('compte avec les siens, jusqu’à la borne (%i diffusés)', async (nombre, attendu) => {
    await ajouter(2, AUTRE)
    await ajouter(nombre, SIENNE, true)
    for (const body of [{}, { tri: 'structure' }, { q: '-2' }] satisfies Recherche[]) {
      expect(await compter(asAutreStructure, body), JSON.stringify(body)).toEqual(attendu)
    }
    const publies = { etats: ['DIFFUSE' as const] }
    expect(await compter(asAutreStructure, publies)).toEqual(exact(nombre))
    expect(await compter(asAutreStructure, { etats: ['RENVOYE'] })).toEqual(exact(0))
    expect(await compter(asStructure, publies)).toEqual(exact(0))
  })
})

it('un export écrit tout, et en dit le nombre, au-delà de la borne', async () => {
  await ajouter(1001)
  const body = { format: 'csv' as const }
  const { octets, entetes } = await asDpps.appeler(api.exporterFormulaires, { body })
  expect(entetes['releve-lignes']).toBe('1001')
  expect(octets.toString().trimEnd().split('\n').length).toBe(1 + 1001)
})
