import { styled } from '@mui/material/styles'
import { BoutonAction } from './BoutonAction.tsx'
import { formatNombre } from './format.ts'

const Barre = styled('nav')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.spacing(1, 2),
  marginTop: theme.spacing(1.5),
}))

const TEXTES = {
  nom: 'Pages de la liste',
  precedente: 'Page précédente',
  suivante: 'Page suivante',
  position: (de: string, a: string, total: string) => `${de}–${a} sur ${total}`,
}

type Props = { page: number; taille: number; total: number; onPage: (page: number) => void }

/** Goes from page to page of a list; nothing when all is on one. */
export function Pagination({ page, taille, total, onPage }: Props) {
  const derniere = Math.max(1, Math.ceil(total / taille))
  if (derniere === 1) return null
  const de = formatNombre((page - 1) * taille + 1)
  const a = formatNombre(Math.min(page * taille, total))
  return (
    <Barre aria-label={TEXTES.nom}>
      <span>{TEXTES.position(de, a, formatNombre(total))}</span>
      {page > 1 && (
        <BoutonAction size="small" icone="chevronGauche" onClick={() => onPage(page - 1)}>
          {TEXTES.precedente}
        </BoutonAction>
      )}
      {page < derniere && (
        <BoutonAction size="small" icone="chevronDroit" onClick={() => onPage(page + 1)}>
          {TEXTES.suivante}
        </BoutonAction>
      )}
    </Barre>
  )
}
