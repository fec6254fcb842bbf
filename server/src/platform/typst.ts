import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { type Lien, type Place, Reliure } from './pdf.ts'

/** A compiler that has no binary for this system, as npm could not find one. */
class CompilateurAbsent extends Error {
  override readonly name = 'CompilateurAbsent'
}

type Compilateur = typeof import('@myriaddreamin/typst-ts-node-compiler')

function chargerCompilateur(): Compilateur {
  try {
    // Loaded when first needed: it is fifty megabytes, in a process of its own.
    return createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler')
  } catch (cause) {
    throw new CompilateurAbsent('typst n’a pas de version pour ce système', { cause })
  }
}

const ACCESSIBLE = 'ua-1'

/** Where the template and its data stand, for the compiler alone: nothing there is on a disk. */
const DOSSIER = process.platform === 'win32' ? 'C:\\releve' : '/releve'
const SEPARATEUR = process.platform === 'win32' ? '\\' : '/'
const PAGE = `${DOSSIER}${SEPARATEUR}page.typ`
const COMMUN = `${DOSSIER}${SEPARATEUR}commun.typ`
const DONNEES = `${DOSSIER}${SEPARATEUR}ouvrage.json`

/** What every template may import. */
const SOURCE_COMMUNE = new URL('./commun.typ', import.meta.url)

const phraseDe = (fautes: unknown): string => JSON.stringify(fautes).slice(0, 2000)

/** Something that a part says where it stands, by a `metadata` labelled `repere`; `page` from 1. */
type RepereDePage = Place & { cle: string }

/** The number that its page bears, by what stands there; empty as long as it is not known. */
export type Folios = ReadonlyMap<string, number>

/**
 * A book: what its template reads as `/ouvrage.json`, part by part, each beginning on its page.
 * `tete` comes before them, and knows where all stands: it links to « repere:‹key› », and takes the
 * same room whether it knows the numbers or not.
 */
export type Livre = {
  parties: readonly object[]
  tete?: (folios: Folios) => object
  /** What is read of a link to what has this key, on that page. */
  dire?: (cle: string, folio: number) => string
}

type Partie = { pdf: Buffer; pages: number; dits: RepereDePage[] }

class Presse {
  readonly #compilateur
  #conforme: boolean = true

  constructor(source: URL) {
    const { NodeCompiler } = chargerCompilateur()
    this.#compilateur = NodeCompiler.create({ workspace: DOSSIER })
    this.#compilateur.addSource(COMMUN, readFileSync(SOURCE_COMMUNE, 'utf8'))
    this.#compilateur.addSource(PAGE, readFileSync(source, 'utf8'))
  }

  /** One part, whose first page bears the number `debut`. */
  composer(donnees: object, debut: number): Partie {
    this.#compilateur.mapShadow(DONNEES, Buffer.from(JSON.stringify({ ...donnees, debut })))
    const compile = this.#compilateur.compile({ mainFilePath: PAGE })
    const document = compile.result
    if (!document) throw new Error(phraseDe(compile.takeDiagnostics()?.shortDiagnostics))
    // What layout remembered weighs more than the pages.
    this.#compilateur.evictCache(0)
    const dits: RepereDePage[] = this.#compilateur.query(document, {
      selector: '<repere>',
      field: 'value',
    })
    return { pdf: this.#imprimer(document), pages: document.numOfPages, dits }
  }

  #imprimer(document: NodeTypstDocument): Buffer {
    if (this.#conforme) {
      try {
        return this.#compilateur.pdf(document, { pdfStandard: ACCESSIBLE })
      } catch {
        // A sign that none of its fonts has: the standard refuses it; the tags stay.
        this.#conforme = false
      }
    }
    return this.#compilateur.pdf(document)
  }

  /** Gives back what a part took: its pages are held outside of our heap, until it is swept. */
  async oublier(): Promise<void> {
    this.#compilateur.evictCache(0)
    globalThis.gc?.()
    await setImmediate()
    globalThis.gc?.()
    await setImmediate()
  }
}

/**
 * Compiles a template of ours to PDF/UA-1 (tagged), part by part, so that a long book takes no more
 * memory than its largest part. No package, no file of the disk. Alone in knowing typst
 * (docs/decisions/0039). It holds its thread: only in a process made for it (`lancerAPart`), which
 * gives it `gc`.
 * @throws CompilateurAbsent
 */
export async function composerPdf(
  source: URL,
  { parties, tete, dire = (cle) => cle }: Livre,
): Promise<{ pdf: Buffer; pages: number }> {
  const presse = new Presse(source)
  const reliure = new Reliure()
  const enTete = tete ? presse.composer(tete(new Map()), 1).pages : 0
  let debut = enTete + 1
  const folios = new Map<string, number>()
  const liens = new Map<string, Lien>()
  for (const [avant, partie] of parties.entries()) {
    const { pdf, pages, dits } = presse.composer(partie, debut)
    const rang = avant + 1
    for (const { cle, ...place } of dits) {
      const folio = place.page + debut - 1
      folios.set(cle, folio)
      liens.set(cle, { ...place, rang, dit: dire(cle, folio) })
    }
    debut += pages
    reliure.ajouter(rang, pdf)
    await presse.oublier()
  }
  if (tete) {
    const { pdf, pages } = presse.composer(tete(folios), 1)
    if (pages !== enTete) throw new Error(`sommaire de ${enTete} pages, puis de ${pages}`)
    reliure.ajouter(0, pdf, liens)
  }
  return reliure.finir()
}
