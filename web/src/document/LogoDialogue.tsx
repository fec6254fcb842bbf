import { FORMATS_LOGO } from '@releve/contract/document/document.schema.ts'
import { useEffect, useRef, useState } from 'react'
import { aDroit, useAuth } from '../app/session.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { ZoneDepot } from '../ui/ZoneDepot.tsx'
import { useChangerLogo } from './document.queries.ts'
import { textes } from './document.textes.ts'
import './LogoDialogue.css'

const t = textes.logo

/** Aborted when the dialog goes: a logo given up does not change behind one's back. */
function useAbandon() {
  const ref = useRef<AbortController | null>(null)
  useEffect(() => () => ref.current?.abort(), [])
  return () => {
    ref.current = new AbortController()
    return ref.current.signal
  }
}

/** Changes the logo of one's structure, or of the organisation for a central account. */
export default function LogoDialogue({ onFermer }: { onFermer: () => void }) {
  const { roles, structure } = useAuth()
  const [fichier, setFichier] = useState<File | null>(null)
  const changement = useChangerLogo()
  const abandon = useAbandon()
  const enCours = changement.isPending
  const central = aDroit(roles, 'logo.organisation')

  const charger = () => {
    if (!fichier || enCours) return
    changement.mutate({ fichier, signal: abandon() }, { onSuccess: onFermer })
  }
  const choisir = (choisi: File | null) => {
    changement.reset()
    setFichier(choisi)
  }

  return (
    <Dialogue
      ouvert
      titre={t.titre}
      onFermer={onFermer}
      onSoumettre={charger}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {t.annuler}
          </BoutonAction>
          <span className="doc-charger">
            <BoutonAction
              type="submit"
              variant="contained"
              enCours={enCours}
              raison={fichier ? null : t.aucun}
            >
              {t.charger}
            </BoutonAction>
          </span>
        </>
      }
    >
      <div className="doc-logo">
        <Echec echec={changement.error} titre={t.echec} />
        <p>{t.pour(central ? null : (structure?.libelle ?? null))}</p>
        <ZoneDepot
          libelle={t.fichier}
          formats={FORMATS_LOGO}
          fichier={fichier}
          onChange={choisir}
          fige={enCours}
        />
        <Invisible role="status">{enCours && t.envoi}</Invisible>
      </div>
    </Dialogue>
  )
}
