import { styled } from '@mui/material/styles'
import { textes } from './app.textes.ts'
import { TITRE } from './theme.ts'

const Nom = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  fontFamily: TITRE,
  fontSize: '1.3rem',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  color: theme.vars.palette.text.primary,
}))

/** The product's name and mark. */
export function Marque() {
  return (
    <Nom>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="6" fill="#155e6e" />
        <path
          d="M8 9h16M8 16h16M8 23h9"
          stroke="#fff"
          strokeWidth="2.5"
          strokeLinecap="round"
          fill="none"
        />
        <path
          d="m20 22 2.500 2.500L27 20"
          fill="none"
          stroke="#9fe0c4"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {textes.produit}
    </Nom>
  )
}
