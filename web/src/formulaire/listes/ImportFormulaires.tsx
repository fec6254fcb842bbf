import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { appeler } from '../../app/client.ts'
import { differer } from '../../app/differe.tsx'
import { aDroit } from '../../app/session.ts'
import { useAuth } from '../../app/useSession.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import type { EnvoiImport, PropsImport } from '../../ui/ImportTableur.tsx'
import { textesListes } from './listes.textes.ts'

const useImport = differer<PropsImport>(() => import('../../ui/ImportTableur.tsx'))

const importer = ({ fichier, apercu, signal }: EnvoiImport) =>
  appeler(formulaireApi.importerFormulaires, { body: { fichier, apercu }, signal })

/** Enters many reports from one spreadsheet; for whoever enters reports. */
export function ImportFormulaires() {
  const client = useQueryClient()
  // Forms, and whatever counts them.
  const onEcrit = () => void client.invalidateQueries()
  const { ouvrir, dialogue } = useImport({ ...textesListes.imports, importer, onEcrit })
  if (!aDroit(useAuth().roles, 'formulaire.importer')) return null
  return (
    <>
      <BoutonAction icone="deposer" onClick={ouvrir}>
        {textesListes.importer}
      </BoutonAction>
      {dialogue}
    </>
  )
}
