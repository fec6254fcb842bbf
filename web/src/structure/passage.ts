import { libellePeriode, MOIS } from '@releve/contract/mois.ts'
import type { EtatStructure, Structure } from '@releve/contract/structure/structure.schema.ts'
import { corpsDe, saisieDe } from './StructureForm.tsx'
import type { CorpsStructure } from './structure.queries.ts'
import { textesPassage } from './structure.textes.ts'

/** A change of state that one asks for by itself, without opening the record. */
export type Passage = 'suspendre' | 'reprendre' | 'fermer' | 'rouvrir'

const PASSAGES: Record<EtatStructure, readonly Passage[]> = {
  ACTIVE: ['suspendre', 'fermer'],
  SUSPENDUE: ['reprendre', 'fermer'],
  FERMEE: ['rouvrir'],
  // It becomes active by the answer to its invitation.
  INVITEE: ['fermer'],
}

export const passagesDe = (etat: EtatStructure): readonly Passage[] => PASSAGES[etat]

const ARRIVEES: Record<Passage, EtatStructure> = {
  suspendre: 'SUSPENDUE',
  reprendre: 'ACTIVE',
  fermer: 'FERMEE',
  rouvrir: 'ACTIVE',
}

/** What is wrong with this day (`AAAA-MM-JJ`) of closing, in words; null when nothing is. */
export function fauteFermeture(
  fermeture: string,
  { dateOuverture }: Pick<Structure, 'dateOuverture'>,
  jour: string,
): string | null {
  if (fermeture === '') return textesPassage.dateManquante
  if (fermeture < dateOuverture) return textesPassage.dateAvant
  return fermeture > jour ? textesPassage.dateFuture : null
}

/** The record after the change; `fermeture` (`AAAA-MM-JJ`) counts for a closing only. */
export function apresPassage(
  structure: Structure,
  passage: Passage,
  fermeture: string,
): CorpsStructure {
  const corps = { ...corpsDe(saisieDe(structure)), etat: ARRIVEES[passage] }
  if (passage === 'fermer') return { ...corps, dateFermeture: fermeture }
  return passage === 'rouvrir' ? { ...corps, dateFermeture: null } : corps
}

/** « novembre 2026 », of a day `AAAA-MM-JJ`; nothing of what is none. */
export function moisDe(jour: string): string {
  const mois = MOIS[Number(jour.slice(5, 7)) - 1]
  return mois ? libellePeriode({ mois, annee: Number(jour.slice(0, 4)) }) : ''
}
