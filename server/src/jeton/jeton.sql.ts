import type { jetonApi } from '@releve/contract/jeton/jeton.api.ts'
import type { Jeton, JetonSuivi } from '@releve/contract/jeton/jeton.schema.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { Securite } from '@releve/contract/parametre/securite.api.ts'
import { sql } from 'kysely'
import { findSecurite } from '../parametre/parametre.sql.ts'
import {
  cherche,
  type LectureEntiere,
  listPage,
  listTout,
  ordre,
  type Tout,
} from '../platform/liste.ts'
import type { Db } from '../platform/route.ts'
import { finSql } from '../session/programme.sql.ts'

type Reglages = Pick<Securite, 'jetonsPermis' | 'jetonDureeJours'>

const etatSql = ({ jetonsPermis, jetonDureeJours }: Reglages, le: Date) => sql`case
  when j.revoque_le is not null then 'REVOQUE'
  when ${finSql(jetonDureeJours)} <= ${le}::timestamptz then 'EXPIRE'
  when not ${jetonsPermis}::boolean then 'SUSPENDU'
  else 'VALABLE' end`

const colonnes = (reglages: Reglages, le: Date) => sql`j.id, j.nom, j.usages,
  case when j.structures is not null then coalesce((
    select json_agg(json_build_object('id', s.id, 'code', s.code, 'libelle', s.libelle)
      order by s.libelle_tri, s.id)
    from structure s where s.id = any (j.structures)), '[]') end as structures,
  j.reseaux, j.cree_le, ${finSql(reglages.jetonDureeJours)} as expire_le, j.utilise_le,
  j.utilise_depuis, j.revoque_le, ${etatSql(reglages, le)} as etat`

const PROPRIETAIRE = sql`json_build_object('id', u.id, 'identifiant', u.identifiant,
  'nomAffichable', u.nom_affichable) as utilisateur`

const DEPUIS = sql`from jeton_programme j join utilisateur u on u.id = j.utilisateur_id`

/** Days for which a token that is over stays among its owner's. */
const RESTE_JOURS = 30

/** One's own: those that are worth something, and those over for thirty days at most. */
export async function listMesJetons(db: Db, utilisateurId: number, le: Date): Promise<Jeton[]> {
  const reglages = await findSecurite(db)
  const { rows } = await sql<Jeton>`
    select ${colonnes(reglages, le)} from jeton_programme j
    where j.utilisateur_id = ${utilisateurId}::integer
      and least(j.revoque_le, ${finSql(reglages.jetonDureeJours)})
        > ${le}::timestamptz - make_interval(days => ${RESTE_JOURS}::integer)
    order by j.revoque_le is not null, j.id desc`.execute(db)
  return rows
}

/** A token by its number, and whose it is. */
export async function findJeton(db: Db, id: number) {
  return db
    .selectFrom('jetonProgramme as j')
    .innerJoin('utilisateur as u', 'u.id', 'j.utilisateurId')
    .select(['j.id', 'j.nom', 'j.utilisateurId', 'u.identifiant'])
    .where('j.id', '=', id)
    .executeTakeFirst()
}

type Filtres = Omit<QueryOf<typeof jetonApi.listJetons>, 'page' | 'taille'>

async function lectureDe(
  db: Db,
  { etat = [], q, tri }: Filtres,
  le: Date,
): Promise<LectureEntiere> {
  const reglages = await findSecurite(db)
  const fin = finSql(reglages.jetonDureeJours)
  const conditions = cherche(
    q,
    sql`sans_accent(j.nom || ' ' || u.identifiant || ' ' || u.nom_affichable)`,
  )
  if (etat.length > 0) conditions.push(sql`${etatSql(reglages, le)} = any (${etat}::text[])`)
  return {
    cle: sql`j.id`,
    colonnes: sql`${colonnes(reglages, le)}, ${PROPRIETAIRE}`,
    depuis: DEPUIS,
    conditions,
    ordre: ordre(tri, {
      origine: '-creeLe',
      tris: new Map([
        ['nom', sql`sans_accent(j.nom)`],
        ['utilisateur', sql`sans_accent(u.nom_affichable)`],
        ['creeLe', sql`j.cree_le`],
        ['expireLe', fin],
        ['utiliseLe', sql`j.utilise_le`],
      ]),
      fin: sql`j.id desc`,
    }),
  }
}

/** A page of everybody's tokens, the latest first unless told, with their total. */
export async function listJetons(
  db: Db,
  query: QueryOf<typeof jetonApi.listJetons>,
  le: Date,
): Promise<Liste<JetonSuivi>> {
  return listPage(db, await lectureDe(db, query, le), query, 'exact')
}

/** All that these filters leave, for a file. */
export async function listTousJetons(
  db: Db,
  filtres: Filtres,
  le: Date,
): Promise<Tout<JetonSuivi>> {
  return listTout(db, await lectureDe(db, filtres, le))
}
