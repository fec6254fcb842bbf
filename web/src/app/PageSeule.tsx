import { styled } from '@mui/material/styles'

/** A page without the shell: one column, in the middle. */
export const PageSeule = styled('main')(({ theme }) => ({
  minHeight: '100vh',
  maxWidth: 560,
  marginInline: 'auto',
  padding: theme.spacing(6, 2.5),
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
}))
