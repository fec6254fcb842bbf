import type { StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { EchecChargement } from '../ui/Chargement.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { EtatBadge } from './EtatBadge.tsx'
import { FicheStructure } from './FicheStructure.tsx'
import { type Passage, PassageDialogue, passagesDe } from './PassageDialogue.tsx'
import StructureForm from './StructureForm.tsx'
import { useStructure } from './structure.queries.ts'
import { textesPassage, textesStructure } from './structure.textes.ts'
import './structure.css'

const ICONES: Record<Passage, NomIcone> = {
  suspendre: 'horloge',
  reprendre: 'coche',
  fermer: 'interdit',
  rouvrir: 'retour',
}
/** An act done gives its button to the one that undoes it: the focus stays. */
const CLES: Record<Passage, string> = {
  suspendre: 'service',
  reprendre: 'service',
  fermer: 'ouverture',
  rouvrir: 'ouverture',
}

/** What the agent may do with this structure now, as the server says. */
function ActesStructure({ structure }: { structure: StructureLue }) {
  const [ouvert, setOuvert] = useState<Passage | 'fiche' | null>(null)
  const fermer = () => setOuvert(null)
  const t = textesStructure.page
  const { actions, etat, code } = structure
  const gere = actions.includes('modifier')
  return (
    <Actes>
      <LienAction to={paths.saisiesStructures({ q: code })} icone="rapport">
        {t.rapports}
      </LienAction>
      {actions.includes('inviter') && (
        <LienAction to={paths.structures({ vue: 'invitations', inviter: code })} icone="envoi">
          {t.inviter}
        </LienAction>
      )}
      {gere &&
        passagesDe(etat).map((passage) => (
          <BoutonAction
            key={CLES[passage]}
            icone={ICONES[passage]}
            onClick={() => setOuvert(passage)}
          >
            {textesPassage[passage].bouton}
          </BoutonAction>
        ))}
      {gere && (
        <BoutonAction variant="contained" icone="crayon" onClick={() => setOuvert('fiche')}>
          {t.modifier}
        </BoutonAction>
      )}
      {ouvert === 'fiche' && <StructureForm structure={structure} onFermer={fermer} />}
      {ouvert !== null && ouvert !== 'fiche' && (
        <PassageDialogue structure={structure} passage={ouvert} onFermer={fermer} />
      )}
    </Actes>
  )
}

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
