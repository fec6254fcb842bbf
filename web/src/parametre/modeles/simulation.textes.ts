import type { ResultatSimulation, Simulation } from '@releve/contract/modele/gestion.schema.ts'
import { avecDe, libellePeriode } from '@releve/contract/mois.ts'
import { formatCompte, formatInstant, formatNombre } from '../../ui/format.ts'

/** « 3 cases perdraient », « 1 case perdrait ». */
const cases = (n: number, un: string, plusieurs: string) =>
  `${formatCompte(n, 'case')} ${n > 1 ? plusieurs : un}`

export const textesSimulation = {
  aide: 'Le brouillon est essayé sur les rapports reçus depuis douze mois\u00a0: ce qu’ils perdraient, ce qui changerait, ce que chaque contrôle dirait. Aucun rapport n’est modifié, et les mois passés gardent leur version.',
  lancer: 'Lancer la simulation',
  relancer: 'Lancer de nouveau',
  arreter: 'Arrêter',
  fautes:
    'Ce brouillon a encore des points à corriger\u00a0: une simulation demande un modèle complet.',
  nouveau: 'Ce modèle n’a encore jamais été publié\u00a0: aucun rapport ne peut l’essayer.',
  echec: 'Erreur\u00a0: la simulation n’est pas lancée',
  reseau: 'Vérifiez votre connexion, puis lancez-la de nouveau.',
  attente: 'La simulation attend son tour.',
  enCours: 'Simulation en cours…',
  avancee: (lus: number, total: number) =>
    `${formatNombre(lus)} sur ${formatCompte(total, 'rapport lu', 'rapports lus')}`,
  annulee: 'Simulation arrêtée.',
  echouee: 'La simulation n’a pas abouti',
  perimee: 'Le brouillon a changé depuis cette simulation\u00a0: lancez-la de nouveau.',
  progression: 'Avancée de la simulation',
  faite: ({ creeLe }: Simulation) => `Simulation faite le ${formatInstant(creeLe)}.`,
  etendue: ({ formulaires, structures, du, au }: ResultatSimulation) =>
    formulaires === 0
      ? 'Aucun rapport de ce modèle n’a été reçu depuis douze mois.'
      : `${formatCompte(formulaires, 'rapport lu', 'rapports lus')}, de ${formatCompte(structures, 'structure')}, ${avecDe(libellePeriode(du))} à ${libellePeriode(au)}.`,
  bilan: {
    perdues: (n: number, valeurs: number) =>
      n === 0
        ? 'Aucune valeur saisie ne se perdrait.'
        : `${cases(n, 'perdrait ce qui y est saisi', 'perdraient ce qui y est saisi')}\u00a0: ${formatCompte(valeurs, 'valeur')}.`,
    requisesVides: (n: number) =>
      n === 0
        ? 'Aucune case requise de plus ne serait vide.'
        : `${cases(n, 'requise est vide', 'requises sont vides')} dans des rapports déjà reçus.`,
    sansValeur: (n: number) =>
      n === 0
        ? 'Aucune formule ne perdrait son résultat.'
        : `${cases(n, 'calculée n’aurait plus de résultat', 'calculées n’auraient plus de résultat')}.`,
    changees: (n: number) =>
      n === 0
        ? 'Aucun résultat calculé ne changerait.'
        : `${cases(n, 'calculée donnerait un autre résultat', 'calculées donneraient un autre résultat')}.`,
    controles: (n: number) =>
      n === 0
        ? 'Chaque contrôle se déclencherait aussi souvent qu’aujourd’hui.'
        : `${formatCompte(n, 'contrôle')} ne se ${n > 1 ? 'déclencheraient' : 'déclencherait'} plus aussi souvent qu’aujourd’hui.`,
  },
  tronque: 'Chaque liste s’arrête à ses 200 premières lignes.',
  listes: {
    perdues: 'Valeurs qui se perdraient',
    requisesVides: 'Cases requises, et vides aujourd’hui',
    sansValeur: 'Formules sans résultat',
    changees: 'Résultats qui changeraient',
    controles: 'Contrôles',
    niveaux: 'Rapports où un contrôle se déclenche, par niveau',
  },
  colonnes: {
    case: 'Case',
    rapports: 'Rapports',
    valeurs: 'Valeurs',
    exemples: 'Exemples',
    ecart: 'Exemple de changement',
    controle: 'Contrôle',
    niveau: 'Niveau',
    avant: 'Aujourd’hui',
    apres: 'Brouillon',
    difference: 'Différence',
  },
  nouveauControle: 'Ajouté par le brouillon',
  controleRetire: 'Retiré par le brouillon',
  ouvrirControle: (code: string) => `Ouvrir le contrôle ${code}`,
  change: (avant: string, apres: string) => `${avant} → ${apres}`,
  rappel: {
    titre: 'Essai sur les rapports reçus',
    jamais:
      'Ce brouillon n’a pas été essayé sur les rapports reçus depuis douze mois. Une simulation dirait ce qu’ils perdraient, et ce que chaque contrôle dirait.',
    perimee: 'Le brouillon a changé depuis sa dernière simulation.',
    enCours: 'Une simulation est en cours.',
    simuler: 'Simuler d’abord',
    voir: 'Voir la simulation',
  },
}
