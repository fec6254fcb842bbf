import { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import type { FichierTelecharge } from '../api/envoi.ts'
import { enregistrerFichier } from './enregistrerFichier.ts'
import { formatNombre } from './format.ts'
import { Icone } from './Icone.tsx'
import { Menu } from './Menu.tsx'
import { useActe } from './useActe.ts'

const TEXTES = {
  exporter: 'Exporter',
  formats: { csv: 'Exporter en CSV', xlsx: 'Exporter en XLSX' },
  lignes: (n: number) => (n < 2 ? `${n} ligne exportée` : `${formatNombre(n)} lignes exportées`),
  filtres: (filtres: string) => (filtres ? ` (${filtres})` : ''),
}

export type FormatTableur = (typeof FORMATS_TABLEUR)[number]

/** What a file that has come says of itself. */
const direExport = ({ nom, compte }: FichierTelecharge) =>
  compte ? `${TEXTES.lignes(compte.lignes)}${TEXTES.filtres(compte.filtres)}.` : nom

type Props = {
  /** Asks for all the lines of a list, as it is filtered and sorted on screen. */
  exporter: (format: FormatTableur) => Promise<FichierTelecharge>
}

/** The lines of a list as a file for a spreadsheet. */
export function ExportTableur({ exporter }: Props) {
  const { mutate, isPending } = useActe(
    exporter,
    { reussite: direExport, refus: 'toast' },
    { onSuccess: enregistrerFichier },
  )
  const choix = FORMATS_TABLEUR.map((format) => ({
    libelle: TEXTES.formats[format],
    onChoisir: () => {
      if (!isPending) mutate(format)
    },
  }))
  return (
    <Menu cadre libelle={TEXTES.exporter} choix={choix} occupe={isPending}>
      <Icone nom="telecharger" taille={18} />
      {TEXTES.exporter}
    </Menu>
  )
}
