// Converts one file of elsewhere, in a process of its own (docs/decisions/0037), and ends.
import { travailler } from '../../platform/apart.reponse.ts'
import { lireVenuIci, type QuestionnaireRepris } from './origine.ts'

export type DemandeVenu = { contenu: Uint8Array; choix: string | undefined }

travailler<DemandeVenu, QuestionnaireRepris>(async ({ contenu, choix }, dire) =>
  dire(await lireVenuIci(contenu, choix)),
)
