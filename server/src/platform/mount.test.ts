import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testBase } from '../../test/base.ts'
import { surLectureSeule } from '../../test/lecture.ts'
import { readConfig } from './config.ts'
import { erreur } from './erreur.ts'
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

const app = await createHttp(readConfig({ LOG_LEVEL: 'silent' }))
mount(
  app,
  {
    db,
    lecture: surLectureSeule(db),
    config: readConfig({ LOG_LEVEL: 'silent' }),
    findAgent: async () => null,
    noterRefus: async () => {},
    maintenant: () => new Date(),
    attendre: async () => {},
  },
  {
    une: refuseApres('une'),
    siennes: refuseApres('siennes'),
    aucune: refuseApres('aucune'),
    verrou: refuseApres('aucune', true),
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
})
