import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icone } from './Icone.tsx'

const Bloc = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(0.5),
  minWidth: 0,
}))

const Libelle = styled('label')(({ theme }) => ({ ...theme.typography.body2, fontWeight: 600 }))

const Aide = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
}))

const Erreur = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  gap: theme.spacing(0.5),
  color: theme.vars.palette.error.main,
}))

/** Look of every native field: shared by inputs, lists and text areas. */
export const styleSaisie = {
  font: 'inherit',
  fontSize: '0.9375rem',
  color: 'inherit',
  width: '100%',
  minHeight: 38,
  padding: '7px 10px',
  boxSizing: 'border-box',
  background: 'var(--mui-palette-background-paper)',
  border: '1px solid var(--mui-palette-trait-champ)',
  borderRadius: 'var(--mui-shape-borderRadius)',
  '&:hover': { borderColor: 'var(--mui-palette-text-secondary)' },
  '&:focus-visible': {
    outline: '2px solid var(--mui-palette-primary-main)',
    outlineOffset: 0,
    borderColor: 'var(--mui-palette-primary-main)',
  },
  '&[aria-invalid="true"]': {
    borderColor: 'var(--mui-palette-error-main)',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-error-main)',
  },
  '&:disabled, &:read-only:not(select)': { background: 'var(--mui-palette-fond-doux)' },
} as const

export type TextesChamp = { libelle: string; aide?: ReactNode; erreur?: string | null }

/** Attributes that tie a field to its help and its error. */
export function liensChamp(id: string, { aide, erreur }: TextesChamp) {
  const decrit = [aide && `${id}-aide`, erreur && `${id}-erreur`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': decrit || undefined, 'aria-invalid': Boolean(erreur) }
}

/** A labelled field: label above, help under the label, error under the field. */
export function Champ({
  id,
  libelle,
  aide,
  erreur,
  children,
}: TextesChamp & { id: string; children: ReactNode }) {
  return (
    <Bloc>
      <Libelle htmlFor={id}>{libelle}</Libelle>
      {aide && <Aide id={`${id}-aide`}>{aide}</Aide>}
      {children}
      {erreur && (
        <Erreur id={`${id}-erreur`}>
          <Icone nom="erreur" taille={18} />
          {erreur}
        </Erreur>
      )}
    </Bloc>
  )
}
