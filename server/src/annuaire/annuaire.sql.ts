import type {
  Annuaire,
  EditionAnnuaire,
  EtatAnnuaire,
  NatureErratum,
  Preuve,
  TableauMasque,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import type { AnnuairePublie } from '@releve/contract/systeme/systeme.api.ts'
import { sql } from 'kysely'
import { insertEditionPubliee } from '../document/document.sql.ts'
import type { Db } from '../platform/route.ts'
import type { ChiffresLus } from './composer.ts'
import type { FormulesDuTableau } from './resoudre.ts'
import type { Attente } from './retenus.sql.ts'

/** What an annuaire says, without what its edition is called and where it stands. */
export type Contenu = Omit<
  Annuaire,
  | 'annee'
  | 'edition'
  | 'etat'
  | 'version'
  | 'titre'
  | 'avantPropos'
  | 'provisoire'
  | 'soumisInclus'
  | 'arreteLe'
  | 'publieLe'
  | 'preuve'
  | 'masques'
  | 'sommaire'
  | 'actions'
>

/** What a frozen edition was made from: never sent as it is, secrets are in it. */
export type Coulisses = {
  valeurs: [string, number][]
  caches: string[]
  formules: FormulesDuTableau[]
  /** What was expected then of the structures that averages are made of. */
  attentes?: Attente[]
  /** Figures of the chapters that it leaves out: the year after is compared with them all the same. */
  omis?: ChiffresLus
  /** What would help the tables that it hides more than half. */
  masques?: TableauMasque[]
}

export type Edition = {
  id: number
  annee: number
  edition: number
  etat: EtatAnnuaire
  version: number
  titre: string
  avantPropos: string
  introductions: Record<string, string>
  /** Codes of the chapters that it leaves out. */
  chapitresOmis: string[]
  nature: NatureErratum | null
  correction: string | null
  preuve: Preuve | null
  arreteLe: string | null
  publieLe: string | null
}

/** The most recent annuaire that is published, in its last published edition; null for none. */
export async function findDernierPublie(db: Db): Promise<AnnuairePublie | null> {
  const ligne = await db
    .selectFrom('annuaire')
    .select(['annee', 'edition', 'titre', 'publieLe', 'chiffres'])
    .where('etat', '=', 'PUBLIE')
    .orderBy('annee', 'desc')
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst()
  // `annuaire_publie_date`: what is published has its date.
  return ligne?.publieLe ? { ...ligne, publieLe: ligne.publieLe } : null
}

/** Every edition, the latest year and edition first; those that are published only, or all. */
export function listEditions(db: Db, publiees: boolean): Promise<EditionAnnuaire[]> {
  return db
    .selectFrom('annuaire')
    .select(['annee', 'edition', 'etat', 'titre', 'version', 'arreteLe', 'publieLe', 'nature'])
    .$if(publiees, (requete) => requete.where('etat', '=', 'PUBLIE'))
    .orderBy('annee', 'desc')
    .orderBy('edition', 'desc')
    .execute()
}

type EditionVoulue = {
  annee: number
  edition?: number | undefined
  etats?: readonly EtatAnnuaire[]
}

/** An edition of a year in one of these states: this one, or the last. */
export function findEdition(
  db: Db,
  { annee, edition, etats }: EditionVoulue,
): Promise<Edition | undefined> {
  return db
    .selectFrom('annuaire')
    .select(['id', 'annee', 'edition', 'etat', 'version', 'titre', 'avantPropos'])
    .select(['introductions', 'chapitresOmis', 'nature', 'correction', 'preuve'])
    .select(['arreteLe', 'publieLe'])
    .where('annee', '=', annee)
    .$if(edition !== undefined, (requete) => requete.where('edition', '=', edition ?? 0))
    .$if(etats !== undefined, (requete) => requete.where('etat', 'in', etats ?? []))
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What a frozen edition says; null for one that is not, or that an older version published. */
export async function findContenu(db: Db, id: number): Promise<Contenu | null> {
  const { rows } = await sql<{ contenu: Contenu | null }>`
    select contenu from annuaire where id = ${id}::integer`.execute(db)
  return rows[0]?.contenu ?? null
}

export async function findCoulisses(db: Db, id: number): Promise<Coulisses | null> {
  const { rows } = await sql<{ coulisses: Coulisses | null }>`
    select coulisses from annuaire where id = ${id}::integer`.execute(db)
  return rows[0]?.coulisses ?? null
}

/** What would help the tables that a frozen edition hides more than half; undefined: an older one. */
export async function findMasques(db: Db, id: number): Promise<TableauMasque[] | undefined> {
  const { rows } = await sql<{ masques: TableauMasque[] | null }>`
    select coulisses -> 'masques' as masques from annuaire where id = ${id}::integer`.execute(db)
  return rows[0]?.masques ?? undefined
}

/** One writer of annuaires at a time. */
export async function verrouillerAnnuaires(db: Db): Promise<void> {
  await sql`lock table annuaire in share row exclusive mode`.execute(db)
}

type Textes = Pick<Edition, 'titre' | 'avantPropos' | 'introductions' | 'chapitresOmis'>

export async function insertEdition(
  db: Db,
  nouvelle: Textes & Pick<Edition, 'annee' | 'edition' | 'nature' | 'correction'>,
): Promise<number> {
  const { introductions, ...reste } = nouvelle
  const { id } = await db
    .insertInto('annuaire')
    .values({ ...reste, introductions: JSON.stringify(introductions) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes the texts of an edition that is not frozen. */
export async function updateTextes(db: Db, id: number, textes: Textes): Promise<void> {
  await db
    .updateTable('annuaire')
    .set({ ...textes, introductions: JSON.stringify(textes.introductions) })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

type Arret = {
  contenu: Contenu
  coulisses: Coulisses
  preuve: Preuve
  chiffres: AnnuairePublie['chiffres']
  le: Date
}

/** Freezes an edition: what it says, and what it was made from. */
export async function updateArret(db: Db, id: number, arret: Arret): Promise<void> {
  const { contenu, coulisses, preuve, chiffres, le } = arret
  await sql`update annuaire set etat = 'ARRETE', version = version + 1,
      contenu = ${JSON.stringify(contenu)}::json, coulisses = ${JSON.stringify(coulisses)}::json,
      chiffres = ${JSON.stringify(chiffres)}::jsonb, preuve = ${JSON.stringify(preuve)}::jsonb,
      arrete_le = ${le}
    where id = ${id}::integer`.execute(db)
}

/** Publishes an edition, which stands in the library from then on. `par`: null for nobody's act. */
export async function updatePublication(
  db: Db,
  { id, annee, edition }: Pick<Edition, 'id' | 'annee' | 'edition'>,
  { le, par }: { le: Date; par: number | null },
): Promise<void> {
  await sql`update annuaire set etat = 'PUBLIE', version = version + 1, publie_le = ${le}
    where id = ${id}::integer`.execute(db)
  await insertEditionPubliee(db, { annuaireId: id, annee, edition, le, par })
}
