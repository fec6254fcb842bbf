import type { Chiffre, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { deduire, resserrer, systemeLu } from './attaque.banc.ts'
import { cleDe } from './evaluer.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'

const maintenant = new Date('2026-03-17T10:00:00Z')
const annee = 2025
const JUILLET = annee * 12 + 6

const { db } = await testBase()
const ordonner = (texte: string) => sql.raw(texte).execute(db)

async function interroger(texte: string): Promise<Record<string, number>> {
  const { rows } = await sql.raw<{ nom: string; v: number }>(texte).execute(db)
  return Object.fromEntries(rows.map(({ nom, v }) => [nom, v]))
}

/** A model of their own, shaped like the first, and its forms of the year. */
const COPIE = `do $$
  declare colonnes text := (select string_agg(quote_ident(column_name), ', ')
    from information_schema.columns where table_schema = 'public' and table_name = 'formulaire'
      and is_generated = 'NEVER' and column_name not in ('id', 'numero', 'modele_id', 'modele_code'));
  begin
    insert into modele (code, version, libelle, definition, en_vigueur_du)
    select 'HYGIENE', 1, 'Hygiène', definition || '{"code": "HYGIENE", "libelle": "Hygiène"}', ${annee * 12} from modele
    where code = 'RMA';
    execute format('insert into formulaire (numero, modele_id, modele_code, %1$s)
      select replace(numero, ''RMA'', ''HYGIENE''), (select id from modele where code = ''HYGIENE''),
        ''HYGIENE'', %1$s from formulaire where modele_code = ''RMA'' and annee = ${annee}', colonnes);
    update structure_periode set modeles = modeles || array['HYGIENE'] where 'RMA' = any(modeles);
  end $$`

/** From July, a reason of entry more: seven and nine persons for each form. */
const VERSION = [
  `insert into codification_valeur (codification, code, libelle, ordre)
    values ('MOTIF_ENTREE', 'NOUVEAU', 'Nouveau motif', 99)`,
  `insert into modele (code, version, libelle, definition, en_vigueur_du)
    select code, 2, libelle, jsonb_set(jsonb_set(definition, '{version}', '2'), '{sections}', (
      select jsonb_agg(case when s ->> 'code' = 'ENT' then jsonb_set(s, '{lignes}',
        '[{"code": "NOUVEAU", "libelle": "Nouveau motif"}]' || (s -> 'lignes')) else s end)
      from jsonb_array_elements(definition -> 'sections') s)), ${JUILLET}
    from modele where code = 'RMA'`,
  `update modele set en_vigueur_au = ${JUILLET - 1} where code = 'RMA' and version = 1`,
  `update formulaire set modele_id = (select id from modele where code = 'RMA' and version = 2),
      donnees = donnees || '{"ENT.NOUVEAU.M": 7, "ENT.NOUVEAU.F": 9}'
    where modele_code = 'RMA' and rang >= ${JUILLET}`,
]

/** From July too, the copied model loses its first reason of entry, and its second takes another name. */
const VERSION_COPIE = [
  `insert into modele (code, version, libelle, definition, en_vigueur_du)
    select code, 2, libelle, jsonb_set(jsonb_set(definition, '{version}', '2'), '{sections}', (
      select jsonb_agg(case when s ->> 'code' = 'ENT' then jsonb_set(jsonb_set(s, '{lignes}',
        (s -> 'lignes') - 0), '{lignes,0,libelle}', '"Autrement dit"') else s end)
      from jsonb_array_elements(definition -> 'sections') s)), ${JUILLET}
    from modele where code = 'HYGIENE'`,
  `update modele set en_vigueur_au = ${JUILLET - 1} where code = 'HYGIENE' and version = 1`,
  `update formulaire set modele_id = (select id from modele where code = 'HYGIENE' and version = 2),
      donnees = donnees - (select array_agg('ENT.' || (s #>> '{lignes,0,code}') || '.' || c)
        from modele, jsonb_array_elements(definition -> 'sections') s, unnest('{M,F,TOT}'::text[]) c
        where code = 'HYGIENE' and version = 1 and s ->> 'code' = 'ENT')
    where modele_code = 'HYGIENE' and rang >= ${JUILLET}`,
]

/** One of the structures that report RMA closes at the end of June, and reports no more. */
const FERMEE = `(select min(structure_id) from structure_periode where 'RMA' = any(modeles))`
const FERMETURE = [
  `update formulaire set etat = 'ANNULE' where structure_id = ${FERMEE} and rang >= ${JUILLET}`,
  `update structure set etat = 'FERMEE', date_fermeture = '${annee}-06-30' where id = ${FERMEE}`,
]

let genere: AnnuaireGenere

beforeAll(async () => {
  await installer(db)
  const structures = 12
  await genererPays(db, { structures, mois: 28, maintenant, motDePasse: 'x'.repeat(16) })
  for (const ordre of [COPIE, ...VERSION, ...VERSION_COPIE, ...FERMETURE]) await ordonner(ordre)
  genere = await genererAnnuaire(
    { db, maintenant },
    { annee, source: { annee, soumis: false }, soumis: false, introductions: {}, suite: null },
  )
})

const tableaux = () => genere.contenu.chapitres.flatMap((chapitre) => chapitre.tableaux)
const tableau = (code: string): TableauAnnuaire => {
  const trouve = tableaux().find((t) => t.code === code)
  if (!trouve) throw new Error(`absent : ${code}`)
  return trouve
}

/** Figures of a table by row and column; hidden ones are what they are. */
function exacts(code: string): Record<string, number> {
  const { lignes, colonnes } = tableau(code)
  const valeurs = new Map(genere.coulisses.valeurs)
  const formules = genere.coulisses.formules.find((f) => f.code === code)?.formules ?? []
  return Object.fromEntries(
    lignes.flatMap(({ code: ligne, cellules }, l) =>
      cellules.flatMap((cellule, c): [string, number][] => {
        const nom = `${ligne} ${colonnes[c]?.code}`
        const formule = formules[l]?.[c]
        if (cellule.sorte === 'valeur') return [[nom, cellule.valeur]]
        if (cellule.sorte !== 'secret' || formule?.sorte !== 'somme') return []
        return [[nom, valeurs.get(cleDe(formule, annee)) ?? Number.NaN]]
      }),
    ),
  )
}

/** The cells of forms that a table shows one by one, of all the months or of December alone. */
function parCase(code: string): Record<string, number> {
  const { lignes, colonnes } = tableau(code)
  const valeurs = exacts(code)
  const formules = genere.coulisses.formules.find((f) => f.code === code)?.formules ?? []
  return Object.fromEntries(
    lignes.flatMap(({ code: ligne }, l) =>
      colonnes.flatMap(({ code: colonne }, c): [string, number][] => {
        const formule = formules[l]?.[c]
        const valeur = valeurs[`${ligne} ${colonne}`]
        if (formule?.sorte !== 'somme' || valeur === undefined) return []
        const [cellule, ...autres] = formule.terme.cellules
        if (autres.length > 0) return []
        return [[`${cellule} ${formule.terme.mois.length === 1 ? 'DECEMBRE' : 'SOMME'}`, valeur]]
      }),
    ),
  )
}

const COMPTES = `formulaire f cross join lateral jsonb_each(f.donnees) d
  where f.annee = ${annee} and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')
    and jsonb_typeof(d.value) = 'number'`

describe('un modèle dont la version change en cours d’année', () => {
  it('compte chaque rapport selon la sienne', async () => {
    const attendus = await interroger(`
      select split_part(d.key, '.', 2) || ' ' || split_part(d.key, '.', 3) as nom,
        sum((d.value #>> '{}')::float8) as v from ${COMPTES} and f.modele_code = 'RMA'
        and d.key like 'ENT.%' and d.key not like '%TOT%' group by 1`)
    expect(attendus['NOUVEAU M']).toBeGreaterThan(0)
    const lus = Object.entries(exacts('T3.1')).filter(([nom]) => !nom.includes('TOT'))
    expect(Object.fromEntries(lus)).toEqual(attendus)
    const { NOUVEAU: motif } = Object.fromEntries(tableau('T3.1').lignes.map((l) => [l.code, l]))
    expect(motif?.libelle).toBe('Nouveau motif')
  })

  it('dit ses versions, et les mois de chacune', () => {
    expect(genere.contenu.modeles.filter(({ code }) => code === 'RMA')).toMatchObject([
      { version: 1, du: '2025-01', au: '2025-06' },
      { version: 2, du: '2025-07', au: '2025-12' },
    ])
  })
})

describe('une structure qui ferme en cours d’année', () => {
  it('compte jusque-là, et n’est plus attendue ensuite', async () => {
    const entrees = await interroger(`select 'M' as nom, sum((d.value #>> '{}')::float8) as v
      from ${COMPTES} and f.modele_code = 'RMA' and d.key in ('MVT.SOR.M', 'MVT.SOR.F')`)
    expect(exacts('T3.3')['TOT SOR']).toBe(entrees['M'])
    const attendus = exacts('T0.2')
    const { modeles = 0 } = await interroger(
      `select 'modeles' as nom, cardinality(modeles) as v from structure_periode
        where structure_id = ${FERMEE}`,
    )
    expect(modeles).toBeGreaterThan(1)
    expect(attendus['M07 ATTENDUS']).toBe((attendus['M06 ATTENDUS'] ?? 0) - modeles)
    const { rows } = await sql
      .raw<{ code: string }>(`select code from structure where id = ${FERMEE}`)
      .execute(db)
    const [code] = rows.map((ligne) => ligne.code)
    const manquants = genere.contenu.nonRepondants.filter(({ rapports }) =>
      rapports.some(({ structure }) => structure === code),
    )
    expect(manquants.filter(({ mois }) => ['JULY', 'DECEMBER'].includes(mois))).toEqual([])
    const fiche = tableau('T1.2').lignes.find((ligne) => ligne.code === code)
    expect(fiche?.note).toBe('Fermée le 30/06/2025')
    const total = tableau('T1.1').lignes.at(-1)?.cellules.at(-1) as Chiffre
    expect(total).toMatchObject({ valeur: 11, nMoins1: { valeur: 12 } })
  })
})

describe('un modèle que le plan ne nomme pas', () => {
  const siens = () => tableaux().filter(({ code }) => code.startsWith('T9.HYGIENE.'))

  it('a ses tableaux en annexe, section par section, dont chaque case est celle des rapports', async () => {
    const attendus = await interroger(`
      select d.key || ' ' || m.c as nom, sum((d.value #>> '{}')::numeric)::float8 as v
      from (select f.id, f.mois, f.donnees from formulaire f where f.modele_code = 'HYGIENE'
        and f.annee = ${annee} and f.etat in ('VALIDE', 'APPROUVE', 'DIFFUSE')) f
      cross join lateral jsonb_each(f.donnees) d
      join (values ('SOMME', 1), ('DECEMBRE', 12)) m(c, mois) on f.mois >= m.mois
      where jsonb_typeof(d.value) = 'number' and d.key not like '%TOT%' and d.key not like 'ACT.%'
        and d.key not like 'MVT.ENT.%' and d.key not like 'MVT.SOR.%' and d.key <> 'TAUX_OCC'
      group by 1`)
    const lus = siens()
      .filter(({ code }) => code !== 'T9.HYGIENE.ACT')
      .map(({ code }) => parCase(code))
    expect(Object.keys(attendus).length).toBeGreaterThan(200)
    const enDixiemes = (valeurs: Record<string, number>) =>
      Object.fromEntries(Object.entries(valeurs).map(([nom, v]) => [nom, Math.round(10 * v) / 10]))
    expect(enDixiemes(Object.assign({}, ...lus))).toEqual(attendus)
    const annexes = genere.contenu.chapitres.find(({ code }) => code === '9')
    expect(annexes?.tableaux).toEqual(siens())
    expect(tableau('T9.HYGIENE.CAT')).toMatchObject({
      titre: 'Présents par situation principale (Hygiène), somme des mois, 2025',
      source: 'Hygiène (HYGIENE), Registre des admissions',
    })
  })

  it('a ses tableaux répétés comptés comme ceux de l’installation', () => {
    const installes = exacts('T5.2')
    const lus = exacts('T9.HYGIENE.ACT')
    for (const [nom, valeur] of Object.entries(lus))
      expect([nom, valeur]).toEqual([nom, installes[nom]])
    expect(lus['TOT NB']).toBeGreaterThan(0)
  })

  it('montre une matrice comme elle est, avec les totaux que le modèle en fait', () => {
    const { colonnes, lignes } = tableau('T9.HYGIENE.CAT')
    expect(colonnes.map(({ code, total }) => [code, total])).toEqual([
      ['M', false],
      ['F', false],
      ['TOT', true],
    ])
    const lus = exacts('T9.HYGIENE.CAT.D')
    const rang = lignes.findIndex(({ sorte }) => sorte === 'total')
    expect(rang).toBe(lignes.length - 1)
    const details = lignes.filter(({ sorte }) => sorte === 'detail')
    for (const colonne of ['M', 'F', 'TOT']) {
      const somme = details.reduce((total, { code }) => total + (lus[`${code} ${colonne}`] ?? 0), 0)
      expect([colonne, lus[`TOT ${colonne}`]]).toEqual([colonne, somme])
    }
  })

  it('garde ce qui a cessé ou changé de nom dans l’année, et le dit', async () => {
    const { lignes, note } = tableau('T9.HYGIENE.ENT')
    const { rows } = await sql
      .raw<{ code: string; libelle: string; lignes: number }>(
        `select l ->> 'code' as code, l ->> 'libelle' as libelle
        from modele, jsonb_array_elements(definition -> 'sections') s,
          jsonb_array_elements(s -> 'lignes') with ordinality t(l, rang)
        where modele.code = 'HYGIENE' and version = 1 and s ->> 'code' = 'ENT' and rang <= 2
        order by rang`,
      )
      .execute(db)
    const [finie, renommee] = rows
    if (!finie || !renommee) throw new Error('absente')
    expect(note).toContain('Le modèle a changé dans l’année')
    expect(lignes.find(({ code }) => code === finie.code)).toMatchObject({
      libelle: finie.libelle,
      note: 'Relevé jusqu’en juin',
    })
    expect(lignes[0]).toMatchObject({
      code: renommee.code,
      libelle: 'Autrement dit',
      note: `«\u00a0${renommee.libelle}\u00a0» jusqu’en juin`,
    })
    // Its figures stand, and in the total.
    const lus = exacts('T9.HYGIENE.ENT')
    expect(lus[`${finie.code} M`]).toBeGreaterThan(0)
    const { total } = await interroger(`select 'total' as nom, sum((d.value #>> '{}')::float8) as v
      from ${COMPTES} and f.modele_code = 'HYGIENE' and d.key like 'ENT.%.M' and d.key not like '%TOT%'`)
    expect(lus['TOT M']).toBe(total)
  })

  it('garde le secret de ses personnes, non de ses francs ni de ses places', () => {
    expect(tableau('T9.HYGIENE.CAT.D').secrets).toBeGreaterThan(0)
    expect(tableau('T9.HYGIENE.BUD').secrets).toBe(0)
    const lu = systemeLu(tableaux())
    expect([deduire(lu), resserrer(lu)]).toEqual([[], []])
  })
})
