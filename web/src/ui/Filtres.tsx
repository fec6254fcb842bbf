import { type ComponentProps, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import { ChampListe, ChampTexte } from './ChampTexte.tsx'
import { Icone } from './Icone.tsx'
import { useBrouillon } from './useBrouillon.ts'
import type { Filtrage } from './useFiltres.ts'
import './Filtres.css'

const TEXTES = {
  nom: 'Filtres',
  bouton: (n: number) => (n === 0 ? 'Filtres' : `Filtres (${n})`),
  rechercher: 'Rechercher',
  actifs: 'Filtres actifs',
  retirer: (libelle: string) => `Retirer le filtre ${libelle}`,
  effacer: 'Effacer les filtres',
}

type PropsRecherche = {
  /** Label of its field. */
  libelle: string
  /** Its name in the address. */
  nom?: string
  valeur?: string
}

function Recherche(props: PropsRecherche & Pick<Filtrage<unknown>, 'changer'>) {
  const { libelle, nom = 'q', valeur = '', changer } = props
  const [texte, setTexte] = useBrouillon(valeur)
  const chercher = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    changer({ [nom]: texte.trim() })
  }
  return (
    <form role="search" className="ui-filtres-recherche" aria-label={libelle} onSubmit={chercher}>
      <ChampTexte
        libelle={libelle}
        type="search"
        maxLength={100}
        value={texte}
        onChange={({ target }) => setTexte(target.value)}
      />
      <BoutonAction type="submit" icone="recherche">
        {TEXTES.rechercher}
      </BoutonAction>
    </form>
  )
}

type PropsListe<F> = ComponentProps<typeof ChampListe> & {
  filtrage: Filtrage<F>
  nom: keyof F & string
}

/** A filter chosen in a list; it answers at once. */
export function FiltreListe<F>({ filtrage: { filtres, changer }, nom, ...liste }: PropsListe<F>) {
  return (
    <ChampListe
      value={String(filtres[nom] ?? '')}
      onChange={({ target }) => changer({ [nom]: target.value })}
      {...liste}
    />
  )
}

/** Takes all the filters away. */
export function BoutonEffacer(props: ComponentProps<typeof BoutonAction>) {
  return <BoutonAction {...props}>{TEXTES.effacer}</BoutonAction>
}

function Actifs({ actifs, retirer, effacer }: Omit<Filtrage<unknown>, 'cadre' | 'changer'>) {
  const id = useId()
  if (actifs.length === 0) return null
  return (
    <div className="ui-filtres-actifs">
      <span id={id}>{TEXTES.actifs}</span>
      <ul aria-labelledby={id}>
        {actifs.map((un) => (
          <li key={un.cle}>
            <button
              type="button"
              aria-label={TEXTES.retirer(un.libelle)}
              onClick={() => retirer(un)}
            >
              {un.libelle}
              <Icone nom="fermer" taille={14} />
            </button>
          </li>
        ))}
      </ul>
      <BoutonEffacer size="small" variant="text" onClick={effacer} />
    </div>
  )
}

type Props = {
  filtrage: Filtrage<unknown>
  nom?: string
  recherche?: PropsRecherche
  /** The fields, in one line; on a phone they fold under one button. */
  children?: ReactNode
  /** What is chosen among values all in view; folded with the fields. */
  choix?: ReactNode
}

/**
 * The filters of a list: the search answers when it is sent, the others at once. Those in force are
 * told under them, each with its way out.
 */
export function Filtres({ filtrage, nom = TEXTES.nom, recherche, children, choix }: Props) {
  const { actifs, cadre, changer } = filtrage
  const [deplies, setDeplies] = useState(false)
  const id = useId()
  const replies = actifs.filter(({ cle }) => cle !== (recherche?.nom ?? 'q')).length
  return (
    <section ref={cadre} tabIndex={-1} className="ui-filtres" aria-label={nom}>
      {recherche && <Recherche {...recherche} changer={changer} />}
      <BoutonAction
        className="ui-filtres-bascule"
        icone="filtre"
        aria-expanded={deplies}
        aria-controls={id}
        onClick={() => setDeplies(!deplies)}
      >
        {TEXTES.bouton(replies)}
      </BoutonAction>
      <div id={id} className={deplies ? 'ui-filtres-plis ui-deplies' : 'ui-filtres-plis'}>
        {children && <div className="ui-filtres-champs">{children}</div>}
        {choix}
      </div>
      <Actifs {...filtrage} />
    </section>
  )
}
