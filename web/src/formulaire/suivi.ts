import { type Calendrier, echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Periode, periodeDe } from '@releve/contract/mois.ts'

/** Months open to entry besides the current one: a month locks on the 1st of the third after it. */
const MOIS_OUVERTS = 3

/** The months begun and not locked, the latest first. `rang`: rank of the current month. */
export function periodesOuvertes(rang: number): Periode[] {
  return Array.from({ length: MOIS_OUVERTS }, (_, recul) => periodeDe(rang - recul))
}

type Suivi = {
  /** Due day, `AAAA-MM-JJ`. */
  echeance: string
  /** Days since the due day of a report not received; 0 when it is not late. */
  joursRetard: number
}

const NON_RECUS: readonly EtatListe[] = ['NON_COMMENCE', 'BROUILLON']

/** Whether a report is late on this day, and by how much (domaine §4). */
export function suiviDe(
  resume: Pick<Resume, 'mois' | 'annee' | 'etat'>,
  calendrier: Calendrier,
  jour: string,
): Suivi {
  const echeance = echeanceDe(resume, calendrier)
  const ecart = Math.round((Date.parse(jour) - Date.parse(echeance)) / 86_400_000)
  const attendu = NON_RECUS.includes(resume.etat)
  return { echeance, joursRetard: attendu ? Math.max(0, ecart) : 0 }
}

/** What names a line of a list, started or not. */
export function cleResume({ numero, structure, modele, mois, annee }: Resume): string {
  return numero ?? `${modele.code}-${structure.code}-${annee}-${mois}`
}

/** What a line calls for now, from the calls that the server allows on it. */
export type Suite =
  | 'commencer'
  | 'continuer'
  | 'corriger'
  | 'valider'
  | 'approuver'
  | 'diffuser'
  | 'ouvrir'

export function suiteDe({ actions, etat, numero }: Resume): Suite | null {
  if (actions.includes('enregistrer')) return 'commencer'
  if (numero === null) return null
  if (actions.includes('modifier')) return etat === 'RENVOYE' ? 'corriger' : 'continuer'
  if (actions.includes('valider')) return 'valider'
  if (actions.includes('approuver')) return 'approuver'
  if (actions.includes('diffuser')) return 'diffuser'
  return 'ouvrir'
}
