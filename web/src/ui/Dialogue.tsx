import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { entrerModale, sortirModale } from './modales.ts'
import './Dialogue.css'

type Props = {
  ouvert: boolean
  titre: string
  /** Absent: the dialog is left by its own actions only. */
  onFermer?: () => void
  /** Buttons, the one to close first. */
  actions?: ReactNode
  largeur?: 'xs' | 'sm' | 'md' | 'lg'
  /** Makes the dialog a form: Enter submits. */
  onSoumettre?: () => void
  children: ReactNode
}

/**
 * Opens a native dialog over the page as long as it is mounted: the page behind is inert, the
 * focus goes to `[data-focus]` or to the first field, and comes back where it was.
 */
export function useModale() {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialogue = ref.current
    const avant = document.activeElement
    if (!dialogue) return
    dialogue.showModal()
    entrerModale(dialogue)
    const vise = dialogue.querySelector<HTMLElement>('[data-focus]')
    if (vise) {
      // The browser has gone to the first button, which may be at the foot.
      dialogue.scrollTop = 0
      vise.focus()
    }
    return () => {
      sortirModale(dialogue)
      dialogue.close()
      if (avant instanceof HTMLElement && avant.isConnected) avant.focus()
    }
  }, [])
  return ref
}

/** Modals whose outside is being pressed. */
const presses = new WeakSet<EventTarget>()

/**
 * What a modal's `<dialog>` takes to close by Escape, or by a click on what is behind it: pressed and
 * released there, so that a press may be taken back by letting go elsewhere, and a text selected in
 * the modal may end outside.
 */
export function fermeture(onFermer: (() => void) | undefined) {
  return {
    onCancel: (evenement: SyntheticEvent) => {
      // A file chooser inside cancels too, and bubbles.
      if (evenement.target !== evenement.currentTarget) return
      evenement.preventDefault()
      onFermer?.()
    },
    onPointerDown: ({ target, currentTarget }: SyntheticEvent) => {
      if (target === currentTarget) presses.add(currentTarget)
      else presses.delete(currentTarget)
    },
    // Of a press here that ends within, the click that follows says nothing.
    onPointerUp: ({ target, currentTarget }: SyntheticEvent) => {
      if (target !== currentTarget) presses.delete(currentTarget)
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (presses.delete(currentTarget) && target === currentTarget) onFermer?.()
    },
  }
}

function Ouvert({ titre, onFermer, actions, largeur = 'sm', onSoumettre, children }: Props) {
  const id = useId()
  const ref = useModale()
  const contenu = (
    <>
      <h2 id={id}>{titre}</h2>
      {children}
      {actions && <div className="ui-dialogue-actions">{actions}</div>}
    </>
  )
  return (
    <dialog
      ref={ref}
      className={`ui-dialogue ui-dialogue-${largeur}`}
      aria-labelledby={id}
      {...fermeture(onFermer)}
    >
      {onSoumettre ? (
        <form
          className="ui-dialogue-corps"
          noValidate
          onSubmit={(evenement) => {
            evenement.preventDefault()
            // A dialog over a form of the page: React would hand the event on.
            evenement.stopPropagation()
            onSoumettre()
          }}
        >
          {contenu}
        </form>
      ) : (
        <div className="ui-dialogue-corps">{contenu}</div>
      )}
    </dialog>
  )
}

/**
 * A question over the page: focus stays in it, and comes back where it was. It stands at the end of
 * the page, whatever opened it: a table's cell, or a form, would set its texts their own way.
 */
export function Dialogue(props: Props) {
  return props.ouvert ? createPortal(<Ouvert {...props} />, document.body) : null
}
