import { avecDe, libellePeriode, periodeDIso } from '@releve/contract/mois.ts'
import { formatCompte, formatDate } from '../../ui/format.ts'

/** What the curves of a structure say. */
export const textesCourbes = {
  mois: 'Mois',
  sujet: (nom: string) => `Effectif, ${nom}`,
  noms: {
    effectif: 'Mon effectif',
    mediane: 'Médiane de mon type',
    reference: 'Ma capacité ou mes postes',
  },
  sansMediane:
    'Trop peu de structures de ce type ont transmis leurs chiffres pour en donner la médiane.',
} as const

export const textesAccueil = {
  titre: 'Tableau de bord',
  bonjour: (nom: string) => `Bonjour, ${nom}`,
  structure: {
    aCorriger: 'À corriger',
    enRetard: 'En retard',
    aFaire: 'À commencer ou à continuer',
    transmis: 'Transmis',
    rien: 'Rien à saisir pour le moment\u202f: tous les rapports attendus ont été transmis.',
    avantDebut: (mois: string | null) =>
      mois === null
        ? 'La collecte n’a pas encore commencé\u00a0: rien ne vous est demandé. La direction dira à partir de quel mois.'
        : `La collecte commence avec les rapports ${avecDe(libellePeriode(periodeDIso(mois)))}\u00a0: rien ne vous est demandé avant.`,
    exercice: {
      titre: 'Un exercice pour commencer',
      dit: 'En quelques minutes, sur des chiffres inventés, il montre comment un rapport se remplit, se vérifie et se soumet. Rien de ce que vous y saisissez n’est envoyé.',
      plusTard: 'Plus tard',
    },
    exemple: 'Essayer avec un rapport d’exemple',
    echeance: (jour: string) => `Échéance\u00a0: ${formatDate(jour)}`,
    retard: (jours: number) => `En retard de ${formatCompte(jours, 'jour')}`,
    corriger: 'Renvoyé pour correction',
    transmisLe: (jour: string) => `Transmis le ${formatDate(jour)}`,
    rempli: (part: string) => `Rempli à ${part}`,
    cases: (n: number) => formatCompte(n, 'case renvoyée à traiter', 'cases renvoyées à traiter'),
    remarques: 'Remarques à traiter',
    ensemble: 'Ensemble du rapport',
  },
  registre: {
    titre: 'Douze mois en chiffres',
    /** Where no report counts people. */
    titreEtats: 'Douze mois',
    legende: 'Effectif déclaré et état de chaque rapport, mois par mois',
    legendeEtats: 'État de chaque rapport, mois par mois',
    modele: 'Modèle',
    variation: 'Variation',
    tous: 'Tous mes rapports',
  },
  ecarts: {
    titre: 'Effectifs qui ne suivent pas du rapport précédent',
    rapport: 'Rapport',
    effectif: 'Effectif',
    ecart: 'Écart',
    niveau: 'Niveau',
    chiffres: 'Mes chiffres sur vingt-quatre mois, auprès de mon type de structure',
  },
} as const
