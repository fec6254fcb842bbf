import { decrireDetail } from '@releve/contract/journal/journal.phrase.ts'
import {
  estAlerte,
  LIBELLES_ACTIONS,
  type LigneJournal,
} from '@releve/contract/journal/journal.schema.ts'
import { BORNES_CONSERVATION } from '@releve/contract/parametre/conservation.rules.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import { CONSERVATION, findGroupe } from '../parametre/parametre.sql.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import type { Sql } from '../platform/route.ts'
import { lignesSansCible } from './compte.sql.ts'

type Ligne = {
  le: Date
  /** Who acted, or whose account it is; null when nobody is known. */
  utilisateurId: number | null
  /** The account acted upon, whose name `objet` gives as it was. */
  cibleId?: number
  action: string
  objet?: string | null
  /** Never a password, a token, nor a name typed that is no account's. */
  detail?: Record<string, unknown>
}

/** Writes one line of the security journal, which is append-only. */
export async function insertJournal(sql: Sql, { detail = {}, ...ligne }: Ligne): Promise<void> {
  await sql
    .insertInto('journal')
    .values({ ...ligne, detail: JSON.stringify(detail) })
    .execute()
}

/** Between two equal lines of what can be provoked without end, in minutes. */
const ESPACEMENT = 10

/** First part of the lock's key: no other lock has it. */
const ESPACEES = 'journal_espace'

/**
 * Writes a line unless the same one (account, action, object) was written within 10 minutes: what a
 * loop repeats leaves its trace, and does not fill the base. Equal lines wait for one another, so
 * that a burst of calls writes one too; what is already written waits for nobody.
 */
export async function insertJournalEspace(sql: Sql, ligne: Ligne): Promise<void> {
  const { le, utilisateurId, action, objet = null } = ligne
  const depuis = new Date(le.getTime() - ESPACEMENT * 60_000)
  const estEcrite = async (handle: Sql): Promise<boolean> => {
    const { rows } = await texte`
      select from journal j
      where j.le > ${depuis}::timestamptz and j.action = ${action}::text
        and j.utilisateur_id is not distinct from ${utilisateurId}::integer
        and j.objet is not distinct from ${objet}::text
      limit 1`.execute(handle)
    return rows.length > 0
  }
  if (await estEcrite(sql)) return
  await inTransaction(sql, async (tx) => {
    const cle = JSON.stringify([ESPACEES, utilisateurId, action, objet])
    await texte`select pg_advisory_xact_lock(hashtextextended(${cle}::text, 0))`.execute(tx)
    if (!(await estEcrite(tx))) await insertJournal(tx, ligne)
  })
}

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

type Condition = RawBuilder<unknown>

const contient = (colonne: Condition, cherche: string): Condition =>
  texte`sans_accent(${colonne}) like sans_accent(${`%${cherche.replace(/[\\%_]/g, '\\$&')}%`})`

/** By id, what an account did and what was done to it; else by a part of its present name. */
function conditionUtilisateur(cherche: string): Condition {
  if (/^\d{1,9}$/.test(cherche)) {
    const id = Number(cherche)
    return texte`(j.utilisateur_id = ${id}::integer or j.cible_id = ${id}::integer
      or j.id = any (${lignesSansCible(id)}))`
  }
  return texte`(${contient(texte`u.identifiant`, cherche)}
    or ${contient(texte`u.nom_affichable`, cherche)})`
}

function conditionsDe(filtres: Filtres): Condition {
  const { du, au, utilisateur, action, objet, q, fuseau } = filtres
  const conditions: Condition[] = [texte`true`]
  if (du) conditions.push(texte`j.le >= ${du}::date::timestamp at time zone ${fuseau}`)
  if (au) conditions.push(texte`j.le < (${au}::date + 1)::timestamp at time zone ${fuseau}`)
  if (utilisateur) conditions.push(conditionUtilisateur(utilisateur))
  if (action && action.length > 0) conditions.push(texte`j.action = any(${action}::text[])`)
  if (objet) conditions.push(contient(texte`j.objet`, objet))
  if (q) {
    // A label is in the program, not in the base: the actions that it names are looked for.
    const nommees = Object.entries(LIBELLES_ACTIONS)
      .filter(([, libelle]) => libelle.toLowerCase().includes(q.toLowerCase()))
      .map(([code]) => code)
    conditions.push(texte`(j.action = any(${nommees}::text[])
      or ${contient(texte`coalesce(j.objet, '')`, q)}
      or ${contient(texte`coalesce(u.identifiant || ' ' || u.nom_affichable, '')`, q)}
      or ${contient(texte`j.detail::text`, q)})`)
  }
  return texte.join(conditions, texte` and `)
}

type Lue = {
  id: number
  le: string
  action: string
  objet: string | null
  detail: Record<string, unknown>
  utilisateur: LigneJournal['utilisateur']
}

const enLigne = ({ detail, ...lue }: Lue): LigneJournal => ({
  ...lue,
  libelle: LIBELLES_ACTIONS[lue.action] ?? lue.action,
  alerte: estAlerte(lue.action),
  details: decrireDetail(detail),
})

const DEPUIS = texte`from journal j left join utilisateur u on u.id = j.utilisateur_id`

/** Lines of the journal, the latest first. */
export async function listLignesJournal(
  sql: Sql,
  filtres: Filtres,
  { limite, saut }: { limite: number; saut: number },
): Promise<LigneJournal[]> {
  const { rows } = await texte<Lue>`
    select j.id, j.le, j.action, j.objet, j.detail,
      case when u.id is not null then json_build_object('id', u.id,
        'identifiant', u.identifiant, 'nomAffichable', u.nom_affichable) end as utilisateur
    ${DEPUIS} where ${conditionsDe(filtres)}
    order by j.le desc, j.id desc limit ${limite}::bigint offset ${saut}::bigint`.execute(sql)
  return rows.map(enLigne)
}

/** How many lines these filters leave. */
export async function countJournal(sql: Sql, filtres: Filtres): Promise<number> {
  const { rows } = await texte<{ total: number }>`
    select count(*) as total ${DEPUIS} where ${conditionsDe(filtres)}`.execute(sql)
  return rows[0]?.total ?? 0
}

/**
 * Removes the lines older than the setting `conservationJournalMois` (12 months), by whole days, and
 * says so in the journal. Alone in passing the trigger that keeps it (decision 0011). Returns how
 * many went.
 */
export async function deleteJournalAncien(sql: Sql, maintenant: Date): Promise<number> {
  const { conservationJournalMois: mois } = await findGroupe(sql, CONSERVATION)
  return inTransaction(sql, async (tx) => {
    const { rows } = await texte<{ limite: string }>`
      select set_config('releve.purge_journal', (date_trunc('day', ${maintenant}::timestamptz)
        - make_interval(months => ${mois}::integer))::text, true) as limite`.execute(tx)
    const limite = rows[0]?.limite ?? ''
    const { numAffectedRows = 0n } = await texte`
      delete from journal where le < ${limite}::timestamptz
        and le < now() - make_interval(months => ${BORNES_CONSERVATION.min}::integer)`.execute(tx)
    const nombre = Number(numAffectedRows)
    if (nombre > 0) {
      const detail = { nombre, au: limite.slice(0, 10) }
      const ligne = { utilisateurId: null, action: 'JOURNAL_PURGE', detail }
      await insertJournal(tx, { le: maintenant, ...ligne })
    }
    await texte`select set_config('releve.purge_journal', '', true)`.execute(tx)
    return nombre
  })
}
