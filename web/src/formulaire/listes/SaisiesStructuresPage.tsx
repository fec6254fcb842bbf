import type { Demander } from '../../app/demande.ts'
import { aDroit } from '../../app/session.ts'
import { useAuth } from '../../app/useSession.ts'
import { useCodification } from '../../codification/codification.queries.ts'
import { Actes } from '../../ui/Actes.tsx'
import { MenuExport } from '../../ui/ExportTableur.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Criteres, lireListe, liste, question, useListe } from '../../ui/useListe.ts'
import { listeFormulairesStructures } from '../formulaire.demande.ts'
import { exporterDonnees, exporterFormulaires, useModeles } from '../formulaire.queries.ts'
import { colonnesDe } from './colonnes.tsx'
import { FILTRES, TRIS, triOrigine } from './filtres.tsx'
import { ImportFormulaires } from './ImportFormulaires.tsx'
import { COMMUN, ListeFormulaires, useAnnees } from './ListeFormulaires.tsx'
import { textesListes } from './listes.textes.ts'

const textesDonnees = textesListes.donnees

/** How the values leave: which layout, in which format, and what is said of it. */
const FICHIERS = [
  { forme: 'LONG', format: 'csv', libelle: textesDonnees.longCsv },
  { forme: 'LONG', format: 'xlsx', libelle: textesDonnees.longXlsx },
  { forme: 'LARGE', format: 'csv', libelle: textesDonnees.largeCsv },
  { forme: 'LARGE', format: 'xlsx', libelle: textesDonnees.largeXlsx },
  { forme: 'DICTIONNAIRE', format: 'xlsx', libelle: textesDonnees.dictionnaire },
] as const

type Props = { criteres: Criteres<typeof FILTRES> }

/** The values of all the reports that are found, for statistics; one model at a time. */
function ExportDonnees({ criteres }: Props) {
  const fichiers = FICHIERS.map(({ libelle, ...voulu }) => ({
    libelle,
    demander: () => exporterDonnees({ ...criteres, ...voulu }),
  }))
  return <MenuExport titre={textesDonnees.titre} nom={textesDonnees.nom} fichiers={fichiers} />
}

const t = textesListes.saisiesStructures

const LISIBLES_DEMANDES = question({
  filtres: FILTRES,
  tris: [...TRIS, 'effectif'],
  tri: triOrigine,
})

export const demander: Demander = (client, { recherche: adresse }) =>
  client.prefetchQuery(listeFormulairesStructures(lireListe(LISIBLES_DEMANDES, adresse).query))

export const LISIBLES = liste({
  ...COMMUN,
  ...LISIBLES_DEMANDES,
  colonnes: colonnesDe('structure', 'rapport', 'etat', 'echeance', 'contenu', 'effectif', 'action'),
  textes: { ...textesListes, ...t },
})

/** `/dashboard/saisiesstructures`: one's perimeter, and what is published. */
export default function SaisiesStructuresPage() {
  const { data: regions = [] } = useCodification('REGION')
  const options = { annee: useAnnees(), modeles: useModeles(), regions }
  const filtrage = useListe(LISIBLES, options)
  const { criteres, tri } = filtrage
  const { roles } = useAuth()
  return (
    <Page
      titre={t.titre}
      chapeau={t.chapeau}
      actions={
        <Actes>
          <ImportFormulaires />
          <ExportDonnees criteres={criteres} />
        </Actes>
      }
    >
      <ListeFormulaires
        filtrage={filtrage}
        choix={aDroit(roles, 'formulaire.valider')}
        exporter={(format) => exporterFormulaires({ ...criteres, tri, format })}
      />
    </Page>
  )
}
