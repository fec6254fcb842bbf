import { RESULTATS_PAR_GENRE, type Trouvailles } from '@releve/contract/recherche/recherche.api.ts'
import { type RawBuilder, sql } from 'kysely'
import { BIBLIOTHEQUE } from '../document/bibliotheque.sql.ts'
import { EXPEDITEUR } from '../messagerie/messagerie.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { contient, type Fragment, toutes } from '../platform/liste.ts'
import { dansPerimetreSql, perimetreDe } from '../platform/perimetre.ts'
import type { Db } from '../platform/route.ts'
import type { Mot } from './mots.ts'

/** Every word is in `t.texte`, already without accents. */
const tousDedans = (mots: readonly Mot[]): Fragment =>
  toutes(mots.map((mot) => contient(sql`t.texte`, mot.texte)))

/** The text searched, as `t`: laid out once a line (`offset 0`), however many the words. */
const etTexte = (colonne: Fragment) =>
  sql`cross join lateral (select ${colonne} as texte offset 0) as t`

const LIMITE = sql.lit(RESULTATS_PAR_GENRE)

/** Accounts that hold every word in their names, address, function or structure, whatever their state. */
export async function listUtilisateursTrouves(
  db: Db,
  mots: readonly Mot[],
): Promise<Trouvailles['utilisateurs']> {
  // Accents are costly to take off: what the base keeps without them is taken as it is.
  const compte = sql`concat_ws(' ', u.identifiant_tri, lower(u.email), lower(s.code),
    s.libelle_tri, sans_accent(concat_ws(' ', u.nom_affichable, u.prenoms, u.nom, u.fonction)))`
  const { rows } = await sql<Trouvailles['utilisateurs'][number]>`
    select u.id, u.identifiant, u.nom_affichable, u.fonction, u.email, u.telephone, u.roles,
      u.statut, case when s.id is not null
        then json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) end as structure
    from utilisateur u left join structure s on s.id = u.structure_id ${etTexte(compte)}
    where ${tousDedans(mots)}
    order by u.nom_tri, u.id limit ${LIMITE}`.execute(db)
  return rows
}

/** Older copies are not searched: bodies are read one by one. */
const COPIES = 5_000

/** What a person has received that holds every word in sender, subject or body; the last ones first. */
export async function listMessagesTrouves(
  db: Db,
  utilisateurId: number,
  mots: readonly Mot[],
): Promise<Trouvailles['messages']> {
  const message = sql`concat_ws(' ',
    sans_accent(${EXPEDITEUR}), m.texte_tri)`
  const { rows } = await sql<Trouvailles['messages'][number]>`
    select m.id, ${EXPEDITEUR} as expediteur,
      case when e.id is null then m.visiteur_email end as email, m.objet, m.corps, m.envoye_le
    from (
      select message_id from message_destinataire
      where utilisateur_id = ${utilisateurId} and not envoye
      order by message_id desc limit ${sql.lit(COPIES)}
    ) as copie
    join message m on m.id = copie.message_id
    left join utilisateur e on e.id = m.expediteur_id
    ${etTexte(message)}
    where ${tousDedans(mots)}
    order by m.id desc limit ${LIMITE}`.execute(db)
  return rows
}

/** What of the library holds every word in its title, description or file's name; in its order. */
export async function listOuvragesTrouves(
  db: Db,
  mots: readonly Mot[],
): Promise<Trouvailles['documents']> {
  const { titre, depuis, dedans } = BIBLIOTHEQUE
  const texte = sql`sans_accent(concat_ws(' ', ${titre}, p.description, p.nom_origine))`
  const { rows } = await sql<Trouvailles['documents'][number]>`
    select p.id, ${titre} as titre, p.type_document as categorie
    from ${depuis} ${etTexte(texte)}
    where ${dedans} and ${tousDedans(mots)}
    order by p.rang, p.id limit ${LIMITE}`.execute(db)
  return rows
}

type FormulaireTrouve = Trouvailles['formulaires'][number]

/** What a word names, by id. Forms are then found by these alone: no form's text is ever read. */
type Portee = {
  /** Structures whose name or code holds it. */
  structures: number[]
  /** Versions of models whose code or name holds it. */
  modeles: number[]
  /** Per model, the structures whose forms' numbers hold it (`entiers`), or end it (`debuts`). */
  numeros: { modele: string; entiers: number[]; debuts: number[] }[]
  /** The form of which it is the whole number. */
  exacts: { id: number; structureId: number }[]
}

/** In the order of the words. Structures and models are few, whatever the number of forms. */
async function findPortees(db: Db, mots: readonly Mot[]): Promise<Portee[]> {
  const textes = mots.map((mot) => mot.texte)
  const tetes = mots.map(({ numero }) => numero?.tete ?? null)
  const { rows } = await sql<Portee>`
    with mot as (
      select rang, sans_accent(m) as mot, tete
      from unnest(${textes}::text[], ${tetes}::text[]) with ordinality as u(m, tete, rang)
    ), code as (
      select distinct code from modele
    )
    select
      array(select s.id from structure s
        where position(mot in s.libelle_tri || ' ' || lower(s.code)) > 0) as structures,
      array(select m.id from modele m
        where position(mot in lower(m.code) || ' ' || sans_accent(m.libelle)) > 0) as modeles,
      case when position('-' in mot) = 0 then '[]' else (
        select coalesce(json_agg(n), '[]') from (
          select c.code as modele,
            coalesce(json_agg(s.id) filter (where position(mot in prefixe || '-') > 0), '[]')
              as entiers,
            coalesce(json_agg(s.id) filter (where right(prefixe, length(tete)) = tete), '[]')
              as debuts
          from code c cross join structure s
          cross join lateral (select lower(c.code || '-' || s.code) as prefixe) as p
          group by c.code
        ) n
      ) end as numeros,
      (select coalesce(json_agg(json_build_object('id', f.id, 'structureId', f.structure_id)), '[]')
        from formulaire f where f.numero = upper(mot)) as exacts
    from mot order by rang`.execute(db)
  return rows
}

type Condition = RawBuilder<unknown>
const parmi = (colonne: Condition, ids: readonly number[]) => sql`${colonne} = any(${ids}::int[])`

/** On form `f`; null when nothing can satisfy it. Columns of `formulaire_par_mois` only. */
function conditionDe({ rangs, numero }: Mot, portee: Portee): Condition | null {
  const { structures, modeles, numeros, exacts } = portee
  const ou: Condition[] = []
  if (structures.length > 0) ou.push(parmi(sql`f.structure_id`, structures))
  if (modeles.length > 0) ou.push(parmi(sql`f.modele_id`, modeles))
  if (rangs.length > 0) ou.push(parmi(sql`f.rang`, rangs))
  for (const { modele, entiers, debuts } of numeros) {
    const ceModele = sql`f.modele_code = ${modele}`
    if (entiers.length > 0) {
      ou.push(sql`(${ceModele} and ${parmi(sql`f.structure_id`, entiers)})`)
    }
    if (debuts.length > 0 && numero) {
      ou.push(sql`(${ceModele} and ${parmi(sql`f.structure_id`, debuts)}
        and ${parmi(sql`f.rang`, numero.rangs)})`)
    }
  }
  if (exacts.length > 0)
    ou.push(
      parmi(
        sql`f.id`,
        exacts.map(({ id }) => id),
      ),
    )
  return ou.length > 0 ? sql`(${sql.join(ou, sql` or `)})` : null
}

/** What all of these sets hold; null for no set at all. */
function communs(ensembles: readonly number[][]): number[] | null {
  const [premier, ...autres] = ensembles.map((ensemble) => new Set(ensemble))
  if (!premier) return null
  return [...premier].filter((id) => autres.every((ensemble) => ensemble.has(id)))
}

function structuresDe({ structures, numeros, exacts }: Portee): number[] {
  const parNumero = numeros.flatMap(({ entiers, debuts }) => [...entiers, ...debuts])
  return [...structures, ...parNumero, ...exacts.map(({ structureId }) => structureId)]
}

/**
 * What every answer has, said apart so that an index leads to it: the structures, when a word can
 * only name one, and the months, when a word can only name some. Null when nothing has it.
 */
function bornesDe(mots: readonly Mot[], portees: readonly Portee[]): Condition[] | null {
  const paires = mots.flatMap((mot, i) => {
    const portee = portees[i]
    return portee ? [{ mot, portee, lieux: structuresDe(portee) }] : []
  })
  const sansModele = paires.filter(({ portee }) => portee.modeles.length === 0)
  const lieux = communs(
    sansModele.filter(({ mot }) => mot.rangs.length === 0).map((paire) => paire.lieux),
  )
  const mois = communs(
    sansModele.filter((paire) => paire.lieux.length === 0).map(({ mot }) => mot.rangs),
  )
  if (lieux?.length === 0 || mois?.length === 0) return null
  return [
    ...(lieux ? [parmi(sql`f.structure_id`, lieux)] : []),
    ...(mois ? [parmi(sql`f.rang`, mois)] : []),
  ]
}

/** Everything that a form must satisfy to be an answer; null when none can. */
function conditionsDe(
  agent: Agent,
  mots: readonly Mot[],
  portees: readonly Portee[],
): Condition[] | null {
  const bornes = bornesDe(mots, portees)
  const chacun = mots.map((mot, i) => portees[i] && conditionDe(mot, portees[i]))
  const exiges = chacun.filter((condition) => condition !== null && condition !== undefined)
  if (!bornes || exiges.length < mots.length) return null
  const exacts = portees.flatMap((portee) => portee.exacts.map(({ id }) => id))
  // A cancelled form is found by who names it.
  const vivant = sql`(f.etat <> 'ANNULE' or ${parmi(sql`f.id`, exacts)})`
  const dedans = dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)
  const visible = perimetreDe(agent) ? [sql`(${dedans} or f.version_diffusee >= 1)`] : []
  return [...bornes, ...exiges, vivant, ...visible]
}

/**
 * The most recent forms that hold every word in their number, their structure's name or code, their
 * model or their month. Of those that the agent does not read whole, only the published ones, told
 * as published.
 */
export async function listFormulairesTrouves(
  db: Db,
  agent: Agent,
  mots: readonly Mot[],
): Promise<FormulaireTrouve[]> {
  const conditions = conditionsDe(agent, mots, await findPortees(db, mots))
  if (!conditions) return []
  const dedans = dansPerimetreSql(agent, sql`f.structure_id`, sql`f.rang`)
  const { rows } = await sql<FormulaireTrouve>`
    with trouve as materialized (
      select f.id from formulaire f where ${sql.join(conditions, sql` and `)}
      order by f.rang desc, f.modele_code, f.id limit ${sql.lit(RESULTATS_PAR_GENRE)}
    )
    select f.numero, json_build_object('code', m.code, 'libelle', m.libelle,
        'moisCouverts', m.mois_couverts) as modele,
      json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle) as structure,
      f.mois, f.annee, case when ${dedans} then f.etat else 'DIFFUSE' end as etat
    from trouve t join formulaire f on f.id = t.id
    join structure s on s.id = f.structure_id join modele m on m.id = f.modele_id
    order by f.rang desc, f.modele_code, f.id`.execute(db)
  return rows
}
