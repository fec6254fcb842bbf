import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import {
  type Agregation,
  type Bloc,
  estProtege,
  type Mesure,
  type Part,
  PLAFONDS,
  type PlanTableau,
} from './plan.ts'

/** A value of a list; `note`: it was not offered all through the year; `libre`: it counts no person. */
export type Code = {
  code: string
  libelle: string
  note?: string
  libre?: true
  decimales?: number
}

/** What the plan is laid on. */
export type Terrain = {
  annee: number
  /** Values by list, in their order. */
  listes: Readonly<Record<string, readonly Code[]>>
  /** Regions and types of the structures that are counted. */
  dimensions: Readonly<Record<'region' | 'type', readonly Code[]>>
  /** Addresses that the versions in use have, by model. */
  cellules: Readonly<Record<string, readonly string[]>>
  /** Tables of the models that the plan does not name. */
  autres: readonly PlanTableau[]
  /** Staff is secret as all persons are. */
  agentsProteges: boolean
}

/** A sum of cells over forms; `lecture`: a model, or `A+B` for its forms beside one of B. */
export type Terme = {
  lecture: string
  cellules: string[]
  region: string | null
  type: string | null
  /** 1 to 12. */
  mois: number[]
}
/**
 * `parStructure`: each structure's own mean, as every average is now (docs/chiffres.md); an edition
 * frozen before kept its averages as the sum of all months, divided by the months that had forms.
 */
export type Composant = { sorte: 'somme' | 'moyenne'; terme: Terme; parStructure?: true }
/** How a figure is made. */
export type Formule =
  | Composant
  | { sorte: 'taux'; num: Composant[]; den: Composant[]; facteur: number }

/** How each figure of a table is made, kept with a frozen edition. */
export type FormulesDuTableau = { code: string; formules: Formule[][] }

/** Something along a side of a table; `parties`: ranks of what its total adds. */
type Cran = Code & {
  total: boolean
  codes: string[]
  region: string | null
  type: string | null
  mois: number | null
  parties: number[]
}

export type ColonneResolue = Omit<
  Cran,
  'codes' | 'region' | 'type' | 'mois' | 'parties' | 'note' | 'libre'
> & {
  groupe: string | null
  unite: string | null
  decimales: number
  taux: boolean
  /** It counts no person. */
  libre: boolean
}

/** A count of persons that the figure of a row and a column gives away. */
export type Revealed = {
  ligne: number
  colonne: number
  composant: Composant
  /** Given away where what else this cell gives away is 0. */
  siVide?: true
}

export type TableauResolu = {
  plan: Omit<PlanTableau, 'personnes'>
  /** It counts persons that are kept secret. */
  personnes: boolean
  groupes: { code: string; libelle: string }[]
  colonnes: ColonneResolue[]
  lignes: (Code & { total: boolean; formules: Formule[] })[]
  tenus?: Revealed[]
  /** Rows and columns that are the sum of others: [total, parts]. */
  sommesLignes: [number, number[]][]
  sommesColonnes: [number, number[]][]
}

const ANNEE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

function codesDe(bloc: Bloc, terrain: Terrain): readonly Code[] {
  if ('modalites' in bloc) return bloc.modalites
  if ('codification' in bloc) {
    const exclus = bloc.exclure ?? []
    const siens = (terrain.listes[bloc.codification] ?? []).filter(
      ({ code }) => !exclus.includes(code),
    )
    return [...siens, ...(bloc.plus ?? [])]
  }
  if (bloc.dimension === 'mois') {
    return MOIS.map((mois, i) => ({
      code: `M${String(i + 1).padStart(2, '0')}`,
      libelle: LIBELLES_MOIS[mois],
    }))
  }
  return terrain.dimensions[bloc.dimension]
}

/** The side of a table: its details block after block, each followed by its total. */
function cransDe(
  blocs: readonly Bloc[],
  terrain: Terrain,
  garder: (code: string) => boolean,
): Cran[] {
  const crans: Cran[] = []
  for (const bloc of blocs) {
    const dimension = 'dimension' in bloc ? bloc.dimension : null
    const details = codesDe(bloc, terrain).filter(({ code }) => dimension !== null || garder(code))
    const debut = crans.length
    for (const [rang, detail] of details.entries())
      crans.push({
        ...detail,
        total: false,
        codes: [detail.code],
        region: dimension === 'region' ? detail.code : null,
        type: dimension === 'type' ? detail.code : null,
        mois: dimension === 'mois' ? rang + 1 : null,
        parties: [],
      })
    if (bloc.total)
      crans.push({
        ...bloc.total,
        total: true,
        codes: details.map(({ code }) => code),
        region: null,
        type: null,
        mois: null,
        parties: details.map((_, i) => debut + i),
      })
  }
  return crans
}

/** Every address of a template: one for each row, group and column that it runs over. */
function etaler(
  modele: string,
  codes: Readonly<Record<'l' | 'g' | 'c', readonly string[]>>,
  listes: Terrain['listes'],
): string[] {
  const liste = /\[(\w+)\]/.exec(modele)
  if (liste)
    return (listes[liste[1] ?? ''] ?? []).flatMap(({ code }) =>
      etaler(modele.replace(liste[0], code), codes, listes),
    )
  return (['l', 'g', 'c'] as const).reduce<string[]>(
    (adresses, lettre) =>
      adresses.flatMap((adresse) =>
        adresse.includes(`{${lettre}}`)
          ? codes[lettre].map((code) => adresse.replaceAll(`{${lettre}}`, code))
          : [adresse],
      ),
    [modele],
  )
}

function moisDe(agregation: Agregation, mois: number | null): number[] {
  if (mois !== null) return [mois]
  return agregation === 'STOCK' ? [12] : ANNEE
}

type Filtre = Pick<Cran, 'region' | 'type' | 'mois'>

/** The figure that a part gives for the structures and the month of a row. */
export function composantDe(
  { modele, avec, cellules, agregation }: Part,
  { region, type, mois }: Filtre,
): Composant {
  const terme: Terme = {
    lecture: avec ? `${modele}+${avec}` : modele,
    cellules: [...cellules].toSorted(),
    region,
    type,
    mois: moisDe(agregation, mois),
  }
  return agregation === 'MOYENNE'
    ? { sorte: 'moyenne', terme, parStructure: true }
    : { sorte: 'somme', terme }
}

function formuleMesure(plan: PlanTableau, mesure: Mesure, ligne: Cran): Formule {
  if ('taux' in mesure) {
    const { num, den, facteur } = mesure.taux
    const composer = (parts: readonly Part[]) => parts.map((part) => composantDe(part, ligne))
    return { sorte: 'taux', num: composer(num), den: composer(den), facteur }
  }
  const { agregation = plan.agregation, modele = plan.modele } = mesure
  const cellules = mesure.cellules.flatMap((cellule) =>
    etaler(cellule, { l: ligne.codes, g: [], c: [] }, {}),
  )
  return composantDe({ modele, cellules, agregation }, ligne)
}

const AUCUN: Cran = {
  code: '',
  libelle: '',
  total: false,
  codes: [],
  region: null,
  type: null,
  mois: null,
  parties: [],
}

/** An address that some version has; a product, or a condition, when it has both. */
export function existeDans(adresses: ReadonlySet<string>, adresse: string): boolean {
  return adresse.split(/[*?]/).every((partie) => adresses.has(partie))
}

/** The table that a plan makes on a terrain. Rows and columns of codes that no version has are left out. */
export function resoudre(plan: PlanTableau, terrain: Terrain): TableauResolu {
  const adresses = new Set(terrain.cellules[plan.modele] ?? [])
  const { cellule = '' } = plan
  const tous = (blocs: readonly Bloc[]) => cransDe(blocs, terrain, () => true)
  const colonnesBrutes = 'mesures' in plan.colonnes ? [] : tous(plan.colonnes)
  const codesC = colonnesBrutes.flatMap(({ codes }) => codes)
  const codesG = tous(plan.groupes ?? []).flatMap(({ codes }) => codes)
  const codesL = tous(plan.lignes).flatMap(({ codes }) => codes)
  const connue = (codes: Partial<Record<'l' | 'g' | 'c', string[]>>) => {
    const l = { l: codesL, g: codesG, c: codesC, ...codes }
    return etaler(cellule, l, terrain.listes).some((adresse) => existeDans(adresses, adresse))
  }
  const lignes = cransDe(
    plan.lignes,
    terrain,
    (code) => !cellule.includes('{l}') || connue({ l: [code] }),
  )
  const groupes = plan.groupes
    ? cransDe(plan.groupes, terrain, (code) => connue({ g: [code] }))
    : [AUCUN]
  const sommesLignes = sommesDe(lignes)
  const personnes = estProtege(plan.personnes, terrain.agentsProteges)
  const commun = { personnes, sommesLignes }
  if ('mesures' in plan.colonnes) return { ...parMesures(plan, lignes, terrain), ...commun }
  return { ...parCodes(plan, { lignes, groupes, colonnes: colonnesBrutes }, terrain), ...commun }
}

const sommesDe = (crans: readonly Cran[]): [number, number[]][] =>
  crans.flatMap(({ parties }, rang): [number, number[]][] =>
    parties.length > 0 ? [[rang, parties]] : [],
  )

const enTete = ({ code, libelle, note, libre, total }: Cran) => ({
  code,
  libelle,
  total,
  ...(note && { note }),
  ...(libre && { libre }),
})

function parMesures(
  plan: PlanTableau,
  lignes: readonly Cran[],
  { agentsProteges }: Pick<Terrain, 'agentsProteges'>,
) {
  const mesures = 'mesures' in plan.colonnes ? plan.colonnes.mesures : []
  const tenus = lignes.flatMap((cran, ligne) =>
    mesures.flatMap(({ tient = [] }, colonne) =>
      tient
        .filter(({ personnes = true as const }) => estProtege(personnes, agentsProteges))
        .map((part): Revealed => {
          const { siVide } = part
          return { ligne, colonne, composant: composantDe(part, cran), ...(siVide && { siVide }) }
        }),
    ),
  )
  return {
    plan,
    tenus,
    groupes: [],
    colonnes: mesures.map((mesure) => ({
      code: mesure.code,
      libelle: mesure.libelle,
      total: false,
      groupe: null,
      unite: mesure.unite ?? null,
      decimales: mesure.decimales ?? 0,
      taux: 'taux' in mesure,
      libre: mesure.libre ?? false,
    })),
    lignes: lignes.map((ligne) => ({
      ...enTete(ligne),
      formules: mesures.map((mesure) => formuleMesure(plan, mesure, ligne)),
    })),
    sommesColonnes: [],
  }
}

type Cotes = Record<'lignes' | 'groupes' | 'colonnes', Cran[]>

function parCodes(plan: PlanTableau, { lignes, groupes, colonnes }: Cotes, terrain: Terrain) {
  const { agregation, modele, cellule = '', libres = [] } = plan
  const double = plan.groupes !== undefined
  const feuilles = groupes.flatMap((g) => colonnes.map((c) => ({ g, c })))
  const rang = (g: number, c: number) => g * colonnes.length + c
  const decimales = plan.decimales ?? (agregation === 'MOYENNE' ? 1 : 0)
  return {
    plan,
    groupes: double ? groupes.map(({ code, libelle }) => ({ code, libelle })) : [],
    colonnes: feuilles.map(({ g, c }) => ({
      code: double ? `${g.code}.${c.code}` : c.code,
      libelle: c.libelle,
      total: c.total || g.total,
      groupe: double ? g.code : null,
      unite: null,
      decimales: c.decimales ?? decimales,
      taux: false,
      libre: libres.includes(c.code),
    })),
    lignes: lignes.map((ligne) => ({
      ...enTete(ligne),
      formules: feuilles.map(({ g, c }) => {
        const codes = { l: ligne.codes, g: g.codes, c: c.codes }
        const cellules = etaler(cellule, codes, terrain.listes)
        return composantDe({ modele, cellules, agregation }, ligne)
      }),
    })),
    sommesColonnes: [
      ...groupes.flatMap((_, g) =>
        sommesDe(colonnes).map(([total, parties]): [number, number[]] => [
          rang(g, total),
          parties.map((c) => rang(g, c)),
        ]),
      ),
      ...colonnes.flatMap((_, c) =>
        sommesDe(groupes).map(([total, parties]): [number, number[]] => [
          rang(total, c),
          parties.map((g) => rang(g, c)),
        ]),
      ),
    ],
  }
}

/** The cells that cannot pass which, by model and by small cell: codes of lists are what cells have. */
function plafondsDe(cellules: ReadonlySet<string>): Map<string, string> {
  const plafonds = new Map<string, string>()
  for (const { modele, petit, grand, liste } of PLAFONDS) {
    const [prefixe = '', suffixe = ''] = (petit[0] ?? '').split('{x}')
    const codes = liste
      ? [...cellules]
          .filter((cellule) => cellule.startsWith(prefixe) && cellule.endsWith(suffixe))
          .map((cellule) => cellule.slice(prefixe.length, cellule.length - suffixe.length))
      : ['']
    for (const code of codes)
      for (const cellule of petit) {
        const grandes = grand.map((une) => une.replace('{x}', code)).join('+')
        plafonds.set(`${modele}|${cellule.replace('{x}', code)}`, grandes)
      }
  }
  return plafonds
}

/** Of these sums, each that controls keep from passing another, and that other. */
export function bornesEntre(composants: readonly Composant[]): [Composant, Composant][] {
  const sommes = composants.filter(({ sorte }) => sorte === 'somme')
  const plafonds = plafondsDe(new Set(sommes.flatMap(({ terme }) => terme.cellules)))
  const nommer = ({ lecture, region, type, mois }: Terme, cellules: readonly string[]) =>
    [lecture, region, type, mois.join('+'), cellules.toSorted().join('+')].join('|')
  const parNom = new Map(sommes.map((somme) => [nommer(somme.terme, somme.terme.cellules), somme]))
  return [...parNom.values()].flatMap((petit): [Composant, Composant][] => {
    const { terme } = petit
    const grandes = terme.cellules.map((cellule) => plafonds.get(`${terme.lecture}|${cellule}`))
    if (grandes.includes(undefined)) return []
    const cellules = [...new Set(grandes)].flatMap((une) => une?.split('+') ?? [])
    const grand = parNom.get(nommer(terme, cellules))
    return grand ? [[petit, grand]] : []
  })
}
