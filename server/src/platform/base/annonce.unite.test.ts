import { describe, expect, it } from 'vitest'
import { annoncerSur, ecritEvenement } from './annonce.ts'

/** A pool that notes what it is asked, and refuses the first so many. */
function poolQui(refuse = 0) {
  const demandes: string[] = []
  return {
    demandes,
    query: async (texte: string) => {
      demandes.push(texte)
      if (demandes.length <= refuse) throw new Error('connexion perdue')
    },
  }
}

const jamais = () => expect.unreachable()

describe('l’appel aux processus', () => {
  it('part aussitôt, puis une seule fois pour tout ce qui s’est validé pendant sa pause', async () => {
    const pool = poolQui()
    const annonce = annoncerSur(pool, jamais)
    annonce.annoncer()
    expect(pool.demandes).toEqual(['notify evenement'])
    for (let acte = 0; acte < 100; acte += 1) annonce.annoncer()
    expect(pool.demandes).toHaveLength(1)
    await annonce.finir()
    expect(pool.demandes).toHaveLength(2)
  })

  it('se redit quand la base n’a pas pu l’entendre', async () => {
    const pool = poolQui(1)
    const echecs: unknown[] = []
    const annonce = annoncerSur(pool, (echec) => echecs.push(echec))
    annonce.annoncer()
    await expect.poll(() => pool.demandes.length, { timeout: 10_000 }).toBe(2)
    expect(echecs).toEqual([new Error('connexion perdue')])
    await annonce.finir()
    expect(pool.demandes).toHaveLength(2)
  })

  it('n’attend personne quand rien n’est à dire', async () => {
    const pool = poolQui()
    await annoncerSur(pool, jamais).finir()
    expect(pool.demandes).toEqual([])
  })

  it.each([
    ['insert into "evenement" ("genre") values ($1)', true],
    ['with "maj" as (select 1) insert into evenement(genre) values ($1)', true],
    ['insert into "evenement_banc" ("genre") values ($1)', false],
    ['select * from "evenement"', false],
  ])('%s : %s', (texte, ecrit) => {
    expect(ecritEvenement(texte)).toBe(ecrit)
  })
})
