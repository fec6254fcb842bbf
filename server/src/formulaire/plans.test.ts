import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { commencer } from '../../test/formulaires.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Db } from '../platform/route.ts'
import { contenuDe } from './actes.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'
import { ouvrirFormulaire } from './formulaire.calcul.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { composeDemandes, findValeursDesMois, relireFormulaire } from './formulaire.sql.ts'

const { base, asStructure } = await ouvrirBancFormulaires()

/** PostgreSQL tries five plans of its values before it keeps the one that goes for all. */
const ESSAIS = 5
const FOIS = 15

/** How many times a statement that holds this was planned for its values, on this connection. */
async function plansDe(tx: Db, texte: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select custom_plans::int as n from pg_prepared_statements
    where statement like ${`%${texte}%`} and generic_plans + custom_plans >= ${FOIS - 2}`.execute(
    tx,
  )
  if (rows.length !== 1) throw new Error(`${rows.length} ordres préparés`)
  return rows[0]?.n ?? 0
}

describe('un ordre de chaque appel n’est pas planifié de nouveau à chaque fois', () => {
  it.each([1, 2, 5, 9])('les valeurs de %i mois voisins', async (mois) => {
    const { structureId, rang } = await relireFormulaire(base.db, await commencer(asStructure))
    const cellules = ['MVT.DEB.F']
    const demandes = composeDemandes(
      Array.from({ length: mois }, (_, i) => ({ modele: 'RMA', rang: rang - 1 - i, cellules })),
    )
    const plans = await inTransaction(base.db, async (tx) => {
      for (let i = 0; i < FOIS; i++) await findValeursDesMois(tx, structureId, demandes)
      return plansDe(tx, 'jsonb_array_elements_text(b.cellules)')
    })
    expect(plans).toBeLessThanOrEqual(ESSAIS)
  })

  it('un enregistrement', async () => {
    const { id } = await commencer(asStructure)
    const plans = await inTransaction(base.db, async (tx) => {
      for (let i = 0; i < FOIS; i++) {
        const f = await relireFormulaire(tx, { id })
        const qui = { agentId: asStructure.id, auNomDe: null, action: 'modifier' }
        const trace = { ...qui, de: f.etat, vers: f.etat, le: new Date().toISOString() }
        const contenu = contenuDe(f, await ouvrirFormulaire(tx, f))
        await updateFormulaire(tx, f, { trace, saisie: { contenu } })
      }
      return plansDe(tx, 'insert into recepisse')
    })
    expect(plans).toBeLessThanOrEqual(ESSAIS)
  })
})
