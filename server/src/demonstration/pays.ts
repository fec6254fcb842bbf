import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { CODIFICATIONS } from '../../seed/codifications.ts'
import { type Alea, alea, entier, type Poids, repartir, tirer } from '../../seed/exemple/alea.ts'
import { structure as completer, type StructureSemee } from '../../seed/structures/structure.ts'
import type { Db } from '../platform/route.ts'
import { analyser, findDerniereStructure } from './lot.sql.ts'
import { type Membre, type Peuplement, peupler } from './peupler.ts'
import type { Scenario } from './scenario.ts'

/** What a type of structure looks like. Places are null where it has none. */
type Genre = {
  /** Out of 100 structures. */
  part: number
  modeles: string[]
  places: readonly [min: number, max: number] | null
  /** People present: as percents of the places, or as a number where there are none. */
  effectif: readonly [min: number, max: number]
  /** Agents: as percents of the people present, or as a number for an office. */
  agents: readonly [min: number, max: number]
}

const ACCUEIL = { modeles: ['RMA', 'EPM'], effectif: [65, 97], agents: [45, 65] } as const
const PRISON = { modeles: ['SMP', 'EPM'], effectif: [75, 145], agents: [17, 24] } as const

const GENRES: Record<string, Genre> = {
  DR: { part: 3, modeles: ['EPM'], places: null, effectif: [0, 0], agents: [20, 45] },
  CAU: { ...genre(ACCUEIL), part: 9, places: [30, 90] },
  CAH: { ...genre(ACCUEIL), part: 9, places: [30, 80] },
  POUP: { ...genre(ACCUEIL), part: 6, places: [25, 60] },
  CSE: { ...genre(ACCUEIL), part: 8, places: [60, 160] },
  CPOLY: { ...genre(ACCUEIL), part: 8, places: [50, 120] },
  CSAUV: { ...genre(ACCUEIL), part: 7, places: [40, 90] },
  CADS: { ...genre(ACCUEIL), part: 6, places: [40, 100] },
  ORPH: { ...genre(ACCUEIL), part: 10, modeles: ['RMA'], places: [30, 90] },
  AEMO: { ...genre(ACCUEIL), part: 8, modeles: ['RMA'], places: null, effectif: [30, 120] },
  CSOC: { ...genre(ACCUEIL), part: 11, modeles: ['RMA'], places: null, effectif: [20, 90] },
  MAC: { ...genre(PRISON), part: 5, places: [150, 600] },
  MA: { ...genre(PRISON), part: 5, places: [60, 250] },
  CPEN: { ...genre(PRISON), part: 2, places: [200, 450] },
  CRSM: { ...genre(ACCUEIL), part: 3, modeles: ['RMA', 'SMP'], places: [30, 60] },
}
const POSTES: Poids = { HC: 1, A: 13, B: 26, C: 27, D: 20, E: 13 }

/** A copy that may be changed. */
function genre({ modeles, effectif, agents }: typeof ACCUEIL | typeof PRISON) {
  return { modeles: [...modeles], effectif, agents }
}

function valeursDe(codification: string) {
  return CODIFICATIONS.find(({ code }) => code === codification)?.valeurs ?? []
}

/** One type for each of a hundred structures, mixed; a regional office first. */
function centTypes(): string[] {
  const types = Object.entries(GENRES).flatMap(([type, { part }]) => Array(part).fill(type))
  const hasard = alea(2026)
  const melange = types.map((type: string) => ({ type, rang: type === 'DR' ? -1 : hasard() }))
  return melange.toSorted((a, b) => a.rang - b.rang).map(({ type }) => type)
}

function chiffresDe({ modeles, places, effectif, agents }: Genre, hasard: Alea) {
  const capacite = places && entier(hasard, ...places)
  const part = entier(hasard, ...effectif)
  const presents = capacite === null ? part : Math.round((capacite * part) / 100)
  const taux = entier(hasard, ...agents)
  const postes = presents === 0 ? taux : Math.max(8, Math.round((presents * taux) / 100))
  const personnel = Math.round((postes * entier(hasard, 94, 100)) / 100)
  const tous = modeles.map((code) => [code, code === 'EPM' ? personnel : presents])
  return {
    capacite,
    capaciteTheorique: modeles.includes('SMP') && capacite ? Math.ceil(capacite * 1.12) : null,
    postesReference: repartir(postes, POSTES),
    effectifsOuverture: Object.fromEntries(tous) as Record<string, number>,
  }
}

/**
 * A structure of the large country, whose figures depend on `souche` only: those of the same
 * `souche` have the same type, the same places, and so the same forms. `rang` numbers it.
 */
function structureDuPays(rang: number, souche: number): StructureSemee {
  const types = centTypes()
  const type = types[souche % types.length] ?? ''
  const regions = valeursDe('REGION')
  const region = regions[rang % regions.length]?.code ?? ''
  const libelle = valeursDe('TYPE_STRUCTURE').find(({ code }) => code === type)?.libelle ?? type
  const propre = GENRES[type]
  if (!propre) throw new Error(`type inconnu : ${type}`)
  const annee = 1970 + (souche % 30)
  return completer(rang % 100, {
    code: `${type}-${region}-G${String(rang).padStart(5, '0')}`,
    libelle: `${libelle} ${rang}`,
    typeStructure: type,
    region,
    parent: null,
    responsable: 'La direction',
    adresse: `Région ${region}`,
    latitude: 3 + ((rang * 37) % 500) / 100,
    longitude: -20 + ((rang * 53) % 200) / 100,
    modeles: propre.modeles,
    dateOuverture: `${annee}-01-01`,
    ...chiffresDe(propre, alea(souche + 1)),
  })
}

/** No form. */
const RIEN = 'RIEN'

/** Out of 100: where the forms stand, by months back from the current one. */
const ETATS: Poids[] = [
  { [RIEN]: 90, BROUILLON: 10 },
  { SOUMIS: 40, VALIDE: 25, APPROUVE: 15, DIFFUSE: 5, BROUILLON: 8, [RIEN]: 7 },
  { DIFFUSE: 88, APPROUVE: 6, VALIDE: 4, SOUMIS: 2 },
]
const PART_MUETTE = 0.03
const PART_TARDIVE = 0.1
const CORRECTIONS: Record<string, { cellule: string; ecart: number }> = {
  RMA: { cellule: 'PREST.SANTE.ACTES', ecart: 14 },
  EPM: { cellule: 'FORM_JOURS', ecart: 3 },
  SMP: { cellule: 'VIS_FAM', ecart: -20 },
}

function etatTire(hasard: Alea, poids: Poids): Etat | null {
  const [tire] = Object.entries(tirer(hasard, 1, poids)).find(([, nombre]) => nombre === 1) ?? []
  // The keys of the weights above are states, but for the one that says that there is no form.
  return tire === undefined || tire === RIEN ? null : (tire as Etat)
}

/** How a structure of the large country reports; the same `souche` always does it alike. */
function scenarioDuPays(souche: number, modeles: readonly string[]): Scenario {
  const hasard = alea(souche + 7_919)
  const sort = hasard()
  if (sort < PART_MUETTE) return { muette: true }
  const etats = ETATS.map((poids) =>
    Object.fromEntries(modeles.map((modele) => [modele, etatTire(hasard, poids)])),
  )
  const tardive = sort < PART_MUETTE + PART_TARDIVE
  const corrections = modeles.flatMap((modele) => {
    const correction = CORRECTIONS[modele]
    return correction ? [{ modele, recul: entier(hasard, 3, 40), ...correction }] : []
  })
  return { etats: { ...etats }, corrections, ...(tardive ? { retard: [1, 14] as const } : {}) }
}

/** How large a country to make, and by whom its accounts are opened. */
export type Generation = Pick<
  Peuplement,
  'mois' | 'maintenant' | 'motDePasse' | 'progresser' | 'ecrire'
> & {
  structures: number
  /** Structures report no more than so many of their models. */
  modeles?: number
  /**
   * Structures whose figures are computed, rounded up to hundreds (200); the others take the forms
   * of one of them, of the same type and size.
   */
  souches?: number
}

const SOUCHES = 200
/** Every type of structure is among a hundred. */
const CENT = 100

/** Regional offices first, since they are the parents. */
function membresDuPays(premier: number, generation: Omit<Generation, 'ecrire'>): Membre[] {
  const { structures: nombre, souches = SOUCHES, modeles } = generation
  const cycle = Math.ceil(souches / CENT) * CENT
  const membres = Array.from({ length: nombre }, (_, i): Membre => {
    const souche = i % cycle
    const structure = structureDuPays(premier + i, souche)
    structure.modeles = structure.modeles.slice(0, modeles)
    return { structure, souche, scenario: scenarioDuPays(souche, structure.modeles) }
  })
  const [autres = [], directions = []] = [false, true].map((direction) =>
    membres.filter(({ structure }) => (structure.typeStructure === 'DR') === direction),
  )
  const parRegion = new Map(directions.map(({ structure: s }) => [s.region, s.code]))
  for (const { structure } of autres) structure.parent = parRegion.get(structure.region) ?? null
  return [...directions, ...autres]
}

/**
 * Makes a large country in the base: structures of every type, accounts, and coherent forms up to
 * the current month. Settings, lists and models must be there. Answers how many forms were written.
 */
export async function genererPays(db: Db, generation: Generation): Promise<number> {
  const { structures: _structures, souches: _souches, modeles: _modeles, ...reste } = generation
  const premier = (await findDerniereStructure(db)) + 1
  const membres = membresDuPays(premier, generation)
  const formulaires = await peupler(db, membres, { ...reste, avecCellules: false, ensemble: 1 })
  await analyser(db)
  return formulaires
}
