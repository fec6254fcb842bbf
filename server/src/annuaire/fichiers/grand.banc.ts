import { ANNUAIRE_EXEMPLE } from '@releve/contract/annuaire/annuaire.banc.ts'
import type {
  Annuaire,
  CelluleAnnuaire,
  LigneAnnuaire,
  TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { LIBELLES_MOIS, MOIS } from '@releve/contract/mois.ts'

/** A country's annuaire for tests and benches: as long as asked, the same at each run. */

const nombre = (a: number, b: number): CelluleAnnuaire => ({
  sorte: 'valeur',
  valeur: (a * 7919 + b * 104_729) % 99_999,
})
const texte = (dit: string): CelluleAnnuaire => ({ sorte: 'texte', texte: dit })

function ligne(code: string, libelle: string, cellules: CelluleAnnuaire[]): LigneAnnuaire {
  return { code, libelle, niveau: 0, sorte: 'detail', cellules }
}

const colonne = (code: string, libelle: string, sorte: 'nombre' | 'texte' = 'nombre') => ({
  code,
  libelle,
  sorte,
  decimales: 0,
  total: false,
  variation: 'POURCENT' as const,
})

const REPERTOIRE = ['NOM', 'TYPE', 'REGION', 'RESPONSABLE', 'CONTACT'] as const

function repertoire(base: TableauAnnuaire, structures: number): TableauAnnuaire {
  return {
    ...base,
    colonnes: [
      ...REPERTOIRE.map((code) => colonne(code, code.toLowerCase(), 'texte')),
      colonne('CAPACITE', 'Capacité'),
    ],
    lignes: Array.from({ length: structures }, (_, i) =>
      ligne(`CAU-R${i % 20}-${i}`, `CAU-R${i % 20}-${i}`, [
        texte(`Centre d’accueil et d’hébergement numéro ${i}`),
        texte('Centre d’accueil d’urgence'),
        texte(`Région ${i % 20}`),
        texte(`Mme Awa Diallo ${i}`),
        texte('+221 33 800 00 00'),
        nombre(i, 3),
      ]),
    ),
  }
}

/** Rows by region and month, as the chapters of activities have. */
function mensuel(base: TableauAnnuaire, rang: number, lignes: number): TableauAnnuaire {
  return {
    ...base,
    code: `T5.${rang}`,
    titre: `Bénéficiaires de la prestation ${rang}, par département et par mois`,
    groupes: [],
    colonnes: MOIS.map((mois) => colonne(mois, LIBELLES_MOIS[mois].slice(0, 4))),
    comparees: [],
    graphique: null,
    lignes: Array.from({ length: lignes }, (_, i) =>
      ligne(
        `D${i}`,
        `Département ${i}`,
        MOIS.map((_mois, m) => nombre(i * rang, m)),
      ),
    ),
  }
}

/** @param structures rows of the directory; @param mensuels tables of a hundred rows by month */
export function grandAnnuaire({
  structures,
  mensuels,
}: {
  structures: number
  mensuels: number
}): Annuaire {
  const [, , deux] = ANNUAIRE_EXEMPLE.chapitres
  return {
    ...ANNUAIRE_EXEMPLE,
    chapitres: ANNUAIRE_EXEMPLE.chapitres.map((chapitre) => {
      const [premier] = chapitre.tableaux
      if (chapitre.code === '1' && premier)
        return { ...chapitre, tableaux: [repertoire(premier, structures)] }
      if (chapitre.code === '2' && premier)
        return {
          ...chapitre,
          tableaux: [
            ...chapitre.tableaux,
            ...Array.from({ length: mensuels }, (_, i) =>
              mensuel(deux?.tableaux[0] ?? premier, i + 1, 100),
            ),
          ],
        }
      return chapitre
    }),
  }
}
