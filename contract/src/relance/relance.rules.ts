import { type Calendrier, jourOuvre, plusJours } from '../calendrier/calendrier.rules.ts'

/** Lines of a selection at most. */
export const RELANCES_MAX = 200

/** Bounds of the days counted from the due date, and how many of them there may be. */
export const ETAPES = { min: -15, max: 60, nombre: 12 }

/** The calendar's own reminders (docs/conception.md, 4). */
export type ReglagesRelances = {
  relanceAutomatique: boolean
  /** Days counted from the due date, ascending: −3, three days before; 0, on it; 5, five after. */
  relanceJours: number[]
  /** From how many days late the regional office has a copy; 0: never. */
  relanceCopie: number
  /** From how many days late the central directorate has the list; 0: never. */
  relanceDirection: number
  relanceCourriel: boolean
}

/** Where nothing is set. */
export const RELANCES_PAR_DEFAUT: ReglagesRelances = {
  relanceAutomatique: true,
  relanceJours: [-3, 0, 1, 5, 10, 20],
  relanceCopie: 10,
  relanceDirection: 20,
  relanceCourriel: true,
}

type Feries = Pick<Calendrier, 'joursFeries'>

/**
 * The working day on which this step leaves: before the due date, the last one that comes no later;
 * on it or after it, the next.
 */
const jourEtape = (echeance: string, etape: number, calendrier: Feries): string =>
  jourOuvre(plusJours(echeance, etape), calendrier, etape < 0 ? -1 : 1)

/** Days after its own during which a step that could not leave (a stop, a suspension) still does. */
const RATTRAPAGE_JOURS = 4

/**
 * The step of the calendar that this day asks for, and the day on which it falls: the last that has
 * come, while it is recent. Null on a day that is not worked, or when there is none.
 */
export function etapeDue(
  echeance: string,
  jour: string,
  etapes: readonly number[],
  calendrier: Feries,
): { etape: number; le: string } | null {
  if (jourOuvre(jour, calendrier) !== jour) return null
  const venues = etapes
    .map((etape) => ({ etape, le: jourEtape(echeance, etape, calendrier) }))
    .filter(({ le }) => le <= jour)
    .toSorted((a, b) => a.etape - b.etape)
  const derniere = venues.at(-1)
  return derniere && plusJours(derniere.le, RATTRAPAGE_JOURS) >= jour ? derniere : null
}

/** The days from this one on, in order, on which a step of the calendar may leave. */
export function joursEtapes(
  echeances: readonly string[],
  jour: string,
  etapes: readonly number[],
  calendrier: Feries,
): string[] {
  const jours = echeances.flatMap((echeance) =>
    etapes.map((etape) => jourEtape(echeance, etape, calendrier)),
  )
  return [...new Set([jourOuvre(jour, calendrier), ...jours])].filter((un) => un >= jour).toSorted()
}

/** What is wrong with steps; null when all is well. */
export function fauteEtapes(etapes: readonly number[]): string | null {
  const { min, max, nombre } = ETAPES
  if (etapes.length === 0) return 'Donnez au moins un jour, ou désactivez ces relances.'
  if (etapes.length > nombre) return `Gardez au plus ${nombre} jours de relance.`
  const dedans = etapes.every((n) => Number.isInteger(n) && n >= min && n <= max)
  return dedans ? null : `Chaque jour va de ${String(min).replace('-', '−')} à ${max}.`
}

const REFUS = {
  INCONNUE: 'Cette structure n’existe pas.',
  INACTIVE: 'Cette structure n’est pas en service\u00a0: elle n’est jamais relancée.',
  RIEN: 'Rien à relancer\u00a0: aucun rapport ne manque.',
  CLOSE: 'La saisie de ce mois est close\u00a0: rouvrez-le d’abord.',
  A_VENIR: 'Ce mois n’a pas commencé\u00a0: rien n’est encore attendu.',
  SUSPENDUE: 'Les relances de cette structure sont suspendues jusqu’au {jour}.',
  DEJA: 'Déjà relancée aujourd’hui.',
  PERSONNE: 'Aucun compte actif dans cette structure\u00a0: personne à qui écrire.',
} as const

/** Why a line of a selection is not reminded: code → French sentence. */
export const REFUS_RELANCE: Readonly<Record<CodeRefusRelance, string>> = REFUS
export type CodeRefusRelance = keyof typeof REFUS
