import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import { useFiltres } from '../ui/useFiltres.ts'
import { COLONNES } from './colonnes.tsx'
import { Filtres } from './Filtres.tsx'
import { exportDe, filtresActifs, lireFiltres, rechercheDe } from './filtres.ts'
import { useExporterJournal, useJournal } from './journal.queries.ts'
import { textes } from './journal.textes.ts'
import './journal.css'

/** `/dashboard/journal`: who did what, and when. */
export function JournalPage() {
  const filtrage = useFiltres(lireFiltres, filtresActifs)
  const { filtres } = filtrage
  const requete = useJournal(rechercheDe(filtres))
  const exporter = useExporterJournal()
  return (
    <Page
      titre={textes.titre}
      chapeau={textes.chapeau}
      actions={
        <ExportTableur exporter={exporter} query={(format) => ({ ...exportDe(filtres), format })} />
      }
    >
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        className="jrn-tableau"
        legende={textes.titre}
        compte={textes.compte}
        vide={<EtatVide icone="historique">{textes.vide}</EtatVide>}
        aucun={textes.aucun}
        colonnes={COLONNES}
        cleDe={({ id }) => String(id)}
      />
    </Page>
  )
}
