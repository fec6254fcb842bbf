import { ImportTableur } from '../ui/ImportTableur.tsx'
import { useImportStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'

const t = textes.imports

/** Creates and modifies structures from a spreadsheet. */
export default function ImportDialogue({ onFermer }: { onFermer: () => void }) {
  const { importer, oublier } = useImportStructures()
  return (
    <ImportTableur
      titre={t.titre}
      nom={t.nom}
      aide={<p>{t.aide}</p>}
      importer={importer}
      onEcrit={oublier}
      onFermer={onFermer}
    />
  )
}
