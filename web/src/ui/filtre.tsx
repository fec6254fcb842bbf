import type { ComponentType, SyntheticEvent } from 'react'
import { BoutonAction } from './BoutonAction.tsx'
import { ChampListe, ChampTexte, type Option } from './ChampTexte.tsx'
import { ChoixMultiple } from './ChoixMultiple.tsx'
import { useBrouillon } from './useBrouillon.ts'

/** What a filter asks of the server. */
export type ValeurFiltre = string | number | readonly string[]

/** What the field of a filter is given. */
export type PropsFiltre = {
  /** What the address says of it; empty when it says nothing that it may say. */
  valeur: string
  changer: (valeur: string) => void
  options: readonly Option[]
  /** What is said of every filter of the list, by its name. */
  criteres: Readonly<Record<string, ValeurFiltre | undefined>>
}

/**
 * One filter of a list, whole: how the address is read, what is said of it in words, and its field.
 * `V`: what it asks.
 */
export type Filtre<
  V extends ValeurFiltre = ValeurFiltre,
  O extends readonly Option[] | null = readonly Option[] | null,
> = {
  /** In a form of its own; in the line of fields; or under it, all its values in view. */
  place: 'recherche' | 'champ' | 'choix'
  /** Its name in the address, where its own is another list's on the same screen. */
  adresse?: string
  /** What may be chosen; null: the screen says it (`useListe`). */
  options: O
  /** What the address says under its name; undefined when it may not say that. */
  lire: (texte: string) => V | undefined
  /** What the address says, in words. */
  dire: (texte: string, options: readonly Option[]) => string
  /** Several values, by commas: each is said, and taken away, by itself. */
  separes?: boolean
  Champ: ComponentType<PropsFiltre>
}

/** The longest text that a filter may hold, which the server refuses beyond. */
export const TEXTE_MAX = 100
const TEXTES = { rechercher: 'Rechercher' }

/** What is typed in a filter. */
export const lireTexte = (texte: string) => texte.trim().slice(0, TEXTE_MAX) || undefined

const libelleDe = (texte: string, options: readonly Option[]) =>
  options.find(({ code: candidat }) => candidat === texte)?.libelle ?? texte

/** Words that are looked for: they answer when they are sent. */
export function recherche(libelle: string, adresse?: string): Filtre<string, readonly Option[]> {
  function Recherche({ valeur, changer }: PropsFiltre) {
    const [texte, setTexte] = useBrouillon(valeur)
    const chercher = (evenement: SyntheticEvent) => {
      evenement.preventDefault()
      changer(texte.trim())
    }
    return (
      <form role="search" className="ui-filtres-recherche" aria-label={libelle} onSubmit={chercher}>
        <ChampTexte
          libelle={libelle}
          type="search"
          maxLength={TEXTE_MAX}
          value={texte}
          onChange={({ target }) => setTexte(target.value)}
        />
        <BoutonAction type="submit" icone="recherche">
          {TEXTES.rechercher}
        </BoutonAction>
      </form>
    )
  }
  const dire = (texte: string) => `«\u00a0${texte}\u00a0»`
  return { place: 'recherche', adresse, options: [], lire: lireTexte, dire, Champ: Recherche }
}

/** The words of a choice, and those of none. */
type Mots = { libelle: string; vide: string }

/** One value chosen in a list; it answers at once. */
export function choix<V extends ValeurFiltre, O extends readonly Option[] | null>(
  mots: Mots,
  filtre: Pick<Filtre<V, O>, 'lire' | 'options'> & Partial<Filtre<V, O>>,
): Filtre<V, O> {
  function Choix({ valeur, changer, options }: PropsFiltre) {
    return (
      <ChampListe
        {...mots}
        options={options}
        value={valeur}
        onChange={({ target }) => changer(target.value)}
      />
    )
  }
  return { place: 'champ', dire: libelleDe, Champ: Choix, ...filtre }
}

const optionsDe = <Code extends string>(
  codes: readonly Code[],
  libelles: Readonly<Record<Code, string>>,
): Option[] => codes.map((candidat) => ({ code: candidat, libelle: libelles[candidat] }))

/** One of these codes. */
export const parmi = <Code extends string>(
  codes: readonly Code[],
  libelles: Readonly<Record<Code, string>>,
  mots: Mots,
) =>
  choix(mots, {
    options: optionsDe(codes, libelles),
    lire: (texte) => codes.find((candidat) => candidat === texte),
  })

/**
 * One of the codes that the screen names. `parCode`: the filter is said by its code, where a label
 * would be long.
 */
export const code = ({ parCode = false, ...mots }: Mots & { parCode?: boolean }) =>
  choix(mots, {
    options: null,
    lire: lireTexte,
    dire: parCode ? (texte) => texte : libelleDe,
  })

type MotsMultiples = {
  legende: string
  adresse?: string
  aide?: (criteres: PropsFiltre['criteres']) => string | undefined
}

/** Several of these codes, all in view, in their order. */
export function plusieurs<Code extends string>(
  codes: readonly Code[],
  libelles: Readonly<Record<Code, string>>,
  { legende, adresse, aide }: MotsMultiples,
): Filtre<Code[], readonly Option[]> {
  const lus = (texte: string) => {
    const nommes = texte.split(',')
    return codes.filter((candidat) => nommes.includes(candidat))
  }
  const options = optionsDe(codes, libelles)
  function Plusieurs({ valeur, changer, criteres }: PropsFiltre) {
    return (
      <ChoixMultiple
        legende={legende}
        options={options}
        choisis={lus(valeur)}
        aide={aide?.(criteres)}
        onChange={(choisis) => changer(choisis.join(','))}
      />
    )
  }
  return {
    place: 'choix',
    adresse,
    options,
    lire: (texte) => {
      const choisis = lus(texte)
      return choisis.length > 0 ? choisis : undefined
    },
    dire: libelleDe,
    separes: true,
    Champ: Plusieurs,
  }
}
