import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Echec } from '../ui/Echec.tsx'
import { textes } from './compte.textes.ts'
import { useRefus } from './useRefus.ts'

const t = textes.preuve

type Donnee = { password: string; code: string }

/** What is typed, what is wrong with it, here or for the server, and the way to the first fault. */
function usePreuve(avecCode: boolean, echec: unknown) {
  const [donnee, setDonnee] = useState<Donnee>({ password: '', code: '' })
  const [touche, setTouche] = useState(false)
  const { refus, reste, ...refs } = useRefus(echec)
  const manque = {
    password: !donnee.password,
    code: avecCode && !donnee.code.trim(),
  }
  const lier = (nom: keyof Donnee) => ({
    name: nom,
    required: true,
    value: donnee[nom],
    onChange: ({ target }: { target: { value: string } }) =>
      setDonnee((avant) => ({ ...avant, [nom]: target.value })),
  })
  return {
    donnee,
    reste,
    /** Shows what lacks, and goes there; true when nothing does. */
    controler: () => {
      setTouche(true)
      if (manque.password) refs.motDePasse.current?.focus()
      else if (manque.code) refs.code.current?.focus()
      return !manque.password && !manque.code
    },
    champMotDePasse: {
      ...lier('password'),
      ref: refs.motDePasse,
      erreur: touche && manque.password ? t.motDePasseManquant : (refus.motDePasse ?? null),
    },
    champCode: {
      ...lier('code'),
      ref: refs.code,
      erreur: touche && manque.code ? t.codeManquant : (refus.code ?? null),
    },
  }
}

type Props = {
  titre: string
  texte: string
  /** Absent: its title. */
  bouton?: string
  /** Whether a code is asked for too: no factor is active yet where one is set up. */
  avecCode: boolean
  echec: unknown
  enCours: boolean
  onDonner: (preuve: Donnee) => void
  onFermer: () => void
}

/** Asks for the password, and a code, before the second factor is set up or changes. */
export function Preuve(props: Props) {
  const { titre, texte, bouton = titre, avecCode, echec, enCours, onDonner, onFermer } = props
  const preuve = usePreuve(avecCode, echec)
  const donner = () => {
    if (!enCours && preuve.controler()) onDonner(preuve.donnee)
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
            {bouton}
          </BoutonAction>
        </>
      }
    >
      <p>{texte}</p>
      <Echec echec={preuve.reste} titre={t.echec} />
      {/* What appears beside a field is heard, even where the focus is there already. */}
      <div className="cpt-preuve" aria-live="polite">
        <ChampMotDePasse
          libelle={t.motDePasse}
          autoComplete="current-password"
          {...preuve.champMotDePasse}
        />
        {avecCode && (
          <ChampTexte
            libelle={t.code}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            {...preuve.champCode}
          />
        )}
      </div>
    </Dialogue>
  )
}
