import { type ReactNode, useId } from 'react'
import './accueil.css'

type Props = { titre: string; nombre?: string; fin?: ReactNode; children: ReactNode }

/** One heading of the home screen, how many things it holds, and the things. `fin`: the way on. */
export function Bloc({ titre, nombre, fin, children }: Props) {
  const id = useId()
  return (
    <section className="acc-bloc" aria-labelledby={id}>
      <div className="acc-tete">
        <h2 id={id}>
          {titre}
          {nombre !== undefined && <span>{nombre}</span>}
        </h2>
        {fin}
      </div>
      {children}
    </section>
  )
}

/** The shape of one heading and its lines, while they are read. */
export function SqueletteBloc({ lignes = 3 }: { lignes?: number }) {
  return (
    <div className="acc-bloc" role="status" aria-label="Chargement en cours">
      <div className="acc-tete">
        <h2 aria-hidden="true">
          <span className="ui-squelette acc-sq-titre" />
        </h2>
      </div>
      {Array.from({ length: lignes }, (_, rang) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={rang} className="acc-ligne acc-sq-ligne">
          <span className="ui-squelette" style={{ width: `${64 - ((rang * 17) % 30)}%` }} />
        </div>
      ))}
    </div>
  )
}
