import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Ref } from '@releve/contract/page.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql } from 'kysely'
import { findReglagesSelon } from '../parametre/calendrier.ts'
import { findSecurite } from '../parametre/parametre.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { type Executer, figer } from '../platform/base/fige.ts'
import { erreur } from '../platform/erreur.ts'
import { createJeton, empreinteDe } from '../platform/jeton.ts'
import { perimetreDuMois } from '../platform/perimetre.ts'
import type { Db, Prefetch } from '../platform/route.ts'
import { StampedCache, stampOf } from '../platform/stamp.ts'
import { type Jetons, scellerIdentite } from './jeton.ts'
import { DUREES } from './session.rules.ts'

const MINUTE = 60_000

/**
 * How long sessions live, as the settings say now, in milliseconds. `inactivite`: a refresh token
 * not used within it is dead. `session`: after it one signs in again, however active one was.
 */
export async function findDurees(db: Db): Promise<{ inactivite: number; session: number }> {
  const { sessionInactiviteMinutes, sessionDureeHeures } = await findSecurite(db)
  return {
    inactivite: sessionInactiviteMinutes * MINUTE,
    session: sessionDureeHeures * 60 * MINUTE,
  }
}

/** The days that the setting leaves after a first sign-in; none where it says nothing usable. */
const delaiJours = sql`coalesce((select least(greatest((valeur #>> '{}')::numeric, 0), 30)
  from parametre where cle = 'secondFacteurDelaiJours' and jsonb_typeof(valeur) = 'number'), 0)`

/**
 * From when a central account must have the second factor that the setting asks for and that it
 * has not; null: nothing is asked of it. One whose first sign-in is not known has had its time. A
 * column of `u`.
 */
const secondFacteurLe = sql<string | null>`case
  when u.roles && array['ROLE_DPPS', 'ROLE_ADMIN']
    and (select valeur from parametre where cle = 'secondFacteurCentral') = 'true'::jsonb
    and not exists (select 1 from second_facteur f
      where f.utilisateur_id = u.id and f.active_le is not null)
  then coalesce(u.premiere_connexion, 'epoch')
    + make_interval(days => (${delaiJours})::integer) end`

/** Whether that time has come. */
const estVenu = (le: string | null, maintenant: Date): boolean =>
  le !== null && Date.parse(le) <= maintenant.getTime()

/** Tells whoever holds a token of a blocked account why it is worth nothing: `COMPTE_BLOQUE`. */
async function refuserSiBloque(db: Db, jeton: string): Promise<void> {
  const bloque = await db
    .selectFrom('jetonAcces as j')
    .innerJoin('session as s', 's.id', 'j.sessionId')
    .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
    .select('u.id')
    .where('j.empreinte', '=', empreinteDe(jeton))
    .where('u.statut', '=', 'BLOQUE')
    .executeTakeFirst()
  if (bloque) throw erreur('COMPTE_BLOQUE')
}

/** What is worked out of an agent, rather than read with his session. */
type Ressort = Pick<Agent, 'structures' | 'enfants'> & { secondFacteurLe: string | null }

/** A few hundred bytes each: those of a whole country. */
const ressorts = new StampedCache<Ressort>(5000)

async function relireRessort(db: Db, id: number): Promise<{ stamp: number; valeur: Ressort }> {
  // Only a regional office has children (`PARENT_NON_REGIONAL`).
  const { rows } = await sql<Ressort & { stamp: number }>`
    select ${stampOf('AGENT')} as stamp, siennes.structures,
      ${secondFacteurLe} as second_facteur_le, coalesce((
        select json_agg(json_build_object('structureId', e.structure_id, 'du', e.du, 'au', e.au))
        from structure_periode e where e.parent_id = any (siennes.structures)), '[]') as enfants
    from utilisateur u
    cross join lateral (select array(
      select u.structure_id where u.structure_id is not null
      union select us.structure_id from utilisateur_structure us where us.utilisateur_id = u.id
    ) as structures) as siennes
    where u.id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`compte ${id} absent`)
  const { stamp, ...valeur } = rows[0]
  return { stamp, valeur }
}

type Presentation = { empreinte: Buffer; maintenant: Date }

const porteurSql = ({ empreinte, maintenant }: Presentation) => sql<Porteur>`
    select u.id as porteur_id, u.identifiant as porteur_identifiant,
      u.nom_affichable as porteur_nom_affichable, u.roles as porteur_roles,
      u.structure_id as porteur_structure_id,
      -- Of a password that was not given, nothing is asked.
      u.force_change_password and s.fournisseur is null as porteur_force_change_password,
      s.deux_facteurs as porteur_deux_facteurs, s.id as porteur_session_id,
      s.empreinte_appareil as porteur_empreinte_appareil,
      j.expire_le as porteur_jeton_expire_le, ${stampOf('AGENT')} as porteur_stamp,
      ${stampOf('PARAMETRE')} as porteur_stamp_reglages
    from jeton_acces j
    join session s on s.id = j.session_id
    join utilisateur u on u.id = s.utilisateur_id
    where j.empreinte = ${empreinte} and j.expire_le > ${maintenant}
      and s.fermee_le is null and s.expire_le > ${maintenant} and u.statut = 'ACTIF'`

/** Columns whose names no other row that is read beside has. */
export type Porteur = {
  [Nom in keyof Omit<
    Agent,
    keyof Ressort | 'mois' | 'perimetre' | 'secondFacteurAActiver' | 'programme'
  > as `porteur${Capitalize<Nom>}`]: Agent[Nom]
} & {
  porteurStamp: number
  porteurStampReglages: number
  /** The provider that opened the session attested two factors. */
  porteurDeuxFacteurs: boolean
}

const listPorteurs = figer(porteurSql)

/** Who calls, of what was read of him with his token. */
export async function composeAgent(db: Db, p: Porteur, maintenant: Date): Promise<Agent> {
  const id = p.porteurId
  const relire = () => relireRessort(db, id)
  const { secondFacteurLe: le, ...ressort } = await ressorts.selon(
    db,
    String(id),
    p.porteurStamp,
    relire,
  )
  const { fuseau } = await findReglagesSelon(db, p.porteurStampReglages)
  const mois = rangCourant(maintenant, fuseau)
  return {
    id,
    identifiant: p.porteurIdentifiant,
    nomAffichable: p.porteurNomAffichable,
    roles: p.porteurRoles,
    structureId: p.porteurStructureId,
    forceChangePassword: p.porteurForceChangePassword,
    sessionId: p.porteurSessionId,
    empreinteAppareil: p.porteurEmpreinteAppareil,
    jetonExpireLe: p.porteurJetonExpireLe,
    programme: null,
    // Kept in memory: the time comes by itself, without a stamp.
    secondFacteurAActiver: !p.porteurDeuxFacteurs && estVenu(le, maintenant),
    ...ressort,
    // Nor does anybody stamp the first minute of a month.
    mois,
    perimetre: perimetreDuMois(ressort, mois),
  }
}

/**
 * Who holds an access token; null when it is unknown or expired, its session closed or over. Throws
 * `COMPTE_BLOQUE` when its account is blocked. Runs at each request: one statement, by primary keys
 * only, and another for a token that is refused, or when what is worked out of him is to be worked
 * out again (docs/decisions/0050).
 */
export async function findAgent(db: Db, jeton: string, maintenant: Date): Promise<Agent | null> {
  const [porteur] = await listPorteurs(db, { empreinte: empreinteDe(jeton), maintenant })
  if (porteur) return composeAgent(db, porteur, maintenant)
  await refuserSiBloque(db, jeton)
  return null
}

type LigneJointe = { id: number | null }
type Ensemble = Executer<Porteur & LigneJointe, Presentation & object>
const ensembles = new WeakMap<Prefetch, Ensemble>()

const lireEnsemble = ({ ecrire }: Prefetch): Ensemble =>
  figer(
    (places) => sql`
    select porteur.*, lue.* from (${porteurSql(places)}) porteur
    left join lateral (${ecrire(places as never)}) lue on true`,
  )

/** The same, and in the same statement what its route will load (`null`: there is none). */
export async function findAgentAvec(
  db: Db,
  jeton: string,
  maintenant: Date,
  { prefetch, params }: { prefetch: Prefetch; params: object },
): Promise<{ agent: Agent; lue: unknown } | null> {
  const lire = ensembles.get(prefetch) ?? lireEnsemble(prefetch)
  ensembles.set(prefetch, lire)
  const [ligne] = await lire(db, { ...params, empreinte: empreinteDe(jeton), maintenant })
  if (ligne) {
    const agent = await composeAgent(db, ligne, maintenant)
    return { agent, lue: ligne.id === null ? null : ligne }
  }
  await refuserSiBloque(db, jeton)
  return null
}

/** Whether a session is still that of an active account. */
export async function estSessionOuverte(db: Db, id: number): Promise<boolean> {
  const ouverte = await db
    .selectFrom('session as s')
    .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.fermeeLe', 'is', null)
    .where('u.statut', '=', 'ACTIF')
    .executeTakeFirst()
  return ouverte !== undefined
}

/** By which provider a session was opened, and what it attested; null: by a password. */
export type ParFournisseur = { fournisseur: string; deuxFacteurs: boolean } | null

/** Whether this account has now to set up a factor of ours before anything else. */
export async function doitActiver(db: Db, id: number, maintenant: Date): Promise<boolean> {
  const { secondFacteurLe: le } = await findProfil(db, id)
  return estVenu(le, maintenant)
}

/** What every answer of a session says of its owner, but what the hour decides. */
type Profil = Omit<Session, keyof Jetons | 'secondFacteurAActiver' | 'fournisseur'>

async function findProfil(db: Db, utilisateurId: number): Promise<Profil> {
  const ref = (table: string) => sql<Ref>`json_build_object(
    'id', ${sql.ref(`${table}.id`)}, 'code', ${sql.ref(`${table}.code`)},
    'libelle', ${sql.ref(`${table}.libelle`)})`
  const { rows } = await sql<Profil & { roles: Role[] }>`
    select u.identifiant, u.roles, u.nom_affichable, u.force_change_password,
      ${secondFacteurLe} as second_facteur_le,
      (select x.fait_le from exercice x where x.utilisateur_id = u.id) as exercice_le,
      coalesce(s.url_logo, (select valeur #>> '{}' from parametre where cle = 'urlLogo'))
        as url_logo,
      case when s.id is not null then ${ref('s')} end as structure,
      coalesce((
        select json_agg(${ref('a')} order by a.libelle_tri, a.id)
        from utilisateur_structure us join structure a on a.id = us.structure_id
        where us.utilisateur_id = u.id
      ), '[]') as autre_structure
    from utilisateur u left join structure s on s.id = u.structure_id
    where u.id = ${utilisateurId}`.execute(db)
  if (!rows[0]) throw new Error(`compte ${utilisateurId} absent`)
  return rows[0]
}

/** A session as its owner receives it, with these tokens. */
export async function composeSession(
  db: Db,
  utilisateurId: number,
  jetons: Jetons,
  maintenant: Date,
  par: ParFournisseur = null,
): Promise<Session> {
  const profil = await findProfil(db, utilisateurId)
  const exigeLe = par?.deuxFacteurs ? null : profil.secondFacteurLe
  return {
    ...profil,
    secondFacteurLe: exigeLe,
    secondFacteurAActiver: estVenu(exigeLe, maintenant),
    ...jetons,
    ...(par && { fournisseur: par.fournisseur, forceChangePassword: false }),
  }
}

/** Where a session is opened from. */
export type Provenance = {
  adresse: string
  appareil: string | null
  /** Of the device's token, where it has one. */
  empreinteAppareil?: Buffer | null
}

/** What a session keeps of the identity that opened it. */
export type IdentiteDeSession = NonNullable<ParFournisseur> & {
  identiteId: number
  /** The identity token. */
  jeton: string
}

/** Opens a session and gives its first tokens. */
export async function insertSession(
  db: Db,
  utilisateurId: number,
  maintenant: Date,
  provenance?: Provenance,
  identite?: IdentiteDeSession,
): Promise<Jetons> {
  const { jeton: jetonIdentite = null, ...par } = identite ?? {}
  const { inactivite, session } = await findDurees(db)
  const expireLe = new Date(maintenant.getTime() + session)
  const { id } = await db
    .insertInto('session')
    .values({
      ...provenance,
      ...par,
      utilisateurId,
      ouverteLe: maintenant,
      derniereActivite: maintenant,
      expireLe,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return insertJetons(db, { id, expireLe, inactivite, jetonIdentite }, maintenant)
}

/** New tokens of a session, none of which outlives it; its expired ones go. */
export async function insertJetons(
  db: Db,
  session: { id: number; expireLe: Date; inactivite: number; jetonIdentite: string | null },
  maintenant: Date,
): Promise<Jetons> {
  const borne = (duree: number) =>
    new Date(Math.min(maintenant.getTime() + duree, session.expireLe.getTime()))
  const token = createJeton()
  const refreshToken = createJeton()
  // Whoever has been idle for as long as the setting says holds nothing that opens.
  const expiration = borne(Math.min(DUREES.jetonAcces, session.inactivite))
  const inactivite = borne(session.inactivite)
  const { jetonIdentite } = session
  const scellee = jetonIdentite === null ? null : scellerIdentite(refreshToken, jetonIdentite)
  await sql`
    with purge as (
      delete from jeton_acces where session_id = ${session.id} and expire_le <= ${maintenant}
    ), acces as (
      insert into jeton_acces (empreinte, session_id, expire_le)
      values (${empreinteDe(token)}, ${session.id}, ${expiration})
    )
    insert into jeton_renouvellement (empreinte, session_id, cree_le, expire_le, jeton_identite)
    values (${empreinteDe(refreshToken)}, ${session.id}, ${maintenant},
      ${inactivite}, ${scellee}::bytea)`.execute(db)
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
export function findJetonRenouvellement(db: Db, jeton: string) {
  return db
    .selectFrom('jetonRenouvellement as j')
    .innerJoin('session as s', 's.id', 'j.sessionId')
    .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
    .select(['j.sessionId', 'j.expireLe', 'j.utiliseLe', 'j.successeur'])
    .select(['s.utilisateurId', 's.ouverteLe', 's.expireLe as finSession', 's.fermeeLe'])
    .select(['s.fournisseur', 's.deuxFacteurs', 'j.jetonIdentite'])
    .select('u.statut')
    .where('j.empreinte', '=', empreinteDe(jeton))
    .forUpdate('j')
    .executeTakeFirst()
}

/** What a refresh token of this session seals, and the provider that opened it. */
export function findJetonDeSession(db: Db, jeton: string, sessionId: number | null) {
  return db
    .selectFrom('jetonRenouvellement as j')
    .innerJoin('session as s', 's.id', 'j.sessionId')
    .select(['j.jetonIdentite', 's.fournisseur'])
    .where('j.empreinte', '=', empreinteDe(jeton))
    .where('j.sessionId', '=', sessionId)
    .executeTakeFirst()
}

/** Marks a refresh token as used, with its sealed successors. */
export async function updateSuccesseur(
  db: Db,
  jeton: string,
  utiliseLe: Date,
  successeur: Buffer,
): Promise<void> {
  await db
    .updateTable('jetonRenouvellement')
    .set({ utiliseLe, successeur })
    .where('empreinte', '=', empreinteDe(jeton))
    .execute()
}

/** A session has just been renewed: the only sign of life that is noted, never each call. */
export async function updateActivite(
  db: Db,
  id: number,
  expireLe: Date,
  derniereActivite: Date,
): Promise<void> {
  await db.updateTable('session').set({ expireLe, derniereActivite }).where('id', '=', id).execute()
}

type Motif =
  | 'RESTAURATION'
  | 'DECONNEXION'
  | 'MOT_DE_PASSE'
  | 'JETON_REUTILISE'
  | 'BLOCAGE'
  | 'TITULAIRE'

/** Closes sessions, those that are open. */
const fermer = (db: Db, motifFermeture: Motif, fermeeLe: Date) =>
  db.updateTable('session').set({ fermeeLe, motifFermeture }).where('fermeeLe', 'is', null)

/** Closes one session: none of its tokens is worth anything any more. */
export async function fermerSession(
  db: Db,
  id: number,
  motifFermeture: Motif,
  fermeeLe: Date,
): Promise<void> {
  await fermer(db, motifFermeture, fermeeLe).where('id', '=', id).execute()
}

/** Closes every session of an account: password changed, account blocked. */
export async function fermerSessions(
  db: Db,
  utilisateurId: number,
  motifFermeture: Motif,
  fermeeLe: Date,
): Promise<void> {
  await fermer(db, motifFermeture, fermeeLe).where('utilisateurId', '=', utilisateurId).execute()
}

/** Closes every session of everybody: the base has been restored. */
export async function fermerToutesSessions(db: Db, fermeeLe: Date): Promise<void> {
  await fermer(db, 'RESTAURATION', fermeeLe).execute()
}

/** A session that may still be renewed; instants are ISO 8601. */
export type SessionOuverte = {
  id: number
  ouverteLe: string
  derniereActivite: string
  expireLe: string
  adresse: string | null
  appareil: string | null
}

/** The sessions of an account that are still open, the last used first; nothing of their tokens. */
export async function listSessionsOuvertes(
  db: Db,
  utilisateurId: number,
  maintenant: Date,
): Promise<SessionOuverte[]> {
  const { rows } = await sql<SessionOuverte>`
    select s.id, s.ouverte_le, s.derniere_activite, s.expire_le, s.adresse, s.appareil
    from session s
    where s.utilisateur_id = ${utilisateurId} and s.fermee_le is null
      and s.expire_le > ${maintenant} and exists (
        select 1 from jeton_renouvellement j
        where j.session_id = s.id and j.utilise_le is null and j.expire_le > ${maintenant})
    order by s.derniere_activite desc, s.id desc`.execute(db)
  return rows
}
