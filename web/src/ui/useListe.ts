import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Changement, changerAdresse, pageDe, triDe } from './adresse.ts'
import type { Option } from './ChampTexte.tsx'
import type { Filtre, PropsFiltre } from './filtre.tsx'
import type { NomIcone } from './Icone.tsx'
import type { Colonne } from './Tableau.tsx'

export type FiltresListe = Readonly<Record<string, Filtre>>

/** What is asked for, filter by filter. */
export type Criteres<F extends FiltresListe> = {
  [Nom in keyof F]?: NonNullable<ReturnType<F[Nom]['lire']>>
}

/** What a list asks for: it stands apart from how it is shown, and is read before that comes. */
export type Question<F extends FiltresListe> = {
  /** By the names that the server knows, in the order of the screen. */
  filtres: F
  /** What it may be sorted by, and nothing else: what its columns say. */
  tris: readonly string[]
  /** The order when none is asked for. */
  tri?: string | ((criteres: Criteres<F>) => string)
  taille?: number
}

/** Declares what a list asks for, once (`x.liste.ts`). */
export const question = <F extends FiltresListe>(une: Question<F>) => une

/** How a list shows what it finds. */
type Presentation<T> = {
  colonnes: readonly Colonne<T>[]
  cleDe: (ligne: T) => string
  textes: {
    titre: string
    compte: (total: number) => string
    /** What is said when there is nothing, and no filter is the reason. */
    vide: string
    /** What is said when the filters leave nothing. */
    aucun: string
  }
  icone?: NomIcone
  className?: string
}

export type TableListe<F extends FiltresListe, T> = Presentation<T> & Question<F>

/** Declares a list, once: what it asks for, its columns, its words. */
export const liste = <F extends FiltresListe, T>(table: TableListe<F, T>) => table

const TAILLE = 25

/** What an address says of these filters; anything that it may not say is left out. */
export function lireCriteres<F extends FiltresListe>(
  filtres: F,
  params: URLSearchParams,
): Criteres<F> {
  const lus = Object.entries(filtres).map(([nom, { adresse = nom, lire }]) => [
    nom,
    lire(params.get(adresse) ?? ''),
  ])
  // Each value was read by the filter of its name.
  return Object.fromEntries(lus) as Criteres<F>
}

/** What an address asks of a list. */
export function lireListe<F extends FiltresListe>(
  { filtres, tris, tri: origine, taille = TAILLE }: Question<F>,
  params: URLSearchParams,
) {
  const criteres = lireCriteres(filtres, params)
  const tri = triDe(params, tris) ?? (typeof origine === 'function' ? origine(criteres) : origine)
  const page = pageDe(params)
  return {
    criteres,
    /** In force: asked for, or the list's own. */
    tri,
    page,
    /** What the server is asked for. */
    query: { ...criteres, tri, page, taille },
  }
}

/** One filter in force: what it is, in words, and the change of address that takes it away. */
export type FiltreActif = { cle: string; libelle: string; retrait: Changement }

/** One filter on screen: its name in the address, its value there, what may be chosen. */
type ChampFiltre = Pick<Filtre, 'place' | 'dire' | 'separes' | 'Champ'> &
  Pick<PropsFiltre, 'valeur' | 'options'> & { nom: string }

type Options = Readonly<Record<string, readonly Option[]>>

export function champsDe(
  filtres: FiltresListe,
  criteres: Criteres<FiltresListe>,
  donnees: Options = {},
): ChampFiltre[] {
  return Object.entries(filtres).map(([nom, { adresse = nom, options, ...filtre }]) => ({
    ...filtre,
    nom: adresse,
    valeur: String(criteres[nom] ?? ''),
    options: options ?? donnees[nom] ?? [],
  }))
}

/** What is in force, in the order of the fields. */
export function actifsDe(champs: readonly ChampFiltre[]): FiltreActif[] {
  return champs.flatMap(({ nom, valeur, options, dire, separes }) => {
    if (valeur === '') return []
    if (!separes) return [{ cle: nom, libelle: dire(valeur, options), retrait: { [nom]: '' } }]
    const valeurs = valeur.split(',')
    return valeurs.map((une) => ({
      cle: `${nom}-${une}`,
      libelle: dire(une, options),
      retrait: { [nom]: valeurs.filter((autre) => autre !== une).join(',') },
    }))
  })
}

/** The change that takes them all away, and the order asked for with them. */
export function retraitDe(actifs: readonly FiltreActif[]): Changement {
  const noms = actifs.flatMap(({ retrait }) => Object.keys(retrait))
  return Object.fromEntries([...noms, 'tri'].map((nom) => [nom, '']))
}

/** The filters whose choices the screen gives, and these choices. */
type Donnees<F extends FiltresListe> = {
  [Nom in keyof F as F[Nom]['options'] extends null ? Nom : never]: readonly Option[]
}
type SiDonnees<F extends FiltresListe> = keyof Donnees<F> extends never ? [] : [Donnees<F>]

/** What a screen asks for, held by the address, with the fields that change it. */
export function useFiltrage<F extends FiltresListe>(
  demande: Question<F>,
  ...donnees: SiDonnees<F>
) {
  const [params, setParams] = useSearchParams()
  const cadre = useRef<HTMLElement>(null)
  const lue = lireListe(demande, params)
  const champs = champsDe(demande.filtres, lue.criteres, donnees[0])
  const actifs = actifsDe(champs)
  const changer = (changement: Changement) =>
    setParams((avant) => changerAdresse(avant, changement), { preventScrollReset: true })
  return {
    ...lue,
    champs,
    actifs,
    /** Where their fields stand: what is pressed to take a filter away goes, the focus must not. */
    cadre,
    changer,
    retirer: ({ retrait }: FiltreActif) => {
      cadre.current?.focus({ preventScroll: true })
      changer(retrait)
    },
    effacer: () => {
      const recherche = cadre.current?.querySelector<HTMLElement>('[type=search]')
      ;(recherche ?? cadre.current)?.focus()
      changer(retraitDe(actifs))
    },
  }
}

/** A list as its table declares it, held by the address. */
export function useListe<F extends FiltresListe, T>(
  table: TableListe<F, T>,
  ...donnees: SiDonnees<F>
) {
  return { ...useFiltrage(table, ...donnees), table: table as Presentation<T> }
}

/** A list in its address, whatever its filters and its lines. */
export type Filtrage = Omit<ReturnType<typeof useListe>, 'table'>
export type FiltrageDe<T> = Filtrage & { table: Presentation<T> }
