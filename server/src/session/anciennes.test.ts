import { describe, expect, it } from 'vitest'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { deleteJetonsPerimes, deleteSessionsAnciennes } from './purge.sql.ts'
import { ouvrirBancSession } from './session.banc.ts'

const banc = await ouvrirBancSession()
const { db } = banc.base
const JOUR = 24 * 60 * 60_000

const compter = async () => (await db.selectFrom('session').select('id').execute()).length

describe('une session finie', () => {
  it('s’efface quand elle est plus ancienne que ce que garde le journal, pas avant', async () => {
    await banc.creerCompte({ identifiant: 'awa' })
    await banc.connecter('awa')
    const avant = await compter()
    banc.avancer(7 * 31 * JOUR)
    const { maintenant } = banc.horloge
    await deleteJetonsPerimes(db, maintenant)
    expect(await deleteSessionsAnciennes(db, maintenant)).toBe(0)
    expect(await compter()).toBe(avant)
    await updateReglage(db, 'conservationJournalMois', 6, maintenant)
    // Hers alone: those of the bench's people never end.
    expect(await deleteSessionsAnciennes(db, maintenant)).toBe(1)
    expect(await compter()).toBe(avant - 1)
  })

  it('attend que ses jetons soient effacés ; une session ouverte reste', async () => {
    await banc.creerCompte({ identifiant: 'bintou' })
    await banc.connecter('bintou')
    expect(await deleteSessionsAnciennes(db, banc.horloge.maintenant)).toBe(0)
    banc.avancer(8 * 31 * JOUR)
    expect(await deleteSessionsAnciennes(db, banc.horloge.maintenant)).toBe(0)
    await deleteJetonsPerimes(db, banc.horloge.maintenant)
    expect(await deleteSessionsAnciennes(db, banc.horloge.maintenant)).toBe(1)
  })
})
