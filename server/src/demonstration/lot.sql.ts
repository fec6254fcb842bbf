import type { Champ } from '@releve/contract/champ.ts'
import { estParCle } from '@releve/contract/champs.ts'
import type { CelluleModifiee, Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { CodesTenus } from '@releve/contract/modele/codes.ts'
import type { Contexte, Controle, Donnees } from '@releve/contract/modele/modele.schema.ts'
import { CHAMPS_DATES, CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import { sql } from 'kysely'
import type { StructureSemee } from '../../seed/structures/structure.ts'
import type { Db } from '../platform/route.ts'
import { type EtatDate, ecrireTranches, type Ids, SANS_FIN } from '../structure/periode.sql.ts'
import { pointFocalDe } from './comptes.ts'

/** A structure of the base, the account that reports for it, and whose forms it has. */
export type Poste = {
  structureId: number
  code: string
  auteurId: number
  /** Structures of the same `souche` have the same forms, computed once. */
  souche: number
}

/** The id of an account, or null: that of the structure whose form it is. */
type Agent = number | null

/** An act in the life of a form. */
export type LigneHistorique = {
  version: number
  le: string
  agentId: Agent
  action: string
  de: Etat | null
  vers: Etat
  motif: string | null
  texte: string | null
  cellules: CelluleModifiee[]
}

/** A publication; without `donnees`, the form's own content was published. */
export type LignePublication = {
  versionDiffusee: number
  donnees: Donnees | null
  diffuseLe: string
  diffusePar: Agent
}

type LigneRemarque = { cellule: string; texte: string; auteurId: Agent; le: string }

/** A form of every structure of its `souche`, and what belongs to it; dates in ISO 8601. */
export type FormulaireVecu = {
  souche: number
  modeleId: number
  modeleCode: string
  annee: number
  mois: number
  etat: Etat
  version: number
  versionDiffusee: number
  donnees: Donnees
  codes: CodesTenus
  justifications: Record<string, string>
  structureLue: Donnees
  effectif: number | null
  entrees: number | null
  sorties: number | null
  reference: number | null
  publieEffectif: number | null
  publieEntrees: number | null
  publieSorties: number | null
  publieReference: number | null
  remplissage: number
  erreurs: number
  avertissements: number
  remarquesOuvertes: number
  soumisLe: string | null
  soumisPar: Agent
  horsDelai: boolean
  creeLe: string
  modifieLe: string
  modifiePar: Agent
  validePar: Agent
  valideLe: string | null
  renvoye: boolean
  motifRenvoi: string | null
  texteRenvoi: string | null
  resultats: Controle[]
  environs: Contexte['autres'] | null
  historique: LigneHistorique[]
  publications: LignePublication[]
  remarques: LigneRemarque[]
}

/** The highest id of a structure: the next ones may be numbered from it. */
export async function findDerniereStructure(db: Db): Promise<number> {
  const ligne = await db
    .selectFrom('structure')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return ligne?.id ?? 0
}

/**
 * What a row of JSON gives to a table, whose columns bear the same names: said once, with their
 * types, for what is written, what is taken, and how the JSON is read. `vaut`: where the row alone
 * does not say.
 */
function rangee(
  types: Readonly<Record<string, string>>,
  vaut: Readonly<Record<string, string>> = {},
) {
  const cles = Object.entries(types)
  const enColonne = (cle: string) => cle.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
  return {
    colonnes: sql.raw(cles.map(([cle]) => enColonne(cle)).join(', ')),
    valeurs: sql.raw(cles.map(([cle]) => vaut[cle] ?? `l."${cle}"`).join(', ')),
    lecture: sql.raw(cles.map(([cle, type]) => `"${cle}" ${type}`).join(', ')),
  }
}

/** What holds a field in the base, by its kind. */
function typeDe(champ: Champ): string {
  if (estParCle(champ)) return 'jsonb'
  if (champ.sorte === 'nombre') return champ.entier ? 'int' : 'double precision'
  return champ.sorte === 'jour' ? 'date' : 'text'
}

/** Where a structure stood up to a month, this one included, as a rank. */
export type EtatAnterieur = { jusqua: number; region: string; parent: string | null }

/** A structure to create. */
export type AInserer = { structure: StructureSemee; souche: number; avant?: EtatAnterieur }

/** Its code is that of a row to be joined. */
const AILLEURS: readonly string[] = ['parent']
const DATES: readonly string[] = CHAMPS_DATES

const rangeeDe = (estDe: (nom: string) => boolean) =>
  rangee(
    Object.fromEntries(
      Object.entries(CHAMPS_STRUCTURE)
        .filter(([nom]) => !AILLEURS.includes(nom) && estDe(nom))
        .map(([nom, champ]) => [nom, nom === 'modeles' ? 'text[]' : typeDe(champ)]),
    ),
  )
const STRUCTURE = rangeeDe((nom) => !DATES.includes(nom))
const PERIODE = rangeeDe((nom) => DATES.includes(nom))

/** Structures written in one statement. */
const PAR_VAGUE = 1_000

/** In their order, never a structure in the same statement as its parent. */
function* vaguesDe<Membre extends { structure: StructureSemee }>(
  membres: readonly Membre[],
): Generator<Membre[]> {
  let vague: Membre[] = []
  const codes = new Set<string | null>()
  for (const membre of membres) {
    if (vague.length === PAR_VAGUE || codes.has(membre.structure.parent)) {
      yield vague
      vague = []
      codes.clear()
    }
    vague.push(membre)
    codes.add(membre.structure.code)
  }
  if (vague.length > 0) yield vague
}

async function insertStructures(
  db: Db,
  structures: readonly StructureSemee[],
): Promise<Map<string, number>> {
  const lignes = structures.map((structure, place) => ({ ...structure, place }))
  const { rows } = await sql<{ id: number; code: string }>`
    with l as materialized (
      select * from json_to_recordset(${JSON.stringify(lignes)}::json)
        as l(place int, parent text, ${STRUCTURE.lecture}, ${PERIODE.lecture})
    ), nouvelles as (
      insert into structure (${STRUCTURE.colonnes})
      select ${STRUCTURE.valeurs} from l order by l.place
      returning id, code
    ), datees as (
      insert into structure_periode (structure_id, du, parent_id, ${PERIODE.colonnes})
      select n.id, 0, p.id, ${PERIODE.valeurs}
      from l join nouvelles n using (code) left join structure p on p.code = l.parent
    )
    select id, code from nouvelles`.execute(db)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

async function insertVague(
  db: Db,
  membres: readonly AInserer[],
  empreinte: string,
): Promise<Poste[]> {
  const structures = membres.map(({ structure }) => structure)
  const ids = await insertStructures(db, structures)
  const idDe = (code: string) => ids.get(code) ?? 0
  const comptes = await db
    .insertInto('utilisateur')
    .values(structures.map((s) => pointFocalDe(s, idDe(s.code), empreinte)))
    .returning(['id', 'structureId'])
    .execute()
  const auteurs = new Map(comptes.map(({ id, structureId }) => [structureId, id]))
  return membres.map(({ structure: { code }, souche }) => {
    const structureId = idDe(code)
    return { structureId, code, souche, auteurId: auteurs.get(structureId) ?? 0 }
  })
}

/** Writes what was true before of those that have a past. */
async function ecrireAnterieures(db: Db, membres: readonly AInserer[], ids: Ids): Promise<void> {
  for (const { structure, avant } of membres) {
    const id = ids.get(structure.code)
    if (!avant || id === undefined) continue
    const { jusqua, ...ailleurs } = avant
    const etat: EtatDate = Object.fromEntries(
      CHAMPS_DATES.map((champ) => [champ, structure[champ]]),
    ) as EtatDate
    const tranches = [
      { ...etat, ...ailleurs, du: 0, au: jusqua },
      { ...etat, du: jusqua + 1, au: SANS_FIN },
    ]
    await ecrireTranches(db, id, tranches, ids)
  }
}

/**
 * Creates structures, parents before those below them, and an account for each with the password of
 * that hash; answers them in the same order.
 */
export async function insertPostes(
  db: Db,
  membres: readonly AInserer[],
  empreinte: string,
): Promise<Poste[]> {
  const postes: Poste[] = []
  for (const vague of vaguesDe(membres)) postes.push(...(await insertVague(db, vague, empreinte)))
  await ecrireAnterieures(
    db,
    membres,
    new Map(postes.map(({ code, structureId }) => [code, structureId])),
  )
  return postes
}

/** The structures as a relation `p`, to be joined to what is written for each of their `souche`. */
function postesSql(postes: readonly Poste[]) {
  return sql`json_to_recordset(${JSON.stringify(postes)}::json)
    as p("structureId" int, code text, "auteurId" int, souche int)`
}

const CONTENU = rangee(
  {
    modeleId: 'int',
    modeleCode: 'text',
    annee: 'int',
    mois: 'int',
    etat: 'text',
    version: 'int',
    versionDiffusee: 'int',
    donnees: 'jsonb',
    codes: 'jsonb',
    justifications: 'jsonb',
    structureLue: 'jsonb',
    effectif: 'double precision',
    entrees: 'double precision',
    sorties: 'double precision',
    reference: 'double precision',
    publieEffectif: 'double precision',
    publieEntrees: 'double precision',
    publieSorties: 'double precision',
    publieReference: 'double precision',
    remplissage: 'real',
    erreurs: 'int',
    avertissements: 'int',
    remarquesOuvertes: 'int',
    soumisLe: 'timestamptz',
    soumisPar: 'int',
    horsDelai: 'boolean',
    creeLe: 'timestamptz',
    modifieLe: 'timestamptz',
    modifiePar: 'int',
    validePar: 'int',
    valideLe: 'timestamptz',
    renvoye: 'boolean',
    motifRenvoi: 'text',
    texteRenvoi: 'text',
    resultats: 'json',
    environs: 'json',
  } satisfies Record<
    keyof Omit<FormulaireVecu, 'souche' | 'historique' | 'publications' | 'remarques'>,
    string
  >,
  {
    modifiePar: 'coalesce(l."modifiePar", p."auteurId")',
    soumisPar: 'case when l."soumisLe" is not null then coalesce(l."soumisPar", p."auteurId") end',
  },
)

async function insertContenus(
  db: Db,
  formulaires: readonly FormulaireVecu[],
  postes: readonly Poste[],
): Promise<number> {
  const lignes = formulaires.map(
    (
      { historique: _historique, publications: _publications, remarques: _remarques, ...ligne },
      place,
    ) => ({
      ...ligne,
      place,
    }),
  )
  const { numAffectedRows } = await sql`
    insert into formulaire (structure_id, numero, ${CONTENU.colonnes})
    select p."structureId",
      l."modeleCode" || '-' || p.code || '-' || l.annee || lpad(l.mois::text, 2, '0'),
      ${CONTENU.valeurs}
    from json_to_recordset(${JSON.stringify(lignes)}::json)
      as l(place int, souche int, ${CONTENU.lecture})
    join ${postesSql(postes)} using (souche)
    order by l.place, p."structureId"`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** What belongs to forms, each row with what names its form in every structure of the `souche`. */
function appartenances(
  formulaires: readonly FormulaireVecu[],
  lignesDe: (formulaire: FormulaireVecu) => readonly object[],
): string {
  const lignes = formulaires.flatMap((formulaire) => {
    const { souche, modeleCode, annee, mois } = formulaire
    const rang = annee * 12 + mois - 1
    return lignesDe(formulaire).map((ligne) => ({ souche, modeleCode, rang, ...ligne }))
  })
  return JSON.stringify(lignes)
}

/** How the above is read, before what each row says itself. */
const APPARTENANCE = sql.raw('souche int, "modeleCode" text, rang int')

/** From a row `l` of the above to the form `f` of each structure `p`. */
function joindreFormulaires(postes: readonly Poste[]) {
  return sql`join ${postesSql(postes)} using (souche)
    join formulaire f on f.structure_id = p."structureId" and f.modele_code = l."modeleCode"
      and f.rang = l.rang`
}

const HISTORIQUE = rangee(
  {
    version: 'int',
    le: 'timestamptz',
    agentId: 'int',
    action: 'text',
    de: 'text',
    vers: 'text',
    motif: 'text',
    texte: 'text',
    cellules: 'json',
  } satisfies Record<keyof LigneHistorique, string>,
  { agentId: 'coalesce(l."agentId", p."auteurId")' },
)

async function insertHistorique(
  db: Db,
  formulaires: readonly FormulaireVecu[],
  postes: readonly Poste[],
): Promise<void> {
  const lignes = appartenances(formulaires, ({ historique }) => historique)
  await sql`
    insert into formulaire_historique (formulaire_id, ${HISTORIQUE.colonnes})
    select f.id, ${HISTORIQUE.valeurs}
    from json_to_recordset(${lignes}::json) as l(${APPARTENANCE}, ${HISTORIQUE.lecture})
    ${joindreFormulaires(postes)}
    order by l.le, f.numero, l.version`.execute(db)
}

const PUBLICATION = rangee(
  {
    versionDiffusee: 'int',
    donnees: 'jsonb',
    diffuseLe: 'timestamptz',
    diffusePar: 'int',
  } satisfies Record<keyof LignePublication, string>,
  {
    donnees: 'coalesce(l.donnees, f.donnees)',
    diffusePar: 'coalesce(l."diffusePar", p."auteurId")',
  },
)

/** What a publication keeps of its form as it is. */
const REPRIS = ['modele_id', 'commentaires', 'justifications', 'structure_lue', 'effectif']

async function insertPublications(
  db: Db,
  formulaires: readonly FormulaireVecu[],
  postes: readonly Poste[],
): Promise<void> {
  const lignes = appartenances(formulaires, ({ publications }) => publications)
  await sql`
    insert into formulaire_publication (formulaire_id, ${sql.raw(REPRIS.join(', '))},
      ${PUBLICATION.colonnes})
    select f.id, ${sql.raw(REPRIS.map((colonne) => `f.${colonne}`).join(', '))},
      ${PUBLICATION.valeurs}
    from json_to_recordset(${lignes}::json) as l(${APPARTENANCE}, ${PUBLICATION.lecture})
    ${joindreFormulaires(postes)}`.execute(db)
}

const REMARQUE = rangee(
  {
    cellule: 'text',
    texte: 'text',
    auteurId: 'int',
    le: 'timestamptz',
  } satisfies Record<keyof LigneRemarque, string>,
  { auteurId: 'coalesce(l."auteurId", p."auteurId")' },
)

async function insertRemarques(
  db: Db,
  formulaires: readonly FormulaireVecu[],
  postes: readonly Poste[],
): Promise<void> {
  const lignes = appartenances(formulaires, ({ remarques }) => remarques)
  await sql`
    insert into formulaire_remarque (formulaire_id, ${REMARQUE.colonnes})
    select f.id, ${REMARQUE.valeurs}
    from json_to_recordset(${lignes}::json) as l(${APPARTENANCE}, ${REMARQUE.lecture})
    ${joindreFormulaires(postes)}`.execute(db)
}

/** Forms sent to the base in one statement: a few megabytes. */
const PAR_ORDRE = 200

/**
 * Writes forms, oldest first, with what belongs to them, for each structure of their `souche`.
 * Answers how many were written. `parOrdre`: fewer at once take less memory, and more time.
 */
export async function insertFormulaires(
  db: Db,
  formulaires: readonly FormulaireVecu[],
  postes: readonly Poste[],
  parOrdre = PAR_ORDRE,
): Promise<number> {
  let ecrits = 0
  const anciens = formulaires.toSorted((a, b) => (a.creeLe < b.creeLe ? -1 : 1))
  for (let debut = 0; debut < anciens.length; debut += parOrdre) {
    const tranche = anciens.slice(debut, debut + parOrdre)
    ecrits += await insertContenus(db, tranche, postes)
    await insertHistorique(db, tranche, postes)
    await insertPublications(db, tranche, postes)
    await insertRemarques(db, tranche, postes)
  }
  return ecrits
}

/** Tells the planner what the tables have become. */
export async function analyser(db: Db): Promise<void> {
  await sql`analyze structure, structure_periode, utilisateur, formulaire, formulaire_publication,
    formulaire_historique`.execute(db)
}
