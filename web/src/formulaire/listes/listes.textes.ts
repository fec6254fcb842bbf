import { avecDe } from '@releve/contract/mois.ts'
import { formatCompte } from '../../ui/format.ts'

const compte = (n: number) => formatCompte(n, 'rapport')

export const textesListes = {
  donnees: {
    titre: 'Données',
    nom: 'Données des rapports trouvés',
    longCsv: 'Une ligne par case, en CSV',
    longXlsx: 'Une ligne par case, en XLSX',
    largeCsv: 'Une ligne par rapport, en CSV',
    largeXlsx: 'Une ligne par rapport, en XLSX',
    dictionnaire: 'Dictionnaire des cases, en XLSX',
  },
  recalcul: {
    liste:
      'Recalcul en cours\u00a0: les erreurs et les avertissements de cette liste peuvent encore changer. Chaque rapport, une fois ouvert, dit les siens.',
    examen:
      'Recalcul en cours\u00a0: les effectifs, les écarts et les avertissements de cette liste peuvent encore changer. Chaque rapport, une fois ouvert, dit les siens.',
    chiffres:
      'Recalcul en cours\u00a0: les effectifs, les mouvements et les écarts montrés ici peuvent encore changer.',
  },
  importer: 'Importer des rapports',
  imports: {
    titre: 'Importer des rapports',
    aide: 'Déposez ensemble les classeurs de vos rapports («\u00a0Exporter en XLSX\u00a0») remplis ailleurs, ou un tableau d’une ligne par valeur, sous les colonnes structure, modele, annee, mois, case et valeur\u00a0: un export de «\u00a0Données\u00a0» convient tel quel. Rien n’est écrit avant que vous ayez vu ce que chaque rapport deviendrait\u202f; un rapport en erreur n’arrête pas les autres.',
    fichier: { libelle: 'Classeurs ou tableau à importer', formats: ['XLSX', 'CSV'] as const },
    nom: { singulier: 'rapport', pluriel: 'rapports' },
    partiel: true,
    plusieurs: true,
  },
  colonnes: {
    rapport: 'Rapport',
    structure: 'Structure',
    etat: 'État',
    echeance: 'Échéance',
    contenu: 'Rempli',
    effectif: 'Effectif',
    modifieLe: 'Modifié le',
    action: 'Action',
  },
  suites: {
    commencer: 'Commencer',
    continuer: 'Continuer',
    corriger: 'Corriger',
    valider: 'Valider',
    approuver: 'Approuver',
    diffuser: 'Diffuser',
    ouvrir: 'Ouvrir',
  },
  retard: (jours: number) => `Retard de ${formatCompte(jours, 'jour')}`,
  horsDelai: 'Transmis hors délai',
  erreurs: (n: number) => formatCompte(n, 'erreur'),
  avertissements: (n: number) => formatCompte(n, 'avertissement'),
  remarques: (ouvertes: number, corrigees: number) =>
    [
      ouvertes > 0 && `${formatCompte(ouvertes, 'remarque')} à traiter`,
      corrigees > 0 && `${formatCompte(corrigees, 'remarque')} à relire`,
    ]
      .filter(Boolean)
      .join(', '),
  compte,
  filtres: {
    mois: 'Mois',
    annee: 'Année',
    modele: 'Modèle',
    region: 'Région',
    type: 'Type de structure',
    etats: 'États',
    nonCommence: 'Choisissez un mois et une année pour voir aussi les rapports non commencés.',
    recherche: 'Structure ou numéro',
    tous: 'Tous',
    toutes: 'Toutes',
  },
  selection: {
    titre: 'Sélection',
    colonne: 'Choisir',
    ligne: (nom: string) => `Sélectionner ${nom}`,
    page: 'Tout sélectionner sur cette page',
    compte: (n: number, ici: number) =>
      n === 0
        ? 'Aucun rapport sélectionné.'
        : `${formatCompte(n, 'rapport sélectionné', 'rapports sélectionnés')}${n > ici ? `, dont ${ici} sur cette page` : ''}.`,
    agir: (verbe: string, n: number) => `${verbe} ${compte(n)}`,
    relancer: 'Relancer',
    vider: 'Tout désélectionner',
  },
  aucun: 'Aucun rapport ne correspond à ces filtres. Retirez-en un, ou effacez-les tous.',
  saisies: {
    clos: 'Mois clos ou rouverts',
    titre: 'Saisies',
    chapeau: 'Choisissez un mois ouvert à la saisie, puis commencez ou poursuivez ses rapports.',
    choix: 'Mois et modèle',
    legende: (periode: string) => `Rapports ${avecDe(periode)}`,
    echeance: 'Échéance',
    dansJours: (n: number) =>
      n === 0 ? 'aujourd’hui' : n === 1 ? 'demain' : `dans ${formatCompte(n, 'jour')}`,
    depassee: (n: number) => `dépassée de ${formatCompte(n, 'jour')}`,
    verrou: 'Saisie ouverte jusqu’au',
    vide: (periode: string) => `Aucun rapport n’est attendu pour ${periode}.`,
    avantDebut: (periode: string) =>
      `Aucun rapport n’est attendu pour ${periode}\u00a0: la collecte n’a pas commencé ce mois-là.`,
  },
  mesSaisies: {
    titre: 'Mes rapports',
    chapeau: 'Tous vos rapports, du plus récent au plus ancien.',
    vide: 'Vous n’avez encore aucun rapport. Commencez par celui du mois.',
    commencer: 'Commencer une saisie',
    sansStructure: 'Votre compte n’est rattaché à aucune structure.',
    voirTous: 'Voir les rapports des structures',
  },
  saisiesStructures: {
    titre: 'Rapports des structures',
    chapeau: 'Les rapports que vous pouvez lire, et ceux qui sont diffusés à tous.',
    vide: 'Aucun rapport pour le moment.',
  },
} as const
