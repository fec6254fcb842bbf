import { type Enonce, enoncer } from '@releve/contract/erreur.ts'
import { libellePeriode, periodeDe } from '@releve/contract/mois.ts'
import type { FicheStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import type { Referentiel } from './fiche.sql.ts'
import { direFormulaires, type FormulaireNomme } from './formulaires.ts'
import { estFermee, type Noeuds, rangDuJour } from './hierarchie.ts'
import { bornesDuPassage, interrompt } from './interruption.ts'
import { type Changees, estOffert, type Faute, fautesDatees, inconnu } from './periode.rules.ts'
import { etatDuMois } from './periode.ts'

export type { Faute } from './periode.rules.ts'

/** The record as it is, or null for a new one; and the hierarchy as it would be. */
export type Examen = Changees & {
  /** As it would be, what is dated being that of some month. */
  fiche: FicheStructure
  ficheAvant: Structure | null
  referentiel: Referentiel
  noeuds: Noeuds
  debuts: readonly number[]
  /** `AAAA-MM-JJ`. */
  aujourdhui: string
  /** The day on which its state changes. */
  jour: string
  mois: number
}

const dire = (
  champ: Faute['champ'],
  enonce: Enonce,
  selon: readonly Faute['champ'][] = [],
): Faute => ({ champ, ...enonce, selon })

/** A value taken off its list stays good where it is. */
function fautesStatut({
  fiche: { statutStructure: code },
  ficheAvant,
  ...examen
}: Examen): Faute[] {
  const { referentiel, mois: rang } = examen
  const bon =
    code === ficheAvant?.statutStructure ||
    estOffert(referentiel, 'STATUT_STRUCTURE', { code, rang })
  return bon ? [] : [inconnu('statutStructure', code)]
}

function fautesEffectifs({ fiche, ficheAvant }: Examen): Faute[] {
  const orphelins = Object.keys(fiche.effectifsOuverture).filter(
    (cle) =>
      !fiche.modeles.includes(cle) && !Object.hasOwn(ficheAvant?.effectifsOuverture ?? {}, cle),
  )
  return orphelins.map((modele) =>
    dire('effectifsOuverture', enoncer('EFFECTIF_SANS_MODELE', { modele }), ['modeles']),
  )
}

/** What a structure has of a regional office, today. */
type Rattachement = Pick<FicheStructure, 'etat' | 'parent'>

/**
 * A closed regional office takes in no structure any more: neither a new one, nor one moved to it,
 * nor one that enters service, invited or closed till then. Those that it had in service stay until
 * somebody moves them, and what is closed may hang on what is closed.
 */
export function estParentFerme(
  { parent, etat }: Rattachement,
  avant: Rattachement | null,
  { noeuds, aujourdhui }: Pick<Examen, 'noeuds' | 'aujourdhui'>,
): boolean {
  const noeud = parent === null ? undefined : noeuds.get(parent)
  if (!noeud || etat === 'FERMEE' || !estFermee(noeud, aujourdhui)) return false
  const entre = etat !== 'INVITEE' && (avant?.etat === 'INVITEE' || avant?.etat === 'FERMEE')
  return !avant || avant.parent !== parent || entre
}

function fautesParentFerme(examen: Examen): Faute[] {
  const { fiche, ficheAvant, avant, apres, mois } = examen
  const { parent } = etatDuMois(apres, mois)
  const hier =
    ficheAvant && avant ? { etat: ficheAvant.etat, parent: etatDuMois(avant, mois).parent } : null
  if (parent === null || !estParentFerme({ etat: fiche.etat, parent }, hier, examen)) return []
  return [dire('parent', enoncer('PARENT_FERME', { parent, quand: '' }), ['etat'])]
}

/** « mars 2025 ». */
const libelleDe = (rang: number): string => libellePeriode(periodeDe(rang))

const rangsDe = (formulaires: readonly FormulaireNomme[]) => formulaires.map(({ rang }) => rang)

/** A month that has a report stays within the dates. */
function fautesOuverture({ fiche, ficheAvant, referentiel }: Examen): Faute[] {
  const [du, avant] = [fiche, ficheAvant ?? fiche].map((une) => rangDuJour(une.dateOuverture))
  const dehors = (referentiel.formulaires.get(fiche.code) ?? []).filter(
    ({ rang }) => rang < (du ?? 0) && rang >= (avant ?? 0),
  )
  if (dehors.length === 0) return []
  const numeros = direFormulaires(dehors)
  const periode = libelleDe(Math.min(...rangsDe(dehors)))
  return [dire('dateOuverture', enoncer('OUVERTURE_APRES_RAPPORT', { numeros, periode }))]
}

const finDe = (jour: string | null): number =>
  jour === null ? Number.POSITIVE_INFINITY : rangDuJour(jour)

function fautesFin({ fiche, ficheAvant, referentiel }: Examen): Faute[] {
  const [au, avant] = [finDe(fiche.dateFermeture), finDe(ficheAvant?.dateFermeture ?? null)]
  const dehors = (referentiel.formulaires.get(fiche.code) ?? []).filter(
    ({ rang }) => rang > au && rang <= avant,
  )
  if (dehors.length === 0) return []
  const numeros = direFormulaires(dehors)
  const periode = libelleDe(Math.max(...rangsDe(dehors)))
  return [dire('dateFermeture', enoncer('FERMETURE_AVANT_RAPPORT', { numeros, periode }))]
}

function refusDeFermeture({ fiche, ficheAvant: avant, aujourdhui }: Examen): Enonce | null {
  const { etat, dateFermeture } = fiche
  if (dateFermeture === null) {
    return etat === 'FERMEE' ? enoncer('FERMETURE_SANS_DATE') : null
  }
  // What stands so already is not in the way of another change.
  const nouvelle = avant?.etat !== 'FERMEE' || avant.dateFermeture !== dateFermeture
  if (etat === 'FERMEE' && dateFermeture > aujourdhui && nouvelle) {
    return enoncer('FERMETURE_A_VENIR')
  }
  const rouverte = avant?.etat === 'FERMEE' && etat !== 'FERMEE' && dateFermeture < aujourdhui
  return rouverte ? enoncer('FERMETURE_A_EFFACER') : null
}

function fautesFermeture(examen: Examen): Faute[] {
  const { dateOuverture, dateFermeture } = examen.fiche
  if (dateFermeture !== null && dateFermeture < dateOuverture) {
    return [dire('dateFermeture', enoncer('FERMETURE_AVANT_OUVERTURE'), ['dateOuverture'])]
  }
  const refus = refusDeFermeture(examen)
  return refus ? [dire('dateFermeture', refus, ['etat'])] : []
}

/** « 20/03/2025 ». */
const direJour = (jour: string): string => jour.split('-').toReversed().join('/')

/** On which day its state may change, and which reports that would excuse it from. */
function fautesPassage({ fiche, ficheAvant, referentiel, aujourdhui, jour }: Examen): Faute[] {
  if (!ficheAvant || fiche.etat === ficheAvant.etat || fiche.etat === 'FERMEE') return []
  const interruptions = referentiel.interruptions.get(fiche.code) ?? []
  const { du, au } = bornesDuPassage({ avant: ficheAvant, apres: fiche, interruptions, aujourdhui })
  if (jour < du || jour > au) {
    const bornes = { du: direJour(du), au: direJour(au) }
    return [dire('etat', enoncer('JOUR_ETAT_INVALIDE', bornes))]
  }
  if (fiche.etat !== 'SUSPENDUE' || ficheAvant.etat !== 'ACTIVE') return []
  const dehors = (referentiel.formulaires.get(fiche.code) ?? []).filter(
    ({ rang }) =>
      interrompt({ du: jour, au: null }, rang) && !interruptions.some((i) => interrompt(i, rang)),
  )
  if (dehors.length === 0) return []
  const numeros = direFormulaires(dehors)
  return [dire('etat', enoncer('SUSPENSION_AVANT_RAPPORT', { numeros }))]
}

function fautesEtat({ fiche, ficheAvant }: Examen): Faute[] {
  if (fiche.etat !== 'INVITEE' || ficheAvant?.etat === 'INVITEE') return []
  return [dire('etat', enoncer('INVITATION_REQUISE'))]
}

/** What is dated, closing of its regional office today included. */
export function verifierDates(examen: Examen): Faute[] {
  const { code, dateOuverture } = examen.fiche
  const ouverture = rangDuJour(dateOuverture)
  const ouvertureAvant = rangDuJour(examen.ficheAvant?.dateOuverture ?? dateOuverture)
  const datees = fautesDatees({ ...examen, code, ouverture, ouvertureAvant })
  const dite = datees.some(({ champ }) => champ === 'parent')
  return dite ? datees : [...datees, ...fautesParentFerme(examen)]
}

/** All that stands in the way of this record; empty when it can be written. */
export function verifierFiche(examen: Examen): Faute[] {
  return [
    ...fautesStatut(examen),
    ...verifierDates(examen),
    ...fautesEffectifs(examen),
    ...fautesFermeture(examen),
    ...fautesOuverture(examen),
    ...fautesFin(examen),
    ...fautesPassage(examen),
    ...fautesEtat(examen),
  ]
}
