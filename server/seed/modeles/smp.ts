import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { COLONNES_DETENTION, lignesCodifiees, parSexe } from './axes.ts'

type Controle = ModeleSource['controles'][number]

/** The entered columns of the population: their total follows. */
const COLONNES = [
  { code: 'HM', libelle: 'hommes majeurs' },
  { code: 'FM', libelle: 'femmes majeures' },
  { code: 'HMIN', libelle: 'garçons mineurs' },
  { code: 'FMIN', libelle: 'filles mineures' },
]

const HOMMES = { colonne: 'M', majeurs: 'HM', mineurs: 'HMIN', nom: 'masculin' }
const FEMMES = { colonne: 'F', majeurs: 'FM', mineurs: 'FMIN', nom: 'féminin' }
type Sexe = typeof HOMMES

/** A distribution by sex equals this part of the population, minors included. */
function repartition(
  code: string,
  section: string,
  objet: string,
  sexe: Sexe,
  [population, lignes]: [nom: string, lignes: string[]],
): Controle {
  const total = lignes
    .flatMap((ligne) => [`POP.${ligne}.${sexe.majeurs}`, `POP.${ligne}.${sexe.mineurs}`])
    .join(' + ')
  const cellule = `${section}.TOT.${sexe.colonne}`
  return {
    code,
    niveau: 'BLOQUANT',
    formule: `${cellule} = ${total}`,
    cellules: [cellule],
    message: `Effectif ${sexe.nom}\u00a0: la répartition par ${objet} ({${cellule}}) doit être égale à ${population} ({${total}}), mineurs compris. Corrigez l’un des deux tableaux.`,
  }
}

const EN_ATTENTE: [string, string[]] = ['l’effectif en attente de jugement', ['INC', 'PREV', 'ACC']]
const DETENUE: [string, string[]] = ['la population détenue', ['TOT']]

/** Controls of the SMP: stocks and flows of each column, distributions, occupancy, incidents. */
const CONTROLES_SMP: Controle[] = [
  {
    code: 'RC01',
    niveau: 'BLOQUANT',
    pourChaque: COLONNES,
    formule: 'MVTD.FIN.$ = MVTD.DEB.$ + MVTD.ENT.$ - MVTD.SOR.$ + MVTD.PASS.$',
    cellules: ['MVTD.FIN.$'],
    message:
      'Effectif, {$}\u00a0: {MVTD.DEB.$} + {MVTD.ENT.$} − {MVTD.SOR.$}, avec un passage à la majorité de {MVTD.PASS.$}, font {attendu}, mais vous avez déclaré {MVTD.FIN.$} au dernier jour du mois. Vérifiez les mouvements et le pointage.',
  },
  {
    code: 'RC02',
    niveau: 'BLOQUANT',
    formule:
      'MVTD.PASS.HM + MVTD.PASS.HMIN = 0 ET MVTD.PASS.FM + MVTD.PASS.FMIN = 0 ET MVTD.PASS.HMIN <= 0 ET MVTD.PASS.FMIN <= 0',
    cellules: ['MVTD.PASS.HM', 'MVTD.PASS.FM', 'MVTD.PASS.HMIN', 'MVTD.PASS.FMIN'],
    message:
      'Passage à la majorité\u00a0: garçons mineurs ({MVTD.PASS.HMIN}) et hommes majeurs ({MVTD.PASS.HM}), filles mineures ({MVTD.PASS.FMIN}) et femmes majeures ({MVTD.PASS.FM}) doivent s’annuler deux à deux. Inscrivez un nombre négatif chez les mineurs, et le même nombre, positif, chez les majeurs du même sexe.',
  },
  {
    code: 'RC03',
    niveau: 'BLOQUANT',
    pourChaque: COLONNES,
    formule: 'POP.TOT.$ = MVTD.FIN.$',
    cellules: ['POP.TOT.$', 'MVTD.FIN.$'],
    message:
      'Effectif, {$}\u00a0: la population détenue ({POP.TOT.$}) doit être égale à l’effectif au dernier jour ({MVTD.FIN.$}). Corrigez l’un des deux tableaux.',
  },
  repartition('RC04A', 'DUREE', 'ancienneté', HOMMES, EN_ATTENTE),
  repartition('RC04B', 'DUREE', 'ancienneté', FEMMES, EN_ATTENTE),
  repartition('RC05A', 'NAT', 'nationalité', HOMMES, DETENUE),
  repartition('RC05B', 'NAT', 'nationalité', FEMMES, DETENUE),
  repartition('RC05C', 'INFR', 'infraction principale', HOMMES, DETENUE),
  repartition('RC05D', 'INFR', 'infraction principale', FEMMES, DETENUE),
  {
    code: 'RC06',
    niveau: 'AVERTISSEMENT',
    pourChaque: COLONNES,
    formule: 'MVTD.DEB.$ = PRECEDENT(MVTD.FIN.$)',
    cellules: ['MVTD.DEB.$'],
    message:
      'L’effectif de début de mois ({MVTD.DEB.$}), {$}, diffère de l’effectif de fin {periodePrecedente} ({PRECEDENT(MVTD.FIN.$)}). Expliquez l’écart.',
  },
  {
    code: 'RC07',
    niveau: 'INFO',
    seuils: { maximum: 150 },
    formule: 'IND.OCC <= SEUIL("maximum")',
    cellules: ['IND.OCC'],
    message:
      'Le taux d’occupation ({IND.OCC}) dépasse {SEUIL("maximum")}\u00a0%\u00a0: {MVTD.FIN.TOT} détenus pour {CAP_OP} places opérationnelles.',
  },
  {
    code: 'RC08',
    niveau: 'AVERTISSEMENT',
    seuils: { maximum: 250 },
    formule: 'IND.OCC <= SEUIL("maximum")',
    cellules: ['IND.OCC', 'CAP_OP'],
    message:
      'Le taux d’occupation ({IND.OCC}) dépasse {SEUIL("maximum")}\u00a0%\u00a0: {MVTD.FIN.TOT} détenus pour {CAP_OP} places opérationnelles. Vérifiez ces nombres ou expliquez ce taux.',
  },
  {
    code: 'RC09A',
    niveau: 'BLOQUANT',
    formule: 'INCP.EVASION.NB >= MVTD.EVAS.TOT',
    cellules: ['INCP.EVASION.NB', 'MVTD.EVAS.TOT'],
    message:
      'Évasions\u00a0: vous avez déclaré {MVTD.EVAS.TOT} parmi les sorties, mais {INCP.EVASION.NB} parmi les incidents. Inscrivez chaque évasion dans le tableau des incidents.',
  },
  {
    code: 'RC09B',
    niveau: 'BLOQUANT',
    formule: 'INCP.DECES_NAT.NB + INCP.DECES_VIOL.NB >= MVTD.DEC.TOT',
    cellules: ['INCP.DECES_NAT.NB', 'INCP.DECES_VIOL.NB', 'MVTD.DEC.TOT'],
    message:
      'Décès\u00a0: vous avez déclaré {MVTD.DEC.TOT} parmi les sorties, mais {INCP.DECES_NAT.NB + INCP.DECES_VIOL.NB} parmi les incidents. Inscrivez chaque décès dans le tableau des incidents.',
  },
]

/** SMP: monthly report of a prison; all matrices are whole numbers and required. */
export const SMP = {
  code: 'SMP',
  version: 1,
  libelle: 'Situation mensuelle d’un établissement pénitentiaire',
  periodicite: 'MENSUELLE',
  typesStructure: ['MAC', 'MA', 'CPEN', 'CRSM'],
  indicateurs: {
    effectif: 'POP.TOT.TOT',
    entrees: 'MVTD.ENT.TOT',
    sorties: 'MVTD.SOR.TOT',
    reference: 'CAP_OP',
  },
  sections: [
    { code: 'ID', libelle: 'Identification', type: 'identification' },
    {
      code: 'CAP',
      libelle: 'Capacité',
      type: 'champs',
      champs: [
        {
          ...nombre('CAP_TH', 'Places théoriques', 'places'),
          prerempli: 'STRUCTURE("capaciteTheorique")',
          aide: 'Reprises de la fiche de la structure.',
        },
        {
          ...nombre('CAP_OP', 'Places opérationnelles', 'places'),
          prerempli: 'STRUCTURE("capacite")',
          aide: 'Places utilisables ce mois-ci.',
          exemple: '180 places théoriques, une aile de 30 en travaux\u00a0: 150',
        },
      ],
    },
    {
      code: 'POP',
      libelle: 'Population détenue au dernier jour',
      source: 'Registre d’écrou',
      aide: 'Comptez chaque détenu une seule fois, dans sa catégorie pénale du dernier jour.',
      exemple:
        'Un prévenu condamné le 20, encore présent le 31\u00a0: 1, en «\u00a0Condamnés\u00a0»',
      type: 'matrice',
      nature: 'entier',
      unite: 'détenus',
      requis: true,
      lignes: lignesCodifiees('POP', 'CATEGORIE_PENALE'),
      colonnes: COLONNES_DETENTION,
    },
    {
      code: 'MVTD',
      libelle: 'Mouvements',
      source: 'Registre d’écrou',
      type: 'matrice',
      nature: 'entier',
      unite: 'détenus',
      requis: true,
      lignes: [
        {
          code: 'DEB',
          libelle: 'Effectif au 1er jour du mois',
          prerempli: 'PRECEDENT(MVTD.FIN.$)',
          aide: 'Repris de l’effectif de fin du mois précédent.',
          exemple: '412 détenus pointés le 31 mars\u00a0: 412 au 1er avril',
        },
        { codification: 'MOTIF_ENTREE_DET' },
        {
          code: 'ENT',
          libelle: 'Entrées du mois',
          formule: 'SOMME(MVTD.[MOTIF_ENTREE_DET].$)',
        },
        { codification: 'MOTIF_SORTIE_DET' },
        {
          code: 'SOR',
          libelle: 'Sorties du mois',
          formule: 'SOMME(MVTD.[MOTIF_SORTIE_DET].$)',
        },
        {
          code: 'PASS',
          libelle: 'Passage à la majorité',
          nature: 'entierSigne',
          aide: 'Nombre négatif chez les mineurs, positif chez les majeurs du même sexe.',
          exemple:
            'Deux garçons devenus majeurs\u00a0: −2 en «\u00a0Garçons mineurs\u00a0», 2 en «\u00a0Hommes majeurs\u00a0»',
        },
        {
          code: 'FIN',
          libelle: 'Effectif au dernier jour du mois',
          aide: 'Nombre de détenus pointés le dernier jour, et non le résultat d’un calcul.',
          exemple: '412 au 1er jour, 30 entrées, 22 sorties, 420 détenus pointés\u00a0: 420',
        },
      ],
      colonnes: COLONNES_DETENTION,
    },
    {
      ...parSexe(
        'DUREE',
        'Ancienneté des détenus en attente de jugement',
        'DUREE_DETENTION',
        'détenus',
      ),
      source: 'Registre d’écrou',
      aide: 'Temps écoulé depuis l’entrée, au dernier jour\u202f; les condamnés n’y sont pas.',
      exemple:
        'Un prévenu entré le 10 janvier, au 31 juillet\u00a0: 1, dans «\u00a06–11 mois\u00a0»',
    },
    {
      ...parSexe('NAT', 'Nationalité', 'NATIONALITE', 'détenus'),
      source: 'Registre d’écrou',
      nd: true,
    },
    {
      ...parSexe('INFR', 'Infraction principale', 'INFRACTION', 'détenus'),
      source: 'Registre d’écrou',
      aide: 'Comptez chaque détenu une seule fois, même poursuivi pour plusieurs infractions.',
      nd: true,
    },
    {
      code: 'INCP',
      libelle: 'Santé et incidents',
      type: 'matrice',
      nature: 'entier',
      unite: 'personnes',
      requis: true,
      lignes: lignesCodifiees('INCP', 'TYPE_INCIDENT_DET'),
      colonnes: [{ code: 'NB', libelle: 'Personnes concernées' }],
    },
    {
      code: 'CIRC',
      libelle: 'Suites des incidents',
      type: 'champs',
      champs: [
        {
          code: 'OBS_INCP',
          libelle: 'Circonstances et mesures prises',
          nature: 'texteLong',
          longueur: 2000,
          requisSi: 'INCP.DECES_NAT.NB + INCP.DECES_VIOL.NB + INCP.EVASION.NB > 0',
          aide: 'N’indiquez aucun nom de personne détenue.',
        },
      ],
    },
    {
      ...parSexe('REINS', 'Réinsertion', 'ACTIVITE_REINSERTION', 'détenus'),
      aide: 'Détenus qui ont suivi l’activité dans le mois\u202f; le même peut en suivre plusieurs.',
      exemple: 'Un détenu à l’atelier et aux cours\u00a0: 1 dans chacune des deux lignes',
    },
    {
      code: 'VIS',
      libelle: 'Visites et surveillance',
      type: 'champs',
      champs: [
        nombre('VIS_AUT', 'Visites d’autorités judiciaires', 'visites'),
        {
          ...nombre('VIS_FAM', 'Visites de familles', 'visites'),
          aide: 'Nombre de visites, et non de visiteurs.',
          exemple: 'Une mère venue avec ses deux enfants\u00a0: 1',
        },
        nombre('SURV_M', 'Surveillants présents', 'agents'),
        nombre('SURV_F', 'Surveillantes présentes', 'agents'),
      ],
    },
    {
      code: 'IND',
      libelle: 'Indicateurs',
      type: 'champs',
      prefixe: true,
      champs: [
        calcul('OCC', 'Taux d’occupation', '%', '100 * MVTD.FIN.TOT / CAP_OP'),
        calcul(
          'ATT',
          'Part des détenus en attente de jugement',
          '%',
          '100 * (POP.INC.TOT + POP.PREV.TOT + POP.ACC.TOT) / POP.TOT.TOT',
        ),
        calcul(
          'FEM',
          'Part des femmes et des filles',
          '%',
          '100 * (POP.TOT.FM + POP.TOT.FMIN) / POP.TOT.TOT',
        ),
        calcul('MIN', 'Part des mineurs', '%', '100 * (POP.TOT.HMIN + POP.TOT.FMIN) / POP.TOT.TOT'),
        calcul('ENC', 'Détenus par surveillant', 'détenus', 'POP.TOT.TOT / (SURV_M + SURV_F)'),
      ],
    },
  ],
  controles: CONTROLES_SMP,
} satisfies ModeleSource

/** A required whole number. */
function nombre(code: string, libelle: string, unite: string) {
  return { code, libelle, nature: 'entier' as const, unite, requis: true }
}

/** A computed indicator, to one decimal. */
function calcul(code: string, libelle: string, unite: string, formule: string) {
  return { code, libelle, nature: 'decimal' as const, unite, decimales: 1, formule }
}
