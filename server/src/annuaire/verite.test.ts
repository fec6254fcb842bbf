import type { CelluleAnnuaire, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { changerDepuis } from '../../test/structures.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { deduire, etroites, resserrer, systemeLu } from './attaque.banc.ts'
import { cleDe } from './evaluer.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'
import { masquer, type Systeme } from './secret.ts'
import { openSolver } from './solveur.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025

const base = await testBase()
const { db } = base
let genere: AnnuaireGenere

/** What a structure is in a month, as the notebook says it. */
type EtatNote = {
  region: string
  typeStructure: string
  modeles: string[]
  capacite: number | null
}
/** `de`: which of the structures that report RMA, in their order. */
type Mouvement = { de: number; rang: number; etat: Partial<EtatNote> }

const moisDe = (mois: number, de = annee) => de * 12 + mois - 1

/** What happens to structures, the oldest first of each of them. */
const MOUVEMENTS: readonly Mouvement[] = [
  { de: 3, rang: moisDe(6), etat: { region: 'R03', capacite: 41 } },
  { de: 5, rang: moisDe(9), etat: { typeStructure: 'CPOLY' } },
  // There and back: it never changed, once the year is over.
  { de: 7, rang: moisDe(3), etat: { region: 'R01', typeStructure: 'CAU' } },
  { de: 7, rang: moisDe(8), etat: { region: 'R06', typeStructure: 'ORPH' } },
  // In December alone, then in the year that comes: of no month of this one.
  { de: 9, rang: moisDe(12), etat: { region: 'R02', capacite: 77 } },
  {
    de: 11,
    rang: moisDe(1, annee + 1),
    etat: { region: 'R05', typeStructure: 'CAH', capacite: 5 },
  },
  // The year before, and before all that is counted.
  { de: 10, rang: moisDe(11, annee - 1), etat: { region: 'R04' } },
  { de: 10, rang: moisDe(2), etat: { region: 'R01', typeStructure: 'CSE' } },
  // A model given, and one taken away though reports come after.
  { de: 12, rang: moisDe(9), etat: { modeles: ['RMA', 'SMP', 'EPM'] } },
  { de: 2, rang: moisDe(10), etat: { modeles: ['RMA'] } },
]

/**
 * What each structure is in each month, worked out from the notebook alone, in a table that the
 * figures' own statements read: `etat_note`.
 */
async function noter(): Promise<void> {
  const { rows } = await sql<EtatNote & { id: number; code: string }>`
    select s.id, s.code, e.region, e.type_structure, e.modeles, e.capacite
    from structure s join structure_periode e on e.structure_id = s.id order by s.id`.execute(db)
  const mobiles = rows.filter(({ modeles }) => modeles.includes('RMA'))
  const rangs = Array.from({ length: 40 }, (_, i) => moisDe(1, annee - 2) + i)
  const notes = rows.flatMap((initial) =>
    rangs.map((rang) => {
      const siens = MOUVEMENTS.filter((m) => mobiles[m.de]?.id === initial.id && m.rang <= rang)
      return Object.assign({ ...initial, rang }, ...siens.map((m) => m.etat))
    }),
  )
  await sql`create table etat_note as
    select * from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n(id int, rang int,
      region text, "typeStructure" text, modeles text[], capacite int)`.execute(db)
  await sql`alter table etat_note rename column "typeStructure" to type_structure`.execute(db)
  for (const { de, rang, etat } of MOUVEMENTS)
    await changerDepuis(db, { code: mobiles[de]?.code ?? '', rang }, etat)
}

beforeAll(async () => {
  await installer(db)
  await genererPays(db, {
    structures: 40,
    mois: 28,
    maintenant: MAINTENANT,
    motDePasse: 'x'.repeat(16),
  })
  await noter()
  genere = await genererAnnuaire(
    { db, maintenant: MAINTENANT },
    { annee, source: { annee, soumis: false }, soumis: false, introductions: {}, suite: null },
  )
})

const tableaux = () => genere.contenu.chapitres.flatMap((chapitre) => chapitre.tableaux)
const tableau = (code: string): TableauAnnuaire => {
  const trouve = tableaux().find((t) => t.code === code)
  if (!trouve) throw new Error(`absent : ${code}`)
  return trouve
}

type Nombre = Extract<CelluleAnnuaire, { sorte: 'valeur' }>

/** What is read of the figures of a table, by row and column; zeros left out. */
function nombresDe(
  { lignes, colonnes }: TableauAnnuaire,
  lire: (cellule: Nombre) => Nombre['nMoins1'],
): Record<string, number> {
  const nombres = lignes.flatMap(({ code, cellules }) =>
    cellules.flatMap((cellule, c): [string, number][] => {
      const lu = cellule.sorte === 'valeur' ? lire(cellule) : undefined
      if (lu?.sorte !== 'valeur' || lu.valeur === 0) return []
      return [[`${code} ${colonnes[c]?.code}`, lu.valeur]]
    }),
  )
  return Object.fromEntries(nombres)
}

/** Figures by row and column, hidden ones with what they are. */
function exacts(code: string): Record<string, number | null> {
  const { lignes, colonnes } = tableau(code)
  const valeurs = new Map(genere.coulisses.valeurs)
  const formules = genere.coulisses.formules.find((f) => f.code === code)?.formules ?? []
  const lus: Record<string, number | null> = {}
  for (const [l, ligne] of lignes.entries())
    for (const [c, cellule] of ligne.cellules.entries()) {
      const formule = formules[l]?.[c]
      const cache = formule && formule.sorte !== 'taux' ? valeurs.get(cleDe(formule, annee)) : null
      const nom = `${ligne.code} ${colonnes[c]?.code}`
      if (cellule.sorte === 'valeur') lus[nom] = cellule.valeur
      else if (cellule.sorte === 'secret') lus[nom] = cache ?? null
    }
  return lus
}

/** The figures that count, one row for each number of each form: plain SQL, read by nothing of ours. */
const FAITS = `(
  select n.region, n.type_structure, f.structure_id, f.modele_code, f.mois, d.key,
    split_part(d.key, '.', 1) as a, split_part(d.key, '.', 2) as b, split_part(d.key, '.', 3) as c,
    split_part(d.key, '.', 4) as e, (d.value #>> '{}')::float8 as v
  from formulaire f join etat_note n on n.id = f.structure_id and n.rang = f.rang
  cross join lateral jsonb_each(f.donnees) d
  where f.annee = ${annee} and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
    and jsonb_typeof(d.value) = 'number')`

async function interroger(requete: string): Promise<Record<string, number>> {
  const { rows } = await sql.raw<{ l: string; c: string; v: number }>(requete).execute(db)
  return Object.fromEntries(rows.map(({ l, c, v }) => [`${l} ${c}`, v]))
}

/** A matrix of codes by sex: its own totals are the forms' own. */
const matrice = (modele: string, section: string, mois: string) =>
  interroger(`select b as l, c, sum(v) as v from ${FAITS} f
    where modele_code = '${modele}' and a = '${section}' and e = '' and ${mois} group by 1, 2`)

const parDimension = (dimension: string, modele: string, cellule: string, mois: string) =>
  interroger(`select coalesce(${dimension}, 'TOT') as l, c, sum(v) as v from ${FAITS} f
    where modele_code = '${modele}' and a || '.' || b = '${cellule}' and ${mois}
    group by grouping sets ((${dimension}, c), (c))`)

const DECEMBRE = 'mois = 12'
const ANNEE = 'true'

describe('les chiffres de l’annuaire sont ceux d’un calcul indépendant, case par case', () => {
  it.each([
    ['T2.1', 'RMA', 'AGE', DECEMBRE],
    ['T2.5', 'RMA', 'CAT', DECEMBRE],
    ['T2.7', 'SMP', 'POP', DECEMBRE],
    ['T2.10', 'SMP', 'DUREE', DECEMBRE],
    ['T2.11', 'SMP', 'NAT', DECEMBRE],
    ['T2.12', 'SMP', 'INFR', DECEMBRE],
    ['T3.1', 'RMA', 'ENT', ANNEE],
    ['T3.2', 'RMA', 'SOR', ANNEE],
    ['T4.2', 'EPM', 'FONC', DECEMBRE],
    ['T4.4', 'EPM', 'ABS', ANNEE],
    ['T5.4', 'SMP', 'REINS', ANNEE],
  ])('%s, de %s %s', async (code, modele, section, mois) => {
    expect(exacts(code)).toEqual(await matrice(modele, section, mois))
  })

  it.each([
    ['T2.2', 'region', 'RMA', 'MVT.FIN', DECEMBRE],
    ['T2.6', 'region', 'RMA', 'HAND.HAND', DECEMBRE],
    ['T2.8', 'region', 'SMP', 'MVTD.FIN', DECEMBRE],
  ])('%s, par %s', async (code, dimension, modele, cellule, mois) => {
    expect(exacts(code)).toEqual(await parDimension(dimension, modele, cellule, mois))
  })

  it('T2.3, les moyennes', async () => {
    const attendus = await interroger(`select coalesce(type_structure, 'TOT') as l, c,
        sum(v) / 12 as v from ${FAITS} f
      where modele_code = 'RMA' and a || '.' || b = 'MVT.FIN'
      group by grouping sets ((type_structure, c), (c))`)
    attendreProches(exacts('T2.3'), attendus)
  })

  it('T2.4 et T2.9, les mois', async () => {
    for (const [code, modele, cellule] of [
      ['T2.4', 'RMA', 'MVT.FIN'],
      ['T2.9', 'SMP', 'MVTD.FIN'],
    ] as const)
      expect(exacts(code)).toEqual(
        await interroger(`select 'M' || lpad(mois::text, 2, '0') as l, c, sum(v) as v from ${FAITS} f
          where modele_code = '${modele}' and a || '.' || b = '${cellule}' group by 1, 2`),
      )
  })

  it('T4.1, à deux rangées d’en-têtes', async () => {
    expect(exacts('T4.1')).toEqual(
      await interroger(`select b as l, c || '.' || e as c, sum(v) as v from ${FAITS} f
        where modele_code = 'EPM' and a = 'EFF' and mois = 12 group by 1, 2`),
    )
  })

  it('T4.3, T3.4 et T3.5, des mouvements', async () => {
    const mouvements = (modele: string, section: string, hors: string) =>
      interroger(`select b as l, c, sum(v) as v from ${FAITS} f
        where modele_code = '${modele}' and a = '${section}' and b not in (${hors}) group by 1, 2`)
    expect(exacts('T4.3')).toEqual(await mouvements('EPM', 'MVT', `'DEB', 'FIN'`))
    const detenus = await mouvements('SMP', 'MVTD', `'DEB', 'FIN', 'PASS'`)
    const lus = { ...renommer(exacts('T3.4'), 'ENT'), ...renommer(exacts('T3.5'), 'SOR') }
    expect(lus).toEqual(detenus)
  })

  it('T4.5, des structures dont les deux rapports sont retenus', async () => {
    const { rows } = await sql
      .raw<{ l: string; v: number }>(`
      with paires as (select structure_id from ${FAITS} f where mois = 12 and modele_code in ('RMA', 'EPM')
        group by 1 having count(distinct modele_code) = 2)
      select coalesce(type_structure, 'TOT') as l, round((100 *
        sum(v) filter (where modele_code = 'EPM' and a = 'FONC' and b in ('EDUC', 'TSOC', 'SANTE', 'PSY')
          and c in ('M', 'F')) / sum(v) filter (where modele_code = 'RMA' and key in
          ('MVT.FIN.M', 'MVT.FIN.F')))::numeric, 1)::float8 as v
      from ${FAITS} f where mois = 12 and structure_id in (select structure_id from paires)
      group by grouping sets ((type_structure), ())`)
      .execute(db)
    const attendus = Object.fromEntries(rows.map(({ l, v }) => [`${l} TAUX`, v]))
    expect(exacts('T4.5')).toEqual(attendus)
  })

  it('T5.1, T7.1 et T6.2', async () => {
    expect(exacts('T5.1')).toEqual(await matrice('RMA', 'PREST', ANNEE))
    expect(exacts('T7.1')).toEqual(await matrice('RMA', 'INC', ANNEE))
    const depenses = await interroger(`select coalesce(type_structure, 'TOT') as l,
        case b when 'DEP_TOT' then 'TOT' else b end as c, sum(v) as v from ${FAITS} f
      where modele_code = 'RMA' and a = 'BUD' and b <> 'DOT'
      group by grouping sets ((type_structure, b), (b))`)
    expect(exacts('T6.2')).toEqual(depenses)
  })

  it('T0.1, ce qui est retenu', async () => {
    const { rows } = await sql
      .raw<{ l: string; v: number }>(`
      select modele_code as l, count(*)::int as v
      from formulaire f join etat_note n on n.id = f.structure_id and n.rang = f.rang
      where annee = ${annee} and etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
        and modele_code = any(modeles) group by 1`)
      .execute(db)
    const lus = exacts('T0.1')
    for (const { l, v } of rows) expect([l, lus[`${l} RETENUS`]]).toEqual([l, v])
  })

  it('T0.2, ce qui est attendu, reçu et retenu chaque mois', async () => {
    const attendus = await interroger(`
      with suivis as (
        select lpad((n.rang % 12 + 1)::text, 2, '0') as mois, f.soumis_le is not null and f.etat <> 'BROUILLON'
            as recu, f.hors_delai, f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
            or f.version_diffusee > 0 as retenu
        from etat_note n cross join unnest(n.modeles) m
        left join formulaire f on f.structure_id = n.id and f.modele_code = m
          and f.rang = n.rang and f.etat <> 'ANNULE'
        where n.rang / 12 = ${annee}),
      comptes as (
        select coalesce('M' || mois, 'TOT') as l, count(*) as n, count(*) filter (where recu) as r,
          count(*) filter (where recu and not hors_delai) as p, count(*) filter (where retenu) as t
        from suivis group by grouping sets ((mois), ()))
      select l, c, v from comptes cross join lateral (values ('ATTENDUS', n::float8), ('RECUS', r),
        ('ATEMPS', p), ('RETENUS', t), ('COMPLETUDE', 100.0 * r / n), ('PROMPTITUDE', 100.0 * p / n))
        as x(c, v)`)
    attendreProches(exacts('T0.2'), attendus)
  })

  it('T1.1 et T1.2, les structures', async () => {
    const croiser = (de: number) =>
      interroger(`select coalesce(type_structure, 'TOT') as l,
        coalesce(region, 'TOT') as c, count(*)::int as v
      from structure s join etat_note n on n.id = s.id and n.rang = ${moisDe(12, de)}
      where date_ouverture <= '${de}-12-31' and date_fermeture is null
      group by cube (type_structure, region)`)
    const lus = Object.entries(exacts('T1.1')).filter(([, v]) => v !== 0)
    expect(Object.fromEntries(lus)).toEqual(await croiser(annee))
    const avant = nombresDe(tableau('T1.1'), (c) => c.nMoins1)
    expect(avant).toEqual(await croiser(annee - 1))
    const { rows } = await sql
      .raw<{ ligne: (string | number)[] }>(`
      select jsonb_build_array(s.code, s.libelle, t.libelle, r.libelle, coalesce(s.telephone, ''),
        coalesce(s.email, ''), coalesce(n.capacite, -1)) as ligne
      from structure s join etat_note n on n.id = s.id and n.rang = ${moisDe(12)}
      join codification_valeur t on t.codification = 'TYPE_STRUCTURE' and t.code = n.type_structure
      join codification_valeur r on r.codification = 'REGION' and r.code = n.region`)
      .execute(db)
    const fiches = tableau('T1.2').lignes.map(({ code, cellules }) => {
      const [nom, type, region, contact, capacite] = cellules.map((cellule) =>
        cellule.sorte === 'texte'
          ? cellule.texte
          : cellule.sorte === 'valeur'
            ? cellule.valeur
            : -1,
      )
      const [telephone = '', email = ''] = String(contact).split(', ')
      return [code, nom, type, region, telephone, email, capacite]
    })
    const ordonner = (lignes: unknown[][]) => lignes.map((l) => l.join('|')).toSorted()
    expect(ordonner(fiches)).toEqual(ordonner(rows.map(({ ligne }) => ligne)))
  })

  it('T3.3, les mouvements et la rotation', async () => {
    const attendus = await interroger(`
      with sommes as (select coalesce(type_structure, 'TOT') as l,
          sum(v) filter (where b = 'ENT') as e, sum(v) filter (where b = 'SOR') as s,
          sum(v) filter (where b = 'FIN') / 12 as m
        from ${FAITS} f where modele_code = 'RMA' and a = 'MVT' and c in ('M', 'F')
        group by grouping sets ((type_structure), ()))
      select l, c, v from sommes cross join lateral (values ('ENT', e), ('SOR', s), ('MOY', m),
        ('ROT', 50 * (e + s) / m)) as x(c, v)`)
    attendreProches(exacts('T3.3'), attendus)
  })

  it('T5.2, les activités, ligne par ligne du tableau des rapports', async () => {
    const attendus = await interroger(`
      with cases as (
        select f.id, split_part(d.key, '.', 2) as rang, split_part(d.key, '.', 3) as colonne, d.value
        from formulaire f cross join lateral jsonb_each(f.donnees) d
        where f.annee = ${annee} and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
          and f.modele_code = 'RMA' and d.key like 'ACT.%'),
      lignes as (
        select max(value #>> '{}') filter (where colonne = 'TYPE_ACT') as type,
          max(value #>> '{}') filter (where colonne = 'PART_M') as m,
          max(value #>> '{}') filter (where colonne = 'PART_F') as f
        from cases group by id, rang),
      sommes as (
        select coalesce(v.code, 'TOT') as l, count(g.type) as n,
          coalesce(sum(g.m::float8), 0) as m, coalesce(sum(g.f::float8), 0) as f
        from codification_valeur v left join lignes g on g.type = v.code
        where v.codification = 'TYPE_ACTIVITE' group by grouping sets ((v.code), ()))
      select l, c, v from sommes cross join lateral (values ('NB', n::float8), ('PART_M', m),
        ('PART_F', f), ('PART_TOT', m + f)) as x(c, v)`)
    expect(attendus['TOT NB']).toBeGreaterThan(100)
    expect(exacts('T5.2')).toEqual(attendus)
  })

  it('T5.3, les journées et l’occupation des structures qui ont des places', async () => {
    const attendus = await interroger(`
      with rapports as (
        select n.type_structure as type, (f.donnees ->> 'JOURNEES')::float8 as j,
          (f.donnees ->> 'CAPACITE')::float8 * (f.donnees ->> 'JOURS_OUV')::float8 as o
        from formulaire f join etat_note n on n.id = f.structure_id and n.rang = f.rang
        where f.annee = ${annee} and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
          and f.modele_code = 'RMA' and jsonb_typeof(f.donnees -> 'CAPACITE') = 'number'),
      sommes as (select coalesce(type, 'TOT') as l, sum(j) as j, sum(o) as o from rapports
        group by grouping sets ((type), ()))
      select l, c, v from sommes cross join lateral (values ('JOURNEES', j), ('OFFERTES', o),
        ('OCC', 100 * j / o)) as x(c, v)`)
    attendreProches(exacts('T5.3'), attendus)
  })

  it('T6.1, les dotations, les dépenses et l’exécution', async () => {
    const attendus = await interroger(`
      with sommes as (select coalesce(region, 'TOT') as l, sum(v) filter (where b = 'DOT') as r,
          sum(v) filter (where b like 'DEP_%' and b <> 'DEP_TOT') as d
        from ${FAITS} f where modele_code = 'RMA' and a = 'BUD'
        group by grouping sets ((region), ()))
      select l, c, v from sommes cross join lateral (values ('DOT', r), ('DEP', d),
        ('EXEC', 100 * d / r)) as x(c, v)`)
    attendreProches(exacts('T6.1'), attendus)
  })

  it('T7.2 et T7.3, les incidents', async () => {
    const incidents = await interroger(`select coalesce(region, 'TOT') as l, c, sum(v) as v
      from ${FAITS} f where modele_code = 'RMA' and a = 'INC' and b <> 'TOT'
      group by grouping sets ((region, c), (c))`)
    expect(exacts('T7.2')).toEqual(incidents)
    const { 'TOT NB': _, ...details } = await matrice('SMP', 'INCP', ANNEE)
    expect(exacts('T7.3')).toEqual(details)
  })

  it('T8.1, les séries, chaque année de ses propres rapports', async () => {
    const attendus = await interroger(`
      with nombres as (
        select f.annee, f.mois, f.modele_code as modele, d.key, (d.value #>> '{}')::float8 as v
        from formulaire f cross join lateral jsonb_each(f.donnees) d
        where f.annee between ${annee - 4} and ${annee}
          and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE') and jsonb_typeof(d.value) = 'number')
      select l, 'A' || annee as c, sum(v) as v from nombres cross join lateral (select case
          when modele = 'RMA' and key in ('MVT.FIN.M', 'MVT.FIN.F') and mois = 12 then 'PRESENTS'
          when modele = 'RMA' and key in ('MVT.ENT.M', 'MVT.ENT.F') then 'ENTREES'
          when modele = 'RMA' and key in ('MVT.SOR.M', 'MVT.SOR.F') then 'SORTIES'
          when modele = 'SMP' and key like 'MVTD.FIN.%' and key <> 'MVTD.FIN.TOT' and mois = 12
            then 'DETENUS'
          when modele = 'EPM' and key in ('MVT.FIN.M', 'MVT.FIN.F') and mois = 12 then 'AGENTS'
          when modele = 'RMA' and key like 'BUD.DEP_%' and key <> 'BUD.DEP_TOT' then 'DEPENSES'
        end as l) n where l is not null group by 1, 2`)
    expect(Object.keys(attendus)).toHaveLength(18)
    expect(exacts('T8.1')).toEqual(attendus)
  })
})

/** Rates and averages: as close as what is shown says; a rate that is hidden has no figure. */
function attendreProches(lus: Record<string, number | null>, attendus: Record<string, number>) {
  expect(Object.keys(lus).toSorted()).toEqual(Object.keys(attendus).toSorted())
  for (const [nom, valeur] of Object.entries(attendus)) {
    const lu = lus[nom]
    if (lu !== null)
      expect([nom, Math.abs((lu ?? Number.NaN) - valeur) < 0.051]).toEqual([nom, true])
  }
}

/** All that a figure is, or may change by. */
const apercu = async (de: number) => {
  const source = { annee: de, soumis: false }
  const demande = { annee: de, source, soumis: false, introductions: {}, suite: null }
  return genererAnnuaire({ db, maintenant: MAINTENANT }, demande)
}

describe('ce que deviennent les structures', () => {
  it('ne change pas un chiffre des années d’avant, à la dernière décimale', async () => {
    const { rows } = await sql<{ code: string }>`select code from structure order by id`.execute(db)
    for (const { code } of rows.slice(0, 20))
      await changerDepuis(
        db,
        { code, rang: moisDe(3, annee + 1) },
        { region: 'R02', typeStructure: 'CAU', modeles: ['RMA'], capacite: 1, parent: null },
      )
    const apres = await apercu(annee)
    expect(apres.contenu).toEqual(genere.contenu)
    expect(apres.coulisses.valeurs).toEqual(genere.coulisses.valeurs)
    expect(new Set(apres.coulisses.attentes?.map((a) => a.join(' ')))).toEqual(
      new Set(genere.coulisses.attentes?.map((a) => a.join(' '))),
    )
    // Nor what the year in which they move says of the one before.
    const { contenu } = await apercu(annee + 1)
    const suivant = contenu.chapitres.flatMap((c) => c.tableaux).find((c) => c.code === 'T1.1')
    expect(suivant && nombresDe(suivant, (c) => c.nMoins1)).toEqual(
      nombresDe(tableau('T1.1'), (c) => c),
    )
    expect(suivant && nombresDe(suivant, (c) => c)).not.toEqual(
      nombresDe(tableau('T1.1'), (c) => c),
    )
  })
})

function renommer(lus: Record<string, number | null>, total: string) {
  return Object.fromEntries(
    Object.entries(lus).map(([nom, v]) => [nom.replace(/^TOT /, `${total} `), v]),
  )
}

describe('le secret statistique', () => {
  it('masque tout nombre de personnes sous le seuil, et n’en laisse aucun dans le contenu', () => {
    const valeurs = new Map(genere.coulisses.valeurs)
    const caches = new Set(genere.coulisses.caches)
    for (const [cle, valeur] of valeurs)
      if (valeur > 0 && valeur < 5) expect([cle, caches.has(cle)]).toEqual([cle, true])
    expect(tableaux().reduce((n, t) => n + t.secrets, 0)).toBeGreaterThan(20)
    expect(
      tableaux()
        .flatMap((t) => t.lignes.flatMap((l) => l.cellules))
        .filter((c) => c.sorte === 'secret' && 'valeur' in c),
    ).toEqual([])
  })

  it('ne masque avec les petits nombres que moins d’autres, et aucun chiffre national', () => {
    const petits = genere.coulisses.valeurs.filter(([, valeur]) => valeur > 0 && valeur < 5)
    expect(genere.coulisses.caches.length).toBeLessThan(2 * petits.length)
    expect(tableau('T8.1').secrets).toBe(0)
  })

  it('résiste aux totaux, et aux tableaux qui partagent leurs marges', () => {
    const lu = systemeLu(tableaux())
    expect(lu.inconnues.size).toBeGreaterThan(20)
    expect(deduire(lu)).toEqual([])
    expect(resserrer(lu)).toEqual([])
    expect(etroites(genere, annee, 5)).toEqual([])
  })
})

describe('masquer', async () => {
  const solveur = await openSolver()
  const carre = (valeurs: number[][]): Systeme => {
    const n = valeurs.length
    const cles = new Map<string, number>()
    const totaux = new Set<string>()
    const equations: Systeme['equations'] = []
    const somme = (liste: number[]) => liste.reduce((a, b) => a + b, 0)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) cles.set(`${i} ${j}`, valeurs[i]?.[j] ?? 0)
      cles.set(`${i} T`, somme(valeurs[i] ?? []))
      cles.set(`T ${i}`, somme(valeurs.map((ligne) => ligne[i] ?? 0)))
      totaux.add(`${i} T`).add(`T ${i}`)
    }
    const rangs = Array.from({ length: n }, (_, i) => String(i))
    for (const i of rangs) {
      equations.push(
        new Map([[`${i} T`, -1], ...rangs.map((j): [string, number] => [`${i} ${j}`, 1])]),
      )
      equations.push(
        new Map([[`T ${i}`, -1], ...rangs.map((j): [string, number] => [`${j} ${i}`, 1])]),
      )
    }
    return {
      valeurs: cles,
      totaux,
      equations,
      plafonds: [],
      anciens: new Set(),
      latents: new Map(),
      lies: new Map(),
    }
  }

  it('cache avec une petite valeur de quoi ne pas la retrouver par sa ligne ni sa colonne', () => {
    const caches = masquer(
      carre([
        [2, 40, 9],
        [30, 20, 11],
        [17, 13, 25],
      ]),
      { seuil: 5, solveur },
    )
    expect(caches.has('0 0')).toBe(true)
    // A loop of four, or of six: each row and column that has one has another.
    expect(caches.size).toBeLessThanOrEqual(6)
  })

  it('ne montre plus ce que l’édition d’avant cachait, ni ce qu’elle permettrait de calculer', () => {
    const avant = carre([
      [2, 40, 9],
      [30, 20, 11],
      [17, 13, 25],
    ])
    const lue = { valeurs: avant.valeurs, caches: new Set(['0 0', '0 2', '2 0', '2 2']) }
    const apres = carre([
      [7, 40, 9],
      [30, 3, 11],
      [17, 13, 25],
    ])
    const caches = masquer(apres, { seuil: 5, lues: [lue], solveur })
    for (const cle of lue.caches) expect([cle, caches.has(cle)]).toEqual([cle, true])
    // 20 was read, and 3 replaces it: all else was read too, but the totals that moved with it.
    expect(['1 1', '1 T', 'T 1'].filter((cle) => !caches.has(cle))).toEqual([])
  })
})
