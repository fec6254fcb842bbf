import type { EtatListe, Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'

export type CaseRegistre = {
  periode: Periode
  /** Null: no report is known for that month. */
  etat: EtatListe | null
  numero: string | null
  effectif: number | null
}

export type LigneRegistre = {
  cle: string
  modele: Resume['modele']
  structure: Resume['structure']
  mois: CaseRegistre[]
  /** The last known headcount less the one of the month before it; null when one is not known. */
  variation: number | null
}

/** The last `nombre` months until the one of this rank, the earliest first. */
export function derniersMois(rang: number, nombre: number): Periode[] {
  return Array.from({ length: nombre }, (_, place) => periodeDe(rang - nombre + 1 + place))
}

function variationDe(mois: readonly CaseRegistre[]): number | null {
  const dernier = mois.findLastIndex(({ effectif }) => effectif !== null)
  const effectif = mois[dernier]?.effectif ?? null
  const avant = mois[dernier - 1]?.effectif ?? null
  return effectif === null || avant === null ? null : effectif - avant
}

/** One line per structure and model, month by month. */
export function registreDe(resumes: readonly Resume[], periodes: readonly Periode[]) {
  const lignes = new Map<string, { tete: Resume; parRang: Map<number, Resume> }>()
  for (const resume of resumes) {
    const cle = `${resume.structure.code} ${resume.modele.code}`
    const ligne = lignes.get(cle) ?? { tete: resume, parRang: new Map() }
    ligne.parRang.set(rangDe(resume), resume)
    lignes.set(cle, ligne)
  }
  return [...lignes]
    .map(([cle, { tete, parRang }]): LigneRegistre => {
      const mois = periodes.map((periode) => {
        const resume = parRang.get(rangDe(periode))
        return {
          periode,
          etat: resume?.etat ?? null,
          numero: resume?.numero ?? null,
          effectif: resume?.effectif ?? null,
        }
      })
      const { modele, structure } = tete
      return { cle, modele, structure, mois, variation: variationDe(mois) }
    })
    .sort((a, b) => (a.cle < b.cle ? -1 : 1))
}
