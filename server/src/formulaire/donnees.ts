import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { FORMES_DONNEES, type FormeDonnees } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Cellule, estMarqueur } from '@releve/contract/modele/cellule.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { erreur } from '../platform/erreur.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { type Tout, toutDe } from '../platform/liste.ts'
import type { Appel, Db } from '../platform/route.ts'
import { findRecalcul } from '../tache/recalcul.sql.ts'
import { casesDe, direRecherche, TEXTES_ABSENTS } from './exporter.ts'
import { type LigneDonnees, listDonnees } from './formulaire.liste.sql.ts'
import { rechercheDe, sansFiltresVides } from './liste.ts'

// Many reports for statistics (docs/decisions/0041): headings are names that R, Python and
// spreadsheets keep; a number is a number, and what is not one stands in another column.

type Modeles = ReadonlyMap<number, ModeleCompile>

/** The headings of the long form that an import reads back. */
export const ENTETES = {
  structure: 'structure',
  modele: 'modele',
  annee: 'annee',
  mois: 'mois',
  case: 'case',
  valeur: 'valeur',
  texte: 'texte',
  manquant: 'manquant',
} as const

/** Which report a line is of. */
const FORMULAIRE: readonly Colonne<LigneDonnees>[] = [
  { entete: 'rapport', ecrire: ({ numero }) => numero },
  { entete: ENTETES.structure, ecrire: ({ structure }) => structure },
  { entete: 'structure_libelle', ecrire: ({ libelle }) => libelle },
  { entete: 'type', ecrire: ({ typeStructure }) => typeStructure },
  { entete: 'region', ecrire: ({ region }) => region },
  { entete: ENTETES.modele, ecrire: ({ modele }) => modele },
  { entete: 'version', ecrire: ({ version }) => version },
  { entete: ENTETES.annee, ecrire: ({ rang }) => periodeDe(rang).annee },
  { entete: ENTETES.mois, ecrire: ({ rang }) => MOIS.indexOf(periodeDe(rang).mois) + 1 },
  { entete: 'etat', ecrire: ({ etat }) => etat },
]

type Case = { adresse: string; cellule: Cellule; valeur: string | number | boolean | undefined }

const estManquante = ({ valeur, cellule }: Case): boolean => estMarqueur(cellule, valeur)

/** What is neither a number nor missing. */
export function texteDe(une: Case): string | null {
  const { valeur } = une
  if (typeof valeur === 'boolean') return valeur ? 'oui' : 'non'
  return typeof valeur === 'string' && !estManquante(une) ? valeur : null
}

export const nombreDe = ({ valeur }: Case) => (typeof valeur === 'number' ? valeur : null)
export const manqueDe = (une: Case) => (estManquante(une) ? String(une.valeur) : null)

type LigneLongue = LigneDonnees & { case: Case }

const LONG: readonly Colonne<LigneLongue>[] = [
  ...FORMULAIRE,
  { entete: ENTETES.case, ecrire: ({ case: une }) => une.adresse },
  { entete: 'libelle', ecrire: ({ case: une }) => une.cellule.libelle },
  { entete: 'unite', ecrire: ({ case: une }) => une.cellule.unite },
  { entete: ENTETES.valeur, ecrire: ({ case: une }) => nombreDe(une) },
  { entete: ENTETES.texte, ecrire: ({ case: une }) => texteDe(une) },
  { entete: 'texte_libelle', ecrire: ({ case: une }) => libelleDuCode(une) },
  { entete: ENTETES.manquant, ecrire: ({ case: une }) => manqueDe(une) },
]

const libelleDuCode = ({ cellule, valeur }: Case) =>
  cellule.codes?.find(({ code }) => code === valeur)?.libelle ?? null

/** One line for each cell that holds something, rows of repeating tables among them. */
function enLong(tout: Tout<LigneDonnees>, total: number, modeles: Modeles): Tout<LigneLongue> {
  const lignesDe = (ligne: LigneDonnees): LigneLongue[] => {
    const compile = modeles.get(ligne.modeleId)
    const cases = compile ? casesDe(compile, ligne.donnees) : []
    return cases.flatMap(({ valeur, ...lieu }) =>
      valeur === undefined || valeur === null ? [] : [{ ...ligne, case: { ...lieu, valeur } }],
    )
  }
  return {
    total,
    lots: (async function* () {
      // A report at a time: a lot of five hundred makes a hundred thousand lines.
      for await (const lot of tout.lots) for (const ligne of lot) yield lignesDe(ligne)
    })(),
  }
}

/** The cells of these versions, each once, in the order of the screen, the last version's first. */
export function casesConnues(modeles: Modeles): Map<string, Cellule> {
  const cases = new Map<string, Cellule>()
  for (const [, { cellules }] of [...modeles].toSorted(([a], [b]) => b - a)) {
    for (const [adresse, cellule] of cellules) if (!cases.has(adresse)) cases.set(adresse, cellule)
  }
  return cases
}

/** One line a report, one column a cell; rows of repeating tables have no column of their own. */
function enLarge(modeles: Modeles): Colonne<LigneDonnees>[] {
  const cases = [...casesConnues(modeles)].map(
    ([adresse, cellule]): Colonne<LigneDonnees> => ({
      entete: adresse,
      ecrire: ({ donnees }) => {
        const valeur = donnees[adresse]
        return typeof valeur === 'boolean' ? (valeur ? 'oui' : 'non') : (valeur ?? null)
      },
      largeur: Math.max(10, adresse.length, cellule.nature.length),
    }),
  )
  return [...FORMULAIRE, ...cases]
}

/** What the wide form leaves out: the long one has it, but for the texts. */
function absentsDuLarge(modeles: Modeles): string[] {
  const codes = [...modeles.values()].flatMap(({ tableaux }) => tableaux.map(({ code }) => code))
  const tableaux = [...new Set(codes)].join(', ')
  if (tableaux === '') return [TEXTES_ABSENTS]
  return [
    `les lignes des tableaux répétés (${tableaux}), que porte la forme longue`,
    TEXTES_ABSENTS,
  ]
}

export type Variable = { nom: string; cellule: Cellule; repete: boolean }

const DICTIONNAIRE: readonly Colonne<Variable>[] = [
  { entete: 'case', ecrire: ({ nom }) => nom },
  { entete: 'libelle', largeur: 60, ecrire: ({ cellule }) => cellule.libelle },
  { entete: 'section', ecrire: ({ cellule }) => cellule.section },
  { entete: 'nature', ecrire: ({ cellule }) => cellule.nature },
  { entete: 'unite', ecrire: ({ cellule }) => cellule.unite },
  { entete: 'decimales', ecrire: ({ cellule }) => cellule.decimales },
  { entete: 'calculee', ecrire: ({ cellule }) => (cellule.calculee ? 'oui' : 'non') },
  { entete: 'requise', ecrire: ({ cellule }) => (cellule.requis ? 'oui' : 'non') },
  { entete: 'repetee', ecrire: ({ repete }) => (repete ? 'oui' : 'non') },
  {
    entete: 'manquants',
    ecrire: ({ cellule: { nd, so, verrouillable } }) =>
      [nd && 'ND', (so || verrouillable) && 'SO'].filter(Boolean).join(', ') || null,
  },
  {
    entete: 'codes',
    largeur: 60,
    ecrire: ({ cellule }) =>
      cellule.codes?.map(({ code, libelle }) => `${code} = ${libelle}`).join('\n') ?? null,
  },
]

/** What each cell is: those of repeating tables by their column (`ACT.*.INTITULE`). */
export function variablesDe(modeles: Modeles): Variable[] {
  const simples = [...casesConnues(modeles)].map(
    ([nom, cellule]): Variable => ({ nom, cellule, repete: false }),
  )
  const repetees = new Map(
    [...modeles.values()].flatMap(({ tableaux }) =>
      tableaux.flatMap(({ code, colonnes }) =>
        colonnes.map((cellule): [string, Variable] => {
          const nom = `${code}.*.${cellule.colonne}`
          return [nom, { nom, cellule, repete: true }]
        }),
      ),
    ),
  )
  return [...simples, ...repetees.values()]
}

async function compilesDe(db: Db, ids: readonly number[]): Promise<Modeles> {
  const charges = await findModelesCompiles(db, ids)
  return new Map([...charges].map(([id, { compile }]) => [id, compile]))
}

/**
 * The values of all the reports of one model that a search finds, or what its cells are; of one
 * outside the perimeter, its last publication. @throws MODELE_A_CHOISIR, EXPORT_TROP_GRAND
 */
export async function exporterDonnees(
  appel: Appel<typeof formulaireApi.exporterDonnees>,
): Promise<FichierEcrit> {
  const { db, agent, body } = appel
  const { format, forme, ...cherchee } = body
  const [modele, autre] = body.modeles ?? []
  if (!modele || autre) throw erreur('MODELE_A_CHOISIR')
  const { recalcul } = await findRecalcul(db)
  const { tout, total, modeleIds } = await listDonnees(
    db,
    agent,
    sansFiltresVides(rechercheDe(cherchee)),
  )
  const modeles = await compilesDe(db, modeleIds)
  const nom = `donnees-${modele.toLowerCase()}-${forme.toLowerCase()}`
  const liste = { nom, titre: FORMES_DONNEES[forme], filtres: direRecherche(body), recalcul }
  const ecrire: Record<FormeDonnees, () => Promise<FichierEcrit>> = {
    LONG: () =>
      exporterListe(
        appel,
        { ...liste, colonnes: LONG, absents: [TEXTES_ABSENTS] },
        { tout: enLong(tout, total, modeles), format },
      ),
    LARGE: () => {
      const absents = absentsDuLarge(modeles)
      return exporterListe(
        appel,
        { ...liste, colonnes: enLarge(modeles), absents },
        { tout, format },
      )
    },
    DICTIONNAIRE: () =>
      exporterListe(
        appel,
        { ...liste, colonnes: DICTIONNAIRE },
        { tout: toutDe(variablesDe(modeles)), format },
      ),
  }
  return ecrire[forme]()
}
