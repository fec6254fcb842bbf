import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { differer } from '../../../app/differe.tsx'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Invisible } from '../../../ui/Invisible.tsx'
import { useAuRepos } from '../../../ui/useAuRepos.ts'
import type { ActeDecision } from '../../formulaire.queries.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Bilan, Conflit, Entree, Lecture } from '../store/client.ts'

import { ActerContext, type Refus, useActes } from './useActer.ts'

// The door of the acts. Their dialogs, which need the server anyway, are read when they are opened;
// but for the choice between two people's values, which must be there when they meet: at rest.
export type { Refus }

const lireConflits = () => import('./Conflits.tsx')
const Conflits = lazy(lireConflits)

const useConfirmation = differer<{ formulaire: Formulaire; acte: ActeDecision }>(async () => ({
  default: (await import('./Dialogues.tsx')).Confirmation,
}))
const useRenvoi = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await import('./Dialogues.tsx')).Renvoi,
}))
const useChangementEtat = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await import('./Dialogues.tsx')).ChangementEtat,
}))
const useSoumission = differer<{ formulaire: Formulaire }>(async () => ({
  default: (await import('./Soumission.tsx')).Soumission,
}))
export const useHistorique = differer<{ formulaire: Formulaire; lecture: Lecture }>(async () => ({
  default: (await import('./Historique.tsx')).Historique,
}))

type Props = {
  formulaire: Formulaire
  lecture: Lecture
  entree: Entree | null
  conflits: readonly Conflit[]
  /** Cells in which the other person's value is kept. */
  surChoix: (leurs: readonly string[]) => void
  surRefus: (refus: Refus | null) => void
  children: ReactNode
}

/** Around the screen: how its buttons act, and the question that another person's save may raise. */
export function Actes(props: Props) {
  const { formulaire, lecture, entree, conflits, surChoix, surRefus, children } = props
  useAuRepos(lireConflits)
  return (
    <ActerContext value={useActes(formulaire, entree, surRefus)}>
      {children}
      <Suspense>
        {conflits.length > 0 && <Conflits {...{ lecture, conflits, surChoix }} />}
      </Suspense>
    </ActerContext>
  )
}

const ACTES: readonly ActeDecision[] = ['valider', 'approuver', 'diffuser']
const ICONES = { valider: 'coche', approuver: 'doubleCoche', diffuser: 'diffusion' } as const

type ActionsProps = { formulaire: Formulaire; surRelire: () => void }

/** What this person may do on this form now: the answer's `actions`, and nothing else, decide. */
export function Actions({ formulaire, surRelire }: ActionsProps) {
  const { actions } = formulaire
  return (
    <>
      {actions.includes('changerEtat') && <ChangerEtat formulaire={formulaire} />}
      {actions.includes('renvoyer') && <Renvoyer formulaire={formulaire} />}
      {ACTES.filter((acte) => actions.includes(acte)).map((acte) => (
        <Confirmer key={acte} {...{ formulaire, acte }} />
      ))}
      {actions.includes('soumettre') && (
        <BoutonAction size="small" variant="contained" icone="envoi" onClick={surRelire}>
          {textesSaisie.barre.relire}
        </BoutonAction>
      )}
    </>
  )
}

function ChangerEtat({ formulaire }: { formulaire: Formulaire }) {
  const { ouvrir, dialogue } = useChangementEtat({ formulaire })
  return (
    <>
      <BoutonAction size="small" onClick={ouvrir}>
        {textesSaisie.barre.changerEtat}
      </BoutonAction>
      {dialogue}
    </>
  )
}

function Renvoyer({ formulaire }: { formulaire: Formulaire }) {
  const { ouvrir, dialogue } = useRenvoi({ formulaire })
  return (
    <>
      <BoutonAction size="small" icone="retour" onClick={ouvrir}>
        <span>
          {textesSaisie.barre.renvoyer}
          {/* The button keeps its whole name. */}
          <Invisible sous={900}> {textesSaisie.barre.renvoyerSuite}</Invisible>
        </span>
      </BoutonAction>
      {dialogue}
    </>
  )
}

function Confirmer({ formulaire, acte }: { formulaire: Formulaire; acte: ActeDecision }) {
  const { ouvrir, dialogue } = useConfirmation({ formulaire, acte })
  return (
    <>
      <BoutonAction size="small" variant="contained" icone={ICONES[acte]} onClick={ouvrir}>
        {textesSaisie.barre[acte]}
      </BoutonAction>
      {dialogue}
    </>
  )
}

/** The last button: asks once more, and says what submitting means. */
export function Soumettre({ formulaire, bilan }: { formulaire: Formulaire; bilan: Bilan }) {
  const { ouvrir, dialogue } = useSoumission({ formulaire })
  const raison = bilan.aTraiter > 0 ? 'aTraiter' : 'impossible'
  const empeche = bilan.bloquants + bilan.aJustifier > 0
  return (
    <>
      <BoutonAction
        variant="contained"
        icone="envoi"
        raison={empeche ? textesSaisie.soumission[raison] : null}
        onClick={ouvrir}
      >
        {textesSaisie.soumission.soumettre(libellePeriode(formulaire))}
      </BoutonAction>
      {dialogue}
    </>
  )
}
