import { useEffect, useState } from 'react'
import { LienCase } from './Controles.tsx'
import { resteDe } from './reste.ts'
import { textesReste } from './saisie.textes.ts'
import type { Lecture } from './store/client.ts'
import { useBilan } from './store/store.ts'

/** Milliseconds without a change before it is spoken: nobody hears it at each figure. */
const REPOS_MS = 4000

/** What was said last, once it has stayed the same for a while. */
function useRepose(dit: string): string {
  const [repose, setRepose] = useState('')
  useEffect(() => {
    const minuterie = setTimeout(() => setRepose(dit), REPOS_MS)
    return () => clearTimeout(minuterie)
  }, [dit])
  return repose
}

/** What is left to do in the whole report, in one sentence whose words lead there. */
export default function Reste({ lecture, surRelire }: { lecture: Lecture; surRelire: () => void }) {
  const parts = resteDe(useBilan(lecture))
  const dit =
    parts.length === 0
      ? textesReste.rien
      : `${textesReste.debut} ${parts.map(({ lien, mot }) => mot + lien).join('')}.`
  const repose = useRepose(dit)
  return (
    <p className="s-reste s-ecran">
      {parts.length === 0 ? (
        <button type="button" className="s-lien" onClick={surRelire}>
          {dit}
        </button>
      ) : (
        <>
          {textesReste.debut}{' '}
          {parts.map(({ sorte, mot, lien, cellule }) => (
            <span key={sorte}>
              {mot}
              {cellule === undefined ? lien : <LienCase adresse={cellule}>{lien}</LienCase>}
            </span>
          ))}
          .
        </>
      )}
      <span role="status" className="ui-invisible">
        {repose}
      </span>
    </p>
  )
}
