import { styled } from '@mui/material/styles'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './session.textes.ts'

const Bloc = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  marginTop: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
  '& > p': { display: 'flex', gap: 6, margin: 0, color: theme.vars.palette.success.main },
  '& > ul': { margin: theme.spacing(0.25, 0, 0), paddingInlineStart: theme.spacing(2.5) },
}))

/** What a password still lacks, while it is typed. */
export function ReglesMotDePasse({ raisons }: { raisons: readonly string[] }) {
  const { reste, convient } = textes.changement
  return (
    <Bloc role="status">
      {raisons.length === 0 ? (
        <p>
          <Icone nom="coche" taille={18} />
          {convient}
        </p>
      ) : (
        <>
          {reste}
          <ul>
            {raisons.map((raison) => (
              <li key={raison}>{raison}</li>
            ))}
          </ul>
        </>
      )}
    </Bloc>
  )
}
