import { estTropMasque } from '@releve/contract/annuaire/affichage.ts'
import type { Regroupement, TableauMasque } from '@releve/contract/annuaire/annuaire.schema.ts'
import { enNombre, plus } from '@releve/contract/exact.ts'
import type { Exact, RevealedCount, TableauEvalue } from './evaluer.ts'
import { masquer, type Protection, systemeDe } from './secret.ts'

/**
 * What to group in a table that secrecy hides more than half, from its own rows: the smallest made
 * into one, or the columns that add up the others kept alone. Each way is tried as a table of its
 * own, masked as it would be.
 */

/** Lists of which only neighbours make one row. */
const VOISINES: ReadonlySet<string> = new Set(['TRANCHE_AGE', 'DUREE_DETENTION'])
/** How many rows are made into one: those that are tried, the fewest first. */
const TAILLES = [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30]
/** Rows of a table: beyond, its groups are too many to be tried. */
const LIGNES_MAX = 150

/** Hidden figures, of all those that there are. */
function compter(exacts: readonly (readonly Exact[])[], caches: ReadonlySet<string>) {
  const presents = exacts.flat().filter(({ valeur }) => valeur !== null)
  const masques = presents.filter((exact) => estMasque(exact, caches)).length
  return { masques, chiffres: presents.length }
}

const estMasque = ({ cle, composants }: Exact, caches: ReadonlySet<string>) =>
  caches.has(cle) || composants.some((nom) => caches.has(nom))

const sommer = (valeurs: readonly (number | null)[]): number | null => {
  const connues = valeurs.filter((valeur) => valeur !== null)
  return connues.length > 0 ? enNombre(connues.reduce(plus, 0)) : null
}

const nomDuGroupe = (cle: string): string => `${cle}|groupe`

/** Figures of one name, added up: named after the first. */
function reunir(exacts: readonly Exact[], siens: ReadonlyMap<string, string>): Exact {
  const { cle, composants } = exacts[0] ?? { cle: '', composants: [] }
  const nom = nomDuGroupe(cle)
  return {
    valeur: sommer(exacts.map(({ valeur }) => valeur)),
    raison: null,
    partiel: false,
    cle: nom,
    // A rate divides what its row adds up.
    composants: composants.map((une) => (une === cle ? nom : (siens.get(une) ?? une))),
  }
}

/** The names of a row's figures, and what they give away, as its group has them. */
const nomsDuGroupe = (exacts: readonly Exact[], tenus: readonly RevealedCount[]) =>
  new Map([...exacts, ...tenus.map(({ exact }) => exact)].map(({ cle }) => [cle, nomDuGroupe(cle)]))

/** The table whose rows of a group are one, with some of its columns. */
function reduire(
  { resolu, exacts, tenus = [] }: TableauEvalue,
  groupe: readonly number[],
  gardees: readonly number[],
): TableauEvalue {
  const [premiere] = groupe
  const restent = [...exacts.keys()].filter((l) => l === premiere || !groupe.includes(l))
  const rang = (l: number) => restent.indexOf(groupe.includes(l) ? (premiere ?? l) : l)
  const place = (c: number) => gardees.indexOf(c)
  const siennes = tenus.filter(({ ligne }) => ligne === premiere)
  const siens = nomsDuGroupe(exacts[premiere ?? -1] ?? [], siennes)
  const figure = (l: number, c: number): Exact[] => {
    const membres = l === premiere ? groupe : [l]
    const une = membres.flatMap((membre) => exacts[membre]?.[c] ?? [])
    const { moyenne: _, ...seule } = une[0] as Exact
    return une.length > 1 ? [reunir(une, siens)] : [seule]
  }
  const tenue = (tenu: RevealedCount): RevealedCount[] => {
    const { ligne, colonne } = tenu
    if (place(colonne) < 0 || !restent.includes(ligne)) return []
    const membres = ligne === premiere ? groupe : [ligne]
    const leurs = tenus.filter((un) => un.colonne === colonne && membres.includes(un.ligne))
    const exact =
      leurs.length > 1
        ? reunir(
            leurs.map((un) => un.exact),
            siens,
          )
        : tenu.exact
    return [{ ...tenu, ligne: rang(ligne), colonne: place(colonne), exact }]
  }
  return {
    resolu: {
      ...resolu,
      colonnes: gardees.flatMap((c) => resolu.colonnes[c] ?? []),
      lignes: restent.flatMap((l) => {
        const ligne = resolu.lignes[l]
        return ligne
          ? [{ ...ligne, formules: gardees.flatMap((c) => ligne.formules[c] ?? []) }]
          : []
      }),
      sommesLignes: resolu.sommesLignes.map(([total, parties]): [number, number[]] => [
        rang(total),
        [...new Set(parties.map(rang))],
      ]),
      sommesColonnes: resolu.sommesColonnes.flatMap(([total, parties]): [number, number[]][] => {
        const entiere = [total, ...parties].every((c) => place(c) >= 0)
        return entiere ? [[place(total), parties.map(place)]] : []
      }),
    },
    exacts: restent.map((l) => gardees.flatMap((c) => figure(l, c))),
    tenus: tenus.flatMap(tenue),
  }
}

/** Groups of rows that one total adds up, fewest rows first: those that are hidden, the smallest ones. */
function groupesDe({ resolu, exacts }: TableauEvalue, caches: ReadonlySet<string>): number[][] {
  const ordonnee = resolu.plan.lignes.some(
    (bloc) => 'codification' in bloc && VOISINES.has(bloc.codification),
  )
  const poids = (l: number) =>
    exacts[l]?.reduce((somme, { valeur }, c) => {
      return resolu.colonnes[c]?.taux ? somme : somme + (valeur ?? 0)
    }, 0) ?? 0
  const masquees = (l: number) =>
    exacts[l]?.filter((exact) => exact.valeur !== null && estMasque(exact, caches)).length ?? 0
  return TAILLES.flatMap((taille) =>
    resolu.sommesLignes.flatMap(([, toutes]) => {
      const parties = toutes.filter((l) => exacts[l]?.some(({ valeur }) => valeur !== null))
      // Another row stays: one that were all would be the total.
      if (taille >= parties.length) return []
      if (ordonnee) {
        const suites = parties.slice(taille - 1).map((_, i) => parties.slice(i, i + taille))
        const total = (suite: readonly number[], de: (l: number) => number) =>
          suite.reduce((somme, l) => somme + de(l), 0)
        const [meilleure] = suites.toSorted(
          (a, b) => total(b, masquees) - total(a, masquees) || total(a, poids) - total(b, poids),
        )
        return meilleure ? [meilleure] : []
      }
      const touchees = parties
        .filter((l) => masquees(l) > 0)
        .toSorted((a, b) => poids(a) - poids(b))
      return taille > touchees.length ? [] : [touchees.slice(0, taille).toSorted((a, b) => a - b)]
    }),
  )
}

/** Columns that no other adds up. */
function ensemblesDe({ resolu }: TableauEvalue): number[] {
  const parties = new Set(resolu.sommesColonnes.flatMap(([, siennes]) => siennes))
  return [...resolu.colonnes.keys()].filter((c) => !parties.has(c))
}

/** « Ensemble », « Titulaires, Féminin ». */
function nomDeColonne({ resolu }: TableauEvalue, c: number): string {
  const { libelle = '', groupe = null } = resolu.colonnes[c] ?? {}
  const sien = resolu.groupes.find(({ code }) => code === groupe)?.libelle
  return sien && sien !== libelle ? `${sien}, ${libelle}` : libelle
}

/** What would leave at most half of a table hidden, the least change first. */
function regrouper(
  evalue: TableauEvalue,
  annee: number,
  caches: ReadonlySet<string>,
  protection: Pick<Protection, 'seuil' | 'solveur'>,
): Regroupement[] {
  const toutes = [...evalue.resolu.colonnes.keys()]
  const ensembles = ensemblesDe(evalue)
  const essayer = (groupe: readonly number[], gardees: readonly number[]): Regroupement[] => {
    const reduit = reduire(evalue, groupe, gardees)
    const cachees = masquer(systemeDe([reduit], annee), protection)
    const compte = compter(reduit.exacts, cachees)
    if (estTropMasque(compte)) return []
    const lignes = groupe.flatMap((l) => evalue.resolu.lignes[l]?.libelle ?? [])
    const entier = gardees.length === toutes.length
    const colonnes = entier ? [] : gardees.map((c) => nomDeColonne(evalue, c))
    return [{ lignes, colonnes, ...compte }]
  }
  const premier = (gardees: readonly number[]): Regroupement[] => {
    for (const groupe of evalue.exacts.length > LIGNES_MAX ? [] : groupesDe(evalue, caches)) {
      const trouve = essayer(groupe, gardees)
      if (trouve.length > 0) return trouve
    }
    return []
  }
  const reduites = ensembles.length > 0 && ensembles.length < toutes.length
  const seuls = [...premier(toutes), ...(reduites ? essayer([], ensembles) : [])]
  return seuls.length > 0 || !reduites ? seuls : premier(ensembles)
}

/** Tables that are hidden more than half, each with what would help. */
export function masquesDe(
  tableaux: readonly TableauEvalue[],
  annee: number,
  caches: ReadonlySet<string>,
  protection: Pick<Protection, 'seuil' | 'solveur'>,
): TableauMasque[] {
  return tableaux
    .filter(({ exacts }) => estTropMasque(compter(exacts, caches)))
    .map((evalue) => ({
      tableau: evalue.resolu.plan.code,
      regroupements: regrouper(evalue, annee, caches, protection),
    }))
}
