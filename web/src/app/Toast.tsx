import { type CustomContentProps, closeSnackbar, SnackbarContent } from 'notistack'
import type { FocusEvent, Ref } from 'react'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { textes } from './app.textes.ts'
import './Toast.css'

type Props = CustomContentProps & { ref?: Ref<HTMLDivElement> }

/** notistack waits under the pointer only: the keyboard's focus stands for one. */
const commeSouris = (geste: 'mouseover' | 'mouseout') => (evenement: FocusEvent) =>
  evenement.currentTarget.dispatchEvent(new MouseEvent(geste, { bubbles: true }))

function creerToast(gravite: 'success' | 'error') {
  return function Toast({ id, message, style, ref }: Props) {
    return (
      <SnackbarContent
        ref={ref}
        className="app-toast"
        style={style}
        role={gravite === 'error' ? 'alert' : 'status'}
        onFocus={commeSouris('mouseover')}
        onBlur={commeSouris('mouseout')}
      >
        <Alerte
          gravite={gravite}
          action={
            <BoutonIcone
              nom="fermer"
              aria-label={textes.fermerMessage}
              onClick={() => closeSnackbar(id)}
            />
          }
        >
          {message}
        </Alerte>
      </SnackbarContent>
    )
  }
}

/** Toasts look like the messages of the page. */
export const TOASTS = { success: creerToast('success'), error: creerToast('error') }
