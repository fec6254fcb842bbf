import { rangCourant } from '@releve/contract/calendrier/calendrier.rules.ts'
import { findModelesCompiles, type ModeleCharge } from '../modele/modele.cache.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte, Db } from '../platform/route.ts'
import { adressesComptees, type TableauRepete } from './cube.ts'
import { type Bloc, CHAPITRES, MODELES_DU_PLAN, type PlanTableau } from './plan.ts'
import { planGenerique } from './plan-generique.ts'
import type { Code, Terrain } from './resoudre.ts'
import {
  type Etendue,
  findEtendue,
  listValeursDeListes,
  listVersionsDeLAnnee,
  type Source,
  type ValeurDeListe,
} from './retenus.sql.ts'

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
  if (au !== null && au < `${annee}-12`) return `Modalité proposée jusqu’à ${au}`
  if (du !== null && du > `${annee}-01`) return `Modalité proposée à partir de ${du}`
  return undefined
}

const coder = (valeur: ValeurDeListe, annee: number): Code => {
  const note = noteDe(valeur, annee)
  return { code: valeur.code, libelle: valeur.libelle, ...(note && { note }) }
}

/** Repeating tables that can be counted by the codes of a column. */
function repetesDe(modele: ModeleCharge, listes: Terrain['listes']): TableauRepete[] {
  return modele.modele.sections.flatMap((section): TableauRepete[] => {
    if (section.type !== 'tableau') return []
    const cle = section.colonnes.find(({ nature }) => nature === 'liste')
    const codes = listes[cle?.codification ?? '']
    if (!cle || !codes) return []
    const sommes = section.colonnes.filter(({ nature }) => nature === 'entier')
    return [
      {
        modele: modele.modele.code,
        section: section.code,
        cle: cle.code,
        sommes: sommes.map(({ code }) => code),
        codes: codes.map(({ code }) => code),
      },
    ]
  })
}

function cellulesDe(modele: ModeleCharge, repetes: readonly TableauRepete[]): string[] {
  const comptees = repetes
    .filter((repete) => repete.modele === modele.modele.code)
    .flatMap(adressesComptees)
  return [...modele.compile.cellules.keys(), ...comptees]
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
  const autres = planGenerique(
    charges.map(({ modele }) => modele).filter(({ code }) => !MODELES_DU_PLAN.has(code)),
  )
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
  const repetes = charges.flatMap((modele) => repetesDe(modele, listes))
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
      dimensions: {
        region: dimension('REGION', regions),
        type: dimension('TYPE_STRUCTURE', types),
      },
    },
    // A code of a later version counts in the forms of the one before, where it is 0.
    repetes: [...new Map(repetes.map((r) => [`${r.modele} ${r.section}`, r])).values()],
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
