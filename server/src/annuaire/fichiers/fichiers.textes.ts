import {
  SIGNE_PARTIEL,
  SIGNE_SECRET,
  SIGNES_ABSENCES,
  type TableauAnnuaire,
} from '@releve/contract/annuaire/annuaire.schema.ts'

/** What the files of an annuaire say beside its content. */
export const FICHIERS = {
  avantPropos: 'Avant-propos',
  annexe: 'Annexes',
  chapitre: (code: string, titre: string) => `${code}. ${titre}`,
  sommaire: 'Sommaire',
  textes: 'Textes',
  listeTableaux: 'Liste des tableaux',
  suite: (titre: string) => `${titre} (suite)`,
  versPage: (titre: string, folio: number) => `${titre}, page ${folio}`,
  provisoire: 'Document provisoire',
  soumisInclus: 'Les rapports soumis, pas encore validés, sont comptés.',
  edition: (n: number) => `Édition ${n}`,
  editionEntete: 'Édition',
  annee: 'Année',
  donneesArreteesLe: (date: string) => `Données arrêtées le ${date}`,
  empreinte: 'Empreinte des chiffres (SHA-256)',
  licence: 'Licence',
  source: 'Source',
  champ: 'Champ',
  note: 'Note',
  secret: 'Secret',
  notes: 'Notes',
  unite: 'Unité',
  lecture: 'Lecture',
  couverture: 'Couverture',
  uniteDe: (unite: string) => `Unité\u00a0: ${unite}`,
  couvertureDe: (c: { attendus: string; retenus: string; taux: string | null }) =>
    `${c.retenus} rapports retenus sur ${c.attendus} attendus${c.taux ? `, complétude de ${c.taux} %` : ''}`,
  noteDeLigne: (libelle: string, note: string) => `${libelle} : ${note}`,
  avantDe: (libelle: string, annee: number) => `${libelle} ${annee}`,
  variationDe: (libelle: string) => `${libelle}, variation`,
  partDe: (libelle: string, base: TableauAnnuaire['partDe'] = 'EFFECTIF') =>
    base === 'EFFECTIF'
      ? `${libelle}, part comparée de l’effectif`
      : `${libelle}, part comparée des rapports`,
  sansVariation:
    'non calculable, ou variation qui n’est pas donnée\u00a0: la note méthodologique dit quand',
  points: 'points',
  graphiqueDe: (titre: string, tableau: string) =>
    `Graphique\u00a0: ${titre}. Ses valeurs sont dans le tableau ${tableau}.`,
  partiel: SIGNE_PARTIEL,
  estPartiel:
    'chiffre partiel\u00a0: des rapports retenus ne le donnent pas, ou, d’une moyenne, un rapport attendu manque',
  signes: {
    [SIGNE_SECRET]: 'secret statistique',
    [SIGNES_ABSENCES.NON_DISPONIBLE]: 'non disponible',
    [SIGNES_ABSENCES.SANS_OBJET]: 'sans objet',
    [SIGNES_ABSENCES.NON_RECU]: 'absent\u00a0: rien de reçu, pas encore, ou non demandé',
    [SIGNES_ABSENCES.NON_CALCULABLE]: 'non calculable',
  } satisfies Record<string, string>,
  sourceCollecte: 'Suivi de la collecte',
  champCollecte: 'Rapports attendus de l’année',
  modele: 'Modèle',
  modelesEmployes: 'Modèles de rapport employés',
  libelle: 'Libellé',
  version: 'Version',
  premierMois: 'Premier mois',
  dernierMois: 'Dernier mois',
  nonRepondants: 'Rapports attendus et non retenus, par structure et par mois',
  noteNonRepondants:
    'Un mois, ou une période, que suit «\u00a0*\u00a0» a été reçu, mais n’est pas retenu.',
  moisManquants: 'Mois ou période',
  moisManquant: (mois: string, recu: boolean) => mois.toLowerCase() + (recu ? '\u00a0*' : ''),
  codeStructure: 'Code',
  structure: 'Structure',
  region: 'Région',
  errata: 'Errata et révisions',
  tableau: 'Tableau',
  titre: 'Titre',
  ligne: 'Ligne',
  colonne: 'Colonne',
  avant: 'Avant',
  apres: 'Après',
  tableaux: 'Tableaux',
  feuille: 'Feuille',
  code: 'Code',
  cles: {
    code: 'Code de la ligne',
    libelle: 'Libellé de la ligne',
    niveau: 'Niveau de la ligne\u00a0: 0 pour une ligne à elle seule, 1 sous une ligne de niveau 0',
    sorte: 'Ligne de détail, de sous-total ou de total',
    partiels:
      'Colonnes dont le chiffre est partiel\u00a0: des rapports retenus ne le donnent pas, ou, d’une moyenne, un rapport attendu manque. Leurs codes, séparés par des espaces\u00a0; vide s’il n’y en a pas',
  },
  legende:
    'Dans les fichiers, «\u00a0s\u00a0» est un chiffre couvert par le secret statistique, «\u00a0nd\u00a0» un chiffre non disponible, «\u00a0so\u00a0» un chiffre sans objet, «\u00a0…\u00a0» un chiffre absent, «\u00a0—\u00a0» un chiffre non calculable. Une colonne en _N1 est celle de l’année précédente, une colonne en _VAR sa variation. LIGNE_PARTIELS nomme les colonnes dont le chiffre est partiel.',
  legendePart:
    'Une colonne en _PART dit, en pour cent, la part du chiffre que sa variation compare\u00a0; un chiffre dont le tableau n’a pas cette colonne est comparé en entier.',
  motsCles: ['annuaire statistique', 'statistiques publiques'],
} as const
