import { describe, expect, it } from 'vitest'
import { annonceDe, compteurDe, resteDe } from './ContactPage.tsx'

describe('le compteur du message', () => {
  it('montre ce qui reste, puis ce qui dépasse', () => {
    expect(compteurDe(resteDe('a'.repeat(4999)))).toBe('Il reste 1\u00a0caractère.')
    expect(compteurDe(resteDe('a'.repeat(5002)))).toBe(
      'Votre message dépasse la limite de 2\u00a0caractères.',
    )
  })

  it('compte comme le serveur : une fin de ligne vaut un signe', () => {
    expect(resteDe('  a\r\nb  ')).toBe(4997)
  })

  it('ne parle qu’en approchant de la fin, et de cent en cent', () => {
    expect([annonceDe(5000), annonceDe(500)]).toEqual(['', ''])
    expect(annonceDe(499)).toBe('Il reste moins de 500\u00a0caractères.')
    expect(annonceDe(400)).toBe(annonceDe(499))
    expect(annonceDe(399)).toBe('Il reste moins de 400\u00a0caractères.')
    expect(annonceDe(0)).toBe('Il reste moins de 100\u00a0caractères.')
    expect(annonceDe(-1)).toBe(annonceDe(-50))
  })
})
