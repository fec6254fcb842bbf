import type { CodeErreur } from '@releve/contract/erreur.ts'
import { composeZip, type Partie, type Parties, piecesDe } from './zip.banc.ts'

const LIENS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const ENTETE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

type Lien = readonly [type: string, cible: string]

const liens = (donnes: readonly Lien[]): string =>
  `${ENTETE}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${donnes
    .map(([type, cible], rang) => {
      const complet = type.includes('/') ? type : `${LIENS}/${type}`
      return `<Relationship Id="rId${rang + 1}" Type="${complet}" Target="${cible}"/>`
    })
    .join('')}</Relationships>`

/** One column « a », and below it 1. */
export const CASES =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>'

/** A sheet of these rows, and what stands before them. */
export const feuille = (cases = CASES, avant = ''): string =>
  `${ENTETE}<worksheet xmlns="x" xmlns:r="${LIENS}">${avant}<sheetData>${cases}</sheetData></worksheet>`

type Classeur = {
  /** Of the workbook: its first is its sheet. */
  vers?: readonly Lien[]
  /** What the workbook says beside its one sheet. */
  classeur?: string
  parties?: Parties
}

/** The parts of a workbook of one sheet, `xl/worksheets/sheet1.xml`, which `parties` must give. */
export function partiesDe({ vers = [], classeur, parties = [] }: Classeur = {}): Parties {
  const feuilles = '<sheets><sheet name="F" sheetId="1" r:id="rId1"/></sheets>'
  return [
    ['[Content_Types].xml', `${ENTETE}<Types/>`],
    ['_rels/.rels', liens([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `${ENTETE}<workbook xmlns="x" xmlns:r="${LIENS}">${classeur ?? feuilles}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      liens(vers.length > 0 ? vers : [['worksheet', 'worksheets/sheet1.xml']]),
    ],
    ...(parties.length > 0 ? parties : [['xl/worksheets/sheet1.xml', feuille()] as const]),
  ]
}

export const composeClasseur = (classeur: Classeur = {}): Buffer => composeZip(partiesDe(classeur))

export const degonflee = (contenu: string | Buffer): Partie => ({ contenu, degonflee: true })

const PAR_FLUX = { degonflee: true, suivie: true } as const

/** A workbook in Excel's shape, its parts written as they come (`suivie`) or not. */
export function commeExcel(suivie: boolean): Buffer {
  const parties = partiesDe({
    vers: [
      ['worksheet', '/xl/worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['theme', 'theme/theme1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['calcChain', 'calcChain.xml'],
    ],
    classeur:
      '<workbookPr date1904="false"/><bookViews><workbookView activeTab="1"/></bookViews><sheets><sheet name="Masqu&#233;e" sheetId="3" state="hidden" r:id="rId2"/><sheet name="A &amp; B" sheetId="1" r:id="rId1"/></sheets>',
    parties: [
      [
        'xl/worksheets/sheet1.xml',
        feuille(
          '<row r="1" spans="1:3"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" s="1"><v>45747</v></c><c r="C3"><f>1+1</f><v>2</v></c></row>',
          '<sheetPr/><dimension ref="A1:C3"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="3" width="12"/></cols>',
        ),
      ],
      ['xl/worksheets/sheet2.xml', feuille()],
      [
        'xl/worksheets/_rels/sheet1.xml.rels',
        liens([
          ['comments', '../comments1.xml'],
          ['printerSettings', '../printerSettings/printerSettings1.bin'],
        ]),
      ],
      ['xl/printerSettings/printerSettings1.bin', Buffer.alloc(600, 7)],
      [
        'xl/comments1.xml',
        '<comments><commentList><comment ref="C3"><text><t>note</t></text></comment></commentList></comments>',
      ],
      ['xl/theme/theme1.xml', '<a:theme xmlns:a="x"/>'],
      [
        'xl/styles.xml',
        '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      ],
      [
        'xl/sharedStrings.xml',
        '<sst><si><t>Code</t></si><si><t>Jour</t></si><si><t xml:space="preserve"> Total </t></si><si><r><rPr><b/></rPr><t>Dé</t></r><r><t>pôt</t></r></si></sst>',
      ],
      ['xl/calcChain.xml', '<calcChain><c r="C3" i="1"/></calcChain>'],
      ['docProps/core.xml', '<cp:coreProperties xmlns:cp="x"/>'],
      ['docProps/app.xml', '<Properties/>'],
    ],
  })
  const compressees = parties.map(
    ([nom, contenu]) => [nom, { contenu, ...PAR_FLUX, suivie } as Partie] as const,
  )
  return composeZip(compressees)
}

/** The one link of a workbook to its one sheet, and that sheet. */
export const SEULE = ['worksheet', 'worksheets/sheet1.xml'] as const
export const FEUILLE = ['xl/worksheets/sheet1.xml', degonflee(feuille())] as const

/** So many shared strings that say nothing. */
export const chaines = (nombre: number): Partie =>
  degonflee(`<sst>${'<si><t/></si>'.repeat(nombre)}</sst>`)

/** A few kilobytes whose shared strings would take their reader seconds: each is made of runs. */
export const vorace = (): Buffer =>
  composeClasseur({
    vers: [SEULE, ['sharedStrings', 's.xml']],
    parties: [
      FEUILLE,
      ['xl/s.xml', degonflee(`<sst>${'<si><r><t>a</t></r></si>'.repeat(320_000)}</sst>`)],
    ],
  })

const champ = (valeurs: [bigint: number, place: number][], taille: number) => {
  const tampon = Buffer.alloc(taille)
  for (const [valeur, place] of valeurs) tampon.writeBigUInt64LE(BigInt(valeur), place)
  return tampon
}

/** Two archives in one: the second directory is read by whoever believes in 64 bits. */
export function aDeuxRepertoires(): Buffer {
  const bonnes = piecesDe(partiesDe())
  const autres = partiesDe({
    vers: [SEULE, ['sharedStrings', 'sharedStrings.xml']],
    parties: [FEUILLE, ['xl/sharedStrings.xml', chaines(3_000_000)]],
  })
  const mauvaises = piecesDe(autres, { depuis: bonnes.locales.length })
  const debut = bonnes.locales.length + mauvaises.locales.length
  const place = debut + mauvaises.repertoire.length + bonnes.repertoire.length
  const fin64 = champ(
    [
      [44, 4],
      [autres.length, 24],
      [autres.length, 32],
      [debut, 48],
    ],
    56,
  )
  fin64.writeUInt32LE(0x06064b50)
  const renvoi = champ([[place, 8]], 20)
  renvoi.writeUInt32LE(0x07064b50)
  bonnes.fin.writeUInt32LE(0xffff_ffff, 12)
  bonnes.fin.writeUInt32LE(debut + mauvaises.repertoire.length, 16)
  const { locales, repertoire, fin } = bonnes
  const repertoires = [mauvaises.repertoire, repertoire]
  return Buffer.concat([locales, mauvaises.locales, ...repertoires, fin64, renvoi, fin])
}

/** A compound file, as little as tells what it is: a record with this name. */
function compose(nom: string): Buffer {
  const octets = Buffer.alloc(512 + 128)
  octets.write('d0cf11e0a1b11ae1', 'hex')
  octets.write(nom, 512, 'utf16le')
  octets.writeUInt16LE((nom.length + 1) * 2, 512 + 64)
  return octets
}

/** What its `mimetype` says. */
const openDocument = (type: string): Buffer =>
  composeZip([
    ['mimetype', `application/vnd.oasis.opendocument.${type}`],
    ['content.xml', degonflee('<office:document-content/>')],
  ])

/** What people take for a spreadsheet, and which is not read; what refuses it, and what is said of it. */
export const AUTRES_FORMATS: readonly (readonly [dit: string, CodeErreur, Buffer])[] = [
  ['OpenDocument (.ods)', 'TABLEUR_AUTRE_FORMAT', openDocument('spreadsheet')],
  ['ancien classeur Excel (.xls)', 'TABLEUR_AUTRE_FORMAT', compose('Workbook')],
  [
    'Excel binaire (.xlsb)',
    'TABLEUR_AUTRE_FORMAT',
    composeZip([['xl/workbook.bin', degonflee('x')]]),
  ],
  [
    'page web',
    'TABLEUR_AUTRE_FORMAT',
    Buffer.from('\n<html><table><tr><td>Code</td></tr></table>'),
  ],
  ['texte Unicode', 'TABLEUR_AUTRE_FORMAT', Buffer.from('\uFEFFCode\tNom', 'utf16le')],
  ['protégé par un mot de passe', 'TABLEUR_PROTEGE', compose('EncryptedPackage')],
  ['un PDF', 'PAS_UN_TABLEUR', Buffer.from('\uFEFF%PDF-1.7\n')],
  ['document Word', 'PAS_UN_TABLEUR', composeZip([['word/document.xml', degonflee('<a/>')]])],
  ['une archive', 'PAS_UN_TABLEUR', composeZip([['a.csv', degonflee('Code;Nom')]])],
]
