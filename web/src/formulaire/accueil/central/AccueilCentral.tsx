import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { aDroit } from '../../../app/session.ts'
import { useAuth } from '../../../app/useSession.ts'
import { paths } from '../../../paths.ts'
import { Alerte } from '../../../ui/Alerte.tsx'
import { Onglets } from '../../../ui/Onglets.tsx'
import { Squelette } from '../../../ui/Squelette.tsx'
import { adresseDeVue, VUES, type Vue, vueDe } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { Debut } from './Debut.tsx'
import { Ensemble } from './Ensemble.tsx'
import './central.css'

const DemandesProlongation = lazy(() => import('../DemandesProlongation.tsx'))

/** The first one is what one comes for; the others, and the charts, come with their tabs. */
const CONTENUS: Record<Vue, ComponentType> = {
  ensemble: Ensemble,
  examen: lazy(() => import('./Examen.tsx')),
  delais: lazy(() => import('./Delais.tsx')),
  retards: lazy(() => import('./Retards.tsx')),
  ecarts: lazy(() => import('./Ecarts.tsx')),
  series: lazy(() => import('./Tendances.tsx')),
}

/** A second factor will be asked of this account: until then all is open, and this line stands. */
function SecondFacteurProchain({ le }: { le: string }) {
  const { annonce, lien } = textesCentral.secondFacteur
  return (
    <Alerte gravite="info">
      {annonce(le)} <Link to={paths.compte}>{lien}</Link>
    </Alerte>
  )
}

/** The collection as the central directorate sees it: where each report is, what is late or odd. */
export default function AccueilCentral() {
  const { roles, secondFacteurLe } = useAuth()
  const [adresse] = useSearchParams()
  const vue = vueDe(adresse)
  const Contenu = CONTENUS[vue]
  const onglets = VUES.map((cle) => ({
    cle,
    libelle: textesCentral.vues[cle],
    search: adresseDeVue(cle, adresse),
  }))
  return (
    <>
      {secondFacteurLe && <SecondFacteurProchain le={secondFacteurLe} />}
      <Debut />
      {aDroit(roles, 'calendrier.gerer') && (
        <Suspense>
          <DemandesProlongation />
        </Suspense>
      )}
      <Onglets nom={textesCentral.parties} onglets={onglets} actuel={vue} />
      <Suspense fallback={<Squelette />}>
        <Contenu key={vue} />
      </Suspense>
    </>
  )
}
