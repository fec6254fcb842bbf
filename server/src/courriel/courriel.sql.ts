import type { CourrielEnvoi, EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import type { Sql } from '../platform/route.ts'
import { estReprenable, SANS_BAIL } from '../tache/tache.sql.ts'

type Condition = RawBuilder<unknown>

/** The kinds of tasks that end in a mail. */
const EST_COURRIEL = texte`t.genre <> 'NOTIFICATION'`

/** Where the mail of task `t` is. */
export const ETAT_DU_COURRIEL = texte<EtatCourriel>`case
  when t.sans_objet then 'SANS_OBJET'
  when t.faite_le is not null then 'ENVOYE'
  when t.abandonnee_le is not null then 'ABANDONNE'
  when t.derniere_erreur is not null then 'REPORTE'
  else 'EN_ATTENTE' end`

/**
 * Mails as the screen shows them. A demand for a forgotten password, a notice of failures name
 * nobody: their mail is written, for an account that may not exist, only when it leaves. Being sent
 * right now (its lease runs), a mail may neither be tried nor given up; given up by a person, its
 * text is gone.
 */
function lignes(conditions: Condition, maintenant: Date): Condition {
  const libre = texte`t.faite_le is null and ${SANS_BAIL}`
  return texte`select t.id, ${ETAT_DU_COURRIEL} as etat,
    case when t.charge #>> '{a,email}' is not null then jsonb_build_object(
      'nom', coalesce(t.charge #>> '{a,nom}', ''), 'email', t.charge #>> '{a,email}')
      end as destinataire,
    coalesce(t.charge ->> 'objet',
      case t.genre
        when 'MOT_DE_PASSE_OUBLIE' then 'Demande de mot de passe oublié'
        when 'COMPTE_FREINE' then 'Avis d’échecs de connexion' end) as objet,
    t.cree_le as demande_le, t.essais,
    case when t.faite_le is null and t.abandonnee_le is null then t.due_le end as prochain_essai,
    case when not t.sans_objet then t.faite_le end as envoye_le,
    case when t.sans_objet then t.faite_le end as sans_objet_le,
    t.abandonnee_le as abandonne_le, t.derniere_erreur as erreur,
    array_remove(array[
      case when ${libre} and not t.charge ? 'efface'
        and ${estReprenable(maintenant)} then 'reessayer' end,
      case when ${libre} and t.abandonnee_le is null then 'abandonner' end], null) as actions
    from tache t where ${EST_COURRIEL} and ${conditions}`
}

type Filtres = { etat?: EtatCourriel[] | undefined; q?: string | undefined }

function conditionsDe({ etat, q }: Filtres): Condition {
  const conditions = [texte`true`]
  if (etat && etat.length > 0) conditions.push(texte`${ETAT_DU_COURRIEL} = any(${etat}::text[])`)
  if (q) {
    const motif = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(texte`sans_accent(concat_ws(' ', t.charge #>> '{a,nom}',
      t.charge #>> '{a,email}', t.charge ->> 'objet', t.derniere_erreur))
      like sans_accent(${motif})`)
  }
  return texte.join(conditions, texte` and `)
}

/** A page of mails, the latest asked for first. */
export async function listCourriels(
  sql: Sql,
  { page, taille, ...filtres }: Filtres & { page: number; taille: number },
  maintenant: Date,
): Promise<{ elements: CourrielEnvoi[]; total: number }> {
  const conditions = conditionsDe(filtres)
  const { rows: elements } = await texte<CourrielEnvoi>`${lignes(conditions, maintenant)}
    order by t.cree_le desc, t.id desc
    limit ${taille}::bigint offset ${(page - 1) * taille}::bigint`.execute(sql)
  const { rows } = await texte<{ total: number }>`
    select count(*) as total from tache t where ${EST_COURRIEL} and ${conditions}`.execute(sql)
  return { elements, total: rows[0]?.total ?? 0 }
}

/** One mail; undefined when there is none of this number. */
export async function findCourriel(
  sql: Sql,
  id: number,
  maintenant: Date,
): Promise<CourrielEnvoi | undefined> {
  const { rows } = await texte<CourrielEnvoi>`
    ${lignes(texte`t.id = ${id}::bigint`, maintenant)}`.execute(sql)
  return rows[0]
}

/** How many mails are to leave, and how many were given up. */
export async function countCourriels(sql: Sql): Promise<{ enAttente: number; abandonnes: number }> {
  const { rows } = await texte<{ enAttente: number; abandonnes: number }>`
    select count(*) filter (where abandonnee_le is null) as en_attente,
      count(*) filter (where abandonnee_le is not null) as abandonnes
    from tache t where ${EST_COURRIEL} and t.faite_le is null`.execute(sql)
  return rows[0] ?? { enAttente: 0, abandonnes: 0 }
}
