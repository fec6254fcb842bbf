import { useToutesStructures } from '../structure/structure.queries.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { direFautes } from '../ui/fautes.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { FicheChamps } from './FicheChamps.tsx'
import { NOMS, refusDe } from './fiche.ts'
import { type CorpsInvitation, useInviter } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'
import { useFiche } from './useFiche.ts'

const t = textes.fiche
const telQuel = (corps: CorpsInvitation) => corps

type Props = {
  /** Of the structure to invite, when it is known. */
  code?: string
  onFermer: () => void
}

/** « Inviter une structure »: a new one, or one that has no account yet. */
export function InvitationDialogue({ code = '', onFermer }: Props) {
  const { data: structures = [] } = useToutesStructures()
  const forme = useFiche(structures, code)
  const envoi = useEnvoi(forme, useInviter(), null)
  const soumettre = () => envoi.soumettre(telQuel, onFermer)
  return (
    <Fiche
      titre={textes.inviter}
      textes={t}
      bouton={t.envoyer}
      modifiee={forme.modifiee}
      fautes={direFautes(NOMS, forme.fautes, (nom) => t.libelles[nom])}
      essais={forme.essais}
      envoi={envoi}
      dansUnChamp={Object.keys(refusDe(envoi.echec)).length > 0}
      onSoumettre={soumettre}
      onFermer={onFermer}
    >
      <FicheChamps forme={forme} structures={structures} />
    </Fiche>
  )
}
