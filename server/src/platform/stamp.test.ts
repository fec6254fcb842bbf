import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { inTransaction } from './base/transaction.ts'
import { StampedCache, type StampKey, stampOf } from './stamp.ts'

const banc = await ouvrirBanc()
const { db } = banc.base

async function lireStamp(cle: StampKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${stampOf(cle)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

const CAUSES: [StampKey, string][] = [
  ['PARAMETRE', `insert into parametre (cle, valeur) values ('essai', '1')`],
  ['PARAMETRE', `update parametre set valeur = '2' where cle = 'essai'`],
  ['PARAMETRE', `delete from parametre where cle = 'essai'`],
  ['CODIFICATION', `insert into codification (code, libelle) values ('ESSAI', 'Essai')`],
  [
    'CODIFICATION',
    `insert into codification_valeur (codification, code, libelle, ordre)
     values ('ESSAI', 'A', 'A', 1)`,
  ],
  ['CODIFICATION', `update codification_valeur set actif = false where codification = 'ESSAI'`],
  ['CODIFICATION', `delete from codification_valeur where codification = 'ESSAI'`],
  ['ATTENDU', `update structure set date_ouverture = date_ouverture`],
  ['ATTENDU', `update structure set etat = 'ACTIVE'`],
  ['ATTENDU', `update structure_periode set modeles = modeles`],
  [
    'ATTENDU',
    `insert into structure_interruption (structure_id, etat, du)
     select min(id), 'SUSPENDUE', '2020-01-01' from structure`,
  ],
  ['ATTENDU', `delete from structure_interruption`],
  ['ATTENDU', `update modele set en_vigueur_au = en_vigueur_au`],
  ['AGENT', `truncate utilisateur_structure`],
  ['AGENT', `truncate second_facteur cascade`],
]

describe('un tampon', () => {
  it.each(CAUSES)('de %s change après « %s »', async (cle, ordre) => {
    const avant = await lireStamp(cle)
    await sql.raw(ordre).execute(db)
    expect(await lireStamp(cle)).not.toBe(avant)
  })

  it('ne change pas quand une structure change de téléphone', async () => {
    const avant = await lireStamp('ATTENDU')
    await sql`update structure set telephone = null`.execute(db)
    expect(await lireStamp('ATTENDU')).toBe(avant)
  })

  it('posé puis défait n’est jamais posé à nouveau', async () => {
    const dedans: number[] = []
    const stamp = (echouer: boolean) =>
      inTransaction(db, async (tx) => {
        await sql`update parametre set valeur = valeur`.execute(tx)
        const { rows } = await sql<{ n: number }>`select ${stampOf('PARAMETRE')} as n`.execute(tx)
        dedans.push(rows[0]?.n ?? 0)
        if (echouer) throw new Error('défait')
      })
    await expect(stamp(true)).rejects.toThrow('défait')
    await stamp(false)
    expect(dedans[0]).not.toBe(dedans[1])
    expect(await lireStamp('PARAMETRE')).toBe(dedans[1])
  })
})

describe('la mémoire d’un processus', () => {
  it('ne rend une chose que sous le tampon où elle a été lue', () => {
    const memoire = new StampedCache<string>(2)
    memoire.garder(db, 'a', { stamp: 1, valeur: 'un' })
    expect(memoire.lire(db, 'a', 1)).toBe('un')
    expect(memoire.lire(db, 'a', 2)).toBeUndefined()
    expect(memoire.lire(db, 'b', 1)).toBeUndefined()
  })

  it('oublie ce qui sert le moins', () => {
    const memoire = new StampedCache<string>(2)
    for (const nom of ['a', 'b']) memoire.garder(db, nom, { stamp: 1, valeur: nom })
    memoire.lire(db, 'a', 1)
    memoire.garder(db, 'c', { stamp: 1, valeur: 'c' })
    expect(['a', 'b', 'c'].map((nom) => memoire.lire(db, nom, 1))).toEqual(['a', undefined, 'c'])
  })
})
