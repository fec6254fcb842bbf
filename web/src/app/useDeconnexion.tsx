import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { textes } from './app.textes.ts'
import { seDeconnecter } from './deconnexion.ts'
import { enregistrerAvantDepart } from './depart.ts'
import { finirDepart } from './session.ts'

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
    await seDeconnecter()
    // The next person starts anew, not on the page of the one who left.
    await navigate(paths.connexion)
    finirDepart()
  }
  const quitter = async () => {
    setEtape('enCours')
    if (await enregistrerAvantDepart()) await partir()
    else setEtape('question')
  }
  const t = textes.depart
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
        <p>{t.texte}</p>
      </Dialogue>
    ),
  }
}
