import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import { type Banc, ouvrirBanc } from '../../test/banc.ts'
import { changerDepuis } from '../../test/structures.ts'
import { genererPays } from '../demonstration/pays.ts'

/** The bench's clock: 20 March 2025. */
export const COURANT = 2025 * 12 + 2
const JOUR = '2025-03-20'
/** Months of the country, the present one included. */
const MOIS_DU_PAYS = 9

/** What a structure is in a month; `parent`: a code. */
type EtatNote = { typeStructure: string; region: string; parent: string | null; modeles: string[] }
type Mouvement = { code: string; rang: number; etat: Partial<EtatNote> }

/** What structures become, and from which month on: the oldest first, of each of them. */
const MOUVEMENTS: readonly Mouvement[] = [
  // To another region and another type, then back, under another office.
  {
    code: 'CSE-R01-G00048',
    rang: COURANT - 3,
    etat: { region: 'R04', typeStructure: 'CSE', parent: null },
  },
  { code: 'CSE-R01-G00048', rang: COURANT - 1, etat: { region: 'R01', parent: 'DR-R01' } },
  // Under the office of DR-R01 for two months, and for one.
  { code: 'CSE-R02-G00049', rang: COURANT - 4, etat: { region: 'R01', parent: 'DR-R01' } },
  { code: 'CSE-R02-G00049', rang: COURANT - 2, etat: { region: 'R03', parent: 'DR-R03' } },
  { code: 'MAC-R02-G00025', rang: COURANT - 6, etat: { parent: 'DR-R01' } },
  { code: 'MAC-R02-G00025', rang: COURANT - 5, etat: { parent: 'DR-R02-G00019' } },
  { code: 'CAU-R04-G00051', rang: COURANT - 6, etat: { parent: 'DR-R01' } },
  { code: 'CAU-R04-G00051', rang: COURANT - 4, etat: { parent: null } },
  // One of its own leaves it.
  { code: 'POUP-R01-01', rang: COURANT - 5, etat: { region: 'R02', parent: 'DR-R02' } },
  // A model given, one taken away though reports come after, one given for three months.
  { code: 'AEMO-R01-G00036', rang: COURANT - 2, etat: { modeles: ['RMA', 'EPM'] } },
  { code: 'CAU-R01-G00042', rang: COURANT - 3, etat: { modeles: ['RMA'] } },
  { code: 'CSOC-R02-G00043', rang: COURANT - 5, etat: { modeles: ['RMA', 'EPM'] } },
  { code: 'CSOC-R02-G00043', rang: COURANT - 2, etat: { modeles: ['RMA'] } },
  // Of the type that has a median, until the year's end.
  { code: 'CPOLY-R03-G00032', rang: COURANT - 2, etat: { typeStructure: 'CPOLY' } },
  // Where a report was cancelled and entered anew; where one was sent back, then in two months' time.
  { code: 'CADS-R02-G00037', rang: COURANT - 4, etat: { region: 'R05' } },
  { code: 'CAU-R05-G00034', rang: COURANT - 1, etat: { region: 'R06' } },
  { code: 'CAU-R05-G00034', rang: COURANT + 2, etat: { region: 'R01', parent: 'DR-R01' } },
]

/** What each structure was before it moved, by code. */
type Carnet = ReadonlyMap<string, EtatNote>

/** What the notebook says of a structure in a month. */
export function etatNote({ carnet }: Pick<Pays, 'carnet'>, code: string, rang: number): EtatNote {
  const initial = carnet.get(code)
  if (!initial) throw new Error(`inconnue : ${code}`)
  const siens = MOUVEMENTS.filter((m) => m.code === code && m.rang <= rang)
  return Object.assign({}, initial, ...siens.map((m) => m.etat))
}

async function noter({ base }: Banc): Promise<Carnet> {
  const { rows } = await sql<EtatNote & { code: string }>`
    select s.code, e.type_structure, e.region, e.modeles, p.code as parent
    from structure s join structure_periode e on e.structure_id = s.id
    left join structure p on p.id = e.parent_id`.execute(base.db)
  return new Map(rows.map(({ code, ...etat }) => [code, etat]))
}

async function deplacer({ base: { db } }: Banc): Promise<void> {
  for (const { code, rang, etat } of MOUVEMENTS) {
    await changerDepuis(db, { code, rang }, etat)
  }
}

export type Pays = Banc & { carnet: Carnet }

/**
 * A country small enough to be counted by hand, with what happens to its reports (`evenements`) and
 * what its structures become.
 */
export async function ouvrirPays(evenements = EVENEMENTS): Promise<Pays> {
  const banc = await ouvrirBanc()
  const { db } = banc.base
  await genererPays(db, {
    structures: 34,
    mois: MOIS_DU_PAYS,
    maintenant: banc.horloge.maintenant,
    motDePasse: 'Essai-du-tableau-2025',
  })
  for (const ordre of evenements) await sql.raw(ordre).execute(db)
  const carnet = await noter(banc)
  await deplacer(banc)
  return { ...banc, carnet }
}

/** The structure of this place in the country, among those that report RMA and EPM. */
const DEUX_MODELES = `structure s join structure_periode e on e.structure_id = s.id
  where s.code like '%-G%' and e.modeles = array['RMA', 'EPM']`
const place = (n: number) => `(select s.id from ${DEUX_MODELES} order by s.id offset ${n} limit 1)`
const duMois = (n: number, modele: string, recul: number) => `structure_id = ${place(n)}
  and modele_code = '${modele}' and rang = ${COURANT - recul} and etat <> 'ANNULE'`
const CELLULE = `(select definition #>> '{indicateurs,effectif}' from modele m where m.id = modele_id)`

/** Copies the rows `t` of a table that this says, some of their columns changed. */
const copier = (
  table: string,
  change: string,
  suite: string,
) => `do $copie$ declare cols text; begin
  select string_agg(quote_ident(column_name), ', ') into cols from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}'
      and is_generated = 'NEVER' and is_identity = 'NO';
  execute replace($ordre$ insert into ${table} (@) select @ from (
    select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${change})).* from ${table} t
    ${suite}) c $ordre$, '@', cols);
end $copie$`

const TRIMESTRES = `'{"moisAttendus": ["MARCH", "JUNE", "SEPTEMBER", "DECEMBER"],
  "moisCouverts": 3}'::jsonb`
const SANS_EFFECTIF = `'{"effectif": null, "entrees": null, "sorties": null, "reference": null,
  "publie_effectif": null, "publie_entrees": null, "publie_sorties": null,
  "publie_reference": null}'::jsonb`

/** A model whose versions are of EPM's cells; `trait`: what each has beside, and its months. */
const modele = (code: string, version: number, trait: string, [du, au]: [number, number?]) =>
  `insert into modele (code, version, libelle, definition, en_vigueur_du, en_vigueur_au)
    select '${code}', ${version}, '${code}', definition || '{"code": "${code}"}'::jsonb || ${trait},
      ${du}, ${au ?? 'null'} from modele where code = 'EPM'`

/** Its reports, as those of EPM of these months; then what they published, and their history. */
const formulairesDe = (code: string, rangs: string, change = `'{}'::jsonb`) => {
  const version = (rang: string) => `(select max(m.id) from modele m where m.code = '${code}'
    and m.en_vigueur_du <= ${rang} and coalesce(m.en_vigueur_au, 99999) >= ${rang})`
  const siens = `join formulaire o on o.id = t.formulaire_id and o.modele_code = 'EPM'
    join formulaire n on n.numero = replace(o.numero, 'EPM-', '${code}-')`
  return [
    copier(
      'formulaire',
      `jsonb_build_object('numero', replace(t.numero, 'EPM-', '${code}-'), 'modele_code', '${code}',
        'modele_id', ${version('t.rang')}) || ${change}`,
      `join structure_periode e on e.structure_id = t.structure_id and e.du <= t.rang
        and e.au >= t.rang and '${code}' = any(e.modeles)
      where t.modele_code = 'EPM' and ${rangs}`,
    ),
    copier(
      'formulaire_publication',
      `jsonb_build_object('formulaire_id', n.id, 'modele_id', n.modele_id) || ${
        change === SANS_EFFECTIF ? `'{"effectif": null}'::jsonb` : `'{}'::jsonb`
      }`,
      siens,
    ),
    copier('formulaire_historique', `jsonb_build_object('formulaire_id', n.id)`, siens),
  ]
}

const donner = (code: string, reste: number) =>
  `update structure_periode set modeles = modeles || '${code}'::text
    where 'EPM' = any(modeles) and structure_id % 3 <> ${reste}`

/**
 * Rhythms: a quarter, a year without headcount, and a model that is monthly until September 2024,
 * quarterly until December, monthly again.
 */
const RYTHMES = [
  modele('BIT', 1, TRIMESTRES, [COURANT - 40]),
  modele(
    'INV',
    1,
    `'{"moisAttendus": ["DECEMBER"], "moisCouverts": 12, "indicateurs": {}}'::jsonb`,
    [COURANT - 40],
  ),
  modele('MUE', 1, `'{}'::jsonb`, [COURANT - 40, COURANT - 6]),
  modele('MUE', 2, TRIMESTRES, [COURANT - 5, COURANT - 3]),
  modele('MUE', 3, `'{}'::jsonb`, [COURANT - 2]),
  `alter table modele disable trigger user`,
  `update modele set couverts_avant = 1, attendus_avant = array(
      select ${COURANT - 6} - n from generate_series(0, 23) n)
    where code = 'MUE' and version = 2`,
  `update modele set couverts_avant = 3, attendus_avant = array[${COURANT - 3}] || array(
      select ${COURANT - 6} - n from generate_series(0, 22) n)
    where code = 'MUE' and version = 3`,
  `alter table modele enable trigger user`,
  donner('BIT', 0),
  donner('INV', 1),
  donner('MUE', 2),
  `update structure set effectifs_ouverture = effectifs_ouverture || jsonb_build_object(
      'BIT', effectifs_ouverture -> 'EPM', 'MUE', effectifs_ouverture -> 'EPM')
    where effectifs_ouverture ? 'EPM'`,
  ...formulairesDe('BIT', 't.rang % 3 = 2'),
  ...formulairesDe('INV', 't.rang % 12 = 11', SANS_EFFECTIF),
  ...formulairesDe('MUE', `t.rang not in (${COURANT - 5}, ${COURANT - 4})`),
  // Begun, and sent, before its month: the year's, from January on.
  ...[0, 1].map((n) =>
    copier(
      'formulaire',
      `jsonb_build_object('numero', t.numero || '-A', 'annee', 2025, 'version_diffusee', 0,
        'hors_delai', false, 'echeance', null,
        'etat', '${n === 0 ? 'BROUILLON' : 'SOUMIS'}')`,
      `where t.modele_code = 'INV' and t.etat <> 'ANNULE' and t.rang = ${COURANT - 3}
        and t.structure_id = (select f.structure_id from formulaire f
          where f.modele_code = 'INV' and f.rang = t.rang and f.etat <> 'ANNULE'
          order by f.structure_id offset ${n} limit 1)`,
    ),
  ),
]

/** What happens, by hand: the figures of columns and of cells go together. */
const EVENEMENTS = [
  // One type that has enough structures for a median.
  `update structure_periode set type_structure = 'CAU'
    where structure_id % 2 = 0 and structure_id in (select s.id from ${DEUX_MODELES})`,
  // Closed midway, though reports came after.
  `update structure set etat = 'FERMEE', date_fermeture = '2024-12-15' where id = ${place(0)}`,
  // Suspended for whole months, and for a part of one, in which it still reports.
  `insert into structure_interruption (structure_id, etat, du, au)
    values (${place(1)}, 'SUSPENDUE', '2024-11-01', '2025-01-31'),
      (${place(2)}, 'SUSPENDUE', '2024-11-10', '2024-11-20')`,
  `insert into structure_interruption (structure_id, etat, du)
    values (${place(3)}, 'SUSPENDUE', '2025-02-01')`,
  `update structure set etat = 'INVITEE' where id = ${place(4)}`,
  // Opens midway: what it had begun before was cancelled.
  `update structure set date_ouverture = '2024-11-14' where id = ${place(5)}`,
  `update formulaire set etat = 'ANNULE', version_diffusee = 0, publie_effectif = null,
      publie_entrees = null, publie_sorties = null, publie_reference = null
    where structure_id = ${place(5)} and rang < ${COURANT - 4}`,
  // Sent back after publication, and corrected meanwhile: the publication still counts.
  `update formulaire set etat = 'RENVOYE', effectif = effectif + 1000,
      donnees = jsonb_set(donnees, array[${CELLULE}], to_jsonb(effectif + 1000))
    where ${duMois(6, 'RMA', 3)}`,
  // Forced back to a draft after publication.
  `update formulaire set etat = 'BROUILLON' where ${duMois(6, 'EPM', 4)}`,
  // Sent back before any publication: received, and without a value.
  `update formulaire set etat = 'RENVOYE', version_diffusee = 0, publie_effectif = null,
      publie_entrees = null, publie_sorties = null, publie_reference = null
    where ${duMois(7, 'RMA', 2)}`,
  // Forced to « À corriger » and never submitted.
  `update formulaire set etat = 'RENVOYE', soumis_le = null, version_diffusee = 0,
      publie_effectif = null, publie_entrees = null, publie_sorties = null,
      publie_reference = null where ${duMois(7, 'EPM', 2)}`,
  // Cancelled, then entered anew.
  `update formulaire set etat = 'ANNULE' where ${duMois(8, 'RMA', 5)}`,
  `insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat, donnees,
      effectif, entrees, sorties, reference, echeance, soumis_le, hors_delai, modifie_par)
    select numero || '-2', modele_id, modele_code, structure_id, annee, mois, 'SOUMIS', donnees,
      effectif, entrees, sorties, reference, echeance, now(), true, modifie_par
    from formulaire where structure_id = ${place(8)} and modele_code = 'RMA'
      and rang = ${COURANT - 5} and etat = 'ANNULE'`,
  // « Non disponible », blank.
  `update formulaire set effectif = null,
      donnees = jsonb_set(donnees, array[${CELLULE}], '"ND"') where ${duMois(9, 'RMA', 4)}`,
  `update formulaire set entrees = null, donnees = donnees
      - (select definition #>> '{indicateurs,entrees}' from modele m where m.id = modele_id)
    where ${duMois(9, 'EPM', 3)}`,
  // Gaps of every level.
  ...[1, 2, 40].map(
    (ecart, i) => `update formulaire set effectif = effectif + ${ecart},
      donnees = jsonb_set(donnees, array[${CELLULE}], to_jsonb(effectif + ${ecart}))
    where ${duMois(10 + i, 'EPM', 2)}`,
  ),
  // A draft where the month is closed, one where it was opened again, one whose time was ended.
  ...[13, 14, 15].map(
    (n) => `update formulaire set etat = 'BROUILLON', version_diffusee = 0, soumis_le = null,
      publie_effectif = null, publie_entrees = null, publie_sorties = null, publie_reference = null,
      hors_delai = false where ${duMois(n, 'RMA', 6)}`,
  ),
  `insert into reouverture (structure_id, rang, jusqua, terminee_le)
    values (${place(14)}, ${COURANT - 6}, '${JOUR}', null),
      (${place(15)}, ${COURANT - 6}, '2025-12-31', '2025-03-01')`,
  // Another version of a model midway, whose headcount is another cell; a model that ends.
  `update modele set en_vigueur_au = ${COURANT - 3} where code = 'RMA'`,
  `insert into modele (code, version, libelle, definition, en_vigueur_du)
    select code, 2, libelle, jsonb_set(definition, '{indicateurs,effectif}', '"MVT.DEB.TOT"'),
      ${COURANT - 2} from modele where code = 'RMA'`,
  `update formulaire set modele_id = (select id from modele where code = 'RMA' and version = 2),
      effectif = nombre_de(donnees, 'MVT.DEB.TOT'),
      publie_effectif = case when version_diffusee > 0 then nombre_de(donnees, 'MVT.DEB.TOT') end
    where modele_code = 'RMA' and rang >= ${COURANT - 2} and etat <> 'RENVOYE'`,
  `update modele set en_vigueur_au = ${COURANT - 2} where code = 'SMP'`,
  ...RYTHMES,
]

/** The figures of a month; null: there is none. */
export type Valeur = Record<'effectif' | 'entrees' | 'sorties' | 'reference', number | null>

/** A report expected, or that exists. */
export type CaseDuPays = {
  /** As it was in that month. */
  structure: Omit<EtatNote, 'modeles'> & { id: number; code: string; libelleTri: string }
  modele: string
  rang: number
  attendu: boolean
  formulaire: {
    id: number
    numero: string
    etat: Etat
    soumisLe: string | null
    horsDelai: boolean
    /** The due date that it was received with, where it was not its month's. */
    echeance: string | null
    avertissements: number
    /** Told by its history: the first validation, days after its submission; sent back once. */
    delai: number | null
    renvoye: boolean
  } | null
  /** Last day on which its month was opened again, if no one ended that. */
  rouvertJusqua: string | null
  /** Whether the month has a value, and its figures. */
  transmis: boolean
  valeur: Valeur
  ouvertureEffectif: number | null
}

const chiffres = (donnees: string, definition: string) =>
  ['effectif', 'entrees', 'sorties', 'reference']
    .map(
      (nom) => `'${nom}', case when jsonb_typeof(${donnees} -> (${definition} #>>
        '{indicateurs,${nom}}')) = 'number' then ${donnees} -> (${definition} #>>
        '{indicateurs,${nom}}') end`,
    )
    .join(', ')

/**
 * Every cell of the country, worked out from the tables and the notebook alone: nothing of the
 * dashboard is used, nor what the base has kept of the moves.
 */
export async function compterPays({ base, carnet }: Pays): Promise<CaseDuPays[]> {
  const { rows } = await sql
    .raw<CaseDuPays>(`
    with codes as (select distinct code from modele),
    rangs as (select generate_series(${COURANT - 30}, ${COURANT + 21}) as rang),
    jours as (
      select rang, to_date(rang / 12 || '-' || rang % 12 + 1, 'YYYY-MM') as premier from rangs
    )
    select jsonb_build_object('id', s.id, 'code', s.code, 'libelleTri', s.libelle_tri) as structure,
      c.code as modele, j.rang,
      s.etat <> 'INVITEE'
        and to_char(s.date_ouverture, 'YYYY-MM') <= to_char(j.premier, 'YYYY-MM')
        and (s.date_fermeture is null
          or to_char(s.date_fermeture, 'YYYY-MM') >= to_char(j.premier, 'YYYY-MM'))
        and coalesce((
          select coalesce(v.definition -> 'moisAttendus' ? to_char(j.premier, 'FMMONTH'), true)
          from modele v where v.code = c.code and v.en_vigueur_du <= j.rang
            and coalesce(v.en_vigueur_au, 99999) >= j.rang
          order by v.version desc limit 1), false)
        and (select count(*) from structure_interruption i where i.structure_id = s.id
          and i.du <= j.premier
          and (i.au is null or i.au >= (j.premier + interval '1 month' - interval '1 day'))) = 0
        as attendu,
      case when f.id is not null then jsonb_build_object('id', f.id, 'numero', f.numero,
        'etat', f.etat, 'soumisLe', f.soumis_le, 'horsDelai', f.hors_delai,
        'echeance', f.echeance, 'avertissements', f.avertissements,
        'delai', (select extract(epoch from min(h.le) - f.soumis_le) / 86400
          from formulaire_historique h where h.formulaire_id = f.id and h.vers = 'VALIDE'),
        'renvoye', exists (select 1 from formulaire_historique h
          where h.formulaire_id = f.id and h.vers = 'RENVOYE')) end as formulaire,
      (select max(o.jusqua)::text from reouverture o where o.structure_id = s.id
        and o.rang = j.rang and o.terminee_le is null) as rouvert_jusqua,
      f.id is not null and (f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
        or f.version_diffusee > 0) as transmis,
      case when f.etat in ('SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE')
        then jsonb_build_object(${chiffres('f.donnees', 'm.definition')})
        else jsonb_build_object(${chiffres('p.donnees', 'pm.definition')}) end as valeur,
      (s.effectifs_ouverture ->> c.code)::float8 as ouverture_effectif
    from structure s cross join codes c cross join jours j
    left join formulaire f on f.structure_id = s.id and f.modele_code = c.code
      and f.annee = extract(year from j.premier) and f.mois = extract(month from j.premier)
      and f.etat <> 'ANNULE'
    left join modele m on m.id = f.modele_id
    left join formulaire_publication p on p.formulaire_id = f.id
      and p.version_diffusee = f.version_diffusee
    left join modele pm on pm.id = p.modele_id
    order by s.id, c.code, j.rang`)
    .execute(base.db)
  return rows
    .map((c) => {
      const { modeles, ...etat } = etatNote({ carnet }, c.structure.code, c.rang)
      const attendu = c.attendu && modeles.includes(c.modele)
      return { ...c, attendu, structure: { ...c.structure, ...etat } }
    })
    .filter(({ attendu, formulaire }) => attendu || formulaire)
}

/** A version as its definition says it. */
type Version = {
  code: string
  du: number
  au: number | null
  attendus: string[] | null
  couverts: number
  compte: boolean
}

/** What the definitions say of the months of a model: nothing of the product is used. */
export async function lireRythmes({ base }: Banc) {
  const { rows } = await sql<Version>`
    select code, en_vigueur_du as du, en_vigueur_au as au, definition -> 'moisAttendus' as attendus,
      coalesce((definition ->> 'moisCouverts')::int, 1) as couverts,
      definition #>> '{indicateurs,effectif}' is not null as compte
    from modele order by code, version desc`.execute(base.db)
  /** Before its first version, a model is told by that one; after its last, by the last. */
  const versionDe = (code: string, rang: number): Version => {
    const siennes = rows.filter((v) => v.code === code)
    const une =
      siennes.find(({ du, au }) => du <= rang && (au ?? rang) >= rang) ??
      (siennes.every(({ du }) => du > rang) ? siennes.at(-1) : siennes[0])
    if (!une) throw new Error(`modèle inconnu : ${code}`)
    return une
  }
  const NOMS =
    'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'
  const attend = (code: string, rang: number): boolean =>
    versionDe(code, rang).attendus?.includes(NOMS.split(' ')[rang % 12] ?? '') ?? true
  return {
    couverts: (code: string, rang: number) => versionDe(code, rang).couverts,
    compte: (code: string) => rows.find((v) => v.code === code)?.compte ?? false,
    /** The expected month before. */
    avant: (code: string, rang: number): number =>
      Array.from({ length: 24 }, (_, n) => rang - 1 - n).find((r) => attend(code, r)) ?? Number.NaN,
  }
}
