import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type RawBuilder, sql as texte } from 'kysely'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { estFreine } from '../session/tentative.sql.ts'
import { actionsDe } from './utilisateur.rights.ts'

type Condition = RawBuilder<unknown>
export type FiltresUtilisateurs = Omit<
  QueryOf<typeof utilisateurApi.listUtilisateurs>,
  'page' | 'taille'
>
/** Who reads, and when: what he may do depends on both. */
type Lecture = { sql: Sql; agent: Agent; maintenant: Date }

const TRIS = new Map<string, Condition[]>(
  Object.entries({
    nomAffichable: [texte`sans_accent(u.nom_affichable)`],
    nom: [texte`sans_accent(u.nom)`, texte`sans_accent(u.prenoms)`],
    identifiant: [texte`u.identifiant_tri`],
    email: [texte`lower(u.email)`],
    fonction: [texte`sans_accent(u.fonction)`],
    structure: [texte`s.libelle_tri`],
    statut: [texte`u.statut`],
    roles: [texte`u.roles`],
    derniereConnexion: [texte`u.derniere_connexion`],
  }),
)

/** What is empty comes last, whichever way one sorts. */
function ordreDe(tri = 'nomAffichable'): Condition {
  const champ = tri.replace(/^-/, '')
  const colonnes = TRIS.get(champ)
  if (colonnes) {
    const sens = texte.raw(tri.startsWith('-') ? 'desc nulls last' : 'asc nulls last')
    return texte.join([...colonnes.map((colonne) => texte`${colonne} ${sens}`), texte`u.id`])
  }
  const libelle = `On ne peut pas trier par «\u00A0${champ}\u00A0».`
  throw erreur(
    'REQUETE_INVALIDE',
    {},
    { details: [{ chemin: 'query.tri', code: 'TRI_INCONNU', libelle }] },
  )
}

/** What a search reads, without accents: names, address, function, structure. */
const CHERCHE = texte`concat_ws(' ', u.identifiant_tri, lower(u.email), lower(s.code),
  s.libelle_tri, sans_accent(concat_ws(' ', u.nom_affichable, u.prenoms, u.nom, u.fonction)))`

function conditionDe({ q, role, statut, structure }: FiltresUtilisateurs): Condition {
  const conditions: Condition[] = [texte`true`]
  if (role) conditions.push(texte`${role}::text = any (u.roles)`)
  if (statut) conditions.push(texte`u.statut = ${statut}`)
  if (structure) {
    conditions.push(texte`(s.code = ${structure} or exists (
      select 1 from utilisateur_structure us join structure a on a.id = us.structure_id
      where us.utilisateur_id = u.id and a.code = ${structure}))`)
  }
  for (const mot of q?.split(/\s+/).filter(Boolean) ?? []) {
    conditions.push(texte`position(sans_accent(${mot}) in ${CHERCHE}) > 0`)
  }
  return texte.join(conditions, texte` and `)
}

const REF = (table: string) => texte`json_build_object('id', ${texte.ref(`${table}.id`)},
  'code', ${texte.ref(`${table}.code`)}, 'libelle', ${texte.ref(`${table}.libelle`)})`

/** An account as it is read, and what decides of its `actions`. */
type Lue = Omit<Utilisateur, 'actions'> & { freine: boolean; dernierDpps: boolean }

const colonnesDe = (maintenant: Date) => texte`u.id, u.identifiant, u.nom, u.prenoms,
  u.nom_affichable, u.email, u.telephone, u.fonction, u.roles, u.statut, u.derniere_connexion,
  u.version, exists (select 1 from second_facteur f
    where f.utilisateur_id = u.id and f.active_le is not null) as second_facteur,
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

const DEPUIS = texte`from utilisateur u left join structure s on s.id = u.structure_id`

const enUtilisateur =
  (agent: Agent) =>
  ({ freine, dernierDpps, ...utilisateur }: Lue): Utilisateur => ({
    ...utilisateur,
    actions: actionsDe(agent, { ...utilisateur, freine, dernierDpps }),
  })

/** Accounts that these filters leave; all of them without `page`. Throws `REQUETE_INVALIDE`. */
export async function findUtilisateurs(
  { sql, agent, maintenant }: Lecture,
  filtres: FiltresUtilisateurs,
  page?: { page: number; taille: number },
): Promise<Utilisateur[]> {
  const limite = page
    ? texte`limit ${page.taille}::bigint offset ${(page.page - 1) * page.taille}::bigint`
    : texte``
  const { rows } = await texte<Lue>`select ${colonnesDe(maintenant)} ${DEPUIS}
    where ${conditionDe(filtres)} order by ${ordreDe(filtres.tri)} ${limite}`.execute(sql)
  return rows.map(enUtilisateur(agent))
}

/** The same, a page of them with the total. */
export async function listUtilisateurs(
  lecture: Lecture,
  { page, taille, ...filtres }: QueryOf<typeof utilisateurApi.listUtilisateurs>,
): Promise<Liste<Utilisateur>> {
  const elements = await findUtilisateurs(lecture, filtres, { page, taille })
  const { rows } = await texte<{ total: number }>`
    select count(*) as total ${DEPUIS} where ${conditionDe(filtres)}`.execute(lecture.sql)
  return { elements, total: rows[0]?.total ?? 0, page, taille }
}

/** One account. Throws `UTILISATEUR_INTROUVABLE`. */
export async function findUtilisateur(
  { sql, agent, maintenant }: Lecture,
  id: number,
): Promise<Utilisateur> {
  const { rows } = await texte<Lue>`select ${colonnesDe(maintenant)} ${DEPUIS}
    where u.id = ${id}::integer`.execute(sql)
  if (!rows[0]) throw erreur('UTILISATEUR_INTROUVABLE')
  return enUtilisateur(agent)(rows[0])
}
