import { celluleDe } from '@releve/contract/modele/compile.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { installerCodifications } from '../codification/codification.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { findModeleCompile, findModelesCompiles } from './modele.cache.ts'
import { installerModeles, listModelesEnVigueur } from './modele.sql.ts'

const { db } = await testBase()
const autre = await testBase()
await installerCodifications(db)
await installerModeles(db)

const MARS_2025 = rangDe({ mois: 'MARCH', annee: 2025 })

async function idDe(code: string): Promise<number> {
  const id = await idEnVigueur(code, MARS_2025)
  if (id === undefined) throw new Error(`modèle ${code} absent`)
  return id
}

/** Id of the version of a model in force that month. */
async function idEnVigueur(code: string, rang: number): Promise<number | undefined> {
  const modeles = await listModelesEnVigueur(db, rang)
  return modeles.find((modele) => modele.code === code)?.id
}

/** Stores another version of RMA, as an editor of models would. */
async function insertVersion(version: number, enVigueurDu: number, enVigueurAu: number | null) {
  const { modele } = await findModeleCompile(db, await idDe('RMA'))
  const definition = JSON.stringify({ ...modele, version, libelle: `RMA ${version}` })
  const { id } = await db
    .insertInto('modele')
    .values({
      code: 'RMA',
      version,
      libelle: `RMA ${version}`,
      definition,
      enVigueurDu,
      enVigueurAu,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('les modèles installés', () => {
  it('sont RMA, EPM et SMP, en version 1', async () => {
    expect(await listModelesEnVigueur(db, MARS_2025)).toEqual([
      { id: expect.any(Number), code: 'EPM', version: 1, libelle: expect.any(String) },
      { id: expect.any(Number), code: 'RMA', version: 1, libelle: expect.any(String) },
      { id: expect.any(Number), code: 'SMP', version: 1, libelle: expect.any(String) },
    ])
  })

  it('se suffisent : leurs listes de codes y sont écrites', async () => {
    const { modele, compile, definitionJson } = await findModeleCompile(db, await idDe('RMA'))
    expect(JSON.parse(definitionJson)).toEqual(modele)
    expect(modele.codifications.SITUATION_FONCT?.map(({ code }) => code)).toContain('NORMAL')
    expect(celluleDe(compile, 'AGE.A60P.F')?.libelle).toContain('60 ans et plus')
  })

  it('s’installent deux fois sans rien changer', async () => {
    const lire = () => db.selectFrom('modele').selectAll().orderBy('id').execute()
    const avant = await lire()
    await db
      .updateTable('codificationValeur')
      .set({ libelle: 'Autre' })
      .where('codification', '=', 'SEXE')
      .execute()
    await installerModeles(db, { enVigueurDu: MARS_2025 })
    expect(await lire()).toEqual(avant)
  })
})

describe('la version en vigueur', () => {
  it('est celle du mois : la plus récente parmi celles qui y sont', async () => {
    const v1 = await idDe('RMA')
    const v2 = await insertVersion(2, MARS_2025 + 10, MARS_2025 + 12)
    const v3 = await insertVersion(3, MARS_2025 + 12, null)
    const trouver = (decalage: number) => idEnVigueur('RMA', MARS_2025 + decalage)
    expect(await trouver(9)).toBe(v1)
    expect(await trouver(10)).toBe(v2)
    expect(await trouver(12)).toBe(v3)
    expect(await trouver(100)).toBe(v3)
    expect(await idEnVigueur('RMA', rangDe({ mois: 'DECEMBER', annee: 1999 }))).toBe(undefined)
    const liste = await listModelesEnVigueur(db, MARS_2025 + 10)
    expect(liste.map(({ code, version }) => `${code} ${version}`)).toEqual([
      'EPM 1',
      'RMA 2',
      'SMP 1',
    ])
  })
})

describe('les modèles compilés', () => {
  it('se compilent une fois, dans une transaction comme en dehors', async () => {
    const id = await idDe('SMP')
    const premier = await findModeleCompile(db, id)
    expect(await findModeleCompile(db, id)).toBe(premier)
    await inTransaction(db, async (tx) => expect(await findModeleCompile(tx, id)).toBe(premier))
  })

  it('se lisent plusieurs à la fois, chacun sous son id', async () => {
    const ids = [await idDe('EPM'), await idDe('RMA'), await idDe('EPM')]
    const modeles = await findModelesCompiles(db, ids)
    expect([...modeles.values()].map(({ modele }) => modele.code).toSorted()).toEqual([
      'EPM',
      'RMA',
    ])
    expect(modeles.get(ids[1] ?? 0)?.modele.code).toBe('RMA')
    expect((await findModelesCompiles(db, [])).size).toBe(0)
  })

  it('ne se confondent pas d’une base à l’autre', async () => {
    const id = await insertVersion(9, 1, 1)
    expect((await findModeleCompile(db, id)).modele.version).toBe(9)
    await expect(findModeleCompile(autre.db, id)).rejects.toThrow(`modèle ${id} absent`)
  })

  it('ne s’accumulent pas sans fin', async () => {
    const premier = await findModeleCompile(db, await idDe('EPM'))
    const ids: number[] = []
    for (let version = 10; version < 75; version += 1) ids.push(await insertVersion(version, 1, 1))
    await findModelesCompiles(db, ids)
    const relu = await findModeleCompile(db, premier.id)
    expect(relu).not.toBe(premier)
    expect(relu.definitionJson).toBe(premier.definitionJson)
  })
})
