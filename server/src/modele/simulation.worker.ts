// Tries a draft of a model on forms, in a thread of its own: what it computes keeps nobody waiting.
import { parentPort, workerData } from 'node:worker_threads'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { ResultatSimulation } from '@releve/contract/modele/gestion.schema.ts'
import { zModele } from '@releve/contract/modele/modele.schema.ts'
import type { RythmeAvant } from '@releve/contract/modele/rythme.ts'
import type { DefinitionLue } from './modele.sql.ts'
import { Essai, type FormulaireSimule, type PlanSimulation } from './simulation.calcul.ts'

/** Definitions travel as the texts that the base keeps. */
export type MissionSimulation = PlanSimulation & {
  apres: string
  avant: DefinitionLue[]
}

/** Forms by structure, as a JSON text that the process which serves never reads; null: no more. */
export type LotSimulation = string | null

export type ReponseSimulation = { vu: true } | { resultat: ResultatSimulation }

const compiler = (definition: string, avant: RythmeAvant | null = null) =>
  compilerModele(zModele.parse(JSON.parse(definition)), avant)

// What this thread was started with, by the only one who starts it.
const { apres, avant, ...plan } = workerData as MissionSimulation
const essai = new Essai(
  compiler(apres),
  new Map(avant.map(({ id, definition, avant: passe }) => [id, compiler(definition, passe)])),
  plan,
)

const dire = (reponse: ReponseSimulation) => parentPort?.postMessage(reponse)

parentPort?.on('message', (lot: LotSimulation) => {
  if (lot === null) return dire({ resultat: essai.resultat() })
  // The statement that wrote it says what it holds.
  const structures = JSON.parse(lot) as FormulaireSimule[][]
  for (const formulaires of structures) essai.voirStructure(formulaires)
  dire({ vu: true })
})
