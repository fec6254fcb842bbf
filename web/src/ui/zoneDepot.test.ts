import { FORMATS_LOGO, FORMATS_PIECE } from '@releve/contract/document/document.schema.ts'
import { describe, expect, it } from 'vitest'
import { accepteDe, PLUSIEURS, phraseRefus, recevoirPlusieurs } from './zoneDepot.rules.ts'
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

  it('dit d’un autre format de tableur comment en faire un classeur', () => {
    const ods = { file: { name: 'Relevé.ODS' }, ...refus('file-invalid-type') }
    expect(phraseRefus([ods], ['XLSX', 'CSV'])).toContain('enregistrez-le au format XLSX')
    expect(phraseRefus([ods], FORMATS_LOGO)).toContain('Formats possibles')
  })

  it('connaît un format par son type et par toutes ses extensions', () => {
    expect(accepteDe(FORMATS_LOGO)).toEqual({
      'image/png': ['.png'],
      'image/jpeg': ['.jpg', '.jpeg'],
    })
    expect(Object.values(accepteDe(FORMATS_PIECE)).flat()).toHaveLength(6)
  })
})

describe('la zone de plusieurs fichiers', () => {
  const fichier = (name: string, octets = 1) => new File([new Uint8Array(octets)], name)
  const noms = (fichiers: readonly File[]) => fichiers.map(({ name }) => name)
  const recevoir = (tenus: File[], acceptes: File[], refuses: string[] = []) =>
    recevoirPlusieurs(tenus, {
      acceptes,
      refuses: refuses.map((name) => ({ file: { name }, ...refus('file-invalid-type') })),
      formats: ['XLSX', 'CSV'],
    })

  it('ajoute ce qui vient ; un fichier prend la place de celui du même nom', () => {
    const [ancien, nouveau] = [fichier('a.xlsx'), fichier('a.xlsx', 2)]
    const { fichiers, dit } = recevoir([ancien, fichier('b.xlsx')], [nouveau, fichier('c.csv')])
    expect(noms(fichiers)).toEqual(['a.xlsx', 'b.xlsx', 'c.csv'])
    expect(fichiers[0]).toBe(nouveau)
    expect(dit).toBe('')
  })

  it('prend les bons, et nomme ceux qu’elle laisse', () => {
    const { fichiers, dit } = recevoir([], [fichier('a.xlsx')], ['photo.png', 'note.pdf'])
    expect(noms(fichiers)).toEqual(['a.xlsx'])
    expect(dit).toBe(
      '«\u00a0photo.png\u00a0», «\u00a0note.pdf\u00a0» n’ont pas été pris. Format non accepté. Formats possibles\u00a0: XLSX, CSV.',
    )
  })

  it('n’en prend aucun au-delà de ses bornes, et garde ceux qu’elle tenait', () => {
    const tenus = Array.from({ length: PLUSIEURS.fichiers }, (_, n) => fichier(`${n}.csv`))
    const trop = recevoir(tenus, [fichier('de-trop.csv')])
    expect(trop.fichiers).toEqual(tenus)
    expect(trop.dit).toContain('50\u00a0fichiers au plus')
    const lourds = Array.from({ length: 11 }, (_, n) => fichier(`${n}.csv`, 4_900_000))
    expect(recevoir([], lourds).dit).toContain('dépassent 50\u00a0Mo')
  })
})
