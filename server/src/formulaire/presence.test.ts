import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { commencer, reussi } from '../../test/formulaires.ts'
import { ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'
import { deletePresencesAnciennes } from './presence.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAutreStructure, asDpps, base, horloge } = banc

beforeEach(() => sql`truncate presence, evenement`.execute(base.db))

type Signal = { poste?: string; lieu?: string; fin?: boolean }
const signaler = (qui: Personne, numero: string, { poste = 'page0001', ...dit }: Signal = {}) =>
  qui.appeler(api.signalerPresence, { params: { numero }, body: { poste, ...dit } })
const presents = async (...appel: Parameters<typeof signaler>) => reussi(signaler(...appel))

const attendre = (secondes: number) => {
  horloge.maintenant = new Date(horloge.maintenant.getTime() + secondes * 1000)
}

/** Whom the presences have been told to, time after time. */
async function annonces() {
  const { rows } = await sql<{ destinataires: number[] }>`
    select destinataires from evenement where genre = 'PRESENCE' order by id`.execute(base.db)
  return rows.map(({ destinataires }) => destinataires)
}

const AWA = { nom: 'cau-r01-01', soi: false }

describe('signaler sa présence', () => {
  it('apprend au nouveau venu qui est là et où, et à celui qui est là que l’on vient', async () => {
    const { numero } = await commencer(asStructure)
    expect(await presents(asStructure, numero, { lieu: 'MVT.ENT.M' })).toEqual([])
    expect(await annonces()).toEqual([])
    expect(await presents(asCollegue, numero)).toEqual([{ ...AWA, lieu: 'MVT.ENT.M' }])
    expect(await annonces()).toEqual([[asStructure.id]])
  })

  it('n’écrit un évènement que lorsque le lieu change, et que quelqu’un est là', async () => {
    const { numero } = await commencer(asStructure)
    await presents(asStructure, numero)
    await presents(asCollegue, numero)
    attendre(20)
    await presents(asStructure, numero)
    expect(await annonces()).toHaveLength(1)
    attendre(3)
    await presents(asStructure, numero, { lieu: 'MVT' })
    expect(await annonces()).toEqual([[asStructure.id], [asCollegue.id]])
  })

  it('oublie qui part à l’instant, et qui se tait au bout de cinquante secondes', async () => {
    const { numero } = await commencer(asStructure)
    await presents(asStructure, numero)
    await presents(asCollegue, numero)
    await presents(asCollegue, numero, { fin: true })
    expect(await annonces()).toEqual([[asStructure.id], [asStructure.id]])
    expect(await presents(asDpps, numero)).toEqual([{ ...AWA, lieu: '' }])
    attendre(51)
    expect(await presents(asDpps, numero)).toEqual([])
    await deletePresencesAnciennes(base.db, horloge.maintenant)
    const { rows } = await sql`select from presence`.execute(base.db)
    expect(rows).toHaveLength(1)
  })

  it('dit à une personne ses autres fenêtres', async () => {
    const { numero } = await commencer(asStructure)
    await presents(asStructure, numero)
    expect(await presents(asStructure, numero, { poste: 'page0002' })).toEqual([
      { ...AWA, soi: true, lieu: '' },
    ])
  })

  it('n’écrit rien de plus qu’une fois par seconde pour une page', async () => {
    const { numero } = await commencer(asStructure)
    await presents(asCollegue, numero)
    await presents(asStructure, numero, { lieu: 'MVT' })
    await presents(asStructure, numero, { lieu: 'MVT.ENT.M' })
    expect(await presents(asCollegue, numero)).toEqual([{ ...AWA, lieu: 'MVT' }])
  })

  it('refuse plus de vingt pages ouvertes par un même compte', async () => {
    const { numero } = await commencer(asStructure)
    const page = (rang: number) =>
      signaler(asStructure, numero, { poste: `page${String(rang).padStart(4, '0')}` })
    for (let rang = 0; rang < 20; rang += 1) await reussi(page(rang))
    await refuse(banc, 'PRESENCES_TROP_NOMBREUSES', () => page(20))
    attendre(51)
    await reussi(page(20))
  })

  it('ne dit rien à qui ne lit pas ce rapport en entier', async () => {
    const { numero } = await commencer(asStructure)
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => signaler(asAutreStructure, numero))
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => signaler(asDpps, 'RMA-X-202503'))
  })

  it('refuse un lieu ou une page qui n’en sont pas', async () => {
    const { numero } = await commencer(asStructure)
    for (const dit of [{ poste: 'X' }, { lieu: '<b>' }, { lieu: 'A'.repeat(121) }]) {
      await refuse(banc, 'REQUETE_INVALIDE', () => signaler(asStructure, numero, dit))
    }
  })
})
