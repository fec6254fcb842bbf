import type { Champ } from '../champ.ts'
import { MOT_DE_PASSE } from '../session/session.champs.ts'
import type { UsageJeton } from './jeton.rules.ts'

/** Tokens that one account may have, those that are over aside. */
export const JETONS_MAX = 10
/** Networks that a token may name. */
export const ADRESSES_MAX = 10
/** Structures that a token may be limited to. */
export const STRUCTURES_MAX = 50
/** The ends that are proposed, in days. */
export const DUREES_JETON = [7, 30, 90, 365] as const

/** What each usage is called, as its owner ticks it. */
export const LIBELLES_USAGES: Record<UsageJeton, string> = {
  LIRE_RAPPORTS: 'Lire les rapports',
  LIRE_CHIFFRES: 'Lire les chiffres et les listes',
  SAISIR: 'Saisir dans les rapports',
  SOUMETTRE: 'Soumettre les rapports',
  EVENEMENTS: 'Recevoir les événements',
}

/** What one says of a token to create, in the order of the form. */
export const CHAMPS_JETON = {
  nom: { libelle: 'Nom du jeton', max: 80, requis: 'Donnez un nom\u00a0: celui du programme.' },
  usages: {
    sorte: 'choix',
    libelle: 'Ce que le programme pourra faire',
    requis: 'Cochez au moins un usage.',
  },
  structures: { sorte: 'choix', libelle: 'Limiter à des structures' },
  jusquau: { sorte: 'jour', libelle: 'Dernier jour', requis: 'Choisissez le dernier jour.' },
  reseaux: {
    libelle: 'Réseaux d’où il vaut',
    max: 500,
    nature: 'lignes',
    rien: '',
  },
  password: { ...MOT_DE_PASSE, requis: 'Saisissez votre mot de passe.' },
} as const satisfies Record<string, Champ>
