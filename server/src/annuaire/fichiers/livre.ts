import type { Folios, Livre } from '../../platform/typst.ts'
import { FICHIERS as T } from './fichiers.textes.ts'
import type { ChapitreImprime, Ouvrage, TableauImprime } from './ouvrage.ts'

/**
 * Cells of a part: what the compiler takes goes with them (docs/decisions/0039). Two thousand
 * structures with their contacts are one table of one part.
 */
const CASES_MAX = 15_000

/** A table, or a run of the rows of one that is too long for a part. */
type Tranche = TableauImprime & { cle: string }

/** What stands on pages of the same direction. */
type Bloc = { paysage: boolean; ouvre: boolean; tableaux: Tranche[] }

type ChapitreDePartie = Omit<ChapitreImprime, 'tableaux'> & { cle: string; blocs: Bloc[] }

type Entree = { cle: string; titre: string; niveau: number }

const cleChapitre = (chapitre: number): string => `c${chapitre}`
const cleTexte = (chapitre: number, texte: number): string => `c${chapitre}-${texte}`
const cleTableau = (chapitre: number, tableau: number): string => `t${chapitre}-${tableau}`

const casesDe = ({ lignes, droite }: TableauImprime): number => lignes.length * droite.length

/** Cuts a table too long for a part, into runs of about as many rows; what stands under it ends it. */
function trancher(tableau: TableauImprime, cle: string): Tranche[] {
  const { lignes, titre } = tableau
  const nombre = Math.max(1, Math.ceil(casesDe(tableau) / CASES_MAX))
  const hauteur = Math.ceil(lignes.length / nombre)
  return Array.from({ length: nombre }, (_, rang) => ({
    ...tableau,
    cle: rang === 0 ? cle : '',
    titre: rang === 0 || tableau.suite ? titre : T.suite(titre),
    lignes: lignes.slice(rang * hauteur, (rang + 1) * hauteur),
    pied: rang === nombre - 1 ? tableau.pied : [],
    dessin: rang === nombre - 1 ? tableau.dessin : null,
  }))
}

/** What is never parted: a table, with the title and the texts of the chapter that it opens. */
type Unite = { chapitre: number; ouvre: boolean; tableau: Tranche | null }

function unitesDe({ chapitres }: Ouvrage): Unite[] {
  return chapitres.flatMap(({ tableaux }, chapitre): Unite[] => {
    const tranches = tableaux.flatMap((tableau, rang) =>
      trancher(tableau, tableau.suite ? '' : cleTableau(chapitre, rang)),
    )
    if (tranches.length === 0) return [{ chapitre, ouvre: true, tableau: null }]
    return tranches.map((tableau, rang) => ({ chapitre, ouvre: rang === 0, tableau }))
  })
}

/**
 * In their order, as many to a part as its cells allow. A part ends its page: rather with its
 * chapter, as soon as it is half full.
 */
function repartir(unites: readonly Unite[]): Unite[][] {
  const parties: Unite[][] = []
  let cases = Number.POSITIVE_INFINITY
  for (const unite of unites) {
    const siennes = unite.tableau ? casesDe(unite.tableau) : 0
    if (cases + siennes > CASES_MAX || (unite.ouvre && cases > CASES_MAX / 2)) {
      parties.push([])
      cases = 0
    }
    parties.at(-1)?.push(unite)
    cases += siennes
  }
  return parties
}

/** A chapter that says nothing first opens on the page of its table, whatever its direction. */
function blocsDe(unites: readonly Unite[], bavard: boolean): Bloc[] {
  const blocs: Bloc[] = []
  for (const { ouvre, tableau } of unites) {
    const paysage = tableau?.page.paysage ?? false
    if (ouvre && (bavard || !tableau)) blocs.push({ paysage: false, ouvre, tableaux: [] })
    else if (ouvre) blocs.push({ paysage, ouvre, tableaux: [] })
    if (!tableau) continue
    const dernier = blocs.at(-1)
    if (dernier?.paysage === paysage) dernier.tableaux.push(tableau)
    else blocs.push({ paysage, ouvre: false, tableaux: [tableau] })
  }
  return blocs
}

function chapitresDePartie({ chapitres }: Ouvrage, unites: readonly Unite[]): ChapitreDePartie[] {
  const rangs = [...new Set(unites.map(({ chapitre }) => chapitre))]
  return rangs.flatMap((rang) => {
    const chapitre = chapitres[rang]
    if (!chapitre) return []
    const { tableaux: _, ...dit } = chapitre
    const siennes = unites.filter((unite) => unite.chapitre === rang)
    return [
      {
        ...dit,
        cle: cleChapitre(rang),
        textes: dit.textes.map((texte, i) => ({ ...texte, cle: cleTexte(rang, i) })),
        blocs: blocsDe(siennes, dit.textes.length > 0),
      },
    ]
  })
}

const sommaireDe = ({ chapitres }: Ouvrage): Entree[] =>
  chapitres.flatMap(({ titre, textes }, chapitre) => [
    { cle: cleChapitre(chapitre), titre, niveau: 0 },
    ...textes.map((texte, rang) => ({
      cle: cleTexte(chapitre, rang),
      titre: texte.titre,
      niveau: 1,
    })),
  ])

const tableauxDe = ({ chapitres }: Ouvrage): Entree[] =>
  chapitres.flatMap(({ tableaux }, chapitre) =>
    tableaux.flatMap(({ code, titre, suite }, rang) =>
      suite ? [] : [{ cle: cleTableau(chapitre, rang), titre: `${code} — ${titre}`, niveau: 0 }],
    ),
  )

/** The book as it is compiled: its cover and contents, then its chapters, by parts that memory bears. */
export function livreDe(ouvrage: Ouvrage): Livre {
  const { chapitres: _, ...commun } = ouvrage
  const [sommaire, tableaux] = [sommaireDe(ouvrage), tableauxDe(ouvrage)]
  const titres = new Map([...sommaire, ...tableaux].map(({ cle, titre }) => [cle, titre]))
  const avecFolios = (entrees: readonly Entree[], folios: Folios) =>
    entrees.map((entree) => ({ ...entree, folio: String(folios.get(entree.cle) ?? '') }))
  return {
    parties: repartir(unitesDe(ouvrage)).map((unites) => ({
      ...commun,
      chapitres: chapitresDePartie(ouvrage, unites),
    })),
    tete: (folios) => ({
      ...commun,
      chapitres: [],
      sommaire: avecFolios(sommaire, folios),
      tableaux: avecFolios(tableaux, folios),
    }),
    dire: (cle, folio) => T.versPage(titres.get(cle) ?? '', folio),
  }
}
