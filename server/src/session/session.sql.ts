import type { Ref } from '@releve/contract/page.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql as texte } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { deleteAppareilsAnciens } from './appareil.sql.ts'
import { deleteDefisPerimes } from './defi.sql.ts'
import { findDurees } from './duree.sql.ts'
import { createJeton, empreinteDe, type Jetons } from './jeton.ts'
import { deleteLeveesPerimees } from './levee.sql.ts'
import { DUREES } from './session.regles.ts'
import { deleteTentativesAnciennes } from './tentative.sql.ts'

/** A central account without the second factor that the setting asks for; a column of `u`. */
const secondFacteurAActiver = texte<boolean>`coalesce(
  u.roles && array['ROLE_DPPS', 'ROLE_ADMIN']
    and (select valeur from parametre where cle = 'secondFacteurCentral') = 'true'::jsonb
    and not exists (select 1 from second_facteur f
      where f.utilisateur_id = u.id and f.active_le is not null), false)`

/** Tells whoever holds a token of a blocked account why it is worth nothing: `COMPTE_BLOQUE`. */
async function refuserSiBloque(sql: Sql, jeton: string): Promise<void> {
  const bloque = await sql
    .selectFrom('jetonAcces as j')
    .innerJoin('session as s', 's.id', 'j.sessionId')
    .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
    .select('u.id')
    .where('j.empreinte', '=', empreinteDe(jeton))
    .where('u.statut', '=', 'BLOQUE')
    .executeTakeFirst()
  if (bloque) throw erreur('COMPTE_BLOQUE')
}

/**
 * Who holds an access token; null when it is unknown or expired, its session closed or over. Throws
 * `COMPTE_BLOQUE` when its account is blocked. Runs at each request: one statement, by primary keys
 * only, and another for a token that is refused.
 */
export async function findAgent(sql: Sql, jeton: string, maintenant: Date): Promise<Agent | null> {
  const { rows } = await texte<Omit<Agent, 'perimetre'> & { enfants: number[] }>`
    select u.id, u.identifiant, u.nom_affichable, u.roles, u.structure_id,
      u.force_change_password, ${secondFacteurAActiver} as second_facteur_a_activer,
      s.id as session_id, siennes.structures, array(
        select enfant.id from structure d join structure enfant on enfant.parent_id = d.id
        where d.id = any (siennes.structures) and d.type_structure = 'DR') as enfants
    from jeton_acces j
    join session s on s.id = j.session_id
    join utilisateur u on u.id = s.utilisateur_id
    cross join lateral (select array(
      select u.structure_id where u.structure_id is not null
      union select us.structure_id from utilisateur_structure us where us.utilisateur_id = u.id
    ) as structures) as siennes
    where j.empreinte = ${empreinteDe(jeton)} and j.expire_le > ${maintenant}
      and s.fermee_le is null and s.expire_le > ${maintenant} and u.statut = 'ACTIF'`.execute(sql)
  if (!rows[0]) {
    await refuserSiBloque(sql, jeton)
    return null
  }
  const { enfants, ...agent } = rows[0]
  return { ...agent, perimetre: [...new Set([...agent.structures, ...enfants])] }
}

/** What every answer of a session says of its owner. */
async function findProfil(sql: Sql, utilisateurId: number): Promise<Omit<Session, keyof Jetons>> {
  const ref = (table: string) => texte<Ref>`json_build_object(
    'id', ${texte.ref(`${table}.id`)}, 'code', ${texte.ref(`${table}.code`)},
    'libelle', ${texte.ref(`${table}.libelle`)})`
  const { rows } = await texte<Omit<Session, keyof Jetons> & { roles: Role[] }>`
    select u.identifiant, u.roles, u.nom_affichable, u.force_change_password,
      ${secondFacteurAActiver} as second_facteur_a_activer,
      coalesce(s.url_logo, (select valeur #>> '{}' from parametre where cle = 'urlLogo'))
        as url_logo,
      case when s.id is not null then ${ref('s')} end as structure,
      coalesce((
        select json_agg(${ref('a')} order by a.libelle_tri, a.id)
        from utilisateur_structure us join structure a on a.id = us.structure_id
        where us.utilisateur_id = u.id
      ), '[]') as autre_structure
    from utilisateur u left join structure s on s.id = u.structure_id
    where u.id = ${utilisateurId}`.execute(sql)
  if (!rows[0]) throw new Error(`compte ${utilisateurId} absent`)
  return rows[0]
}

/** A session as its owner receives it, with these tokens. */
export async function composeSession(
  sql: Sql,
  utilisateurId: number,
  jetons: Jetons,
): Promise<Session> {
  return { ...(await findProfil(sql, utilisateurId)), ...jetons }
}

/** Where a session is opened from. */
export type Provenance = { adresse: string; appareil: string | null }

/** Opens a session and gives its first tokens. */
export async function insertSession(
  sql: Sql,
  utilisateurId: number,
  maintenant: Date,
  provenance?: Provenance,
): Promise<Jetons> {
  const { inactivite, session } = await findDurees(sql)
  const expireLe = new Date(maintenant.getTime() + session)
  const { id } = await sql
    .insertInto('session')
    .values({
      ...provenance,
      utilisateurId,
      ouverteLe: maintenant,
      derniereActivite: maintenant,
      expireLe,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return insertJetons(sql, { id, expireLe, inactivite }, maintenant)
}

/** New tokens of a session, none of which outlives it; its expired ones go. */
export async function insertJetons(
  sql: Sql,
  session: { id: number; expireLe: Date; inactivite: number },
  maintenant: Date,
): Promise<Jetons> {
  const borne = (duree: number) =>
    new Date(Math.min(maintenant.getTime() + duree, session.expireLe.getTime()))
  const token = createJeton()
  const refreshToken = createJeton()
  // Whoever has been idle for as long as the setting says holds nothing that opens.
  const expiration = borne(Math.min(DUREES.jetonAcces, session.inactivite))
  const inactivite = borne(session.inactivite)
  await texte`
    with purge as (
      delete from jeton_acces where session_id = ${session.id} and expire_le <= ${maintenant}
    ), acces as (
      insert into jeton_acces (empreinte, session_id, expire_le)
      values (${empreinteDe(token)}, ${session.id}, ${expiration})
    )
    insert into jeton_renouvellement (empreinte, session_id, cree_le, expire_le)
    values (${empreinteDe(refreshToken)}, ${session.id}, ${maintenant},
      ${inactivite})`.execute(sql)
  return {
    token,
    refreshToken,
    dateExpirationJeton: expiration.toISOString(),
    dateExpirationSession: inactivite.toISOString(),
    dateFinSession: session.expireLe.toISOString(),
  }
}

/**
 * A refresh token and its session, its row locked until the transaction ends: of two uses at once,
 * the second sees what the first has done.
 */
export function findJetonRenouvellement(sql: Sql, jeton: string) {
  return sql
    .selectFrom('jetonRenouvellement as j')
    .innerJoin('session as s', 's.id', 'j.sessionId')
    .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
    .select(['j.sessionId', 'j.expireLe', 'j.utiliseLe', 'j.successeur'])
    .select(['s.utilisateurId', 's.ouverteLe', 's.expireLe as finSession', 's.fermeeLe'])
    .select('u.statut')
    .where('j.empreinte', '=', empreinteDe(jeton))
    .forUpdate('j')
    .executeTakeFirst()
}

/** Marks a refresh token as used, with its sealed successors. */
export async function updateSuccesseur(
  sql: Sql,
  jeton: string,
  utiliseLe: Date,
  successeur: Buffer,
): Promise<void> {
  await sql
    .updateTable('jetonRenouvellement')
    .set({ utiliseLe, successeur })
    .where('empreinte', '=', empreinteDe(jeton))
    .execute()
}

/** A session has just been renewed: the only sign of life that is noted, never each call. */
export async function updateActivite(
  sql: Sql,
  id: number,
  expireLe: Date,
  derniereActivite: Date,
): Promise<void> {
  await sql
    .updateTable('session')
    .set({ expireLe, derniereActivite })
    .where('id', '=', id)
    .execute()
}

type Motif =
  | 'RESTAURATION'
  | 'DECONNEXION'
  | 'MOT_DE_PASSE'
  | 'JETON_REUTILISE'
  | 'BLOCAGE'
  | 'TITULAIRE'

/** Closes one session: none of its tokens is worth anything any more. */
export async function fermerSession(
  sql: Sql,
  id: number,
  motifFermeture: Motif,
  fermeeLe: Date,
): Promise<void> {
  await sql
    .updateTable('session')
    .set({ fermeeLe, motifFermeture })
    .where('id', '=', id)
    .where('fermeeLe', 'is', null)
    .execute()
}

/** Closes every session of an account: password changed, account blocked. */
export async function fermerSessions(
  sql: Sql,
  utilisateurId: number,
  motifFermeture: Motif,
  fermeeLe: Date,
): Promise<void> {
  await sql
    .updateTable('session')
    .set({ fermeeLe, motifFermeture })
    .where('utilisateurId', '=', utilisateurId)
    .where('fermeeLe', 'is', null)
    .execute()
}

/** Closes every session of everybody: the base has been restored. */
export async function fermerToutesSessions(sql: Sql, fermeeLe: Date): Promise<void> {
  const motifFermeture: Motif = 'RESTAURATION'
  await sql
    .updateTable('session')
    .set({ fermeeLe, motifFermeture })
    .where('fermeeLe', 'is', null)
    .execute()
}

/**
 * Removes the tokens of sessions that are over, the tokens and temporary passwords used or expired
 * too long ago to matter, the counters of old tries, the links and devices too old. Sessions
 * themselves stay: they say who was signed in.
 */
export async function deleteJetonsPerimes(sql: Sql, maintenant: Date): Promise<void> {
  const finie = texte`select id from session
    where expire_le <= ${maintenant} or fermee_le is not null`
  await texte`delete from jeton_acces
    where expire_le <= ${maintenant} or session_id in (${finie})`.execute(sql)
  await texte`delete from jeton_renouvellement where session_id in (${finie})`.execute(sql)
  await texte`delete from mot_de_passe_provisoire where expire_le < ${maintenant}::timestamptz
    - interval '1 day'`.execute(sql)
  await deleteDefisPerimes(sql, maintenant)
  await deleteTentativesAnciennes(sql, maintenant)
  await deleteLeveesPerimees(sql, maintenant)
  await deleteAppareilsAnciens(sql, maintenant)
}
