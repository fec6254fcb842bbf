import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import { type EtatExercice, ROLES_EXERCICE } from '@releve/contract/utilisateur/exercice.rules.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { type Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { sql } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import {
  cherche,
  enTout,
  type Fragment,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { estFreine } from '../session/tentative.sql.ts'
import { actionsDe } from './utilisateur.rights.ts'
import { SAISIES } from './utilisateur.sql.ts'

type Filtres = QueryOf<typeof utilisateurApi.listUtilisateurs>
type SansPage = Omit<Filtres, 'page' | 'taille'>
/** Who reads, and when: what he may do depends on both. */
type Lecture = { db: Db; agent: Agent; maintenant: Date }

/** The rule of `etatExercice`, as conditions on account `u` and its exercise `x`. */
const EXERCICE: Record<EtatExercice, Fragment> = {
  FAIT: sql`x.fait_le is not null`,
  PAS_ENCORE: sql`x.fait_le is null and u.roles && ${ROLES_EXERCICE}::text[]`,
  SANS_OBJET: sql`x.fait_le is null and not u.roles && ${ROLES_EXERCICE}::text[]`,
}

/** Whether account `u` opens by an account of a provider. */
const LIEE = sql`exists (select 1 from identite i where i.utilisateur_id = u.id)`

const TRIS = new Map<string, Fragment | Fragment[]>(
  Object.entries({
    nomAffichable: sql`u.nom_tri`,
    nom: [sql`sans_accent(u.nom)`, sql`sans_accent(u.prenoms)`],
    identifiant: sql`u.identifiant_tri`,
    email: sql`lower(u.email)`,
    fonction: sql`sans_accent(u.fonction)`,
    structure: sql`s.libelle_tri`,
    statut: sql`u.statut`,
    roles: sql`u.roles`,
    derniereConnexion: sql`u.derniere_connexion`,
    // Who is linked first, as « oui » before « non ».
    liaison: sql`not ${LIEE}`,
    // Who has done it by its day, then who has not; to whom it is nothing, last.
    exercice: [
      sql`case when ${EXERCICE.FAIT} then 0 when ${EXERCICE.PAS_ENCORE} then 1 else 2 end`,
      sql`x.fait_le`,
    ],
  }),
)

/** What a search reads, without accents: names, address, function, structure. */
const CHERCHE = [
  sql`u.identifiant_tri`,
  sql`lower(u.email)`,
  sql`lower(s.code)`,
  sql`s.libelle_tri`,
  sql`u.nom_tri`,
  ...['prenoms', 'nom', 'fonction'].map((champ) => sql`sans_accent(u.${sql.ref(champ)})`),
]

function conditionsDe(filtres: SansPage): Fragment[] {
  const { q, role, statut, structure, connexion, exercice, liaison } = filtres
  const conditions = cherche(q, ...CHERCHE)
  if (role) conditions.push(sql`${role}::text = any (u.roles)`)
  if (statut) conditions.push(sql`u.statut = ${statut}`)
  if (connexion) conditions.push(sql`(u.derniere_connexion is null) = ${connexion === 'JAMAIS'}`)
  if (liaison) conditions.push(sql`${LIEE} = ${liaison === 'LIEE'}`)
  if (exercice) conditions.push(EXERCICE[exercice])
  if (structure) {
    conditions.push(sql`(s.code = ${structure} or exists (
      select 1 from utilisateur_structure us join structure a on a.id = us.structure_id
      where us.utilisateur_id = u.id and a.code = ${structure}))`)
  }
  return conditions
}

const REF = (table: string) => sql`json_build_object('id', ${sql.ref(`${table}.id`)},
  'code', ${sql.ref(`${table}.code`)}, 'libelle', ${sql.ref(`${table}.libelle`)})`

/** An account as it is read, and what decides of its `actions`. */
type CompteListe = Omit<Utilisateur, 'actions'> & { freine: boolean; dernierDpps: boolean }

const colonnesDe = (maintenant: Date) => sql`u.id, ${SAISIES}, u.nom_affichable, u.statut,
  u.derniere_connexion, x.fait_le as exercice_le, u.version, exists (select 1 from second_facteur f
    where f.utilisateur_id = u.id and f.active_le is not null) as second_facteur,
  ${LIEE} as identite_liee,
  case when s.id is not null then ${REF('s')} end as structure,
  coalesce((
    select json_agg(${REF('a')} order by a.libelle_tri, a.id)
    from utilisateur_structure us join structure a on a.id = us.structure_id
    where us.utilisateur_id = u.id
  ), '[]') as autre_structure,
  ${estFreine(maintenant)} as freine,
  ('ROLE_DPPS' = any (u.roles) and u.statut = 'ACTIF' and not exists (
    select 1 from utilisateur d
    where d.id <> u.id and d.statut = 'ACTIF' and 'ROLE_DPPS' = any (d.roles))) as dernier_dpps`

const DEPUIS = sql`from utilisateur u left join structure s on s.id = u.structure_id
  left join exercice x on x.utilisateur_id = u.id`

const enUtilisateur =
  (agent: Agent) =>
  ({ freine, dernierDpps, ...utilisateur }: CompteListe): Utilisateur => ({
    ...utilisateur,
    actions: actionsDe(agent, { ...utilisateur, freine, dernierDpps }),
  })

const lectureDe = (maintenant: Date, filtres: SansPage): LectureEntiere => ({
  cle: sql`u.id`,
  colonnes: colonnesDe(maintenant),
  depuis: DEPUIS,
  conditions: conditionsDe(filtres),
  ordre: ordre(filtres.tri, {
    origine: 'nomAffichable',
    tris: TRIS,
    fin: sql`u.id`,
    pleins: ['nomAffichable'],
  }),
})

/** All the accounts that these filters leave, for a file. Throws `REQUETE_INVALIDE`. */
export async function listTousUtilisateurs(
  { db, agent, maintenant }: Lecture,
  filtres: SansPage,
): Promise<Tout<Utilisateur>> {
  return enTout(
    await listTout<CompteListe>(db, lectureDe(maintenant, filtres)),
    enUtilisateur(agent),
  )
}

/** Accounts that these filters leave, a page of them with the total. Throws `REQUETE_INVALIDE`. */
export async function listUtilisateurs(
  { db, agent, maintenant }: Lecture,
  filtres: Filtres,
): Promise<Liste<Utilisateur>> {
  const lecture = lectureDe(maintenant, filtres)
  const { elements, ...reste } = await listPage<CompteListe>(db, lecture, filtres, 'exact')
  return { ...reste, elements: elements.map(enUtilisateur(agent)) }
}

/** One account, if there is one. */
export async function findUtilisateur(
  { db, agent, maintenant }: Lecture,
  id: number,
): Promise<Utilisateur | undefined> {
  const { rows } = await sql<CompteListe>`select ${colonnesDe(maintenant)} ${DEPUIS}
    where u.id = ${id}::integer`.execute(db)
  return rows[0] && enUtilisateur(agent)(rows[0])
}

/** One account as an act has left it. */
export async function findUtilisateurEcrit(lecture: Lecture, id: number): Promise<Utilisateur> {
  const utilisateur = await findUtilisateur(lecture, id)
  if (!utilisateur) throw new Error(`account ${id} vanished within its own transaction`)
  return utilisateur
}
