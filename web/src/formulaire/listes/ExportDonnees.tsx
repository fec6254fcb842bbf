import { MenuExport } from '../../ui/ExportTableur.tsx'
import type { Criteres } from '../../ui/useListe.ts'
import { exporterDonnees } from '../formulaire.queries.ts'
import type { FILTRES } from './filtres.tsx'
import { textesListes } from './listes.textes.ts'

const t = textesListes.donnees

/** How the values leave: which layout, in which format, and what is said of it. */
const FICHIERS = [
  { forme: 'LONG', format: 'csv', libelle: t.longCsv },
  { forme: 'LONG', format: 'xlsx', libelle: t.longXlsx },
  { forme: 'LARGE', format: 'csv', libelle: t.largeCsv },
  { forme: 'LARGE', format: 'xlsx', libelle: t.largeXlsx },
  { forme: 'DICTIONNAIRE', format: 'xlsx', libelle: t.dictionnaire },
] as const

type Props = { criteres: Criteres<typeof FILTRES> }

/** The values of all the reports that are found, for statistics; one model at a time. */
export function ExportDonnees({ criteres }: Props) {
  const fichiers = FICHIERS.map(({ libelle, ...voulu }) => ({
    libelle,
    demander: () => exporterDonnees({ ...criteres, ...voulu }),
  }))
  return <MenuExport titre={t.titre} nom={t.nom} fichiers={fichiers} />
}
