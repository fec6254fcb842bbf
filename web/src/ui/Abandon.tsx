import { type ReactNode, useEffect, useState } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { avantDepart } from './avantDepart.ts'
import { BoutonAction } from './BoutonAction.tsx'
import { Dialogue } from './Dialogue.tsx'

const TEXTES = {
  titre: 'Abandonner ce que vous avez saisi\u202f?',
  texte: 'Rien n’en sera enregistré.',
  rester: 'Continuer la saisie',
  abandonner: 'Abandonner',
}

/** The page is reloaded or left for good: the browser asks, in its own words. So does signing out. */
function useAvertissement(modifiee: boolean): void {
  useEffect(() => {
    if (!modifiee) return
    const avertir = (evenement: BeforeUnloadEvent) => evenement.preventDefault()
    window.addEventListener('beforeunload', avertir)
    const oublierDepart = avantDepart(() => Promise.resolve(false))
    return () => {
      window.removeEventListener('beforeunload', avertir)
      oublierDepart()
    }
  }, [modifiee])
}

function Question({ onRester, onAbandonner }: { onRester: () => void; onAbandonner: () => void }) {
  return (
    <Dialogue
      ouvert
      titre={TEXTES.titre}
      largeur="xs"
      onFermer={onRester}
      actions={
        <>
          <BoutonAction variant="text" onClick={onAbandonner}>
            {TEXTES.abandonner}
          </BoutonAction>
          <BoutonAction variant="contained" onClick={onRester} data-focus>
            {TEXTES.rester}
          </BoutonAction>
        </>
      }
    >
      <p>{TEXTES.texte}</p>
    </Dialogue>
  )
}

/**
 * The way out of a dialog in which one types. `modifiee`: something typed would be lost; `fermer`
 * then asks first, and so does a reload. The browser's back button closes the dialog, in the same
 * way, and the page stays. `question` is what asks, to be placed before the dialog: it goes first, and
 * the focus comes back behind both.
 */
export function useAbandon(modifiee: boolean, onFermer: () => void) {
  const [demande, setDemande] = useState(false)
  const retour = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
  useAvertissement(modifiee)
  const bloque = retour.state === 'blocked'
  useEffect(() => {
    if (!bloque || modifiee) return
    retour.reset()
    onFermer()
  })
  const rester = () => {
    setDemande(false)
    retour.reset?.()
  }
  const abandonner = () => {
    retour.reset?.()
    onFermer()
  }
  const question = (demande || (bloque && modifiee)) && (
    <Question onRester={rester} onAbandonner={abandonner} />
  )
  // Once the press is over: on what lies behind, it would take the focus from the question.
  const demander = () => setTimeout(() => setDemande(true))
  return { fermer: () => void (modifiee ? demander() : onFermer()), question }
}

/**
 * The way out of a page in which one types: by a link, by the browser's own buttons, by closing the
 * page, or by signing out. Returns what asks, to be placed anywhere in the page.
 */
export function useAbandonPage(modifiee: boolean): ReactNode {
  const depart = useBlocker(modifiee)
  useAvertissement(modifiee)
  if (depart.state !== 'blocked') return null
  return <Question onRester={depart.reset} onAbandonner={depart.proceed} />
}
