import { direCouverture } from '@releve/contract/annuaire/affichage.ts'
import type { Couverture, Preuve, Regroupement } from '@releve/contract/annuaire/annuaire.schema.ts'
import { formatCompte, formatNombre } from '../ui/format.ts'

/** Labels in a sentence, each between its marks, the last after « et ». */
const enumerer = (libelles: readonly string[]): string => {
  const dits = libelles.map((libelle) => `«\u00a0${libelle}\u00a0»`)
  const [dernier, ...autres] = dits.toReversed()
  return autres.length > 0 ? `${autres.toReversed().join(', ')} et ${dernier}` : (dernier ?? '')
}

export const textesAnnuaire = {
  titre: 'Annuaire',
  chapeau: 'Les chiffres de l’année, chapitre par chapitre, tirés des rapports validés.',
  aucun: 'Aucun annuaire n’est encore publié.',
  annee: 'Année',
  edition: 'Édition',
  editionNumero: (n: number) => `Édition ${n}`,
  chapitres: 'Chapitres',
  provisoire: 'Document provisoire',
  provisoireAide: 'Ces chiffres changent avec les rapports, jusqu’à ce que l’annuaire soit arrêté.',
  couverture: (c: Couverture) => `${direCouverture(c)}.`,
  preuve: (p: Preuve | null) => {
    if (!p)
      return 'Secret non vérifié\u00a0: cette édition a été arrêtée avant que la plateforme ne le vérifie.'
    if (p.chiffres === 0) return 'Secret vérifié\u00a0: aucun effectif n’est à cacher.'
    return `Secret vérifié\u00a0: aucun effectif caché ne se ramène à moins de ${formatCompte(p.valeurs, 'valeur')} (${formatCompte(p.chiffres, 'effectif vérifié', 'effectifs vérifiés')}).`
  },
  retenus: 'Retenus\u00a0: validés, approuvés ou diffusés.',
  avantPropos: 'Avant-propos',
  source: 'Source',
  champ: 'Champ',
  note: 'Note',
  couvertureDuTableau: 'Couverture',
  secretDuTableau: 'Secret',
  secrets: (n: number) =>
    `${formatCompte(n, 'chiffre est caché', 'chiffres sont cachés')} par le secret statistique.`,
  regroupements: {
    titre: 'À regrouper',
    aucun:
      'Rien dans ce tableau ne s’y prête\u00a0: ni des lignes réunies, ni ses seuls totaux n’en laisseraient masquée la moitié au plus.',
    dire: (r: Regroupement) => {
      const reste = `${formatCompte(r.masques, 'chiffre masqué', 'chiffres masqués')} sur ${formatNombre(r.chiffres)}, à ne compter que ce tableau`
      const quoi = [
        ...(r.lignes.length > 0 ? [`réunir en une ligne ${enumerer(r.lignes)}`] : []),
        ...(r.colonnes.length > 0 ? [`garder seulement ${enumerer(r.colonnes)}`] : []),
      ].join(', et ')
      return `${quoi.charAt(0).toUpperCase()}${quoi.slice(1)}\u00a0: ${reste}.`
    },
  },
  precedente: (annee: number) => String(annee - 1),
  variation: 'variation',
  points: 'points',
  secret: 'secret statistique',
  partiel:
    'chiffre partiel\u00a0: des rapports retenus ne le donnent pas, ou, d’une moyenne, un rapport attendu manque',
  toutesLesLignes: (n: number) => `Tout montrer (${formatCompte(n, 'ligne')})`,
  autresChapitres: 'Chapitres voisins',
  legende: 'Ce que disent les signes',
  errata: 'Ce que cette édition corrige',
  modifier: 'Modifier les textes',
  choisirChapitres: 'Choisir les chapitres',
  ecrireIntroduction: 'Écrire une introduction',
  modifierIntroduction: 'Modifier l’introduction',
  arreter: 'Arrêter',
  publier: 'Publier',
  corriger: 'Ouvrir une édition corrigée',
  actes: {
    modifier: { titre: 'Textes de l’annuaire', bouton: 'Enregistrer' },
    chapitres: {
      titre: 'Chapitres de cette édition',
      bouton: 'Enregistrer',
      aide: 'L’avant-propos et les annexes y sont toujours\u00a0: sans eux, personne ne sait ce que valent les chiffres. L’introduction d’un chapitre laissé de côté est gardée.',
    },
    introduction: {
      titre: (chapitre: string) => `Introduction\u00a0: ${chapitre}`,
      bouton: 'Enregistrer',
      aide: 'Elle paraît en tête du chapitre, à l’écran et dans les fichiers. Une ligne vide sépare deux paragraphes.',
    },
    arreter: {
      titre: (annee: number) => `Arrêter l’annuaire ${annee}\u202f?`,
      texte:
        'La liste des rapports et de leurs versions se fige\u00a0: les chiffres ne changeront plus, même si un rapport est corrigé ensuite. Une correction demandera une nouvelle édition. Le secret statistique est d’abord vérifié sur tous les tableaux\u00a0: cela prend jusqu’à trois minutes.',
    },
    publier: {
      titre: (annee: number) => `Publier l’annuaire ${annee}\u202f?`,
      texte:
        'Toutes les structures, et le public, pourront lire ces chiffres. Une édition publiée ne se retire pas.',
    },
    corriger: { titre: 'Ouvrir une édition corrigée', bouton: 'Ouvrir l’édition' },
    revenir: 'Revenir',
  },
  nature: 'Nature de la correction',
  faits: {
    modifier: 'Les textes de l’annuaire sont enregistrés.',
    chapitres: 'Les chapitres de cette édition sont enregistrés.',
    introduction: 'L’introduction du chapitre est enregistrée.',
    arreter: 'L’annuaire est arrêté\u00a0: ses chiffres ne changeront plus.',
    publier: 'L’annuaire est publié.',
    corriger: 'Une nouvelle édition est ouverte.',
  },
  echec: 'L’annuaire n’a pas été enregistré',
  relecture: {
    titre: 'Cet annuaire a changé',
    texte: 'Une autre personne l’a modifié entre-temps.',
  },
  fichiers: {
    telecharger: 'Télécharger',
    courts: {
      pdf: 'Le PDF',
      xlsx: 'Le classeur XLSX',
      ods: 'Le classeur ODS',
      csv: 'L’archive des fichiers CSV',
      json: 'Le fichier JSON',
    },
    prepare: (nom: string) => `${nom} se prépare.`,
    abandonner: 'Abandonner',
    abandonne: 'La préparation du fichier est abandonnée.',
    fait: (nom: string) => `${nom} est téléchargé.`,
    echec: 'Le fichier n’a pas été préparé',
    reseau: 'La connexion a manqué. Redemandez le fichier.',
  },
  graphique: {
    manques: (n: number) =>
      `${formatCompte(n, 'chiffre, absent ou secret, n’est pas dessiné', 'chiffres, absents ou secrets, ne sont pas dessinés')}.`,
  },
  annexes: {
    modeles: 'Modèles de rapport employés',
    modele: 'Modèle',
    version: 'Version',
    premierMois: 'Premier mois',
    dernierMois: 'Dernier mois',
    nonRepondants: 'Structures qui n’ont pas répondu',
    tousRepondent: 'Tous les rapports attendus sont retenus.',
    manquent: (n: number) =>
      `${formatCompte(n, 'rapport attendu ne compte pas dans cet annuaire\u00a0: il manque, ou n’est pas encore validé', 'rapports attendus ne comptent pas dans cet annuaire\u00a0: ils manquent, ou ne sont pas encore validés')}. Ouvrez un mois pour savoir ${n > 1 ? 'lesquels' : 'lequel'}.`,
    manquants: (mois: string, n: number) =>
      `${mois}\u00a0: ${formatCompte(n, 'rapport manque', 'rapports manquent')}`,
    structure: 'Structure',
    region: 'Région',
    periode: 'Mois ou période',
    etat: 'État',
    recu: 'Reçu, non retenu',
    nonRecu: 'Non reçu',
    errata: 'Errata et révisions',
    sansErratum: 'Cette édition est la première\u00a0: elle ne corrige rien.',
    arreteeLe: (jour: string) => `arrêtée le ${jour}`,
    aucunChange: 'Aucun chiffre n’a changé.',
    changes: (n: number, edition: number) =>
      `${formatCompte(n, 'chiffre changé', 'chiffres changés')} par l’édition ${edition}`,
    premieres: (n: number) =>
      `${n > 1 ? `Les ${formatNombre(n)} premiers sont montrés` : 'Le premier est montré'}\u202f; «\u00a0Comparer deux éditions\u00a0» les donne tous.`,
    comparer: 'Comparer deux éditions',
    empreinte: 'Empreinte des chiffres',
    empreinteAide:
      'Deux annuaires qui ont la même empreinte (SHA-256) ont exactement les mêmes chiffres.',
  },
  differences: {
    titre: (annee: number) => `Éditions de l’annuaire ${annee} comparées`,
    de: 'De',
    vers: 'À',
    nombre: (n: number) => formatCompte(n, 'chiffre diffère.', 'chiffres diffèrent.'),
    aucune: 'Ces deux éditions ont les mêmes chiffres.',
    tableau: 'Tableau',
    ligne: 'Ligne',
    colonne: 'Colonne',
    avant: 'Avant',
    apres: 'Après',
    absent: 'ce chiffre n’est pas dans cette édition',
    fermer: 'Fermer',
  },
  document: {
    fichiers: 'Fichiers',
    remplacee: (n: number) =>
      `Cette édition est remplacée par l’édition ${n}\u00a0: ses fichiers restent tels qu’ils ont paru.`,
    sansErratum: 'Rien n’a été corrigé de cet annuaire.',
    erratum: (edition: string, jour: string | null) =>
      jour === null ? `${edition}. ` : `${edition}, arrêtée le ${jour}. `,
    absent: 'Cette correction n’est pas dans les fichiers ci-dessus.',
    fermer: 'Fermer',
  },
  explication: {
    nom: (ligne: string, colonne: string) => `Expliquer\u00a0: ${ligne}, ${colonne}`,
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
    variation: (dite: string, part: string | null) =>
      part === null
        ? `Depuis l’année d’avant\u00a0: ${dite}.`
        : `Depuis l’année d’avant\u00a0: ${dite}, ${part}. Les mois de chaque structure dont un rapport attendu manque à l’une des deux années n’y sont comptés d’aucune\u202f; les rapports ci-dessous sont ceux du chiffre entier.`,
    sansVariation: (raison: string) => `Variation non donnée. ${raison}.`,
    vide: 'Aucun rapport ne fait ce chiffre.',
  },
}
