import { CHAMPS_REOUVERTURE } from '../calendrier/calendrier.champs.ts'
import type { Champ, Nombre } from '../champ.ts'

const JOURS_VALIDES = 'Saisissez un nombre de jours de 0 à 60. 0\u00a0: jamais.'

/** A number of days after the due date; 0: never. */
const aPartirDe = {
  sorte: 'nombre',
  min: 0,
  max: 60,
  entier: true,
  faute: JOURS_VALIDES,
  requis: JOURS_VALIDES,
} as const satisfies Omit<Nombre, 'libelle'>

/** What the calendar's own reminders may be, in the order of the screen. */
export const CHAMPS_RELANCES = {
  relanceAutomatique: { sorte: 'choix', libelle: 'Relancer les structures selon le calendrier' },
  relanceJours: { sorte: 'choix', libelle: 'Jours des relances, comptés depuis l’échéance' },
  relanceCopie: {
    libelle: 'Copie à la direction régionale, à partir de ce nombre de jours de retard',
    ...aPartirDe,
  },
  relanceDirection: {
    libelle: 'Liste à la direction centrale, à partir de ce nombre de jours de retard',
    ...aPartirDe,
  },
  relanceCourriel: { sorte: 'choix', libelle: 'Envoyer aussi les relances par courriel' },
} as const satisfies Record<string, Champ>

/** Whether the calendar's own reminders may leave at all: opened once, from their list. */
export const CHAMPS_OUVERTURE = {
  relancesOuvertes: { sorte: 'choix', libelle: 'Relances du calendrier ouvertes' },
} as const satisfies Record<string, Champ>

/** A reminder that a person sends. */
export const CHAMPS_RELANCE = {
  texte: {
    libelle: 'Ajouter un message',
    max: 500,
    nature: 'lignes',
  },
} as const satisfies Record<string, Champ>

/** No reminder to a structure, for a time. */
export const CHAMPS_SUSPENSION = {
  jusqua: {
    sorte: 'jour',
    libelle: 'Suspendre jusqu’au (compris)',
    seul: 'Suspendues jusqu’au',
    requis: 'Donnez le dernier jour de la suspension.',
  },
  motif: {
    ...CHAMPS_REOUVERTURE.motif,
    requis: 'Indiquez pourquoi les relances sont suspendues.',
  },
} as const satisfies Record<string, Champ>
