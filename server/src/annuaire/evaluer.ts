import type { Chiffre, RaisonAbsence } from '@releve/contract/annuaire/annuaire.schema.ts'
import { additionner, arrondir, divise, enNombre, fois } from '@releve/contract/exact.ts'
import type { Agregat, Compte, Cube, Moyenne } from './cube.ts'
import {
  type Composant,
  existeDans,
  type Formule,
  type Revealed,
  type TableauResolu,
  type Terme,
  type Terrain,
} from './resoudre.ts'
/** A figure before secrecy. */
export type Exact = {
  /** Not rounded; null: absent. */
  valeur: number | null
  raison: RaisonAbsence | null
  partiel: boolean
  /** What it is, wherever it is written: the same name is the same figure. */
  cle: string
  /** The figures that a rate divides; itself for any other. */
  composants: string[]
  /** How an average is made. */
  moyenne?: Moyenne
}

export type Milieu = {
  terrain: Terrain
  cube: Cube
  /** Months of the year that have begun: 12 once it is over. */
  moisEchus: number
  /** Of all that counts, unless told. */
  compte?: Compte
}

export function cleDe({ sorte, terme }: Composant, annee: number): string {
  const { lecture, cellules, region, type, mois } = terme
  return [annee, sorte, lecture, cellules.join('+'), region, type, mois.join('+')].join('|')
}

function raisonDe(terme: Terme, lue: Agregat, { terrain, cube, moisEchus }: Milieu): RaisonAbsence {
  if (terme.mois.every((m) => m > moisEchus)) return 'A_VENIR'
  if (cube.formulaires(terme) === 0) return 'NON_RECU'
  const adresses = new Set(terrain.cellules[terme.lecture.split('+')[0] ?? ''])
  if (!terme.cellules.some((cellule) => existeDans(adresses, cellule))) return 'NON_COLLECTE'
  if (lue.nd > 0) return 'NON_DISPONIBLE'
  return lue.so > 0 ? 'SANS_OBJET' : 'NON_RECU'
}

function composer(composant: Composant, milieu: Milieu): Exact {
  const { sorte, terme } = composant
  const lue = milieu.cube.lire(terme, milieu.compte)
  const cle = cleDe(composant, milieu.terrain.annee)
  const moyenne = sorte === 'moyenne' ? milieu.cube.moyenne(terme, milieu.compte) : null
  const valeur = moyenne ? moyenne.valeur : lue.n === 0 ? null : enNombre(lue.somme)
  return {
    valeur,
    raison: valeur === null ? raisonDe(terme, lue, milieu) : null,
    partiel: valeur !== null && (lue.nd > 0 || (moyenne?.manque ?? false)),
    cle,
    composants: [cle],
    ...(moyenne && { moyenne }),
  }
}

/** The figure that a formula gives. */
export function evaluer(formule: Formule, milieu: Milieu): Exact {
  if (formule.sorte !== 'taux') return composer(formule, milieu)
  const num = formule.num.map((composant) => composer(composant, milieu))
  const den = formule.den.map((composant) => composer(composant, milieu))
  const tous = [...num, ...den]
  const somme = (exacts: readonly Exact[]) => additionner(exacts.map(({ valeur }) => valeur ?? 0))
  const part = divise(fois(formule.facteur, somme(num)), somme(den))
  const manque = tous.some(({ valeur }) => valeur === null) || part === undefined
  return {
    valeur: manque ? null : enNombre(part),
    raison: manque ? 'NON_CALCULABLE' : null,
    partiel: tous.some(({ partiel }) => partiel),
    cle: `taux|${tous.map(({ cle }) => cle).join('/')}`,
    composants: tous.map(({ cle }) => cle),
  }
}

/** A count of persons that the figure of a cell gives away (`tient` of the plan). */
export type RevealedCount = Revealed & { exact: Exact }

export type TableauEvalue = { resolu: TableauResolu; exacts: Exact[][]; tenus?: RevealedCount[] }

export function evaluerTableau(resolu: TableauResolu, milieu: Milieu): TableauEvalue {
  const exacts = resolu.lignes.map(({ formules }) => formules.map((f) => evaluer(f, milieu)))
  const tenus = (resolu.tenus ?? []).map((revele): RevealedCount => {
    return { ...revele, exact: composer(revele.composant, milieu) }
  })
  const estVide = ({ ligne, colonne }: Revealed) =>
    tenus.some(
      (tenu) =>
        !tenu.siVide && tenu.ligne === ligne && tenu.colonne === colonne && !tenu.exact.valeur,
    )
  return { resolu, exacts, tenus: tenus.filter((tenu) => estVide(tenu) === (tenu.siVide ?? false)) }
}

/** The figure as it is written: rounded to what is shown, hidden where it must be. */
export function ecrireChiffre(
  exact: Exact,
  decimales: number,
  caches: ReadonlySet<string>,
): Chiffre {
  if (exact.valeur === null) return { sorte: 'absent', raison: exact.raison ?? 'NON_RECU' }
  const secret = caches.has(exact.cle) || exact.composants.some((cle) => caches.has(cle))
  if (secret) return { sorte: 'secret' }
  return { sorte: 'valeur', valeur: arrondir(exact.valeur, decimales) }
}
