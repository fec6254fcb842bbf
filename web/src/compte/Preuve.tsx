import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { textes } from './compte.textes.ts'

const t = textes.preuve

type Props = {
  titre: string
  texte: string
  echec: unknown
  enCours: boolean
  onDonner: (preuve: { password: string; code: string }) => void
  onFermer: () => void
}

/** Asks for the password and a code before the second factor changes. */
export function Preuve({ titre, texte, echec, enCours, onDonner, onFermer }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [touche, setTouche] = useState(false)
  const donner = () => {
    setTouche(true)
    if (password && code.trim() && !enCours) onDonner({ password, code })
  }
  return (
    <Dialogue
      ouvert
      titre={titre}
      onFermer={onFermer}
      onSoumettre={donner}
      actions={
        <>
          <BoutonAction onClick={onFermer}>{t.annuler}</BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={enCours}>
            {titre}
          </BoutonAction>
        </>
      }
    >
      <p>{texte}</p>
      <Echec echec={echec} titre={t.echec} />
      <ChampMotDePasse
        libelle={t.motDePasse}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        erreur={touche && !password ? t.motDePasseManquant : null}
      />
      <ChampTexte
        libelle={t.code}
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        erreur={touche && !code.trim() ? t.codeManquant : null}
      />
    </Dialogue>
  )
}
