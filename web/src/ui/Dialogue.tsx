import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Corps = styled('div')(({ theme }) => ({
  padding: theme.spacing(2.5, 3, 2),
  overflowY: 'auto',
  '& h2': { ...theme.typography.h2, fontSize: '1.15rem', margin: theme.spacing(0, 0, 1.5) },
}))

const Actions = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: theme.spacing(1),
  marginTop: theme.spacing(2.5),
}))

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

/** A question over the page: focus stays in it, and comes back where it was. */
export function Dialogue(props: Props) {
  const { ouvert, titre, onFermer, actions, largeur = 'sm', onSoumettre, children } = props
  const id = useId()
  const contenu = (
    <>
      <h2 id={id}>{titre}</h2>
      {children}
      {actions && <Actions>{actions}</Actions>}
    </>
  )
  return (
    <Dialog open={ouvert} onClose={onFermer} maxWidth={largeur} fullWidth aria-labelledby={id}>
      <Corps>
        {onSoumettre ? (
          <form
            noValidate
            onSubmit={(evenement) => {
              evenement.preventDefault()
              onSoumettre()
            }}
          >
            {contenu}
          </form>
        ) : (
          contenu
        )}
      </Corps>
    </Dialog>
  )
}
