import {
  type Calendrier,
  echeanceDe,
  jourLocal,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, type Periode, periodeDe, periodeDIso, rangDe } from '@releve/contract/mois.ts'

export type CleEtape =
  | 'saisie'
  | 'controles'
  | 'soumission'
  | 'validation'
  | 'approbation'
  | 'diffusion'

export type Etape = {
  cle: CleEtape
  /** `AAAA-MM-JJ`; null where the step has no day of its own. */
  jour: string | null
  /** Where it stands on the two months drawn, from 0 to 1. */
  place: number
}

/** A month's life, day by day: what the page tells, and what its drawing places. */
export type Deroulement = {
  periode: Periode
  suivant: Periode
  /** Days of the month reported, and of the one after. */
  jours: [number, number]
  etapes: Etape[]
  /** Today, from 0 to 1; null when it lies outside the two months. */
  aujourdhui: number | null
  /** First day on which the month is closed, `AAAA-MM-JJ`. */
  verrou: string
}

/** Days after the due day by which each act is aimed at (5, 12, 18, 20 by default). */
const DELAIS = { validation: 7, approbation: 13, diffusion: 15 }
const JOUR_MS = 86_400_000

const instantDe = (jour: string) => Date.parse(`${jour}T00:00:00Z`)
const plusJours = (jour: string, n: number) =>
  new Date(instantDe(jour) + n * JOUR_MS).toISOString().slice(0, 10)

/** The month collected now: the one that ended last, and the first of the collection before that. */
export function deroulementDe(calendrier: Calendrier, maintenant: Date): Deroulement {
  const { debutCollecte: premier } = calendrier
  const fini = rangCourant(maintenant, calendrier.fuseau) - 1
  const rang = premier ? Math.max(fini, rangDe(periodeDIso(premier))) : fini
  const periode = periodeDe(rang)
  const suivant = periodeDe(rang + 1)
  const debut = `${isoDe(periode)}-01`
  const milieu = `${isoDe(suivant)}-01`
  const fin = `${isoDe(periodeDe(rangDe(suivant) + 1))}-01`
  const total = instantDe(fin) - instantDe(debut)
  const placeDe = (jour: string) => Math.min(1, (instantDe(jour) - instantDe(debut)) / total)
  const nominal = plusJours(milieu, calendrier.jourEcheance - 1)
  const echeance = echeanceDe(periode, calendrier)
  const etape = (cle: CleEtape, jour: string): Etape => ({ cle, jour, place: placeDe(jour) })
  const aujourdhui = placeDe(jourLocal(maintenant, calendrier.fuseau))
  return {
    periode,
    suivant,
    jours: [
      Math.round((instantDe(milieu) - instantDe(debut)) / JOUR_MS),
      Math.round((instantDe(fin) - instantDe(milieu)) / JOUR_MS),
    ],
    etapes: [
      etape('saisie', debut),
      { cle: 'controles', jour: null, place: placeDe(milieu) / 2 },
      etape('soumission', echeance),
      etape('validation', plusJours(nominal, DELAIS.validation)),
      etape('approbation', plusJours(nominal, DELAIS.approbation)),
      etape('diffusion', plusJours(nominal, DELAIS.diffusion)),
    ],
    aujourdhui: aujourdhui >= 0 && aujourdhui < 1 ? aujourdhui : null,
    verrou: jourVerrou(periode, calendrier),
  }
}
