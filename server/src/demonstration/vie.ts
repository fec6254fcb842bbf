import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { type ActeTransition, TRANSITIONS } from '@releve/contract/formulaire/formulaire.rules.ts'
import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'
import { type Alea, entier } from '../../seed/exemple/alea.ts'
import type { Reglages } from '../parametre/calendrier.ts'

const HEURE = 3_600_000
const JOUR = 24 * HEURE

type Auteur = 'STRUCTURE' | 'ADMIN' | 'DPPS'

/** An act on a form: who, when (ms since 1970), from which state to which. */
export type Acte = {
  action: ActeTransition | 'enregistrer' | 'modifier'
  auteur: Auteur
  le: number
  de: Etat | null
  vers: Etat
}

/** What the acts on a form depend on. */
export type Parcours = {
  rang: number
  cible: Etat
  /** Days after the due date; null: in time. */
  retard: number | null
  /** Published, then corrected and published again. */
  corrige: boolean
  /** Returned once before it was accepted. */
  repris: boolean
}

const RECUS: Partial<Record<Etat, readonly Acte['action'][]>> = {
  SOUMIS: ['soumettre'],
  RENVOYE: ['soumettre', 'renvoyer'],
  VALIDE: ['soumettre', 'valider'],
  APPROUVE: ['soumettre', 'valider', 'approuver'],
  DIFFUSE: ['soumettre', 'valider', 'approuver', 'diffuser'],
}
const REPRISE: readonly Acte['action'][] = ['soumettre', 'renvoyer', 'modifier']

function actionsDe({ cible, corrige, repris }: Parcours): Acte['action'][] {
  const suite = RECUS[cible] ?? []
  const correction = corrige ? ['renvoyer' as const, 'modifier' as const, ...suite] : []
  return ['enregistrer', 'modifier', ...(repris ? REPRISE : []), ...suite, ...correction]
}

/** The directorate controls with one account and approves with another (four eyes). */
function auteurDe(action: Acte['action'], de: Etat | null): Auteur {
  if (action === 'valider') return 'ADMIN'
  if (action === 'renvoyer') return de === 'DIFFUSE' ? 'DPPS' : 'ADMIN'
  return action === 'approuver' || action === 'diffuser' ? 'DPPS' : 'STRUCTURE'
}

/** Nobody works on Saturdays and Sundays. */
function enSemaine(instant: number): number {
  const jour = new Date(instant).getUTCDay()
  return instant + (jour === 6 ? 2 : jour === 0 ? 1 : 0) * JOUR
}

/** Midnight (UTC) of a day of the month of this rank. */
function jourDuMois(rang: number, jour: number): number {
  return Date.parse(`${isoDe(periodeDe(rang))}-${String(jour).padStart(2, '0')}`)
}

/** When an act takes place by the calendar (docs/conception.md, 4), whatever time it is now. */
function dateDe(
  acte: Pick<Acte, 'action' | 'de'>,
  avant: number,
  dejaSoumis: boolean,
  { rang, retard }: Parcours,
  echeance: number,
  hasard: Alea,
): number {
  const heure = entier(hasard, 8, 15) * HEURE + entier(hasard, 0, 59) * 60_000
  const minuit = avant - (avant % JOUR)
  if (acte.action === 'enregistrer') return enSemaine(jourDuMois(rang + 1, 1)) + heure / 2
  if (acte.action === 'modifier') return Math.max(avant + HEURE, minuit + heure)
  if (acte.action === 'soumettre' && !dejaSoumis) {
    const jours = retard ?? -entier(hasard, 0, 2)
    return enSemaine(echeance + jours * JOUR) + heure
  }
  if (acte.action === 'diffuser') {
    return enSemaine(Math.max(jourDuMois(rang + 1, 20), minuit + JOUR)) + heure
  }
  const delai = acte.action === 'renvoyer' && acte.de === 'DIFFUSE' ? 9 : entier(hasard, 1, 5)
  return enSemaine(minuit + delai * JOUR) + heure
}

function etatApres(action: Acte['action'], de: Etat | null): Etat {
  if (action === 'enregistrer') return 'BROUILLON'
  if (action === 'modifier') return de ?? 'BROUILLON'
  return TRANSITIONS[action].vers
}

/**
 * Acts that the calendar puts after now took place a little earlier: the whole life of the form is
 * brought back between the end of its month (its beginning, while the month runs) and now.
 */
function ramener(actes: Acte[], rang: number, courant: number, maintenant: number): Acte[] {
  const premier = actes[0]?.le ?? 0
  const dernier = actes.at(-1)?.le ?? 0
  if (dernier < maintenant) return actes
  const debut = rang === courant ? jourDuMois(rang, 1) : jourDuMois(rang + 1, 1) - 16 * HEURE
  const fin = maintenant - 60_000
  const pas = Math.max(0, fin - debut) / (dernier - premier + JOUR)
  return actes.map((acte) => ({
    ...acte,
    le: Math.min(maintenant, Math.round(debut + (acte.le - premier + JOUR) * pas)),
  }))
}

/** The acts that brought a form to its state, in order, none later than `maintenant`. */
export function vivre(
  parcours: Parcours,
  reglages: Reglages,
  courant: number,
  maintenant: Date,
  hasard: Alea,
): Acte[] {
  const echeance = Date.parse(echeanceDe(periodeDe(parcours.rang), reglages))
  const actes: Acte[] = []
  for (const action of actionsDe(parcours)) {
    const dernier = actes.at(-1)
    const de = dernier?.vers ?? null
    const avant = dernier?.le ?? 0
    const dejaSoumis = actes.some((acte) => acte.action === 'soumettre')
    const prevue = dateDe({ action, de }, avant, dejaSoumis, parcours, echeance, hasard)
    const le = Math.max(prevue, avant + 5 * 60_000)
    actes.push({ action, auteur: auteurDe(action, de), le, de, vers: etatApres(action, de) })
  }
  return ramener(actes, parcours.rang, courant, maintenant.getTime())
}
