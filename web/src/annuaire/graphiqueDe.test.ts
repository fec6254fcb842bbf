import type { CelluleAnnuaire, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { expect, it } from 'vitest'
import { dessinDe } from './GraphiqueAnnuaire.tsx'

const SECRET: CelluleAnnuaire = { sorte: 'secret' }
const valeur = (n: number): CelluleAnnuaire => ({ sorte: 'valeur', valeur: n })
const colonne = (code: string, libelle: string) => ({
  code,
  libelle,
  sorte: 'nombre' as const,
  decimales: 0,
  total: code === 'TOT',
  variation: 'POURCENT' as const,
})
const ligne = (code: string, libelle: string, cellules: CelluleAnnuaire[]) => ({
  code,
  libelle,
  niveau: 0,
  sorte: code === 'TOT' ? ('total' as const) : ('detail' as const),
  cellules,
})

const TABLEAU: TableauAnnuaire = {
  code: 'T2.2',
  titre: 'Personnes présentes, par région et par sexe',
  source: 'Rapports',
  champ: 'Tous',
  note: null,
  unite: 'personnes',
  entete: 'Région',
  groupes: [],
  colonnes: [colonne('M', 'Masculin'), colonne('F', 'Féminin'), colonne('TOT', 'Ensemble')],
  lignes: [
    ligne('R1', 'Littoral', [valeur(930), valeur(500), valeur(1430)]),
    ligne('R2', 'Sahel', [SECRET, SECRET, valeur(40)]),
    ligne('TOT', 'Ensemble', [valeur(960), valeur(510), valeur(1470)]),
  ],
  comparees: [],
  couverture: null,
  graphique: { sorte: 'barresEmpilees', titre: 'Présents par région', colonnes: ['M', 'F'] },
  secrets: 2,
}
const lisible = (phrase?: string) => phrase?.replaceAll(/[\u00a0\u202f]/g, ' ')

it('un chiffre secret n’est ni dessiné ni écrit ; la phrase dit l’ensemble, la note ce qui manque', () => {
  const dessin = dessinDe(TABLEAU, 2025)
  expect(dessin?.donnees.points.map(({ valeurs }) => valeurs)).toEqual([
    [930, 500],
    [null, null],
  ])
  expect(lisible(dessin?.titre)).toBe(
    'Présents par région, ensemble : de 40 (Sahel) à 1 430 (Littoral).',
  )
  expect(lisible(dessin?.note)).toBe('2 chiffres, absents ou secrets, ne sont pas dessinés.')
  expect(dessin?.fichier).toBe('annuaire-2025-T2-2')
})

it('plus de trois séries ne se distinguent plus : leur ensemble est dessiné', () => {
  const quatre = ['HM', 'FM', 'HMIN', 'FMIN']
  const tableau: TableauAnnuaire = {
    ...TABLEAU,
    colonnes: [...quatre.map((code) => colonne(code, code)), colonne('TOT', 'Ensemble')],
    lignes: [ligne('R1', 'Littoral', [1, 2, 3, 4, 10].map(valeur))],
    graphique: { sorte: 'barresEmpilees', titre: 'Détenus', colonnes: quatre },
  }
  const dessin = dessinDe(tableau, 2025)
  expect(dessin?.donnees.series).toEqual(['Ensemble'])
  expect(dessin?.donnees.points[0]?.valeurs).toEqual([10])
})

it('des mois sont une courbe, nommés de leur année', () => {
  const mois = ligne('M12', 'Décembre', [valeur(1), valeur(2), valeur(3)])
  const dessin = dessinDe(
    {
      ...TABLEAU,
      lignes: [mois],
      graphique: { sorte: 'courbe', titre: 'Présents', colonnes: ['TOT'] },
    },
    2025,
  )
  expect(dessin?.forme).toBe('courbe')
  expect(lisible(dessin?.titre)).toBe('Présents : 3 en décembre 2025.')
})

it('ce qui ne dessinerait rien, ou trop, n’a pas de graphique', () => {
  const rien = { ...TABLEAU, lignes: [ligne('R1', 'Littoral', [SECRET, SECRET, SECRET])] }
  expect(dessinDe(rien, 2025)).toBeNull()
  const trop = Array.from({ length: 31 }, (_, n) =>
    ligne(`R${n}`, `Région ${n}`, [valeur(n), valeur(n), valeur(n)]),
  )
  expect(dessinDe({ ...TABLEAU, lignes: trop }, 2025)).toBeNull()
  expect(dessinDe({ ...TABLEAU, graphique: null }, 2025)).toBeNull()
})

it('ce qui sépare deux taux se dit en points, et jamais comme un nombre de rapports', () => {
  const mois = [12.5, 86.4].map((taux, rang) => ligne(`M0${rang + 1}`, '', [valeur(taux)]))
  const graphique = { sorte: 'courbe' as const, titre: 'Complétude', colonnes: ['TAUX'] }
  const taux = { ...colonne('TAUX', 'Complétude'), decimales: 1 }
  const tableau = { ...TABLEAU, unite: '%', colonnes: [taux], lignes: mois, graphique }
  expect(lisible(dessinDe(tableau, 2025)?.titre)).toBe(
    'Complétude : 86,4 % en février 2025, +73,9 points depuis janvier 2025.',
  )
})
