import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { appeler } from '../../../app/client.ts'
import { aDroit } from '../../../app/session.ts'
import { useAuth } from '../../../app/useSession.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Alerte } from '../../../ui/Alerte.tsx'
import { Onglets } from '../../../ui/Onglets.tsx'
import { Squelette } from '../../../ui/Squelette.tsx'
import { adresseDeVue, VUES, type Vue, vueDe } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
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

const textesDebut = textesCentral.debut

/** The reminders wait for somebody to look at the first ones; nothing where they are open. */
function RelancesFermees() {
  const { data } = useQuery({
    queryKey: ['parametres', 'relances'],
    queryFn: ({ signal }) => appeler(relanceApi.lireReglagesRelances, { signal }),
  })
  if (!data || data.ouvertes) return null
  return (
    <Alerte gravite="info">
      {textesDebut.fermees} <Link to={paths.premieresRelances}>{textesDebut.voir}</Link>
    </Alerte>
  )
}

/** What is still to be said before anything is asked: from when, then that reminders may leave. */
function Debut() {
  const { roles } = useAuth()
  const { calendrier } = useCalendrier()
  const regle = aDroit(roles, 'calendrier.gerer')
  if (calendrier.debutCollecte !== null) return regle ? <RelancesFermees /> : null
  return (
    <Alerte gravite="warning" titre={textesDebut.titre}>
      {regle ? (
        <Link to={paths.parametres('calendrier')}>{textesDebut.fixer}</Link>
      ) : (
        textesDebut.attendre
      )}
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
