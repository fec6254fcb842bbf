import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import {
  estAlerte,
  LIBELLES_ACTIONS,
  type LigneJournal,
} from '@releve/contract/journal/journal.schema.ts'
import type { Liste } from '@releve/contract/page.ts'
import { CHAMPS_CONSERVATION } from '@releve/contract/parametre/conservation.champs.ts'
import type { Conservation } from '@releve/contract/parametre/parametre.api.ts'
import { plier } from '@releve/contract/plier.ts'
import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../platform/base/transaction.ts'
import {
  contient,
  enTout,
  type Fragment,
  listPage,
  listTout,
  motsDe,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { noterSysteme } from './noter.sql.ts'

type Condition = RawBuilder<unknown>

/** What was done to an account when its lines bore its name only. */
const ACTES_SUR_UN_COMPTE = [
  'UTILISATEUR_CREE',
  'UTILISATEUR_MODIFIE',
  'UTILISATEUR_BLOQUE',
  'UTILISATEUR_DEBLOQUE',
  'MOT_DE_PASSE_REINITIALISE',
  'SECOND_FACTEUR_REINITIALISE',
]

/** The last line before `avant` by which somebody took this name: renamed to it, or created so. */
const priseDuNom = (nom: Condition, avant: Condition): Condition => sql`
  select r.id, r.detail #>> '{changements,identifiant,avant}' as ancien from journal r
  where r.objet = ${nom} and r.id < ${avant} and (r.action = 'UTILISATEUR_CREE'
    or r.action = 'UTILISATEUR_MODIFIE'
      and r.detail #>> '{changements,identifiant,apres}' = r.objet)
  order by r.id desc limit 1`

/**
 * The ids of the lines about an account that bear its name only, as an array. The journal itself
 * says which names it bore, and since when: a name given up may have become another account's.
 */
const lignesSansCible = (id: number): Condition => sql`array(
  with recursive noms (nom, ancien, debut, fin) as (
    select u.identifiant, p.ancien, coalesce(p.id, 0), 9223372036854775807
    from utilisateur u
    left join lateral (${priseDuNom(sql`u.identifiant`, sql`9223372036854775807`)}) p on true
    where u.id = ${id}::integer
    union all
    select n.ancien, p.ancien, coalesce(p.id, 0), n.debut from noms n
    left join lateral (${priseDuNom(sql`n.ancien`, sql`n.debut`)}) p on true
    where n.ancien is not null)
  select s.id from noms n join journal s on s.objet = n.nom and s.id >= n.debut and s.id < n.fin
  where s.cible_id is null and s.action = any (${ACTES_SUR_UN_COMPTE}::text[]))`

/** What the journal is narrowed by; days are in the zone `fuseau`. */
export type Filtres = {
  du?: string | undefined
  au?: string | undefined
  utilisateur?: string | undefined
  action?: string[] | undefined
  objet?: string | undefined
  q?: string | undefined
  fuseau: string
}

/** By id, what an account did and what was done to it; else by a part of its present name. */
function conditionUtilisateur(nom: string): Fragment {
  if (/^\d{1,9}$/.test(nom)) {
    const id = Number(nom)
    return sql`(j.utilisateur_id = ${id}::integer or j.cible_id = ${id}::integer
      or j.id = any (${lignesSansCible(id)}))`
  }
  return parGens(nom)
}

/** Done by one of those whose name holds this: found once, whatever the number of lines. */
const parGens = (mot: string): Fragment => sql`j.utilisateur_id = any(array(
  select g.id from utilisateur g
  where ${contient(sql`g.identifiant_tri`, mot)} or ${contient(sql`g.nom_tri`, mot)}))`

/** A label is in the program, not in the base: the actions that it names are looked for. */
function nommeesPar(mot: string): string[] {
  const actions = Object.entries(LIBELLES_ACTIONS)
  return actions.flatMap(([code, libelle]) => (plier(libelle).includes(plier(mot)) ? [code] : []))
}

/** What was acted on; of a call that was refused, its words too, which stand in its place on the screen. */
const OBJET = sql`sans_accent(concat_ws(' ', j.objet, j.detail ->> 'operation'))`

function conditionsDe({ du, au, utilisateur, action, objet, q, fuseau }: Filtres): Fragment[] {
  const conditions: Fragment[] = []
  if (du) conditions.push(sql`j.le >= ${du}::date::timestamp at time zone ${fuseau}`)
  if (au) conditions.push(sql`j.le < (${au}::date + 1)::timestamp at time zone ${fuseau}`)
  if (utilisateur) conditions.push(conditionUtilisateur(utilisateur))
  if (action && action.length > 0) conditions.push(sql`j.action = any(${action}::text[])`)
  if (objet) conditions.push(contient(OBJET, objet))
  const trouves = motsDe(q).map(
    (mot) => sql`(j.action = any(${nommeesPar(mot)}::text[]) or ${parGens(mot)}
      or ${contient(OBJET, mot)}
      or ${contient(sql`sans_accent(j.detail::text)`, mot)})`,
  )
  return [...conditions, ...trouves]
}

type LigneStockee = {
  id: number
  le: string
  action: string
  objet: string | null
  detail: Record<string, unknown>
  utilisateur: LigneJournal['utilisateur']
}

/** A call that was refused is named by what it does, as people read it, and not by its address. */
function enLigne({ detail: { operation, ...detail }, ...lue }: LigneStockee): LigneJournal {
  return {
    ...lue,
    objet: typeof operation === 'string' ? operation : lue.objet,
    libelle: LIBELLES_ACTIONS[lue.action] ?? lue.action,
    alerte: estAlerte(lue.action),
    details: decrireDetail(detail),
  }
}

const LECTURE = {
  cle: sql`j.id`,
  colonnes: sql`j.id, j.le, j.action, j.objet, j.detail,
    case when u.id is not null then json_build_object('id', u.id,
      'identifiant', u.identifiant, 'nomAffichable', u.nom_affichable) end as utilisateur`,
  depuis: sql`from journal j left join utilisateur u on u.id = j.utilisateur_id`,
  ordre: sql`j.le desc, j.id desc`,
}

/** Every line of the journal that the filters leave, the latest first, for a file. */
export async function listToutJournal(db: Db, filtres: Filtres): Promise<Tout<LigneJournal>> {
  const lecture = { ...LECTURE, conditions: conditionsDe(filtres) }
  return enTout(await listTout<LigneStockee>(db, lecture), enLigne)
}

/** Lines of the journal, the latest first. */
export async function listLignesJournal(
  db: Db,
  filtres: Filtres,
  page: { page: number; taille: number },
): Promise<Liste<LigneJournal>> {
  const lecture = { ...LECTURE, conditions: conditionsDe(filtres) }
  const { elements, ...reste } = await listPage<LigneStockee>(db, lecture, page, 'borne')
  return { ...reste, elements: elements.map(enLigne) }
}

const { conservationJournalMois: DUREES } = CHAMPS_CONSERVATION

/**
 * Removes the lines older than so many months, by whole days, and says so in the journal. Alone in
 * passing the trigger that keeps it (decision 0011). Returns how many went.
 */
export async function deleteJournalAncien(
  db: Db,
  { conservationJournalMois: mois }: Pick<Conservation, 'conservationJournalMois'>,
  maintenant: Date,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ limite: string }>`
      select set_config('releve.purge_journal', (date_trunc('day', ${maintenant}::timestamptz)
        - make_interval(months => ${mois}::integer))::text, true) as limite`.execute(tx)
    const limite = rows[0]?.limite ?? ''
    const { numAffectedRows = 0n } = await sql`
      delete from journal where le < ${limite}::timestamptz
        and le < now() - make_interval(months => ${DUREES.min}::integer)`.execute(tx)
    const nombre = Number(numAffectedRows)
    if (nombre > 0) {
      const detail = { nombre, au: limite.slice(0, 10) }
      await noterSysteme({ db: tx, maintenant }, 'JOURNAL_PURGE', { detail })
    }
    await sql`select set_config('releve.purge_journal', '', true)`.execute(tx)
    return nombre
  })
}
