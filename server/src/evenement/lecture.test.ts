import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { testBase } from '../../test/base.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { lireCurseur } from './curseur.ts'
import { LOT_EVENEMENTS, publierEvenement, readEvenements } from './evenement.sql.ts'

const { db, ecouter } = await testBase()

const publier = (base: Db, messageId: number) =>
  publierEvenement(base, { genre: 'MESSAGE', messageId, destinataires: [1] })

/** A reader that takes up where it was, and what it has read. */
async function ouvrirLecteur() {
  let curseur = (await readEvenements(db, null)).curseur
  const lus: number[] = []
  const lire = async () => {
    const lecture = await readEvenements(db, lireCurseur(curseur))
    expect(lecture.perimee).toBe(false)
    expect(lecture.evenements.length).toBeLessThanOrEqual(LOT_EVENEMENTS)
    curseur = lecture.curseur
    lus.push(...lecture.evenements.flatMap(({ messageId }) => messageId ?? []))
  }
  return { lus, lire }
}

describe.runIf(inject('maison') === 'serveur')('des transactions qui se croisent', () => {
  it('sont toutes lues, une fois chacune, même celle qui se valide après de plus récentes', async () => {
    const lecteur = await ouvrirLecteur()
    await db.transaction().execute(async (ancienne) => {
      await publier(ancienne, 1)
      await db.transaction().execute((recente) => publier(recente, 2))
      await lecteur.lire()
      expect(lecteur.lus).toEqual([2])
    })
    await lecteur.lire()
    await lecteur.lire()
    expect(lecteur.lus).toEqual([2, 1])
  })

  it('le sont quels que soient leur ordre, leur durée et leur issue', async () => {
    let dernier = 1000
    const etape = fc.record({
      /** Milliseconds before the event, and between it and the end. */
      avant: fc.nat(4),
      apres: fc.nat(12),
      issue: fc.constantFrom('validée', 'validée', 'validée', 'défaite', 'point défait'),
    })
    const plan = fc.array(fc.array(etape, { minLength: 1, maxLength: 6 }), {
      minLength: 2,
      maxLength: 6,
    })
    const jouer = async (etapes: { avant: number; apres: number; issue: string }[]) => {
      const validees: number[] = []
      for (const { avant, apres, issue } of etapes) {
        dernier += 1
        const id = dernier
        const dormir = (tx: Db, ms: number) => sql`select pg_sleep(${ms / 1000})`.execute(tx)
        const acte = db.transaction().execute(async (tx) => {
          await dormir(tx, avant)
          const dire = async (base: Db) => {
            await publier(base, id)
            if (issue === 'point défait') throw new Error(issue)
          }
          await inTransaction(tx, dire).catch(() => {})
          await dormir(tx, apres)
          if (issue === 'défaite') throw new Error(issue)
        })
        await acte.catch(() => {})
        if (issue === 'validée') validees.push(id)
      }
      return validees
    }
    const propriete = fc.asyncProperty(plan, async (acteurs) => {
      const lecteurs = await Promise.all([ouvrirLecteur(), ouvrirLecteur()])
      let fini = false
      const lectures = lecteurs.map(async ({ lire }) => {
        while (!fini) await lire()
        await lire()
      })
      const attendues = (await Promise.all(acteurs.map(jouer))).flat()
      fini = true
      await Promise.all(lectures)
      for (const { lus } of lecteurs) {
        expect(lus.toSorted((a, b) => a - b)).toEqual(attendues.toSorted((a, b) => a - b))
      }
    })
    await fc.assert(propriete, { numRuns: 15 })
  })
})

describe('l’écoute', () => {
  it('est prévenue une fois la transaction validée, et pas d’une transaction défaite', async () => {
    const lecteur = await ouvrirLecteur()
    let appels = 0
    const attentes = new Set<() => void>()
    const cesser = ecouter(() => {
      appels += 1
      for (const suite of attentes) suite()
    })
    onTestFinished(cesser)
    const apres = (nombre: number) =>
      new Promise<void>((suite) => {
        const regarder = () => {
          if (appels >= nombre) suite()
        }
        attentes.add(regarder)
        regarder()
      })
    // A server says at once that it now listens; the embedded base always did.
    if (inject('maison') === 'serveur') await apres(1)
    const avant = appels
    const defaite = db.transaction().execute(async (tx) => {
      await publier(tx, 1)
      throw new Error('défaite')
    })
    await expect(defaite).rejects.toThrow('défaite')
    await db.transaction().execute(async (tx) => {
      await publier(tx, 7)
      await publier(tx, 8)
    })
    await apres(avant + 1)
    expect(appels).toBe(avant + 1)
    await lecteur.lire()
    expect(lecteur.lus).toEqual([7, 8])
    // Alone, an act is its own transaction.
    await publier(db, 9)
    await apres(avant + 2)
    expect(appels).toBe(avant + 2)
  })
})
