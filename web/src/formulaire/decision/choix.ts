import {
  type EtatListe,
  LIBELLES_ETATS,
  type Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import type { LigneLaissee } from '../../ui/PanneauLot.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'
import type { Decision } from './decision.dialogue.ts'

/** Why a report that was chosen is left out of what is decided of several. */
const textesEcartes = {
  etat: (etat: string) => `il est «\u00a0${etat}\u00a0»`,
  dejaVu: {
    valider: 'vous ne pouvez pas le valider',
    approuver: 'vous l’avez validé vous-même',
    diffuser: 'vous ne pouvez pas le diffuser',
  },
} as const

const ETAT_DE: Partial<Record<ActeDecision, EtatListe>> = {
  valider: 'SOUMIS',
  approuver: 'VALIDE',
  diffuser: 'APPROUVE',
}

/** One that was chosen and is left out, and why: of another state, or not for who decides. */
function ecarteDe(acte: ActeDecision, resume: Resume): LigneLaissee {
  const { etat, modele, structure } = resume
  return {
    nom: `${modele.code} ${libelleFormulaire(resume)}, ${structure.libelle}`,
    raison:
      etat === ETAT_DE[acte]
        ? textesEcartes.dejaVu[acte]
        : textesEcartes.etat(LIBELLES_ETATS[etat]),
  }
}

/** What is decided of these reports: those of which the act is allowed; the others are left out. */
export function decisionDe(acte: ActeDecision, choisis: readonly Resume[]): Required<Decision> {
  const permis = ({ actions }: Resume) => actions.includes(acte)
  const ecartes = choisis.filter((une) => !permis(une)).map((une) => ecarteDe(acte, une))
  return { acte, formulaires: choisis.filter(permis), ecartes }
}
