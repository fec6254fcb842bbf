import { FORMATS_TABLEUR } from '@releve/contract/import.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FichierTelecharge } from '../api/envoi.ts'
import { enregistrerFichier } from './enregistrerFichier.ts'
import { Icone } from './Icone.tsx'
import { Menu } from './Menu.tsx'
import './ExportTableur.css'

const TEXTES = {
  exporter: 'Exporter',
  formats: { csv: 'Exporter en CSV', xlsx: 'Exporter en XLSX' },
}

type Format = (typeof FORMATS_TABLEUR)[number]

type Props<Query> = {
  exporter: UseMutationResult<FichierTelecharge, Error, Query>
  /** What the list is filtered and sorted by: the file holds the same lines, all of them. */
  query: (format: Format) => Query
}

/** The lines of a list as a file for a spreadsheet. */
export function ExportTableur<Query>({ exporter, query }: Props<Query>) {
  const { mutate, isPending } = exporter
  const choix = FORMATS_TABLEUR.map((format) => ({
    libelle: TEXTES.formats[format],
    onChoisir: () => {
      if (!isPending) mutate(query(format), { onSuccess: enregistrerFichier })
    },
  }))
  return (
    <div className="ui-export">
      <Menu libelle={TEXTES.exporter} choix={choix} occupe={isPending}>
        <Icone nom="telecharger" taille={18} />
        {TEXTES.exporter}
      </Menu>
    </div>
  )
}
