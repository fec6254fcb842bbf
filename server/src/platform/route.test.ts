import type { Operation } from '@releve/contract/operation.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Agent } from './agent.ts'
import { route, routeOf } from './route.ts'

const output = z.undefined()
const operation = { method: 'POST', path: '/', jeton: null, resume: '', output } as const
const saisir = { ...operation, right: 'formulaire.saisir' } as const satisfies Operation
const valider = { ...operation, right: 'formulaire.valider' } as const satisfies Operation

const surSaisie = routeOf({
  'formulaire.saisir': (agent: Agent, f: { structureId: number }) =>
    agent.structures.includes(f.structureId),
})
const rien = { transaction: 'une', act: async () => undefined } as const
const chargee = { ...rien, load: () => ({ structureId: 1 }) } as const

describe('une route', () => {
  it('juge le droit sur la chose quand un rôle ne l’a que sur la sienne', () => {
    expect(surSaisie(saisir, chargee).surChose).toBeTypeOf('function')
    // @ts-expect-error a right over one's own only, of which nothing says whether the thing is
    expect(route(saisir, chargee).surChose).toBeUndefined()
    expect(route(valider, rien).surChose).toBeUndefined()
  })

  it('charge la chose que juge son droit, et celle sur laquelle elle agit', () => {
    // @ts-expect-error nothing loaded
    expect(surSaisie(saisir, rien).load).toBeUndefined()
    // @ts-expect-error something else loaded
    expect(surSaisie(saisir, { ...rien, load: () => ({ id: 1 }) }).load).toBeTypeOf('function')
    const act = async (_: unknown, chose: { id: number }) => void chose.id
    // @ts-expect-error acts on what nothing has loaded
    expect(route(valider, { transaction: 'une', act }).load).toBeUndefined()
    expect(route(valider, { transaction: 'une', load: () => ({ id: 1 }), act }).load).toBeDefined()
  })

  it('dit son mot sur la transaction', () => {
    // @ts-expect-error the word is missing
    expect(route(valider, { act: rien.act }).transaction).toBeUndefined()
  })
})
