import { useRef } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import { formatNombre } from './format.ts'
import './Pagination.css'

const TEXTES = {
  nom: 'Pages de la liste',
  precedente: 'Page précédente',
  suivante: 'Page suivante',
  position: (de: string, a: string, total: string) => `${de}–${a} sur ${total}`,
}

type Props = { page: number; taille: number; total: number; onPage: (page: number) => void }

/** Goes from page to page of a list; nothing when all is on one. */
export function Pagination({ page, taille, total, onPage }: Props) {
  const ref = useRef<HTMLElement>(null)
  const derniere = Math.max(1, Math.ceil(total / taille))
  const aller = (cible: number) => {
    // At either end the button pressed goes away: the focus stays in the bar.
    if (cible === 1 || cible === derniere) ref.current?.focus({ preventScroll: true })
    onPage(cible)
  }
  if (derniere === 1) return null
  const de = formatNombre((page - 1) * taille + 1)
  const a = formatNombre(Math.min(page * taille, total))
  return (
    <nav ref={ref} tabIndex={-1} className="ui-pagination" aria-label={TEXTES.nom}>
      <span>{TEXTES.position(de, a, formatNombre(total))}</span>
      {page > 1 && (
        <BoutonAction size="small" icone="chevronGauche" onClick={() => aller(page - 1)}>
          {TEXTES.precedente}
        </BoutonAction>
      )}
      {page < derniere && (
        <BoutonAction size="small" icone="chevronDroit" onClick={() => aller(page + 1)}>
          {TEXTES.suivante}
        </BoutonAction>
      )}
    </nav>
  )
}
