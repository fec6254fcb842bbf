import type { Section } from '@releve/contract/modele/modele.schema.ts'
import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { Icone } from '../../ui/Icone.tsx'
import { usePleine } from './ampleur.ts'
import { textesSaisie } from './saisie.textes.ts'
import type { BilanSection, Entree, Lecture } from './store/client.ts'
import { useBilan } from './store/store.ts'

export const ID_PANNEAU_SECTION = 'panneau-section'

type Props = {
  lecture: Lecture
  entree: Entree | null
  sections: readonly Section[]
  choisie: string
  surChoix: (code: string) => void
}

/** Wide enough for the sections to stand in a column, all in sight; also in sections.css. */
const LARGE = '(min-width: 1360px)'

function subscribeLargeur(abonne: () => void) {
  const requete = matchMedia(LARGE)
  requete.addEventListener('change', abonne)
  return () => requete.removeEventListener('change', abonne)
}

/** The tab to which a key leads: arrows follow what is seen, in both directions of the page. */
function placeDe(touche: string, rang: number, nombre: number, vertical: boolean): number | null {
  const rtl = document.documentElement.dir === 'rtl'
  const suivante = vertical ? 'ArrowDown' : rtl ? 'ArrowLeft' : 'ArrowRight'
  const precedente = vertical ? 'ArrowUp' : rtl ? 'ArrowRight' : 'ArrowLeft'
  if (touche === suivante) return (rang + 1) % nombre
  if (touche === precedente) return (rang - 1 + nombre) % nombre
  if (touche === 'Home') return 0
  return touche === 'End' ? nombre - 1 : null
}

/** Brings the tab alone into sight, never the page: `scrollIntoView` would move both. */
function centrer(boite: HTMLElement, onglet: HTMLElement): void {
  const dehors = boite.getBoundingClientRect()
  const dedans = onglet.getBoundingClientRect()
  boite.scrollLeft += dedans.left + dedans.width / 2 - dehors.left - dehors.width / 2
  boite.scrollTop += dedans.top + dedans.height / 2 - dehors.top - dehors.height / 2
}

/** One tab per section, with what is left to do in it; arrows go from tab to tab. */
export function Onglets({ lecture, entree, sections, choisie, surChoix }: Props) {
  const { sections: bilans } = useBilan(lecture)
  const liste = useRef<HTMLDivElement>(null)
  const large = useSyncExternalStore(subscribeLargeur, () => matchMedia(LARGE).matches)
  const { pleine } = usePleine(lecture.modele)
  const vertical = !pleine && large
  useEffect(() => {
    const onglet = liste.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (liste.current && onglet && choisie !== '') centrer(liste.current, onglet)
  }, [choisie])
  const auClavier = (evenement: KeyboardEvent) => {
    const rang = sections.findIndex(({ code }) => code === choisie)
    const place = placeDe(evenement.key, rang, sections.length, vertical)
    const vise = place === null ? undefined : sections[place]
    if (!vise) return
    evenement.preventDefault()
    surChoix(vise.code)
    document.getElementById(`onglet-${vise.code}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={textesSaisie.sections}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
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
          <MarqueDite bilan={entree ? bilans.get(code) : undefined} />
          <ChangeesDites bilan={bilans.get(code)} />
          <span className="s-onglet-nom">{libelle}</span>
          <Part bilan={bilans.get(code)} />
        </button>
      ))}
    </div>
  )
}

/**
 * How many of the required cells are filled, while some are not, and how many have changed for who
 * reviews; what stands before the name says it in words.
 */
function Part({ bilan }: { bilan: BilanSection | undefined }) {
  if (!bilan) return null
  const { remplies, requises, changees } = bilan
  const dits = [
    remplies < requises && `${remplies}/${requises}`,
    changees > 0 && textesSaisie.onglet.changees(changees),
  ].filter(Boolean)
  if (dits.length === 0) return null
  return (
    <span className="s-onglet-part" aria-hidden="true">
      {dits.join(' · ')}
    </span>
  )
}

function ChangeesDites({ bilan }: { bilan: BilanSection | undefined }) {
  if (!bilan || bilan.changees === 0) return null
  return <span className="ui-invisible">{textesSaisie.onglet.changees(bilan.changees)}, </span>
}

/** Where a section stands, by icon and colour; the words stand beside it. */
export function MarqueSection({ bilan }: { bilan: BilanSection }) {
  const { icone, classe } = aspectDe(bilan)
  return (
    <span className={`s-onglet-marque ${classe}`}>
      <Icone nom={icone} taille={16} />
    </span>
  )
}

/** The same, and its words for who does not see it; nothing where nothing is asked. */
function MarqueDite({ bilan }: { bilan: BilanSection | undefined }) {
  if (!bilan || bilan.requises + bilan.erreurs + bilan.avertissements + bilan.remarques === 0)
    return null
  return (
    <>
      <MarqueSection bilan={bilan} />
      <span className="ui-invisible">{aspectDe(bilan).dit}</span>
    </>
  )
}

function aspectDe({ requises, remplies, erreurs, avertissements, remarques }: BilanSection) {
  if (erreurs > 0)
    return {
      icone: 'erreur',
      classe: 's-marque-faute',
      dit: textesSaisie.onglet.erreurs(erreurs),
    } as const
  if (remarques > 0)
    return {
      icone: 'commentaire',
      classe: 's-marque-alerte',
      dit: textesSaisie.onglet.remarques(remarques),
    } as const
  if (avertissements > 0)
    return {
      icone: 'attention',
      classe: 's-marque-alerte',
      dit: textesSaisie.onglet.avertissements(avertissements),
    } as const
  if (remplies < requises)
    return {
      icone: 'cercle',
      classe: 's-marque-reste',
      dit: textesSaisie.onglet.reste(requises - remplies),
    } as const
  return { icone: 'coche', classe: 's-marque-fait', dit: textesSaisie.onglet.complete } as const
}
