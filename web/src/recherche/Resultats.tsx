import { RESULTATS_PAR_GENRE } from '@releve/contract/recherche/recherche.api.ts'
import { useEffect, useRef } from 'react'
import { Icone, type NomIcone } from '../ui/Icone.tsx'
import { textes } from './recherche.textes.ts'
import type { Genre, Groupe, Resultat } from './resultats.ts'

const ICONES: Record<Genre, NomIcone> = {
  formulaires: 'rapport',
  structures: 'structures',
  utilisateurs: 'personne',
  messages: 'commentaire',
}

type OptionProps = { resultat: Resultat; estChoisi: boolean; onOuvrir: (r: Resultat) => void }

function Option({ resultat, estChoisi, onOuvrir }: OptionProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (estChoisi) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [estChoisi])
  const { cle, genre, titre, details } = resultat
  return (
    // The focus stays in the field, which hears the keys (combobox).
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={ref}
      id={`rec-${cle}`}
      role="option"
      tabIndex={-1}
      aria-selected={estChoisi}
      className="rec-option"
      onClick={() => onOuvrir(resultat)}
    >
      <Icone nom={ICONES[genre]} />
      <span className="rec-mots">
        <span className="rec-titre">{titre}</span>
        <span className="rec-details">{details.join('\u00a0· ')}</span>
      </span>
    </div>
  )
}

type Props = {
  id: string
  groupes: readonly Groupe[]
  choisi: string | null
  onOuvrir: (resultat: Resultat) => void
}

/** What was found, kind by kind: the list of a combobox. */
export function Resultats({ id, groupes, choisi, onOuvrir }: Props) {
  return (
    <div id={id} role="listbox" aria-label={textes.titre} hidden={groupes.length === 0}>
      {groupes.map(({ genre, resultats }) => (
        <div key={genre} role="group" aria-labelledby={`rec-${genre}`} className="rec-groupe">
          <p id={`rec-${genre}`} className="rec-genre">
            {textes.groupes[genre]}
            {resultats.length === RESULTATS_PAR_GENRE && (
              <small>{textes.premiers(RESULTATS_PAR_GENRE)}</small>
            )}
          </p>
          {resultats.map((resultat) => (
            <Option
              key={resultat.cle}
              resultat={resultat}
              estChoisi={resultat.cle === choisi}
              onOuvrir={onOuvrir}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
