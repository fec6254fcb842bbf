import { lazy, Suspense, useState } from 'react'
import { useAuth } from '../../app/useSession.ts'
import { useStructuresTravail } from '../../app/useStructuresTravail.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { formatJour } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { AccueilStructure } from './AccueilStructure.tsx'
import { CENTRAL, estCentral } from './accueil.queries.ts'
import { textesAccueil } from './accueil.textes.ts'

const CentralDiffere = lazy(CENTRAL.charger)

/** The directorate's part, at once when its code is there. */
function Central() {
  const [AccueilCentral] = useState(() => CENTRAL.venue() ?? CentralDiffere)
  return (
    <Suspense fallback={<Squelette />}>
      <AccueilCentral />
    </Suspense>
  )
}

/** `/dashboard/app`: what to do now. */
export default function AccueilPage() {
  const auth = useAuth()
  const { nomAffichable, roles } = auth
  const { choisie, structures } = useStructuresTravail(auth)
  const { jour } = useCalendrier()
  const codes = structures.map(({ code }) => code)
  // Who looks at several at once is told of none.
  const seule = choisie ?? (codes.length > 1 ? null : auth.structure)
  return (
    <Page
      titre={textesAccueil.titre}
      chapeau={seule?.libelle ?? textesAccueil.bonjour(nomAffichable)}
      actions={
        <p className="acc-jour">
          <time dateTime={jour}>{formatJour(jour)}</time>
        </p>
      }
    >
      {codes.length > 0 && <AccueilStructure codes={codes} />}
      {estCentral(roles) && <Central />}
    </Page>
  )
}
