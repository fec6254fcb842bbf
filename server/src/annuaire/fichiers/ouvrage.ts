import {
  direCouverture,
  direTropMasque,
  formaterFixe,
} from '@releve/contract/annuaire/affichage.ts'
import type {
  Annuaire,
  CelluleAnnuaire,
  ChapitreAnnuaire,
  GraphiqueAnnuaire,
  LigneAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { composerPage, type Entete, type MiseEnPage } from '../../platform/mise-en-page.ts'
import { chapitresDe, enParagraphes } from './chapitres.ts'
import { type ColonneEcrite, colonnesDe, signesDe, texteDe } from './chiffre.ts'
import { FICHIERS as T } from './fichiers.textes.ts'

/** Beyond, a bar is a line and its label unreadable: the table alone says it. */
const CATEGORIES_MAX = 30

/** A chart as the template draws it; shares are of the axis, from 0 to 1, null for a figure that is not there. */
type DessinImprime = {
  sorte: GraphiqueAnnuaire['sorte']
  titre: string
  /** For those who do not see it. */
  alt: string
  unite: string
  series: string[]
  categories: { nom: string; parts: (number | null)[]; textes: string[] }[]
  graduations: { part: number; texte: string }[]
}

/** 1, 2 or 5 times a power of ten. */
function pasDe(maximum: number): number {
  const brut = maximum / 4
  const puissance = 10 ** Math.floor(Math.log10(brut))
  const reste = brut / puissance
  return puissance * (reste <= 1 ? 1 : reste <= 2 ? 2 : reste <= 5 ? 5 : 10)
}

const valeurDe = (cellule: CelluleAnnuaire | undefined): number | null =>
  cellule?.sorte === 'valeur' ? Math.max(0, cellule.valeur) : null

const MOIS_COURT = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' })
/** « sept. » of the row `M09`: along an axis, months have little room; null for any other row. */
function moisCourtDe(code: string): string | null {
  const numero = /^M(\d\d)$/.exec(code)?.[1]
  return numero === undefined ? null : MOIS_COURT.format(Date.UTC(2000, Number(numero) - 1))
}

type CategorieLue = { nom: string; valeurs: (number | null)[]; textes: string[] }

function lireCategories({ graphique, colonnes, lignes }: TableauAnnuaire): CategorieLue[] {
  const rangs = graphique?.colonnes.map((code) => colonnes.findIndex((c) => c.code === code)) ?? []
  const gardes = rangs.filter((rang) => rang >= 0)
  return lignes
    .filter(({ sorte }) => sorte === 'detail')
    .map(({ code, libelle, cellules }) => ({
      nom: graphique?.sorte === 'courbe' ? (moisCourtDe(code) ?? libelle) : libelle,
      valeurs: gardes.map((rang) => valeurDe(cellules[rang])),
      textes: gardes.map((rang) => {
        const [colonne, cellule] = [colonnes[rang], cellules[rang]]
        return colonne && cellule
          ? texteDe(cellule, { ...colonne, groupe: '', unite: '', part: 'valeur', rang })
          : ''
      }),
    }))
}

function maximumDe(sorte: GraphiqueAnnuaire['sorte'], categories: CategorieLue[]): number {
  const sommes = categories.map(({ valeurs }) =>
    sorte === 'barresEmpilees'
      ? valeurs.reduce<number>((total, valeur) => total + (valeur ?? 0), 0)
      : Math.max(0, ...valeurs.map((valeur) => valeur ?? 0)),
  )
  return Math.max(0, ...sommes)
}

/** The axis: from 0 to the first step beyond the largest figure. */
function axeDe(maximum: number): { fin: number; graduations: DessinImprime['graduations'] } {
  const pas = pasDe(maximum)
  const nombre = Math.ceil(maximum / pas - 1e-9)
  const decimales = Math.max(0, -Math.floor(Math.log10(pas)))
  const graduations = Array.from({ length: nombre + 1 }, (_, rang) => ({
    part: rang / nombre,
    texte: formaterFixe(rang * pas, decimales),
  }))
  return { fin: nombre * pas, graduations }
}

/** What is drawn of a table; null when nothing is, or too much. */
function dessinDe(tableau: TableauAnnuaire): DessinImprime | null {
  const { graphique, colonnes, unite, code } = tableau
  if (!graphique) return null
  const lues = lireCategories(tableau)
  const maximum = maximumDe(graphique.sorte, lues)
  if (lues.length === 0 || lues.length > CATEGORIES_MAX || maximum <= 0) return null
  const { fin, graduations } = axeDe(maximum)
  const tracees = graphique.colonnes.flatMap((nom) => colonnes.find((c) => c.code === nom) ?? [])
  // Of what is drawn: a table of reports may draw their rates.
  const unites = new Set(tracees.map((colonne) => colonne.unite ?? unite))
  const [propre = unite] = unites
  return {
    sorte: graphique.sorte,
    titre: graphique.titre,
    alt: T.graphiqueDe(graphique.titre, code),
    unite: unites.size > 1 ? '' : propre,
    series: tracees.map(({ libelle }) => libelle),
    categories: lues.map(({ nom, valeurs, textes }) => ({
      nom,
      parts: valeurs.map((valeur) => (valeur === null ? null : valeur / fin)),
      textes,
    })),
    graduations,
  }
}

/** A row as it is printed: `h` its height in points, null when its texts must tell. */
type LigneImprimee = { c: string[]; s: LigneAnnuaire['sorte']; n: number; h: number | null }

export type TableauImprime = {
  code: string
  titre: string
  unite: string
  page: Pick<MiseEnPage, 'corps' | 'largeurs' | 'paysage'>
  droite: boolean[]
  entetes: Entete[][]
  lignes: LigneImprimee[]
  /** « Source : … », one paragraph each. */
  pied: { nom: string; texte: string }[]
  dessin: DessinImprime | null
  /** The columns that follow those of the table before: it is the same table. */
  suite: boolean
}

export type ChapitreImprime = {
  titre: string
  introduction: string[]
  textes: ChapitreAnnuaire['textes']
  tableaux: TableauImprime[]
}

/** A yearbook as the template prints it: every text is ready, every width is known. */
export type Ouvrage = {
  titre: string
  organisation: string
  pays: string
  annee: string
  edition: string
  arrete: string
  provisoire: string
  mentions: string[]
  libelles: { sommaire: string; tableaux: string }
  chapitres: ChapitreImprime[]
}

const JOUR = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })

/** `2 mars 2026`, `1er avril 2026`. */
export const jourDe = (instant: string): string =>
  JOUR.format(new Date(instant)).replace(/^1 /, '1er ')

function entetesDe(tableau: TableauAnnuaire, colonnes: ReturnType<typeof colonnesDe>): Entete[][] {
  const premiere = { t: tableau.entete, c: 1, d: false }
  const seconde = colonnes.map(({ libelle, sorte, unite }) => ({
    t: unite && unite !== tableau.unite ? `${libelle}\u00a0(${unite})` : libelle,
    c: 1,
    r: 1,
    d: sorte === 'nombre',
  }))
  if (tableau.groupes.length === 0) return [[{ ...premiere, r: 1 }, ...seconde]]
  const noms = new Map(tableau.groupes.map(({ code, libelle }) => [code, libelle]))
  const groupes: (Entete & { code: string })[] = []
  for (const { groupe = '' } of colonnes) {
    const dernier = groupes.at(-1)
    if (dernier?.code === groupe) dernier.c += 1
    else groupes.push({ code: groupe, t: noms.get(groupe) ?? '', c: 1, r: 1, d: false })
  }
  return [[{ ...premiere, r: 2 }, ...groupes.map(({ t, c, r, d }) => ({ t, c, r, d }))], seconde]
}

function couvertureDe({ couverture }: TableauAnnuaire): { nom: string; texte: string }[] {
  if (!couverture) return []
  const { attendus, retenus, completude, pasEncoreDus } = couverture
  if (pasEncoreDus !== undefined) return [{ nom: T.couverture, texte: direCouverture(couverture) }]
  // An edition frozen before counted with them what was not due yet: its files say what they said.
  const texte = T.couvertureDe({
    attendus: formaterFixe(attendus, 0),
    retenus: formaterFixe(retenus, 0),
    taux: completude === null ? null : formaterFixe(completude, 1),
  })
  return [{ nom: T.couverture, texte }]
}

/** What stands under a table, in the order in which people look for it. */
export function piedDe(tableau: TableauAnnuaire): { nom: string; texte: string }[] {
  const { source, champ, note, lignes, secrets: masques, chiffres } = tableau
  const notes = lignes.flatMap((l) => (l.note ? [T.noteDeLigne(l.libelle, l.note)] : []))
  const enPhrases = signesDe(tableau)
    .map(([signe, dit]) => `«\u00a0${signe}\u00a0» ${dit}`)
    .join('\u202f; ')
  return [
    ...(enPhrases ? [{ nom: T.lecture, texte: enPhrases }] : []),
    { nom: T.source, texte: source },
    { nom: T.champ, texte: champ },
    ...couvertureDe(tableau),
    ...(chiffres === undefined
      ? []
      : [{ nom: T.secret, texte: direTropMasque({ masques, chiffres }) }]),
    ...(note ? [{ nom: T.note, texte: note }] : []),
    ...(notes.length > 0 ? [{ nom: T.notes, texte: notes.join('\u202f; ') }] : []),
  ].filter(({ texte }) => texte !== '')
}

/** A telephone number stays on its line. */
const enBloc = (texte: string): string => texte.replace(/(?<=\d) (?=\d)/g, '\u00a0')

/** Size under which nothing is printed, in points. */
const CORPS_MIN = 8

/** A series of years has the columns of those that the platform has figures of. */
const estAnneeVide = ({ lignes }: TableauAnnuaire, { code, rang }: ColonneEcrite): boolean =>
  /^A\d{4}$/.test(code) &&
  lignes.every(({ cellules }) => {
    const cellule = cellules[rang]
    return cellule?.sorte === 'absent' && cellule.raison === 'NON_RECU'
  })

/** Columns that are not parted: a group, or a figure with what it is compared with. */
function unitesDe(colonnes: readonly ColonneEcrite[]): ColonneEcrite[][] {
  const parUnite = Map.groupBy(colonnes, ({ groupe, rang }) => groupe || rang)
  return [...parUnite.values()]
}

type PageDeTable = Pick<TableauImprime, 'page' | 'droite' | 'entetes' | 'lignes'>

/** A table with these of its columns, as it fits on a page. */
function mettreEnPage(tableau: TableauAnnuaire, colonnes: ColonneEcrite[]): PageDeTable {
  const lignes = tableau.lignes.map(({ libelle, niveau, sorte, cellules }) => ({
    s: sorte,
    n: niveau,
    c: [libelle, ...colonnes.map((c) => enBloc(texteDe(cellules[c.rang] ?? VIDE, c)))],
  }))
  const entetes = entetesDe(tableau, colonnes)
  const droite = [false, ...colonnes.map(({ sorte }) => sorte === 'nombre')]
  const { hauteurDe, ...page } = composerPage({ entetes, lignes, droite, mini: CORPS_MIN })
  return { page, droite, entetes, lignes: lignes.map((l) => ({ ...l, h: hauteurDe(l) })) }
}

/**
 * A table too wide to be read on a page is printed in several, its columns shared, rather than
 * small or on a page that is turned; one whose columns cannot be parted is turned.
 */
function repartirColonnes(tableau: TableauAnnuaire, colonnes: ColonneEcrite[]): PageDeTable[] {
  const entier = mettreEnPage(tableau, colonnes)
  if (!entier.page.paysage) return [entier]
  const unites = unitesDe(colonnes)
  for (let nombre = 2; nombre <= unites.length; nombre += 1) {
    const mises = Array.from({ length: nombre }, (_, rang) => {
      const [de, a] = [rang, rang + 1].map((n) => Math.round((n * unites.length) / nombre))
      return mettreEnPage(tableau, unites.slice(de, a).flat())
    })
    if (mises.every(({ page }) => !page.paysage)) return mises
  }
  return [entier]
}

function imprimerTableau(tableau: TableauAnnuaire, annee: number): TableauImprime[] {
  const colonnes = colonnesDe(tableau, annee).filter((c) => !estAnneeVide(tableau, c))
  const mises = repartirColonnes(tableau, colonnes)
  return mises.map((mise, rang) => {
    const derniere = rang === mises.length - 1
    return {
      ...mise,
      code: tableau.code,
      titre: rang === 0 ? tableau.titre : T.suite(tableau.titre),
      unite: tableau.unite ? T.uniteDe(tableau.unite) : '',
      pied: derniere ? piedDe(tableau) : [],
      dessin: derniere ? dessinDe(tableau) : null,
      suite: rang > 0,
    }
  })
}

const VIDE = { sorte: 'texte', texte: '' } as const

function mentionsDe({ soumisInclus, empreinte }: Annuaire): string[] {
  return [...(soumisInclus ? [T.soumisInclus] : []), `${T.empreinte}\u00a0: ${empreinte}`]
}

/** What the template prints of an annuaire. */
export function ouvrageDe(annuaire: Annuaire): Ouvrage {
  const { annee, arreteLe, edition, provisoire } = annuaire
  return {
    titre: annuaire.titre,
    organisation: annuaire.organisation,
    pays: annuaire.pays,
    annee: String(annee),
    edition: T.edition(edition),
    arrete: arreteLe ? T.donneesArreteesLe(jourDe(arreteLe)) : '',
    provisoire: provisoire ? T.provisoire : '',
    mentions: mentionsDe(annuaire),
    libelles: { sommaire: T.sommaire, tableaux: T.listeTableaux },
    chapitres: chapitresDe(annuaire).map(({ code, titre, introduction, textes, tableaux }) => ({
      titre: T.chapitre(code, titre),
      introduction: enParagraphes(introduction),
      textes,
      tableaux: tableaux.flatMap((tableau) => imprimerTableau(tableau, annee)),
    })),
  }
}
