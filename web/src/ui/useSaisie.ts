import type { Champs } from '@releve/contract/champs.ts'
import { useRef, useState } from 'react'
import type { Faute } from './ResumeFautes.tsx'
import {
  attributsDe,
  champDe,
  consigneDe,
  differences,
  type Fautes,
  fautesDe,
  fusionner,
  libelleDe,
  refusDe,
  type Saisie,
} from './saisie.ts'

/** Whether a button of the mouse, or a finger, is down. */
let appuye = false

if (typeof window !== 'undefined') {
  const suivre = (etat: boolean) => () => {
    appuye = etat
  }
  window.addEventListener('pointerdown', suivre(true), true)
  for (const fin of ['pointerup', 'pointercancel']) {
    window.addEventListener(fin, suivre(false), true)
  }
}

/** A click comes a moment after the pointer is up. */
const CLIC_MS = 50

/**
 * Does at once, or after the click under way: what moves the page as one leaves a field would
 * otherwise take the button from under the pointer, and the click would be lost.
 */
function apresAppui(faire: () => void): void {
  if (!appuye) return faire()
  window.addEventListener('pointerup', () => setTimeout(faire, CLIC_MS), { once: true })
}

export type Nom<S> = keyof S & string
type Evenement = { target: { value: string } }

export type Options<S extends Saisie, V> = {
  /** What the contract says of each field. */
  champs: Champs
  /** What the fields hold at first, in the order of the screen. */
  initiale: S
  /** Of what is modified, as it was read. Another, while nothing is typed, brings its own values. */
  version?: V
  /** What the form alone knows of a field: a fault, or null where the table's does not count. */
  fautes?: (saisie: S) => Fautes
  /** Where a refusal belongs that names no field. */
  parCode?: Readonly<Record<string, Nom<S>>>
  /** The words of a field, where they are not those of the table. */
  libelles?: { readonly [Un in Nom<S>]?: string }
  /** When a field says its fault before one tries to send: left filled in; left; as one types. */
  dire?: 'rempli' | 'quitte' | 'aussitot'
}

/** What a form holds, over what was last read of it: `version` says which reading. */
function useValeurs<S extends Saisie, V>(options: Options<S, V>) {
  const { initiale } = options
  // Left out, it is undefined, and so is `V`.
  const version = options.version as V
  const [base, setBase] = useState({ lue: initiale, version })
  const [vue, setVue] = useState(version)
  const [saisie, setSaisie] = useState(initiale)
  const modifiee = differences(base.lue, saisie).length > 0
  const adopter = (lue: S, leur: V) => {
    setBase({ lue, version: leur })
    setSaisie((avant) => fusionner(base.lue, avant, lue))
  }
  if (version !== vue) {
    setVue(version)
    if (!modifiee) adopter(initiale, version)
  }
  return { base, saisie, setSaisie, setBase, modifiee, adopter }
}

/** What is wrong in a form, here and for the server, and which of it is to be said. */
function useFautes<S extends Saisie, V>(options: Options<S, V>, saisie: S) {
  const { champs, fautes: propres, parCode, dire = 'rempli' } = options
  const [touches, setTouches] = useState<ReadonlySet<string>>(new Set())
  const [refus, setRefus] = useState<Record<string, string>>({})
  const [essais, setEssais] = useState(0)
  const zone = useRef<HTMLDivElement>(null)
  const siennes = fautesDe(champs, saisie, propres?.(saisie))
  const toutes: Fautes = { ...refus, ...siennes }
  const refuses = (echec: unknown) => refusDe(echec, champs, saisie, parCode)
  const viser = (dites: Fautes) => {
    const [nom] = Object.keys(dites)
    zone.current?.querySelector<HTMLElement>(`[name="${nom}"]`)?.focus()
  }
  const recommencer = () => {
    setRefus({})
    setEssais(0)
  }
  const erreurDe = (nom: string): string | null => {
    const dite = essais > 0 || dire === 'aussitot' || touches.has(nom) || nom in refus
    return (dite && toutes[nom]) || null
  }
  return {
    toutes,
    erreurDe,
    essais,
    /** On what holds the fields: the first at fault then takes the focus. */
    zone,
    toucher: (nom: Nom<S>) => setTouches((avant) => new Set([...avant, nom])),
    /** Changed since: the server is to judge it again. */
    rejuger: (nom: Nom<S>) =>
      setRefus((avant) => Object.fromEntries(Object.entries(avant).filter(([un]) => un !== nom))),
    /** Shows every fault; true when there is none. What the server refused may be tried again. */
    controler: () => {
      setEssais((avant) => avant + 1)
      viser(siennes)
      return Object.keys(siennes).length === 0
    },
    /** Whether the fields themselves say what was refused. */
    estPlacee: (echec: unknown) => Object.keys(refuses(echec)).length > 0,
    refuser: (echec: unknown) => {
      setRefus(refuses(echec))
      viser(refuses(echec))
    },
    recommencer,
    oublier: () => {
      setTouches(new Set())
      recommencer()
    },
  }
}

/**
 * A form: what its fields hold, which were left, what to say under each of them, and how many times
 * one has tried to send it. Its table judges; the server has the last word.
 */
export function useSaisie<S extends Saisie, V = undefined>(options: Options<S, V>) {
  const { champs, libelles = {}, dire } = options
  const valeurs = useValeurs(options)
  const { base, saisie, setSaisie, setBase, adopter } = valeurs
  const { toutes, recommencer, oublier, rejuger, ...epreuve } = useFautes(options, saisie)
  const { toucher, erreurDe } = epreuve
  const nommer = (nom: string): string =>
    (libelles as Fautes)[nom] ?? libelleDe(champs, saisie, nom)
  const changer = <N extends Nom<S>>(nom: N, valeur: S[N]) => {
    setSaisie((avant) => ({ ...avant, [nom]: valeur }))
    rejuger(nom)
  }
  return {
    ...epreuve,
    saisie,
    base: base.lue,
    version: base.version,
    /** Something was typed that is not kept. */
    modifiee: valeurs.modifiee,
    /** What is wrong, field by field, in the order of the screen. */
    fautes: Object.keys({ ...saisie, ...toutes }).flatMap((nom): Faute[] => {
      const faute = toutes[nom]
      return faute ? [{ nom, libelle: nommer(nom), faute }] : []
    }),
    nommer,
    /** What is to be filled, over the fields. */
    consigne: consigneDe(champs, saisie),
    changer,
    /** Takes up what was read anew, under what was typed here; returns the fields that differ. */
    reprendre: (lue: S, version: V): string[] => {
      adopter(lue, version)
      recommencer()
      return differences(base.lue, lue)
    },
    /** What is on the server is this: nothing of it is typed any more. */
    enregistrer: (lue: S, version: V) => {
      setBase({ lue, version })
      setSaisie(lue)
      recommencer()
    },
    /** As it was last read, or as at first. */
    annuler: () => {
      setSaisie(base.lue)
      oublier()
    },
    /** What ties a field to the form: to spread on `ChampTexte`, `ChampListe`, `ChampMotDePasse`… */
    lier: (nom: Nom<S>) => {
      const valeur = saisie[nom] ?? ''
      return {
        name: nom,
        libelle: nommer(nom),
        ...attributsDe(champDe(champs, nom)),
        value: typeof valeur === 'string' ? valeur : '',
        onChange: ({ target }: Evenement) => changer(nom, target.value as S[typeof nom]),
        onBlur: () => {
          if (valeur !== '' || dire === 'quitte') apresAppui(() => toucher(nom))
        },
        erreur: erreurDe(nom),
      }
    },
  }
}

/** A form, whatever its fields. */
export type Forme = Pick<
  ReturnType<typeof useSaisie<Saisie>>,
  'modifiee' | 'fautes' | 'essais' | 'nommer' | 'consigne'
>

/** What draws the fields of a form. */
export type FormeDe<S extends Saisie> = Pick<
  ReturnType<typeof useSaisie<S, unknown>>,
  'saisie' | 'lier' | 'nommer' | 'changer' | 'toucher' | 'erreurDe'
> & { champs: Champs }
