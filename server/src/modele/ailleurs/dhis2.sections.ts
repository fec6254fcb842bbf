import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import type { Traits } from '@releve/contract/modele/modele.schema.ts'
import type { SectionSource } from '@releve/contract/modele/source.schema.ts'
import {
  type Constat,
  Inconvertible,
  libelleDe,
  ouvrirCodes,
  type Rapprochement,
} from './ailleurs.ts'
import type { Donnee } from './dhis2.donnees.ts'
import { codeDe, nomDe } from './dhis2.lecture.ts'
import { croiser, type ValeurVentilee } from './dhis2.ventilation.ts'

/** A group of data elements on the form there. `grisees`: « element.combo », never entered. */
export type Groupe = {
  code: string
  libelle: string
  aide: string | undefined
  donnees: Donnee[]
  grisees: ReadonlySet<string>
}

/** What must be filled: « element » whole, or « element.combo ». */
export type Obligatoires = ReadonlySet<string>

/** What has been made so far of a form, cell by cell. */
export type Chantier = {
  sections: SectionSource[]
  rapprochements: Rapprochement[]
  /** Cells of a data element, in order. */
  cellules: Map<string, Rapprochement[]>
  natures: Map<string, Donnee>
  /** Cells so far, those without a counterpart too. */
  nombre: number
  donnerCode: (texte: string, defaut: string) => string
  dire: (constat: Constat) => void
}

export const ouvrirChantier = (dire: Chantier['dire']): Chantier => ({
  sections: [],
  rapprochements: [],
  cellules: new Map(),
  natures: new Map(),
  nombre: 0,
  donnerCode: ouvrirCodes(),
  dire,
})

const citer = (texte: string) => `«\u00a0${texte}\u00a0»`
const pluriel = (n: number, un: string, plusieurs = `${un}s`) => `${n} ${n > 1 ? plusieurs : un}`

/** @throws Inconvertible before more cells are made than a model may have. */
function compter(chantier: Chantier, nombre: number): void {
  chantier.nombre += nombre
  if (chantier.nombre > BORNES_MODELE.cellules || chantier.sections.length > BORNES_MODELE.sections)
    throw new Inconvertible(
      'Ce formulaire a plus de cases ou de sections qu’un modèle ne peut en avoir\u00a0: répartissez-le en plusieurs jeux de données.',
    )
}

/** What adds up, whatever a file says of a text. */
const NOMBRES: ReadonlySet<Donnee['traits']['nature']> = new Set([
  'entier',
  'entierSigne',
  'decimal',
])

/** `la`: null where the file does not say what it is called there: rules read it in totals alone. */
function noterCellule(
  chantier: Chantier,
  cellule: string,
  donnee: Donnee,
  la: ValeurVentilee | null,
): void {
  const rapprochement: Rapprochement = {
    cellule,
    dataElement: donnee.id,
    categoryOptionCombo: la?.id ?? '',
    codeDataElement: donnee.codeLa,
    codeCategoryOptionCombo: la?.code ?? '',
    options: donnee.options,
    agregation: NOMBRES.has(donnee.traits.nature) ? donnee.agregation : 'NONE',
  }
  if (la) chantier.rapprochements.push(rapprochement)
  const siennes = chantier.cellules.get(donnee.id)
  if (siennes) siennes.push(rapprochement)
  else chantier.cellules.set(donnee.id, [rapprochement])
  chantier.natures.set(donnee.id, donnee)
}

/** Data elements that share a breakdown, in the order in which it comes first. */
function parVentilation(donnees: readonly Donnee[]): Donnee[][] {
  const groupes = new Map<string, Donnee[]>()
  for (const donnee of donnees) {
    const { id, categories } = donnee.ventilation
    const cle = categories.length === 0 ? '' : id
    const groupe = groupes.get(cle)
    if (groupe) groupe.push(donnee)
    else groupes.set(cle, [donnee])
  }
  return [...groupes.values()]
}

/** Lays a group out: fields for single values, a matrix for each breakdown. */
export function poserGroupe(chantier: Chantier, groupe: Groupe, obligatoires: Obligatoires): void {
  const parts = parVentilation(groupe.donnees)
  const place = `Section ${citer(groupe.libelle)}`
  const avant = chantier.sections.length
  for (const part of parts) {
    const [premiere] = part
    if (!premiere) continue
    const { categories, nom } = premiere.ventilation
    const libelle =
      parts.length > 1 && categories.length > 0 ? `${groupe.libelle} – ${nom}` : groupe.libelle
    const dite = { ...groupe, libelle: libelleDe(libelle), donnees: part }
    if (categories.length === 0) poserChamps(chantier, dite, obligatoires)
    else poserTableaux(chantier, dite, obligatoires)
  }
  const posees = chantier.sections.length - avant
  if (posees > 1) {
    const phrase = `Ses données ne se ventilent pas toutes de même\u00a0: elle devient ${posees} sections.`
    chantier.dire({ place, genre: 'CHANGE', phrase })
  }
}

function poserChamps(chantier: Chantier, groupe: Groupe, obligatoires: Obligatoires): void {
  const donnerCode = ouvrirCodes()
  const section = chantier.donnerCode(groupe.code, 'S')
  const place = `Section ${citer(groupe.libelle)}`
  const champs = groupe.donnees.flatMap((donnee) => {
    const la = donnee.ventilation.trouver([])
    if (la && estGrisee(groupe, donnee, la)) return []
    const code = donnerCode(donnee.code, 'D')
    noterCellule(chantier, `${section}.${code}`, donnee, la)
    const requis = obligatoires.has(donnee.id) || obligatoires.has(`${donnee.id}.${la?.id ?? ''}`)
    return [{ code, libelle: donnee.libelle, ...donnee.traits, ...(requis && { requis }) }]
  })
  const grisees = groupe.donnees.length - champs.length
  if (grisees > 0) direGrisees(chantier, place, grisees)
  if (champs.length === 0) return
  compter(chantier, champs.length)
  chantier.sections.push({
    code: section,
    libelle: groupe.libelle,
    type: 'champs',
    prefixe: true,
    ...(groupe.aide && { aide: groupe.aide }),
    champs,
  })
  const phrase = `La section est reprise\u00a0: ${pluriel(champs.length, 'case')}.`
  chantier.dire({ place, genre: 'COMPRIS', phrase })
}

const estGrisee = ({ grisees }: Groupe, { id }: Donnee, la: ValeurVentilee): boolean =>
  grisees.has(`${id}.${la.id}`) || grisees.has(id)

function direGrisees(chantier: Chantier, place: string, nombre: number): void {
  const phrase =
    nombre > 1
      ? `Ses ${nombre} cases grisées n’existent pas ici.`
      : 'Sa case grisée n’existe pas ici.'
  chantier.dire({ place, genre: 'CHANGE', phrase })
}

type Colonne = { options: ReturnType<typeof croiser>[number]; la: ValeurVentilee | null }

/**
 * One matrix, or one for each set of columns that rows share once their greyed cells are taken out:
 * a cell that is never entered there is none here.
 */
function poserTableaux(chantier: Chantier, groupe: Groupe, obligatoires: Obligatoires): void {
  const [premiere] = groupe.donnees
  if (!premiere) return
  const { ventilation } = premiere
  const toutes: Colonne[] = croiser(ventilation.categories).map((options) => {
    return { options, la: ventilation.trouver(options) }
  })
  compter(chantier, toutes.length * groupe.donnees.length)
  const formes = new Map<string, { colonnes: Colonne[]; donnees: Donnee[] }>()
  for (const donnee of groupe.donnees) {
    const gardees = toutes.map(({ la }) => !la || !estGrisee(groupe, donnee, la))
    const colonnes = toutes.filter((_, rang) => gardees[rang])
    const cle = gardees.map((gardee) => (gardee ? '1' : '0')).join('')
    const forme = formes.get(cle)
    if (forme) forme.donnees.push(donnee)
    else if (colonnes.length > 0) formes.set(cle, { colonnes, donnees: [donnee] })
  }
  const place = `Section ${citer(groupe.libelle)}`
  const gardees = [...formes.values()]
  const cases = gardees.reduce((n, une) => n + une.colonnes.length * une.donnees.length, 0)
  const grisees = toutes.length * groupe.donnees.length - cases
  if (grisees > 0) direGrisees(chantier, place, grisees)
  if (gardees.length > 1) {
    const phrase = `Ses lignes n’ont pas toutes les mêmes colonnes\u00a0: elle devient ${gardees.length} tableaux.`
    chantier.dire({ place, genre: 'CHANGE', phrase })
  }
  for (const [rang, { colonnes, donnees }] of gardees.entries()) {
    const suite = gardees.length > 1 ? ` (${rang + 1})` : ''
    const libelle = libelleDe(`${groupe.libelle}${suite}`)
    const entiere = colonnes.length === toutes.length
    poserMatrice(chantier, { ...groupe, libelle, donnees }, { colonnes, entiere, obligatoires })
  }
  direInconnues(chantier, place, toutes, ventilation.nom)
}

function direInconnues(
  chantier: Chantier,
  place: string,
  colonnes: readonly Colonne[],
  nom: string,
): void {
  const inconnues = colonnes.filter(({ la }) => la === null).length
  if (inconnues === 0) return
  const phrase = `Le fichier ne dit pas comment DHIS2 appelle ${inconnues === colonnes.length ? 'les cases' : `${inconnues} colonnes`} de la ventilation ${citer(nom)}\u00a0: leurs valeurs passées ne pourront pas être reprises. Exportez aussi «\u00a0categoryOptionCombos\u00a0».`
  chantier.dire({ place, genre: 'LAISSE', phrase })
}

type Axe = { code: string; libelle: string }
type Cote = { colonnes: Colonne[]; entiere: boolean; obligatoires: Obligatoires }

/** The two header rows of a matrix with two categories or more; groups are the first one. */
function axesDe(donnees: readonly Donnee[], { colonnes, entiere }: Cote) {
  const categories = donnees[0]?.ventilation.categories ?? []
  const donnerCode = ouvrirCodes()
  const nommer = (options: Colonne['options']): Axe => ({
    code: donnerCode(
      options
        .map(({ objet }) => codeDe(objet))
        .join('_')
        .slice(0, 24),
      'C',
    ),
    libelle: libelleDe(options.map(({ objet }) => nomDe(objet)).join(', ')),
  })
  // Once cells are taken out, what is left is no longer every group with every column.
  if (categories.length < 2 || !entiere)
    return {
      groupes: null,
      colonnes: colonnes.map(({ options }) => nommer(options)),
      finDe: (rang: number, axes: readonly Axe[]) => axes[rang]?.code ?? '',
    }
  const [premiere, ...autres] = categories
  const groupes = (premiere?.options ?? []).map((option) => nommer([option]))
  const suite = croiser(autres).map((options) => nommer(options))
  return {
    groupes,
    colonnes: suite,
    finDe: (rang: number, axes: readonly Axe[]) =>
      `${groupes[Math.floor(rang / axes.length)]?.code ?? ''}.${axes[rang % axes.length]?.code ?? ''}`,
  }
}

function poserMatrice(chantier: Chantier, groupe: Groupe, cote: Cote): void {
  const { donnees } = groupe
  const axes = axesDe(donnees, cote)
  const section = chantier.donnerCode(groupe.code, 'S')
  const place = `Section ${citer(groupe.libelle)}`
  const donnerCode = ouvrirCodes()
  const lignes = donnees.map((donnee) => {
    const code = donnerCode(donnee.code, 'D')
    cote.colonnes.forEach(({ la }, rang) => {
      const fin = axes.finDe(rang, axes.colonnes)
      noterCellule(chantier, `${section}.${code}.${fin}`, donnee, la)
    })
    const requis = estRequise(chantier, place, donnee, cote)
    const traits: Traits = donnee.traits
    return { code, libelle: donnee.libelle, ...traits, ...(requis && { requis }) }
  })
  const categories = donnees[0]?.ventilation.categories ?? []
  chantier.sections.push({
    code: section,
    libelle: groupe.libelle,
    type: 'matrice',
    nature: donnees[0]?.traits.nature ?? 'entier',
    ...(groupe.aide && { aide: groupe.aide }),
    lignes,
    ...(axes.groupes && { groupes: axes.groupes }),
    colonnes: axes.colonnes,
  })
  compter(chantier, 0)
  const parGroupe = axes.groupes ? `${pluriel(axes.groupes.length, 'groupe')} de ` : ''
  const phrase = `La section est reprise en tableau\u00a0: ${pluriel(lignes.length, 'ligne')}, ${parGroupe}${pluriel(axes.colonnes.length, 'colonne')}.`
  chantier.dire({ place, genre: 'COMPRIS', phrase })
  if (categories.length > 2) {
    const noms = categories.map(({ nom }) => nom).join(', ')
    const reunies = `Un tableau a deux rangs de titres\u00a0: les catégories ${libelleDe(noms)} sont réunies.`
    chantier.dire({ place, genre: 'CHANGE', phrase: reunies })
  }
}

/** Whether the whole row must be filled; of a part of it, nothing here can say it. */
function estRequise(
  chantier: Chantier,
  place: string,
  { id, libelle }: Donnee,
  { colonnes, obligatoires }: Cote,
): boolean {
  if (obligatoires.has(id)) return true
  const siennes = colonnes.filter(({ la }) => la && obligatoires.has(`${id}.${la.id}`)).length
  if (siennes === 0 || siennes === colonnes.length) return siennes > 0
  const phrase = `${citer(libelle)}\u00a0: ${pluriel(siennes, 'case est obligatoire', 'cases sont obligatoires')} sur ${colonnes.length}\u202f; une ligne l’est ici entière, ou pas\u00a0: elle ne l’est pas.`
  chantier.dire({ place, genre: 'LAISSE', phrase })
  return false
}
