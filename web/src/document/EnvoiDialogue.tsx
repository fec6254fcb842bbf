import type { Format } from '@releve/contract/document/document.schema.ts'
import { type ReactNode, useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { ZoneDepot } from '../ui/ZoneDepot.tsx'
import { Avancee } from './Avancee.tsx'
import { type Transfert, useTransfert } from './useTransfert.ts'
import './document.css'

type Textes = Record<'titre' | 'fichier' | 'annuler' | 'envoyer' | 'aucun' | 'echec', string>

type Props = {
  textes: Textes
  formats: readonly Format[]
  /** The act, as TanStack Query has it. */
  envoi: {
    mutate: (envoi: { fichier: File } & Transfert, suites: { onSuccess: () => void }) => void
    reset: () => void
    isPending: boolean
    error: Error | null
  }
  onFermer: () => void
  /** Its button has the attribute `disabled` until a file is chosen, and the reason in sight. */
  eteint?: boolean
  /** What the file will be. */
  children: ReactNode
}

/** One file to send over the page, and nothing else to say of it. */
export function EnvoiDialogue({
  textes,
  formats,
  envoi,
  onFermer,
  eteint = false,
  children,
}: Props) {
  const [fichier, setFichier] = useState<File | null>(null)
  const transfert = useTransfert()
  const { mutate, reset, isPending: enCours, error } = envoi
  const envoyer = () => {
    if (!fichier || enCours) return
    mutate({ fichier, ...transfert.commencer() }, { onSuccess: onFermer })
  }
  const choisir = (choisi: File | null) => {
    reset()
    setFichier(choisi)
  }
  return (
    <Dialogue
      ouvert
      titre={textes.titre}
      onFermer={onFermer}
      onSoumettre={envoyer}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {textes.annuler}
          </BoutonAction>
          {/* The zone above already asks for a file: the reason is for who does not see it. */}
          <BoutonAction
            type="submit"
            variant="contained"
            enCours={enCours}
            raison={fichier ? null : textes.aucun}
            raisonMuette={!eteint}
            eteint={eteint}
          >
            {textes.envoyer}
          </BoutonAction>
        </>
      }
    >
      <div className="doc-envoi">
        <Echec echec={error} titre={textes.echec} sansMarge />
        <p>{children}</p>
        <ZoneDepot
          libelle={textes.fichier}
          formats={formats}
          fichier={fichier}
          onChange={choisir}
          fige={enCours}
        />
        {enCours && fichier && <Avancee nom={fichier.name} part={transfert.part} />}
      </div>
    </Dialogue>
  )
}
