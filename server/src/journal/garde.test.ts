import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  ACTIONS_D_AVANT,
  estAlerte,
  LIBELLES_ACTIONS,
} from '@releve/contract/journal/journal.schema.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { CONSERVATION, findGroupe, updateReglage } from '../parametre/parametre.sql.ts'
import type { Db } from '../platform/route.ts'
import { poserLigne } from './journal.banc.ts'
import { deleteJournalAncien } from './journal.sql.ts'

const { db } = await testBase()
const MAINTENANT = new Date('2026-03-20T10:00:00Z')

const ecrire = (action: string, le: string) =>
  poserLigne(db, { le: new Date(le), utilisateurId: null, action })

async function actions(): Promise<string[]> {
  const lignes = await db.selectFrom('journal').select('action').orderBy('id').execute()
  return lignes.map(({ action }) => action)
}

describe('une ligne du journal', () => {
  it('ne se modifie, ne s’efface, ni ne se vide', async () => {
    await ecrire('CONNEXION', '2025-03-20T10:00:00Z')
    const refus = /table journal is append-only/
    await expect(sql`update journal set action = 'RIEN'`.execute(db)).rejects.toThrow(refus)
    await expect(sql`delete from journal`.execute(db)).rejects.toThrow(refus)
    await expect(sql`truncate journal`.execute(db)).rejects.toThrow(refus)
    await expect(sql`truncate utilisateur cascade`.execute(db)).rejects.toThrow(refus)
    expect(await actions()).toEqual(['CONNEXION'])
  })

  it('de moins de six mois reste, même si l’on se dit l’entretien', async () => {
    await poserLigne(db, { le: new Date(), utilisateurId: null, action: 'RECENTE' })
    const purger = db.transaction().execute(async (tx) => {
      await sql`select set_config('releve.purge_journal', 'infinity', true)`.execute(tx)
      await sql`delete from journal where action = 'RECENTE'`.execute(tx)
    })
    await expect(purger).rejects.toThrow(/append-only/)
    expect(await actions()).toContain('RECENTE')
  })
})

describe('le passé d’un rapport', () => {
  it.each(['formulaire_historique', 'formulaire_publication'])(
    '%s ne se vide pas, ni seule, ni avec ce dont elle parle',
    async (table) => {
      // Whichever comes first: what an annuaire counts of it does not empty either.
      const refus = /table \w+ is append-only/
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(refus)
      await expect(sql`truncate formulaire cascade`.execute(db)).rejects.toThrow(refus)
    },
  )
})

const purger = async (handle: Db = db) =>
  deleteJournalAncien(handle, await findGroupe(handle, CONSERVATION), MAINTENANT)

describe('la purge du journal', () => {
  it('retire les lignes de plus de douze mois, par jours entiers, et le dit une fois', async () => {
    await ecrire('ANCIENNE', '2025-03-19T23:59:59Z')
    await ecrire('GARDEE', '2025-03-20T00:00:00Z')
    expect(await purger()).toBe(1)
    expect(await purger()).toBe(0)
    const restent = await actions()
    expect(restent).not.toContain('ANCIENNE')
    expect(restent.filter((action) => action === 'GARDEE' || action === 'JOURNAL_PURGE')).toEqual([
      'GARDEE',
      'JOURNAL_PURGE',
    ])
  })

  it('suit le réglage conservationJournalMois ; une valeur inutilisable compte pour douze', async () => {
    await ecrire('DE_2024', '2024-06-01T00:00:00Z')
    await updateReglage(db, 'conservationJournalMois', 24, MAINTENANT)
    expect(await purger()).toBe(0)
    await updateReglage(db, 'conservationJournalMois', 0, MAINTENANT)
    expect(await purger()).toBe(1)
    expect(await actions()).not.toContain('DE_2024')
  })

  it('referme la porte derrière elle', async () => {
    const forcer = db.transaction().execute(async (tx) => {
      await purger(tx)
      await sql`delete from journal where le < '2025-06-01'`.execute(tx)
    })
    await expect(forcer).rejects.toThrow(/append-only/)
  })
})

/** What the server's sources say, but those that only read lines. */
function sources(): string {
  const racine = fileURLToPath(new URL('..', import.meta.url))
  return readdirSync(racine, { recursive: true, encoding: 'utf8' })
    .filter((chemin) => chemin.endsWith('.ts') && !/\.(test|banc)\.ts$/.test(chemin))
    .filter((chemin) => !chemin.endsWith('journal/compte.sql.ts'))
    .map((chemin) => readFileSync(racine + chemin, 'utf8'))
    .join('\n')
}

describe('les actions du journal', () => {
  it('sont toutes notées quelque part, sauf celles d’avant, que rien ne note plus', () => {
    const texte = sources()
    const muettes = Object.keys(LIBELLES_ACTIONS).filter((code) => !texte.includes(`'${code}'`))
    expect(muettes).toEqual(ACTIONS_D_AVANT)
  })

  it('sont signalées quand quelqu’un a été refusé, et elles seules', () => {
    const alertes = Object.keys(LIBELLES_ACTIONS).filter(estAlerte)
    expect(alertes).toContain('DROIT_REFUSE')
    expect(alertes).toContain('CONNEXION_ECHOUEE')
    expect(alertes).not.toContain('CONNEXION')
    expect(alertes).not.toContain('MOT_DE_PASSE_MODIFIE')
  })
})
