import { z } from 'zod'
import { zDetail } from './echec.schema.ts'
import type { CodeErreur } from './erreur.ts'
import { zFichierRecu } from './fichier.ts'

/** What an import would do, or did, with one line of the spreadsheet. */
const zLigneImport = z
  .object({
    /** As the spreadsheet numbers it; the headings are line 1. 0: the file is one thing as a whole. */
    ligne: z.number(),
    /** What names the thing: identifiant, code. */
    cle: z.string(),
    libelle: z.string(),
    /** `ATTENDRE`: right by itself, it depends on a line that is not: it is left with it. */
    effet: z.enum(['CREER', 'MODIFIER', 'INCHANGE', 'ATTENDRE', 'ERREUR']),
    details: z.array(zDetail),
  })
  .meta({ id: 'LigneImport' })
export type LigneImport = z.infer<typeof zLigneImport>

/** Why a file is not read as a spreadsheet, wherever one is imported. */
export const REFUS_TABLEUR = [
  'TABLEUR_ILLISIBLE',
  'TABLEUR_AUTRE_FORMAT',
  'TABLEUR_PROTEGE',
  'PAS_UN_TABLEUR',
  'TRAVAUX_EN_COURS',
] as const satisfies CodeErreur[]

/** Body of every import: the spreadsheet, and whether to say only what would happen. */
export const zDepotTableur = z.strictObject({
  apercu: z.enum(['true', 'false']),
  fichier: zFichierRecu,
})

/** Body of an import whose lines stand by themselves: all of them are written, or none, unless told. */
export const zDepotLignes = zDepotTableur.extend({
  /** Write those that are right, and leave those that are not with what depends on them. */
  seulementJustes: z.enum(['true', 'false']).default('false'),
})

/** Body of what gives back the lines that such an import leaves. */
export const zTableurRecu = zDepotTableur.omit({ apercu: true })

/** Heading of the column where those lines say their faults; every import leaves it aside. */
export const ENTETE_FAUTES = 'Fautes'

/**
 * Answer of every import; `ecrit`: it has been done. All the lines, or none; or those that are right
 * (`seulementJustes`), the others being `ERREUR` and `ATTENDRE`.
 */
export const zImport = z
  .object({ lignes: z.array(zLigneImport), ecrit: z.boolean() })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof zImport>

export const FORMATS_TABLEUR = ['csv', 'xlsx'] as const
