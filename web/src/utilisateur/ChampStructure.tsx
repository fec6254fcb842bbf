import { type ComponentProps, memo, useId, useState } from 'react'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import type { ChoixStructures } from './choixStructures.ts'

const AUCUNE: readonly string[] = []

type Props = Omit<ComponentProps<typeof ChampTexte>, 'value' | 'onChange' | 'list'> & {
  choix: ChoixStructures
  /** A code; blank; or words that name none, as they were typed. */
  valeur: string
  onValeur: (valeur: string) => void
  /** Codes that are not proposed. */
  sauf?: readonly string[]
}

type PropsListe = { id: string; choix: ChoixStructures; sauf: string }

/** What the browser proposes as one types. `sauf`: codes; a text, which stays the same by itself. */
const Propositions = memo(({ id, choix, sauf }: PropsListe) => {
  const codes = new Set(sauf.split(' '))
  return (
    <datalist id={id}>
      {choix.structures
        .filter(({ code }) => !codes.has(code))
        .map(({ code }) => (
          <option key={code} value={choix.libelleDe(code)} />
        ))}
    </datalist>
  )
})
Propositions.displayName = 'Propositions'

/**
 * One structure, found by its code or its name as one types: a native list of proposals. A whole
 * code, or a whole name, chooses too, as one leaves the field.
 */
export function ChampStructure({
  choix,
  valeur,
  onValeur,
  sauf = AUCUNE,
  onBlur,
  ...champ
}: Props) {
  const id = useId()
  // What is being typed; once a structure is chosen, the field shows its words.
  const [texte, setTexte] = useState<string | null>(null)
  const choisir = (code: string) => {
    setTexte(null)
    onValeur(code)
  }
  const saisir = (saisi: string) => {
    const code = choix.codeProposeDe(saisi)
    if (code !== null) return choisir(code)
    setTexte(saisi)
    onValeur(saisi.trim())
  }
  return (
    <>
      <ChampTexte
        {...champ}
        list={id}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={texte ?? choix.libelleDe(valeur)}
        onChange={({ target }) => saisir(target.value)}
        onBlur={(evenement) => {
          const code = texte && choix.codeDe(texte)
          if (code) choisir(code)
          onBlur?.(evenement)
        }}
      />
      <Propositions id={id} choix={choix} sauf={sauf.join(' ')} />
    </>
  )
}
