import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

const Groupe = styled('fieldset')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.75, 2),
  border: 0,
  margin: theme.spacing(0, 0, 2),
  padding: 0,
  minWidth: 0,
  '& > legend': { ...theme.typography.body2, fontWeight: 600, padding: 0, marginBottom: 4 },
  '& > p': {
    ...theme.typography.body2,
    fontSize: '0.8125rem',
    color: theme.vars.palette.text.secondary,
    margin: 0,
    flexBasis: '100%',
  },
}))

const Choix = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 28,
  cursor: 'pointer',
  '& > input': {
    width: 16,
    height: 16,
    margin: 0,
    accentColor: theme.vars.palette.primary.main,
  },
}))

type Props<Code extends string> = {
  legende: string
  options: readonly { code: Code; libelle: string }[]
  choisis: readonly Code[]
  onChange: (choisis: Code[]) => void
  aide?: string
  fin?: ReactNode
}

/** Several choices among a few, all in view. */
export function ChoixMultiple<Code extends string>(props: Props<Code>) {
  const { legende, options, choisis, onChange, aide, fin } = props
  return (
    <Groupe>
      <legend>{legende}</legend>
      {options.map(({ code, libelle }) => (
        <Choix key={code}>
          <input
            type="checkbox"
            checked={choisis.includes(code)}
            onChange={({ target }) =>
              onChange(target.checked ? [...choisis, code] : choisis.filter((c) => c !== code))
            }
          />
          {libelle}
        </Choix>
      ))}
      {fin}
      {aide && <p>{aide}</p>}
    </Groupe>
  )
}
