// Converts one file of elsewhere, in a process of its own (docs/decisions/0037), and ends.
import type { Enonce } from '@releve/contract/erreur.ts'
import { travailler } from '../../platform/apart.reponse.ts'
import { ErreurMetier } from '../../platform/erreur.ts'
import { lireVenuIci, type Repris } from './origine.ts'

export type DemandeVenu = { contenu: Uint8Array; choix: string | undefined }
export type ReponseVenu = { repris: Repris } | { refus: Enonce }

travailler<DemandeVenu, ReponseVenu>(async ({ contenu, choix }, dire) => {
  try {
    await dire({ repris: await lireVenuIci(contenu, choix) })
  } catch (echec) {
    if (!(echec instanceof ErreurMetier)) throw echec
    await dire({ refus: { code: echec.code, libelle: echec.message } })
  }
})
