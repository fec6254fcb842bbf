import { type Cell, readXlsx, type Sheet } from 'hucre/xlsx'
import { Illisible, lettresDe, type Rangees } from './tableur.cases.ts'
import { montre } from './tableur.montre.ts'
import { natureArchive } from './tableur.nature.ts'
import { composeArchive, type Entree, listEntrees, unpack } from './zip.ts'

/** Beyond it, no spreadsheet of so many lines: a bomb, or another thing. */
const OCTETS_MAX = 40_000_000
/** Each costs its reader far more than the bytes it takes: 5,000 lines of sixty columns have less. */
const BALISES_MAX = 2_000_000
/**
 * Of these parts alone, which cost their reader more than cells do: a text for each cell of 5,000
 * lines of sixty columns; several times the styles that Excel takes.
 */
const BALISES_DE: Record<string, number> = { sharedStrings: 1_200_000, styles: 500_000 }
/** Of one tag, in bytes: its attributes cost as much as tags. */
const BALISE_MAX = 200_000
/** Signs written as entities: a microsecond each, for a few bits of the archive. */
const ENTITES_MAX = 1_000_000
const [OUVRE, FERME, ENTITE] = Buffer.from('<>&')
/** Of a part that only says where the others are. */
const PLAN_MAX = 1_000_000

const ABIME =
  'Le classeur est abîmé, ou trop volumineux. Ouvrez-le dans un tableur, enregistrez-le de nouveau, puis importez-le.'

/** In UTF-8, the only encoding that the library reads; in any other the part is broken. */
const declare = (xml: Buffer): boolean => ['<!DOCTYPE', '<!ENTITY'].some((mot) => xml.includes(mot))

type Comptes = { balises: number; entites: number }

/** The tags and the entities of a part; tags without end when one has none, or too far a one. */
function compter(xml: Buffer): Comptes {
  let [balises, entites, ouverte] = [0, 0, -1]
  for (let place = 0; place < xml.length; place += 1) {
    if (xml[place] === OUVRE) {
      balises += 1
      if (ouverte < 0) ouverte = place
    } else if (xml[place] === FERME && ouverte >= 0) {
      if (place - ouverte > BALISE_MAX) return { balises: Infinity, entites }
      ouverte = -1
    } else if (xml[place] === ENTITE) entites += 1
  }
  return { balises: ouverte < 0 ? balises : Infinity, entites }
}

/**
 * Gives the parts of an archive by their names, and counts what they hold in all; `type`: what it
 * is read as, where that has bounds of its own.
 */
type Parties = (nom: string, type?: string) => Buffer | null

/** A part that is kept, and its tags. */
type PartieGardee = { xml: Buffer; balises: number }

function ouvrirParties(octets: Buffer, entrees: readonly Entree[]): Parties {
  // Two names that differ by their case alone are one, and would have been refused.
  const parNom = new Map(entrees.map((entree) => [entree.nom.toLowerCase(), entree]))
  const gardees = new Map<string, PartieGardee>()
  let [reste, balises, entites] = [OCTETS_MAX, BALISES_MAX, ENTITES_MAX]
  const prendre = (entree: Entree): PartieGardee => {
    const xml = unpack(octets, entree, reste)
    if (!xml) throw new Illisible(ABIME)
    // A spreadsheet declares no entity: what does is made to harm whoever reads it.
    if (declare(xml)) {
      throw new Illisible('Le classeur contient des déclarations qui ne sont pas acceptées.')
    }
    reste -= xml.length
    const comptes = compter(xml)
    balises -= comptes.balises
    entites -= comptes.entites
    if (balises < 0 || entites < 0) throw new Illisible(ABIME)
    return { xml, balises: comptes.balises }
  }
  return (nom, type = '') => {
    const entree = parNom.get(nom.toLowerCase())
    if (!entree) return null
    const gardee = gardees.get(entree.nom) ?? prendre(entree)
    gardees.set(entree.nom, gardee)
    if (gardee.balises > (BALISES_DE[type] ?? BALISES_MAX)) throw new Illisible(ABIME)
    return gardee.xml
  }
}

const SIGNES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Every `&…;` of an attribute as the sign that it stands for. */
function decoder(valeur: string): string {
  return valeur.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (tel, hex, dec, mot) => {
    if (mot) return SIGNES[mot] ?? tel
    const code = hex ? Number.parseInt(hex, 16) : Number(dec)
    return code <= 0x10ffff ? String.fromCodePoint(code) : tel
  })
}

/** The attributes of every tag of this name, whatever its prefix; those of a part without comments. */
function attributsDe(xml: Buffer, nom: string): Map<string, string>[] {
  if (xml.length > PLAN_MAX) throw new Illisible(ABIME)
  const balise = new RegExp(`<(?:[\\w.-]+:)?${nom}(\\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`, 'g')
  return [...xml.toString('utf8').matchAll(balise)].map(([, attributs = '']) => {
    const lus = attributs.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
    return new Map([...lus].map(([, cle = '', a, b]) => [cle, decoder(a ?? b ?? '')]))
  })
}

/** What a part leads to: the type's last word, the name it gives it, and the part. */
type Lien = { id: string; type: string; cible: string }

/** `../theme/a.xml` seen from `xl/worksheets`, or `/xl/a.xml`, as the archive names it. */
function resoudre(dossier: string, cible: string): string {
  const chemin = cible.startsWith('/') ? [] : dossier.split('/').filter(Boolean)
  for (const pas of cible.split('/').filter(Boolean)) {
    if (pas === '..') chemin.pop()
    else if (pas !== '.') chemin.push(pas)
  }
  return chemin.join('/')
}

function liensDe(parties: Parties, partie: string): Lien[] {
  const barre = partie.lastIndexOf('/') + 1
  const dossier = partie.slice(0, barre)
  const xml = parties(`${dossier}_rels/${partie.slice(barre)}.rels`)
  return attributsDe(xml ?? Buffer.alloc(0), 'Relationship').map((attributs) => ({
    id: attributs.get('Id') ?? '',
    type: attributs.get('Type')?.split('/').at(-1) ?? '',
    cible: resoudre(dossier, attributs.get('Target') ?? ''),
  }))
}

type Feuille = { nom: string | undefined; etat: string | undefined; partie: string | undefined }

/** The sheets of a workbook, in its order. */
function feuillesDe(classeur: Buffer, liens: Lien[]): Feuille[] {
  const cibles = new Map(
    liens.flatMap(({ id, type, cible }) => (type === 'worksheet' ? [[id, cible]] : [])),
  )
  return attributsDe(classeur, 'sheet').map((attributs) => {
    const [, id = ''] = [...attributs].find(([nom]) => nom.endsWith(':id')) ?? []
    return { nom: attributs.get('name'), etat: attributs.get('state'), partie: cibles.get(id) }
  })
}

/** The sheet to read: `feuille`, else the first one that its author sees. */
function choisirFeuille(feuilles: Feuille[], feuille: string | undefined): Feuille | undefined {
  return (
    feuilles.find(({ nom }) => nom === feuille) ??
    feuilles.find(({ etat }) => etat !== 'hidden' && etat !== 'veryHidden')
  )
}

/**
 * The cells of a sheet and nothing of what stands around them: widths, formats and links, of which
 * a few bytes take minutes (one width said of 16,384 columns, two hundred thousand times).
 */
function casesDe(feuille: Buffer): Buffer {
  const texte = feuille.toString('latin1')
  const debut = texte.search(/<(?:[\w.-]+:)?sheetData[\s>]/)
  const fin = /<\/(?:[\w.-]+:)?sheetData\s*>/.exec(texte.slice(Math.max(0, debut)))
  if (debut < 0 || !fin) return Buffer.from('<worksheet/>')
  const cases = feuille.subarray(debut, debut + fin.index + fin[0].length)
  return Buffer.concat([Buffer.from('<worksheet>'), cases, Buffer.from('</worksheet>')])
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const liensVers = (types: Record<string, string>): Buffer => {
  const liens = Object.entries(types).map(
    ([cible, type], rang) =>
      `<Relationship Id="rId${rang + 1}" Type="${OFFICE}/${type}" Target="${cible}"/>`,
  )
  return Buffer.from(`<Relationships>${liens.join('')}</Relationships>`)
}

/** The archive that the library is given: what we have written, and the parts that we have checked. */
function recomposer(
  cases: Buffer,
  autres: Record<string, Buffer | null>,
  depuis1904: boolean,
): Buffer {
  const presentes = Object.entries(autres).flatMap(([type, contenu]) =>
    contenu ? [{ type, contenu }] : [],
  )
  const classeur = `<workbook><workbookPr date1904="${depuis1904 ? 1 : 0}"/><sheets><sheet name="F" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const types = Object.fromEntries(presentes.map(({ type }) => [`${type}.xml`, type]))
  return composeArchive([
    { nom: '[Content_Types].xml', contenu: Buffer.from('<Types/>') },
    { nom: '_rels/.rels', contenu: liensVers({ 'xl/workbook.xml': 'officeDocument' }) },
    { nom: 'xl/workbook.xml', contenu: Buffer.from(classeur) },
    {
      nom: 'xl/_rels/workbook.xml.rels',
      contenu: liensVers({ 'sheet.xml': 'worksheet', ...types }),
    },
    { nom: 'xl/sheet.xml', contenu: cases },
    ...presentes.map(({ type, contenu }) => ({ nom: `xl/${type}.xml`, contenu })),
  ])
}

/** A workbook as it may be read: its sheets, and what the library needs of it to read one of them. */
type Ouvert = { feuilles: Feuille[]; extraire: (feuille: Feuille) => Buffer }

async function ouvrir(octets: Buffer): Promise<Ouvert> {
  const entrees = await listEntrees(octets)
  if (!entrees) throw new Illisible(ABIME)
  const parties = ouvrirParties(octets, entrees)
  const racine = liensDe(parties, '').find(({ type }) => type === 'officeDocument')
  const classeur = racine && parties(racine.cible)
  const feuilles = classeur ? feuillesDe(classeur, liensDe(parties, racine.cible)) : []
  if (!classeur || feuilles.length === 0) throw natureArchive(entrees)
  const liens = liensDe(parties, racine.cible)
  const autre = (cherche: string) => {
    const lien = liens.find(({ type }) => type === cherche)
    return lien ? parties(lien.cible, cherche) : null
  }
  const [proprietes] = attributsDe(classeur, 'workbookPr')
  const depuis1904 = ['1', 'true'].includes(proprietes?.get('date1904') ?? '')
  return {
    feuilles,
    extraire: ({ partie }) => {
      const cases = partie === undefined ? null : parties(partie)
      if (!cases) throw new Illisible(ABIME)
      const autres = { sharedStrings: autre('sharedStrings'), styles: autre('styles') }
      return recomposer(casesDe(cases), autres, depuis1904)
    },
  }
}

const adresseDe = (place: string): string => {
  const [ligne = 0, colonne = 0] = place.split(',').map(Number)
  return `${lettresDe(colonne)}${ligne + 1}`
}

/** A formula that no program has computed would be read as a blank, and erase. */
function refuseNonCalculee({ cells }: Sheet): void {
  const estVide = ({ type, value }: Cell) => type === 'formula' && value === null
  const trouvee = [...(cells ?? [])].find(([, cellule]) => estVide(cellule))
  if (!trouvee) return
  throw new Illisible(
    `La formule de la case ${adresseDe(trouvee[0])} n’a pas de résultat\u00a0: ouvrez le classeur dans un tableur, et enregistrez-le.`,
  )
}

async function lireCases(archive: Buffer, range: string): Promise<Rangees> {
  const { sheets } = await readXlsx(archive, { range, readStyles: true }).catch(() => {
    throw new Illisible(ABIME)
  })
  const [choisie] = sheets
  if (!choisie) return []
  refuseNonCalculee(choisie)
  const { rows, cells = [] } = choisie
  for (const [place, cellule] of cells) {
    const [ligne = 0, colonne = 0] = place.split(',').map(Number)
    const rangee = rows[ligne]
    if (rangee) rangee[colonne] = montre(cellule)
  }
  return rows
}

const plie = (nom: string | undefined): string => (nom ?? '').trim().toLowerCase()

/**
 * The rows of a workbook's sheet `feuille`, else of the first one that its author sees, within
 * `range`; and those of its sheet `annexe`, when it has one beside. @throws Illisible
 */
export async function readClasseur(
  contenu: Buffer,
  { feuille, annexe, range }: Choix & { range: string },
): Promise<{ rangees: Rangees; annexe: Rangees | null }> {
  const { feuilles, extraire } = await ouvrir(contenu)
  const choisie = choisirFeuille(feuilles, feuille)
  const lire = (une: Feuille) => lireCases(extraire(une), range)
  const seconde =
    annexe === undefined ? undefined : feuilles.find(({ nom }) => plie(nom) === plie(annexe))
  return {
    rangees: choisie ? await lire(choisie) : [],
    annexe: seconde && seconde !== choisie ? await lire(seconde) : null,
  }
}

/** The sheets to read, by their names. */
export type Choix = { feuille?: string | undefined; annexe?: string | undefined }

/** The rows of those of these sheets that the workbook has, by the name asked for. @throws Illisible */
export async function readPlusieurs(
  contenu: Buffer,
  { feuilles, range }: { feuilles: readonly string[]; range: string },
): Promise<Map<string, Rangees>> {
  const ouvert = await ouvrir(contenu)
  const lues = new Map<string, Rangees>()
  for (const cherche of feuilles) {
    const choisie = ouvert.feuilles.find(({ nom }) => plie(nom) === plie(cherche))
    if (choisie) lues.set(cherche, await lireCases(ouvert.extraire(choisie), range))
  }
  return lues
}
