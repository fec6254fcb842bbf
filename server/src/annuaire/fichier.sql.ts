import type { Preparation } from '@releve/contract/annuaire/fichier.api.ts'
import type { FormatAnnuaire } from '@releve/contract/annuaire/fichier.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/route.ts'
import { MUETTE } from '../platform/travail.ts'

/** Hours that a prepared file stays readable. */
const CONSERVATION = 24

const INTERROMPUE = 'La plateforme s’est arrêtée pendant la préparation. Demandez-le de nouveau.'

/** A kept file: its bytes, and what they must be. */
export type FichierGarde = { id: number; sha256: string; contenu: Buffer }

/** The file of a frozen edition, once it has been made. */
export async function findFichier(
  db: Db,
  annuaireId: number,
  format: FormatAnnuaire,
): Promise<FichierGarde | undefined> {
  return db
    .selectFrom('annuaireFichier')
    .select(['id', 'sha256', 'contenu'])
    .where('annuaireId', '=', annuaireId)
    .where('format', '=', format)
    .executeTakeFirst()
}

/** Which file is kept of a frozen edition, and its size in bytes: it is not read. */
export async function findGarde(
  db: Db,
  annuaireId: number,
  format: FormatAnnuaire,
): Promise<{ id: number; taille: number } | undefined> {
  return db
    .selectFrom('annuaireFichier')
    .select(['id', sql<number>`octet_length(contenu)`.as('taille')])
    .where('annuaireId', '=', annuaireId)
    .where('format', '=', format)
    .executeTakeFirst()
}

/** Keeps the file of a frozen edition, unless another process has just done so. */
export async function insertFichier(
  db: Db,
  nouveau: Omit<FichierGarde, 'id'> & { annuaireId: number; format: FormatAnnuaire },
): Promise<void> {
  await db
    .insertInto('annuaireFichier')
    .values(nouveau)
    .onConflict((oc) => oc.constraint('annuaire_fichier_unique').doNothing())
    .execute()
}

/** Until the transaction ends, nothing else begins for this person: he has one at a time. */
export async function verrouillerPreparations(db: Db, demandePar: number): Promise<void> {
  const cle = sql`hashtext('annuaire_preparation')`
  await sql`select pg_advisory_xact_lock(${cle}, ${demandePar}::integer)`.execute(db)
}

/** What is known of one that is done. */
type PreparationFaite = {
  etat: 'FAITE'
  fait: number
  nom: string
  taille: number
  contenu: Buffer | null
  fichierId: number | null
}

type Nouvelle = Pick<Preparation, 'annee' | 'edition' | 'format'> & { demandePar: number; le: Date }

/**
 * Writes a file to be prepared, or one that is kept already (`faite`); what was prepared the day
 * before, for anybody, goes.
 */
export async function insertPreparation(
  db: Db,
  nouvelle: Nouvelle,
  faite?: PreparationFaite,
): Promise<number> {
  const { le, ...preparation } = nouvelle
  await sql`delete from annuaire_preparation
    where cree_le < ${le}::timestamptz - make_interval(hours => ${CONSERVATION}::integer)`.execute(
    db,
  )
  const { id } = await db
    .insertInto('annuairePreparation')
    .values({ ...preparation, ...faite, creeLe: le })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Demande = { demandePar: number; maintenant: Date }

/** The last of one's own preparations, of those that are kept and meet this condition. */
async function findDerniere(
  db: Db,
  { demandePar, maintenant }: Demande,
  condition: RawBuilder<unknown>,
): Promise<Preparation | undefined> {
  const { rows } = await sql<Preparation & { muette: boolean }>`
    select id, annee, edition, format, etat, fait, total, nom, taille, raison, cree_le,
      ${MUETTE} as muette
    from annuaire_preparation where ${condition} and demande_par = ${demandePar}::integer
      and cree_le >= ${maintenant}::timestamptz
        - make_interval(hours => ${CONSERVATION}::integer)
    order by id desc limit 1`.execute(db)
  const [lue] = rows
  if (!lue) return undefined
  const { muette, ...preparation } = lue
  return muette ? { ...preparation, etat: 'ECHOUEE', raison: INTERROMPUE } : preparation
}

/** One's own preparation, while it is kept. */
export const findPreparation = (db: Db, { id, ...demande }: Demande & { id: number }) =>
  findDerniere(db, demande, sql`id = ${id}::integer`)

/** The one that is under way for this person. */
export const findEnCours = (db: Db, demande: Demande) =>
  findDerniere(db, demande, sql`etat = 'EN_COURS' and not ${MUETTE}`)

/** One that gives this kept file. */
export const findDonnee = (db: Db, demande: Demande, fichierId: number) =>
  findDerniere(db, demande, sql`etat = 'FAITE' and fichier_id = ${fichierId}::integer`)

/** The bytes of a preparation that is done: its own, or those of the kept file that it gives. */
export async function findPrepare(db: Db, id: number): Promise<Buffer | null> {
  const { rows } = await sql<{ contenu: Buffer | null }>`
    select coalesce(p.contenu, f.contenu) as contenu from annuaire_preparation p
    left join annuaire_fichier f on f.id = p.fichier_id
    where p.id = ${id}::integer and p.etat = 'FAITE'`.execute(db)
  return rows[0]?.contenu ?? null
}

/** Says how far it is; false when it is no longer wanted. */
export async function updateAvance(db: Db, id: number, fait: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update annuaire_preparation set fait = ${fait}::integer, vu_le = clock_timestamp()
    where id = ${id}::integer and etat = 'EN_COURS'`.execute(db)
  return numAffectedRows === 1n
}

type Fin = PreparationFaite | { etat: 'ECHOUEE'; raison: string } | { etat: 'ANNULEE' }

/** Ends it, unless it has ended. */
export async function updateFin(db: Db, id: number, fin: Fin): Promise<void> {
  await db
    .updateTable('annuairePreparation')
    .set(fin)
    .where('id', '=', id)
    .where('etat', '=', 'EN_COURS')
    .execute()
}
