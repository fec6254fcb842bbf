import { JsonIllisible, readJson } from '../platform/json.ts'
import { Illisible } from '../platform/tableur.cases.ts'
import { rangeesDe } from '../platform/tableur.lecture.ts'
import { lirePaquets, type Paquet, VALEURS_MAX, ValeursIllisibles } from './valeurs.ts'

type Attributs = Record<string, string>

/** The columns of a file without headings, in the order in which DHIS2 writes them. */
const COLONNES = [
  'dataElement',
  'period',
  'orgUnit',
  'categoryOptionCombo',
  'attributeOptionCombo',
  'value',
  'storedBy',
  'lastUpdated',
  'comment',
  'followUp',
  'deleted',
]
/** Those that a file without headings has at least. */
const COLONNES_MIN = 6
/** As headings spell them, whatever their case; the others are not read. */
const PAR_ENTETE = new Map(COLONNES.map((nom) => [nom.toLowerCase(), nom]))

/** Without the blanks before it, after which the library leaves the quotes. */
const netDe = (cellule: unknown): string =>
  typeof cellule === 'string' ? cellule.trim().replace(/^"([^"]*)"$/, '$1') : ''

/** A DHIS2 CSV as the JSON says it. @throws ValeursIllisibles */
function lireCsv(texte: string): unknown {
  const [premiere = ''] = texte.split('\n', 1)
  const signe = premiere.includes(',') ? ',' : ';'
  const rangees = rangeesDe(texte, signe, VALEURS_MAX + 2).map((rangee) => rangee.map(netDe))
  const noms = (rangees[0] ?? []).map((nom) => PAR_ENTETE.get(nom.toLowerCase()) ?? '')
  const entetes = noms.includes('dataElement')
  if (!entetes && (rangees[0]?.length ?? 0) < COLONNES_MIN)
    throw new ValeursIllisibles(
      'Ce n’est pas un export de valeurs de DHIS2, en JSON, en CSV ou en XML.',
    )
  const colonnes = entetes ? noms : COLONNES
  const dataValues = rangees.slice(entetes ? 1 : 0).map((rangee) => {
    return Object.fromEntries(colonnes.map((nom, rang) => [nom, rangee[rang] ?? '']))
  })
  return { dataValues }
}

const BALISE = /<(?:[\w-]+:)?(dataValueSet|dataValue)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g
/** From the head of a name alone: a tag of a million letters is walked once. */
const ATTRIBUT = /(?<![\w.-])([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITES: Attributs = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoder = (texte: string): string =>
  texte.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));/gi, (tout, dec, hex, nom) => {
    if (nom) return ENTITES[nom] ?? tout
    const code = dec ? Number(dec) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const attributsDe = (texte: string): Attributs =>
  Object.fromEntries(
    [...texte.matchAll(ATTRIBUT)].map(([, nom = '', double, simple]) => [
      nom,
      decoder(double ?? simple ?? ''),
    ]),
  )

const COUPE = 'Ce n’est pas un «\u00a0dataValueSet\u00a0» de DHIS2 en XML, ou le fichier est coupé.'

/** What opens a part of an XML that holds no tag, whatever is written in it, and what closes it. */
const MUETS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** The tags of an XML, without those that are in a comment. @throws ValeursIllisibles */
function sansMuets(texte: string): string {
  const gardes: string[] = []
  let place = 0
  const ouvre = /<!--|<!\[CDATA\[|<\?/g
  for (let trouve = ouvre.exec(texte); trouve; trouve = ouvre.exec(texte)) {
    const ferme = MUETS[trouve[0]] ?? ''
    const fin = texte.indexOf(ferme, ouvre.lastIndex)
    if (fin < 0) throw new ValeursIllisibles(COUPE)
    gardes.push(texte.slice(place, trouve.index))
    place = fin + ferme.length
    ouvre.lastIndex = place
  }
  return gardes.join('') + texte.slice(place)
}

/**
 * A DHIS2 XML as the JSON says it: a set, and values that have attributes alone. What it declares
 * (`DOCTYPE`) is refused, what else it holds is not read. @throws ValeursIllisibles
 */
function lireXml(brut: string): unknown {
  const texte = sansMuets(brut)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(texte))
    throw new ValeursIllisibles('Il déclare un DOCTYPE\u00a0: exportez-le de nouveau, en JSON.')
  if (!/<\/(?:[\w-]+:)?dataValueSet\s*>\s*$/.test(texte)) throw new ValeursIllisibles(COUPE)
  let ensemble: Attributs = {}
  const dataValues: object[] = []
  for (const [, nom, attributs = ''] of texte.matchAll(BALISE)) {
    const lus = attributsDe(attributs)
    if (nom === 'dataValueSet') ensemble = lus
    else dataValues.push(lus)
  }
  return { ...ensemble, dataValues }
}

/** Nothing that a spreadsheet program wrote in another way is a file of DHIS2. */
function texteDe(contenu: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(contenu)
  } catch {
    throw new ValeursIllisibles('Ce n’est pas du texte en UTF-8\u00a0: exportez-le de nouveau.')
  }
}

function lire(contenu: Uint8Array): unknown {
  const texte = texteDe(contenu).trim()
  if (texte.startsWith('{') || texte.startsWith('[') || texte === '') return readJson(contenu)
  return texte.startsWith('<') ? lireXml(texte) : lireCsv(texte)
}

/**
 * What a file of values of DHIS2 holds, in JSON, CSV or XML, here and now: a hostile one takes all
 * the time that it finds, so that only a program of `faireAPart` calls this.
 * @throws ValeursIllisibles
 */
export function lirePaquetsIci(contenu: Uint8Array): Paquet[] {
  try {
    return lirePaquets(lire(contenu))
  } catch (echec) {
    if (echec instanceof JsonIllisible || echec instanceof Illisible)
      throw new ValeursIllisibles(echec.message)
    throw echec
  }
}
