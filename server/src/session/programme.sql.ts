import type { UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import { sql } from 'kysely'
import { noterCompte } from '../journal/noter.sql.ts'
import {
  findReglagesStockes,
  findSecurite,
  SECURITE,
  valeursDe,
} from '../parametre/parametre.sql.ts'
import { estDuReseau } from '../platform/adresse.ts'
import { type Agent, type Programme, porteeDesRoles } from '../platform/agent.ts'
import { figer } from '../platform/base/fige.ts'
import { erreur } from '../platform/erreur.ts'
import { createJetonDeProgramme, empreinteDe } from '../platform/jeton.ts'
import type { Fragment } from '../platform/liste.ts'
import type { FindAgentDeProgramme } from '../platform/mount.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { stampOf } from '../platform/stamp.ts'
import { composeAgent, type Porteur } from './session.sql.ts'

const JOUR = 86_400_000

/** Why a token opens nothing: for the journal, never for whoever shows it. */
type Raison =
  | 'inconnu'
  | 'révoqué'
  | 'expiré'
  | 'compte inactif'
  | 'appel d’un réseau qui n’est pas des siens'

type JetonLu = {
  jetonId: number
  jetonNom: string
  usages: UsageJeton[]
  limite: number[] | null
  reseaux: string[]
  creeLe: string
  expireLe: string
  utiliseLe: string | null
  utiliseDepuis: string | null
  revoqueLe: string | null
  actif: boolean
} & Omit<Porteur, 'porteurStamp' | 'porteurStampReglages'>

type Stamps = Pick<Porteur, 'porteurStamp' | 'porteurStampReglages'>
/** One line whether the token is known or not: what the settings say is judged first. */
type JetonCherche = Stamps & (JetonLu | { jetonId: null; porteurId: null; jetonNom: null })

const listLus = figer(
  ({ empreinte }: { empreinte: Buffer }) => sql<JetonCherche>`
    select s.*, p.* from (select ${stampOf('AGENT')} as porteur_stamp,
      ${stampOf('PARAMETRE')} as porteur_stamp_reglages) s
    left join (select j.id as jeton_id, j.nom as jeton_nom, j.usages, j.structures as limite,
        j.reseaux, j.cree_le, j.expire_le, j.utilise_le, j.utilise_depuis, j.revoque_le,
        u.statut = 'ACTIF' as actif, u.id as porteur_id, u.identifiant as porteur_identifiant,
        u.nom_affichable as porteur_nom_affichable, u.roles as porteur_roles,
        u.structure_id as porteur_structure_id,
        u.force_change_password as porteur_force_change_password,
        exists (select from identite i where i.utilisateur_id = u.id and i.deux_facteurs)
          as porteur_deux_facteurs,
        null::integer as porteur_session_id, null::bytea as porteur_empreinte_appareil,
        null::timestamptz as porteur_jeton_expire_le
      from jeton_programme j join utilisateur u on u.id = j.utilisateur_id
      where j.empreinte = ${empreinte}) p on true`,
)

/** When it ends, as the settings let tokens live; ms. */
const finDe = ({ creeLe, expireLe }: Pick<JetonLu, 'creeLe' | 'expireLe'>, jours: number): number =>
  Math.min(Date.parse(expireLe), Date.parse(creeLe) + jours * JOUR)

/** The same as a column of `j`. */
export const finSql = (jours: number): Fragment =>
  sql`least(j.expire_le, j.cree_le + make_interval(hours => ${24 * jours}::integer))`

type Appel = Parameters<FindAgentDeProgramme>[2]

function raisonDe(lu: JetonCherche, jours: number, { adresse, maintenant }: Appel): Raison | null {
  if (lu.jetonId === null) return 'inconnu'
  if (lu.revoqueLe !== null) return 'révoqué'
  if (finDe(lu, jours) <= maintenant.getTime()) return 'expiré'
  if (!lu.actif) return 'compte inactif'
  if (lu.reseaux.length === 0 || estDuReseau(adresse, lu.reseaux)) return null
  return 'appel d’un réseau qui n’est pas des siens'
}

/** An agent as far as a program reaches: never farther than he does himself at this call. */
function restreindre(agent: Agent, programme: Programme): Agent {
  const { limite } = programme
  if (!limite) return { ...agent, programme }
  const tient = (id: number) => limite.includes(id)
  const central = porteeDesRoles(agent.roles, 'formulaire.lire') === 'tout'
  return {
    ...agent,
    programme,
    structureId: agent.structureId !== null && tient(agent.structureId) ? agent.structureId : null,
    structures: agent.structures.filter(tient),
    enfants: agent.enfants.filter(({ structureId }) => tient(structureId)),
    perimetre: central ? [...limite] : agent.perimetre.filter(tient),
  }
}

/** Between two writings of a last use from the same place, ms. */
const PAS_D_USAGE = 60_000

async function noterUsage(db: Db, lu: JetonLu, { adresse, maintenant: le }: Appel): Promise<void> {
  const recent = lu.utiliseLe !== null && le.getTime() - Date.parse(lu.utiliseLe) < PAS_D_USAGE
  if (recent && lu.utiliseDepuis === adresse) return
  await db
    .updateTable('jetonProgramme')
    .set({ utiliseLe: le, utiliseDepuis: adresse })
    .where('id', '=', lu.jetonId)
    .execute()
}

/**
 * Whose program holds this token, as his account is now. Whatever is wrong with it, known or not,
 * the answer and the work are the same: one line of the base read, and one of the journal, once in
 * ten minutes. @throws JETONS_INTERDITS, JETON_REFUSE
 */
export const findAgentDeProgramme: FindAgentDeProgramme = async (db, jeton, appel) => {
  const [lu] = await listLus(db, { empreinte: empreinteDe(jeton) })
  if (!lu) throw new Error('jeton sans ligne')
  const { maintenant, adresse } = appel
  const stockes = await findReglagesStockes(db, lu.porteurStampReglages)
  const { jetonsPermis, jetonDureeJours: jours } = valeursDe(SECURITE, stockes)
  if (!jetonsPermis) throw erreur('JETONS_INTERDITS')
  const raison = raisonDe(lu, jours, appel)
  if (raison !== null || lu.jetonId === null) {
    const compte = lu.porteurId === null ? null : { id: lu.porteurId }
    const detail = { adresse, jeton: lu.jetonNom, raison }
    const trace = { cible: adresse, detail, espacee: true } as const
    await noterCompte({ db, maintenant }, compte, 'JETON_REFUSE', trace)
    throw erreur('JETON_REFUSE')
  }
  await noterUsage(db, lu, appel)
  const porteurJetonExpireLe = new Date(finDe(lu, jours)).toISOString()
  const agent = await composeAgent(db, { ...lu, porteurJetonExpireLe }, maintenant)
  return restreindre(agent, { id: lu.jetonId, usages: lu.usages, limite: lu.limite })
}

/** Whether a token is still that of an active account, and not revoked. */
export async function estJetonOuvert(db: Db, id: number): Promise<boolean> {
  const vivant = await db
    .selectFrom('jetonProgramme as j')
    .innerJoin('utilisateur as u', 'u.id', 'j.utilisateurId')
    .select('j.id')
    .where('j.id', '=', id)
    .where('j.revoqueLe', 'is', null)
    .where('u.statut', '=', 'ACTIF')
    .executeTakeFirst()
  return vivant !== undefined
}

/** How many tokens of this account are worth something; suspended ones count too. */
export async function compterJetons(db: Db, utilisateurId: number, le: Date): Promise<number> {
  const { jetonDureeJours } = await findSecurite(db)
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from jeton_programme j
    where j.utilisateur_id = ${utilisateurId}::integer and j.revoque_le is null
      and ${finSql(jetonDureeJours)} > ${le}::timestamptz`.execute(db)
  return rows[0]?.nombre ?? 0
}

type JetonNeuf = {
  utilisateurId: number
  nom: string
  usages: UsageJeton[]
  structures: number[] | null
  reseaux: string[]
  creeLe: Date
  expireLe: Date
}

/** Draws a token and keeps its hash; it is given back, once. */
export async function insertJeton(db: Db, neuf: JetonNeuf): Promise<string> {
  const jeton = createJetonDeProgramme()
  const empreinte = empreinteDe(jeton)
  await db
    .insertInto('jetonProgramme')
    .values({ ...neuf, empreinte })
    .execute()
  return jeton
}

type Motif = 'TITULAIRE' | 'DIRECTION' | 'MOT_DE_PASSE' | 'BLOCAGE' | 'RESTAURATION'

const revoquer = (db: Db, motifRevocation: Motif, revoqueLe: Date) =>
  db
    .updateTable('jetonProgramme')
    .set({ revoqueLe, motifRevocation })
    .where('revoqueLe', 'is', null)

/** Revokes one token, for good. False: it was already. */
export async function revoquerUnJeton(
  db: Db,
  id: number,
  motif: Motif,
  le: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await revoquer(db, motif, le)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Revokes all that an account has, for good: nothing brings them back with it. `par`: who does it;
 * null: the operator.
 */
export async function revoquerJetonsDe(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  cible: { id: number; identifiant: string },
  { motif, par }: { motif: Motif; par: { id: number } | null },
): Promise<void> {
  const revoques = await revoquer(db, motif, maintenant)
    .where('utilisateurId', '=', cible.id)
    .returning('nom')
    .execute()
  if (revoques.length === 0) return
  const detail = { jeton: revoques.map(({ nom }) => nom) }
  await noterCompte({ db, maintenant }, par, 'JETONS_REVOQUES', { cible, detail })
}

/** Revokes all of everybody's: the base has been restored. */
export async function revoquerTousJetons(db: Db, le: Date): Promise<void> {
  await revoquer(db, 'RESTAURATION', le).execute()
}

/** A token that ends soon, and its owner. */
export type JetonAnnonce = {
  id: number
  nom: string
  expireLe: string
  nomAffichable: string
  identifiant: string
  email: string
}

/** The longest time before its end at which its owner is told; half its life where that is shorter. */
const AVANT_LA_FIN_JOURS = 15

/** The tokens whose owners are to be told that they end, and have not been. */
export async function listFinsProches(db: Db, le: Date): Promise<JetonAnnonce[]> {
  const { jetonsPermis, jetonDureeJours } = await findSecurite(db)
  if (!jetonsPermis) return []
  const fin = finSql(jetonDureeJours)
  const avant = sql`least(make_interval(hours => ${24 * AVANT_LA_FIN_JOURS}::integer),
    (${fin} - j.cree_le) / 2)`
  const { rows } = await sql<JetonAnnonce>`
    select j.id, j.nom, ${fin} as expire_le, u.nom_affichable, u.identifiant, u.email
    from jeton_programme j join utilisateur u on u.id = j.utilisateur_id
    where j.revoque_le is null and j.averti_le is null and u.statut = 'ACTIF'
      and u.email is not null and ${fin} > ${le}::timestamptz
      and ${fin} - ${avant} <= ${le}::timestamptz
    order by j.id`.execute(db)
  return rows
}

/** Notes that its owner is told; false: another process has. */
export async function updateAnnonce(db: Db, id: number, avertiLe: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jetonProgramme')
    .set({ avertiLe })
    .where('id', '=', id)
    .where('avertiLe', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
