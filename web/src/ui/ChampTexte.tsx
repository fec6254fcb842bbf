import { type ComponentProps, type ReactNode, useId } from 'react'
import { Champ, liensChamp, type TextesChamp } from './Champ.tsx'

type PropsTexte = TextesChamp &
  ComponentProps<'input'> & {
    /** A button inside the field, at its end. */
    fin?: ReactNode
    /** As wide as what is typed there; by default, as what holds it. */
    largeur?: 'xs' | 'sm' | 'md'
  }

/** One line of text. */
export function ChampTexte(props: PropsTexte) {
  const { libelle, aide, erreur, fin, largeur, ...saisie } = props
  const id = useId()
  const textes = { libelle, aide, erreur }
  return (
    <Champ id={id} {...textes}>
      <div className={largeur ? `ui-champ-boite ui-champ-${largeur}` : 'ui-champ-boite'}>
        <input
          className={fin ? 'ui-saisie ui-saisie-fin' : 'ui-saisie'}
          {...liensChamp(id, textes)}
          {...saisie}
        />
        {fin && <div className="ui-champ-fin">{fin}</div>}
      </div>
    </Champ>
  )
}

type PropsZone = TextesChamp & ComponentProps<'textarea'>

/** Several lines of text. */
export function ChampTexteLong({ libelle, aide, erreur, ...saisie }: PropsZone) {
  const id = useId()
  const textes = { libelle, aide, erreur }
  return (
    <Champ id={id} {...textes}>
      <textarea className="ui-saisie" rows={4} {...liensChamp(id, textes)} {...saisie} />
    </Champ>
  )
}

export type Option = { code: string; libelle: string }
type PropsListe = TextesChamp &
  ComponentProps<'select'> & { options: readonly Option[]; vide?: string }

/** A choice in a list, native. `vide`: the words of no choice, when one may choose nothing. */
export function ChampListe({ libelle, aide, erreur, options, vide, ...saisie }: PropsListe) {
  const id = useId()
  const textes = { libelle, aide, erreur }
  return (
    <Champ id={id} {...textes}>
      <select className="ui-saisie" {...liensChamp(id, textes)} {...saisie}>
        {vide !== undefined && <option value="">{vide}</option>}
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.libelle}
          </option>
        ))}
      </select>
    </Champ>
  )
}
