import { isoDe, LIBELLES_MOIS, MOIS, type Periode } from '@releve/contract/mois.ts'
import { useId } from 'react'
import { Champ, liensChamp, type TextesChamp } from './Champ.tsx'
import { textesMois as t } from './ui.textes.ts'

const MOIS_ENTIER = /^(20\d\d|2100)-(0[1-9]|1[0-2])$/

/** The month that a field holds (`AAAA-MM`); null while it is not whole, or none. */
export function moisSaisi(valeur: string): Periode | null {
  const [, annee, mois] = MOIS_ENTIER.exec(valeur) ?? []
  const nom = MOIS[Number(mois) - 1]
  return nom ? { mois: nom, annee: Number(annee) } : null
}

/** What is wrong with a month; none chosen is not. */
export const fauteMois = (valeur: string): string | null =>
  valeur === '' || moisSaisi(valeur) ? null : t.faute

const OPTIONS = MOIS.map((mois, rang) => (
  <option key={mois} value={String(rang + 1).padStart(2, '0')}>
    {LIBELLES_MOIS[mois]}
  </option>
))

type Props = TextesChamp & {
  name: string
  /** `AAAA-MM`, of which the year may be half typed; '' : none. */
  value: string
  onChange: (evenement: { target: { value: string } }) => void
  onBlur?: () => void
  /** The words of no month, where one may choose none, and the month that one begins with then. */
  vide?: string
  propose: Periode
}

/** A month and its year. */
export function ChampMois(props: Props) {
  const { libelle, aide, erreur, name, value, onChange, onBlur, vide, propose } = props
  const id = useId()
  const textes = { libelle, aide, erreur }
  const coupure = value.lastIndexOf('-')
  const annee = value.slice(0, Math.max(0, coupure))
  const mois = value.slice(coupure + 1)
  const poser = (nouvelle: string) => onChange({ target: { value: nouvelle } })
  const liens = liensChamp(id, textes)
  return (
    <Champ id={id} {...textes}>
      <div className="ui-champ-mois">
        <select
          className="ui-saisie"
          {...liens}
          {...{ name, onBlur }}
          value={mois}
          onChange={({ target }) =>
            poser(
              target.value &&
                `${value === '' ? isoDe(propose).slice(0, 4) : annee}-${target.value}`,
            )
          }
        >
          {vide !== undefined && <option value="">{vide}</option>}
          {OPTIONS}
        </select>
        {value !== '' && (
          <input
            className="ui-saisie"
            aria-label={t.annee(libelle)}
            aria-describedby={liens['aria-describedby']}
            aria-invalid={liens['aria-invalid']}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            {...{ onBlur }}
            value={annee}
            onChange={({ target }) => poser(`${target.value}-${mois}`)}
          />
        )}
      </div>
    </Champ>
  )
}
