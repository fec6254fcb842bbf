import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { normalizePath, type Plugin, parseAst } from 'vite'

const RACINE = normalizePath(join(import.meta.dirname, '..'))
const CONTRAT = `${RACINE}/contract/src/`

/** What the browser needs of an operation: its schemas and its sentences stay on the server. */
const PARTIES = ['method', 'path', 'right', 'corps', 'reponse'] as const
const PARTIE_ABSENTE = /\b\w+Api\.\w+\.(?:params|query|body|output|resume|erreurs|status)\b/

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null

/** A table of operations with the parts of each that are emitted; null for any other value. */
function allegerTable(valeur: unknown): Record<string, unknown> | null {
  if (!estObjet(valeur)) return null
  const operations = Object.entries(valeur)
  if (operations.length === 0) return null
  if (!operations.every(([, op]) => estObjet(op) && 'method' in op && 'output' in op)) return null
  return Object.fromEntries(
    operations.map(([nom, operation]) => {
      const parties = Object.entries(operation as object)
      return [nom, Object.fromEntries(parties.filter(([cle]) => PARTIES.some((p) => p === cle)))]
    }),
  )
}

/** A value as it is written; null for what only a program makes: a schema, a function, a class. */
export function ecrire(valeur: unknown): string | null {
  if (typeof valeur === 'string') return JSON.stringify(valeur)
  if (typeof valeur === 'number' || typeof valeur === 'boolean') return String(valeur)
  if (valeur === undefined || valeur === null || valeur instanceof RegExp) return String(valeur)
  if (Array.isArray(valeur)) {
    const elements = valeur.map(ecrire)
    return elements.includes(null) ? null : `[${elements.join(',')}]`
  }
  if (!estObjet(valeur) || Object.getPrototypeOf(valeur) !== Object.prototype) return null
  const champs: string[] = []
  for (const [cle, champ] of Object.entries(valeur)) {
    const ecrit = ecrire(champ)
    if (ecrit === null) return null
    champs.push(`${JSON.stringify(cle)}:${ecrit}`)
  }
  return `{${champs.join(',')}}`
}

/** Whether the browser gets the values of this file rather than its code. */
async function estEmis(fichier: string): Promise<boolean> {
  if (!fichier.startsWith(CONTRAT) || !fichier.endsWith('.ts')) return false
  if (/\.(api|schema)\.ts$/.test(fichier)) return true
  return /^import (?!type).*from 'zod'/m.test(await readFile(fichier, 'utf8'))
}

/** All that a file of the contract exports and that can be written: each value under its name. */
async function lireValeurs(fichier: string, version: number): Promise<Map<string, string>> {
  const module: unknown = await import(`${pathToFileURL(fichier).href}?v=${version}`)
  const valeurs = new Map<string, string>()
  for (const [nom, valeur] of Object.entries(module as object)) {
    const ecrit = ecrire(allegerTable(valeur) ?? valeur)
    if (ecrit !== null) valeurs.set(nom, ecrit)
  }
  return valeurs
}

/** What a module takes of each file of the contract; `*` for all of it. */
function importsDuContrat(code: string): [source: string, noms: string[]][] {
  return parseAst(code).body.flatMap((noeud): [string, string[]][] => {
    if (noeud.type !== 'ImportDeclaration') return []
    const noms = noeud.specifiers.map((nom) => {
      if (nom.type !== 'ImportSpecifier') return '*'
      return nom.imported.type === 'Identifier' ? nom.imported.name : nom.imported.value
    })
    return [[noeud.source.value, noms]]
  })
}

/**
 * The contract as the browser has it (decision 0018). What zod would evaluate stays on the server:
 * of a file with schemas, the plain values alone are emitted, the tables of operations, the lists,
 * the labels; any other file is pure, and comes as it is. Whatever would bring zod to the browser
 * stops the build, with what to do.
 */
export function contratEmis(): Plugin {
  const lus = new Map<string, Promise<Map<string, string>>>()
  let version = 0
  const valeursDe = (fichier: string) => {
    const lu = lus.get(fichier) ?? lireValeurs(fichier, version)
    lus.set(fichier, lu)
    return lu
  }
  return {
    name: 'releve-contrat-emis',
    resolveId: {
      order: 'pre',
      filter: { id: /^zod(\/|$)/ },
      handler(_, importeur, options) {
        // Under `vite dev`, what looks for packages to prepare reads files as they are written.
        if ('scan' in options && options.scan === true) return { id: 'zod', external: true }
        this.error(
          `zod ne va pas au navigateur\u00a0: ${relative(RACINE, importeur ?? '')} l’importe. Gardez-y ce qui est pur\u202f; ses schémas ont leur place dans un fichier .schema.ts ou .api.ts du contrat.`,
        )
      },
    },
    async load(id) {
      if (!(await estEmis(id))) return null
      const valeurs = [...(await valeursDe(id))]
      return valeurs.map(([nom, valeur]) => `export const ${nom} = ${valeur}\n`).join('')
    },
    async transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id)) return
      const partie = PARTIE_ABSENTE.exec(code)?.[0]
      if (partie) {
        this.error(`${partie}\u00a0: d’une opération, le navigateur a ${PARTIES.join(', ')}.`)
      }
      for (const [source, noms] of importsDuContrat(code)) {
        if (!source.startsWith('@releve/contract/') && !id.startsWith(CONTRAT)) continue
        const cible = (await this.resolve(source, id))?.id
        if (cible === undefined || !(await estEmis(cible))) continue
        const valeurs = await valeursDe(cible)
        const absent = noms.find((nom) => !valeurs.has(nom))
        if (absent === undefined) continue
        this.error(
          `${absent} n’est pas pour le navigateur\u00a0: de ${source}, il a les valeurs, sans schéma ni fonction. Mettez ce qui est pur dans un fichier sans zod.`,
        )
      }
    },
    watchChange(id) {
      if (!id.startsWith(CONTRAT)) return
      version += 1
      lus.clear()
    },
  }
}
