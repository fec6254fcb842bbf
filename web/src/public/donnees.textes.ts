export const textesDonnees = {
  lecture: 'Lecture des données publiées…',
  echec: 'Les données publiées n’ont pas pu être lues. Rechargez la page dans un instant.',
  annee: 'Année',
  tableaux: (n: number) => `Un fichier CSV par tableau (${n})`,
  licence: 'Licence',
  dictionnaire: 'Dictionnaire',
  dictionnaireAide:
    'décrit chaque colonne\u00A0: titre, unité, type, source (Frictionless Data Package).',
  adresse: 'Adresse stable',
  adresseAide: (edition: number) =>
    `pour un programme, sans compte\u00A0; elle mène toujours à la dernière édition publiée (aujourd’hui, la ${edition === 1 ? '1re' : `${edition}e`}).`,
}
