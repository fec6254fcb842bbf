import { useState } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { Alerte } from './Alerte.tsx'
import { BoutonAction } from './BoutonAction.tsx'
import { Confirmation } from './Confirmation.tsx'
import type { NomIcone } from './Icone.tsx'
import { useFocusGarde } from './useFocusGarde.ts'
import './Envoi.css'

type Acte = {
  /** The server would not refuse it now. */
  possible: boolean
  libelle: string
  /** For a screen reader among other rows: what it is about. */
  nom: string
  mutation: {
    isPending: boolean
    error: Error | null
    reset: () => void
    mutate: (id: number, options?: { onSuccess: () => void }) => void
  }
}

type Arret = Acte & { question: { titre: string; effets: string; fermer: string; echec: string } }

type Props = {
  id: number
  /** Sends it once more, at once. */
  reprise: Acte & { icone: NomIcone }
  /** Puts an end to it, once asked. */
  arret: Arret
}

type PropsQuestion = { id: number; arret: Arret; onFermer: () => void }

function Question({ id, arret, onFermer }: PropsQuestion) {
  const { libelle, mutation, question } = arret
  const { isPending, error, mutate } = mutation
  const agir = () => {
    if (!isPending) mutate(id, { onSuccess: onFermer })
  }
  return (
    <Confirmation
      titre={question.titre}
      fermer={question.fermer}
      bouton={libelle}
      enCours={isPending}
      onAgir={agir}
      onFermer={onFermer}
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, question.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{question.effets}</p>
    </Confirmation>
  )
}

/** What may be done now, from its row, with something that the platform sends. */
export function ActesEnvoi({ id, reprise, arret }: Props) {
  const [question, setQuestion] = useState(false)
  const ref = useFocusGarde<HTMLDivElement>([reprise, arret].filter((un) => un.possible).length)
  const { isPending, mutate } = reprise.mutation
  const reprendre = () => {
    if (!isPending) mutate(id)
  }
  const demander = () => {
    // How it failed the last time is no answer to what is asked now.
    arret.mutation.reset()
    setQuestion(true)
  }
  return (
    <div className="ui-envoi-actes" ref={ref} tabIndex={-1}>
      {reprise.possible && (
        <BoutonAction
          size="small"
          icone={reprise.icone}
          aria-label={reprise.nom}
          enCours={isPending}
          onClick={reprendre}
        >
          {reprise.libelle}
        </BoutonAction>
      )}
      {arret.possible && (
        <BoutonAction size="small" variant="text" aria-label={arret.nom} onClick={demander}>
          {arret.libelle}
        </BoutonAction>
      )}
      {question && <Question {...{ id, arret }} onFermer={() => setQuestion(false)} />}
    </div>
  )
}
