import type { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import type { CourrielEnvoi, EtatCourriel } from '@releve/contract/courriel/courriel.schema.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import { sql } from 'kysely'
import {
  cherche,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { estReprenable, SANS_BAIL } from '../tache/tache.sql.ts'

/** The kinds of tasks that end in a mail. */
const EST_COURRIEL = sql`(t.genre <> 'NOTIFICATION' and t.genre <> 'RECALCUL'
  and t.genre <> 'WEBHOOK')`

/** Where the mail of task `t` is. */
export const ETAT_DU_COURRIEL = sql<EtatCourriel>`case
  when t.sans_objet then 'SANS_OBJET'
  when t.faite_le is not null then 'ENVOYE'
  when t.abandonnee_le is not null then 'ABANDONNE'
  when t.derniere_erreur is not null then 'REPORTE'
  else 'EN_ATTENTE' end`

/**
 * A mail as the screen shows it. A demand for a forgotten password, a notice of failures name
 * nobody: their mail is written, for an account that may not exist, only when it leaves. Being sent
 * right now (its lease runs), a mail may neither be tried nor given up; given up by a person, its
 * text is gone.
 */
function colonnesDe(maintenant: Date): Fragment {
  const libre = sql`t.faite_le is null and ${SANS_BAIL}`
  return sql`t.id, ${ETAT_DU_COURRIEL} as etat,
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
      case when ${libre} and t.abandonnee_le is null then 'abandonner' end], null) as actions`
}

/** What a search reads. */
const CHERCHE = sql`sans_accent(concat_ws(' ', t.charge #>> '{a,nom}',
  t.charge #>> '{a,email}', t.charge ->> 'objet', t.derniere_erreur))`

const estParti = (etat: EtatCourriel): boolean => etat === 'ENVOYE' || etat === 'SANS_OBJET'

type Filtres = Omit<QueryOf<typeof courrielApi.listCourriels>, 'page' | 'taille'>

function lectureDe({ etat = [], q }: Filtres, maintenant: Date): LectureEntiere {
  const conditions = [EST_COURRIEL, ...cherche(q, CHERCHE)]
  if (etat.length > 0) conditions.push(sql`${ETAT_DU_COURRIEL} = any(${etat}::text[])`)
  // Said apart, so that those that have left, years of them, are not read.
  if (etat.length > 0 && !etat.some(estParti)) conditions.push(sql`t.faite_le is null`)
  return {
    cle: sql`t.id`,
    colonnes: colonnesDe(maintenant),
    depuis: sql`from tache t`,
    conditions,
    ordre: sql`t.cree_le desc, t.id desc`,
  }
}

/** All the mails that these filters leave, for a file. */
export const listTousCourriels = (
  db: Db,
  filtres: Filtres,
  maintenant: Date,
): Promise<Tout<CourrielEnvoi>> => listTout(db, lectureDe(filtres, maintenant))

/** A page of mails, the latest asked for first. */
export function listCourriels(
  db: Db,
  query: QueryOf<typeof courrielApi.listCourriels>,
  maintenant: Date,
): Promise<Liste<CourrielEnvoi>> {
  return listPage(db, lectureDe(query, maintenant), query, 'borne')
}

/** One mail; undefined when there is none of this number. */
export async function findCourriel(
  db: Db,
  id: number,
  maintenant: Date,
): Promise<CourrielEnvoi | undefined> {
  const { rows } = await sql<CourrielEnvoi>`select ${colonnesDe(maintenant)}
    from tache t where ${EST_COURRIEL} and t.id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** How many mails are to leave, and how many were given up. */
export async function countCourriels(db: Db): Promise<{ enAttente: number; abandonnes: number }> {
  const { rows } = await sql<{ enAttente: number; abandonnes: number }>`
    select count(*) filter (where abandonnee_le is null) as en_attente,
      count(*) filter (where abandonnee_le is not null) as abandonnes
    from tache t where ${EST_COURRIEL} and t.faite_le is null`.execute(db)
  return rows[0] ?? { enAttente: 0, abandonnes: 0 }
}
