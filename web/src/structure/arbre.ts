import type { EtatStructure, Structure } from '@releve/contract/structure/structure.schema.ts'

/** A structure and those attached to it. `trouvee`: it answers the filters itself. */
export type Noeud = { structure: Structure; trouvee: boolean; enfants: Noeud[] }

/** A region: its regional offices first, then what depends on none. */
export type Branche = {
  code: string
  libelle: string
  noeuds: Noeud[]
  /** How many answer the filters, and in which states. */
  total: number
  etats: Partial<Record<EtatStructure, number>>
}

type Region = { code: string; libelle: string }
type ParParent = ReadonlyMap<string | null, Structure[]>

/** Those that answer, and all that they depend on. */
function retenues(toutes: readonly Structure[], trouvees: ReadonlySet<string>): Structure[] {
  const parCode = new Map(toutes.map((structure) => [structure.code, structure]))
  const gardes = new Set<string>()
  for (const code of trouvees) {
    let courante = parCode.get(code)
    while (courante && !gardes.has(courante.code)) {
      gardes.add(courante.code)
      courante = courante.parent ? parCode.get(courante.parent.code) : undefined
    }
  }
  return toutes.filter(({ code }) => gardes.has(code))
}

function noeudsDe(
  parent: string | null,
  parParent: ParParent,
  trouvees: ReadonlySet<string>,
): Noeud[] {
  const noeuds = (parParent.get(parent) ?? []).map((structure) => ({
    structure,
    trouvee: trouvees.has(structure.code),
    enfants: noeudsDe(structure.code, parParent, trouvees),
  }))
  const estBureau = ({ structure, enfants }: Noeud) =>
    enfants.length > 0 || structure.typeStructure === 'DR'
  return noeuds.sort(
    (a, b) =>
      Number(estBureau(b)) - Number(estBureau(a)) ||
      a.structure.libelle.localeCompare(b.structure.libelle, 'fr'),
  )
}

/** These, and all that hangs on them. */
export const aplatir = (noeuds: readonly Noeud[]): Noeud[] =>
  noeuds.flatMap((noeud) => [noeud, ...aplatir(noeud.enfants)])

function brancheDe({ code, libelle }: Region, noeuds: Noeud[]): Branche {
  const trouvees = aplatir(noeuds).filter(({ trouvee }) => trouvee)
  const etats: Branche['etats'] = {}
  for (const { structure } of trouvees) etats[structure.etat] = (etats[structure.etat] ?? 0) + 1
  return { code, libelle, noeuds, total: trouvees.length, etats }
}

/**
 * The structures by region and regional office. What a structure that answers depends on is shown
 * with it. Regions come in their order; those without structure do not.
 */
export function arbreDe(
  toutes: readonly Structure[],
  trouvees: ReadonlySet<string>,
  regions: readonly Region[],
): Branche[] {
  const gardees = retenues(toutes, trouvees)
  const codes = new Set(gardees.map(({ code }) => code))
  const parParent = new Map<string | null, Structure[]>()
  for (const structure of gardees) {
    const { parent } = structure
    const sous = parent && codes.has(parent.code) ? parent.code : null
    parParent.set(sous, [...(parParent.get(sous) ?? []), structure])
  }
  const racines = noeudsDe(null, parParent, trouvees)
  const connues = new Set(regions.map(({ code }) => code))
  const autres = [...new Set(racines.map(({ structure }) => structure.region))]
    .filter((code) => !connues.has(code))
    .map((code) => ({ code, libelle: code }))
  return [...regions, ...autres]
    .map((region) =>
      brancheDe(
        region,
        racines.filter(({ structure }) => structure.region === region.code),
      ),
    )
    .filter(({ noeuds }) => noeuds.length > 0)
}

/** Codes of the structures that others hang on. */
const bureauxDe = (branches: readonly Branche[]): string[] =>
  branches
    .flatMap(({ noeuds }) => aplatir(noeuds))
    .filter(({ enfants }) => enfants.length > 0)
    .map(({ structure }) => structure.code)

/** Codes of all that folds: regions, and the structures that others hang on. */
export const codesPliables = (branches: readonly Branche[]): string[] => [
  ...branches.map(({ code }) => code),
  ...bureauxDe(branches),
]

/** More lines than one looks through: a search is shorter. */
const LIGNES_MAX = 150

/** Codes of what comes folded: nothing in a tree that one looks through, else the offices. */
export function plisOrigine(branches: readonly Branche[]): ReadonlySet<string> {
  const lignes = branches.flatMap(({ noeuds }) => aplatir(noeuds)).length
  return new Set(lignes > LIGNES_MAX ? bureauxDe(branches) : [])
}
