import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formatDate } from '../../ui/format.ts'
import { EtatBadge } from '../EtatBadge.tsx'
import { TEXTES } from './saisie.textes.ts'

/** Whose report, which model, in which state and due when: under the title, on one line or two. */
export function EnTete({ formulaire }: { formulaire: Formulaire }) {
  const { modele, structure, numero, etat, horsDelai, echeance, actions } = formulaire
  return (
    <ul className="s-fiche">
      <li>
        <strong>{structure.libelle}</strong>
      </li>
      <li className="s-fiche-modele">{modele.libelle}</li>
      <li>{TEXTES.numeroDe(numero)}</li>
      {/* The bar holds state and due date, always in sight: paper has no bar, a phone's is short. */}
      <li className={actions.length > 0 ? 's-papier' : undefined}>
        <EtatBadge etat={etat} />
      </li>
      <li className={actions.length > 0 ? 's-sans-barre' : undefined}>
        {TEXTES.echeance} {formatDate(echeance)}
      </li>
      {horsDelai && <li>{TEXTES.horsDelai}</li>}
    </ul>
  )
}
