import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

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

type Resultat = { pdf: Buffer; pages: number }

const phraseDe = (fautes: unknown): string => JSON.stringify(fautes).slice(0, 2000)

/**
 * Compiles a template of ours to PDF/UA-1 (tagged). `donnees` is what it reads as JSON under
 * `/ouvrage.json`; no package, no file of the disk. Alone in knowing typst (docs/decisions/0039).
 * It holds its thread throughout: only in a process made for it (`lancerAPart`).
 * @throws CompilateurAbsent
 */
export function compilerPdf(source: URL, donnees: string): Resultat {
  const { NodeCompiler } = chargerCompilateur()
  const separateur = process.platform === 'win32' ? '\\' : '/'
  const [main, json] = ['page.typ', 'ouvrage.json'].map((nom) => DOSSIER + separateur + nom)
  const compilateur = NodeCompiler.create({ workspace: DOSSIER })
  compilateur.addSource(main ?? '', readFileSync(source, 'utf8'))
  compilateur.mapShadow(json ?? '', Buffer.from(donnees))
  const compile = compilateur.compile({ mainFilePath: main ?? '' })
  const document = compile.result
  if (!document) throw new Error(phraseDe(compile.takeDiagnostics()?.shortDiagnostics))
  // What layout remembered weighs more than the pages.
  compilateur.evictCache(0)
  const pages = document.numOfPages
  try {
    return { pdf: compilateur.pdf(document, { pdfStandard: ACCESSIBLE }), pages }
  } catch {
    // A sign that none of its fonts has: the standard refuses it; the tags stay.
    return { pdf: compilateur.pdf(document), pages }
  }
}
