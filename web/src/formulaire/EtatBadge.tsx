import { styled } from '@mui/material/styles'
import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { Icone, type NomIcone } from '../ui/Icone.tsx'

type Teinte = 'neutre' | 'info' | 'primary' | 'success' | 'warning' | 'error'

const ASPECTS: Record<EtatListe, readonly [NomIcone, Teinte]> = {
  NON_COMMENCE: ['cercle', 'neutre'],
  BROUILLON: ['crayon', 'neutre'],
  SOUMIS: ['envoi', 'info'],
  VALIDE: ['coche', 'primary'],
  APPROUVE: ['doubleCoche', 'success'],
  DIFFUSE: ['diffusion', 'success'],
  RENVOYE: ['retour', 'warning'],
  ANNULE: ['interdit', 'error'],
}

const Badge = styled('span', { shouldForwardProp: (nom) => nom !== 'teinte' })<{ teinte: Teinte }>(
  ({ theme, teinte }) => {
    const { palette } = theme.vars
    const neutre = teinte === 'neutre'
    return {
      ...theme.typography.body2,
      fontSize: '0.8125rem',
      fontWeight: 600,
      display: 'inline-flex',
      alignItems: 'center',
      gap: 5,
      padding: '1px 8px 1px 6px',
      whiteSpace: 'nowrap',
      borderRadius: theme.vars.shape.borderRadius,
      border: `1px solid ${neutre ? palette.trait.champ : palette[teinte].main}`,
      color: neutre ? palette.text.secondary : palette[teinte].main,
      background: neutre ? 'transparent' : palette[teinte].light,
    }
  },
)

/** The state of a form: icon, word and colour, the same everywhere. */
export function EtatBadge({ etat }: { etat: EtatListe }) {
  const [icone, teinte] = ASPECTS[etat]
  return (
    <Badge teinte={teinte}>
      <Icone nom={icone} taille={16} />
      {LIBELLES_ETATS[etat]}
    </Badge>
  )
}
