import { z } from 'zod'
import { EXPORT, zFormat } from '../export.ts'
import type { Operation } from '../operation.ts'
import { zListe, zPagination, zPlusieurs } from '../page.ts'
import { zLigneJournal } from './journal.schema.ts'

/** An existing day, which `zJour` alone would not tell from the 31st of February. */
const zDate = z.iso
  .date()
  // The base has no year 0.
  .refine((jour) => !jour.startsWith('0000'), 'Cette date n’existe pas.')

const zFiltresJournal = zPagination.omit({ tri: true }).extend({
  /** First and last day, both included, in the zone of the setting `fuseau`. */
  du: zDate.optional(),
  au: zDate.optional(),
  /** The id of an account (what it did, and what was done to it), or a part of its name. */
  utilisateur: z.string().trim().max(100).optional(),
  action: zPlusieurs(z.string().max(60)).optional(),
  /** What was acted on, or a part of it. */
  objet: z.string().trim().max(100).optional(),
})

export const journalApi = {
  listJournal: {
    method: 'GET',
    path: '/journal/lister',
    right: 'journal.lire',
    jeton: null,
    resume: 'Lister le journal de sécurité, le plus récent d’abord',
    query: zFiltresJournal,
    output: zListe(zLigneJournal),
  },
  exporterJournal: {
    method: 'GET',
    path: '/journal/exporter',
    right: 'journal.lire',
    jeton: null,
    resume: 'Exporter le journal de sécurité dans un tableur, avec les mêmes filtres',
    query: zFiltresJournal.omit({ page: true, taille: true }).extend(zFormat.shape),
    ...EXPORT,
  },
} as const satisfies Record<string, Operation>
