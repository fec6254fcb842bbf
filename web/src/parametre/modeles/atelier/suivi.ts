import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

/** Steps that one may go back, in the session. */
const PAS_MAX = 200

/** What was done to a source since the screen was opened. */
export type Suivi = {
  passe: readonly ModeleSource[]
  present: ModeleSource
  futur: readonly ModeleSource[]
  /** What the last step was about, where others of the same join it: the keys typed in a field. */
  sujet: string | null
}

export const debut = (present: ModeleSource): Suivi => ({
  passe: [],
  present,
  futur: [],
  sujet: null,
})

/** `sujet`: null, a step by itself. */
export function faire(suivi: Suivi, present: ModeleSource, sujet: string | null): Suivi {
  if (present === suivi.present) return suivi
  const suite = sujet !== null && sujet === suivi.sujet
  const passe = suite ? suivi.passe : [...suivi.passe, suivi.present].slice(-PAS_MAX)
  return { passe, present, futur: [], sujet }
}

export function annuler(suivi: Suivi): Suivi {
  const present = suivi.passe.at(-1)
  if (!present) return suivi
  const futur = [suivi.present, ...suivi.futur]
  return { passe: suivi.passe.slice(0, -1), present, futur, sujet: null }
}

export function refaire(suivi: Suivi): Suivi {
  const [present, ...futur] = suivi.futur
  if (!present) return suivi
  return { passe: [...suivi.passe, suivi.present], present, futur, sujet: null }
}
