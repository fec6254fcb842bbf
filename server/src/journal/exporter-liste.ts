import type { FichierEcrit } from '@releve/contract/fichier.ts'
import type { Details, Libelle } from '@releve/contract/journal/journal.detail.ts'
import { type Colonne, composeExport } from '../platform/import.colonnes.ts'
import type { Tout } from '../platform/liste.ts'
import type { Contexte } from '../platform/route.ts'
import type { FormatTableur } from '../platform/tableur.ecriture.ts'
import { noter } from './noter.sql.ts'

type ListeExportee<Chose, D extends Details> = {
  /** Of the file, without its date. */
  nom: string
  /** The list, as its sheet and the journal's line call it. */
  titre: string
  colonnes: readonly Colonne<Chose>[]
  /** What it was narrowed by, in words; absent: the list has no filter. */
  filtres?: D & Libelle<D, Details>
  /** What these columns leave out of the things of the list, in words. */
  absents?: readonly string[]
  /** What one looks for among one's own things is nobody else's: the journal does not say it. */
  prive?: true
  /** Reports were being computed again: its figures are said to be of before. */
  recalcul?: true | undefined
}

/**
 * Every line of a list in a spreadsheet, written as it leaves, and the journal's line that says so.
 * @throws EXPORT_TROP_GRAND
 */
export async function exporterListe<Chose, D extends Details>(
  { db, agent, maintenant }: Contexte,
  { nom, titre, colonnes, filtres, prive, absents, recalcul }: ListeExportee<Chose, D>,
  { tout, format }: { tout: Tout<Chose>; format: FormatTableur },
): Promise<FichierEcrit> {
  const tableau = { nom, feuille: titre, colonnes, recalcul, ...(filtres && { filtres }) }
  const fichier = composeExport(tableau, tout, { format, maintenant })
  const dits: Details = prive || !filtres ? {} : filtres
  const enCours: Details = recalcul ? { recalcul: 'en cours' } : {}
  const detail: Details = { objet: titre, ...dits, ...enCours, format, lignes: tout.total }
  await noter({ db, agent, maintenant }, 'LISTE_EXPORTEE', { detail })
  return absents && fichier.compte
    ? { ...fichier, compte: { ...fichier.compte, absents } }
    : fichier
}
