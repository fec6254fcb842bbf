import type { Demander } from '../../app/demande.ts'
import { aDroit } from '../../app/session.ts'
import { useAuth } from '../../app/useSession.ts'
import { useCodification } from '../../codification/codification.queries.ts'
import { Actes } from '../../ui/Actes.tsx'
import { Page } from '../../ui/Page.tsx'
import { lireListe, liste, question, useListe } from '../../ui/useListe.ts'
import { listeFormulairesStructures } from '../formulaire.demande.ts'
import { exporterFormulaires, useModeles } from '../formulaire.queries.ts'
import { colonnesDe } from './colonnes.tsx'
import { ExportDonnees } from './ExportDonnees.tsx'
import { FILTRES, TRIS, triOrigine } from './filtres.tsx'
import { ImportFormulaires } from './ImportFormulaires.tsx'
import { COMMUN, ListeFormulaires, useAnnees } from './ListeFormulaires.tsx'
import { textesListes } from './listes.textes.ts'

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
