import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import {
  findCodification,
  installerCodifications,
  listCodificationsActives,
} from './codification.sql.ts'

const banc = await ouvrirBanc()
const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme, base } = banc
const { listCodifications } = codificationApi

describe('lire une liste de codes', () => {
  it('donne ses valeurs dans leur ordre, à chacun des rôles', async () => {
    for (const personne of [asDpps, asAdmin, asStructure, asDirectionRegionale]) {
      const { statut, corps } = await personne.appeler(listCodifications, {
        params: { code: 'SEXE' },
      })
      expect(statut).toBe(200)
      expect(corps).toEqual([
        { code: 'M', libelle: 'Masculin', ordre: 1, actif: true, parent: null },
        { code: 'F', libelle: 'Féminin', ordre: 2, actif: true, parent: null },
        { code: '9', libelle: 'Non connu', ordre: 3, actif: true, parent: null },
      ])
    }
  })

  it('garde leur ordre quel que soit celui de la base, les valeurs retirées comprises', async () => {
    await base.db.insertInto('codification').values({ code: 'ESSAI', libelle: 'Essai' }).execute()
    await base.db
      .insertInto('codificationValeur')
      .values([
        { codification: 'ESSAI', code: 'A', libelle: 'Dernière', ordre: 10, actif: false },
        { codification: 'ESSAI', code: 'Z', libelle: 'Première', ordre: 2, parent: 'A' },
        { codification: 'ESSAI', code: 'B', libelle: 'Même rang', ordre: 2 },
      ])
      .execute()
    const { corps } = await asStructure.appeler(listCodifications, { params: { code: 'ESSAI' } })
    expect(corps.map(({ code, actif, parent }) => [code, actif, parent])).toEqual([
      ['B', true, null],
      ['Z', true, 'A'],
      ['A', false, null],
    ])
    expect((await listCodificationsActives(base.db)).ESSAI).toEqual([
      { code: 'B', libelle: 'Même rang' },
      { code: 'Z', libelle: 'Première' },
    ])
  })

  it('rend une liste sans valeur vide, une liste inconnue introuvable', async () => {
    await base.db.insertInto('codification').values({ code: 'VIDE', libelle: 'Vide' }).execute()
    const vide = await asDpps.appeler(listCodifications, { params: { code: 'VIDE' } })
    expect(vide.corps).toEqual([])
    for (const code of ['INCONNUE', 'sexe', "SEXE' or '1'='1"]) {
      const refus = await asDpps.appeler(listCodifications, { params: { code } })
      expect(refus).toMatchObject({ statut: 404, code: 'CODIFICATION_INTROUVABLE' })
    }
  })

  it('refuse un code trop long, et qui n’est pas connecté', async () => {
    const long = { params: { code: 'X'.repeat(41) } }
    expect(await asDpps.appeler(listCodifications, long)).toMatchObject({
      statut: 400,
      code: 'REQUETE_INVALIDE',
    })
    const params = { code: 'SEXE' }
    expect(await anonyme.appeler(listCodifications, { params })).toMatchObject({
      statut: 401,
      code: 'JETON_ABSENT',
    })
  })
})

describe('installer les listes de codes', () => {
  it('ajoute ce qui manque et ne change rien de ce que les gens ont fait', async () => {
    const { db } = base
    await db.deleteFrom('codificationValeur').where('codification', '=', 'MOIS').execute()
    await db.deleteFrom('codification').where('code', '=', 'MOIS').execute()
    const deF = () =>
      db
        .updateTable('codificationValeur')
        .where('codification', '=', 'SEXE')
        .where('code', '=', 'F')
    await deF().set({ libelle: 'Femmes', ordre: 1, actif: false }).execute()
    await db
      .deleteFrom('codificationValeur')
      .where('codification', '=', 'SEXE')
      .where('code', '=', '9')
      .execute()
    await installerCodifications(db)
    await installerCodifications(db)
    expect(await findCodification(db, 'MOIS', '2025-03')).toHaveLength(12)
    expect(await findCodification(db, 'SEXE', '2025-03')).toEqual([
      { code: 'F', libelle: 'Femmes', ordre: 1, actif: false, parent: null },
      { code: 'M', libelle: 'Masculin', ordre: 1, actif: true, parent: null },
      { code: '9', libelle: 'Non connu', ordre: 3, actif: true, parent: null },
    ])
    await deF().set({ libelle: 'Féminin', ordre: 2, actif: true }).execute()
  })
})
