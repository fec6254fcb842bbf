import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { EBT } from './modeles/ebt.ts'
import { EPM } from './modeles/epm.ts'
import { IAE } from './modeles/iae.ts'
import { RMA } from './modeles/rma.ts'
import { SMP } from './modeles/smp.ts'

/** The three form models that an empty base receives, in version 1. */
export const MODELES: ModeleSource[] = [RMA, EPM, SMP]

/** What the directorate of the demonstration has drawn besides, for the types that each names. */
export const MODELES_DEMONSTRATION: ModeleSource[] = [EBT, IAE]
