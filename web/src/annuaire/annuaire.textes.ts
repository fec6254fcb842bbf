import { formatCompte } from '../ui/format.ts'

export const textesAnnuaire = {
  titre: 'Annuaire',
  chapeau: 'Les chiffres de l’année, chapitre par chapitre, tirés des rapports validés.',
  aucun: 'Aucun annuaire n’est encore publié.',
  annee: 'Année',
  edition: 'Édition',
  editionNumero: (n: number) => (n === 1 ? '1re édition' : `${n}e édition`),
  chapitres: 'Chapitres',
  provisoire: 'Document provisoire',
  provisoireAide: 'Ces chiffres changent avec les rapports, jusqu’à ce que l’annuaire soit arrêté.',
  couverture: (retenus: number, attendus: number, taux: string) =>
    `${formatCompte(retenus, 'rapport retenu', 'rapports retenus')} sur ${attendus} attendus (complétude ${taux}).`,
  source: 'Source',
  champ: 'Champ',
  note: 'Note',
  secrets: (n: number) =>
    `${formatCompte(n, 'chiffre est caché', 'chiffres sont cachés')} par le secret statistique.`,
  precedente: (annee: number) => String(annee - 1),
  variation: 'Variation',
  points: 'points',
  secret: 'secret statistique',
  partiel: 'partiel',
  legende: 'Ce que disent les signes',
  errata: 'Ce que cette édition corrige',
  modifier: 'Modifier les textes',
  arreter: 'Arrêter',
  publier: 'Publier',
  corriger: 'Ouvrir une édition corrigée',
  actes: {
    modifier: { titre: 'Textes de l’annuaire', bouton: 'Enregistrer' },
    arreter: {
      titre: (annee: number) => `Arrêter l’annuaire ${annee}\u202F?`,
      texte:
        'La liste des rapports et de leurs versions se fige\u00A0: les chiffres ne changeront plus, même si un rapport est corrigé ensuite. Une correction demandera une nouvelle édition.',
    },
    publier: {
      titre: (annee: number) => `Publier l’annuaire ${annee}\u202F?`,
      texte:
        'Toutes les structures, et le public, pourront lire ces chiffres. Une édition publiée ne se retire pas.',
    },
    corriger: { titre: 'Ouvrir une édition corrigée', bouton: 'Ouvrir l’édition' },
    revenir: 'Revenir',
  },
  nature: 'Nature de la correction',
  faits: {
    modifier: 'Les textes de l’annuaire sont enregistrés.',
    arreter: 'L’annuaire est arrêté\u00A0: ses chiffres ne changeront plus.',
    publier: 'L’annuaire est publié.',
    corriger: 'Une nouvelle édition est ouverte.',
  },
  echec: 'L’annuaire n’a pas été enregistré',
  relecture: {
    titre: 'Cet annuaire a changé',
    texte: 'Une autre personne l’a modifié entre-temps.',
  },
  explication: {
    nom: (ligne: string, colonne: string) => `Expliquer\u00A0: ${ligne}, ${colonne}`,
    titre: 'D’où vient ce chiffre',
    rapports: 'Rapports qui le font',
    rapport: 'Rapport',
    structure: 'Structure',
    version: 'Version',
    cases: 'Cases',
    apport: 'Apport',
    publiee: (n: number) => `publication ${n}`,
    contenu: (n: number) => `écriture ${n}`,
    fermer: 'Fermer',
    vide: 'Aucun rapport ne fait ce chiffre.',
  },
}
