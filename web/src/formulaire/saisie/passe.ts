import type { ChiffreDit, Passe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import {
  type ChiffrePasse,
  type Fourchette,
  fourchetteDe,
  sensDe,
} from '@releve/contract/modele/fourchette.ts'
import { type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { textesPasse } from './saisie.textes.ts'
import type { Inhabituelle, Juger } from './store/client.ts'

/** What a cell held in a month; undefined: nothing was received of that month. */
export type MoisDit = { mois: Periode; dit: ChiffreDit | undefined }

const MOIS_MONTRES = 12

function chiffresDe({ mois, valeurs }: Passe, rang: number, adresse: string): ChiffrePasse[] {
  const dits = valeurs[adresse] ?? []
  return mois.flatMap((periode, place) => {
    const valeur = dits[place]
    return typeof valeur === 'number' ? [{ age: rang - rangDe(periode), valeur }] : []
  })
}

/** The twelve months before, the oldest first, received or not. */
export function moisDe({ mois, valeurs }: Passe, rang: number, adresse: string): MoisDit[] {
  const places = new Map(mois.map((periode, place) => [rangDe(periode), place]))
  return Array.from({ length: MOIS_MONTRES }, (_, ordre) => {
    const la = rang - MOIS_MONTRES + ordre
    const place = places.get(la)
    // A cell that never held anything was left blank in every month.
    const dit = place === undefined ? undefined : (valeurs[adresse]?.[place] ?? null)
    return { mois: periodeDe(la), dit }
  })
}

/** What the cell is as a rule, and how it is said; null where its past is too short. */
export type Usuel = { fourchette: Fourchette; dit: string }

export function usuelDe(passe: Passe, rang: number, cellule: Cellule): Usuel | null {
  const chiffres = chiffresDe(passe, rang, cellule.adresse)
  const fourchette = fourchetteDe(cellule, chiffres)
  if (!fourchette) return null
  const dire = (valeur: number) => formaterValeur(cellule, valeur)
  const dit = fourchette.constante
    ? textesPasse.toujours(dire(chiffres.at(-1)?.valeur ?? 0))
    : textesPasse.entre(dire(fourchette.min), dire(fourchette.max))
  return { fourchette, dit }
}

type Verdicts = { fourchette: Fourchette; plus: Inhabituelle; moins: Inhabituelle }

/** What tells the unusual values of a form: each cell is thought over once, when it is first asked. */
export function createJuger(passe: Passe, rang: number): Juger {
  const connus = new Map<string, Verdicts | null>()
  const verdictsDe = (cellule: Cellule): Verdicts | null => {
    const usuel = usuelDe(passe, rang, cellule)
    if (!usuel) return null
    const dire = (sens: 1 | -1) => ({ sens, dit: textesPasse.inhabituelle(sens, usuel.dit) })
    return { fourchette: usuel.fourchette, plus: dire(1), moins: dire(-1) }
  }
  return (cellule, valeur) => {
    if (typeof valeur !== 'number') return null
    let verdicts = connus.get(cellule.adresse)
    if (verdicts === undefined) connus.set(cellule.adresse, (verdicts = verdictsDe(cellule)))
    const sens = verdicts ? sensDe(verdicts.fourchette, valeur) : 0
    if (!verdicts || sens === 0) return null
    return sens > 0 ? verdicts.plus : verdicts.moins
  }
}
