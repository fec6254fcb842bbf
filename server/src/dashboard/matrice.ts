import { CASES_RECUES, type Case } from '@releve/contract/dashboard/dashboard.rules.ts'
import type { Comptes, Matrice } from '@releve/contract/dashboard/dashboard.schema.ts'
import { listModeles } from '../modele/modele.sql.ts'
import type { Db } from '../platform/route.ts'
import { moisSuivi, sommer } from './dashboard.ts'
import {
  DU,
  type LigneMatrice,
  listLignes,
  listNumerosDecales,
  listVigueurs,
  type Vigueur,
} from './matrice.sql.ts'
import { type Demande, moisDe } from './suivi.sql.ts'

const A = 'a'.charCodeAt(0)
const MOIS_DE_L_ANNEE = 12
const VIDE = '.'.repeat(MOIS_DE_L_ANNEE)
const AUCUN: ReadonlySet<number> = new Set()

/** By code of model; its months, 0 to 11. */
type Vigueurs = ReadonlyMap<string, Vigueur>

/** What a model's letters are where it has no form: nothing is expected out of its own months. */
function absentsDe({ modeles, absents }: LigneMatrice, modele: string, vigueurs: Vigueurs): string {
  if (!modeles.includes(modele)) return VIDE
  const places = vigueurs.get(modele)?.places ?? AUCUN
  if (places.size === MOIS_DE_L_ANNEE) return absents
  return Array.from(absents, (lettre, place) => (places.has(place) ? lettre : '.')).join('')
}

/** A draft that nobody expects is not late, nor missing once its month is closed. */
const NON_ATTENDUES: Readonly<Record<string, string>> = { b: 'B', C: 'B', q: 'Q' }

/** Months whose report is due: of a form, as its own date says; else as the calendar's does. */
type Lettres = { lettres: string; absents: string; dus: boolean[] }

/** The twelve letters of a model, where a form has the last word; all dots: nothing to tell. */
function lettresDe(ligne: LigneMatrice, modele: string, vigueurs: Vigueurs): Lettres {
  const absents = absentsDe(ligne, modele, vigueurs)
  const dites = ligne.presents?.[modele] ?? ''
  const dus = Array.from(absents, (lettre) => lettre === 'n' || lettre === 'C')
  const lettres = absents.split('')
  for (let i = 0; i < dites.length; i += 3) {
    const mois = dites.charCodeAt(i) - A
    const lettre = dites.charAt(i + 1)
    const attendu = absents[mois] !== '.'
    lettres[mois] = attendu ? lettre : (NON_ATTENDUES[lettre] ?? lettre)
    dus[mois] = dites.charAt(i + 2) === DU
  }
  return { lettres: lettres.join(''), absents, dus }
}

const RECUES: ReadonlySet<string> = new Set<Case>(CASES_RECUES)

/** Adds to the months what these letters count: reports expected, of months that have begun. */
function compter(parMois: readonly Comptes[], { lettres, absents, dus }: Lettres): void {
  for (const [mois, compte] of parMois.entries()) {
    const lettre = lettres.charAt(mois)
    if (absents[mois] === '.' || absents[mois] === '-') continue
    const recu = RECUES.has(lettre)
    if (dus[mois]) {
      compte.attendus += 1
      if (!recu) compte.enRetard += 1
      else {
        compte.recus += 1
        if (lettre === lettre.toUpperCase()) compte.aTemps += 1
      }
    } else {
      compte.pasEncoreDus += 1
      if (recu) compte.enAvance += 1
    }
  }
}

/** Those of each model of a structure that has something to tell. */
function casesDe(ligne: LigneMatrice, vigueurs: Vigueurs, parMois: readonly Comptes[]) {
  const codes = new Set([...ligne.modeles, ...Object.keys(ligne.presents ?? {})])
  const cases: Record<string, string> = {}
  for (const code of [...codes].toSorted()) {
    const dites = lettresDe(ligne, code, vigueurs)
    compter(parMois, dites)
    if (dites.lettres !== VIDE) cases[code] = dites.lettres
  }
  return cases
}

/** A line's letters where it has some, else the other's: of two periods, no month is of both. */
const joindreLettres = (unes = VIDE, autres = VIDE): string =>
  Array.from(unes, (lettre, mois) => (lettre === '.' ? autres.charAt(mois) : lettre)).join('')

/** The structures of these lines, by name: as the latest that tell something say, with all their cells. */
function listStructures(
  lignes: readonly LigneMatrice[],
  vigueurs: Vigueurs,
  parMois: readonly Comptes[],
): Matrice['structures'] {
  const structures = new Map<number, Matrice['structures'][number]>()
  for (const ligne of lignes) {
    const { modeles: _modeles, absents: _absents, presents: _presents, ...structure } = ligne
    const siennes = Object.entries(casesDe(ligne, vigueurs, parMois))
    if (siennes.length === 0) continue
    const cases = { ...structures.get(ligne.id)?.cases }
    for (const [code, lettres] of siennes) cases[code] = joindreLettres(lettres, cases[code])
    structures.set(ligne.id, { ...structure, cases })
  }
  return [...structures.values()]
}

/** Where each report of a year is. */
export async function composeMatrice(db: Db, demande: Demande): Promise<Matrice> {
  const lignes = await listLignes(db, demande)
  const vigueurs = await listVigueurs(db, demande)
  const numeros = await listNumerosDecales(db, demande)
  const parMois = Array.from({ length: MOIS_DE_L_ANNEE }, () => sommer([]))
  const structures = listStructures(lignes, vigueurs, parMois)
  const presents = new Set(structures.flatMap(({ cases }) => Object.keys(cases)))
  const modeles = (await listModeles(db)).filter(({ code }) => presents.has(code))
  return {
    annee: Math.floor(demande.du / 12),
    mois: moisDe(demande.du, demande.au, demande.reglages).map((mois, i) => {
      const { annee: _annee, ...suivi } = moisSuivi(mois, parMois.slice(i, i + 1), demande)
      return suivi
    }),
    modeles: modeles.map(({ code, libelle }) => ({
      code,
      libelle,
      moisCouverts: vigueurs.get(code)?.couverts ?? [],
    })),
    structures,
    numeros,
  }
}
