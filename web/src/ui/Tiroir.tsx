import { type ReactNode, useId } from 'react'
import { BoutonIcone } from './BoutonIcone.tsx'
import { fermeture, useModale } from './Dialogue.tsx'
import './Tiroir.css'

type Props = {
  /** Edge of the window that it stands against, in the direction of reading. */
  cote: 'debut' | 'fin'
  titre: string
  /** What stands in the place of the title; the drawer keeps its name. */
  entete?: ReactNode
  fermer: string
  onFermer: () => void
  children: ReactNode
}

/** A drawer over the page, open as long as it is mounted. */
export function Tiroir({ cote, titre, entete, fermer, onFermer, children }: Props) {
  const id = useId()
  const ref = useModale()
  return (
    <dialog
      ref={ref}
      className={`ui-tiroir ui-tiroir-${cote}`}
      {...(entete ? { 'aria-label': titre } : { 'aria-labelledby': id })}
      {...fermeture(onFermer)}
    >
      <div className="ui-tiroir-corps">
        <div className="ui-tiroir-tete">
          {entete ?? <h2 id={id}>{titre}</h2>}
          <BoutonIcone nom="fermer" aria-label={fermer} onClick={onFermer} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
