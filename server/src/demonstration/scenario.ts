import type { Etat } from '@releve/contract/formulaire/formulaire.schema.ts'

/** Where the forms of a month stand, by model; null: not started. */
type EtatsDuMois = Record<string, Etat | null>

/** Who writes: an account of the directorate, or the structure's own. */
export type Correspondant = 'STRUCTURE' | 'ADMIN' | 'DPPS'

/** A conversation by messages, from the first to the last; the last one may wait to be read. */
export type Echange = {
  entre: readonly [de: Correspondant, a: Correspondant]
  objet: string
  /** The report that it is about, and its cell: it comes after all that was done to it. */
  sujet?: { modele: string; recul: number; cellule?: string }
  /** Each answers the one before. */
  textes: readonly string[]
  nonLu?: boolean
}

/**
 * What a structure does, and what its figures show. Months are named by how many months back they
 * are from the current one (`recul`): 0 is the current month, 1 the one whose forms come in now.
 */
export type Scenario = {
  /** Never reports anything. */
  muette?: boolean
  /** The models that it reports, each for how many months; all of them, unless said. */
  modeles?: Record<string, number>
  /** Reports a month so many days after the due date, between the two. */
  retard?: readonly [min: number, max: number]
  /** By months back. What is not said follows `cibleDe`. */
  etats?: Record<number, EtatsDuMois>
  /** Where the last report that is due of a model that is not monthly stands. */
  derniers?: EtatsDuMois
  /** Share of the cells that a draft holds (0.55). */
  partBrouillon?: number
  /** The figures of an opening stock that do not follow the month before. */
  rupture?: { modele: string; reculs: readonly number[]; cellule: string; ecart: number }
  /** The headcount towards which a model goes from a month on. */
  afflux?: { modele: string; recul: number; effectif: number }
  /** A figure that its structure got wrong, in a draft or in a form that goes back: what it adds. */
  faute?: { modele: string; recul: number; cellule: string; ecart: number }
  /** Months published twice, the first time with a wrong figure. */
  corrections?: readonly { modele: string; recul: number; cellule: string; ecart: number }[]
  /** What it and the directorate wrote to each other. */
  echanges?: readonly Echange[]
  /** Why a form goes back. */
  renvoi?: { motif: string; texte: string; cellule: string; remarque: string }
  /** A closed month that the directorate opened to it again some days ago, and for how many more. */
  reouverture?: { recul: number; motif: string; ilYA: number; encore: number }
  /** More time that it asked for some days ago, and that nobody has answered. */
  prolongation?: { recul: number; motif: string; ilYA: number }
}

/** A month that a model expects. */
export type Attendu = {
  modele: string
  /** Months back from the current one. */
  recul: number
  /** The model is not monthly, and this is its last report that is due. */
  dernier: boolean
}

/** Older months are published; the last one is on its way; the current one is not started. */
export function cibleDe(scenario: Scenario, { modele, recul, dernier }: Attendu): Etat | null {
  const { muette, modeles, derniers } = scenario
  if (muette || (modeles && recul >= (modeles[modele] ?? 0))) return null
  const dite = (dernier ? derniers : scenario.etats?.[recul])?.[modele]
  if (dite !== undefined) return dite
  if (recul === 0) return null
  return recul === 1 ? 'SOUMIS' : 'DIFFUSE'
}
