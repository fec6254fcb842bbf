import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { estAttendu, moisDuMasque } from '@releve/contract/modele/rythme.ts'
import { avecDe, libellePeriode, periodeDIso } from '@releve/contract/mois.ts'
import type { ChampDate } from '@releve/contract/structure/structure.champs.ts'
import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { findTousReglages, valeursDe } from '../parametre/parametre.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { direAnnee } from './composer.ts'
import { adressesComptees, SANS_CODE, type TableauRepete, TOUTES_LES_LIGNES } from './cube.ts'
import {
  type Bloc,
  CHAPITRES,
  MODELES_DU_PLAN,
  type Part,
  type PlanTableau,
  SERIES,
} from './plan.ts'
import { planGenerique, repetitionDe } from './plan-generique.ts'
import { REGLAGES } from './reglages.ts'
import type { Code, Terrain } from './resoudre.ts'
import {
  type Etendue,
  findEtendue,
  listValeursDeListes,
  listVersionsDeLAnnee,
  type Source,
  type ValeurDeListe,
} from './retenus.sql.ts'
import { TITRES_FIXES } from './tables-fixes.ts'

const blocsDe = (plans: readonly PlanTableau[]): Bloc[] =>
  plans.flatMap(({ lignes, groupes = [], colonnes }) => [
    ...lignes,
    ...groupes,
    ...('mesures' in colonnes ? [] : colonnes),
  ])

/** Lists that these tables run over. */
const listesDe = (plans: readonly PlanTableau[]): string[] => [
  ...new Set(blocsDe(plans).flatMap((bloc) => ('codification' in bloc ? [bloc.codification] : []))),
]

const PLAN = CHAPITRES.flatMap(({ tableaux }) => tableaux)

/** What a value of a list says when the year does not have it all through. */
function noteDe({ actif, du, au }: ValeurDeListe, annee: number): string | undefined {
  if (!actif) return 'Modalité retirée de la liste'
  if (au !== null && au < `${annee}-12`)
    return `Modalité proposée jusqu’à ${libellePeriode(periodeDIso(au))}`
  if (du !== null && du > `${annee}-01`)
    return `Modalité proposée à partir ${avecDe(libellePeriode(periodeDIso(du)))}`
  return undefined
}

const coder = (valeur: ValeurDeListe, annee: number): Code => {
  const note = noteDe(valeur, annee)
  return { code: valeur.code, libelle: valeur.libelle, ...(note && { note }) }
}

/** The repeating tables of a model through its versions, and the codes by which their rows are counted. */
function repetesDe(versions: readonly ModeleCharge[], listes: Terrain['listes']): TableauRepete[] {
  const ordonnees = versions.toSorted((a, b) => a.modele.version - b.modele.version)
  const sections = ordonnees.flatMap(({ modele }) =>
    modele.sections.flatMap((une) =>
      une.type === 'tableau' ? [{ modele: modele.code, une }] : [],
    ),
  )
  const parSection = Map.groupBy(sections, ({ modele, une }) => `${modele} ${une.code}`)
  return [...parSection.values()].flatMap((siennes): TableauRepete[] => {
    const [premiere] = siennes
    const { cle, liste, sansCode, sommes } = repetitionDe(siennes.map(({ une }) => une))
    const codes = liste === null ? [TOUTES_LES_LIGNES] : listes[liste]?.map(({ code }) => code)
    if (!premiere || !codes) return []
    return [
      {
        modele: premiere.modele,
        section: premiere.une.code,
        cle: cle?.code ?? null,
        sommes: sommes.map(({ code }) => code),
        codes: [...new Set(sansCode && liste !== null ? [...codes, SANS_CODE] : codes)],
      },
    ]
  })
}

/** Months of the year, 0 to 11, of which a version expects a report while it is in force. */
export function moisDe(
  vigueur: { enVigueurDu: number; enVigueurAu: number | null; moisAttendus: number } | undefined,
  annee: number,
) {
  if (!vigueur) return []
  const au = vigueur.enVigueurAu ?? annee * 12 + 11
  const moisAttendus = moisDuMasque(vigueur.moisAttendus)
  return Array.from({ length: 12 }, (_, mois) => mois).filter((mois) => {
    const rang = annee * 12 + mois
    return rang >= vigueur.enVigueurDu && rang <= au && estAttendu({ moisAttendus }, rang)
  })
}

function cellulesDe(modele: ModeleCharge, repetes: readonly TableauRepete[]): string[] {
  const comptees = repetes
    .filter((repete) => repete.modele === modele.modele.code)
    .flatMap(adressesComptees)
  return [...modele.compile.cellules.keys(), ...comptees]
}

type Vigueurs = Awaited<ReturnType<typeof listVersionsDeLAnnee>>

/** The tables of models that have none of their own, as their versions of the year make them. */
function autresDe(
  charges: readonly ModeleCharge[],
  enVigueur: Vigueurs,
  { annee, agentsProteges }: Pick<Terrain, 'annee' | 'agentsProteges'>,
) {
  const vigueurs = new Map(enVigueur.map((version) => [version.id, version]))
  return planGenerique(
    charges
      .filter(({ modele }) => !MODELES_DU_PLAN.has(modele.code))
      .map(({ id, modele }) => ({ modele, mois: moisDe(vigueurs.get(id), annee) })),
    agentsProteges,
  )
}

/** A report that is expected, or there, by its model and its month of the year, 0 to 11. */
type FormulaireDuMois = { modele: string; mois: number }

/** What another state of one structure moves in a year, and in the one that it is compared with. */
export type Mouvement = {
  champ: ChampDate
  formulaires: readonly FormulaireDuMois[]
  avant: readonly FormulaireDuMois[]
  /** Its December, and that of the year before, are other ones. */
  decembre: boolean
  decembreAvant: boolean
}

type Lecture = Pick<Part, 'modele' | 'avec' | 'agregation'>

function lecturesDe({ modele, agregation, colonnes }: PlanTableau): Lecture[] {
  if (!('mesures' in colonnes)) return [{ modele, agregation }]
  return colonnes.mesures.flatMap((mesure): Lecture[] => {
    const tenue = mesure.tient ?? []
    if ('taux' in mesure) return [...mesure.taux.num, ...mesure.taux.den, ...tenue]
    return [
      { modele: mesure.modele ?? modele, agregation: mesure.agregation ?? agregation },
      ...tenue,
    ]
  })
}

/** A stock is December's, but in a table that has a row for each month. */
function lit(
  lectures: readonly Lecture[],
  formulaires: readonly FormulaireDuMois[],
  parMois = false,
) {
  return lectures.some(({ modele, avec, agregation }) =>
    formulaires.some(
      (un) =>
        (un.modele === modele || un.modele === avec) &&
        (agregation !== 'STOCK' || parMois || un.mois === 11),
    ),
  )
}

const COTES: Partial<Record<ChampDate, string>> = { region: 'region', typeStructure: 'type' }

function plansLus(plans: readonly PlanTableau[], { champ, formulaires, avant }: Mouvement) {
  return plans.filter((plan) => {
    const cotes = blocsDe([plan]).flatMap((bloc) => ('dimension' in bloc ? [bloc.dimension] : []))
    const cote = COTES[champ]
    if (champ !== 'modeles' && !cotes.some((un) => un === cote)) return false
    const [lectures, parMois] = [lecturesDe(plan), cotes.includes('mois')]
    const comparee = plan.comparees.length > 0 && lit(lectures, avant, parMois)
    return comparee || lit(lectures, formulaires, parMois)
  })
}

function fixesLues(mouvement: Mouvement): (keyof typeof TITRES_FIXES)[] {
  const { champ, formulaires, avant, decembre, decembreAvant } = mouvement
  const situe = COTES[champ] !== undefined
  const series = champ === 'modeles' && lit(SERIES, [...formulaires, ...avant])
  return [
    ...(champ === 'modeles' && formulaires.length > 0 ? (['T0.1', 'T0.2'] as const) : []),
    ...(situe && (decembre || decembreAvant) ? (['T1.1'] as const) : []),
    ...((situe || champ === 'capacite') && decembre ? (['T1.2'] as const) : []),
    ...(series ? (['T8.1'] as const) : []),
  ]
}

export type TableNommee = { code: string; titre: string }

/**
 * The tables of a year that read what moves: their figures may be other ones, or the same. They are
 * named by what they read: a year takes seconds to be added up, and this is asked before an act.
 */
export async function listTablesLues(
  db: Db,
  annee: number,
  mouvement: Mouvement,
): Promise<TableNommee[]> {
  const fixes = fixesLues(mouvement).map((code) => ({ code, titre: TITRES_FIXES[code](annee) }))
  const enVigueur = await listVersionsDeLAnnee(db, annee)
  const charges = await findModelesCompiles(
    db,
    enVigueur.map(({ id }) => id),
  )
  const parId = [...charges.values()].toSorted((a, b) => a.id - b.id)
  // What is secret changes none of their names.
  const autres = autresDe(parId, enVigueur, { annee, agentsProteges: false })
  const plans = plansLus([...PLAN, ...autres], mouvement)
  const nommees = plans.map(({ code, titre }) => ({ code, titre: direAnnee(titre, annee) }))
  // Chapter 8 comes after those of the plan.
  const fin = fixes.filter(({ code }) => code === 'T8.1')
  return [...fixes.filter((une) => !fin.includes(une)), ...nommees, ...fin]
}

export type Pays = {
  terrain: Terrain
  repetes: TableauRepete[]
  modeles: Record<string, string>
  /** Versions whose forms count. */
  versions: ModeleCharge[]
  etendue: Etendue
}

/** What the plan is laid on, for the forms of this source; null when none counts. */
export async function findPays(db: Db, source: Source, annee: number): Promise<Pays | null> {
  const etendue = await findEtendue(db, source)
  if (etendue.formulaires === 0) return null
  const enVigueur = await listVersionsDeLAnnee(db, annee)
  const ids = [...new Set([...enVigueur.map(({ id }) => id), ...etendue.modeles])]
  // In an order of their own: not that in which they were last asked for.
  const charges = [...(await findModelesCompiles(db, ids)).values()].toSorted((a, b) => a.id - b.id)
  const { agentsProteges } = valeursDe(REGLAGES, await findTousReglages(db))
  const autres = autresDe(charges, enVigueur, { annee, agentsProteges })
  const noms = [...listesDe([...PLAN, ...autres]), 'REGION', 'TYPE_STRUCTURE']
  const valeurs = await listValeursDeListes(db, noms)
  const listes: Record<string, Code[]> = {}
  for (const valeur of valeurs) (listes[valeur.liste] ??= []).push(coder(valeur, annee))
  const { regions, types } = etendue
  const dimension = (liste: string, presents: readonly string[]): Code[] => {
    const connus = (listes[liste] ?? []).filter(({ code }) => presents.includes(code))
    const inconnus = presents.filter((code) => !connus.some((connu) => connu.code === code))
    return [...connus, ...inconnus.map((code) => ({ code, libelle: code }))]
  }
  const repetes = repetesDe(charges, listes)
  const cellules: Record<string, string[]> = {}
  for (const charge of charges) {
    const { code } = charge.modele
    cellules[code] = [...new Set([...(cellules[code] ?? []), ...cellulesDe(charge, repetes)])]
  }
  return {
    terrain: {
      annee,
      listes,
      cellules,
      autres,
      agentsProteges,
      dimensions: {
        region: dimension('REGION', regions),
        type: dimension('TYPE_STRUCTURE', types),
      },
    },
    repetes,
    modeles: Object.fromEntries(charges.map(({ modele }) => [modele.code, modele.libelle])),
    versions: charges.filter(({ id }) => etendue.modeles.includes(id)),
    etendue,
  }
}

/** Months of the year that have begun, 0 to 12. @throws ANNEE_A_VENIR */
export async function moisEchus(
  { db, maintenant }: Pick<Contexte, 'db' | 'maintenant'>,
  annee: number,
): Promise<number> {
  const { fuseau } = await findReglages(db)
  const echus = Math.min(12, rangCourant(maintenant, fuseau) - annee * 12 + 1)
  if (echus <= 0) throw erreur('ANNEE_A_VENIR', { annee: String(annee) })
  return echus
}
