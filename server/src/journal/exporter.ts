import type { Fichier } from '@releve/contract/fichier.ts'
import { type journalApi, LIGNES_EXPORT_MAX } from '@releve/contract/journal/journal.api.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Contexte } from '../platform/route.ts'
import { composeTableur } from '../platform/tableur.ts'
import { listLignesJournal } from './journal.sql.ts'
import { noter } from './noter.sql.ts'

type ExportJournal = QueryOf<typeof journalApi.exporterJournal>

const COLONNES = [
  { entete: 'Date (UTC)', largeur: 22 },
  { entete: 'Identifiant', largeur: 22 },
  { entete: 'Personne', largeur: 26 },
  { entete: 'Action', largeur: 40 },
  { entete: 'Objet', largeur: 26 },
  { entete: 'Détail', largeur: 60 },
  { entete: 'Code de l’action', largeur: 26 },
  { entete: 'Ligne', largeur: 10 },
]

/**
 * The lines of the journal in a spreadsheet, the latest first; the export is a line of the journal
 * too. @throws EXPORT_TROP_GRAND
 */
export async function exporterJournal(
  { db, agent, maintenant }: Contexte,
  { format, ...cherche }: ExportJournal,
): Promise<Fichier> {
  const filtres = { ...cherche, fuseau: (await findReglages(db)).fuseau }
  const page = { page: 1, taille: LIGNES_EXPORT_MAX }
  const { elements, total } = await listLignesJournal(db, filtres, page)
  if (total > LIGNES_EXPORT_MAX) {
    const [lignes, maximum] = [total, LIGNES_EXPORT_MAX].map((n) => n.toLocaleString('fr-FR'))
    throw erreur('EXPORT_TROP_GRAND', { lignes: lignes ?? '', maximum: maximum ?? '' })
  }
  const lignes = elements.map(({ id, le, utilisateur, action, libelle, objet, details }) => [
    le,
    utilisateur?.identifiant ?? null,
    utilisateur?.nomAffichable ?? null,
    libelle,
    objet,
    details.map(phraseDe).join(' ; ') || null,
    action,
    id,
  ])
  const detail = { ...cherche, format, lignes: lignes.length }
  await noter({ db, agent, maintenant }, 'JOURNAL_EXPORTE', { detail })
  const jour = maintenant.toISOString().slice(0, 10)
  const tableau = { feuille: 'Journal', colonnes: COLONNES, lignes }
  return composeTableur(`journal-${jour}`, tableau, format)
}
