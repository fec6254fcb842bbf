import { parseOptions, verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hacherMotDePasse, LEURRE, verifierMotDePasse } from './mot-de-passe.ts'

describe('mots de passe', () => {
  it('se gardent en argon2id, 19 Mio, deux passes', async () => {
    const empreinte = await hacherMotDePasse('Girafe-Verte7')
    expect(empreinte).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifierMotDePasse(empreinte, 'Girafe-Verte7')).toBe(true)
    expect(await verifierMotDePasse(empreinte, 'Girafe-Verte8')).toBe(false)
  })

  it('coûtent le même calcul à un compte inconnu', async () => {
    // The decoy is as dear to verify as a real hash, and is a hash that argon2 does compute.
    expect(parseOptions(LEURRE)).toEqual(parseOptions(await hacherMotDePasse('x')))
    expect(await verify(LEURRE, 'x')).toBe(false)
    expect(await verifierMotDePasse(undefined, 'x')).toBe(false)
    expect(await verifierMotDePasse('', 'x')).toBe(false)
  })

  it('reconnaissent un « é » composé de deux signes', async () => {
    const empreinte = await hacherMotDePasse('été'.normalize('NFD'))
    expect(await verifierMotDePasse(empreinte, 'été'.normalize('NFC'))).toBe(true)
  })

  it('attendent leur tour, et refusent la foule qui n’en aurait jamais', async () => {
    const foule = await Promise.allSettled(
      Array.from({ length: 230 }, () => verifierMotDePasse(undefined, 'x')),
    )
    const refus = foule.filter((issue) => issue.status === 'rejected')
    expect(refus).toHaveLength(28)
    expect(refus[0]?.reason).toMatchObject({ code: 'SERVICE_OCCUPE', attente: 5 })
    // The turn comes again once the crowd has left.
    expect(await verifierMotDePasse(undefined, 'x')).toBe(false)
  })
})
