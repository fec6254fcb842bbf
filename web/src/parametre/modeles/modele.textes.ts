import type {
  Constat,
  Origine,
  Reprise,
  ResultatSimulation,
  Simulation,
} from '@releve/contract/modele/gestion.schema.ts'
import {
  type Difference,
  LIBELLES_SORTES,
  LIBELLES_TRAITS,
} from '@releve/contract/modele/source.comparer.ts'
import { avecDe, libellePeriode, type Periode, rangDe } from '@releve/contract/mois.ts'
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

const court = (texte: string | null) =>
  texte === null || texte === '' ? 'rien' : `«\u00a0${texte}\u00a0»`

const ORIGINES: Readonly<Record<Origine, string>> = {
  XLSFORM: 'Classeur XLSForm',
  DHIS2: 'Jeu de données de DHIS2',
}

export const textesModele = {
  chapeau:
    'Ce que les structures remplissent. Un modèle publié ne change plus\u00a0: on en prépare la version suivante dans un brouillon, puis on la publie à partir d’un mois. Les rapports commencés gardent leur version.',
  nouveau: 'Nouveau modèle',
  importer: 'Importer un fichier',
  aucun: 'Aucun modèle. Commencez-en un, ou importez un fichier.',
  retour: 'Modèles',
  versions: (libelle: string) => `Versions ${avecDe(libelle)}`,
  structures: (n: number) =>
    n === 0 ? 'Attribué à aucune structure' : `Attribué à ${formatCompte(n, 'structure')}`,
  colonnes: {
    version: 'Version',
    etat: 'État',
    vigueur: 'En vigueur',
    formulaires: 'Rapports',
    publie: 'Publiée',
    actions: 'Actions',
  },
  etats: { PUBLIE: 'Publiée', REMPLACE: 'Remplacée' },
  brouillon: 'Brouillon',
  version: (numero: number) => `Version ${numero}`,
  versionDe: (code: string, numero: number) => `${code}, version ${numero}`,
  vigueurDe: ({ du, au }: { du: Periode | null; au: Periode | null }) => {
    // A version replaced before its first month was never in force.
    if (du && au && rangDe(au) < rangDe(du)) return 'Jamais\u00a0: remplacée avant son premier mois'
    const debut = du ? `depuis ${libellePeriode(du)}` : 'depuis l’origine'
    if (!au) return debut
    return du
      ? `${avecDe(libellePeriode(du))} à ${libellePeriode(au)}`
      : `jusqu’à ${libellePeriode(au)}`
  },
  installee: 'Avec la plateforme',
  par: (le: string, qui: string | null) =>
    qui ? `${formatInstant(le)}, par ${qui}` : formatInstant(le),
  modifie: (le: string, qui: string | null) =>
    `Modifié le ${formatInstant(le)}${qui ? ` par ${qui}` : ''}`,
  origine: (numero: number | null) =>
    numero === null ? 'Fait de rien, ou d’un fichier' : `Fait de la version ${numero}`,
  ouvrir: 'Ouvrir',
  ouvrirBrouillon: 'Ouvrir le brouillon',
  suivante: 'Préparer la version suivante',
  copier: 'Copier sous un autre code',
  exporter: 'Exporter en JSON',
  supprimer: 'Supprimer le brouillon',
  publier: 'Publier',
  actes: (nom: string) => `Actes sur ${nom}`,
  dits: {
    commence: 'Brouillon commencé.',
    importe: 'Fichier lu\u00a0: un brouillon en est fait.',
    supprime: 'Brouillon supprimé.',
    publie: (code: string, numero: number) => `${code}, version ${numero}, est publié.`,
  },
  depart: {
    titre: 'Nouveau modèle',
    titreCopie: (libelle: string) => `Copier ${libelle}`,
    legende: 'Le modèle',
    commencer: 'Commencer le brouillon',
    aides: {
      code: 'Court, sans espace\u00a0: il est dans le numéro de chaque rapport. Exemple\u00a0: RMA.',
    },
    echec: 'Erreur\u00a0: le brouillon n’est pas commencé',
  },
  refusFichier: {
    reseau: 'Vérifiez votre connexion, puis recommencez.',
  },
  import: {
    titre: 'Importer un modèle',
    aide: 'Un fichier exporté d’ici ou d’une autre plateforme, en JSON. Rien n’est publié\u00a0: un brouillon en est fait, que vous relirez.',
    fichier: 'Fichier du modèle',
    code: 'Code du modèle, s’il doit être un autre',
    codeAide: 'Laissez vide pour garder celui du fichier.',
    importer: 'Importer',
    annuler: 'Annuler',
    choisir: 'Choisissez d’abord un fichier.',
    echec: 'Erreur\u00a0: ce fichier n’est pas un modèle qui se lit',
  },
  ailleurs: {
    acte: 'Reprendre d’ailleurs',
    titre: 'Reprendre un questionnaire fait ailleurs',
    aide: 'Un classeur XLSForm (ODK, Kobo), ou les métadonnées d’un jeu de données de DHIS2, en JSON. Ce que deviendrait chaque partie se dit d’abord\u00a0; rien n’est écrit avant que vous commenciez le brouillon.',
    fichier: 'Fichier du questionnaire',
    lecture: 'Lecture du fichier…',
    choix: 'Questionnaire à reprendre',
    deviendrait: (libelle: string) => `Ce que deviendrait «\u00a0${libelle}\u00a0»`,
    contenu: (origine: Origine, { sections, champs, controles }: Reprise) =>
      `${ORIGINES[origine]}\u00a0: ${formatCompte(sections, 'section')}, ${formatCompte(champs, 'champ ou colonne', 'champs ou colonnes')}, ${formatCompte(controles, 'contrôle')}.`,
    suivante: (code: string, version: number) =>
      `Le modèle ${code} existe déjà\u00a0: le brouillon sera celui de sa version ${version}. Donnez un autre code pour en faire un autre modèle.`,
    listes: (noms: readonly string[]) =>
      `Listes de codes qui seront créées\u00a0: ${noms.join(', ')}.`,
    structures: (n: number) =>
      `${formatCompte(n, 'unité d’organisation est nommée', 'unités d’organisation sont nommées')} dans ce fichier.`,
    tirer: 'Tirer le tableur des structures',
    montrer: 'Montrer',
    constats: 'Ce que devient chaque partie',
    colonnes: { place: 'Dans le fichier', genre: 'Sort', phrase: 'Ce qui en est fait' },
    genres: { COMPRIS: 'Compris', CHANGE: 'Changé', LAISSE: 'Laissé' },
    compte: (genre: Constat['genre'], n: string) =>
      `${{ COMPRIS: 'Compris', CHANGE: 'Changé', LAISSE: 'Laissé' }[genre]} (${n})`,
    codeAide: (code: string) => `Laissez vide pour garder ${code}.`,
    commencer: 'Commencer le brouillon',
    annuler: 'Annuler',
    raisons: {
      fichier: 'Choisissez d’abord un fichier.',
      lecture: 'Le fichier est en cours de lecture.',
      illisible: 'Ce fichier ne peut pas être repris\u00a0: choisissez-en un autre.',
    },
    echecLecture: 'Erreur\u00a0: ce fichier n’est pas un questionnaire qui se lit',
    echec: 'Erreur\u00a0: le brouillon n’est pas commencé',
  },
  suppression: {
    titre: (libelle: string) => `Supprimer le brouillon ${avecDe(libelle)}\u202f?`,
    texte:
      'Ce qui y est écrit sera perdu, sans retour. Les versions publiées restent comme elles sont. Pour le garder, exportez-le d’abord.',
    revenir: 'Revenir',
    supprimer: 'Supprimer',
  },
  valeurs: {
    acte: 'Reprendre les mois passés (DHIS2)',
    imports: (code: string) => ({
      titre: `Reprendre les mois passés ${avecDe(code)}`,
      nom: { singulier: 'rapport', pluriel: 'rapports' },
      aide: 'Un fichier de valeurs de DHIS2 («\u00a0dataValueSets\u00a0», en JSON, en CSV ou en XML). Chaque rapport est créé en brouillon, dans un mois clos aussi, et d’un bloc\u202f; un rapport déjà commencé ne reçoit que ses cases vides, un rapport soumis reste tel quel. Ce qui est en erreur est laissé, sans arrêter le reste.',
      fichier: {
        libelle: 'Fichier de valeurs à reprendre',
        formats: ['JSON', 'CSV', 'XML'] as const,
      },
    }),
    combinaisons: 'Combinaison d’attributs à reprendre',
    combinaisonsAide:
      'Le fichier donne les chiffres de plusieurs projets, bailleurs ou autres attributs\u202f; une case d’ici n’a qu’une valeur. Prenez-en une, ou leur somme\u00a0: ce qui reste de côté est dit plus bas.',
    choix: 'Choisir…',
    choisissez: 'Choisissez d’abord la combinaison d’attributs à reprendre.',
    /** `code`: null, none. */
    combinaison: (code: string | null, valeurs: number) =>
      `${code ?? 'Sans attribut'} (${formatCompte(valeurs, 'valeur')})`,
    somme: 'La somme de toutes',
    seule: (code: string) =>
      `Tous ses chiffres sont de la combinaison d’attributs «\u00a0${code}\u00a0».`,
  },
  echange: {
    acte: 'Donner les valeurs diffusées (DHIS2, SDMX)',
    titre: (libelle: string) => `Donner les valeurs diffusées ${avecDe(libelle)}`,
    aide: 'Pour un autre système\u00a0: la dernière version diffusée de chaque rapport, et rien de ce qui ne l’est pas. Ce que le format ne peut pas porter est nommé avec le fichier.',
    format: 'Format',
    du: 'Du mois de',
    au: 'Au mois de',
    correspondance: 'Correspondance des cases (CSV)',
    telecharger: 'Télécharger',
    fermer: 'Fermer',
    donnees: (n: number) =>
      n === 0
        ? 'Aucun rapport diffusé dans ces mois\u00a0: le fichier est vide.'
        : `${formatCompte(n, 'rapport diffusé donné', 'rapports diffusés donnés')}.`,
    absents: (absents: string) => `Le fichier ne porte pas\u00a0: ${absents}.`,
  },
  publication: {
    titre: (libelle: string) => `Publier ${libelle}`,
    mois: 'À partir de',
    moisAide: 'Le premier mois dont les rapports suivront cette version.',
    passe: (n: number) =>
      `Ce mois est passé\u00a0: les structures qui reçoivent le modèle devront aussi ${n > 1 ? `ces ${n}\u00a0mois, qui seront` : 'ce mois, qui sera'} en retard dès l’échéance passée.`,
    clos: (n: number) => {
      if (n <= 0) return ''
      const dits = n > 1 ? `${n}\u00a0d’entre eux sont clos` : 'L’un d’eux est clos'
      return `${dits} à la saisie\u00a0: on n’y écrit plus qu’en y reprenant des chiffres déjà recueillis, ou en rouvrant le mois.`
    },
    types: 'Types de structure qui le reçoivent',
    typesAide:
      'Toutes les structures ouvertes de ces types l’auront à remplir. Celles qui l’ont déjà le gardent.',
    type: (libelle: string, nombre: number, attribuees: number) =>
      `${libelle} (${attribuees} sur ${nombre} l’ont déjà)`,
    personne:
      'Aucune structure ne le remplira encore\u00a0: cochez les types qui le reçoivent, ou attribuez-le plus tard à chaque structure.',
    changements: 'Ce qui change',
    premiere: 'C’est la première version de ce modèle.',
    fautes: (n: number) =>
      `Ce brouillon ne peut pas encore être publié\u00a0: ${formatCompte(n, 'point est', 'points sont')} à corriger.`,
    apres:
      'Une version publiée ne se modifie plus et ne se retire pas\u00a0: on publie la suivante.',
    annuler: 'Annuler',
    publier: 'Publier cette version',
    echec: 'Erreur\u00a0: la version n’est pas publiée',
    reseau: 'Vérifiez votre connexion, puis regardez la liste des modèles avant de recommencer.',
  },
  comparaison: {
    avec: 'Comparer avec',
    seule: 'Ce modèle n’a aucune autre version à comparer.',
    depuis: (avant: number, apres: number) =>
      `Ce que dit la version ${apres}, par rapport à la version ${avant}\u00a0:`,
    rien: 'Ces deux versions disent la même chose.',
    suite: (n: number) => `… et ${formatCompte(n, 'autre changement', 'autres changements')}.`,
    brouillon: 'Elle paraîtra quand tout ce qui est à corriger le sera.',
  },
  difference: ({ effet, sorte, section, code, libelle, trait, avant, apres }: Difference) => {
    const ou = section === null || section === code ? '' : ` (section ${section})`
    const nom = `${LIBELLES_SORTES[sorte]} «\u00a0${libelle}\u00a0»${ou}`
    if (effet === 'AJOUT') return `${nom}\u00a0: ajout.`
    if (effet === 'RETRAIT') return `${nom}\u00a0: retrait.`
    const quoi = (trait && LIBELLES_TRAITS[trait]) || trait || 'contenu'
    return `${nom}\u00a0: ${quoi}, ${court(apres)} au lieu de ${court(avant)}.`
  },
  vue: {
    definition: 'Définition',
    apercu: 'Aperçu du formulaire',
    comparer: 'Comparaison',
    essai:
      'Le formulaire tel que les structures le rempliront. Essayez des valeurs\u00a0: les cases calculées et les contrôles répondent, et rien n’est enregistré.',
    mois: 'Mois d’essai',
    sections: 'Sections',
    controles: 'Contrôles',
    aucunControle: 'Aucun contrôle.',
    sansApercu: 'L’aperçu paraîtra quand tout ce qui est à corriger le sera.',
    apercuAncien:
      'L’aperçu est celui d’avant vos dernières modifications\u00a0: il suivra quand tout ce qui est à corriger le sera.',
    illisible:
      'Cette version ne peut pas être montrée avec les listes de codes d’aujourd’hui. Les rapports déjà saisis n’en souffrent pas.',
    cases: 'Cases',
    colonnes: {
      code: 'Code',
      libelle: 'Libellé',
      nature: 'Nature',
      regles: 'Ce qui en est dit',
      sorte: 'Place',
    },
    places: {
      champs: 'Champ',
      lignes: 'Ligne',
      groupes: 'Groupe de colonnes',
      colonnes: 'Colonne',
    },
    listeDe: (code: string) => `Toutes les valeurs de la liste ${code}`,
    types: {
      champs: 'Champs',
      identification: 'Identification',
      matrice: 'Matrice',
      tableau: 'Tableau à lignes libres',
    },
    niveaux: { BLOQUANT: 'Bloquant', AVERTISSEMENT: 'Avertissement', INFO: 'Information' },
    natures: {
      entier: 'Nombre entier',
      entierSigne: 'Nombre entier, positif ou négatif',
      decimal: 'Nombre à décimales',
      montant: 'Montant',
      texte: 'Texte',
      texteLong: 'Texte long',
      date: 'Date',
      booleen: 'Oui ou non',
      liste: 'Choix dans une liste',
    },
    formule: 'Formule',
    message: 'Message',
    pourChaque: 'Pour chaque valeur de',
    oui: 'oui',
  },
  fautes: {
    titre: (n: number) => (n === 0 ? 'Rien à corriger' : `À corriger (${n})`),
    alertes: (n: number) => `À vérifier (${n})`,
    autres: (n: number) => ` (et ${formatCompte(n, 'autre case', 'autres cases')})`,
    ouModele: 'Modèle',
  },
  atelier: {
    nombre: 'Écrivez un nombre. Exemple\u00a0: 12,5.',
    selonLUnite: 'Non dit\u00a0: des personnes, si son unité ne dit rien d’autre',
    commeAutour: 'Comme sa section',
    choisirListe: 'Choisir une liste de codes',
    annuler: 'Annuler',
    refaire: 'Refaire',
    plan: {
      nom: 'Plan du modèle',
      aide: 'Les flèches parcourent le plan, Entrée mène à l’élément, Échap en ramène. Alt et les flèches le déplacent\u202f; on peut aussi le faire glisser.',
      modele: 'Le modèle',
      sansNom: 'Sans nom',
      fautes: (n: number) => `, ${formatCompte(n, 'point')} à corriger`,
      listes: {
        champs: 'Champs',
        lignes: 'Lignes',
        groupes: 'Groupes de colonnes',
        colonnes: 'Colonnes',
      },
    },
    gestes: {
      monter: 'Monter',
      descendre: 'Descendre',
      dupliquer: 'Dupliquer',
      retirer: 'Retirer',
      premier: 'C’est déjà le premier.',
      dernier: 'C’est déjà le dernier.',
      seul: 'Il en faut au moins un\u00a0: ajoutez l’autre d’abord.',
    },
    ajouts: {
      nom: 'Ajouter',
      champs: 'Un champ',
      lignes: 'Une ligne',
      groupes: 'Un groupe de colonnes',
      colonnes: 'Une colonne',
      codifie: {
        lignes: 'Des lignes, d’une liste de codes',
        groupes: 'Des groupes, d’une liste de codes',
        colonnes: 'Des colonnes, d’une liste de codes',
      },
      neuf: {
        champs: 'Nouveau champ',
        lignes: 'Nouvelle ligne',
        groupes: 'Nouveau groupe',
        colonnes: 'Nouvelle colonne',
      },
      section: {
        champs: 'Une section de champs',
        matrice: 'Une section en matrice',
        tableau: 'Une section en tableau à lignes libres',
        identification: 'La section d’identification',
      },
      sectionNeuve: 'Nouvelle section',
      controle: 'Un contrôle',
    },
    indicateurs: {
      titre: 'Cases du suivi',
      aide: 'Les cases que lisent les listes et le tableau de bord. Laissez vides celles que ce formulaire n’a pas\u202f; la référence se compare à l’effectif et ne va pas sans lui.',
      lacunes: 'Ne sera montré nulle part, pour les rapports de ce modèle\u00a0:',
      sans: {
        effectif:
          'l’effectif\u00a0: dans les listes, «\u00a0Valider\u00a0» et «\u00a0Approuver\u00a0», les courbes, la médiane du type, le poids de «\u00a0À examiner\u00a0» et l’effectif d’ouverture des structures',
        ecart:
          'l’écart d’effectif et son niveau\u00a0: ils demandent l’effectif, les entrées et les sorties',
        mouvements: 'les entrées et les sorties, dans les «\u00a0Tendances\u00a0»',
        reference: 'la référence, auprès de l’effectif',
      },
      noms: {
        effectif: 'Effectif',
        entrees: 'Entrées',
        sorties: 'Sorties',
        reference: 'Référence (capacité, postes…)',
      },
    },
    traits: {
      code: 'Code',
      nature: 'Nature',
      compte: 'Ce qu’elle compte',
      requis: 'Requise',
      nd: 'Accepte «\u00a0ND\u00a0» (non disponible)',
      so: 'Accepte «\u00a0SO\u00a0» (sans objet)',
      luSeul: 'En lecture seule, comme préremplie',
      dansLeMois: 'La date est dans les mois du rapport',
      requisSi: 'Requise si',
      soSi: 'Sans objet si',
      commentaireSi: 'Commentaire demandé si',
      prerempli: 'Préremplie avec',
      longueur: 'Caractères au plus',
      decimales: 'Décimales au plus',
      exclure: 'Sauf ces codes',
      source: 'Registre d’où viennent les chiffres',
      prefixe: 'Les cases portent le code de la section',
      lignesMax: 'Lignes au plus',
      cellules: 'Cases à montrer',
      pourChaque: 'Pour chaque valeur',
      seuils: 'Seuils',
      typesStructure: 'Types de structure qui peuvent l’avoir',
    },
    aides: {
      code: 'Capitales, chiffres et tirets bas. Les formules l’emploient.',
      compte:
        'Pour le secret de l’annuaire\u00a0: un petit nombre de personnes n’y est pas montré. D’une ligne, d’une colonne ou d’une section, pour toutes ses cases. Les tableaux du RMA, du SMP et de l’EPM ont leur propre règle.',
      formule: 'Tapez le début d’une case ou d’une fonction\u00a0: la suite se propose.',
      message: 'Entre accolades, une case ou un calcul montre son chiffre\u00a0: {MVT.FIN.TOT}.',
      cellules: 'Une case par ligne. Le message y mène.',
      pourChaque:
        'Le contrôle est joué pour chacune\u00a0: «\u00a0$\u00a0» la nomme dans la formule et le message.',
      seuils:
        'Écrivez SEUIL("nom") dans la formule ou le message\u00a0: sa valeur se règle ici, sans toucher à la formule.',
      typesStructure: 'Aucun coché\u00a0: il convient à tous.',
      aide: 'Ce que l’on compte, et ce que l’on ne compte pas. F1 la montre, dans la case.',
      source: 'Laissé vide par une case, celui de sa section.',
      exemple:
        'Une situation, et le chiffre qu’elle donne. Exemple\u00a0: 3 agents en congé le 31\u00a0: 3.',
    },
    rythme: {
      titre: 'Rythme',
      aide: 'Quand un rapport est attendu, et ce qu’il décrit. Il porte le dernier mois de ce qu’il couvre\u00a0: c’est par lui qu’il est dû et clos.',
      noms: {
        MENSUEL: 'Mensuel\u00a0: chaque mois',
        TRIMESTRIEL: 'Trimestriel\u00a0: en mars, juin, septembre et décembre',
        SEMESTRIEL: 'Semestriel\u00a0: en juin et décembre',
        ANNUEL: 'Annuel\u00a0: en décembre',
        AUTRE: 'Des mois choisis',
      },
      mois: 'Mois dont un rapport est attendu',
      couvre: 'Ce qu’un rapport couvre',
      durees: {
        1: 'Le mois qu’il porte',
        3: 'Trois mois, qui finissent à celui qu’il porte',
        6: 'Six mois, qui finissent à celui qu’il porte',
        12: 'Douze mois, qui finissent à celui qu’il porte',
      },
    },
    valeurs: {
      code: (n: number) => `Code ou case, valeur ${n}`,
      libelle: (n: number) => `Nom dans les messages, valeur ${n}`,
      liste: (n: number) => `Liste de codes, valeur ${n}`,
      sauf: (n: number) =>
        n === 0 ? 'Tous ses codes' : `Tous ses codes, sauf ${formatCompte(n, 'code')}`,
      exclure: 'Codes laissés de côté',
      inconnu: (code: string) => `${code} (n’est plus dans la liste)`,
      monter: (n: number) => `Monter la valeur ${n}`,
      descendre: (n: number) => `Descendre la valeur ${n}`,
      retirer: (n: number) => `Retirer la valeur ${n}`,
      ajouter: 'Ajouter une valeur',
      ajouterListe: 'Ajouter une liste de codes',
    },
    seuils: {
      valeur: (nom: string) => `Seuil «\u00a0${nom}\u00a0»`,
      manque: 'Donnez sa valeur à ce seuil.',
      oublie: (nom: string, valeur: number) =>
        `Seuil «\u00a0${nom}\u00a0» (${formatNombre(valeur)})\u00a0: la formule ne le nomme plus.`,
      retirer: (nom: string) => `Retirer le seuil ${nom}`,
    },
    vues: {
      nom: 'Édition, aperçu, corrections, comparaison, simulation',
      edition: 'Édition',
      apercu: 'Aperçu',
      corriger: (n: number) => (n === 0 ? 'Corrections' : `Corrections (${n})`),
      comparer: 'Comparaison',
      simulation: 'Simulation',
    },
    enregistrement: {
      reseau: 'Vos modifications sont gardées dans cette page.',
      repos: 'Tout est enregistré',
      attente: 'Modifié',
      envoi: 'Enregistrement…',
      enregistre: (heure: string) => `Enregistré à ${heure}`,
      echec: 'Erreur\u00a0: le brouillon n’est pas enregistré',
      reessayer: 'Réessayer',
      perime: 'Ce brouillon n’est plus celui que vous modifiez',
      garder: 'Garder mon travail dans un fichier',
      recharger: 'Recharger le brouillon',
      fichier: (code: string) => `${code}-mon-travail.json`,
    },
    rien: 'Rien à corriger\u00a0: ce brouillon peut être publié.',
  },
}
