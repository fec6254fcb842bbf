import { describe, expect, it } from 'vitest'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import { descellerJetons, scellerJetons } from './jeton.ts'

const jetons = {
  token: 'a',
  dateExpirationJeton: '2026-01-01T00:00:00.000Z',
  refreshToken: 'b',
  dateExpirationSession: '2026-01-01T00:15:00.000Z',
  dateFinSession: '2026-01-01T10:00:00.000Z',
}

describe('jetons', () => {
  it('portent 256 bits au hasard', () => {
    const tirage = new Set(Array.from({ length: 100 }, createJeton))
    expect(tirage.size).toBe(100)
    for (const jeton of tirage) expect(jeton).toMatch(/^[\w-]{43}$/)
  })

  it('ne laissent à la base que leur SHA-256', () => {
    expect(empreinteDe('abc').toString('hex')).toMatch(/^ba7816bf8f01cfea414140de5dae2223/)
  })

  it('se scellent pour le seul jeton qui les précède', () => {
    const jeton = createJeton()
    const scelle = scellerJetons(jeton, jetons)
    expect(descellerJetons(jeton, scelle)).toEqual(jetons)
    expect(() => descellerJetons(createJeton(), scelle)).toThrow()
    // Its fingerprint, which the base has, does not open it either.
    expect(() => descellerJetons(empreinteDe(jeton).toString('base64url'), scelle)).toThrow()
  })

  it('refusent un sceau changé d’un seul bit', () => {
    const jeton = createJeton()
    const scelle = scellerJetons(jeton, jetons)
    scelle.writeUInt8(scelle.readUInt8(scelle.length - 1) ^ 1, scelle.length - 1)
    expect(() => descellerJetons(jeton, scelle)).toThrow()
  })
})
