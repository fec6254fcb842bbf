import type { Champ, Nombre, Texte } from '../champ.ts'

function entier(min: number, max: number) {
  const faute = `Saisissez un nombre entier de ${min} à ${max}.`
  return { sorte: 'nombre', min, max, entier: true, faute, requis: faute } as const satisfies Omit<
    Nombre,
    'libelle'
  >
}

/** Whether programs know this time zone. */
function estFuseau(fuseau: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('fr-FR', { timeZone: fuseau }))
  } catch {
    return false
  }
}

/** What the collection calendar may be, in the order of the screen. */
export const CHAMPS_CALENDRIER = {
  jourEcheance: { libelle: 'Jour de l’échéance, le mois suivant', ...entier(1, 15) },
  moisVerrou: {
    libelle: 'Clôture de la saisie, en mois après le mois du rapport',
    ...entier(2, 12),
  },
  fuseau: {
    libelle: 'Fuseau horaire',
    max: 60,
    requis: 'Choisissez le fuseau horaire.',
    forme: {
      est: estFuseau,
      faute: 'Ce fuseau n’existe pas. Choisissez-le dans la liste. Exemple\u00a0: Africa/Dakar.',
    },
  },
  joursFeries: { sorte: 'choix', libelle: 'Jours fériés' },
  doubleRegard: {
    sorte: 'choix',
    libelle:
      'Faire valider chaque rapport par une autre personne que celle qui l’a soumis, et l’approuver par une autre que celle qui l’a validé',
    seul: 'Double regard',
  },
} as const satisfies Record<string, Champ>

/** From which month on reports are expected: the one date that the whole platform begins by. */
export const CHAMPS_DEBUT = {
  debutCollecte: {
    sorte: 'choix',
    libelle: 'Premier mois attendu',
    seul: 'Début de la collecte',
  },
} as const satisfies Record<string, Champ>

const EXPLICATION = {
  min: 10,
  max: 500,
  nature: 'lignes',
  court: 'Rédigez une explication d’au moins 10 caractères.',
} as const satisfies Omit<Texte, 'libelle'>

/** As many structures as one month is opened again for at once. */
export const STRUCTURES_MAX = 1000
export const STRUCTURES_TROP = 'Rouvrez au plus 1\u202f000 structures à la fois.'

/** A month opened again, in the order of the screen. */
export const CHAMPS_REOUVERTURE = {
  structures: {
    sorte: 'choix',
    libelle: 'Structures',
    requis: 'Choisissez au moins une structure.',
  },
  periode: { sorte: 'choix', libelle: 'Mois', requis: 'Choisissez le mois à rouvrir.' },
  jusqua: {
    sorte: 'jour',
    libelle: 'Ouvert jusqu’au (compris)',
    seul: 'Ouvert jusqu’au',
    requis: 'Donnez le dernier jour de la réouverture.',
  },
  motif: { ...EXPLICATION, libelle: 'Motif', requis: 'Indiquez pourquoi ce mois est rouvert.' },
} as const satisfies Record<string, Champ>

/** More time asked for. */
export const CHAMPS_PROLONGATION = {
  motif: {
    ...EXPLICATION,
    libelle: 'Pourquoi ce délai est nécessaire',
    requis: 'Indiquez pourquoi il vous faut plus de temps.',
  },
} as const satisfies Record<string, Champ>

/** The answer to whoever asked: until when, or why not. */
export const CHAMPS_REPONSE = {
  jusqua: CHAMPS_REOUVERTURE.jusqua,
  reponse: {
    ...EXPLICATION,
    libelle: 'Réponse à la structure',
    requis: 'Dites à la structure pourquoi le délai est refusé.',
  },
} as const satisfies Record<string, Champ>
