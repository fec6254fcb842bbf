import { lazy, Suspense, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import { type Filtrage, useFiltres } from '../ui/useFiltres.ts'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { COLONNES } from './colonnes.tsx'
import { FicheDialogue } from './FicheDialogue.tsx'
import { Filtres } from './Filtres.tsx'
import {
  exportDe,
  type Filtres as Filtre,
  filtresActifs,
  lireFiltres,
  rechercheDe,
  TRI_ORIGINE,
} from './filtres.ts'
import { useExporterUtilisateurs, useUtilisateurs } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'
import './utilisateur.css'

const ImportDialogue = lazy(() => import('./ImportDialogue.tsx'))

function Actions({ filtres }: { filtres: Filtre }) {
  const [ouvert, setOuvert] = useState<'creation' | 'import' | null>(null)
  const fermer = () => setOuvert(null)
  return (
    <div className="usr-actes">
      <ExportTableur
        exporter={useExporterUtilisateurs()}
        query={(format) => ({ ...exportDe(filtres), format })}
      />
      <BoutonAction icone="deposer" onClick={() => setOuvert('import')}>
        {textes.importer}
      </BoutonAction>
      <BoutonAction variant="contained" icone="plus" onClick={() => setOuvert('creation')}>
        {textes.creer}
      </BoutonAction>
      {ouvert === 'creation' && <FicheDialogue onFermer={fermer} />}
      <Suspense>{ouvert === 'import' && <ImportDialogue onFermer={fermer} />}</Suspense>
    </div>
  )
}

function Comptes({ filtrage }: { filtrage: Filtrage<Filtre> }) {
  const { filtres, changer } = filtrage
  const requete = useUtilisateurs(rechercheDe(filtres))
  // An act may take its line out of what the filters find.
  const ref = useFocusGarde<HTMLDivElement>(requete.data?.total ?? 0)
  return (
    <div ref={ref} tabIndex={-1}>
      <Liste
        {...{ requete, filtrage }}
        className="usr-tableau"
        legende={textes.titre}
        compte={textes.compte}
        vide={<EtatVide icone="utilisateurs">{textes.vide}</EtatVide>}
        aucun={textes.aucun}
        colonnes={COLONNES}
        cleDe={({ id }) => String(id)}
        tri={filtres.tri ?? TRI_ORIGINE}
        onTri={(tri) => changer({ tri })}
      />
    </div>
  )
}

/** `/dashboard/utilisateurs`: the accounts, and what one may do with them. */
export function UtilisateursPage() {
  const filtrage = useFiltres(lireFiltres, filtresActifs)
  return (
    <Page
      titre={textes.titre}
      chapeau={textes.chapeau}
      actions={<Actions filtres={filtrage.filtres} />}
    >
      <Filtres filtrage={filtrage} />
      <Comptes filtrage={filtrage} />
    </Page>
  )
}
