import { ETATS_RECUS } from './formulaire.rules.ts'
import type { EtatListe } from './formulaire.schema.ts'

/**
 * What each figure of the collection is: one definition, one function (docs/chiffres.md). Days are
 * `AAAA-MM-JJ`, in the calendar's zone.
 */

const JOUR_MS = 86_400_000

/**
 * Submitted once, and neither a draft nor cancelled since: what is sent back stays received. The
 * column `formulaire.recu` says the same.
 */
export const estRecu = ({ etat, soumisLe }: { etat: EtatListe; soumisLe: string | null }) =>
  etat === 'RENVOYE' ? soumisLe !== null : ETATS_RECUS.some((recu) => recu === etat)

/** A report is due once its due date has passed; before, it is « pas encore dû ». */
export const estDu = (echeance: string, jour: string): boolean => echeance < jour

/** Days from the due date to a later day: the first submission, or today; 0 before. */
export const joursDeRetard = (echeance: string, jusqua: string): number =>
  Math.max(0, (Date.parse(jusqua) - Date.parse(echeance)) / JOUR_MS)

/** A part of a whole, 0 to 1; null where there is nothing to be a part of. */
export const tauxDe = (part: number, tout: number): number | null =>
  tout === 0 ? null : part / tout

type Comptes = { attendus: number; recus: number; aTemps: number }

/** Received of what is expected and due, 0 to 1; null: nothing is. */
export const completudeDe = ({ recus, attendus }: Pick<Comptes, 'recus' | 'attendus'>) =>
  tauxDe(recus, attendus)

/** The same, received by the due date. */
export const promptitudeDe = ({ aTemps, attendus }: Pick<Comptes, 'aTemps' | 'attendus'>) =>
  tauxDe(aTemps, attendus)

/** What each figure of the collection is, said behind it wherever it is shown (docs/chiffres.md). */
export const DEFINITIONS = {
  attendus:
    'Attendus\u00a0: les rapports dont l’échéance est passée\u202f; les autres ne sont pas encore dus.',
  recus:
    'Reçus\u00a0: soumis, et ni remis en brouillon ni annulés depuis\u202f; un rapport renvoyé reste reçu.',
  retenus:
    'Retenus\u00a0: les rapports reçus dont le mois a une valeur\u202f; un rapport renvoyé n’en a plus, sauf celle de sa dernière publication.',
  completude: 'Complétude\u00a0: reçus sur attendus.',
  promptitude: 'Promptitude\u00a0: reçus à l’échéance, sur attendus.',
  enRetard: 'En retard\u00a0: l’échéance est passée, et le rapport n’est pas reçu.',
  horsDelai: 'Hors délai\u00a0: reçu après son échéance.',
  ecart:
    'Écart\u00a0: l’effectif déclaré, moins l’effectif attendu (celui du rapport précédent, plus les entrées, moins les sorties).',
  variation: 'Variation\u00a0: ce qui sépare un chiffre de celui du rapport précédent.',
} as const

/** Several of them, one after the other. */
export const definir = (...mots: readonly (keyof typeof DEFINITIONS)[]): string =>
  mots.map((mot) => DEFINITIONS[mot]).join(' ')
