import {
  type EtatListe,
  LIBELLES_ETATS,
  type Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleFormulaire } from '@releve/contract/mois.ts'
import { differer } from '../../app/differe.tsx'
import type { LigneLaissee } from '../../ui/PanneauLot.tsx'
import type { ActeDecision } from '../formulaire.queries.ts'
import { textesEcartes } from '../formulaire.textes.ts'

type Decision = {
  acte: ActeDecision
  formulaires: readonly Resume[]
  /** Chosen too, and left out: which, and why. */
  ecartes?: readonly LigneLaissee[]
}

/** The question asked before forms are accepted; its code is read when it is first asked. */
export const useDecision = differer<Decision>(() => import('./DecisionDialogue.tsx'))

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
