import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { readMois } from './import.colonnes.ts'
import { composeClasseur, degonflee, feuille } from './tableur.banc.ts'
import { texteDe } from './tableur.cases.ts'
import { readIci } from './tableur.lecture.ts'
import { renommer } from './tableur.ts'

/** What is read of a cell that holds this number, under this format. */
async function lu(nombre: number, format: string): Promise<string | undefined> {
  const remplies = new Map([['1,0', { value: nombre, style: { numFmt: format } }]])
  const octets = await writeXlsx({
    sheets: [{ name: 'F', rows: [['a'], [nombre]], cells: remplies }],
  })
  return (await readIci(Buffer.from(octets), undefined)).lignes[0]?.cellules['a']
}

/** The same of a text whose pieces stand on the line, above it or below it. */
async function luEnMorceaux(chaines: boolean, ...morceaux: [texte: string, place?: string][]) {
  const ecrits = morceaux.map(([texte, place]) => {
    const police = place === undefined ? '<b/>' : `<vertAlign val="${place}"/>`
    return `<r><rPr>${police}</rPr><t xml:space="preserve">${texte}</t></r>`
  })
  const texte = ecrits.join('')
  const case2 = chaines
    ? '<c r="A2" t="s"><v>0</v></c>'
    : `<c r="A2" t="inlineStr"><is>${texte}</is></c>`
  const entete = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
  const octets = composeClasseur({
    vers: [
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ],
    parties: [
      ['xl/worksheets/sheet1.xml', degonflee(feuille(`${entete}<row r="2">${case2}</row>`))],
      ['xl/sharedStrings.xml', degonflee(`<sst><si>${texte}</si></sst>`)],
    ],
  })
  return (await readIci(octets, undefined)).lignes[0]?.cellules['a']
}

describe('une case se lit comme le tableur la montre', () => {
  it.each([
    [7, '000', '007'],
    [612_345_678, '0000000000', '0612345678'],
    [612_345_678, '0#" "##" "##" "##" "##', '06 12 34 56 78'],
    [612_345_678, String.raw`00\.00\.00\.00\.00`, '06.12.34.56.78'],
    [1234, '00-000', '01-234'],
    [7, '[$-40C]000;-000', '007'],
    [7, '"CAU-"000', 'CAU-007'],
    [7, '"CAU-"0', 'CAU-7'],
    [123_456, '000', '123456'],
    [0.125, '0.0%', '12,5\u00a0%'],
    [0.3, '0%', '30\u00a0%'],
  ])('%s, sous %s : %s', async (nombre, format, attendu) => {
    expect(await lu(nombre, format)).toBe(attendu)
  })

  it.each([
    [12.4, '0'],
    [12.4, '000'],
    [-7, '000'],
    [1234, '#,##0'],
    [1234.5, '#,##0.00'],
    [12, '0" agents"'],
    [12, 'General" h"'],
    [12, String.raw`0\ \%`],
    [1e-7, '0.00E+00'],
  ])('%s, sous %s, ne perd rien de ce qu’elle tient', async (nombre, format) => {
    expect(await lu(nombre, format)).toBe(String(nombre))
  })

  it('un code entre des zéros de tête a tous ses chiffres, et aucun autre', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(9_999_999),
        fc.integer({ min: 2, max: 9 }),
        async (nombre, places) => {
          const vu = await lu(nombre, '0'.repeat(places))
          expect(vu).toBe(String(nombre).padStart(places, '0'))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('sans le bruit des sommes binaires, au quinzième chiffre', async () => {
    expect(await lu(0.1 + 0.2, 'General')).toBe('0.3')
    expect(texteDe('0,30000000000000004')).toBe('0,3')
    expect(texteDe('-2.2999999999999998')).toBe('-2.3')
    expect(texteDe('1234567890123456')).toBe('1234567890123456')
    fc.assert(
      fc.property(fc.array(fc.nat(99_999), { minLength: 1, maxLength: 3 }), (centiemes) => {
        const binaire = centiemes.reduce((somme, un) => somme + un / 100, 0)
        const exact = centiemes.reduce((somme, un) => somme + un, 0) / 100
        expect(texteDe(binaire)).toBe(texteDe(exact))
      }),
    )
  })
})

describe.each([
  ['à part', true],
  ['dans la case', false],
])('un appel de note, en texte %s, n’est pas un chiffre', (_, chaines) => {
  it.each([
    ['1²', [['1'], ['2', 'superscript']]],
    ['12₃', [['12'], ['3', 'subscript']]],
    ['1⁽¹⁾', [['1'], ['(1)', 'superscript']]],
    ['10⁻³', [['10'], ['-3', 'superscript']]],
    ['1er', [['1'], ['er', 'superscript']]],
    ['12', [['1'], ['2']]],
  ] as [string, [string, string?][]][])('%s', async (attendu, morceaux) => {
    expect(await luEnMorceaux(chaines, ...morceaux)).toBe(attendu)
  })
})

describe('un mois', () => {
  it.each([
    'nov. 2026',
    'Novembre 2026',
    'NOV 2026',
    'nov.\u00a02026',
    'nov-26',
    'nov.-26',
    '11/2026',
    '2026-11',
    '2026/11',
    '2026-11-01',
    '2026-11-30',
    '01/11/2026',
    'November 2026',
  ])('%s est novembre 2026', (texte) => {
    expect(readMois(texte)).toEqual({ mois: 11, annee: 2026 })
  })

  it.each([
    ['11', 11],
    ['nov.', 11],
    ['NOVEMBER', 11],
    ['févr.', 2],
    ['FEVRIER', 2],
    ['fe\u0301vrier', 2],
    ['mar', 3],
    ['mai', 5],
    ['juin', 6],
    ['juil.', 7],
    ['aout', 8],
    ['déc', 12],
  ])('%s n’a pas d’année', (texte, mois) => {
    expect(readMois(texte)).toEqual({ mois, annee: null })
  })

  it.each(['jui', 'ma', '13', '0', '2026', '11/01/2026', '15/11/2026', '03/04', 'nov. 2', ''])(
    '« %s » n’en est pas un, ou pourrait être deux',
    (texte) => {
      expect(readMois(texte)).toBeNull()
    },
  )
})

describe('un titre se reconnaît', () => {
  const entetes = async (titres: string) => {
    const tableur = await readIci(Buffer.from(`${titres}\n1;2`), undefined)
    return renommer(tableur, ['Code', 'Date d’ouverture'])
  }

  it.each([
    'code;date d’ouverture',
    ' CODE ;Date\u00a0d\u2019ouverture',
    "Code;Date  d'ouverture",
    'Códe;DATE D’OUVERTURE',
    'Code¹;Date d’ouverture *',
  ])('quels que soient ses capitales, ses accents, ses blancs : « %s »', async (titres) => {
    const { entetes: noms, lignes } = await entetes(titres)
    expect(noms).toEqual(['Code', 'Date d’ouverture'])
    expect(lignes[0]?.cellules).toEqual({ Code: '1', 'Date d’ouverture': '2' })
  })

  it('un seul, sinon lequel dirait vrai ? ; un autre garde son nom', async () => {
    await expect(entetes('Code;CODE')).rejects.toMatchObject({ code: 'TABLEUR_ILLISIBLE' })
    expect((await entetes('Code;Codes')).entetes).toEqual(['Code', 'Codes'])
  })
})
