import type { Piece } from '@releve/contract/document/document.schema.ts'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Apercu, estVisible } from './Apercu.tsx'
import { useSupprimerPiece, useTelecharger } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'

const t = textesDocument.actes

/** What one looks at, or keeps, of a file. */
type Visee = Pick<Piece, 'id' | 'typeMime'> & { nom: string }

/** To look at a file, and to keep it. */
export function ActesLecture({ id, nom, typeMime }: Visee) {
  const [ouvert, setOuvert] = useState(false)
  const { mutate, isPending } = useTelecharger()
  return (
    <>
      {estVisible(typeMime) && (
        <BoutonAction
          size="small"
          icone="oeil"
          aria-label={t.apercuNom(nom)}
          onClick={() => setOuvert(true)}
        >
          {t.apercu}
        </BoutonAction>
      )}
      <BoutonAction
        size="small"
        icone="telecharger"
        aria-label={t.telechargerNom(nom)}
        enCours={isPending}
        onClick={() => mutate(id)}
      >
        {t.telecharger}
      </BoutonAction>
      {ouvert && <Apercu {...{ id, nom, typeMime }} onFermer={() => setOuvert(false)} />}
    </>
  )
}

type PropsSuppression = { id: number; nom: string; onFermer: () => void }

function Question({ id, nom, onFermer }: PropsSuppression) {
  const { mutate, isPending, error } = useSupprimerPiece()
  const { titre, effet, garder, echec } = textesDocument.suppression
  const supprimer = () => {
    if (!isPending) mutate(id, { onSuccess: onFermer })
  }
  return (
    <Confirmation
      titre={titre(nom)}
      fermer={garder}
      bouton={t.supprimer}
      enCours={isPending}
      onAgir={supprimer}
      onFermer={onFermer}
    >
      <Echec echec={error} titre={echec} />
      <p>{effet}</p>
    </Confirmation>
  )
}

/** Deletes a file, once asked. */
export function ActeSuppression({ id, nom }: { id: number; nom: string }) {
  const [question, setQuestion] = useState(false)
  return (
    <>
      <BoutonAction
        size="small"
        icone="fermer"
        aria-label={t.supprimerNom(nom)}
        onClick={() => setQuestion(true)}
      >
        {t.supprimer}
      </BoutonAction>
      {question && <Question {...{ id, nom }} onFermer={() => setQuestion(false)} />}
    </>
  )
}
