import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Where something stands in a part: its page there, from 1, and its place in points, from the top left. */
export type Place = { page: number; x: number; y: number }

/** What « repere:‹key› » leads to: a place of a part (its rank), and what is read of the link. */
export type Lien = Place & { rang: number; dit: string }
export type Liens = ReadonlyMap<string, Lien>

/** An object of a file: its text in latin1, and the bytes of its stream if it has one. */
type Objet = { texte: string; flux: Buffer | null }

type FichierPdf = { objets: Map<number, Objet>; catalogue: string; info: number }

/** Numbers of what the whole has once, whatever the parts. */
const COMMUNS = {
  catalogue: 1,
  pages: 2,
  arbre: 3,
  document: 4,
  signets: 5,
  info: 6,
  declare: 7,
} as const
const PREMIER_LIBRE = 8
const SANS_LIEN: Liens = new Map()
/** Objects compressed together. */
const PAR_PAQUET = 200

const nombreDe = (texte: string, motif: RegExp): number => {
  const trouve = motif.exec(texte)?.[1]
  if (trouve === undefined) throw new Error(`PDF illisible\u00a0: ${motif}`)
  return Number(trouve)
}
const referencesDe = (texte: string, motif: RegExp): number[] =>
  [...(motif.exec(texte)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, numero]) => Number(numero))

const ENFANTS = /\/K \[([^\]]*)\]/

const enLatin1 = (octets: Buffer, debut: number, fin?: number): string =>
  octets.toString('latin1', debut, fin)

/** The objects of a file as the compiler writes it: one table of places, one object after another. */
function lire(pdf: Buffer): FichierPdf {
  const fin = enLatin1(pdf, Math.max(0, pdf.length - 400))
  const debutTable = nombreDe(fin, /startxref\n(\d+)/)
  const table = enLatin1(pdf, debutTable).split('\n')
  const places: { numero: number; place: number }[] = []
  // « xref », « 0 N », then a line per object: its place, its generation, whether it is in use.
  for (const [rang, ligne] of table.slice(2).entries()) {
    if (ligne.startsWith('trailer')) break
    if (ligne[17] === 'n') places.push({ numero: rang, place: Number(ligne.slice(0, 10)) })
  }
  places.sort((a, b) => a.place - b.place)
  const objets = new Map<number, Objet>()
  for (const [rang, { numero, place }] of places.entries()) {
    const tranche = pdf.subarray(place, places[rang + 1]?.place ?? debutTable)
    const debut = tranche.indexOf(' 0 obj\n') + ' 0 obj\n'.length
    const flux = tranche.indexOf('\nstream\n')
    const bout = tranche.lastIndexOf(flux < 0 ? '\nendobj' : '\nendstream')
    objets.set(numero, {
      texte: enLatin1(tranche, debut, flux < 0 ? bout : flux),
      flux: flux < 0 ? null : Buffer.from(tranche.subarray(flux + '\nstream\n'.length, bout)),
    })
  }
  const racine = nombreDe(fin, /\/Root (\d+) 0 R/)
  const catalogue = objets.get(racine)?.texte ?? ''
  objets.delete(racine)
  return { objets, catalogue, info: nombreDe(fin, /\/Info (\d+) 0 R/) }
}

/** The end of a string that opens at `debut`: parentheses are balanced, or escaped. */
function finDeChaine(texte: string, debut: number): number {
  let ouvertes = 0
  for (let place = debut; place < texte.length; place++) {
    const signe = texte[place]
    if (signe === '\\') place += 1
    else if (signe === '(') ouvertes += 1
    else if (signe === ')') {
      ouvertes -= 1
      if (ouvertes === 0) return place + 1
    }
  }
  throw new Error('PDF illisible\u00a0: chaîne ouverte')
}

type Traduction = {
  /** The number that an object takes in the whole. */
  numero: (ancien: number) => number
  /** Added to the keys by which marked content finds its tags. */
  cles: number
  /** Before the names by which a cell finds its headings: each part has its own « U1x0y0 ». */
  prefixe: string
}

const NOM_DE_CASE = /^\(U\d+x\d+y\d+\)$/

/** An object's text as it stands in the whole; what is written in strings is left as it is. */
function traduire(texte: string, { numero, cles, prefixe }: Traduction): string {
  const hors = (morceau: string) =>
    morceau.replace(/\/(StructParents?) (\d+)|(\d+) 0 R\b/g, (_, cle, rang, ancien) =>
      cle === undefined ? `${numero(Number(ancien))} 0 R` : `/${cle} ${Number(rang) + cles}`,
    )
  let traduit = ''
  let place = 0
  let dansEntetes = false
  for (;;) {
    const debut = texte.indexOf('(', place)
    if (debut < 0) return traduit + hors(texte.slice(place))
    const avant = texte.slice(place, debut)
    const fin = finDeChaine(texte, debut)
    const chaine = texte.slice(debut, fin)
    dansEntetes = avant.endsWith('/Headers [') || (dansEntetes && avant.trim() === '')
    const nomme = (dansEntetes || avant.endsWith('/ID ')) && NOM_DE_CASE.test(chaine)
    traduit += hors(avant) + (nomme ? `(${prefixe}${chaine.slice(1)}` : chaine)
    place = fin
  }
}

const enTexte = (dit: string): string =>
  `<FEFF${Buffer.from(dit, 'utf16le').swap16().toString('hex').toUpperCase()}>`

/** A number as PDF writes it: never with an exponent. */
const enPoints = (valeur: number): string => String(Math.round(valeur * 1000) / 1000)

const TYPE_CASE = /\/S \/TD\b/

/** A cell of the first column: the heading of its row. */
function enTete(texte: string, nom: string): string {
  const nommee = texte.replace(TYPE_CASE, `/S /TH\n  /ID (${nom})`)
  if (nommee.includes('/O /Table\n')) {
    return nommee.replace('/O /Table\n', '/O /Table\n    /Scope /Row\n')
  }
  const attribut = '<< /O /Table /Scope /Row >>'
  if (nommee.includes('/A [')) return nommee.replace('/A [', `/A [${attribut} `)
  return nommee.replace('/K [', `/A [${attribut}]\n  /K [`)
}

/** What a part says of the whole: its catalogue, its title and author, what it claims to be. */
type Cadre = { rang: number; catalogue: string; info: string; declare: Buffer }

type Morceau = {
  rang: number
  /** Numbers and heights of its pages. */
  pages: { numero: number; hauteur: number }[]
  enfants: number[]
  /** Its first level of bookmarks: how they are told apart, and their texts, still to be chained. */
  signets: { numero: number; texte: string }[]
  roles: string
}

/**
 * Joins the PDF files that the compiler made of the parts of a book into one, whose tags, contents,
 * bookmarks and pages are those of a book made at once. It knows the only form that this compiler
 * writes (docs/decisions/0039), packs its objects (PDF 1.5), and says what the compiler cannot yet:
 * the first cell of a row is its heading. The same parts give the same bytes.
 */
export class Reliure {
  #suivant = PREMIER_LIBRE
  #cles = 0
  readonly #morceaux: Morceau[] = []
  /** Of marked content and links: key, and where its tags stand. */
  readonly #parents: [number, number][] = []
  readonly #noms: [string, number][] = []
  readonly #sortie: Buffer[] = [Buffer.from('%PDF-1.7\n%\u0080\u0080\u0080\u0080\n', 'latin1')]
  #place = this.#sortie[0]?.length ?? 0
  /** Of each object: where it stands, or in which pack and at what rank. */
  readonly #places = new Map<number, { place: number } | { paquet: number; rang: number }>()
  #paquet: { numero: number; texte: string }[] = []
  /** What each part says of itself: the whole keeps that of the first. */
  readonly #cadres: Cadre[] = []

  #pousser(octets: Buffer): void {
    this.#sortie.push(octets)
    this.#place += octets.length
  }

  #ecrireFlux(numero: number, texte: string, flux: Buffer): void {
    this.#places.set(numero, { place: this.#place })
    this.#pousser(Buffer.from(`${numero} 0 obj\n${texte}\nstream\n`, 'latin1'))
    this.#pousser(flux)
    this.#pousser(Buffer.from('\nendstream\nendobj\n'))
  }

  #ecrire(numero: number, texte: string): void {
    this.#paquet.push({ numero, texte })
    if (this.#paquet.length === PAR_PAQUET) this.#fermerPaquet()
  }

  #fermerPaquet(): void {
    if (this.#paquet.length === 0) return
    const paquet = this.#suivant++
    let place = 0
    const tetes = this.#paquet.map(({ numero, texte }, rang) => {
      this.#places.set(numero, { paquet, rang })
      const tete = `${numero} ${place}`
      place += texte.length + 1
      return tete
    })
    const index = `${tetes.join(' ')}\n`
    const corps = this.#paquet.map(({ texte }) => texte).join('\n')
    const serre = deflateSync(Buffer.from(index + corps, 'latin1'), { level: 9 })
    this.#ecrireFlux(
      paquet,
      `<< /Type /ObjStm /N ${this.#paquet.length} /First ${index.length} /Filter /FlateDecode /Length ${serre.length} >>`,
      serre,
    )
    this.#paquet = []
  }

  /** Of each body row, the first cell names itself, and the others refer to it. */
  #nommerRangees(objets: FichierPdf['objets'], numero: (ancien: number) => number) {
    const tetes = new Map<number, string>()
    const cases = new Map<number, string>()
    for (const { texte } of objets.values()) {
      if (!texte.includes('/S /TBody\n')) continue
      for (const rangee of referencesDe(texte, ENFANTS)) {
        const [premiere, ...autres] = referencesDe(objets.get(rangee)?.texte ?? '', ENFANTS)
        const dite = premiere === undefined ? undefined : objets.get(premiere)?.texte
        // An empty cell heads nothing.
        if (premiere === undefined || !dite || !TYPE_CASE.test(dite) || !ENFANTS.test(dite))
          continue
        const nom = `L${numero(premiere)}`
        this.#noms.push([nom, numero(premiere)])
        tetes.set(premiere, nom)
        for (const autre of autres) cases.set(autre, nom)
      }
    }
    return { tetes, cases }
  }

  /** The tree that finds tags from the pages, and cells from their names. */
  #retenirArbre(arbre: string, numero: (ancien: number) => number, prefixe: string): void {
    const nums = /\/Nums \[([^\]]*)\]/.exec(arbre)?.[1] ?? ''
    let derniere = -1
    for (const [, cle, cible] of nums.matchAll(/(\d+) (\d+) 0 R/g)) {
      this.#parents.push([Number(cle) + this.#cles, numero(Number(cible))])
      derniere = Math.max(derniere, Number(cle))
    }
    this.#cles += derniere + 1
    const noms = /\/IDTree <<\s*\/Names \[([^\]]*)\]/.exec(arbre)?.[1] ?? ''
    for (const [, nom, cible] of noms.matchAll(/\((U\d+x\d+y\d+)\) (\d+) 0 R/g)) {
      this.#noms.push([prefixe + nom, numero(Number(cible))])
    }
  }

  /** A link of the head, to where it leads in the whole. */
  #diriger(texte: string, liens: Liens): string {
    const lien = liens.get(/\/URI \(repere:([^)]*)\)/.exec(texte)?.[1] ?? '')
    if (!lien) return texte
    const page = this.#morceaux.find(({ rang }) => rang === lien.rang)?.pages[lien.page - 1]
    if (!page) throw new Error(`repère sans page\u00a0: ${lien.dit}`)
    const [x, y] = [enPoints(lien.x), enPoints(page.hauteur - lien.y)]
    return texte
      .replace(/\/A <<[^>]*>>/, `/Dest [${page.numero} 0 R /XYZ ${x} ${y} 0]`)
      .replace(/\/Contents \(repere:[^)]*\)/, `/Contents ${enTexte(lien.dit)}`)
  }

  /**
   * Adds a part, whose place among the others is `rang`; the one of the least rank gives the whole
   * its title and what it claims to be. `liens`: what its « repere:… » lead to, in parts added before.
   */
  ajouter(rang: number, pdf: Buffer, liens: Liens = SANS_LIEN): void {
    const { objets, catalogue, info } = lire(pdf)
    const racines = {
      pages: nombreDe(catalogue, /\/Pages (\d+) 0 R/),
      arbre: nombreDe(catalogue, /\/StructTreeRoot (\d+) 0 R/),
      signets: Number(/\/Outlines (\d+) 0 R/.exec(catalogue)?.[1] ?? Number.NaN),
      declare: nombreDe(catalogue, /\/Metadata (\d+) 0 R/),
    }
    const texteDe = (numero: number) => objets.get(numero)?.texte ?? ''
    const arbre = texteDe(racines.arbre)
    const [document = Number.NaN] = referencesDe(arbre, ENFANTS)
    const communs = new Map<number, number>([
      [racines.pages, COMMUNS.pages],
      [racines.arbre, COMMUNS.arbre],
      [document, COMMUNS.document],
      [racines.signets, COMMUNS.signets],
      [info, COMMUNS.info],
      [racines.declare, COMMUNS.declare],
    ])
    const base = this.#suivant
    this.#suivant += Math.max(...objets.keys())
    const numero = (ancien: number) => communs.get(ancien) ?? base + ancien - 1
    const prefixe = `P${rang}`
    const traduction = { numero, cles: this.#cles, prefixe }
    this.#retenirArbre(arbre, numero, prefixe)
    const { tetes, cases } = this.#nommerRangees(objets, numero)
    const premiers = premiersSignets(objets, racines.signets)
    const morceau: Morceau = {
      rang,
      pages: referencesDe(texteDe(racines.pages), /\/Kids \[([^\]]*)\]/).map((ancien) => ({
        numero: numero(ancien),
        hauteur: nombreDe(texteDe(ancien), /\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/),
      })),
      enfants: referencesDe(texteDe(document), ENFANTS).map(numero),
      signets: [],
      roles: /\/RoleMap <<[^>]*>>/.exec(arbre)?.[0] ?? '',
    }
    this.#morceaux.push(morceau)
    for (const [ancien, { texte, flux }] of objets) {
      if (communs.has(ancien)) continue
      const nouveau = numero(ancien)
      const traduit = traduire(texte, traduction)
      if (flux) this.#ecrireFlux(nouveau, traduit, flux)
      else if (premiers.has(ancien)) morceau.signets.push({ numero: nouveau, texte: traduit })
      else this.#ecrire(nouveau, this.#achever(traduit, { ancien, tetes, cases, liens }))
    }
    this.#cadres.push({
      rang,
      catalogue: traduire(catalogue, traduction),
      info: texteDe(info),
      declare: objets.get(racines.declare)?.flux ?? Buffer.alloc(0),
    })
  }

  #achever(
    texte: string,
    {
      ancien,
      tetes,
      cases,
      liens,
    }: {
      ancien: number
      tetes: ReadonlyMap<number, string>
      cases: ReadonlyMap<number, string>
      liens: Liens
    },
  ): string {
    const tete = tetes.get(ancien)
    if (tete !== undefined) return enTete(texte, tete)
    const rangee = cases.get(ancien)
    if (rangee !== undefined) return texte.replace(/(\/Headers \[[^\]]*)\]/, `$1 (${rangee})]`)
    return texte.includes('/Subtype /Link\n') ? this.#diriger(texte, liens) : texte
  }

  /** Chains the first bookmarks of the parts, one after another. */
  #ecrireSignets(): boolean {
    const signets = this.#morceaux.flatMap((morceau) => morceau.signets)
    for (const [rang, { numero, texte }] of signets.entries()) {
      const [avant, apres] = [signets[rang - 1], signets[rang + 1]]
      const chaine = [
        ...(avant ? [`/Prev ${avant.numero} 0 R`] : []),
        ...(apres ? [`/Next ${apres.numero} 0 R`] : []),
      ].join(' ')
      const seul = texte.replace(/\/(Prev|Next) \d+ 0 R\s*/g, '')
      this.#ecrire(numero, seul.replace('<<', `<< ${chaine}`))
    }
    const [premier, dernier] = [signets[0], signets.at(-1)]
    if (!premier || !dernier) return false
    this.#ecrire(
      COMMUNS.signets,
      `<< /Type /Outlines /First ${premier.numero} 0 R /Last ${dernier.numero} 0 R /Count ${signets.length} >>`,
    )
    return true
  }

  #ecrireArbres(): void {
    const pages = this.#morceaux.flatMap((morceau) => morceau.pages)
    const liste = (numeros: readonly number[]) => numeros.map((n) => `${n} 0 R`).join(' ')
    this.#ecrire(
      COMMUNS.pages,
      `<< /Type /Pages /Count ${pages.length} /Kids [${liste(pages.map(({ numero }) => numero))}] >>`,
    )
    const enfants = this.#morceaux.flatMap((morceau) => morceau.enfants)
    this.#ecrire(
      COMMUNS.document,
      `<< /Type /StructElem /S /Document /P ${COMMUNS.arbre} 0 R /K [${liste(enfants)}] >>`,
    )
    const nums = this.#parents.map(([cle, cible]) => `${cle} ${cible} 0 R`).join(' ')
    // The order of bytes, as a reader searches them.
    const noms = this.#noms.toSorted(([a], [b]) => (a < b ? -1 : 1))
    const roles = this.#morceaux.find((morceau) => morceau.roles)?.roles ?? ''
    this.#ecrire(
      COMMUNS.arbre,
      `<< /Type /StructTreeRoot ${roles} /K [${COMMUNS.document} 0 R] /ParentTree << /Nums [${nums}] >> ` +
        `/ParentTreeNextKey ${this.#cles} ${noms.length > 0 ? `/IDTree << /Names [${noms.map(([nom, cible]) => `(${nom}) ${cible} 0 R`).join(' ')}] >>` : ''} >>`,
    )
  }

  /** Where each object stands: five bytes of place, two of rank in a pack. */
  #ecrirePlaces(): void {
    const numero = this.#suivant++
    this.#places.set(numero, { place: this.#place })
    const table = Buffer.alloc((numero + 1) * 8)
    for (let objet = 0; objet <= numero; objet++) {
      const ou = this.#places.get(objet)
      const debut = objet * 8
      if (!ou) table.writeUInt16BE(0xffff, debut + 6)
      else if ('place' in ou) {
        table.writeUInt8(1, debut)
        table.writeUIntBE(ou.place, debut + 1, 5)
      } else {
        table.writeUInt8(2, debut)
        table.writeUIntBE(ou.paquet, debut + 1, 5)
        table.writeUInt16BE(ou.rang, debut + 6)
      }
    }
    const empreinte = createHash('sha256')
    for (const octets of this.#sortie) empreinte.update(octets)
    const id = empreinte.digest('hex').slice(0, 32).toUpperCase()
    const serre = deflateSync(table, { level: 9 })
    const debut = this.#place
    this.#ecrireFlux(
      numero,
      `<< /Type /XRef /Size ${numero + 1} /W [1 5 2] /Root ${COMMUNS.catalogue} 0 R /Info ${COMMUNS.info} 0 R ` +
        `/ID [<${id}> <${id}>] /Filter /FlateDecode /Length ${serre.length} >>`,
      serre,
    )
    this.#pousser(Buffer.from(`startxref\n${debut}\n%%EOF\n`))
  }

  /** The whole, and how many pages it has. Nothing is added after it. */
  finir(): { pdf: Buffer; pages: number } {
    this.#morceaux.sort((a, b) => a.rang - b.rang)
    const [cadre] = this.#cadres.toSorted((a, b) => a.rang - b.rang)
    if (!cadre) throw new Error('reliure vide')
    const pages = this.#morceaux.reduce((total, morceau) => total + morceau.pages.length, 0)
    const signets = this.#ecrireSignets()
    this.#ecrireArbres()
    this.#ecrire(COMMUNS.info, cadre.info)
    const declare = cadre.declare.toString('utf8').replace(/(<xmpTPg:NPages>)\d+/, `$1${pages}`)
    const octets = Buffer.from(declare)
    const entete = `<< /Type /Metadata /Subtype /XML /Length ${octets.length} >>`
    this.#ecrireFlux(COMMUNS.declare, entete, octets)
    const sans = cadre.catalogue.replace(/\/Outlines \d+ 0 R\s*/, '')
    const ajout = signets ? `<< /Outlines ${COMMUNS.signets} 0 R` : '<<'
    this.#ecrire(COMMUNS.catalogue, sans.replace('<<', ajout))
    this.#fermerPaquet()
    this.#ecrirePlaces()
    return { pdf: Buffer.concat(this.#sortie), pages }
  }
}

/** The bookmarks of the first level, in order. */
function premiersSignets(objets: FichierPdf['objets'], racine: number): ReadonlySet<number> {
  const premiers = new Set<number>()
  const suivre = (texte: string, motif: RegExp) => Number(motif.exec(texte)?.[1] ?? 0)
  let numero = suivre(objets.get(racine)?.texte ?? '', /\/First (\d+) 0 R/)
  while (numero > 0 && !premiers.has(numero)) {
    premiers.add(numero)
    numero = suivre(objets.get(numero)?.texte ?? '', /\/Next (\d+) 0 R/)
  }
  return premiers
}
