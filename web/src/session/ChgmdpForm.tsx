import { controlerMotDePasse, longueurMinimale } from '@releve/contract/utilisateur/motDePasse.ts'
import { type SyntheticEvent, useState } from 'react'
import { useAuth } from '../app/session.ts'
import type { Auth } from '../app/stockage.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { Echec } from '../ui/Echec.tsx'
import { ReglesMotDePasse } from './ReglesMotDePasse.tsx'
import { useModifierMotDePasse } from './session.queries.ts'
import { textes } from './session.textes.ts'
import './Cadre.css'

const VIDE = { ancien: '', nouveau: '', confirmation: '' }
type Champs = typeof VIDE

function fautesDe({ ancien, nouveau, confirmation }: Champs, raisons: string[], impose: boolean) {
  const t = textes.changement
  return {
    ancien: ancien ? null : impose ? t.provisoireManquant : t.ancienManquant,
    nouveau: nouveau ? (raisons.length > 0 ? t.nouveauFaible : null) : t.nouveauManquant,
    confirmation: confirmation === nouveau ? null : t.confirmationDifferente,
  }
}

/** The rules that the server will apply, on what is typed so far. */
function raisonsDe({ ancien, nouveau }: Champs, { roles, identifiant, nomAffichable }: Auth) {
  return controlerMotDePasse(nouveau, { roles, identifiant, nom: nomAffichable }, ancien)
}

/** Current password, new one twice; the rules answer as one types, the server has the last word. */
export function ChgmdpForm({ onReussite }: { onReussite: () => void }) {
  const auth = useAuth()
  const [champs, setChamps] = useState(VIDE)
  const [touches, setTouches] = useState<Partial<Record<keyof Champs, boolean>>>({})
  const modification = useModifierMotDePasse()
  const t = textes.changement
  const raisons = raisonsDe(champs, auth)
  // Whoever must change it was given the one that he has.
  const impose = auth.forceChangePassword
  const fautes = fautesDe(champs, raisons, impose)

  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    setTouches({ ancien: true, nouveau: true, confirmation: true })
    if (Object.values(fautes).some(Boolean) || modification.isPending) return
    modification.mutate(
      { ancienMotDePasse: champs.ancien, nouveauMotDePasse: champs.nouveau },
      {
        onSuccess: () => {
          setChamps(VIDE)
          setTouches({})
          onReussite()
        },
      },
    )
  }
  const lier = (nom: keyof Champs) => ({
    name: nom,
    required: true,
    value: champs[nom],
    onChange: (evenement: { target: { value: string } }) =>
      setChamps({ ...champs, [nom]: evenement.target.value }),
    onBlur: () => setTouches((avant) => ({ ...avant, [nom]: champs[nom] !== '' || avant[nom] })),
    erreur: touches[nom] ? fautes[nom] : null,
  })

  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      <Echec echec={modification.error} titre={t.echec} />
      {/* Password managers need to see whose password it is. */}
      <input type="text" autoComplete="username" value={auth.identifiant} readOnly hidden />
      <ChampMotDePasse
        libelle={impose ? t.provisoire : t.ancien}
        autoComplete="current-password"
        {...lier('ancien')}
      />
      <div>
        <ChampMotDePasse
          libelle={t.nouveau}
          aide={t.regle(longueurMinimale(auth.roles))}
          autoComplete="new-password"
          {...lier('nouveau')}
        />
        {champs.nouveau && <ReglesMotDePasse raisons={raisons} />}
      </div>
      <ChampMotDePasse
        libelle={t.confirmation}
        autoComplete="new-password"
        {...lier('confirmation')}
      />
      <div>
        <BoutonAction
          type="submit"
          variant="contained"
          size="large"
          enCours={modification.isPending}
        >
          {t.enregistrer}
        </BoutonAction>
      </div>
    </form>
  )
}
