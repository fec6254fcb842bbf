import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Operation } from '../contract/src/operation.ts'

const CONTRACT = join(import.meta.dirname, '../contract/src')

/** An operation of the contract, under the name that its table gives it. */
export type OperationNommee = {
  nom: string
  operation: Operation
  table: Record<string, Operation>
}

/** Every operation of the contract. */
export async function listOperations(): Promise<OperationNommee[]> {
  const paths = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
  const modules = paths.filter((path) => path.endsWith('.api.ts'))
  const tables = await Promise.all(
    // Each export of an `x.api.ts` that is named so is a table of operations.
    modules.map(async (path) => {
      const module: object = await import(pathToFileURL(join(CONTRACT, path)).href)
      return Object.entries(module).filter(([name]) => name.endsWith('Api'))
    }),
  )
  return tables.flat().flatMap(([, value]) => {
    const table = value as Record<string, Operation>
    return Object.entries(table).map(([nom, operation]) => ({ nom, operation, table }))
  })
}
