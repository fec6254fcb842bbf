import { keyframes } from '@emotion/react'
import { styled } from '@mui/material/styles'

const souffle = keyframes({ '50%': { opacity: 0.45 } })

const Barre = styled('div')(({ theme }) => ({
  height: 18,
  marginBlock: theme.spacing(1.25),
  borderRadius: theme.vars.shape.borderRadius,
  background: theme.vars.palette.fond.survol,
  animation: `${souffle} 1.6s ease-in-out infinite`,
}))

/** Stands for what is being read; heard as « Chargement en cours ». */
export function Squelette({ lignes = 5 }: { lignes?: number }) {
  return (
    <div role="status" aria-label="Chargement en cours">
      {Array.from({ length: lignes }, (_, rang) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <Barre key={rang} style={{ width: `${96 - ((rang * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
