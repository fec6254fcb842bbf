import { EchecApi, messageDe } from '../app/client.ts'
import { toastReussite } from '../app/toasts.ts'
import { useToutesStructures } from '../structure/structure.queries.ts'
import { useAbandon } from '../ui/Abandon.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { FicheChamps } from './FicheChamps.tsx'
import { NOMS, refusDe } from './fiche.ts'
import { useInviter } from './inscription.queries.ts'
import { textes } from './invitations.textes.ts'
import { type FormeFiche, useFiche } from './useFiche.ts'

const t = textes.fiche
const prendreLeFocus = (element: HTMLElement | null) => element?.focus()

function Resume({ forme: { fautes, essais } }: { forme: FormeFiche }) {
  const dites = NOMS.flatMap((nom) => {
    const faute = fautes[nom]
    return faute ? [{ nom, libelle: t.libelles[nom], faute }] : []
  })
  if (essais === 0 || dites.length === 0) return null
  // Anew at each try: the focus comes back to it.
  return <ResumeFautes key={essais} titre={t.resume(dites.length)} fautes={dites} />
}

/** Why the invitation did not leave, where no field says it. */
function Echec({ echec }: { echec: unknown }) {
  if (!echec || Object.keys(refusDe(echec)).length > 0) return null
  return (
    <Alerte gravite="error" titre={t.echec} ref={prendreLeFocus}>
      {echec instanceof EchecApi && echec.estReseau ? t.reseau : messageDe(echec)}
    </Alerte>
  )
}

type Props = {
  /** Of the structure to invite, when it is known. */
  code?: string
  onFermer: () => void
}

/** « Inviter une structure »: a new one, or one that has no account yet. */
export function InvitationDialogue({ code = '', onFermer }: Props) {
  const { data: structures = [] } = useToutesStructures()
  const forme = useFiche(structures, code)
  const { mutate, isPending, error } = useInviter()
  const { fermer, question } = useAbandon(forme.modifiee, onFermer)
  const soumettre = () => {
    if (isPending || !forme.controler()) return
    const onSuccess = () => {
      toastReussite(t.envoyee)
      onFermer()
    }
    mutate(forme.corps(), { onSuccess, onError: forme.refuser })
  }
  return (
    <>
      {question}
      <Dialogue
        ouvert
        titre={textes.inviter}
        largeur="md"
        onFermer={fermer}
        onSoumettre={soumettre}
        actions={
          <>
            <BoutonAction variant="text" onClick={fermer}>
              {t.annuler}
            </BoutonAction>
            <BoutonAction type="submit" variant="contained" enCours={isPending}>
              {t.envoyer}
            </BoutonAction>
          </>
        }
      >
        <div className="inv-fiche">
          <p className="inv-note">{t.obligatoire}</p>
          {!isPending && <Resume forme={forme} />}
          <Echec echec={error} />
          <FicheChamps forme={forme} structures={structures} />
        </div>
      </Dialogue>
    </>
  )
}
