import { FORMATS_LOGO, FORMATS_PIECE } from '@releve/contract/document/document.schema.ts'
import { describe, expect, it } from 'vitest'
import { accepteDe, phraseRefus } from './zoneDepot.rules.ts'
import { formatTaille } from './zoneDepot.textes.ts'

const refus = (...codes: string[]) => ({ errors: codes.map((code) => ({ code })) })

describe('la zone de dépôt', () => {
  it.each([
    [0, '0 octet'],
    [1, '1 octet'],
    [999, '999 octets'],
    [1000, '1 Ko'],
    [12_400, '12 Ko'],
    [1_000_000, '1 Mo'],
    [4_210_000, '4,3 Mo'],
    [5_000_000, '5 Mo'],
    [5_000_001, '5,1 Mo'],
  ])('dit de %i octets : %s', (octets, dit) => {
    expect(formatTaille(octets).replaceAll('\u00a0', ' ')).toBe(dit)
  })

  it('dit d’un refus ce que l’on peut y faire', () => {
    expect(phraseRefus([refus('file-too-large')], FORMATS_LOGO)).toContain('dépasse 5\u00a0Mo')
    expect(phraseRefus([refus('file-too-small')], FORMATS_LOGO)).toContain('est vide')
    expect(phraseRefus([], FORMATS_LOGO)).toContain('n’a pas pu être lu')
    // Reducing a file that would be refused for its format helps nobody.
    expect(phraseRefus([refus('file-too-large', 'file-invalid-type')], FORMATS_LOGO)).toBe(
      'Format non accepté. Formats possibles\u00a0: PNG, JPG.',
    )
  })

  it('connaît un format par son type et par toutes ses extensions', () => {
    expect(accepteDe(FORMATS_LOGO)).toEqual({
      'image/png': ['.png'],
      'image/jpeg': ['.jpg', '.jpeg'],
    })
    expect(Object.values(accepteDe(FORMATS_PIECE)).flat()).toHaveLength(6)
  })
})
