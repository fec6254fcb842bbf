/** What a report's workbook says (docs/decisions/0059). */
export const CLASSEUR = {
  auteur: 'Relevé',
  accueil: 'Lisez-moi',
  commentaires: 'Commentaires',
  listes: 'Listes',
  technique: 'Relevé (ne pas modifier)',
  /** In a corner that is not shown: its row and its column tell the others, wherever they go. */
  coin: 'Repères (ne pas modifier)',
  repereLigne: (n: number) => `ligne ${n}`,
  repereColonne: (lettres: string) => `colonne ${lettres}`,
  rubrique: 'Rubrique',
  valeur: 'Valeur',
  ligne: 'Ligne',
  aide: 'À savoir',
  guide: { nom: 'Aide', colonnes: ['Rubrique', 'Définition', 'Source', 'Exemple'] },
  case: 'Case',
  commentaire: 'Commentaire',
  numero: 'Numéro',
  structure: 'Structure',
  modele: 'Modèle',
  exporte: 'Exporté le (UTC)',
  versionDe: (libelle: string, version: number) => `${libelle}, version ${version}`,
  avant: (periode: string) => `Rappel\u00a0: ${periode}`,
  etape: (n: number) => `À faire, ${n}`,
  consignes: [
    'Remplissez les cases claires\u202f; les autres sont protégées. Une case vide n’est pas zéro\u00a0: écrivez 0 s’il n’y a rien.',
    'Là où c’est accepté, écrivez ND (non disponible), avec son commentaire dans la feuille «\u00a0Commentaires\u00a0», ou SO (sans objet).',
    'Les totaux se calculent ici\u202f; Relevé les recalcule, avec tous les contrôles, quand vous importez le classeur.',
    'Enregistrez au format XLSX, puis, sur le rapport, choisissez «\u00a0Plus\u00a0», «\u00a0Importer un classeur\u00a0»\u00a0: ce qui change vous sera montré avant d’être repris.',
  ],
  admis: {
    entier: 'Saisissez un nombre entier, positif ou nul.',
    entierSigne: 'Saisissez un nombre entier.',
    nombre: 'Saisissez un nombre.',
    choix: 'Choisissez une valeur dans la liste.',
    jour: 'Saisissez une date du mois.',
    marques: (nd: boolean, so: boolean) => [nd && 'ND', so && 'SO'].filter(Boolean).join(' ou '),
    ou: (regle: string, marques: string) => `${regle} Ou bien\u00a0: ${marques}.`,
  },
  oui: 'Oui',
  non: 'Non',
  titres: 'des titres',
  libelles: 'des libellés',
  laLigne: (feuille: string, nom: string) =>
    `la ligne «\u00a0${nom}\u00a0» de la feuille «\u00a0${feuille}\u00a0»`,
  laColonne: (feuille: string, nom: string) =>
    `la colonne «\u00a0${nom}\u00a0» de la feuille «\u00a0${feuille}\u00a0»`,
  absente: (dite: string) =>
    `On n’y trouve plus ${dite}, ou le repère caché qui la suit. Annulez sa suppression.`,
  double: (dite: string) => `On y trouve deux fois ${dite}. Gardez la bonne, et supprimez l’autre.`,
  ligneAjoutee: (feuille: string, numero: number) =>
    `La ligne ${numero} de la feuille «\u00a0${feuille}\u00a0» n’est pas du rapport\u00a0: ses valeurs seraient perdues. Reportez-les dans les lignes d’origine, puis supprimez-la.`,
  colonneAjoutee: (feuille: string, lettres: string) =>
    `La colonne ${lettres} de la feuille «\u00a0${feuille}\u00a0» n’est pas du rapport\u00a0: ses valeurs seraient perdues. Reportez-les dans les colonnes d’origine, puis supprimez-la.`,
  autreLigne: (feuille: string, attendu: string, lu: string) =>
    `Dans la feuille «\u00a0${feuille}\u00a0», «\u00a0${lu}\u00a0» se lit là où l’on attend la ligne «\u00a0${attendu}\u00a0»\u00a0: elle a été renommée, ou déplacée sans son repère caché.`,
  autreColonne: (feuille: string, attendu: string, lu: string) =>
    `Dans la feuille «\u00a0${feuille}\u00a0», «\u00a0${lu}\u00a0» se lit là où l’on attend la colonne «\u00a0${attendu}\u00a0»\u00a0: elle a été renommée, ou déplacée sans son repère caché.`,
  sansReperes: (feuille: string) =>
    `La feuille «\u00a0${feuille}\u00a0» n’a plus les repères cachés de sa première ligne et de sa première colonne.`,
  defait: (feuille: string) => `La feuille «\u00a0${feuille}\u00a0» a été modifiée.`,
  feuilleAbsente: (feuille: string) => `La feuille «\u00a0${feuille}\u00a0» n’y est plus.`,
  incalculable: (lieu: string, texte: string) => `La ${lieu} donne ${texte}.`,
  ancien:
    'Ce classeur a été exporté avant que ses lignes et ses colonnes ne portent leurs repères\u00a0: une ligne déplacée y passerait pour une autre. Exportez de nouveau le rapport, et reportez-y vos chiffres.',
} as const
