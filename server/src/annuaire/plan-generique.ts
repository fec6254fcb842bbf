import { createHash } from 'node:crypto'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import type { Champ, Modele, Section, Traits } from '@releve/contract/modele/modele.schema.ts'
import { type Duree, moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import { avecDe, LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'
import { SANS_CODE, TOUTES_LES_LIGNES } from './cube.ts'
import {
  type Bloc,
  estProtege,
  type Mesure,
  type Modalite,
  type Personnes,
  type PlanTableau,
} from './plan.ts'

/**
 * Tables of the models that the plan does not name, from nothing but their structure: for each
 * section that has figures, all that the versions of the year have entered in it. What began or
 * ended with a version says its months, and what changed its name says the one before.
 */

/** Rows of one model: beyond, the book would be of it alone. */
const LIGNES_MAX = 2000
const CODE_MAX = 26

/** A version of a model, and the months of the year for which it is in force: 0 to 11. */
export type VersionDeLAnnee = { modele: Modele; mois: readonly number[] }

/** Something that versions may have, as one of them has it. */
type Face<Chose> = { chose: Chose; mois: readonly number[] }

const PERSONNES = /personne|agent|détenu|enfant|mineur|élève|bénéficiaire|participant/i

/** Whole numbers of no unit may count persons: unless their model says, they are secret like those that do. */
const personnesParUnite = ({ nature, unite = '' }: Traits) =>
  nature !== 'decimal' && nature !== 'montant' && (unite === '' || PERSONNES.test(unite))

const COMPTES = { personnes: true, agents: 'AGENTS', autre: undefined } as const

/** What a cell counts, as its model says it. */
const compteDe = (traits: Traits): Personnes | undefined =>
  traits.compte === undefined ? personnesParUnite(traits) || undefined : COMPTES[traits.compte]

const protege = (traits: Traits, { agentsProteges }: Pick<Piece, 'agentsProteges'>): boolean =>
  estProtege(compteDe(traits), agentsProteges)

/** Entered figures: what is computed from them is not added up, a rate least of all. */
const estSaisie = ({ nature, formule }: Traits) =>
  nature !== undefined && estNombre(nature) && formule === undefined

const decimalesDe = ({ nature, decimales = 2 }: Traits) => (nature === 'decimal' ? decimales : 0)

const moisDit = (mois: number): string => {
  const nom = MOIS[mois]
  return nom ? LIBELLES_MOIS[nom].toLowerCase() : ''
}

const moisDes = (faces: readonly Face<unknown>[]): number[] =>
  [...new Set(faces.flatMap(({ mois }) => mois))].toSorted((a, b) => a - b)

/** When something was there, of the months of its model; nothing for all of them. */
function direVie(siens: readonly number[], tous: readonly number[]): string[] {
  const [premier, dernier] = [siens[0], siens.at(-1)]
  if (premier === undefined || dernier === undefined) return []
  const debut = premier > (tous[0] ?? 0)
  const fin = dernier < (tous.at(-1) ?? 11)
  if (debut && fin) return [`Relevé ${avecDe(moisDit(premier))} à ${moisDit(dernier)}`]
  if (fin) return [`Relevé jusqu’en ${moisDit(dernier)}`]
  return debut ? [`Relevé à partir ${avecDe(moisDit(premier))}`] : []
}

/** What its row says of something: the months that it was there, and its names before the last. */
function noteDe(
  faces: readonly Face<{ libelle: string }>[],
  tous: readonly number[],
): string | undefined {
  const nom = faces.at(-1)?.chose.libelle
  const anciens = faces.flatMap(({ chose, mois }) => {
    const dernier = mois.at(-1)
    if (chose.libelle === nom || dernier === undefined) return []
    return [`«\u00a0${chose.libelle}\u00a0» jusqu’en ${moisDit(dernier)}`]
  })
  const dits = [...anciens, ...direVie(moisDes(faces), tous)]
  return dits.length > 0 ? dits.join('. ') : undefined
}

/** Things of several versions by their code: in the order of the last, then those that it no longer has. */
function reunir<Chose extends { code: string }>(
  listes: readonly Face<readonly Chose[]>[],
): Map<string, Face<Chose>[]> {
  const reunies = new Map<string, Face<Chose>[]>()
  for (const { chose } of listes.toReversed())
    for (const { code } of chose) if (!reunies.has(code)) reunies.set(code, [])
  for (const { chose, mois } of listes)
    for (const une of chose) reunies.get(une.code)?.push({ chose: une, mois })
  return reunies
}

type SectionDe<Type> = Extract<Section, { type: Type }>
type Matrice = SectionDe<'matrice'>
type Repete = SectionDe<'tableau'>

/** Short enough to name a sheet, and the same every year. */
function codeDe(modele: string, section: string): string {
  const nom = `${modele}.${section}`
  if (nom.length <= CODE_MAX) return `T9.${nom}`
  const marque = createHash('sha256').update(nom).digest('hex').slice(0, 6).toUpperCase()
  return `T9.${nom.slice(0, CODE_MAX - 7)}_${marque}`
}

/** The value that they all have; empty for none, or several. */
const commune = (valeurs: readonly string[]) =>
  (new Set(valeurs).size === 1 ? valeurs[0] : '') ?? ''

/** A section of a model through its versions of the year, the last one's last. */
type Piece<Sienne extends Section = Section> = {
  modele: Modele
  faces: Face<Sienne>[]
  tous: readonly number[]
  /** Of all its versions of the year. */
  rythme: Rythme | null
  agentsProteges: boolean
}

/** How its reports are called, and what their sum is of. */
type Rythme = { formulaires: string; somme: string }
const RYTHMES: Readonly<Record<Duree, Rythme>> = {
  1: { formulaires: 'rapports mensuels', somme: 'somme des mois' },
  3: { formulaires: 'rapports trimestriels', somme: 'somme des trimestres' },
  6: { formulaires: 'rapports semestriels', somme: 'somme des semestres' },
  12: { formulaires: 'rapports annuels', somme: 'somme de l’année' },
}
const SANS_RYTHME: Rythme = { formulaires: 'rapports', somme: 'somme de l’année' }

/** Null: they have several, or one that has no name, as of a month that is not each of the year. */
function rythmeDe(modeles: readonly Modele[]): Rythme | null {
  const couverts = new Set(modeles.map(moisCouvertsDe))
  const [duree = 1] = couverts
  const tous = modeles.every(({ moisAttendus = MOIS }) => moisAttendus.length * duree === 12)
  return couverts.size === 1 && tous ? RYTHMES[duree] : null
}

const rythmeDit = ({ rythme }: Piece): Rythme => rythme ?? SANS_RYTHME

const derniereDe = ({ faces }: Piece): Section | undefined => faces.at(-1)?.chose
const titreDe = (section: Section): string => ('libelle' in section ? section.libelle : '')

const NOTE_VERSIONS =
  'Le modèle a changé dans l’année\u00a0: ce tableau réunit les rubriques de toutes ses versions.'

/** What a table says under it of its versions: whether they differ, and what began or ended in its columns. */
function noteDuTableau(
  chiffres: readonly Modalite[],
  colonnes: readonly Modalite[],
  reste: string[] = [],
): { note?: string } {
  const change = [...chiffres, ...colonnes].some(({ note }) => note !== undefined)
  const dites = colonnes.flatMap(({ libelle, note }) =>
    note
      ? [`«\u00a0${libelle}\u00a0»\u00a0: ${note.charAt(0).toLowerCase()}${note.slice(1)}.`]
      : [],
  )
  const notes = [...(change ? [NOTE_VERSIONS] : []), ...dites, ...reste]
  return notes.length > 0 ? { note: notes.join(' ') } : {}
}

function enteteDe(piece: Piece, quoi = '') {
  const { code, libelle } = piece.modele
  const section = derniereDe(piece)
  return {
    code: codeDe(code, section?.code ?? ''),
    titre: `${section ? titreDe(section) : ''} (${libelle})${quoi}, {annee}`,
    modele: code,
    ...(section && 'source' in section && section.source && { registre: section.source }),
    champ: `Structures qui remplissent ce rapport, ${rythmeDit(piece).formulaires} retenus de {annee}`,
  }
}

const enTete = (nom: string) => `${nom.charAt(0).toUpperCase()}${nom.slice(1)}`

const mesuresDe = (piece: Piece): readonly Mesure[] => [
  {
    code: 'SOMME',
    libelle: enTete(rythmeDit(piece).somme),
    cellules: ['{l}'],
    agregation: 'SOMME',
  },
  { code: 'DECEMBRE', libelle: 'Décembre', cellules: ['{l}'], agregation: 'STOCK' },
]

/** An entered figure of a section: what it is called, and where it stands. */
type ChiffreSaisi = { code: string; libelle: string; traits: Traits }

function chiffresSaisis(section: Section): ChiffreSaisi[] {
  if (section.type === 'champs')
    return section.champs.filter(estSaisie).map((champ) => {
      const code = section.prefixe ? `${section.code}.${champ.code}` : champ.code
      return { code, libelle: champ.libelle, traits: champ }
    })
  if (section.type !== 'matrice') return []
  return casesDe(section).map(({ axes, traits }) => ({
    code: [section, ...axes].map(({ code }) => code).join('.'),
    libelle: axes.map(({ libelle }) => libelle).join(' – '),
    traits,
  }))
}

const coupeA = (place: number) => `Seules les ${place} premières rubriques sont montrées.`

/** Fields: a row for each figure that is entered; so are matrices of which a version has another shape. */
function tableauDesChamps(piece: Piece, place: number): PlanTableau[] {
  const listes = piece.faces.map(({ chose, mois }) => ({ chose: chiffresSaisis(chose), mois }))
  const chiffres = [...reunir(listes).values()]
  if (chiffres.length === 0 || place <= 0) return []
  const traits = chiffres.flatMap((faces) => faces.map(({ chose }) => chose.traits))
  const unite = commune(traits.map((un) => un.unite ?? ''))
  const decimales = Math.max(...traits.map(decimalesDe))
  const modalites = chiffres.slice(0, place).flatMap((faces): Modalite[] => {
    const chose = faces.at(-1)?.chose
    if (!chose) return []
    const sienne = chose.traits.unite && chose.traits.unite !== unite ? chose.traits.unite : null
    const note = noteDe(faces, piece.tous)
    const libre = faces.every((face) => !protege(face.chose.traits, piece))
    const libelle = sienne ? `${chose.libelle} (${sienne})` : chose.libelle
    return [{ code: chose.code, libelle, ...(libre && { libre }), ...(note && { note }) }]
  })
  return [
    {
      ...enteteDe(piece),
      ...noteDuTableau(modalites, [], chiffres.length > place ? [coupeA(place)] : []),
      unite,
      entete: 'Rubrique',
      agregation: 'SOMME',
      cellule: '{l}',
      lignes: [{ modalites }],
      colonnes: { mesures: mesuresDe(piece).map((mesure) => ({ ...mesure, decimales })) },
      ...(modalites.some(({ libre }) => !libre) && { personnes: true }),
      comparees: ['SOMME'],
    },
  ]
}

type Axe = Traits & { code: string; libelle: string }
type Case = { axes: Axe[]; traits: Traits }

/** The entered figures of a matrix: its row, its group if it has some, its column. */
function casesDe(section: Matrice): Case[] {
  const { nature, unite, compte } = section
  return section.lignes
    .flatMap((ligne) =>
      (section.groupes ?? [null]).flatMap((groupe) =>
        section.colonnes.map(
          (colonne): Case => ({
            axes: groupe ? [ligne, groupe, colonne] : [ligne, colonne],
            traits: Object.assign({ nature, unite, compte }, ligne, groupe, colonne),
          }),
        ),
      ),
    )
    .filter(({ traits }) => estSaisie(traits))
}

/** Whether a formula adds up all of these of its section, and nothing else. */
function additionneTout(
  formule: string,
  { section, codes }: { section: string; codes: ReadonlySet<string> },
): boolean {
  const [, termes = ''] = /^SOMME\(([^()]*)\)$/.exec(formule.trim()) ?? []
  const dits = termes.split(';').map((terme) => terme.trim())
  if (dits.length === 1 && termes.includes('*'))
    return termes === '*' || termes.startsWith(`${section}.`)
  const nommes = dits.map((dit) => dit.split('.').find((partie) => codes.has(partie)))
  return !nommes.includes(undefined) && new Set(nommes).size === codes.size
}

/** The total that the model itself has of one of its sides; none unless it adds up all that is entered. */
function totalDe(axe: readonly Axe[], lieu: { section: string; codes: ReadonlySet<string> }) {
  const total = axe.find(({ formule }) => formule !== undefined && additionneTout(formule, lieu))
  return total && !lieu.codes.has(total.code) && { code: total.code, libelle: total.libelle }
}

type Cote = { modalites: Modalite[]; total?: { code: string; libelle: string } }

/** One side of a matrix through its versions: what is entered in it, and its total. */
function coteDe(
  piece: Piece<Matrice>,
  rang: number,
  axeDe: (matrice: Matrice) => readonly Axe[],
): Cote {
  const cases = piece.faces.map(({ chose, mois }) => ({ chose: casesDe(chose), mois }))
  const saisis = new Set(cases.flatMap(({ chose }) => chose.map(({ axes }) => axes[rang]?.code)))
  const listes = piece.faces.map(({ chose, mois }) => {
    return { chose: axeDe(chose).filter(({ code }) => saisis.has(code)), mois }
  })
  const modalites = [...reunir(listes)].map(([code, faces]): Modalite => {
    const siennes = cases.flatMap(({ chose }) =>
      chose.filter(({ axes }) => axes[rang]?.code === code),
    )
    const unite = commune(siennes.map(({ traits }) => traits.unite ?? ''))
    const libre = siennes.every(({ traits }) => !protege(traits, piece))
    const note = noteDe(faces, piece.tous)
    const libelle = faces.at(-1)?.chose.libelle ?? code
    return {
      code,
      libelle: unite && !uniteDe(piece) ? `${libelle} (${unite})` : libelle,
      ...(libre && { libre }),
      ...(note && { note }),
    }
  })
  const derniere = piece.faces.at(-1)?.chose
  const codes = new Set(cases.at(-1)?.chose.flatMap(({ axes }) => axes[rang]?.code ?? []))
  const total = derniere && totalDe(axeDe(derniere), { section: derniere.code, codes })
  return { modalites, ...(total && { total }) }
}

const uniteDe = ({ faces }: { faces: readonly Face<Matrice>[] }): string =>
  commune(faces.flatMap(({ chose }) => casesDe(chose).map(({ traits }) => traits.unite ?? '')))

const estMatrice = (piece: Piece): piece is Piece<Matrice> => {
  const formes = piece.faces.map(
    ({ chose }) => `${chose.type} ${'groupes' in chose && Boolean(chose.groupes)}`,
  )
  return piece.faces[0]?.chose.type === 'matrice' && new Set(formes).size === 1
}

/** Columns that a table compares with the year before: its total, else all when they are few. */
const compareesDe = ({ modalites, total }: Cote): string[] =>
  total ? [total.code] : modalites.length <= 3 ? modalites.map(({ code }) => code) : []

/** A matrix as one, with the totals that its model has: the sum of the months, and December. */
function tableauxDeLaMatrice(piece: Piece<Matrice>, place: number): PlanTableau[] {
  const [lignes, colonnes] = [
    coteDe(piece, 0, (matrice) => matrice.lignes),
    coteDe(piece, piece.faces[0]?.chose.groupes ? 2 : 1, (matrice) => matrice.colonnes),
  ]
  const double = piece.faces[0]?.chose.groupes !== undefined
  const groupes = double ? coteDe(piece, 1, (matrice) => matrice.groupes ?? []) : null
  const gardees = lignes.modalites.slice(0, place)
  if (gardees.length === 0 || colonnes.modalites.length === 0) return []
  const traits = piece.faces.flatMap(({ chose }) => casesDe(chose).map((une) => une.traits))
  const section = derniereDe(piece)?.code ?? ''
  const nommees = [...(groupes?.modalites ?? []), ...colonnes.modalites]
  const coupe = lignes.modalites.length > place ? [coupeA(place)] : []
  const comparees = compareesDe(colonnes)
  const total = groupes?.total?.code
  const commun = {
    ...noteDuTableau(gardees, nommees, coupe),
    unite: uniteDe(piece),
    decimales: Math.max(...traits.map(decimalesDe)),
    entete: 'Rubrique',
    cellule: `${section}.{l}${double ? '.{g}' : ''}.{c}`,
    lignes: [{ ...lignes, modalites: gardees }],
    ...(groupes && { groupes: [groupes] }),
    colonnes: [colonnes],
    ...(traits.some((un) => protege(un, piece)) && { personnes: true as const }),
    libres: colonnes.modalites.filter(({ libre }) => libre).map(({ code }) => code),
    comparees: double ? (total ? comparees.map((code) => `${total}.${code}`) : []) : comparees,
  }
  const entete = enteteDe(piece)
  const ancien = (colonne: string) => ({ tableau: entete.code, colonne })
  return [
    {
      ...enteteDe(piece, `, ${rythmeDit(piece).somme}`),
      ...commun,
      agregation: 'SOMME',
      ancien: ancien('SOMME'),
    },
    {
      ...enteteDe(piece, ', décembre'),
      ...commun,
      code: `${entete.code}.D`,
      agregation: 'STOCK',
      ancien: ancien('DECEMBRE'),
    },
  ]
}

/** A repeating table through its versions: the list that counts its rows, and what is added of them. */
export function repetitionDe(sections: readonly Repete[]): {
  cle: Champ | null
  liste: string | null
  sansCode: boolean
  sommes: Champ[]
} {
  const cle = sections.at(-1)?.colonnes.find(({ nature, codification }) => {
    return nature === 'liste' && codification !== undefined
  })
  const memes = sections.map(({ colonnes }) => colonnes.find(({ code }) => code === cle?.code))
  const sommes = new Map<string, Champ>()
  for (const { colonnes } of sections.toReversed())
    for (const colonne of colonnes)
      if (estSaisie(colonne) && !sommes.has(colonne.code)) sommes.set(colonne.code, colonne)
  return {
    cle: cle ?? null,
    liste: cle?.codification ?? null,
    // Rows of a version that counted by another list have none of these codes.
    sansCode: memes.some(
      (une) => !une?.requis || une.nd || une.so || une.codification !== cle?.codification,
    ),
    sommes: [...sommes.values()],
  }
}

const estRepetee = (piece: Piece): piece is Piece<Repete> =>
  piece.faces.every(({ chose }) => chose.type === 'tableau')

const TOTAL = { code: 'TOT', libelle: 'Ensemble' } as const

/** A repeating table: its rows counted by the codes of its list, or all together, and what they add. */
function tableauDesLignes(piece: Piece): PlanTableau[] {
  if (!estRepetee(piece)) return []
  const { cle, liste, sansCode, sommes } = repetitionDe(piece.faces.map(({ chose }) => chose))
  const vues = reunir(piece.faces.map(({ chose, mois }) => ({ chose: chose.colonnes, mois })))
  const colonnes = sommes.map((colonne): Modalite => {
    const { code, unite } = colonne
    const note = noteDe(vues.get(code) ?? [], piece.tous)
    const libelle = unite ? `${colonne.libelle} (${unite})` : colonne.libelle
    return { code, libelle, decimales: decimalesDe(colonne), ...(note && { note }) }
  })
  const libres = sommes.filter((colonne) => !protege(colonne, piece))
  const lignes: Bloc =
    liste === null
      ? { modalites: [{ code: TOUTES_LES_LIGNES, libelle: TOTAL.libelle }] }
      : { codification: liste, total: TOTAL, ...(sansCode && { plus: [NON_PRECISE] }) }
  return [
    {
      ...enteteDe(piece),
      ...noteDuTableau([], colonnes),
      unite: '',
      entete: cle?.libelle ?? 'Rubrique',
      agregation: 'SOMME',
      cellule: `${derniereDe(piece)?.code}.{l}.{c}`,
      lignes: [lignes],
      colonnes: [{ modalites: [{ code: 'NB', libelle: 'Lignes', decimales: 0 }, ...colonnes] }],
      ...(libres.length < sommes.length && { personnes: true }),
      libres: ['NB', ...libres.map(({ code }) => code)],
      comparees: ['NB'],
    },
  ]
}

const NON_PRECISE: Modalite = { code: SANS_CODE, libelle: 'Non précisé' }

/** The sections of each model through its versions, in the order of the last that has them. */
function piecesDe(
  versions: readonly VersionDeLAnnee[],
  agentsProteges: boolean,
): Map<string, Piece[]> {
  const ordonnees = versions.toSorted((a, b) => a.modele.version - b.modele.version)
  const parModele = Map.groupBy(ordonnees, ({ modele }) => modele.code)
  return new Map(
    [...parModele].map(([code, siennes]) => {
      const listes = siennes.map(({ modele, mois }) => ({ chose: modele.sections, mois }))
      const modele = siennes.at(-1)?.modele as Modele
      const tous = moisDes(listes)
      const rythme = rythmeDe(siennes.map((une) => une.modele))
      const commun = { modele, tous, rythme, agentsProteges }
      return [code, [...reunir(listes).values()].map((faces) => ({ ...commun, faces }))]
    }),
  )
}

function tableauxDe(piece: Piece, place: number): PlanTableau[] {
  if (estRepetee(piece)) return tableauDesLignes(piece)
  const repetees = piece.faces.filter(({ chose }) => chose.type === 'tableau')
  if (repetees.length > 0) {
    // It was a repeating table for a part of the year: its rows are counted beside.
    const faces = piece.faces.filter((face) => !repetees.includes(face))
    const lignes = tableauDesLignes({ ...piece, faces: repetees })
    const renommees = lignes.map((une) => ({ ...une, code: `${une.code}.R` }))
    return [...tableauxDe({ ...piece, faces }, place), ...renommees]
  }
  return estMatrice(piece) ? tableauxDeLaMatrice(piece, place) : tableauDesChamps(piece, place)
}

/** The tables of these versions of models: of each section, all that was entered in it. */
export function planGenerique(
  versions: readonly VersionDeLAnnee[],
  agentsProteges: boolean,
): PlanTableau[] {
  return [...piecesDe(versions, agentsProteges).values()].flatMap((pieces) => {
    let place = LIGNES_MAX
    return pieces.flatMap((piece) => {
      const tableaux = tableauxDe(piece, place)
      for (const bloc of tableaux[0]?.lignes ?? [])
        place -= 'modalites' in bloc ? bloc.modalites.length : 0
      return tableaux
    })
  })
}
