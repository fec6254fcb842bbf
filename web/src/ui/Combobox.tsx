import { plier } from '@releve/contract/plier.ts'
import { type UseComboboxReturnValue, useCombobox } from 'downshift'
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Champ, liensChamp, type TextesChamp } from './Champ.tsx'
import type { Option } from './ChampTexte.tsx'
import { Icone } from './Icone.tsx'
import { Invisible } from './Invisible.tsx'
import { textesCombobox } from './ui.textes.ts'
import './Combobox.css'

/** More would be read by nobody, and slow an old telephone. */
const MONTREES = 50

type Recherche = {
  options: readonly Option[]
  /** Their words, folded, in the same order: once for thousands of them. */
  plies: readonly string[]
  sauf: readonly string[]
  texte: string
}

/** The options that hold every word of the text, the first ones, and how many there are in all. */
export function proposer({ options, plies, sauf, texte }: Recherche) {
  const mots = plier(texte).split(/\s+/)
  const trouvees = options.filter(
    ({ code }, rang) => !sauf.includes(code) && mots.every((mot) => plies[rang]?.includes(mot)),
  )
  return { montrees: trouvees.slice(0, MONTREES), total: trouvees.length }
}

const AUCUN: readonly string[] = []

type Choix = {
  options: readonly Option[]
  /** More options are being read: words that name none yet may name one of those. */
  attend?: boolean
  /** The code of an option; blank; or words that name none, as they were typed. */
  valeur: string
  /** Words, as they are typed, whatever they name. */
  onValeur: (valeur: string) => void
  /**
   * The code that was chosen: in the list, or by leaving whole words. With it, `valeur` is words
   * alone, that whoever keeps what was chosen empties.
   */
  onChoisir?: (code: string) => void
  /** Codes that are not proposed. */
  sauf?: readonly string[]
  /** The code that these very words name, as one leaves the field; null: they name none. */
  reconnaitre?: (texte: string) => string | null
}
type Props = TextesChamp & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'> & Choix

/** What is typed, until it names an option: then the field shows the words of the option. */
function useTexte({ options, attend = false, valeur, sauf = AUCUN, ...suites }: Choix) {
  const { onValeur, onChoisir, reconnaitre } = suites
  const [texte, setTexte] = useState<string | null>(null)
  /** One has done with these words, and what they may name is still being read. */
  const laisse = useRef(false)
  const plies = useMemo(() => options.map(({ libelle }) => plier(libelle)), [options])
  const choisie = onChoisir ? null : (options.find(({ code }) => code === valeur) ?? null)
  const choisir = (code: string) => {
    setTexte(null)
    laisse.current = false
    ;(onChoisir ?? onValeur)(code)
  }
  /** Whole words choose too, once what they may name is there: whether they do, or will. */
  const conclure = () => {
    if (!(texte && reconnaitre)) return false
    const code = reconnaitre(texte)
    if (code) choisir(code)
    else laisse.current = attend
    return Boolean(code) || attend
  }
  useEffect(() => {
    if (laisse.current && !attend) conclure()
  })
  return {
    choisie,
    texte: texte ?? choisie?.libelle ?? valeur,
    proposees: proposer({ options, plies, sauf, texte: texte ?? '' }),
    choisir,
    saisir: (saisi: string) => {
      setTexte(saisi)
      laisse.current = false
      onValeur(saisi.trim())
    },
    conclure,
  }
}

type Liste = Pick<UseComboboxReturnValue<Option>, 'isOpen' | 'getMenuProps' | 'getItemProps'> & {
  proposees: ReturnType<typeof proposer>
  attend: boolean
}

/** The list under the field: brought into view whole, where a dialog scrolls. */
function Propositions({ isOpen, getMenuProps, getItemProps, proposees, attend }: Liste) {
  const ref = useRef<HTMLDivElement>(null)
  const { montrees, total } = proposees
  const { aucune, compte, lecture, reste } = textesCombobox
  const [vide, dit] = attend && total === 0 ? [lecture, lecture] : [aucune, compte(total)]
  useEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <>
      <div ref={ref} className="ui-propositions" hidden={!isOpen}>
        <ul {...getMenuProps()}>
          {isOpen &&
            montrees.map((option, index) => (
              <li key={option.code} {...getItemProps({ item: option, index })}>
                {option.libelle}
              </li>
            ))}
        </ul>
        {montrees.length < total && <p>{reste(total - montrees.length)}</p>}
        {total === 0 && <p>{vide}</p>}
      </div>
      <Invisible role="status">{isOpen ? dit : ''}</Invisible>
    </>
  )
}

/**
 * One choice among many, found by its words as one types. The arrows go through what is proposed,
 * Enter or Tab takes the one they are on, Escape closes the list and keeps what was typed. Nothing
 * is chosen while one types: a code may be how another one begins.
 */
export function Combobox(props: Props) {
  const { libelle, aide, erreur, ...reste } = props
  const { options, attend, valeur, onValeur, onChoisir, sauf, reconnaitre, ...saisie } = reste
  const id = useId()
  const champ = useTexte({ options, attend, valeur, onValeur, onChoisir, sauf, reconnaitre })
  const liste = useCombobox({
    items: champ.proposees.montrees,
    itemToString: (option) => option?.libelle ?? '',
    selectedItem: champ.choisie,
    inputValue: champ.texte,
    inputId: id,
    labelId: `${id}-libelle`,
    menuId: `${id}-liste`,
    getItemId: (rang) => `${id}-${rang}`,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && champ.choisir(selectedItem.code),
  })
  const auClavier = (
    evenement: KeyboardEvent & { nativeEvent: { preventDownshiftDefault?: boolean } },
  ) => {
    // The key that chooses does not send the form too.
    const prise = evenement.key === 'Enter' && liste.highlightedIndex < 0 && champ.conclure()
    if (prise) evenement.preventDefault()
    if (evenement.key !== 'Escape') return
    // Open, the key closes the list and not the dialog around it; closed, it empties no field.
    if (liste.isOpen) evenement.preventDefault()
    else evenement.nativeEvent.preventDownshiftDefault = true
  }
  const dites = { libelle, aide, erreur }
  return (
    <Champ id={id} {...dites}>
      <div className="ui-champ-boite ui-combobox">
        <input
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          {...saisie}
          {...liste.getInputProps({
            ...liensChamp(id, dites),
            className: 'ui-saisie ui-saisie-fin',
            'aria-busy': attend || undefined,
            ref: saisie.ref,
            onKeyDown: auClavier,
            onChange: ({ currentTarget }) => champ.saisir(currentTarget.value),
            onBlur: (evenement) => {
              champ.conclure()
              saisie.onBlur?.(evenement)
            },
          })}
        />
        <span className="ui-champ-fin">
          <Icone nom="chevronBas" taille={18} />
        </span>
        <Propositions {...liste} proposees={champ.proposees} attend={attend ?? false} />
      </div>
    </Champ>
  )
}
