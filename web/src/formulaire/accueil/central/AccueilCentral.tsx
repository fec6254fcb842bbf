import { LIBELLES_MISE_EN_ROUTE } from '@releve/contract/dashboard/dashboard.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { aDroit } from '../../../app/session.ts'
import { useAuth } from '../../../app/useSession.ts'
import { miseEnRoute } from '../../../dashboard/dashboard.queries.ts'
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

/** What is left to do, in order, until the collection runs; each line leads where it is done. */
function MiseEnRoute() {
  const { data } = useQuery(miseEnRoute)
  if (!data) return null
  const { mois, annee, debutCollecte, commencee } = data
  const reste = data.etapes.filter(({ faite }) => !faite)
  if (commencee && reste.length === 0) return null
  const aVenir = commencee
    ? textesDebut.commencee
    : textesDebut.aVenir(libellePeriode({ mois, annee }))
  return (
    <Alerte
      gravite={debutCollecte === null ? 'warning' : 'info'}
      titre={debutCollecte === null ? textesDebut.titre : aVenir}
    >
      <p>{reste.length > 0 ? textesDebut.reste(reste.length) : textesDebut.pret}</p>
      {reste.length > 0 && (
        <ol className="cen-etapes">
          {reste.map(({ cle }) => (
            <li key={cle}>
              <Link to={paths.etape(cle)}>{LIBELLES_MISE_EN_ROUTE[cle]}</Link>
            </li>
          ))}
        </ol>
      )}
      <Link to={paths.miseEnRoute}>{textesDebut.voir}</Link>
    </Alerte>
  )
}

/** From when anything is asked, where that is still to be said or to come. */
function Debut() {
  const { roles } = useAuth()
  const { calendrier } = useCalendrier()
  if (aDroit(roles, 'calendrier.gerer')) return <MiseEnRoute />
  if (calendrier.debutCollecte !== null) return null
  return (
    <Alerte gravite="warning" titre={textesDebut.titre}>
      {textesDebut.attendre}
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
