import { CHAMPS_INSCRIPTION } from '@releve/contract/inscription/inscription.champs.ts'
import { raisonsInscription } from '@releve/contract/inscription/inscription.rules.ts'
import type { Invitation } from '@releve/contract/inscription/inscription.schema.ts'
import { longueurMinimale } from '@releve/contract/utilisateur/mot-de-passe.ts'
import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { EchecApi } from '../api/envoi.ts'
import { paths } from '../paths.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Note } from '../ui/Note.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { type Fautes, gardeDe } from '../ui/saisie.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { textesInscription } from './inscription.textes.ts'
import { useInscription } from './invitation.queries.ts'
import { ReglesMotDePasse } from './ReglesMotDePasse.tsx'
import { textesMotDePasse } from './session.textes.ts'

const t = textesInscription.formulaire

/** In the order of the screen. */
export const VIDE = {
  prenoms: '',
  nom: '',
  fonction: '',
  telephone: '',
  identifiant: '',
  password: '',
  confirmation: '',
}
export type SaisieInscription = typeof VIDE

/** What the table cannot say: the rules of a password, and that it is twice the same. */
export const fautesPropres =
  (email: string) =>
  (saisie: SaisieInscription): Fautes => {
    const { password, confirmation } = saisie
    const faible = password && raisonsInscription(saisie, email).length > 0
    return {
      ...(faible && { password: textesMotDePasse.changement.nouveauFaible }),
      ...(confirmation && confirmation !== password && { confirmation: t.confirmationDifferente }),
    }
  }

/** What is sent: as the server keeps it, and without what was left empty. */
export function corpsDe(saisie: SaisieInscription) {
  const garde = (nom: keyof SaisieInscription) => gardeDe(CHAMPS_INSCRIPTION[nom], saisie[nom])
  const telephone = garde('telephone')
  const fonction = garde('fonction')
  return {
    identifiant: garde('identifiant'),
    nom: garde('nom'),
    prenoms: garde('prenoms'),
    password: saisie.password,
    ...(telephone && { telephone }),
    ...(fonction && { fonction }),
  }
}

type Props = Pick<Invitation, 'email'> & {
  jeton: string
  /** The invitation served, expired or was cancelled meanwhile: there is nothing to fill in. */
  onClose: (echec: EchecApi) => void
}

/** Name, account and password of an invited person. The server has the last word, field by field. */
export function InscriptionForm({ jeton, email, onClose }: Props) {
  const forme = useSaisie({
    champs: CHAMPS_INSCRIPTION,
    initiale: VIDE,
    fautes: fautesPropres(email),
  })
  const envoi = useEnvoi(forme, useInscription(jeton))
  const navigate = useNavigate()
  const { saisie, lier } = forme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    envoi.soumettre(() => corpsDe(saisie), {
      onSuccess: () => void navigate(paths.tableauDeBord, { replace: true }),
      onError: (echec) => {
        if (echec instanceof EchecApi && echec.code.startsWith('INVITATION_')) onClose(echec)
      },
    })
  }
  return (
    <form className="auth-form auth-form-large" noValidate onSubmit={soumettre}>
      <Note>{t.obligatoire}</Note>
      <ResumeFautes {...{ forme, envoi }} />
      <Echec echec={envoi.echec} titre={t.echec} />
      <fieldset className="auth-groupe">
        <legend>{t.vous}</legend>
        <ChampTexte {...lier('prenoms')} autoComplete="given-name" />
        <ChampTexte {...lier('nom')} autoComplete="family-name" />
        <ChampTexte {...lier('fonction')} autoComplete="organization-title" />
        <ChampTexte {...lier('telephone')} autoComplete="tel" />
      </fieldset>
      <fieldset className="auth-groupe">
        <legend>{t.compte}</legend>
        <div className="auth-plein">
          <ChampTexte
            {...lier('identifiant')}
            aide={t.aideIdentifiant}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <div className="auth-plein">
          <ChampMotDePasse
            {...lier('password')}
            aide={textesMotDePasse.changement.regle(longueurMinimale(['ROLE_STRUCTURE']))}
            autoComplete="new-password"
          />
          {saisie.password && <ReglesMotDePasse raisons={raisonsInscription(saisie, email)} />}
        </div>
        <div className="auth-plein">
          <ChampMotDePasse {...lier('confirmation')} autoComplete="new-password" />
        </div>
      </fieldset>
      <div>
        <BoutonAction type="submit" variant="contained" size="large" enCours={envoi.enCours}>
          {t.inscrire}
        </BoutonAction>
      </div>
    </form>
  )
}
