import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Icone } from '../../../ui/Icone.tsx'
import { Invisible } from '../../../ui/Invisible.tsx'
import { textesModele } from '../modele.textes.ts'
import { type Chemin, estSous, lireA, memeChemin, PARTIES } from './edition.ts'

const t = textesModele.atelier.plan

type Props = {
  source: ModeleSource
  fautes: readonly FauteModele[]
  choisi: Chemin
  /** `auClavier`: by a key, from which one goes on to what is chosen. */
  onChoisir: (chemin: Chemin, auClavier: boolean) => void
  /** Moves a part to this rank of its list. */
  onDeplacer: (chemin: Chemin, vers: number) => void
}

/** What a part is called in the plan; its code while it has no label. */
export function nomDe(noeud: unknown): string {
  if (typeof noeud !== 'object' || noeud === null) return ''
  const { libelle, code, codification, message } = noeud as Record<string, unknown>
  if (typeof codification === 'string' && code === undefined) return `[${codification}]`
  const noms = [libelle, message, code, t.sansNom]
  return noms.find((nom): nom is string => typeof nom === 'string' && nom !== '') ?? ''
}

/**
 * The parts of a draft: the model, its sections, the parts of the one chosen, its controls. An item
 * moves within its list by Alt and an arrow, or dragged.
 */
export function Plan(props: Props) {
  const { source, choisi } = props
  return (
    <nav className="mdl-plan" aria-label={t.nom}>
      <p className="mdl-gris">{t.aide}</p>
      <ul>
        <Element {...props} chemin={[]} nom={t.modele} />
      </ul>
      <h3>{textesModele.vue.sections}</h3>
      <ol>
        {situer(['sections'], source.sections).map(({ cle, chemin, partie, rang }) => (
          <Element key={cle} {...props} chemin={chemin} nom={nomDe(partie)}>
            {estSous(choisi, chemin) && <Parties {...props} section={partie} rang={rang} />}
          </Element>
        ))}
      </ol>
      <h3>{textesModele.vue.controles}</h3>
      <ol>
        {situer(['controles'], source.controles).map(({ cle, chemin, partie }) => (
          <Element key={cle} {...props} chemin={chemin} nom={`${partie.code} ${partie.message}`} />
        ))}
      </ol>
    </nav>
  )
}

function Parties(props: Props & { section: SectionSource; rang: number }) {
  const { source, section, rang } = props
  return PARTIES[section.type].map((liste) => {
    const parties = lireA(source, ['sections', rang, liste])
    if (!Array.isArray(parties)) return null
    return (
      <ol key={liste} aria-label={t.listes[liste]} data-titre={t.listes[liste]}>
        {situer<unknown>(['sections', rang, liste], parties).map(({ cle, chemin, partie }) => (
          <Element key={cle} {...props} chemin={chemin} nom={nomDe(partie)} />
        ))}
      </ol>
    )
  })
}

/** Each part of a list, with the way to it, which is all that it is known by. */
const situer = <Partie,>(liste: Chemin, parties: readonly Partie[]) =>
  parties.map((partie, rang) => {
    const chemin: Chemin = [...liste, rang]
    return { cle: chemin.join('.'), chemin, partie, rang }
  })

/** What is dragged: known to this page alone. */
let tire: Chemin | null = null

const memeListe = (a: Chemin, b: Chemin) =>
  a.length === b.length && memeChemin(a.slice(0, -1), b.slice(0, -1))

/** Goes to the next item, the one before, the first or the last. True when the key served. */
function parcourir({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const elements = [
    ...(currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('[data-chemin]') ?? []),
  ]
  const ici = elements.indexOf(currentTarget)
  const vers = new Map([
    ['ArrowUp', ici - 1],
    ['ArrowDown', ici + 1],
    ['Home', 0],
    ['End', elements.length - 1],
  ]).get(key)
  if (vers === undefined) return false
  elements[vers]?.focus()
  return true
}

type PropsElement = Props & { chemin: Chemin; nom: string; children?: React.ReactNode }

function Element(props: PropsElement) {
  const { chemin, nom, choisi, fautes, onChoisir, onDeplacer, children } = props
  const [vise, setVise] = useState<'avant' | 'apres' | null>(null)
  const rang = Number(chemin.at(-1))
  const mobile = chemin.length > 0
  const siennes = fautes.filter((faute) =>
    mobile ? estSous(faute.chemin, chemin) : !/^(sections|controles)/.test(faute.chemin.join('.')),
  )
  const auClavier = (evenement: KeyboardEvent<HTMLElement>) => {
    const pas = { ArrowUp: -1, ArrowDown: 1 }[evenement.key]
    if (evenement.altKey && pas && mobile) {
      evenement.preventDefault()
      onDeplacer(chemin, rang + pas)
    } else if (!evenement.altKey && parcourir(evenement)) evenement.preventDefault()
  }
  const surPassage = (evenement: DragEvent) => {
    if (!tire || !memeListe(tire, chemin)) return
    evenement.preventDefault()
    setVise(Number(tire.at(-1)) < rang ? 'apres' : 'avant')
  }
  const surDepot = (evenement: DragEvent) => {
    setVise(null)
    if (!tire || !memeListe(tire, chemin)) return
    evenement.preventDefault()
    evenement.stopPropagation()
    onDeplacer(tire, rang)
  }
  return (
    <li>
      <button
        type="button"
        className={vise ? `mdl-element mdl-vise-${vise}` : 'mdl-element'}
        data-chemin={chemin.join('.')}
        aria-current={memeChemin(chemin, choisi) || undefined}
        aria-keyshortcuts={mobile ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        draggable={mobile}
        onDragStart={({ dataTransfer }) => {
          tire = chemin
          // Some browsers drag nothing that carries nothing.
          dataTransfer.setData('text/plain', nom)
          dataTransfer.effectAllowed = 'move'
        }}
        onDragEnd={() => {
          tire = null
        }}
        onDragOver={surPassage}
        onDragLeave={() => setVise(null)}
        onDrop={surDepot}
        // One stop for the whole plan: arrows go from one to the next.
        tabIndex={memeChemin(chemin, choisi) ? 0 : -1}
        onClick={({ detail }) => onChoisir(chemin, detail === 0)}
        onKeyDown={auClavier}
      >
        <span>{nom}</span>
        {siennes.length > 0 && (
          <span className="mdl-marque">
            <Icone nom="erreur" taille={16} />
            <Invisible>{t.fautes(siennes.length)}</Invisible>
          </span>
        )}
      </button>
      {children}
    </li>
  )
}
