import {
  CHAMPS_MOT_DE_PASSE,
  MOT_DE_PASSE_PROVISOIRE,
} from '@releve/contract/session/session.champs.ts'
import { controlerMotDePasse, longueurMinimale } from '@releve/contract/utilisateur/mot-de-passe.ts'
import type { SyntheticEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Auth } from '../app/stockage.ts'
import { useAuth } from '../app/useSession.ts'
import { useADesJetons } from '../jeton/jeton.queries.ts'
import { paths, type SuiteDeNavigation } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { useModifierMotDePasse } from './motDePasse.queries.ts'
import { textesMotDePasse } from './motDePasse.textes.ts'
import { ReglesMotDePasse } from './ReglesMotDePasse.tsx'
import './Cadre.css'

const t = textesMotDePasse.changement
const VIDE = { ancien: '', nouveau: '', confirmation: '', revoquer: false }
/** Whoever must change it was given the one that he has. */
const CHAMPS_PROVISOIRE = { ...CHAMPS_MOT_DE_PASSE, ancien: MOT_DE_PASSE_PROVISOIRE }

/** The rules that the server will apply, on what is typed so far. */
const raisonsDe = ({ ancien, nouveau }: typeof VIDE, { roles, identifiant, nomAffichable }: Auth) =>
  controlerMotDePasse(nouveau, { roles, identifiant, nom: nomAffichable }, ancien)

/** Current password, new one twice; the rules answer as one types, the server has the last word. */
function ChgmdpForm({ onReussite }: { onReussite: () => void }) {
  const auth = useAuth()
  const forme = useSaisie({
    champs: auth.forceChangePassword ? CHAMPS_PROVISOIRE : CHAMPS_MOT_DE_PASSE,
    initiale: VIDE,
    fautes: (saisie) => ({
      ...(saisie.nouveau && raisonsDe(saisie, auth).length > 0 && { nouveau: t.nouveauFaible }),
      confirmation: saisie.confirmation === saisie.nouveau ? null : t.confirmationDifferente,
    }),
  })
  const envoi = useEnvoi(forme, useModifierMotDePasse())
  const { saisie, lier, changer, annuler } = forme
  const aDesJetons = useADesJetons()
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(
      () => ({
        ancienMotDePasse: saisie.ancien,
        nouveauMotDePasse: saisie.nouveau,
        revoquerJetons: saisie.revoquer,
      }),
      {
        onSuccess: () => {
          annuler()
          onReussite()
        },
      },
    )
  }
  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      <Echec echec={envoi.echec} titre={t.echec} />
      {/* Password managers need to see whose password it is. */}
      <input type="text" autoComplete="username" value={auth.identifiant} readOnly hidden />
      <ChampMotDePasse {...lier('ancien')} autoComplete="current-password" />
      <div>
        <ChampMotDePasse
          {...lier('nouveau')}
          aide={t.regle(longueurMinimale(auth.roles))}
          autoComplete="new-password"
        />
        {saisie.nouveau && <ReglesMotDePasse raisons={raisonsDe(saisie, auth)} />}
      </div>
      <ChampMotDePasse {...lier('confirmation')} autoComplete="new-password" />
      {aDesJetons && (
        <div className="ui-cases">
          <label>
            <input
              type="checkbox"
              checked={saisie.revoquer}
              aria-describedby="mdp-jetons-aide"
              onChange={({ target }) => changer('revoquer', target.checked)}
            />
            {t.jetons}
          </label>
          <Note id="mdp-jetons-aide">{t.jetonsAide}</Note>
        </div>
      )}
      <div>
        <BoutonAction type="submit" variant="contained" size="large" enCours={envoi.enCours}>
          {t.enregistrer}
        </BoutonAction>
      </div>
    </form>
  )
}

/** `/dashboard/chgmdp`: one's own password; the only screen open while it must be changed. */
export default function ChgmdpPage() {
  const { forceChangePassword } = useAuth()
  const navigate = useNavigate()
  const { state } = useLocation()
  const terminer = () => {
    if (!forceChangePassword) return
    // Written by the guard alone, which sent here.
    const suite = (state as SuiteDeNavigation | null)?.suite
    void navigate(suite ?? paths.tableauDeBord, { replace: true })
  }
  return (
    <Page titre={t.titre} chapeau={t.autresSessions}>
      {forceChangePassword && <Alerte gravite="warning">{t.force}</Alerte>}
      <ChgmdpForm onReussite={terminer} />
    </Page>
  )
}
