import type { Formulaire, Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { lazy, Suspense } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { formatInstant } from '../../ui/format.ts'
import { useRemarquerFormulaire } from '../formulaire.queries.ts'
import { textesSaisie } from './saisie.textes.ts'

/** Who enters figures has none to write. */
const Nouvelle = lazy(() => import('./RemarqueNouvelle.tsx'))

type Props = {
  formulaire: Formulaire
  cellule: Cellule | null
  remarques: readonly Remarque[]
  /** The field of a new remark stays folded: it must not come before the report itself. */
  pliee?: boolean
}

/** Remarks of those who review: read by all, written and settled where `actions` allows. */
export function Remarques({ formulaire, cellule, remarques, pliee }: Props) {
  const peut = formulaire.actions.includes('remarquer')
  const { mutate, isPending } = useRemarquerFormulaire(textesSaisie.panneau.remarqueEnvoyee)
  const envoyer = (remarque: Envoyee, apres?: () => void) =>
    mutate({ numero: formulaire.numero, remarques: [remarque] }, { onSuccess: () => apres?.() })
  if (remarques.length === 0 && !peut) return null
  const nouvelle = (
    <Suspense>
      <Nouvelle
        enCours={isPending}
        surEnvoi={(texte, apres) =>
          envoyer({ cellule: cellule?.adresse ?? null, texte, statut: 'OUVERTE' }, apres)
        }
      />
    </Suspense>
  )
  return (
    <div className="s-remarques">
      {(remarques.length > 0 || !pliee) && <h3>{textesSaisie.panneau.remarques}</h3>}
      <ul>
        {remarques.map((remarque) => (
          <li key={remarque.id}>
            <p>{remarque.texte}</p>
            <p className="s-aide">
              {textesSaisie.panneau.statuts[remarque.statut]} ·{' '}
              {textesSaisie.panneau.parLe(remarque.auteur, formatInstant(remarque.le))}
            </p>
            {peut && <Bascule remarque={remarque} enCours={isPending} surChange={envoyer} />}
          </li>
        ))}
      </ul>
      {peut && pliee && (
        <details>
          <summary>{textesSaisie.panneau.remarqueGenerale}</summary>
          {nouvelle}
        </details>
      )}
      {peut && !pliee && nouvelle}
    </div>
  )
}
type Envoyee = Pick<Remarque, 'cellule' | 'texte' | 'statut'> & { id?: number }

type BasculeProps = {
  remarque: Remarque
  enCours: boolean
  surChange: (remarque: Envoyee) => void
}

function Bascule({ remarque, enCours, surChange }: BasculeProps) {
  const { id, cellule, texte, statut } = remarque
  const suivant = statut === 'LEVEE' ? 'OUVERTE' : 'LEVEE'
  return (
    <BoutonAction
      size="small"
      enCours={enCours}
      onClick={() => surChange({ id, cellule, texte, statut: suivant })}
    >
      {statut === 'LEVEE' ? textesSaisie.panneau.rouvrir : textesSaisie.panneau.lever}
    </BoutonAction>
  )
}
