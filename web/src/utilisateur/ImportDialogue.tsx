import { ImportTableur } from '../ui/ImportTableur.tsx'
import { useImportUtilisateurs } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'

const t = textes.imports

/** Creates and modifies accounts from a spreadsheet. */
export default function ImportDialogue({ onFermer }: { onFermer: () => void }) {
  const { importer, oublier } = useImportUtilisateurs()
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
