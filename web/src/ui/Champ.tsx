import type { ReactNode } from 'react'
import { Icone } from './Icone.tsx'
import './Champ.css'

export type TextesChamp = {
  libelle: string
  aide?: ReactNode
  /** What is wrong; null: nothing now, and its line stays free; absent: nothing ever is. */
  erreur?: string | null
}

/** Attributes that tie a field to its help and its error. */
export function liensChamp(id: string, { aide, erreur }: TextesChamp) {
  const decrit = [aide && `${id}-aide`, erreur && `${id}-erreur`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': decrit || undefined, 'aria-invalid': Boolean(erreur) }
}

/**
 * A labelled field: label above, help under the label, error under the field. The error has its
 * place before it appears: the field that one goes to meanwhile does not move.
 */
export function Champ({
  id,
  libelle,
  aide,
  erreur,
  children,
}: TextesChamp & { id: string; children: ReactNode }) {
  return (
    <div className="ui-champ">
      <label id={`${id}-libelle`} htmlFor={id}>
        {libelle}
      </label>
      {aide && (
        <span className="ui-champ-aide" id={`${id}-aide`}>
          {aide}
        </span>
      )}
      {children}
      {erreur !== undefined && (
        <span className="ui-champ-erreur ui-champ-place" id={`${id}-erreur`}>
          {erreur && (
            <>
              <Icone nom="erreur" taille={18} />
              <span>{erreur}</span>
            </>
          )}
        </span>
      )}
    </div>
  )
}
