import type {
  Annuaire,
  ChapitreAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import type { Allure, CaseEcrite, FeuilleEcrite } from '../../platform/tableur.feuilles.ts'
import { chapitresDe } from './chapitres.ts'
import { type ColonneEcrite, colonnesDe, marqueDe, valeurDe } from './chiffre.ts'
import { FICHIERS as T } from './fichiers.textes.ts'
import { jourDe, piedDe } from './ouvrage.ts'

const LARGEURS = { libelle: 34, texte: 28, nombre: 14, code: 12 }

const dite = (valeur: string | number | null, allure?: Allure): CaseEcrite =>
  allure ? { valeur, allure } : { valeur }

function rangeeDeGroupes(tableau: TableauAnnuaire, colonnes: ColonneEcrite[]): CaseEcrite[][] {
  if (tableau.groupes.length === 0) return []
  const noms = new Map(tableau.groupes.map(({ code, libelle }) => [code, libelle]))
  const rangee: CaseEcrite[] = [dite('', 'entete'), dite('', 'entete')]
  let tete: CaseEcrite | undefined
  for (const [rang, { groupe }] of colonnes.entries()) {
    if (tete && groupe === colonnes[rang - 1]?.groupe) {
      tete.largeur = (tete.largeur ?? 1) + 1
      rangee.push(dite(null))
    } else {
      tete = dite(noms.get(groupe ?? '') ?? '', 'entete')
      rangee.push(tete)
    }
  }
  return [rangee]
}

function enteteDe({ libelle, unite }: ColonneEcrite, uniteDuTableau: string): string {
  return unite && unite !== uniteDuTableau ? `${libelle} (${unite})` : libelle
}

/** One table, as a sheet: its title, its headings, its rows with their codes, what stands under it. */
function feuilleDe(tableau: TableauAnnuaire, annee: number): FeuilleEcrite {
  const colonnes = colonnesDe(tableau, annee)
  const tetes = [
    ...rangeeDeGroupes(tableau, colonnes),
    [T.code, tableau.entete, ...colonnes.map((c) => enteteDe(c, tableau.unite))].map((entete) =>
      dite(entete, 'entete'),
    ),
  ]
  const rangees = tableau.lignes.map(({ code, libelle, niveau, sorte, cellules }) => {
    const allure = sorte === 'detail' ? undefined : ('total' as const)
    return [
      dite(code, allure),
      dite(`${'\u00a0\u00a0'.repeat(niveau)}${libelle}`, allure),
      ...colonnes.map((colonne) => {
        const cellule = cellules[colonne.rang]
        const valeur = cellule ? valeurDe(cellule, colonne) : null
        const suffixe = cellule ? marqueDe(cellule, colonne) : ''
        return { ...dite(valeur, allure), decimales: colonne.decimales, suffixe }
      }),
    ]
  })
  const sousTitre = [T.sommaire, tableau.unite ? T.uniteDe(tableau.unite) : '']
  return {
    nom: tableau.code,
    largeurs: [
      LARGEURS.code,
      LARGEURS.libelle,
      ...colonnes.map(({ sorte }) => LARGEURS[sorte === 'texte' ? 'texte' : 'nombre']),
    ],
    rangees: [
      [dite(`${tableau.code} — ${tableau.titre}`, 'titre')],
      [{ valeur: sousTitre[0] ?? '', vers: T.sommaire }, dite(sousTitre[1] ?? '', 'note')],
      ...tetes,
      ...rangees,
      [],
      ...piedDe(tableau).map(({ nom, texte }) => [dite(`${nom}\u00a0: ${texte}`, 'note')]),
    ],
    fige: { rangees: 2 + tetes.length, colonnes: 2 },
  }
}

function sommaire(annuaire: Annuaire, chapitres: ChapitreAnnuaire[]): FeuilleEcrite {
  const { arreteLe, edition, empreinte, organisation, pays, provisoire, titre } = annuaire
  const dits = [
    ...(provisoire ? [T.provisoire] : []),
    [organisation, pays].filter(Boolean).join(', '),
    T.edition(edition),
    ...(arreteLe ? [T.donneesArreteesLe(jourDe(arreteLe))] : []),
    `${T.empreinte}\u00a0: ${empreinte}`,
  ]
  const lignes = chapitres.flatMap(({ code, titre: nom, tableaux }) => [
    [dite(code, 'total'), dite(nom, 'total')],
    ...tableaux.map((t) => [{ valeur: t.code, vers: t.code }, dite(t.titre), dite(t.unite)]),
  ])
  return {
    nom: T.sommaire,
    largeurs: [LARGEURS.code, 90, LARGEURS.nombre],
    rangees: [
      [dite(titre, 'titre')],
      ...dits.map((dit) => [dite(dit)]),
      [],
      [T.code, T.titre, T.unite].map((entete) => dite(entete, 'entete')),
      ...lignes,
    ],
    fige: { rangees: 1, colonnes: 0 },
  }
}

/** The texts of the chapters, so that the workbook says alone what its figures are. */
function feuilleDesTextes(chapitres: ChapitreAnnuaire[]): FeuilleEcrite {
  const rangees = chapitres.flatMap(({ titre, introduction, textes }) => [
    ...(introduction || textes.length > 0 ? [[dite(titre, 'titre')]] : []),
    ...(introduction ? [[dite(introduction)]] : []),
    ...textes.flatMap((texte) => [
      [dite(texte.titre, 'total')],
      ...texte.paragraphes.map((paragraphe) => [dite(paragraphe)]),
      ...texte.termes.map(({ terme, definition }) => [dite(`${terme}\u00a0: ${definition}`)]),
      [],
    ]),
  ])
  return { nom: T.textes, largeurs: [120], rangees, fige: { rangees: 0, colonnes: 0 } }
}

/** The sheets of an annuaire: its contents, its texts, then one per table under its code. */
export function feuillesDe(annuaire: Annuaire): FeuilleEcrite[] {
  const chapitres = chapitresDe(annuaire)
  return [
    sommaire(annuaire, chapitres),
    feuilleDesTextes(chapitres),
    ...chapitres.flatMap(({ tableaux }) => tableaux.map((t) => feuilleDe(t, annuaire.annee))),
  ]
}
