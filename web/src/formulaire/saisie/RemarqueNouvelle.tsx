import { useState } from 'react'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { textesSaisie } from './saisie.textes.ts'

type NouvelleProps = { enCours: boolean; surEnvoi: (texte: string, apres: () => void) => void }

/** What a reviewer has to say. */
export default function RemarqueNouvelle({ enCours, surEnvoi }: NouvelleProps) {
  const [texte, setTexte] = useState('')
  return (
    <form
      onSubmit={(evenement) => {
        evenement.preventDefault()
        if (texte.trim() !== '' && !enCours) surEnvoi(texte.trim(), () => setTexte(''))
      }}
    >
      <ChampTexteLong
        libelle={textesSaisie.panneau.remarque}
        rows={2}
        maxLength={2000}
        value={texte}
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
      />
      <BoutonAction size="small" type="submit">
        {textesSaisie.panneau.ajouterRemarque}
      </BoutonAction>
    </form>
  )
}
