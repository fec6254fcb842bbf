import { formatCompte } from '../ui/format.ts'

export const textesCodifications = {
  chapeau:
    'Les listes de codes font les choix des écrans et les lignes des tableaux à remplir. Un code employé ne se supprime pas et ne change pas de sens\u00a0: on corrige son orthographe, ou on le désactive et on en ajoute un autre.',
  choisir: 'Liste de codes',
  option: (libelle: string, code: string, codes: number) =>
    `${libelle} (${code}) – ${formatCompte(codes, 'code')}`,
  creerListe: 'Créer une liste',
  modifierListe: 'Modifier la liste',
  importer: 'Importer',
  ajouter: 'Ajouter un code',
  recherche: 'Code ou libellé recherché',
  vide: 'Cette liste n’a pas encore de code. Ajoutez-en un, ou importez-les d’un tableur.',
  rien: 'Aucun code ne correspond à votre recherche. Modifiez-la.',
  legende: (liste: string) => `Codes de la liste ${liste}`,
  colonnes: {
    ordre: 'Ordre',
    code: 'Code et libellé',
    parent: 'Code parent',
    mois: 'Mois',
    etat: 'État',
    emplois: 'Employé par',
    actes: 'Actions',
  },
  monter: (code: string) => `Monter ${code}`,
  descendre: (code: string) => `Descendre ${code}`,
  modifier: (code: string) => `Modifier ${code}`,
  desactiver: (code: string) => `Désactiver ${code}`,
  reactiver: (code: string) => `Proposer de nouveau ${code}`,
  supprimer: (code: string) => `Supprimer ${code}`,
  anciens: (libelles: readonly string[]) => `Avant\u00a0: ${libelles.join('\u202f; ')}`,
  mois: (du: string | null, au: string | null) =>
    [du && `dès ${du}`, au && `jusqu’à ${au}`].filter(Boolean).join(', ') || 'Tous',
  propose: 'Proposé',
  desactive: 'Désactivé',
  personne: 'Rien',
  enregistree: 'Liste de codes enregistrée.',
  rangee: 'Ordre enregistré.',
  echec: 'Erreur\u00a0: la liste n’est pas enregistrée',
  recharge:
    'La liste a été relue. Ce que vous avez saisi est gardé\u202f; vérifiez, puis continuez.',
  fiche: {
    nouveau: (liste: string) => `Ajouter un code à ${liste}`,
    existant: (code: string, libelle: string) => `${code} – ${libelle}`,
    code: 'Le code',
    bouton: 'Voir ce qui change',
    actif: 'Proposer ce code',
    sansParent: 'Aucun',
    aides: {
      code: 'Majuscules, chiffres ou «\u00a0_\u00a0». Il ne changera plus.',
      ordre: 'Son rang dans la liste.',
      valableDu: 'Un mois, par exemple 03/2025. Rien\u00a0: depuis toujours.',
      valableAu: 'Le dernier mois où il est proposé\u202f; les rapports qui l’ont le gardent.',
    },
  },
  liste: {
    nouvelle: 'Créer une liste de codes',
    bouton: 'Enregistrer la liste',
    legende: 'La liste',
    sansParent: 'Cette liste elle-même',
    aides: { parentListe: 'Où se choisissent les codes parents de ceux de cette liste.' },
  },
  apercu: {
    titre: 'Ce qui change',
    enregistrer: 'Enregistrer',
    revenir: 'Revenir',
    touches: (emplois: string) =>
      `Ces codes sont employés par\u00a0: ${emplois}. Les rapports gardent ce qu’ils ont\u202f; leurs cases de liste proposent les codes en vigueur dans leur mois.`,
    ajout: 'Un code ajouté arrive dans un modèle de rapport par la prochaine version de ce modèle.',
    rien: 'Rien n’emploie encore ces codes.',
    autres: (nombre: number) => `et ${formatCompte(nombre, 'autre code', 'autres codes')}`,
    change: (libelle: string, avant: string | null, apres: string | null) =>
      `${libelle}\u00a0: ${avant ?? '—'} → ${apres ?? '—'}`,
  },
  imports: {
    titre: 'Importer des codes',
    aide: 'Partez d’un fichier exporté d’ici\u00a0: les colonnes sont les mêmes. Une ligne dont le code existe le modifie, les autres en ajoutent\u202f; rien n’est supprimé. Rien n’est écrit avant que vous ayez vu ce que chaque ligne ferait.',
    nom: { singulier: 'code', pluriel: 'codes' },
  },
} as const
