import {
  SANS_VENTILATION,
  VENTILATION_DEFAUT,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { BORNES_MODELE } from '@releve/contract/modele/modele.bornes.ts'
import { Inconvertible } from './ailleurs.ts'
import {
  completer,
  idDe,
  type Metadonnees,
  nomDe,
  type Objet,
  objetDe,
  objetsDe,
  texteDe,
} from './dhis2.lecture.ts'

/** The breakdown that DHIS2 calls « default »: the same on every server, and often left out of a file. */
const COMBINAISON_DEFAUT = 'bjDvmb4bfuf'

type Option = { id: string; objet: Objet }
type Categorie = { nom: string; options: Option[] }

/** One value of a data element there (`categoryOptionCombo`); `code`: empty when it has none. */
export type ValeurVentilee = { id: string; code: string }

/** How a data element is broken down. `categories` is empty for a single value. */
export type Ventilation = {
  id: string
  nom: string
  categories: Categorie[]
  /** What stands where these options meet, one of each category; null: the file does not say. */
  trouver: (options: readonly Option[]) => ValeurVentilee | null
}

const cleDe = (options: readonly { id: string }[]) =>
  options
    .map(({ id }) => id)
    .toSorted()
    .join(' ')

/** The breakdowns of a file, each read once. */
export function ouvrirVentilations(meta: Metadonnees): (reference: Objet) => Ventilation {
  const parCombinaison = new Map<string, Objet[]>()
  for (const coc of meta.liste('categoryOptionCombos')) {
    const combinaison = idDe(objetDe(coc, 'categoryCombo'))
    const sienne = parCombinaison.get(combinaison)
    if (sienne) sienne.push(coc)
    else parCombinaison.set(combinaison, [coc])
  }
  const lues = new Map<string, Ventilation>()
  return (reference) => {
    const id = idDe(reference)
    const lue = lues.get(id) ?? lireVentilation(meta, reference, parCombinaison.get(id) ?? [])
    lues.set(id, lue)
    return lue
  }
}

function lireVentilation(meta: Metadonnees, reference: Objet, cocs: Objet[]): Ventilation {
  const objet = completer(meta, 'categoryCombos', reference)
  const id = idDe(objet)
  const siens = [...cocs, ...objetsDe(objet, 'categoryOptionCombos')]
  const parOptions = new Map<string, ValeurVentilee>()
  for (const coc of siens) {
    const cle = cleDe(objetsDe(coc, 'categoryOptions').map((option) => ({ id: idDe(option) })))
    if (!parOptions.has(cle)) parOptions.set(cle, { id: idDe(coc), code: texteDe(coc, 'code') })
  }
  const categories = estDefaut(objet) ? [] : lireCategories(meta, objet)
  if (categories.length === 0) {
    const unique = estDefaut(objet) ? defautDe(siens) : seuleDe(siens)
    return { id, nom: nomDe(objet), categories, trouver: () => unique }
  }
  refuserProduit(categories, nomDe(objet))
  return {
    id,
    nom: nomDe(objet),
    categories,
    trouver: (options) => parOptions.get(cleDe(options)) ?? null,
  }
}

const nommees = (cocs: readonly Objet[]): ValeurVentilee[] =>
  cocs.flatMap((coc) => (idDe(coc) ? [{ id: idDe(coc), code: texteDe(coc, 'code') }] : []))

function defautDe(cocs: readonly Objet[]): ValeurVentilee {
  const [dite] = nommees(cocs)
  return { id: dite?.id ?? VENTILATION_DEFAUT, code: dite?.code || SANS_VENTILATION }
}

/** Of a breakdown that the file does not describe: the only one there is; of several, none is the whole. */
function seuleDe(cocs: readonly Objet[]): ValeurVentilee | null {
  const dites = nommees(cocs)
  return dites.length === 1 ? (dites[0] ?? null) : null
}

const estDefaut = (combinaison: Objet): boolean =>
  idDe(combinaison) === '' ||
  idDe(combinaison) === COMBINAISON_DEFAUT ||
  texteDe(combinaison, 'name') === 'default'

function lireCategories(meta: Metadonnees, combinaison: Objet): Categorie[] {
  return objetsDe(combinaison, 'categories').flatMap((reference) => {
    const categorie = completer(meta, 'categories', reference)
    const vues = new Set<string>()
    const options = objetsDe(categorie, 'categoryOptions').flatMap((une): Option[] => {
      const id = idDe(une)
      if (id === '' || vues.has(id)) return []
      vues.add(id)
      return [{ id, objet: completer(meta, 'categoryOptions', une) }]
    })
    return options.length > 0 ? [{ nom: nomDe(categorie), options }] : []
  })
}

/** @throws Inconvertible before anything of that size is made. */
function refuserProduit(categories: readonly Categorie[], nom: string): void {
  const produit = categories.reduce((n, { options }) => n * options.length, 1)
  if (produit > BORNES_MODELE.cellules)
    throw new Inconvertible(
      `La ventilation «\u00a0${nom}\u00a0» a plus de cases qu’un modèle ne peut en avoir\u00a0: réduisez ses catégories.`,
    )
}

/** Every way to take one option of each category, in the order of the screen. */
export function croiser(categories: readonly Categorie[]): Option[][] {
  return categories.reduce<Option[][]>(
    (debuts, { options }) => debuts.flatMap((debut) => options.map((option) => [...debut, option])),
    [[]],
  )
}
