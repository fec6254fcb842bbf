import type { Invitation } from '@releve/contract/inscription/inscription.schema.ts'
import { longueurMinimale } from '@releve/contract/utilisateur/motDePasse.ts'
import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { EchecApi } from '../app/envoi.ts'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { textes } from './inscription.textes.ts'
import { ReglesMotDePasse } from './ReglesMotDePasse.tsx'
import { useInscription } from './session.queries.ts'
import { textes as communs } from './session.textes.ts'
import {
  type InscriptionForm as Form,
  NOMS,
  refusDe,
  useInscriptionForm,
} from './useInscriptionForm.ts'

const t = textes.formulaire

function Resume({ form }: { form: Form }) {
  const fautes = NOMS.flatMap((nom) => {
    const faute = form.fautes[nom]
    return faute ? [{ nom, libelle: t.libelles[nom], faute }] : []
  })
  if (form.essais === 0 || fautes.length === 0) return null
  // Anew at each try: the focus comes back to it.
  return <ResumeFautes key={form.essais} titre={t.resume(fautes.length)} fautes={fautes} />
}

function Vous({ lier }: Pick<Form, 'lier'>) {
  return (
    <fieldset className="auth-groupe">
      <legend>{t.vous}</legend>
      <ChampTexte {...lier('prenoms')} autoComplete="given-name" required />
      <ChampTexte {...lier('nom')} autoComplete="family-name" required />
      <ChampTexte {...lier('fonction')} autoComplete="organization-title" />
      <ChampTexte {...lier('telephone')} type="tel" autoComplete="tel" />
    </fieldset>
  )
}

function Compte({ lier, champs, raisons }: Form) {
  return (
    <fieldset className="auth-groupe">
      <legend>{t.compte}</legend>
      <div className="auth-plein">
        <ChampTexte
          {...lier('identifiant')}
          aide={t.aideIdentifiant}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </div>
      <div className="auth-plein">
        <ChampMotDePasse
          {...lier('password')}
          aide={communs.changement.regle(longueurMinimale(['ROLE_STRUCTURE']))}
          autoComplete="new-password"
          required
        />
        {champs.password && <ReglesMotDePasse raisons={raisons} />}
      </div>
      <div className="auth-plein">
        <ChampMotDePasse {...lier('confirmation')} autoComplete="new-password" required />
      </div>
    </fieldset>
  )
}

type Props = Pick<Invitation, 'email'> & {
  jeton: string
  /** The invitation served, expired or was cancelled meanwhile: there is nothing to fill in. */
  onClose: (echec: EchecApi) => void
}

/** Name, account and password of an invited person. The server has the last word, field by field. */
export function InscriptionForm({ jeton, email, onClose }: Props) {
  const form = useInscriptionForm(email)
  const inscription = useInscription(jeton)
  const navigate = useNavigate()
  const dansUnChamp = Object.keys(refusDe(inscription.error)).length > 0
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    if (!form.controler() || inscription.isPending) return
    inscription.mutate(form.corps(), {
      onSuccess: () => void navigate(paths.tableauDeBord, { replace: true }),
      onError: (echec) => {
        const close = echec instanceof EchecApi && echec.code.startsWith('INVITATION_')
        if (close) onClose(echec)
        else form.refuser(echec)
      },
    })
  }
  return (
    <form className="auth-form auth-form-large" noValidate onSubmit={soumettre}>
      <p className="auth-texte">{t.obligatoire}</p>
      <Resume form={form} />
      {!dansUnChamp && <Echec echec={inscription.error} titre={t.echec} />}
      <Vous lier={form.lier} />
      <Compte {...form} />
      <div>
        <BoutonAction
          type="submit"
          variant="contained"
          size="large"
          enCours={inscription.isPending}
        >
          {t.inscrire}
        </BoutonAction>
      </div>
    </form>
  )
}
