import type { Lectures, Separation } from '@releve/contract/modele/saisie.ts'
import { formatCompte } from '../../../ui/format.ts'
import type { Sorte } from '../store/client.ts'

const COMPTES: readonly [Sorte, singulier: string, pluriel: string][] = [
  ['remplie', 'case remplie', 'cases remplies'],
  ['remplacee', 'remplacée', 'remplacées'],
  ['videe', 'vidée', 'vidées'],
  ['refusee', 'refusée', 'refusées'],
  ['inchangee', 'inchangée', 'inchangées'],
]

const SIGNES = { '.': 'le point', ',': 'la virgule' } as const

/** What is said of a paste before it is done. */
export const textesCollage = {
  titre: 'Ce que ce collage changera',
  coller: 'Coller',
  renoncer: 'Ne pas coller',
  /** « 12 cases remplies, 3 remplacées, 2 refusées ». */
  comptes: (nombre: (sorte: Sorte) => number) => {
    const dits = COMPTES.filter(([sorte]) => nombre(sorte) > 0).map(([sorte, un, plusieurs]) =>
      formatCompte(nombre(sorte), un, plusieurs),
    )
    return dits.length === 0 ? 'Aucune case ne change.' : `${dits.join(', ')}.`
  },
  posees: (n: number, comptes: string) =>
    `${formatCompte(n, 'case collée', 'cases collées')}\u00a0: ${comptes}`,
  collees: (posees: number, ignorees: number, dehors: number) =>
    [
      formatCompte(posees, 'case collée', 'cases collées'),
      ignorees > 0 && formatCompte(ignorees, 'case fermée ignorée', 'cases fermées ignorées'),
      dehors > 0 && formatCompte(dehors, 'valeur hors du tableau', 'valeurs hors du tableau'),
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  refusees:
    'Une valeur refusée reste dans sa case telle quelle, à corriger avant de soumettre. F8 y mène.',
  legendesColonnes: (reconnus: boolean, rangs: number) =>
    [
      rangs > 1
        ? 'Les deux premières lignes portent les intitulés des colonnes\u00a0: elles ne sont pas collées.'
        : 'La première ligne porte les intitulés des colonnes\u00a0: elle n’est pas collée.',
      reconnus && 'Chaque colonne va sous son intitulé.',
    ]
      .filter(Boolean)
      .join(' '),
  legendesLignes: (reconnus: boolean) =>
    [
      'La première colonne porte les intitulés des lignes\u00a0: elle n’est pas collée.',
      reconnus && 'Chaque ligne va à son intitulé.',
    ]
      .filter(Boolean)
      .join(' '),
  ignorees: (n: number) =>
    `${formatCompte(n, 'valeur d’une case calculée ou fermée, ignorée', 'valeurs de cases calculées ou fermées, ignorées')}.`,
  dehors: (n: number) =>
    n === 1
      ? 'Une valeur sans place dans le tableau\u00a0: elle n’est pas collée.'
      : `${formatCompte(n, 'valeur')} sans place dans le tableau\u00a0: elles ne sont pas collées.`,
  doute: (texte: string, n: number) =>
    `«\u00a0${texte}\u00a0» se lit de deux façons${n > 1 ? `, comme ${n - 1} autres` : ''}\u00a0:`,
  lecture: (lectures: Lectures, separation: Separation) =>
    `${SIGNES[lectures.signe]} sépare les ${separation === 'milliers' ? 'milliers' : 'décimales'}`,
  choisir: 'Dites d’abord comment lire ces nombres.',
  ecarts: (n: number) =>
    n === 1
      ? 'Un total du bloc n’est pas celui que Relevé calcule.'
      : `${formatCompte(n, 'total')} du bloc ne sont pas ceux que Relevé calcule.`,
  totaux: {
    titre: 'Totaux qui diffèrent',
    aide: 'Le bloc donne d’autres totaux\u00a0: un chiffre y manque, est de trop, ou a été mal recopié. Les totaux de Relevé restent ceux qu’il calcule.',
    dit: 'Dans le bloc',
    calcule: 'Calculé par Relevé',
  },
  liste: 'Valeurs à coller',
  colonnes: { case: 'Case', avant: 'Avant', apres: 'Après' },
  vide: 'vide',
  refusee: 'Refusée.',
} as const
