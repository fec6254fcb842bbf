import {
  type MiseEnRoute,
  SANS_COMPTE_NOMMEES,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { periodeDIso, rangDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { aValeurSql, changementSql, sommeSql } from '../formulaire/ecart.sql.ts'
import { attenduAvantSql, moisCouvertsSql } from '../modele/modele.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { estLaSql, interromptSql } from '../structure/attendu.sql.ts'
import { duMoisSql, joindreEtatSql, nearlyAlways } from '../structure/periode.sql.ts'
import {
  absentDuMoisSql,
  type Demande,
  departSql,
  formulaireDuSql,
  ouverteSql,
  presentsSql,
} from './suivi.sql.ts'

/** Reports counted, and their figures added, of one group. */
export type Compte = {
  /** What the group is of; null: of all of them. */
  rang: number | null
  etat: EtatListe | null
  region: string | null
  typeStructure: string | null
  modele: string | null
  /** Reports that exist, or are expected in a month that has begun. */
  nombre: number
  /** Expected and due, as the four that follow (docs/chiffres.md). */
  attendus: number
  recus: number
  aTemps: number
  enRetard: number
  pasEncoreDus: number
  enAvance: number
  retenus: number
  autres: number
  effectif: number | null
  entrees: number | null
  sorties: number | null
  declares: number
  mouvements: number
  /** Of those received and due: validated once, their delays added, in microseconds; sent back once. */
  valides: number
  delai: number | null
  renvoyes: number
}

/**
 * Microseconds: delays are added in them, as times are kept. As fractions of days, their sum would
 * change with the order in which the base reads.
 */
export const UNITES_PAR_JOUR = 86_400_000_000

/** Whether a form `f` of month `m`, of a structure of class `s`, is expected. */
const attenduSql = sql`(f.modele_code = any(s.modeles) and ${ouverteSql}
  and (f.rang, f.modele_code) in (select v.rang, v.code from vigueur v))`

/**
 * The relations `classees`, the structures asked for, and `classes`: structures that nothing tells apart
 * in these months are one class (docs/decisions/0112). A country has few, by region and type
 * where `detail` asks for them; its `id` is 0, but where it is one structure, which is excused from a
 * month or has one open again.
 */
function classesSql(detail: boolean): Fragment {
  const region = detail ? sql`s.region` : sql`''::text`
  const type = detail ? sql`s.type_structure` : sql`''::text`
  return sql`classees as (
    select s.id as membre, s.du as depuis, s.au as jusqua, q.*, dense_rank() over (order by q.id,
      q.etat, q.region, q.type_structure, q.modeles, q.du, q.au, q.date_ouverture,
      q.date_fermeture) as classe
    from choisies s cross join (select min(rang) as du, max(rang) as au, min(premier) as premier,
      max(premier) as dernier from mois) b
    cross join lateral (
      select case when s.id in (select o.structure_id from interrompues o
          union all select o.structure_id from reouverture o) then s.id else 0 end as id,
        s.etat, ${region} as region, ${type} as type_structure, s.modeles,
        greatest(s.du, b.du) as du, least(s.au, b.au) as au,
        greatest(s.date_ouverture, b.premier) as date_ouverture,
        case when s.date_fermeture < b.dernier then s.date_fermeture end as date_fermeture
    ) q
  ), classes as (
    select classe, id, etat, region, type_structure, modeles, du, au, date_ouverture,
      date_fermeture, count(*) as nombre
    from classees group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  )`
}

/** The relation `presents`: the reports that exist, counted by month, state, region, type and model. */
const presentsParClasseSql = (demande: Demande<Agent | null>): Fragment => sql`lus as (
    select c.classe, c.id as structure_id, f.rang, f.etat, f.modele_code, f.recu, f.hors_delai,
      f.renvoye, f.echeance, ${aValeurSql('f')} as a_valeur, count(*) as nombre,
      ${sommeSql('f.valeur_effectif')} as effectif, ${sommeSql('f.valeur_entrees')} as entrees,
      ${sommeSql('f.valeur_sorties')} as sorties, count(f.valeur_effectif) as declares,
      count(coalesce(f.valeur_entrees, f.valeur_sorties)) as mouvements,
      count(f.delai_validation) as valides,
      sum(round(f.delai_validation * ${UNITES_PAR_JOUR}::float8)::int8) as delai
    from formulaire f join classees c on c.membre = f.structure_id
      and ${nearlyAlways(sql`f.rang between c.depuis and c.jusqua`)}
    -- By the months, whose number is known: of a range, groups are taken for as many as reports.
    join mois m on m.rang = f.rang
    where ${presentsSql(demande)} and f.rang <= ${demande.courant}::int
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ), presents as (
    select f.rang, f.etat, s.region, s.type_structure, f.modele_code as modele, q.echu,
      sum(f.nombre) as nombre,
      coalesce(sum(f.nombre) filter (where q.attendu), 0) as prevus,
      coalesce(sum(f.nombre) filter (where q.du), 0) as attendus,
      coalesce(sum(f.nombre) filter (where q.du and f.recu), 0) as recus,
      coalesce(sum(f.nombre) filter (where q.du and f.recu and not f.hors_delai), 0) as a_temps,
      coalesce(sum(f.nombre) filter (where q.du and not f.recu), 0) as en_retard,
      coalesce(sum(f.nombre) filter (where q.attendu and not q.du), 0) as pas_encore_dus,
      coalesce(sum(f.nombre) filter (where q.attendu and not q.du and f.recu), 0) as en_avance,
      coalesce(sum(f.nombre) filter (where q.attendu and f.recu and f.a_valeur), 0) as retenus,
      coalesce(sum(f.nombre) filter (where not (q.attendu and f.recu) and f.a_valeur), 0)
        as autres,
      sum(f.effectif) as effectif, sum(f.entrees) as entrees, sum(f.sorties) as sorties,
      sum(f.declares) as declares, sum(f.mouvements) as mouvements,
      coalesce(sum(f.valides) filter (where q.du and f.recu), 0) as valides,
      sum(f.delai) filter (where q.du and f.recu) as delai,
      coalesce(sum(f.nombre) filter (where q.du and f.recu and f.renvoye), 0) as renvoyes
    from lus f join classes s on s.classe = f.classe join mois m on m.rang = f.rang
    cross join lateral (
      select a.attendu, a.attendu and ${formulaireDuSql(demande)} as du,
        ${absentDuMoisSql(demande, sql`f.structure_id`)} as echu
      from (select ${attenduSql} as attendu offset 0) a
    ) q
    group by 1, 2, 3, 4, 5, 6
  )`

/**
 * Counts what is followed, by month and state, by month and model, and by region, type and model
 * where `detail` asks for it, each report as what it is (docs/chiffres.md), its structure as it was
 * in its month. Forms are counted on one side, what is expected on the other, at the finest: no
 * form is ever looked for. Each is read once into a group of those that are alike in all that is
 * asked of them, and what each count takes is chosen among these groups.
 */
export async function listComptes(
  db: Db,
  demande: Demande<Agent | null>,
  { detail }: { detail: boolean },
): Promise<Compte[]> {
  const { rows } = await sql<Compte>`
    with ${departSql(demande)}, ${classesSql(detail)},
    ${presentsParClasseSql(demande)}, ouvertes as (
      select m.rang, s.region, s.type_structure, s.modeles,
        ${absentDuMoisSql(demande, sql`s.id`)} as echu, sum(s.nombre) as nombre
      from classes s join mois m on ${ouverteSql}
      where m.rang <= ${demande.courant}::int
      group by 1, 2, 3, 4, 5
    ), attendus as (
      select o.rang, o.region, o.type_structure, v.code as modele, o.echu, sum(o.nombre) as nombre
      from ouvertes o join vigueur v on v.rang = o.rang and v.code = any(o.modeles)
      group by 1, 2, 3, 4, 5
    ), fins as (
      select rang, etat, region, type_structure, modele, nombre, attendus, recus, a_temps,
        en_retard, pas_encore_dus, en_avance, retenus, autres, effectif, entrees, sorties,
        declares, mouvements, valides, delai, renvoyes
      from presents
      union all
      -- Expected, and not begun.
      select a.rang, 'NON_COMMENCE', a.region, a.type_structure, a.modele, r.nombre, d.dus, 0, 0,
        d.dus, r.nombre - d.dus, 0, 0, 0, null, null, null, 0, 0,
        0, null, 0
      from attendus a
      left join (
        select rang, region, type_structure, modele, echu, sum(prevus) as nombre
        from presents group by 1, 2, 3, 4, 5
      ) p on p.rang = a.rang and p.modele = a.modele
        and p.region = a.region
        and p.type_structure = a.type_structure and p.echu = a.echu
      cross join lateral (select a.nombre - coalesce(p.nombre, 0) as nombre) r
      cross join lateral (select case when a.echu then r.nombre else 0 end as dus) d
      where r.nombre > 0
    )
    select f.rang, f.etat, f.region, f.type_structure, f.modele, sum(f.nombre) as nombre,
      sum(f.attendus) as attendus, sum(f.recus) as recus, sum(f.a_temps) as a_temps,
      sum(f.en_retard) as en_retard, sum(f.pas_encore_dus) as pas_encore_dus,
      sum(f.en_avance) as en_avance, sum(f.retenus) as retenus, sum(f.autres) as autres,
      sum(f.effectif) as effectif, sum(f.entrees) as entrees,
      sum(f.sorties) as sorties, sum(f.declares) as declares,
      sum(f.mouvements) as mouvements, sum(f.valides) as valides,
      sum(f.delai) as delai, sum(f.renvoyes) as renvoyes
    from fins f
    group by grouping sets ((f.rang, f.etat), (f.rang, f.modele), (f.region), (f.type_structure),
      (f.modele))`.execute(db)
  return rows
}

/** What changed since the expected month before, of those that are there in both. */
export type Egaux = { modele: string; rang: number; avant: number; couvertsAvant: Duree } & Record<
  'effectif' | 'entrees' | 'sorties',
  { nombre: number; ecart: number | null }
>

/** How far back the expected month before may be. */
const AN = 12

/**
 * Of these months of models (`rang`, `modele`): what each figure changed by among the structures
 * that say it in that month and in the expected month before, each as it was in either.
 */
export async function listEgaux(
  db: Db,
  demande: Demande,
  mois: readonly { rang: number; modele: string }[],
): Promise<Egaux[]> {
  if (mois.length === 0) return []
  const changement = (figure: string) => {
    const [apres, avant] = [`f.valeur_${figure}`, `p.valeur_${figure}`]
    return sql`count(${sql.ref(apres)} - ${sql.ref(avant)})::int as ${sql.ref(`nombre_${figure}`)},
      (${changementSql(apres, avant)})::float8 as ${sql.ref(`ecart_${figure}`)}`
  }
  const { rows } = await sql<LigneEgale>`
    with ${departSql({ ...demande, du: demande.du - AN })}, vises as (
      select d.rang, d.modele, ${attenduAvantSql(sql`d.rang`)} as avant
      from unnest(${mois.map(({ rang }) => rang)}::int[], ${mois.map((m) => m.modele)}::text[])
        as d(rang, modele)
      join vigueur g on g.rang = d.rang and g.code = d.modele
      join modele v on v.id = g.id
    )
    select x.rang, x.modele, x.avant,
      ${moisCouvertsSql(sql`x.modele`, sql`x.avant`)} as couverts_avant, ${changement('effectif')}, ${changement('entrees')},
      ${changement('sorties')}
    from vises x left join (
      formulaire f join choisies s on s.id = f.structure_id and ${duMoisSql(sql`f.rang`, 's')}
      join formulaire p on p.structure_id = f.structure_id and p.modele_code = f.modele_code
        and p.etat <> 'ANNULE' and ${aValeurSql('p')}
      join choisies t on t.id = p.structure_id and ${duMoisSql(sql`p.rang`, 't')}
    ) on f.rang = x.rang and f.modele_code = x.modele and f.etat <> 'ANNULE'
      and ${aValeurSql('f')} and p.rang = x.avant
    group by 1, 2, 3`.execute(db)
  return rows.map(({ rang, modele, avant, couvertsAvant, ...dits }) => ({
    rang,
    modele,
    avant,
    couvertsAvant,
    effectif: { nombre: dits.nombreEffectif, ecart: dits.ecartEffectif },
    entrees: { nombre: dits.nombreEntrees, ecart: dits.ecartEntrees },
    sorties: { nombre: dits.nombreSorties, ecart: dits.ecartSorties },
  }))
}

type LigneEgale = Pick<Egaux, 'rang' | 'modele' | 'avant' | 'couvertsAvant'> &
  Record<'nombreEffectif' | 'nombreEntrees' | 'nombreSorties', number> &
  Record<'ecartEffectif' | 'ecartEntrees' | 'ecartSorties', number | null>

/** The start that holds, and the one that would; null: none. */
type Debuts = { du: string | null; au: string | null }

const rangSql = (mois: string) => sql`${rangDe(periodeDIso(mois))}::int`

/**
 * The live reports, begun as expected, that a later start would no longer expect: how many, and the
 * rank of the oldest. What was brought from elsewhere is of no collection, and never counts.
 */
export async function countDehors(
  db: Db,
  { du, au }: Debuts,
): Promise<{ nombre: number; premier: number | null }> {
  if (du === null) return { nombre: 0, premier: null }
  const { rows } = await sql<{ nombre: number; premier: number | null }>`
    select count(*)::int as nombre, min(f.rang) as premier from formulaire f
    where f.etat <> 'ANNULE' and not f.repris and f.rang >= ${rangSql(du)}
      and ${au === null ? sql`true` : sql`f.rang < ${rangSql(au)}`}`.execute(db)
  return rows[0] ?? { nombre: 0, premier: null }
}

/** The first and last days of the month of rank `x.rang`. */
const DU_MOIS = {
  premier: sql`make_date(x.rang / 12, x.rang % 12 + 1, 1)`,
  dernier: sql`(make_date(x.rang / 12, x.rang % 12 + 1, 1) + interval '1 month'
    - interval '1 day')::date`,
}

/** Structures `s` that are open in the month `x.rang`, as they are then (`e`), whatever the start. */
const OUVERTES = sql`structure s ${joindreEtatSql(sql`x.rang`)}
  where ${estLaSql(DU_MOIS)} and not exists (
    select from structure_interruption i
    where i.structure_id = s.id and ${interromptSql(DU_MOIS)})`

/** A version of a model, in the months of this one and after in which it is in force. */
type Collecte = Omit<MiseEnRoute['modeles'][number], 'moisAttendus' | 'prochain'> & {
  /** Twelve bits. */
  moisAttendus: number
  du: number
  /** Null: nothing ends it yet. */
  au: number | null
}

/** What is collected from the month `rang` on, and by whom then; each model's versions in order. */
export async function listCollectes(db: Db, rang: number): Promise<Collecte[]> {
  const { rows } = await sql<Collecte>`
    select x.code, x.libelle, x.mois_attendus, x.mois_couverts, x.rang as du,
      x.en_vigueur_au as au,
      (select count(*)::int from ${OUVERTES} and x.code = any(e.modeles)) as structures
    from (
      select distinct on (m.code, d.rang) m.*, d.rang
      from modele m cross join lateral (select greatest(m.en_vigueur_du, ${rang}::int) as rang) d
      where m.en_vigueur_au is null or m.en_vigueur_au >= d.rang
      order by m.code, d.rang, m.version desc
    ) x
    order by x.code, x.rang`.execute(db)
  return rows
}

type Inscrits = Pick<MiseEnRoute, 'structures' | 'comptes'>

const COMPTE_DE_STRUCTURE = sql`(u.statut = 'ACTIF' and 'ROLE_STRUCTURE' = any(u.roles))`

/**
 * Whether an active account reports for structure `s`, as its own or as another one (`listGens`):
 * they are gathered once, whatever the number of structures.
 */
const AVEC_COMPTE = sql`s.id in (
  select u.structure_id from utilisateur u
  where ${COMPTE_DE_STRUCTURE} and u.structure_id is not null
  union all
  select a.structure_id from utilisateur_structure a join utilisateur u on u.id = a.utilisateur_id
  where ${COMPTE_DE_STRUCTURE})`

/** The structures and the accounts that are in, as they stand in the month `rang`. */
export async function findInscrits(db: Db, rang: number): Promise<Inscrits> {
  const { rows } = await sql<Inscrits>`
    with ouvertes as (
      select s.id, s.code, s.libelle, s.libelle_tri, cardinality(e.modeles) > 0 as collectee,
        ${AVEC_COMPTE} as avec_compte
      from (select ${rang}::int as rang) x cross join ${OUVERTES}
    ), muettes as (select * from ouvertes where collectee and not avec_compte)
    select
      (select json_build_object(
        'nombre', count(*), 'sansModele', count(*) filter (where not d.collectee),
        'invitees', (select count(*) from structure s where s.etat = 'INVITEE'),
        'sansCompte', (select count(*) from muettes),
        'sansCompteNommees', coalesce((
          select json_agg(json_build_object('id', m.id, 'code', m.code, 'libelle', m.libelle)
            order by m.libelle_tri, m.id)
          from (select * from muettes order by libelle_tri, id limit ${SANS_COMPTE_NOMMEES}) m
        ), '[]')) from ouvertes d) as structures,
      (select json_build_object('nombre', count(*),
          'jamaisConnectes', count(*) filter (where u.derniere_connexion is null),
          'exercicesFaits', count(x.fait_le))
        from utilisateur u left join exercice x on x.utilisateur_id = u.id
        where ${COMPTE_DE_STRUCTURE}) as comptes`.execute(db)
  if (!rows[0]) throw new Error('a reading without a line')
  return rows[0]
}
