import { styled } from '@mui/material/styles'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Champ, liensChamp, styleSaisie, type TextesChamp } from './Champ.tsx'

const Saisie = styled('input')(styleSaisie)
const Zone = styled('textarea')({ ...styleSaisie, resize: 'vertical' })
const Liste = styled('select')({ ...styleSaisie, paddingInlineEnd: 6 })
const Boite = styled('div')({ position: 'relative', display: 'flex', alignItems: 'center' })
const Fin = styled('div')({ position: 'absolute', insetInlineEnd: 3 })

type PropsTexte = TextesChamp & ComponentProps<'input'> & { fin?: ReactNode }

/** One line of text. `fin`: a button inside the field, at its end. */
export function ChampTexte({ libelle, aide, erreur, fin, ...saisie }: PropsTexte) {
  const id = useId()
  const textes = { libelle, aide, erreur }
  return (
    <Champ id={id} {...textes}>
      <Boite>
        <Saisie
          {...liensChamp(id, textes)}
          {...saisie}
          style={{ paddingInlineEnd: fin ? 44 : undefined, ...saisie.style }}
        />
        {fin && <Fin>{fin}</Fin>}
      </Boite>
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
      <Zone rows={4} {...liensChamp(id, textes)} {...saisie} />
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
      <Liste {...liensChamp(id, textes)} {...saisie}>
        {vide !== undefined && <option value="">{vide}</option>}
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.libelle}
          </option>
        ))}
      </Liste>
    </Champ>
  )
}
