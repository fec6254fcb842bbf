import {
  type Formulaire,
  LIBELLES_STATUTS,
  type Remarque,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Repondre } from './Repondre.tsx'
import { useRemarquerFormulaire } from './retour.queries.ts'
import { textesRetour } from './saisie.textes.ts'
import './remarques.css'

type Props = {
  formulaire: Formulaire
  cellule: Cellule | null
  remarques: readonly Remarque[]
  /** The field of a new remark stays folded: it must not come before the report itself. */
  pliee?: boolean
}

/**
 * Remarks of those who review: read by all, written and settled where `actions` allows; answered by
 * the structure.
 */
export default function Remarques({ formulaire, cellule, remarques, pliee }: Props) {
  const peut = formulaire.actions.includes('remarquer')
  const { mutate, isPending } = useRemarquerFormulaire()
  const envoyer = (remarque: Envoyee, apres?: () => void) =>
    mutate({ numero: formulaire.numero, remarques: [remarque] }, { onSuccess: () => apres?.() })
  const nouvelle = (
    <Nouvelle
      enCours={isPending}
      surEnvoi={(texte, apres) =>
        envoyer({ cellule: cellule?.adresse ?? null, texte, statut: 'OUVERTE' }, apres)
      }
    />
  )
  return (
    <div className="s-remarques">
      {(remarques.length > 0 || !pliee) && <h3>{textesRetour.remarques}</h3>}
      <ul>
        {remarques.map((remarque) => (
          <li key={remarque.id}>
            <Dite remarque={remarque} />
            {peut && <Bascule remarque={remarque} enCours={isPending} surChange={envoyer} />}
            {formulaire.actions.includes('repondre') && remarque.statut !== 'LEVEE' && (
              <Repondre numero={formulaire.numero} remarque={remarque} />
            )}
          </li>
        ))}
      </ul>
      {peut && pliee && (
        <details>
          <summary>{textesRetour.remarqueGenerale}</summary>
          {nouvelle}
        </details>
      )}
      {peut && !pliee && nouvelle}
    </div>
  )
}
type Envoyee = Pick<Remarque, 'cellule' | 'texte' | 'statut'> & { id?: number }

/** A remark, where it is, and what was answered. */
export function Dite({ remarque }: { remarque: Remarque }) {
  const { texte, statut, auteur, le, reponse } = remarque
  return (
    <>
      <p>
        <bdi>{texte}</bdi>
      </p>
      <p className="s-aide">
        {LIBELLES_STATUTS[statut]} · {textesRetour.parLe(auteur, formatInstant(le))}
      </p>
      {reponse && (
        <>
          <p>
            {textesRetour.reponse} <bdi>« {reponse.texte} »</bdi>
          </p>
          <p className="s-aide">{textesRetour.parLe(reponse.auteur, formatInstant(reponse.le))}</p>
        </>
      )}
    </>
  )
}

type BasculeProps = {
  remarque: Remarque
  enCours: boolean
  surChange: (remarque: Envoyee) => void
  /** What is lifted, where several stand in one list. */
  nom?: string | undefined
}

export function Bascule({ remarque, enCours, surChange, nom }: BasculeProps) {
  const { id, cellule, texte, statut } = remarque
  const levee = statut === 'LEVEE'
  const dit = levee ? textesRetour.rouvrir : textesRetour.lever
  return (
    <BoutonAction
      size="small"
      enCours={enCours}
      aria-label={nom && `${dit}\u00a0: ${nom}`}
      onClick={() => surChange({ id, cellule, texte, statut: levee ? 'OUVERTE' : 'LEVEE' })}
    >
      {dit}
    </BoutonAction>
  )
}

type NouvelleProps = { enCours: boolean; surEnvoi: (texte: string, apres: () => void) => void }

/** What a reviewer has to say. */
function Nouvelle({ enCours, surEnvoi }: NouvelleProps) {
  const [texte, setTexte] = useState('')
  return (
    <form
      onSubmit={(evenement) => {
        evenement.preventDefault()
        if (texte.trim() !== '' && !enCours) surEnvoi(texte.trim(), () => setTexte(''))
      }}
    >
      <ChampTexteLong
        libelle={textesRetour.remarque}
        rows={2}
        maxLength={2000}
        value={texte}
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
      />
      <BoutonAction size="small" type="submit">
        {textesRetour.ajouterRemarque}
      </BoutonAction>
    </form>
  )
}
