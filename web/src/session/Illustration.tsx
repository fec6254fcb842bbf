import { styled } from '@mui/material/styles'

const Dessin = styled('svg')(({ theme }) => ({
  width: '100%',
  maxWidth: 560,
  height: 'auto',
  '& .papier': {
    fill: theme.vars.palette.background.paper,
    stroke: theme.vars.palette.trait.leger,
  },
  '& .trait': { stroke: theme.vars.palette.trait.leger },
  '& .encre': { fill: theme.vars.palette.primary.main },
  '& .pale': { fill: theme.vars.palette.primary.light },
  '& .coche': { stroke: theme.vars.palette.success.main },
}))

const LIGNES = [0.62, 0.8, 0.45, 0.7, 0.55, 0.86]

/** A page of the register: rows, figures, and the tick of the one who checked. */
export function Illustration() {
  return (
    <Dessin viewBox="0 0 560 340" fill="none" aria-hidden="true" focusable="false">
      <rect className="pale" x="44" y="26" width="500" height="300" rx="8" />
      <rect className="papier" x="14" y="10" width="500" height="300" rx="8" />
      <path className="trait" d="M14 58h500M170 58v252M330 58v252" />
      <rect className="encre" x="34" y="28" width="150" height="12" rx="3" />
      {LIGNES.map((part, rang) => {
        const y = 76 + rang * 40
        return (
          <g key={part}>
            {rang > 0 && <path className="trait" d={`M14 ${y - 10}h500`} />}
            <rect className="pale" x="34" y={y + 4} width={112 * part} height="9" rx="3" />
            <rect className="encre" x="190" y={y + 4} width={122 * part} height="9" rx="3" />
            <path
              className="coche"
              d={`M352 ${y + 8}l6 7 13-15`}
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
            <rect className="pale" x="392" y={y + 4} width={96 * (1.3 - part)} height="9" rx="3" />
          </g>
        )
      })}
    </Dessin>
  )
}
