import type { StructureLue } from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { paths } from '../paths.ts'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import FicheDialogue from './FicheDialogue.tsx'
import { PassageDialogue } from './PassageDialogue.tsx'
import { textes as passages } from './passage.textes.ts'
import { type Passage, passagesDe } from './passage.ts'
import { textes } from './structure.textes.ts'

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
export function ActesStructure({ structure }: { structure: StructureLue }) {
  const [ouvert, setOuvert] = useState<Passage | 'fiche' | null>(null)
  const fermer = () => setOuvert(null)
  const t = textes.page
  const { actions, etat, code } = structure
  const gere = actions.includes('modifier')
  return (
    <div className="str-actes">
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
            {passages[passage].bouton}
          </BoutonAction>
        ))}
      {gere && (
        <BoutonAction variant="contained" icone="crayon" onClick={() => setOuvert('fiche')}>
          {t.modifier}
        </BoutonAction>
      )}
      {ouvert === 'fiche' && <FicheDialogue structure={structure} onFermer={fermer} />}
      {ouvert !== null && ouvert !== 'fiche' && (
        <PassageDialogue structure={structure} passage={ouvert} onFermer={fermer} />
      )}
    </div>
  )
}
