import type { Fichier } from '@releve/contract/fichier.ts'
import { type journalApi, LIGNES_EXPORT_MAX } from '@releve/contract/journal/journal.api.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import type { QueryOf } from '@releve/contract/operation.ts'
import { findReglages } from '../calendrier/calendrier.sql.ts'
import type { Agent } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Sql } from '../platform/route.ts'
import { composeTableur } from '../platform/tableur.ts'
import { countJournal, insertJournal, listLignesJournal } from './journal.sql.ts'

type Demande = QueryOf<typeof journalApi.exporterJournal>

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
  sql: Sql,
  agent: Agent,
  { format, ...cherche }: Demande,
  maintenant: Date,
): Promise<Fichier> {
  const filtres = { ...cherche, fuseau: (await findReglages(sql)).fuseau }
  const total = await countJournal(sql, filtres)
  if (total > LIGNES_EXPORT_MAX) {
    const [lignes, maximum] = [total, LIGNES_EXPORT_MAX].map((n) => n.toLocaleString('fr-FR'))
    throw erreur('EXPORT_TROP_GRAND', { lignes: lignes ?? '', maximum: maximum ?? '' })
  }
  const lues = await listLignesJournal(sql, filtres, { limite: LIGNES_EXPORT_MAX, saut: 0 })
  const lignes = lues.map(({ id, le, utilisateur, action, libelle, objet, details }) => [
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
  const ligne = { utilisateurId: agent.id, action: 'JOURNAL_EXPORTE', detail }
  await insertJournal(sql, { le: maintenant, ...ligne })
  const jour = maintenant.toISOString().slice(0, 10)
  const tableau = { feuille: 'Journal', colonnes: COLONNES, lignes }
  return composeTableur(`journal-${jour}`, tableau, format)
}
