import {
  type Annuaire,
  type CelluleAnnuaire,
  type ChapitreAnnuaire,
  type Chiffre,
  type ColonneAnnuaire,
  type Erratum,
  LIBELLES_ERRATUM,
  type LigneAnnuaire,
  type TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_MOIS, libellePeriode } from '@releve/contract/mois.ts'
import { texteDeChiffre } from './chiffre.ts'
import { FICHIERS as T } from './fichiers.textes.ts'

const texte = (dit: string): CelluleAnnuaire => ({ sorte: 'texte', texte: dit })
const nombre = (valeur: number): CelluleAnnuaire => ({ sorte: 'valeur', valeur })
const colonneTexte = (code: string, libelle: string): ColonneAnnuaire => ({
  code,
  libelle,
  sorte: 'texte',
  decimales: 0,
  total: false,
  variation: 'POURCENT',
})
const colonneNombre = (code: string, libelle: string): ColonneAnnuaire => ({
  ...colonneTexte(code, libelle),
  sorte: 'nombre',
})
const ligne = (code: string, libelle: string, cellules: CelluleAnnuaire[]): LigneAnnuaire => ({
  code,
  libelle,
  niveau: 0,
  sorte: 'detail',
  cellules,
})

type Annexe = Pick<TableauAnnuaire, 'code' | 'titre' | 'entete' | 'colonnes' | 'lignes'> &
  Partial<Pick<TableauAnnuaire, 'champ' | 'note' | 'unite'>>

/** A table of what stands around the figures: it has neither secrets nor a year before. */
const annexe = (dit: Annexe): TableauAnnuaire => ({
  source: T.sourceCollecte,
  champ: T.champCollecte,
  note: null,
  unite: '',
  groupes: [],
  comparees: [],
  couverture: null,
  graphique: null,
  secrets: 0,
  ...dit,
})

function tableauModeles({ modeles }: Annuaire): TableauAnnuaire {
  return annexe({
    code: 'T9.1',
    titre: T.modelesEmployes,
    entete: T.modele,
    colonnes: [
      colonneTexte('LIBELLE', T.libelle),
      colonneNombre('VERSION', T.version),
      colonneTexte('DU', T.premierMois),
      colonneTexte('AU', T.dernierMois),
    ],
    lignes: modeles.map(({ code, libelle, version, du, au }) =>
      ligne(code, code, [texte(libelle), nombre(version), texte(du), texte(au)]),
    ),
  })
}

const COLONNES_NON_REPONDANTS = [
  colonneTexte('STRUCTURE', T.structure),
  colonneTexte('REGION', T.region),
  colonneTexte('MODELE', T.modele),
  colonneTexte('MOIS', T.moisManquants),
]

type Manquant = Annuaire['nonRepondants'][number]['rapports'][number] & { mois: string[] }

/** One row for all the months of a structure and a model: a year of absence is one line, not twelve. */
function tableauNonRepondants({ annee, nonRepondants }: Annuaire): TableauAnnuaire {
  const manquants = new Map<string, Manquant>()
  for (const { mois, rapports } of nonRepondants) {
    for (const attendu of rapports) {
      const cle = `${attendu.structure} ${attendu.modele}`
      const manquant = manquants.get(cle) ?? { ...attendu, mois: [] }
      const { recu, moisCouverts = 1 } = attendu
      // The year is in the title: a month is told without it, as the editions of before did.
      const nom =
        moisCouverts === 1 ? LIBELLES_MOIS[mois] : libellePeriode({ mois, annee }, moisCouverts)
      manquant.mois.push(T.moisManquant(nom, recu))
      manquants.set(cle, manquant)
    }
  }
  return annexe({
    code: 'T9.2',
    titre: T.nonRepondants,
    note: T.noteNonRepondants,
    entete: T.codeStructure,
    colonnes: COLONNES_NON_REPONDANTS,
    lignes: [...manquants].map(([, { structure, libelle, region, modele, mois }]) =>
      ligne(structure, structure, [
        texte(libelle),
        texte(region),
        texte(modele),
        texte(mois.join(', ')),
      ]),
    ),
  })
}

const dire = (chiffre: Chiffre | null): CelluleAnnuaire =>
  texte(chiffre ? texteDeChiffre(chiffre) : '')

function lignesErratum({ edition, nature, texte: dit, differences }: Erratum): LigneAnnuaire[] {
  const tete = [
    texte(LIBELLES_ERRATUM[nature]),
    texte(dit),
    ...Array.from({ length: 4 }, () => texte('')),
  ]
  return [
    { ...ligne(String(edition), T.edition(edition), tete), sorte: 'soustotal' },
    ...differences.map((d) => ({
      ...ligne(String(edition), '', [
        texte(d.tableau),
        texte(d.titre),
        texte(d.libelleLigne),
        texte(d.libelleColonne),
        dire(d.avant),
        dire(d.apres),
      ]),
      niveau: 1,
    })),
  ]
}

function tableauErrata({ errata }: Annuaire): TableauAnnuaire {
  return annexe({
    code: 'T9.3',
    titre: T.errata,
    entete: T.editionEntete,
    colonnes: [
      colonneTexte('TABLEAU', T.tableau),
      colonneTexte('TITRE', T.titre),
      colonneTexte('LIGNE', T.ligne),
      colonneTexte('COLONNE', T.colonne),
      colonneTexte('AVANT', T.avant),
      colonneTexte('APRES', T.apres),
    ],
    lignes: errata.flatMap(lignesErratum),
  })
}

const AVANT_PROPOS = '0'
const ANNEXES = '9'

/** Paragraphs are parted by blank lines. */
export const enParagraphes = (dit: string): string[] =>
  dit
    .split(/\n\s*\n/)
    .map((paragraphe) => paragraphe.trim())
    .filter(Boolean)

function texteAvantPropos({ avantPropos }: Annuaire): ChapitreAnnuaire['textes'] {
  const paragraphes = enParagraphes(avantPropos)
  if (paragraphes.length === 0) return []
  return [{ code: 'AVANT_PROPOS', titre: T.avantPropos, paragraphes, termes: [] }]
}

/**
 * The chapters of an annuaire with all that a file says: its foreword, and the tables of the
 * models, of those who did not answer and of what was corrected, as tables like the others.
 */
export function chapitresDe(annuaire: Annuaire): ChapitreAnnuaire[] {
  const annexes = [
    tableauModeles(annuaire),
    tableauNonRepondants(annuaire),
    tableauErrata(annuaire),
  ]
  return annuaire.chapitres.map((chapitre) => {
    const { code, textes, tableaux } = chapitre
    if (code === AVANT_PROPOS) {
      return { ...chapitre, textes: [...texteAvantPropos(annuaire), ...textes] }
    }
    if (code !== ANNEXES) return chapitre
    const dites = annexes.filter(({ lignes }) => lignes.length > 0)
    return { ...chapitre, tableaux: [...tableaux, ...dites] }
  })
}
