import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { journalApi } from '@releve/contract/journal/journal.api.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import type { LigneJournal } from '@releve/contract/journal/journal.schema.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import type { Contexte } from '../platform/route.ts'
import { type Filtres, listToutJournal } from './journal.sql.ts'
import { noter } from './noter.sql.ts'

type ExportJournal = QueryOf<typeof journalApi.exporterJournal>

const COLONNES: readonly Colonne<LigneJournal>[] = [
  { entete: 'Date (UTC)', largeur: 22, ecrire: ({ le }) => le },
  {
    entete: 'Identifiant',
    largeur: 22,
    ecrire: ({ utilisateur }) => utilisateur?.identifiant ?? null,
  },
  {
    entete: 'Personne',
    largeur: 26,
    ecrire: ({ utilisateur }) => utilisateur?.nomAffichable ?? null,
  },
  { entete: 'Action', largeur: 40, ecrire: ({ libelle }) => libelle },
  { entete: 'Objet', largeur: 26, ecrire: ({ objet }) => objet },
  {
    entete: 'Détail',
    largeur: 60,
    ecrire: ({ details }) => details.map(phraseDe).join(' ; ') || null,
  },
  { entete: 'Code de l’action', largeur: 26, ecrire: ({ action }) => action },
  { entete: 'Ligne', largeur: 10, ecrire: ({ id }) => id },
]

/**
 * The lines of the journal in a spreadsheet, the latest first; the export is a line of the journal
 * too. @throws EXPORT_TROP_GRAND
 */
export async function exporterJournal(
  { db, agent, maintenant }: Contexte,
  { format, ...filtres }: ExportJournal,
  { fuseau }: Pick<Filtres, 'fuseau'>,
): Promise<FichierEcrit> {
  const tout = await listToutJournal(db, { ...filtres, fuseau })
  const tableau = { nom: 'journal', feuille: 'Journal', colonnes: COLONNES, filtres }
  const fichier = composeExport(tableau, tout, { format, maintenant })
  const detail = { ...filtres, format, lignes: tout.total }
  await noter({ db, agent, maintenant }, 'JOURNAL_EXPORTE', { detail })
  return fichier
}
