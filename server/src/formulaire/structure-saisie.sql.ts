import type { Donnees } from '@releve/contract/modele/modele.schema.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { sql as texte } from 'kysely'
import {
  estOuverteSql,
  type Reglages,
  reglagesDe,
  reglagesStockes,
} from '../calendrier/calendrier.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Sql } from '../platform/route.ts'
import { dansPerimetreSql } from './formulaire.rights.ts'
import { colonnesFiche, type FicheStructure } from './formulaire.sql.ts'

/** What beginning a form needs to know of a structure, for one month. */
export type StructureSaisie = {
  structureId: number
  code: string
  modeles: string[]
  /** Open all through the month, neither invited nor suspended. */
  ouverte: boolean
  structureActuelle: Donnees
  rouvertJusqua: string | null
  reglages: Reglages
}

type Ligne = Omit<StructureSaisie, 'reglages' | 'structureActuelle'> &
  FicheStructure & { reglages: object | null }

/** The structure, if it lies within what the agent reads. */
export async function findStructureSaisie(
  sql: Sql,
  agent: Agent,
  cle: { code: string } | { id: number },
  rang: number,
): Promise<StructureSaisie | undefined> {
  const condition = 'id' in cle ? texte`s.id = ${cle.id}` : texte`s.code = ${cle.code}`
  const { rows } = await texte<Ligne>`
    select s.id as structure_id, s.code, s.modeles, ${estOuverteSql(rang)} as ouverte,
      ${colonnesFiche},
      (select coalesce(o.jusqua, 'infinity')::text from reouverture o
        where o.structure_id = s.id and o.rang = ${rang}) as rouvert_jusqua,
      ${reglagesStockes} as reglages
    from structure s
    where ${condition} and ${dansPerimetreSql(agent, texte`s.id`)}`.execute(sql)
  const ligne = rows[0]
  if (!ligne) return undefined
  const structureActuelle = structureLisible(ligne)
  return { ...ligne, structureActuelle, reglages: reglagesDe(ligne.reglages) }
}
