import { type Calendrier, estCollecte } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estRecu, joursDeRetard } from '@releve/contract/formulaire/suivi.rules.ts'
import { estAttendu, premierCouvert, type Rythme } from '@releve/contract/modele/rythme.ts'
import { type Mois, type Periode, periodeDe } from '@releve/contract/mois.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { aDroit } from '../app/session.ts'

/** Rank of the current month, how many months after it one closes, and where the collection starts. */
export type Courant = Pick<Calendrier, 'debutCollecte'> & { rang: number; moisVerrou: number }

/**
 * The months begun and not locked, the latest first; none from before the start of the collection,
 * but the current one where there is no other.
 */
export function periodesOuvertes({ rang, moisVerrou, debutCollecte }: Courant): Periode[] {
  const mois = Array.from({ length: moisVerrou }, (_, recul) => periodeDe(rang - recul))
  const attendus = mois.filter((un) => estCollecte(un, { debutCollecte }))
  return attendus.length > 0 ? attendus : mois.slice(0, 1)
}

/** A report ends twelve months after the first day of what it covers, at most. */
const MOIS_A_VENIR = 11

/** The months to come whose report may be begun, of models of these rhythms: the latest first. */
export function periodesAVenir(
  { rang, debutCollecte }: Pick<Courant, 'rang' | 'debutCollecte'>,
  rythmes: readonly Rythme[],
): Periode[] {
  const rangs = Array.from({ length: MOIS_A_VENIR }, (_, n) => rang + MOIS_A_VENIR - n)
  return rangs
    .filter((un) =>
      rythmes.some((rythme) => estAttendu(rythme, un) && premierCouvert(rythme, un) <= rang),
    )
    .map(periodeDe)
    .filter((un) => estCollecte(un, { debutCollecte }))
}

/** Reports that their structures have not sent. */
export const NON_RECUS: readonly EtatListe[] = ['NON_COMMENCE', 'BROUILLON']

/** Days since the due date of a report that is not received; 0 when it is not late. */
export const retardDe = (resume: Pick<Resume, 'etat' | 'soumisLe' | 'echeance'>, jour: string) =>
  estRecu(resume) || resume.etat === 'ANNULE' ? 0 : joursDeRetard(resume.echeance, jour)

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

const A_SAISIR: readonly (Suite | null)[] = ['commencer', 'continuer', 'corriger']
const estASaisir = (resume: Resume) => A_SAISIR.includes(suiteDe(resume))

/**
 * The month that the entry opens on: the one that the address names, when it is open to entry; else
 * the oldest in which a report waits for its figures; else the current one.
 * `ouvertes`: the latest first; `resumes`: the reports of these months for which one answers.
 */
export function periodeDArrivee(
  { mois, annee }: { mois?: Mois; annee?: number },
  ouvertes: readonly Periode[],
  resumes: readonly Resume[],
): Periode {
  const estDe = (periode: Periode) => (autre: { mois?: Mois; annee?: number }) =>
    autre.mois === periode.mois && autre.annee === periode.annee
  const demandee = ouvertes.find((periode) => estDe(periode)({ mois, annee }))
  const attendu = ouvertes.findLast((periode) =>
    resumes.some((resume) => estDe(periode)(resume) && estASaisir(resume)),
  )
  const periode = demandee ?? attendu ?? ouvertes[0]
  if (!periode) throw new Error('no open month')
  return periode
}

type EtatSuivi = 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'RENVOYE'

/** What this person's rights let him act on, then what he waits for. */
export function etatsSuivis(roles: readonly Role[]): EtatSuivi[] {
  const etats: EtatSuivi[] = []
  if (aDroit(roles, 'formulaire.valider')) etats.push('SOUMIS')
  if (aDroit(roles, 'formulaire.approuver')) etats.push('VALIDE')
  if (aDroit(roles, 'formulaire.diffuser')) etats.push('APPROUVE')
  return [...etats, 'RENVOYE']
}
