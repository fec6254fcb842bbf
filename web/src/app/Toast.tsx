import { styled } from '@mui/material/styles'
import { type CustomContentProps, SnackbarContent } from 'notistack'
import type { Ref } from 'react'
import { Alerte } from '../ui/Alerte.tsx'

const Cadre = styled(SnackbarContent)(({ theme }) => ({
  borderRadius: theme.vars.shape.borderRadius,
  boxShadow: theme.shadows[4],
  background: theme.vars.palette.background.paper,
  '& > div': { flex: 1, margin: 0, minWidth: 280, maxWidth: 460, alignItems: 'center' },
}))

type Props = CustomContentProps & { ref?: Ref<HTMLDivElement> }

function creerToast(gravite: 'success' | 'error') {
  return function Toast({ message, style, ref }: Props) {
    return (
      <Cadre ref={ref} style={style} role={gravite === 'error' ? 'alert' : 'status'}>
        <Alerte gravite={gravite}>{message}</Alerte>
      </Cadre>
    )
  }
}

/** Toasts look like the messages of the page. */
export const TOASTS = { success: creerToast('success'), error: creerToast('error') }
