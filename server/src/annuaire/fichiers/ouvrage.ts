import { direCouverture, formaterFixe } from '@releve/contract/annuaire/affichage.ts'
import type {
  Annuaire,
  ChapitreAnnuaire,
  LigneAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { composerPage, type Entete, type MiseEnPage } from '../../platform/mise-en-page.ts'
import { chapitresDe, enParagraphes } from './chapitres.ts'
import { colonnesDe, signesDe, texteDe } from './chiffre.ts'
import { FICHIERS as T } from './fichiers.textes.ts'
import { type DessinImprime, dessinDe } from './graphique.ts'

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
  const { source, champ, note, lignes } = tableau
  const notes = lignes.flatMap((l) => (l.note ? [T.noteDeLigne(l.libelle, l.note)] : []))
  const enPhrases = signesDe(tableau)
    .map(([signe, dit]) => `«\u00a0${signe}\u00a0» ${dit}`)
    .join('\u202f; ')
  return [
    ...(enPhrases ? [{ nom: T.lecture, texte: enPhrases }] : []),
    { nom: T.source, texte: source },
    { nom: T.champ, texte: champ },
    ...couvertureDe(tableau),
    ...(note ? [{ nom: T.note, texte: note }] : []),
    ...(notes.length > 0 ? [{ nom: T.notes, texte: notes.join('\u202f; ') }] : []),
  ].filter(({ texte }) => texte !== '')
}

/** A telephone number stays on its line. */
const enBloc = (texte: string): string => texte.replace(/(?<=\d) (?=\d)/g, '\u00a0')

function imprimerTableau(tableau: TableauAnnuaire, annee: number): TableauImprime {
  const colonnes = colonnesDe(tableau, annee)
  const lignes = tableau.lignes.map(({ libelle, niveau, sorte, cellules }) => ({
    s: sorte,
    n: niveau,
    c: [libelle, ...colonnes.map((c) => enBloc(texteDe(cellules[c.rang] ?? VIDE, c)))],
  }))
  const entetes = entetesDe(tableau, colonnes)
  const droite = [false, ...colonnes.map(({ sorte }) => sorte === 'nombre')]
  const { hauteurDe, ...page } = composerPage({ entetes, lignes, droite })
  return {
    code: tableau.code,
    titre: tableau.titre,
    unite: tableau.unite ? T.uniteDe(tableau.unite) : '',
    page,
    droite,
    entetes,
    lignes: lignes.map((l) => ({ ...l, h: hauteurDe(l) })),
    pied: piedDe(tableau),
    dessin: dessinDe(tableau),
  }
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
      tableaux: tableaux.map((tableau) => imprimerTableau(tableau, annee)),
    })),
  }
}
