import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Icone } from '../../ui/Icone.tsx'
import { TEXTES } from './saisie.textes.ts'
import type { BilanSection, Saisie } from './saisie.types.ts'
import { useBilan } from './useSaisie.ts'

export const ID_PANNEAU_SECTION = 'panneau-section'

type Props = {
  saisie: Saisie
  sections: readonly Section[]
  choisie: string
  surChoix: (code: string) => void
}

const SENS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** One tab per section, with what is left to do in it; arrows go from tab to tab. */
export function Onglets({ saisie, sections, choisie, surChoix }: Props) {
  const { sections: bilans } = useBilan(saisie)
  const liste = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The tab alone is brought into sight, never the page: `scrollIntoView` would move both.
    const onglet = liste.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    const boite = liste.current
    if (!onglet || !boite || choisie === '') return
    boite.scrollLeft =
      onglet.offsetLeft - boite.offsetLeft - boite.clientWidth / 2 + onglet.offsetWidth / 2
  }, [choisie])
  const auClavier = (evenement: KeyboardEvent) => {
    const rang = sections.findIndex(({ code }) => code === choisie)
    const pas = SENS[evenement.key]
    const vise =
      pas !== undefined
        ? sections[(rang + pas + sections.length) % sections.length]
        : evenement.key === 'Home'
          ? sections[0]
          : evenement.key === 'End'
            ? sections.at(-1)
            : undefined
    if (!vise) return
    evenement.preventDefault()
    surChoix(vise.code)
    document.getElementById(`onglet-${vise.code}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={TEXTES.sections}
      className="s-onglets"
      ref={liste}
      tabIndex={-1}
      onKeyDown={auClavier}
    >
      {sections.map(({ code, libelle }) => (
        <button
          key={code}
          type="button"
          role="tab"
          id={`onglet-${code}`}
          aria-selected={code === choisie}
          aria-controls={code === choisie ? ID_PANNEAU_SECTION : undefined}
          tabIndex={code === choisie ? 0 : -1}
          onClick={() => surChoix(code)}
        >
          <Marque bilan={bilans.get(code)} />
          {libelle}
        </button>
      ))}
    </div>
  )
}

function Marque({ bilan }: { bilan: BilanSection | undefined }) {
  if (!bilan || bilan.requises + bilan.erreurs + bilan.avertissements === 0) return null
  const { icone, classe, dit } = aspectDe(bilan)
  return (
    <span className={classe}>
      <Icone nom={icone} taille={16} />
      <span className="s-masque">{dit}</span>
    </span>
  )
}

function aspectDe({ requises, remplies, erreurs, avertissements }: BilanSection) {
  if (erreurs > 0)
    return {
      icone: 'erreur',
      classe: 's-marque-faute',
      dit: TEXTES.onglet.erreurs(erreurs),
    } as const
  if (avertissements > 0)
    return {
      icone: 'attention',
      classe: 's-marque-alerte',
      dit: TEXTES.onglet.avertissements(avertissements),
    } as const
  if (remplies < requises)
    return {
      icone: 'cercle',
      classe: 's-marque-reste',
      dit: TEXTES.onglet.reste(requises - remplies),
    } as const
  return { icone: 'coche', classe: 's-marque-fait', dit: TEXTES.onglet.complete } as const
}
