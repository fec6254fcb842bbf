import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { differer } from '../app/differe.tsx'
import { Invitations } from '../app/Invitations.tsx'
import { changerAdresse } from '../ui/adresse.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Onglets } from '../ui/Onglets.tsx'
import { Page } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { Filtres } from './Filtres.tsx'
import { criteresDe, type Filtres as Filtre, TRI_ORIGINE, VUES, type Vue } from './filtres.ts'
import { useExporterStructures } from './structure.queries.ts'
import { textes } from './structure.textes.ts'
import { type Filtrage, useFiltrage } from './useFiltrage.ts'
import { VueArbre } from './VueArbre.tsx'
import { VueTableau } from './VueTableau.tsx'
import './structure.css'

const VueCarte = lazy(() => import('./VueCarte.tsx'))
const useCreation = differer(() => import('./FicheDialogue.tsx'))
const useImport = differer(() => import('./ImportDialogue.tsx'))

function Actions({ filtres }: { filtres: Filtre }) {
  const creation = useCreation({})
  const tableur = useImport({})
  const query = { ...criteresDe(filtres), tri: filtres.tri ?? TRI_ORIGINE }
  return (
    <div className="str-actes">
      <ExportTableur
        exporter={useExporterStructures()}
        query={(format) => ({ ...query, format })}
      />
      <BoutonAction icone="deposer" onClick={tableur.ouvrir}>
        {textes.importer}
      </BoutonAction>
      <BoutonAction variant="contained" icone="plus" onClick={creation.ouvrir}>
        {textes.creer}
      </BoutonAction>
      {creation.dialogue}
      {tableur.dialogue}
    </div>
  )
}

/** The ways to look at the structures: each is an address, which keeps the filters. */
function Vues({ vue }: { vue: Vue }) {
  const [params] = useSearchParams()
  const onglets = VUES.map((cle) => ({
    cle,
    libelle: textes.vues[cle],
    search: changerAdresse(params, { vue: cle === 'arbre' ? '' : cle }).toString(),
  }))
  return <Onglets nom={textes.presentation} onglets={onglets} actuel={vue} />
}

function Vue({ filtrage }: { filtrage: Filtrage }) {
  const { vue } = filtrage.filtres
  if (vue === 'tableau') return <VueTableau filtrage={filtrage} />
  return vue === 'carte' ? <VueCarte filtrage={filtrage} /> : <VueArbre filtrage={filtrage} />
}

/** `/dashboard/structures`: the structures as a tree, a table or a map, and their invitations. */
export function StructuresPage() {
  const filtrage = useFiltrage()
  const { filtres } = filtrage
  const { vue } = filtres
  return (
    <Page
      titre={textes.titre}
      chapeau={textes.chapeau}
      actions={vue === 'invitations' ? undefined : <Actions filtres={filtres} />}
    >
      <Vues vue={vue} />
      {vue !== 'invitations' && <Filtres filtrage={filtrage} />}
      <Suspense fallback={<Squelette lignes={8} />}>
        {vue === 'invitations' ? <Invitations /> : <Vue filtrage={filtrage} />}
      </Suspense>
    </Page>
  )
}
