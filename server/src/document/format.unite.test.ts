import { describe, expect, it } from 'vitest'
import { composeZip } from '../platform/zip.banc.ts'
import { ECHANTILLONS } from './document.banc.ts'
import { composeNom, detectFormat } from './format.ts'

describe('le format d’un fichier', () => {
  it.each(['PDF', 'JPG', 'PNG', 'XLSX', 'ODS'] as const)(
    '%s se reconnaît à son contenu',
    async (format) => {
      expect(await detectFormat(ECHANTILLONS[format])).toBe(format)
    },
  )

  const { PDF, PNG, XLSX, ODS } = ECHANTILLONS
  const PRECEDES: [string, Buffer][] = [
    ['une marque d’ordre', Buffer.from('\uFEFF')],
    ['des lignes blanches', Buffer.from('\r\n\r\n')],
    ['des zéros', Buffer.alloc(128)],
    ['les mots d’une imprimante', Buffer.from('\u001B%-12345X@PJL JOB\n')],
    ['tout ce qui tient avant lui', Buffer.alloc(1024 - '%PDF-'.length, 'x')],
  ]
  it.each(PRECEDES)('PDF se reconnaît à son en-tête, précédé par %s', async (_, avant) => {
    const fin = Buffer.from('trailer<<>>\n%%EOF\n')
    expect(await detectFormat(Buffer.concat([avant, PDF, fin]))).toBe('PDF')
  })
  const REFUSES: [string, Buffer][] = [
    ['rien', Buffer.alloc(0)],
    ['un seul octet', Buffer.from([0xff])],
    ['du texte', Buffer.from('Bonjour')],
    ['du HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['du SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['un programme', Buffer.from('MZ\u0090\0\u0003', 'latin1')],
    ['un GIF', Buffer.from('GIF89a')],
    ['du HTML devant un PDF', Buffer.concat([Buffer.from('<script>'), PDF])],
    [
      'du HTML, après une marque d’ordre, devant un PDF',
      Buffer.concat([Buffer.from('\uFEFF\n<html>'), PDF]),
    ],
    ['un programme devant un PDF', Buffer.concat([Buffer.from('MZ\0\0'), PDF])],
    ['un script devant un PDF', Buffer.concat([Buffer.from('#!/bin/sh\n'), PDF])],
    ['une archive devant un PDF', Buffer.concat([composeZip([['a', 'b']]), PDF])],
    ['un GIF devant un PDF', Buffer.concat([Buffer.from('GIF89a;'), PDF])],
    ['un PDF dont l’en-tête vient trop loin', Buffer.concat([Buffer.alloc(1020, '\n'), PDF])],
    ['un texte qui cite un PDF', Buffer.from('Un fichier qui commence par %PDF-1.7\n')],
    ['la signature d’un PNG sans image', PNG.subarray(0, 8)],
    ['une archive vide', composeZip([])],
    ['une archive quelconque', composeZip([['notes.txt', 'x']])],
    [
      'un document Word',
      composeZip([
        ['[Content_Types].xml', ''],
        ['word/document.xml', ''],
      ]),
    ],
    ['un classeur à macros', ECHANTILLONS.MACROS],
    ['un texte OpenDocument', ECHANTILLONS.ODT],
    ['un OpenDocument sans type', composeZip([['content.xml', '']])],
    ['un classeur coupé', XLSX.subarray(0, XLSX.length - 10)],
    ['un tableur OpenDocument sans son début', ODS.subarray(40)],
  ]
  it.each(REFUSES)('refuse %s', async (_, octets) => {
    expect(await detectFormat(octets)).toBeNull()
  })

  it('lit une archive qui finit par un commentaire, et n’en croit pas une qui ment', async () => {
    const classeur = [
      ['[Content_Types].xml', ''],
      ['xl/workbook.xml', ''],
    ] as const
    expect(await detectFormat(composeZip(classeur, { commentaire: 'un commentaire' }))).toBe('XLSX')
    for (const place of [10, 16]) {
      const menteuse = Buffer.from(composeZip(classeur))
      menteuse.writeUInt16LE(0xfff0, menteuse.length - 22 + place)
      expect(await detectFormat(menteuse)).toBeNull()
    }
  })
})

describe('le nom d’un fichier', () => {
  it.each([
    ['Rapport signé (mars).pdf', 'Rapport signé (mars).pdf'],
    ['RAPPORT.PDF', 'RAPPORT.pdf'],
    ['photo.jpg', 'photo.pdf'],
    ['facture.exe', 'facture.exe.pdf'],
    ['Décision n° 3.2', 'Décision n° 3.2.pdf'],
    ['/etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\moi\\note.pdf', 'note.pdf'],
    ['../../..', 'document.pdf'],
    ['', 'document.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie_ x.pdf'],
    ['fdp.\u202Eexe.pdf', 'fdp.exe.pdf'],
    ['a"b<c>d|e?.pdf', 'a_b_c_d_e_.pdf'],
    ['Re\u0301gion.pdf', 'Région.pdf'],
    ['\uD800.pdf', 'pdf.pdf'],
    ['rapport. . .pdf', 'rapport.pdf'],
    ['  rapport .PDF . ', 'rapport.pdf'],
    ['. .pdf', 'pdf.pdf'],
    ['a\u2028b\u2029c.pdf', 'a b c.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.pdf', '_nul.pdf'],
    ['Aux.2025.pdf', '_Aux.2025.pdf'],
    ['PRN .txt', '_PRN .txt.pdf'],
    ['COM1.pdf', '_COM1.pdf'],
    ['lpt¹.pdf', '_lpt¹.pdf'],
    ['C\u200DON.pdf', '_CON.pdf'],
    ['..\\..\\NUL', '_NUL.pdf'],
    ['COM10.pdf', 'COM10.pdf'],
    ['Conseil.pdf', 'Conseil.pdf'],
    ['nul ne le sait.pdf', 'nul ne le sait.pdf'],
  ])('%j est gardé comme %j', (nom, attendu) => {
    expect(composeNom(nom, 'PDF')).toBe(attendu)
  })

  // Marks, embeddings, overrides and isolates: each turns what follows it around.
  it.each([
    0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  ])('perd le signe d’écriture U+%s, qui ferait lire un autre nom', (code) => {
    expect(composeNom(`fdp.${String.fromCodePoint(code)}exe.pdf`, 'PDF')).toBe('fdp.exe.pdf')
  })

  it('garde .jpeg d’une image, et ne dépasse jamais 150 signes', () => {
    expect(composeNom('photo.jpeg', 'JPG')).toBe('photo.jpeg')
    for (const signe of ['a', '😀', 'é', '.']) {
      const nom = composeNom(`${signe.repeat(400)}.ods`, 'ODS')
      expect(nom.length).toBeLessThanOrEqual(150)
      expect([nom.isWellFormed(), nom.endsWith('.ods')]).toEqual([true, true])
    }
  })
})
