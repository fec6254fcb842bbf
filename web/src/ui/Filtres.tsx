import { type ComponentProps, useId, useState } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import type { Filtre } from './filtre.tsx'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import type { Filtrage } from './useListe.ts'
import './Filtres.css'

const TEXTES = {
  nom: 'Filtres',
  bouton: (n: number) => (n === 0 ? 'Filtres' : `Filtres (${n})`),
  actifs: 'Filtres actifs',
  retirer: (libelle: string) => `Retirer le filtre ${libelle}`,
  effacer: 'Effacer les filtres',
}

/** Takes all the filters away. */
export function BoutonEffacer(props: ComponentProps<typeof BoutonAction>) {
  return <BoutonAction {...props}>{TEXTES.effacer}</BoutonAction>
}

function Actifs({ actifs, retirer, effacer }: Pick<Filtrage, 'actifs' | 'retirer' | 'effacer'>) {
  const id = useId()
  if (actifs.length === 0) return null
  return (
    <div className="ui-filtres-actifs">
      <Invisible sous={600} id={id}>
        {TEXTES.actifs}
      </Invisible>
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

/**
 * The filters of a list: the search answers when it is sent, the others at once; on a phone they
 * fold under one button. Those in force are told under them, each with its way out.
 */
export function Filtres({ filtrage, nom = TEXTES.nom }: { filtrage: Filtrage; nom?: string }) {
  const { champs, criteres, actifs, cadre, changer } = filtrage
  const [deplies, setDeplies] = useState(false)
  const id = useId()
  const cherche = champs.find(({ place }) => place === 'recherche')
  const replies = actifs.filter(({ cle }) => cle !== cherche?.nom).length
  const places = (voulue: Filtre['place']) =>
    champs
      .filter(({ place }) => place === voulue)
      .map(({ nom: cle, Champ, valeur, options }) => (
        <Champ
          key={cle}
          {...{ valeur, options, criteres }}
          changer={(suivante) => changer({ [cle]: suivante })}
        />
      ))
  const enLigne = places('champ')
  return (
    <section ref={cadre} tabIndex={-1} className="ui-filtres ui-petits-champs" aria-label={nom}>
      {places('recherche')}
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
        {enLigne.length > 0 && <div className="ui-filtres-champs">{enLigne}</div>}
        {places('choix')}
      </div>
      <Actifs {...filtrage} />
    </section>
  )
}
