import { plier } from '@releve/contract/plier.ts'
import { type ComponentProps, useRef } from 'react'
import type { Option } from './ChampTexte.tsx'
import { Combobox } from './Combobox.tsx'
import { Icone } from './Icone.tsx'
import './ChampCodes.css'

export type ChoixCodes = {
  /** Under their codes, as they are proposed. */
  options: readonly Option[]
  /** « CAU-R01-01 – Centre d’accueil »; words that are no code, as they are. */
  libelleDe: (valeur: string) => string
  /** The code of the words proposed, of a whole code or of a whole name; null otherwise. */
  codeDe: (texte: string) => string | null
  /** More are being read. */
  attend: boolean
}

/**
 * What a person may type to name one of these things, or a group of them, which has words alone.
 * `attend`: more of them are being read.
 */
export function choixDe(
  choses: readonly Option[],
  attend: boolean,
  groupes: readonly Option[] = [],
): ChoixCodes {
  const enMots = ({ code, libelle }: Option) => `${code} – ${libelle}`
  const options = [...groupes, ...choses.map((une) => ({ ...une, libelle: enMots(une) }))]
  const parCode = new Map(options.map(({ code, libelle }) => [code, libelle]))
  const nommees = [
    ...groupes.map(({ code, libelle }) => ({ code, noms: [libelle] })),
    ...choses.map((une) => ({ code: une.code, noms: [une.code, une.libelle, enMots(une)] })),
  ]
  return {
    options,
    libelleDe: (valeur) => parCode.get(valeur) ?? valeur,
    codeDe: (texte) => {
      const mots = plier(texte).trim()
      const memes = nommees.filter(({ noms }) => noms.some((nom) => plier(nom).trim() === mots))
      // A name that two of them share chooses neither.
      return memes.length === 1 ? (memes[0]?.code ?? null) : null
    },
    attend,
  }
}

type PropsChamp = Omit<ComponentProps<typeof Combobox>, 'options' | 'reconnaitre' | 'attend'> & {
  choix: ChoixCodes
}

/**
 * One thing, found by its code or its name as one types. A whole code, or a whole name, chooses
 * too, as one leaves the field.
 */
export function ChampCode({ choix, ...champ }: PropsChamp) {
  const { options, codeDe, attend } = choix
  return <Combobox {...champ} options={options} reconnaitre={codeDe} attend={attend} />
}

type PropsCodes = Omit<PropsChamp, 'valeur' | 'onValeur' | 'onChoisir' | 'sauf'> & {
  codes: readonly string[]
  onCodes: (codes: string[]) => void
  /** Words typed that name none yet. */
  reste: string
  onReste: (reste: string) => void
  /** One that is chosen elsewhere. */
  sauf?: string
  textes: { choisis: string; retirer: (libelle: string) => string }
}

/** Several things: each one chosen joins those below, each with its way out. */
export function ChampCodes(props: PropsCodes) {
  const { codes, onCodes, reste, onReste, sauf = '', textes, ...champ } = props
  const { choix } = champ
  const saisie = useRef<HTMLInputElement>(null)
  const pris = [...codes, sauf]
  const ajouter = (code: string) => {
    onReste('')
    if (!pris.includes(code)) onCodes([...codes, code])
  }
  const retirer = (retire: string) => {
    onCodes(codes.filter((code) => code !== retire))
    saisie.current?.focus()
  }
  return (
    <div className="ui-codes">
      <ChampCode
        {...champ}
        ref={saisie}
        // What is not read yet is not at fault.
        erreur={choix.attend && reste ? null : champ.erreur}
        valeur={reste}
        sauf={pris}
        onValeur={onReste}
        onChoisir={ajouter}
      />
      {codes.length > 0 && (
        <ul className="ui-codes-choisis" aria-label={textes.choisis}>
          {codes.map((code) => (
            <li key={code}>
              <span>{choix.libelleDe(code)}</span>
              <button
                type="button"
                aria-label={textes.retirer(choix.libelleDe(code))}
                onClick={() => retirer(code)}
              >
                <Icone nom="fermer" taille={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
