import { inflateSync } from 'node:zlib'

/** Reads for tests what a PDF of ours holds, from its bytes alone: none of what wrote it. */

/** Its objects, by number: their texts, out of their packs. */
function objetsDe(pdf: Buffer): Map<number, string> {
  const objets = new Map<number, string>()
  const texte = pdf.toString('latin1')
  for (const trouve of texte.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n|\nendobj)/g)) {
    const [tout, numero, corps = ''] = trouve
    objets.set(Number(numero), corps)
    const longueur = /\/Type \/ObjStm .*\/Length (\d+)/.exec(corps)?.[1]
    if (longueur === undefined) continue
    const debut = (trouve.index ?? 0) + tout.length
    const paquet = inflateSync(pdf.subarray(debut, debut + Number(longueur))).toString('latin1')
    const premier = Number(/\/First (\d+)/.exec(corps)?.[1])
    const tetes = paquet.slice(0, premier).trim().split(/\s+/).map(Number)
    for (let rang = 0; rang < tetes.length; rang += 2) {
      const fin = tetes[rang + 3]
      const place = premier + (tetes[rang + 1] ?? 0)
      objets.set(
        tetes[rang] ?? 0,
        paquet.slice(place, fin === undefined ? undefined : premier + fin),
      )
    }
  }
  // What says what the file claims to be is never compressed.
  const xmp = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(texte)?.[0]
  if (xmp) objets.set(0, xmp)
  return objets
}

export const textesDuPdf = (pdf: Buffer): string[] => [...objetsDe(pdf).values()]

/** How many times the structure tree of a PDF names this role. */
export const roles = (pdf: Buffer, role: string): number =>
  textesDuPdf(pdf).filter((texte) => new RegExp(`/S /${role}\\b`).test(texte)).length

const references = (texte: string, cle: string): number[] =>
  [...(new RegExp(`/${cle} \\[([^\\]]*)\\]`).exec(texte)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, numero]) => Number(numero),
  )

const reference = (texte: string, cle: string): number =>
  Number(new RegExp(`/${cle} (\\d+) 0 R`).exec(texte)?.[1] ?? 0)

/** A string as people read it. */
function dit(texte: string, cle: string): string {
  const hexa = new RegExp(`/${cle} <FEFF([0-9A-F]*)>`).exec(texte)?.[1]
  if (hexa !== undefined) return Buffer.from(hexa, 'hex').swap16().toString('utf16le')
  return new RegExp(`/${cle} \\(([^)]*)\\)`).exec(texte)?.[1] ?? ''
}

type Element = { role: string; nom: string | null; portee: string | null; entetes: string[] }

function elementDe(texte: string): Element {
  const entetes = /\/Headers \[([^\]]*)\]/.exec(texte)?.[1] ?? ''
  return {
    role: /\/S \/(\w+)/.exec(texte)?.[1] ?? '',
    nom: /\/ID \((\w+)\)/.exec(texte)?.[1] ?? null,
    portee: /\/Scope \/(\w+)/.exec(texte)?.[1] ?? null,
    entetes: [...entetes.matchAll(/\((\w+)\)/g)].map(([, nom]) => nom ?? ''),
  }
}

/** The tags, links and bookmarks of a PDF, found by following its references from its catalogue. */
export function arbreDe(pdf: Buffer) {
  const objets = objetsDe(pdf)
  const texteDe = (numero: number) => objets.get(numero) ?? ''
  const catalogue = [...objets.values()].find((texte) => texte.includes('/Type /Catalog')) ?? ''
  const racine = texteDe(reference(catalogue, 'StructTreeRoot'))
  const elements: Element[] = []
  const visiter = (numero: number, parent: number) => {
    const texte = texteDe(numero)
    if (reference(texte, 'P') !== parent) throw new Error(`élément ${numero} sans son parent`)
    elements.push(elementDe(texte))
    for (const enfant of references(texte.replaceAll(/<<\s*\/Type \/OBJR[^>]*>>/g, ''), 'K')) {
      visiter(enfant, numero)
    }
  }
  for (const numero of references(racine, 'K'))
    visiter(numero, reference(catalogue, 'StructTreeRoot'))
  const noms = new Map(
    [...racine.matchAll(/\((\w+)\) (\d+) 0 R/g)].map(([, nom = '', numero]) => [
      nom,
      elementDe(texteDe(Number(numero))),
    ]),
  )
  const pages = references(texteDe(reference(catalogue, 'Pages')), 'Kids')
  const renvois = pages.flatMap((page) => references(texteDe(page), 'Annots'))
  const demandees = [...pages, ...renvois].flatMap((numero) => {
    const cle = /\/StructParents? (\d+)/.exec(texteDe(numero))?.[1]
    return cle === undefined ? [] : [Number(cle)]
  })
  const nums = /\/Nums \[([^\]]*)\]/.exec(racine)?.[1] ?? ''
  const signets: string[] = []
  let signet = reference(texteDe(reference(catalogue, 'Outlines')), 'First')
  while (signet > 0) {
    signets.push(dit(texteDe(signet), 'Title'))
    signet = reference(texteDe(signet), 'Next')
  }
  return {
    pages: pages.length,
    elements,
    noms,
    parents: {
      cles: [...nums.matchAll(/(\d+) (\d+) 0 R/g)].map(([, cle]) => Number(cle)),
      demandees,
    },
    liens: renvois.map((numero) => ({
      dit: dit(texteDe(numero), 'Contents'),
      page: pages.indexOf(references(texteDe(numero), 'Dest')[0] ?? 0) + 1,
    })),
    signets,
  }
}
