import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'
import { composeDemandes, valeursDesMois } from './formulaire.sql.ts'

const { base } = await ouvrirBancFormulaires()

type Noeud = { 'Node Type': string; 'Plan Rows': number; Plans?: Noeud[] }

const noeudsDe = (noeud: Noeud): Noeud[] => [noeud, ...(noeud.Plans ?? []).flatMap(noeudsDe)]

/** How many months PostgreSQL expects where so many are asked for. */
async function moisAttendus(nombre: number): Promise<number | undefined> {
  const demandes = composeDemandes(
    Array.from({ length: nombre }, (_, i) => ({ modele: 'RMA', rang: 24_300 - i, cellules: null })),
  )
  const ordre = valeursDesMois(sql`${1}::int`, demandes)
  const plan: RawBuilder<{ 'QUERY PLAN': { Plan: Noeud }[] }> = sql`explain (format json) ${ordre}`
  const { rows } = await plan.execute(base.db)
  const [lu] = rows.flatMap((ligne) => ligne['QUERY PLAN'])
  const noeuds = lu ? noeudsDe(lu.Plan) : []
  return noeuds.find((noeud) => noeud['Node Type'] === 'Function Scan')?.['Plan Rows']
}

// Knowing how many, it would make another plan at each call (docs/decisions/0086).
it('les valeurs d’autres mois ont un plan qui ne dépend pas de leur nombre', async () => {
  const attendus = [await moisAttendus(1), await moisAttendus(5), await moisAttendus(9)]
  expect(new Set(attendus).size).toBe(1)
  expect(attendus[0]).toBeGreaterThan(0)
})
