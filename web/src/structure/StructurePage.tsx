import type { StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { useParams } from 'react-router'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { EchecChargement } from '../ui/Chargement.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { ActesStructure } from './ActesStructure.tsx'
import { EtatBadge } from './EtatBadge.tsx'
import { FicheStructure } from './FicheStructure.tsx'
import { useStructure } from './structure.queries.ts'
import { textesStructure } from './structure.textes.ts'
import './structure.css'

export { demander } from './structure.queries.ts'

const t = textesStructure.page

function SousTitre({ structure }: { structure: StructureLue | undefined }) {
  const { roles } = useAuth()
  return (
    <div className="str-sous-titre">
      {aDroit(roles, 'structure.gerer') && <Retour to={paths.structures()}>{t.retour}</Retour>}
      {structure && (
        <>
          <span>{structure.code}</span>
          <EtatBadge etat={structure.etat} />
        </>
      )}
    </div>
  )
}

/** `/dashboard/structures/:code`: the whole record of a structure, and what may be done with it. */
export default function StructurePage() {
  const { code = '' } = useParams()
  const { data, error, refetch } = useStructure(code)
  // One page, read or not: its heading keeps the focus that the arrival gave it.
  return (
    <Page
      titre={data?.libelle ?? t.inconnue}
      chapeau={<SousTitre structure={data} />}
      actions={data && <ActesStructure structure={data} />}
    >
      {error && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
      {data ? <FicheStructure structure={data} /> : !error && <Squelette lignes={10} />}
    </Page>
  )
}
