import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testBase } from '../../test/base.ts'
import { surLectureSeule } from '../../test/lecture.ts'
import { ouvrirAppels } from './appels.ts'
import { readConfig } from './config.ts'
import { CoursePerdue, erreur } from './erreur.ts'
import { createHttp } from './http.ts'
import { mount } from './mount.ts'
import { type Db, type MotTransaction, route } from './route.ts'

const { db } = await testBase()
const ecrire = (tx: Db, code: string) =>
  tx.insertInto('codification').values({ code, libelle: code }).execute()
async function estEcrit(code: string): Promise<boolean> {
  const lues = await db.selectFrom('codification').select('code').where('code', '=', code).execute()
  return lues.length === 1
}

/** A route that writes its own name, then refuses. */
const refuseApres = (transaction: MotTransaction, verrouille = false) =>
  route(
    {
      method: 'POST',
      path: `/${transaction}${verrouille ? '/verrou' : ''}`,
      right: 'public',
      jeton: null,
      resume: '',
      output: z.void(),
    },
    {
      transaction,
      act: async ({ db: tx }) => {
        if (verrouille) await tx.selectFrom('codification').select('code').forUpdate().execute()
        else await ecrire(tx, transaction)
        throw erreur('ANNULATION_IMPOSSIBLE')
      },
    },
  )

/** Played so many times, it says each time that it was overtaken; then it answers. */
const essais: { charge: number; enTransaction: boolean }[] = []
const depasse = (fois: number) =>
  route(
    {
      method: 'POST',
      path: `/optimiste/${fois}`,
      right: 'public',
      jeton: null,
      resume: '',
      output: z.number(),
      status: 200,
    },
    {
      transaction: 'optimiste',
      load: async () => essais.length,
      act: async ({ db: tx }, charge) => {
        essais.push({ charge, enTransaction: tx.isTransaction })
        if (essais.length > fois) return charge
        // As nobody should: what the transaction undoes shows that it was in one.
        if (tx.isTransaction) await ecrire(tx, 'optimiste/toujours')
        throw new CoursePerdue()
      },
    },
  )

const app = await createHttp(readConfig({ LOG_LEVEL: 'silent' }))
mount(
  app,
  {
    db,
    lecture: surLectureSeule(db),
    config: readConfig({ LOG_LEVEL: 'silent' }),
    findAgent: async () => null,
    findAgentDeProgramme: () => Promise.reject(new Error('jeton')),
    findAgentAvec: async () => null,
    noterRefus: async () => {},
    appels: ouvrirAppels(),
    maintenant: () => new Date(),
    attendre: async () => {},
  },
  {
    une: refuseApres('une'),
    siennes: refuseApres('siennes'),
    aucune: refuseApres('aucune'),
    verrou: refuseApres('aucune', true),
    jamais: depasse(0),
    deuxFois: depasse(2),
    troisFois: depasse(3),
    toujours: depasse(10),
  },
)
afterAll(() => app.close())

const appeler = async (chemin: string) => {
  const { statusCode } = await app.inject({ method: 'POST', url: `/api/${chemin}` })
  return { statut: statusCode, ecrit: await estEcrit(chemin) }
}

describe('ce qu’une route fait de la transaction', () => {
  it('une : ce qu’elle a écrit s’en va avec son refus', async () => {
    expect(await appeler('une')).toEqual({ statut: 409, ecrit: false })
  })

  it('siennes : ce qu’elle a écrit reste malgré son refus', async () => {
    expect(await appeler('siennes')).toEqual({ statut: 409, ecrit: true })
  })

  it('aucune : dans les tests, la base ne la laisse ni écrire ni verrouiller', async () => {
    expect(await appeler('aucune')).toEqual({ statut: 503, ecrit: false })
    expect(await appeler('aucune/verrou')).toEqual({ statut: 503, ecrit: false })
    // Whoever comes next on that connection writes again.
    await ecrire(db, 'ensuite')
    expect(await estEcrit('ensuite')).toBe(true)
  })

  it.each([
    ['une fois, quand personne ne le dépasse', 0, [false]],
    ['de nouveau, sur ce qu’il relit, quand on l’a dépassé', 2, [false, false, false]],
    ['enfin dans une transaction, qui verrouille', 3, [false, false, false, true]],
  ])('optimiste : il est joué %s', async (_, fois, transactions) => {
    essais.length = 0
    const reponse = await app.inject({ method: 'POST', url: `/api/optimiste/${fois}` })
    expect([reponse.statusCode, reponse.json()]).toEqual([200, fois])
    expect(essais).toEqual(transactions.map((enTransaction, charge) => ({ charge, enTransaction })))
  })

  it('optimiste : dépassé jusque-là, il est prié de revenir, et rien n’est écrit', async () => {
    essais.length = 0
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/api/optimiste/10' })
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
    expect(essais).toHaveLength(4)
    expect(await estEcrit('optimiste/toujours')).toBe(false)
  })
})
