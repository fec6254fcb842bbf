import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useState } from 'react'
import type { ActeDecision } from '../formulaire.queries.ts'
import { cleResume } from '../suivi.ts'

export const ACTES: readonly ActeDecision[] = ['valider', 'approuver', 'diffuser']

/** Whether something may be decided of this line now. */
export const estDecidable = ({ actions }: Resume) => ACTES.some((acte) => actions.includes(acte))

type Choisis = ReadonlyMap<string, Resume>
const AUCUN: Choisis = new Map()

/**
 * The lines chosen in a list. They stay from one page to the next, and go with the filters that
 * found them. `filtres`: what tells one set of filters from another; `lignes`: the page shown, in
 * which a line chosen earlier is taken as it is now.
 */
export function useSelection(filtres: string, lignes: readonly Resume[]) {
  const [etat, setEtat] = useState({ filtres, choisis: AUCUN })
  const gardes = etat.filtres === filtres ? etat.choisis : AUCUN
  const ici = new Map(lignes.filter(estDecidable).map((ligne) => [cleResume(ligne), ligne]))
  const montrees = new Set(lignes.map(cleResume))
  const choisis = [...gardes].flatMap(([cle, ligne]) =>
    montrees.has(cle) ? (ici.get(cle) ?? []) : ligne,
  )
  const cles = new Set(choisis.map(cleResume))
  const poser = (suivants: readonly Resume[]) =>
    setEtat({ filtres, choisis: new Map(suivants.map((ligne) => [cleResume(ligne), ligne])) })
  const sans = (retires: ReadonlySet<string>) =>
    choisis.filter((ligne) => !retires.has(cleResume(ligne)))
  return {
    choisis,
    /** Of this page. */
    decidables: ici.size,
    choisisIci: [...ici.keys()].filter((cle) => cles.has(cle)).length,
    contient: (ligne: Resume) => cles.has(cleResume(ligne)),
    basculer: (ligne: Resume, choisi: boolean) =>
      poser([...sans(new Set([cleResume(ligne)])), ...(choisi ? [ligne] : [])]),
    basculerPage: (choisi: boolean) =>
      poser([...sans(new Set(ici.keys())), ...(choisi ? ici.values() : [])]),
    vider: () => poser([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
