import { afterEach, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { EnvoiRefuse } from '../platform/mailer.courriel.ts'
import { executerTaches } from './boucle.ts'
import type { Handlers } from './handlers.ts'
import { deleteTachesFaites, insertTache, updateSansObjet } from './tache.sql.ts'

const { db } = await testBase()
const DEBUT = new Date('2025-03-20T10:00:00Z')
const apres = (jours: number) => new Date(DEBUT.getTime() + jours * 86_400_000)
const log = { info() {}, warn() {}, error() {} }

const enfiler = (cle: string) =>
  insertTache(db, { genre: 'COURRIEL', cle, charge: {}, dueLe: DEBUT })
const cles = async () =>
  (await db.selectFrom('tache').select('cle').orderBy('id').execute()).map(({ cle }) => cle)

const executer = (handlers: Handlers) =>
  executerTaches({ db: db, handlers, maintenant: () => DEBUT, log })

afterEach(() => db.deleteFrom('tache').execute())

describe('les tâches faites', () => {
  it('s’effacent après 90 jours ; celles qui attendent ou sont abandonnées restent', async () => {
    await enfiler('faite')
    await executer({ COURRIEL: async () => 'FAITE' })
    await enfiler('abandonnee')
    await executer({
      COURRIEL: async () => {
        throw new EnvoiRefuse('RCPT TO 550 Inconnu', true)
      },
    })
    await enfiler('en attente')
    await deleteTachesFaites(db, apres(90))
    expect(await cles()).toEqual(['faite', 'abandonnee', 'en attente'])
    await deleteTachesFaites(db, apres(91))
    expect(await cles()).toEqual(['abandonnee', 'en attente'])
  })

  it('restent celles par lesquelles une invitation sait que son courriel n’est pas parti', async () => {
    for (const genre of ['INVITATION', 'MOT_DE_PASSE_OUBLIE'] as const) {
      await insertTache(db, { genre, cle: genre, charge: {}, dueLe: DEBUT })
      await updateSansObjet(db, genre, DEBUT)
    }
    await deleteTachesFaites(db, apres(91))
    expect(await cles()).toEqual(['INVITATION'])
  })
})
