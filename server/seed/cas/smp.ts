import { type Cas, colonne } from './cas.ts'

const population = (code: string, valeurs: Record<string, number>) =>
  colonne('POP', 'CATEGORIE_PENALE', code, valeurs)
const entrees = (code: string, nombre: number) =>
  colonne('MVTD', 'MOTIF_ENTREE_DET', code, { MD: nombre })
const sorties = (code: string, motif: string, nombre: number) =>
  colonne('MVTD', 'MOTIF_SORTIE_DET', code, { [motif]: nombre })
const HOMMES = { ...population('HM', { INC: 60, COND: 140 }), ...population('HMIN', { PREV: 8 }) }
const FEMMES = { ...population('FM', { ACC: 5, COND: 12 }), ...population('FMIN', { INC: 1 }) }
const AUCUNE_SORTIE = {
  ...sorties('HM', 'DEC', 0),
  ...sorties('FM', 'DEC', 0),
  ...sorties('HMIN', 'DEC', 0),
  ...sorties('FMIN', 'DEC', 0),
}

/** The controls of the SMP, one by one; the month is March 2025. */
export const CAS_SMP: Cas[] = [
  {
    cle: 'RC01:HM',
    casser: {
      'MVTD.DEB.HM': 400,
      ...entrees('HM', 30),
      ...sorties('HM', 'LP', 25),
      'MVTD.PASS.HM': 2,
      'MVTD.FIN.HM': 405,
    },
    message:
      'Effectif, hommes majeurs : 400 + 30 − 25, avec un passage à la majorité de 2, font 407, mais vous avez déclaré 405 au dernier jour du mois. Vérifiez les mouvements et le pointage.',
  },
  {
    cle: 'RC02',
    casser: {
      'MVTD.PASS.HMIN': -2,
      'MVTD.PASS.HM': 1,
      'MVTD.PASS.FMIN': 0,
      'MVTD.PASS.FM': 0,
    },
    message:
      'Passage à la majorité : garçons mineurs (−2) et hommes majeurs (1), filles mineures (0) et femmes majeures (0) doivent s’annuler deux à deux. Inscrivez un nombre négatif chez les mineurs, et le même nombre, positif, chez les majeurs du même sexe.',
  },
  {
    cle: 'RC03:FM',
    casser: { ...population('FM', { COND: 20 }), 'MVTD.FIN.FM': 22 },
    message:
      'Effectif, femmes majeures : la population détenue (20) doit être égale à l’effectif au dernier jour (22). Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC04A',
    casser: { ...HOMMES, ...colonne('DUREE', 'DUREE_DETENTION', 'M', { M00_05: 66 }) },
    message:
      'Effectif masculin : la répartition par ancienneté (66) doit être égale à l’effectif en attente de jugement (68), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC04B',
    casser: { ...FEMMES, ...colonne('DUREE', 'DUREE_DETENTION', 'F', { M00_05: 7 }) },
    message:
      'Effectif féminin : la répartition par ancienneté (7) doit être égale à l’effectif en attente de jugement (6), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC05A',
    casser: { ...HOMMES, ...colonne('NAT', 'NATIONALITE', 'M', { NAT: 207 }) },
    message:
      'Effectif masculin : la répartition par nationalité (207) doit être égale à la population détenue (208), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC05B',
    casser: { ...FEMMES, ...colonne('NAT', 'NATIONALITE', 'F', { NAT: 19 }) },
    message:
      'Effectif féminin : la répartition par nationalité (19) doit être égale à la population détenue (18), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC05C',
    casser: { ...HOMMES, ...colonne('INFR', 'INFRACTION', 'M', { VOL: 209 }) },
    message:
      'Effectif masculin : la répartition par infraction principale (209) doit être égale à la population détenue (208), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC05D',
    casser: { ...FEMMES, ...colonne('INFR', 'INFRACTION', 'F', { VOL: 17 }) },
    message:
      'Effectif féminin : la répartition par infraction principale (17) doit être égale à la population détenue (18), mineurs compris. Corrigez l’un des deux tableaux.',
  },
  {
    cle: 'RC06:HMIN',
    casser: { 'MVTD.DEB.HMIN': 31 },
    contexte: { autres: { 'SMP@2025-02': { 'MVTD.FIN.HMIN': 29 } } },
    message:
      'L’effectif de début de mois (31), garçons mineurs, diffère de l’effectif de fin février 2025 (29). Expliquez l’écart.',
  },
  {
    cle: 'RC07',
    casser: {
      CAP_OP: 300,
      'MVTD.FIN.HM': 440,
      'MVTD.FIN.FM': 20,
      'MVTD.FIN.HMIN': 15,
      'MVTD.FIN.FMIN': 5,
    },
    message:
      'Le taux d’occupation (160 %) dépasse 150 % : 480 détenus pour 300 places opérationnelles.',
  },
  {
    cle: 'RC08',
    casser: {
      CAP_OP: 150,
      'MVTD.FIN.HM': 440,
      'MVTD.FIN.FM': 20,
      'MVTD.FIN.HMIN': 15,
      'MVTD.FIN.FMIN': 5,
    },
    message:
      'Le taux d’occupation (320 %) dépasse 250 % : 480 détenus pour 150 places opérationnelles. Vérifiez ces nombres ou expliquez ce taux.',
  },
  {
    cle: 'RC09A',
    casser: { ...AUCUNE_SORTIE, 'MVTD.EVAS.HM': 2, 'INCP.EVASION.NB': 1 },
    message:
      'Évasions : vous avez déclaré 2 parmi les sorties, mais 1 parmi les incidents. Inscrivez chaque évasion dans le tableau des incidents.',
  },
  {
    cle: 'RC09B',
    casser: {
      ...AUCUNE_SORTIE,
      'MVTD.DEC.HM': 2,
      'INCP.DECES_NAT.NB': 1,
      'INCP.DECES_VIOL.NB': 0,
    },
    message:
      'Décès : vous avez déclaré 2 parmi les sorties, mais 1 parmi les incidents. Inscrivez chaque décès dans le tableau des incidents.',
  },
]
