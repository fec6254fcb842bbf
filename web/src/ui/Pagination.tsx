import type { Total } from '@releve/contract/page.ts'
import { useEffect, useRef } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import { formatNombre, formatTotal } from './format.ts'
import './Pagination.css'

const TEXTES = {
  nom: 'Pages de la liste',
  precedente: 'Page précédente',
  suivante: 'Page suivante',
  position: (de: string, a: string, total: string) => `${de}–${a} sur ${total}`,
}

type Props = Total & {
  page: number
  taille: number
  /** Lines of this page: where the total is bounded, one more page follows as long as it is full. */
  lues?: number
  onPage: (page: number) => void
}

/** Lines before the end of this page, as far as is known, and whether others follow. */
function finDe({ page, taille, total, totalBorne, lues = taille }: Omit<Props, 'onPage'>) {
  if (totalBorne) return { fin: (page - 1) * taille + lues, suite: lues === taille }
  return { fin: Math.min(page * taille, total), suite: page * taille < total }
}

/** Goes from page to page of a list; nothing when all is on one. */
export function Pagination({ onPage, ...liste }: Props) {
  const { page, taille, total } = liste
  const ref = useRef<HTMLElement>(null)
  const avance = useRef(false)
  const { fin, suite } = finDe(liste)
  // At either end the button pressed goes away: the focus stays in the bar. Which page is the last
  // may be known only once it is there.
  useEffect(() => {
    const perdu = avance.current && !suite && document.activeElement === document.body
    if (perdu) ref.current?.focus({ preventScroll: true })
  }, [suite])
  const aller = (cible: number) => {
    if (cible === 1) ref.current?.focus({ preventScroll: true })
    avance.current = cible > page
    onPage(cible)
  }
  if (total <= taille) return null
  const debut = (page - 1) * taille
  return (
    <nav ref={ref} tabIndex={-1} className="ui-pagination" aria-label={TEXTES.nom}>
      {fin > debut && (
        <span>
          {TEXTES.position(formatNombre(debut + 1), formatNombre(fin), formatTotal(liste))}
        </span>
      )}
      {page > 1 && (
        <BoutonAction size="small" icone="chevronGauche" onClick={() => aller(page - 1)}>
          {TEXTES.precedente}
        </BoutonAction>
      )}
      {suite && (
        <BoutonAction size="small" icone="chevronDroit" onClick={() => aller(page + 1)}>
          {TEXTES.suivante}
        </BoutonAction>
      )}
    </nav>
  )
}
