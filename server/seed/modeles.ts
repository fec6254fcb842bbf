import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { EPM } from './modeles/epm.ts'
import { RMA } from './modeles/rma.ts'
import { SMP } from './modeles/smp.ts'

/** The three form models that an empty base receives, in version 1. */
export const MODELES: ModeleSource[] = [RMA, EPM, SMP]
