import { LIEUX, type Lieu } from '@releve/contract/codification/codification.rules.ts'
import type { Emploi } from '@releve/contract/codification/codification.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/route.ts'

/** What uses the codes of a list: each code's, and whatever of several codes, each thing once. */
export type Emplois = {
  de: (code: string) => Emploi[]
  ensemble: (codes: readonly string[]) => Promise<Emploi[]>
}

/** Lines (place, code, id of what uses it). */
type Part = RawBuilder<unknown>

/** A column of the structures, in whatever month, and the invitations of those that bear it. */
const deStructure = (colonne: 'type_structure' | 'region'): Part => sql`
  select 'STRUCTURE', e.${sql.ref(colonne)}, e.structure_id::text from structure_periode e
  union all select 'INVITATION', e.${sql.ref(colonne)}, i.id::text
    from invitation i join structure_periode e on e.structure_id = i.structure_id`

/** Lists whose codes stand in a column of their own. A column more that holds codes is a line here. */
const COLONNES: Readonly<Record<string, Part>> = {
  REGION: deStructure('region'),
  STATUT_STRUCTURE: sql`select 'STRUCTURE', s.statut_structure, s.id::text from structure s
    union all select 'INVITATION', s.statut_structure, i.id::text
      from invitation i join structure s on s.id = i.structure_id`,
  TYPE_STRUCTURE: sql`${deStructure('type_structure')}
    union all select 'MODELE', t.code, m.id::text
      from modele m, jsonb_array_elements_text(m.definition -> 'typesStructure') as t (code)`,
  ETAT_STRUCTURE: sql`select 'STRUCTURE', s.etat, s.id::text from structure s`,
  CATEGORIE_PERSONNEL: sql`select 'STRUCTURE', p.code, e.structure_id::text
    from structure_periode e, jsonb_object_keys(e.postes_reference) as p (code)`,
  MOTIF_RENVOI: sql`select 'FORMULAIRE', f.motif_renvoi, f.id::text from formulaire f
    where f.motif_renvoi is not null
    union all select 'FORMULAIRE', h.motif, h.formulaire_id::text from formulaire_historique h
    where h.motif is not null`,
  TYPE_DOCUMENT: sql`select 'PIECE', p.type_document, p.id::text from piece p`,
}

/** Rows and columns of the models' matrices: a definition keeps their codes and labels, not the list. */
const axes = (liste: string): Part => sql`
  select 'MODELE', v.code, m.id::text
  from modele m
  cross join lateral jsonb_path_query(m.definition, '$.sections[*].keyvalue()
    ? (@.key == "lignes" || @.key == "groupes" || @.key == "colonnes").value[*]') as axe
  join codification_valeur v on v.codification = ${liste} and v.code = axe ->> 'code'
    and (axe ->> 'libelle' = v.libelle or axe ->> 'libelle' = any (v.libelles_anciens))`

/** What the cells of the models' lists offer. */
const listes = (liste: string): Part => sql`
  select 'MODELE', t.valeur ->> 'code', m.id::text
  from modele m, jsonb_array_elements(m.definition -> 'codifications' -> ${liste}) as t (valeur)`

/** What the cells of the reports hold: none is looked at for a list that no model offers. */
const cellules = (liste: string): Part => sql`
  select 'FORMULAIRE', t.code, f.id::text
  from formulaire f, jsonb_array_elements_text(f.codes -> ${liste}) as t (code)
  where exists (select from modele where definition -> 'codifications' ? ${liste})`

const enfants = (liste: string): Part => sql`
  select 'CODE', e.parent, e.codification || '.' || e.code
  from codification_valeur e join codification l on l.code = e.codification
  where coalesce(l.parent_liste, l.code) = ${liste} and e.parent is not null`

const RANGS = Object.keys(LIEUX)
const parLieu = (a: Emploi, b: Emploi) => RANGS.indexOf(a.lieu) - RANGS.indexOf(b.lieu)

/** The one place that says what uses the codes of a list. */
export async function findEmplois(db: Db, liste: string): Promise<Emplois> {
  const propres = Object.hasOwn(COLONNES, liste) ? COLONNES[liste] : undefined
  const parts = [axes(liste), listes(liste), cellules(liste), enfants(liste)]
  const toutes = sql.join(propres ? [...parts, propres] : parts, sql` union all `)
  const { rows } = await sql<{ lieu: Lieu; code: string; nombre: number }>`
    select lieu, code, count(distinct id)::int as nombre
    from (${toutes}) as emploi (lieu, code, id) group by lieu, code`.execute(db)
  const parCode = Map.groupBy(rows, ({ code }) => code)
  const enEmplois = (lignes: readonly Emploi[]): Emploi[] =>
    lignes.map(({ lieu, nombre }) => ({ lieu, nombre })).toSorted(parLieu)
  return {
    de: (code) => enEmplois(parCode.get(code) ?? []),
    async ensemble(codes) {
      const employes = codes.filter((code) => parCode.has(code))
      if (employes.length < 2) return enEmplois(parCode.get(employes[0] ?? '') ?? [])
      const { rows: communs } = await sql<Emploi>`
        select lieu, count(distinct id)::int as nombre
        from (${toutes}) as emploi (lieu, code, id)
        where code = any (${employes}::text[]) group by lieu`.execute(db)
      return enEmplois(communs)
    },
  }
}
