import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { fermeture, useModale } from '../ui/Dialogue.tsx'
import { Chercher } from './Chercher.tsx'
import { textesRecherche } from './recherche.textes.ts'
import type { Resultat } from './resultats.ts'
import './recherche.css'

/** Where the screen of what is found is. */
function adresseDe(resultat: Resultat, roles: readonly Role[]): string {
  if (resultat.genre === 'formulaires') return paths.saisie(resultat.element.numero)
  if (resultat.genre === 'structures') {
    const { code } = resultat.element
    // Their record is for who reminds them; others know a structure by its reports.
    const aLEcran = aDroit(roles, 'relancer')
    return aLEcran ? paths.structure(code) : paths.saisiesStructures({ q: code })
  }
  if (resultat.genre === 'utilisateurs') return paths.utilisateur(resultat.element.id)
  return paths.messagerie({ message: String(resultat.element.id) })
}

/** Search across reports, structures, accounts and one's own messages, over the page. */
export default function RechercheDialogue({ onFermer }: { onFermer: () => void }) {
  const ref = useModale()
  const navigate = useNavigate()
  const { roles } = useAuth()
  const [texte, setTexte] = useState('')
  const [choisi, setChoisi] = useState<string | null>(null)
  const ouvrir = (resultat: Resultat) => {
    onFermer()
    void navigate(adresseDe(resultat, roles))
  }
  return (
    <dialog
      ref={ref}
      className="ui-dialogue rec-dialogue"
      aria-label={textesRecherche.titre}
      {...fermeture(onFermer)}
      // A browser may close it by itself at a second Escape.
      onClose={(evenement) => {
        if (evenement.target === evenement.currentTarget && !evenement.currentTarget.open) {
          onFermer()
        }
      }}
    >
      <Chercher
        texte={texte}
        onTexte={(saisi) => {
          setTexte(saisi)
          setChoisi(null)
        }}
        choisi={choisi}
        onChoisi={setChoisi}
        onOuvrir={ouvrir}
        onFermer={onFermer}
      />
    </dialog>
  )
}
