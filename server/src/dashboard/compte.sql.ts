import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { type Demande, enRetardSql, suiviSql } from './suivi.sql.ts'

/** Reports counted, and their figures added, of one group. */
export type Compte = {
  /** What the group is of; null: of all of them. */
  rang: number | null
  etat: EtatListe | null
  region: string | null
  typeStructure: string | null
  modele: string | null
  /** Of months that are past their due date; null: of all months. */
  echu: boolean | null
  /** Reports that exist, or are expected in a month that has begun. */
  nombre: number
  attendus: number
  recus: number
  aTemps: number
  enRetard: number
  effectif: number | null
  entrees: number | null
  sorties: number | null
  declares: number
}

/**
 * Counts what is followed, by month and state, by month and model, and by region, type and model.
 * Reports expected are those of months that have begun, and what is received counts where it is
 * expected. Counted once at the finest, then added up.
 */
export async function listComptes(db: Db, demande: Demande): Promise<Compte[]> {
  const { rows } = await sql<Compte>`
    with ${suiviSql(demande)}, fins as (
      select x.rang, coalesce(x.etat, 'NON_COMMENCE') as etat, m.echu, s.region, s.type_structure,
        x.modele_code as modele, count(*) as nombre,
        count(*) filter (where x.attendu) as attendus,
        count(*) filter (where x.attendu and x.recu) as recus,
        count(*) filter (where x.attendu and x.recu and not x.hors_delai) as a_temps,
        count(*) filter (where ${enRetardSql(demande)}) as en_retard,
        sum(x.valeur_effectif) as effectif, sum(x.valeur_entrees) as entrees,
        sum(x.valeur_sorties) as sorties, count(x.valeur_effectif) as declares
      from suivi x join mois m on m.rang = x.rang join choisies s on s.id = x.structure_id
      where x.rang <= ${demande.courant}::int
      group by 1, 2, 3, 4, 5, 6
    )
    select rang, etat, echu, region, type_structure, modele, sum(nombre) as nombre,
      sum(attendus) as attendus, sum(recus) as recus, sum(a_temps) as a_temps,
      sum(en_retard) as en_retard, sum(effectif) as effectif, sum(entrees) as entrees,
      sum(sorties) as sorties, sum(declares) as declares
    from fins group by grouping sets
      ((rang, etat), (rang, modele), (echu, region), (echu, type_structure), (echu, modele))`.execute(
    db,
  )
  return rows
}
