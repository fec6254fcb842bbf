import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'

const passage = keyframes({
  from: { transform: 'translateX(-100%)' },
  to: { transform: 'translateX(300%)' },
})

const Piste = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: '0 0 auto 0',
  height: 3,
  zIndex: theme.zIndex.tooltip,
  overflow: 'hidden',
  '& > div': {
    width: '33%',
    height: '100%',
    background: theme.vars.palette.primary.main,
    animation: `${passage} 1.1s ease-in-out 0.15s infinite backwards`,
  },
}))

/** A thin bar on top, while the next screen is read. */
export function Progression() {
  return (
    <Piste role="status" aria-label="Chargement en cours">
      <div />
    </Piste>
  )
}
