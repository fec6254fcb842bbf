import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { enregistrerTout } from '../ui/avantDepart.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { textesApp, textesHorsLigne } from './app.textes.ts'
import { carnets, hasReliquat } from './carnets.ts'
import { seDeconnecter } from './deconnexion.ts'

import { estHorsLigne } from './ligne.ts'
import { peutEtreScelle } from './scellement.ts'
import { finirDepart, getSession } from './session.ts'
import { estPostePartage, peutSceller } from './stockage.ts'

const DELAI_MS = 3000

/**
 * Saves what waits before the person signs out, for `delai` milliseconds at most.
 * @returns false when signing out now would lose what he typed.
 */
export async function enregistrerAvantDepart(delai = DELAI_MS): Promise<boolean> {
  const { auth, aReconnecter } = getSession()
  // Without a token nothing can be saved, and each try would ask to sign in again.
  const attente = aReconnecter ? null : enregistrerTout()
  if (attente) {
    let minuterie: ReturnType<typeof setTimeout> | undefined
    const trop = new Promise<false>((finir) => {
      minuterie = setTimeout(() => finir(false), delai)
    })
    const fait = await Promise.race([attente, trop])
    clearTimeout(minuterie)
    if (!fait) return false
  }
  return auth === null || !hasReliquat(auth.identifiant)
}

/** What becomes of what waits in this browser, if one signs out now. */
function direReliquat(): string {
  const { depart, departFenetre, departPerdu } = textesHorsLigne
  if (carnets.enPeril()) return estPostePartage() ? departPerdu : departFenetre
  // The key may still be had, where the server answers.
  return depart(peutEtreScelle() || (peutSceller() && !estHorsLigne()))
}

type Deconnexion = {
  /** Saves what waits, then signs out; asks first when something could not be saved. */
  quitter: () => void
  enCours: boolean
  /** The question, to be placed on the screen. */
  question: ReactNode
}

/** The way out, the same wherever it is offered: nothing typed is lost without a word. */
export function useDeconnexion(): Deconnexion {
  const [etape, setEtape] = useState<'repos' | 'enCours' | 'question'>('repos')
  const navigate = useNavigate()
  const partir = async () => {
    setEtape('enCours')
    const sortie = await seDeconnecter()
    if (sortie) return window.location.assign(sortie)
    // The next person starts anew, not on the page of the one who left.
    await navigate(paths.connexion)
    finirDepart()
  }
  const quitter = async () => {
    setEtape('enCours')
    if (await enregistrerAvantDepart()) await partir()
    else setEtape('question')
  }
  const t = textesApp.depart
  const { auth } = getSession()
  // What a report holds outlives the session; what a letter or a setting holds does not.
  const garde = auth !== null && hasReliquat(auth.identifiant)
  return {
    quitter: () => void quitter(),
    enCours: etape === 'enCours',
    question: (
      <Dialogue
        ouvert={etape === 'question'}
        titre={t.titre}
        onFermer={() => setEtape('repos')}
        actions={
          <>
            <BoutonAction variant="contained" onClick={() => setEtape('repos')}>
              {t.rester}
            </BoutonAction>
            <BoutonAction onClick={() => void partir()}>{t.partir}</BoutonAction>
          </>
        }
      >
        <p>{garde ? direReliquat() : t.texte}</p>
      </Dialogue>
    ),
  }
}
