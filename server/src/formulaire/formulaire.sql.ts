import { ETATS_RECUS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat, Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import { TexteJson } from '@releve/contract/json.ts'
import type { Controle, Donnees } from '@releve/contract/modele/modele.schema.ts'
import type { Duree } from '@releve/contract/modele/rythme.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { rouvertJusquaSql } from '../calendrier/calendrier.sql.ts'
import { findReglagesSelon, type Reglages } from '../parametre/calendrier.ts'
import { figer } from '../platform/base/fige.ts'
import type { Fragment } from '../platform/liste.ts'
import type { Db, Prefetch } from '../platform/route.ts'
import { stampOf } from '../platform/stamp.ts'
import { joindreEtatSql } from '../structure/periode.sql.ts'
import { RECALCUL_EN_COURS } from '../tache/recalcul.sql.ts'
import type { Deduites } from './deduites.ts'

/** The row of a form, as every statement gives it that reads or writes one. */
export type LigneFormulaire = {
  id: number
  numero: string
  modeleId: number
  modeleCode: string
  structureId: number
  annee: number
  mois: number
  rang: number
  etat: Etat
  version: number
  versionDiffusee: number
  donnees: string
  commentaires: Record<string, string>
  justifications: Record<string, string>
  /** By key of control, the message that was justified. */
  messagesJustifies: Record<string, string>
  structureLue: Donnees
  effectif: number | null
  entrees: number | null
  sorties: number | null
  reference: number | null
  remplissage: number
  erreurs: number
  avertissements: number
  remarquesOuvertes: number
  remarquesCorrigees: number
  /** The cells open while it is corrected; null: all. */
  casesOuvertes: string[] | null
  /** The due date that it was received with, where it was not its month's: `echeanceDuFormulaire`. */
  echeance: string | null
  soumisLe: string | null
  soumisPar: number | null
  soumisAppareil: Buffer | null
  horsDelai: boolean
  modifieLe: string
  modifiePar: string
  validePar: number | null
  valideLe: string | null
  motifRenvoi: string | null
  texteRenvoi: string | null
  /** What its computation says, pushed by whoever changes what it reads; null: of an older base. */
  resultats: string | null
  /** The values that it reads of other months, while it is open to entry. */
  environs: string | null
  deduites: Deduites | null
  /** How many times what it reads had it computed again. */
  calcul: number
}

/** The columns of `LigneFormulaire`, of a form `f` that is read or has just been written. */
export const COLONNES_FORMULAIRE = sql`f.id, f.numero, f.modele_id, f.modele_code, f.structure_id,
  f.annee, f.mois, f.rang, f.etat, f.version, f.version_diffusee, f.donnees::text as donnees,
  f.commentaires, f.justifications, f.messages_justifies, f.structure_lue, f.effectif, f.entrees,
  f.sorties, f.reference, f.remplissage, f.erreurs, f.avertissements, f.remarques_ouvertes,
  f.remarques_corrigees, f.cases_ouvertes, f.echeance, f.soumis_le, f.soumis_par,
  f.soumis_appareil, f.hors_delai, f.modifie_le, (
    select auteur.nom_affichable from utilisateur auteur where auteur.id = f.modifie_par
  ) as modifie_par, f.valide_par, f.valide_le, f.motif_renvoi, f.texte_renvoi,
  f.resultats::text as resultats, f.environs::text as environs, f.deduites, f.calcul`

/** What stands around a form: no act on it writes any of it, but remarks. */
export type Entourage = {
  /** Some results are being computed again: until then, what is kept is not to be read. */
  recalcul: boolean
  structureCode: string
  structureLibelle: string
  typeStructure: string
  region: string
  responsable: string | null
  /** The structure's figures in the form's month; copied into it while it is open. */
  structureActuelle: Donnees
  rouvertJusqua: string | null
  /** How many months it covers, ending with its own. */
  moisCouverts: Duree
  remarques: Remarque[]
  reglages: Reglages
  /** Under what stamp the code lists are those of this reading. */
  stampCodes: number
}

/** A form as every act loads it, with what the rules need beside. */
export type FormulaireCharge = Omit<LigneFormulaire, 'donnees' | 'resultats'> &
  Entourage & { donnees: TexteJson<Donnees>; resultats: TexteJson<Controle[]> | null }

/** What formulas may read of a structure, of its state `e`: `structureLisible` of the contract. */
export type ChiffresStructure = Pick<
  Structure,
  'capacite' | 'capaciteTheorique' | 'postesReference'
>
export const colonnesFiche = sql`e.capacite, e.capacite_theorique, e.postes_reference`

/** The row that loads a form, with what stands around it. */
export type LigneChargee = LigneFormulaire &
  Omit<Entourage, 'reglages' | 'structureActuelle'> &
  ChiffresStructure & {
    stampReglages: number
    /** The version that the statement saw when it began: another one means that it has waited. */
    versionVue: number
  }

const remarquesDe = sql<Remarque[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'cellule', r.cellule, 'texte', r.texte,
    'auteur', a.nom_affichable, 'le', to_char(r.le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'statut', r.statut, 'reponse', case when r.reponse is not null then jsonb_build_object(
      'texte', r.reponse, 'auteur', q.nom_affichable,
      'le', to_char(r.repondue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    ) order by r.id)
  from formulaire_remarque r join utilisateur a on a.id = r.auteur_id
  left join utilisateur q on q.id = r.repondue_par where r.formulaire_id = f.id
), '[]')`

const VERSION_VUE = sql`(select vue.version from formulaire vue where vue.id = f.id)`

/** A form by its number or its id, with what goes with it; `pourEcrire`: its row is locked. */
const ligneSql = (cle: 'numero' | 'id', pourEcrire: boolean, valeur: string | number) =>
  sql<LigneChargee>`
    select ${COLONNES_FORMULAIRE}, ${RECALCUL_EN_COURS} as recalcul,
      s.code as structure_code, s.libelle as structure_libelle, e.type_structure, e.region,
      s.responsable, ${colonnesFiche},
      ${rouvertJusquaSql(sql`f.structure_id`, sql`f.rang`)} as rouvert_jusqua,
      (select m.mois_couverts from modele m where m.id = f.modele_id) as mois_couverts,
      ${remarquesDe} as remarques, ${stampOf('PARAMETRE')} as stamp_reglages,
      ${stampOf('CODIFICATION')} as stamp_codes,
      ${pourEcrire ? VERSION_VUE : sql`f.version`} as version_vue
    from formulaire f
    join structure s on s.id = f.structure_id ${joindreEtatSql(sql`f.rang`)}
    where ${sql.ref(`f.${cle}`)} = ${valeur} ${pourEcrire ? sql`for update of f` : sql``}`

const lireLigne = (cle: 'numero' | 'id', pourEcrire: boolean) =>
  figer(({ valeur }: { valeur: string | number }) => ligneSql(cle, pourEcrire, valeur))

/** A form that a call names, read with who calls: `composeCharge` makes of it what `findFormulaire` does. */
export const PREFETCH_FORMULAIRE: Prefetch<LigneChargee, { numero: string }> = {
  ecrire: ({ numero }) => ligneSql('numero', false, numero),
}
/** The same of a form that is named by its id. */
export const PREFETCH_PAR_ID: Prefetch<LigneChargee, { id: number }> = {
  ecrire: ({ id }) => ligneSql('id', false, id),
}

const LIGNES = {
  numero: { lire: lireLigne('numero', false), ecrire: lireLigne('numero', true) },
  id: { lire: lireLigne('id', false), ecrire: lireLigne('id', true) },
}

type Cle = { numero: string } | { id: number }

/** How the row of this key is read. */
function lecteurDe(db: Db, cle: Cle) {
  const [lectures, valeur] = 'id' in cle ? [LIGNES.id, cle.id] : [LIGNES.numero, cle.numero]
  return async (pourEcrire: boolean): Promise<LigneChargee | undefined> => {
    const [ligne] = await lectures[pourEcrire ? 'ecrire' : 'lire'](db, { valeur })
    return ligne
  }
}

/**
 * Loads a form whole, by number or id. `pourEcrire` locks its row until the end of the transaction,
 * so that of two people acting at once the second sees what the first did. A statement that had to
 * wait for its lock goes on with the joined rows of before its wait, or with none: what it gives
 * then is not the row's present version, and the form is read again, now that nobody can change it.
 */
export async function findFormulaire(
  db: Db,
  cle: Cle,
  pourEcrire = false,
): Promise<FormulaireCharge | undefined> {
  const lireLa = lecteurDe(db, cle)
  let ligne = await lireLa(pourEcrire)
  if (pourEcrire && (!ligne || ligne.versionVue !== ligne.version)) {
    const condition = 'id' in cle ? sql`id = ${cle.id}` : sql`numero = ${cle.numero}`
    await sql`select id from formulaire where ${condition} for update`.execute(db)
    ligne = await lireLa(false)
  }
  return ligne && composeCharge(db, ligne)
}

/** The form as it stands now, which nobody can have taken away. */
export async function relireFormulaire(
  db: Db,
  { id }: Pick<FormulaireCharge, 'id'>,
): Promise<FormulaireCharge> {
  const lu = await findFormulaire(db, { id })
  if (!lu) throw new Error(`form ${id} vanished`)
  return lu
}

export async function composeCharge(db: Db, ligne: LigneChargee): Promise<FormulaireCharge> {
  const structureActuelle = structureLisible(ligne)
  const reglages = await findReglagesSelon(db, ligne.stampReglages)
  return composeEcrit(ligne, { ...ligne, structureActuelle, reglages })
}

/**
 * The form of a row, within what stands around it: read with it, or known to the act that has just
 * written the row. Both are what a load gives.
 */
export function composeEcrit(ligne: LigneFormulaire, autour: Entourage): FormulaireCharge {
  return {
    ...ligne,
    donnees: new TexteJson(ligne.donnees),
    resultats: ligne.resultats === null ? null : new TexteJson(ligne.resultats),
    recalcul: autour.recalcul,
    structureCode: autour.structureCode,
    structureLibelle: autour.structureLibelle,
    typeStructure: autour.typeStructure,
    region: autour.region,
    responsable: autour.responsable,
    structureActuelle: autour.structureActuelle,
    rouvertJusqua: autour.rouvertJusqua,
    moisCouverts: autour.moisCouverts,
    remarques: autour.remarques,
    reglages: autour.reglages,
    stampCodes: autour.stampCodes,
  }
}

/** A published version of a form, as anyone signed in may read it. */
export type Publication = {
  versionDiffusee: number
  modeleId: number
  donnees: TexteJson<Donnees>
  commentaires: Record<string, string>
  justifications: Record<string, string>
  structureLue: Donnees
  effectif: number | null
  diffuseLe: string
}

export async function findPublication(
  db: Db,
  formulaireId: number,
  versionDiffusee: number,
): Promise<Publication | undefined> {
  const publie = await db
    .selectFrom('formulairePublication')
    .select(sql<string>`donnees::text`.as('donnees'))
    .select([
      'versionDiffusee',
      'modeleId',
      'commentaires',
      'justifications',
      'structureLue',
      'effectif',
      'diffuseLe',
    ])
    .where('formulaireId', '=', formulaireId)
    .where('versionDiffusee', '=', versionDiffusee)
    .executeTakeFirst()
  return publie && { ...publie, donnees: new TexteJson(publie.donnees) }
}

/** Values of other forms of a structure that are wanted: all their cells, or some. */
type Besoin = { modele: string; rang: number; cellules: string[] | null }
export type ValeurDuMois = { modele: string; rang: number; couverts: Duree; donnees: Donnees }

/** The same as the statement takes them: one array per column, `cellules` as JSON texts. */
export type DemandesDeMois = { modeles: string[]; rangs: number[]; cellules: (string | null)[] }

export function composeDemandes(besoins: readonly Besoin[]): DemandesDeMois {
  return {
    modeles: besoins.map(({ modele }) => modele),
    rangs: besoins.map(({ rang }) => rang),
    cellules: besoins.map(({ cellules }) => cellules && JSON.stringify(cellules)),
  }
}

/**
 * What a form `f` says of its month to others: its present content in these states, else its last
 * published version `p`, else nothing. A statement joins `jointure`, then reads the rest.
 */
export function contenuDuMois(etats: readonly Etat[]) {
  const present = sql<boolean>`f.etat = any(${[...etats]}::text[])`
  const colonne = <T>(nom: 'donnees' | 'commentaires' | 'justifications') =>
    sql<T | null>`(case when ${present} then ${sql.ref(`f.${nom}`)} else ${sql.ref(`p.${nom}`)} end)`
  return {
    present,
    jointure: sql`left join formulaire_publication p on p.formulaire_id = f.id
      and p.version_diffusee = f.version_diffusee and not ${present}`,
    donnees: colonne<Donnees>('donnees'),
    commentaires: colonne<Record<string, string>>('commentaires'),
    justifications: colonne<Record<string, string>>('justifications'),
  }
}

const CONTENU_RECU = contenuDuMois(ETATS_RECUS)

/**
 * The value of a month (docs/conception.md, 3), for each form wanted: its current content once
 * received, else its last published version, else nothing (no row). Arrays rather than one JSON:
 * PostgreSQL then expects few rows, and goes by the index of the structure's month. It reads them
 * from a `select`, which hides how long they are: knowing it, it finds a plan for five months
 * cheaper than the one for any number, and makes that plan again at each call, which costs more
 * than running it. `|| '{}'` takes each compressed value out of its row once, where every `->`
 * would do it again.
 */
export const valeursDesMois = (structureId: Fragment, demandes: DemandesDeMois): Fragment => sql`
  select b.modele, b.rang, case when b.cellules is null then v.donnees else coalesce((
      select jsonb_object_agg(c, valeur) from jsonb_array_elements_text(b.cellules) c
      cross join lateral (select v.donnees -> c as valeur offset 0) lue where valeur is not null
    ), '{}') end as donnees,
    (select m.mois_couverts from modele m where m.id = f.modele_id) as couverts
  from unnest((select ${demandes.modeles}::text[]), (select ${demandes.rangs}::int[]),
    (select ${demandes.cellules}::jsonb[])) as b(modele, rang, cellules)
  join formulaire f on f.structure_id = ${structureId} and f.modele_code = b.modele
    and f.rang = b.rang and f.etat <> 'ANNULE'
  ${CONTENU_RECU.jointure}
  cross join lateral (select ${CONTENU_RECU.donnees} || '{}' as donnees offset 0) v
  where v.donnees is not null`

/** The values of these months of a structure: see `valeursDesMois`. */
export async function findValeursDesMois(
  db: Db,
  structureId: number,
  demandes: DemandesDeMois,
): Promise<ValeurDuMois[]> {
  if (demandes.modeles.length === 0) return []
  return lireMois(db, { structureId, ...demandes })
}

const lireMois = figer<ValeurDuMois, { structureId: number } & DemandesDeMois>(
  ({ structureId, modeles, rangs, cellules }) =>
    valeursDesMois(sql`${structureId}`, { modeles, rangs, cellules }) as RawBuilder<ValeurDuMois>,
)
