/** Files made of an annuaire. */
export const FORMATS_ANNUAIRE = ['pdf', 'xlsx', 'ods', 'csv', 'json'] as const
export type FormatAnnuaire = (typeof FORMATS_ANNUAIRE)[number]

export const LIBELLES_FORMATS_ANNUAIRE: Record<FormatAnnuaire, string> = {
  pdf: 'PDF, à lire et à imprimer',
  xlsx: 'Classeur XLSX, une feuille par tableau',
  ods: 'Classeur ODS, une feuille par tableau',
  csv: 'CSV, un fichier par tableau (archive ZIP)',
  json: 'JSON, tout le contenu',
}

/** How its name ends, and its type. The CSV files come in one archive. */
export const FICHIERS_ANNUAIRE: Record<FormatAnnuaire, { extension: string; typeMime: string }> = {
  pdf: { extension: 'pdf', typeMime: 'application/pdf' },
  xlsx: {
    extension: 'xlsx',
    typeMime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  ods: { extension: 'ods', typeMime: 'application/vnd.oasis.opendocument.spreadsheet' },
  csv: { extension: 'zip', typeMime: 'application/zip' },
  json: { extension: 'json', typeMime: 'application/json; charset=utf-8' },
}

/** What any of them may be. */
export const TYPES_ANNUAIRE = Object.values(FICHIERS_ANNUAIRE).map(({ typeMime }) => typeMime)

/** `annuaire-2025.pdf`; a correction says its edition. */
export function nomAnnuaire(
  { annee, edition, provisoire }: { annee: number; edition: number; provisoire: boolean },
  format: FormatAnnuaire,
): string {
  const suite = provisoire ? '-provisoire' : edition > 1 ? `-edition-${edition}` : ''
  return `annuaire-${annee}${suite}.${FICHIERS_ANNUAIRE[format].extension}`
}

/** Under which the published data may be used again. */
export const CODES_LICENCES = ['ETALAB_2', 'ODBL_1'] as const
export type Licence = (typeof CODES_LICENCES)[number]

export const LIBELLES_LICENCES: Record<Licence, string> = {
  ETALAB_2: 'Licence Ouverte 2.0 (Etalab)',
  ODBL_1: 'Open Database License 1.0 (ODbL)',
}

/** As a data package names them. */
export const LICENCES: Record<Licence, { name: string; title: string; path: string }> = {
  ETALAB_2: {
    name: 'etalab-2.0',
    title: 'Licence Ouverte / Open Licence 2.0 (Etalab)',
    path: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
  },
  ODBL_1: {
    name: 'ODbL-1.0',
    title: 'Open Data Commons Open Database License 1.0',
    path: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
}
