import { inscriptionApi } from '@releve/contract/inscription/inscription.api.ts'
import { CHAMPS_INSCRIPTION } from '@releve/contract/inscription/inscription.champs.ts'
import { raisonsInscription } from '@releve/contract/inscription/inscription.rules.ts'
import type { Invitation } from '@releve/contract/inscription/inscription.schema.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { longueurMinimale } from '@releve/contract/utilisateur/mot-de-passe.ts'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { EchecApi, messageDe } from '../api/envoi.ts'
import { appeler } from '../app/client.ts'
import { retenirSession } from '../app/session.ts'
import { paths } from '../paths.ts'
import { configuration } from '../systeme/systeme.demande.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampListe, ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { formatInstant } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { ResumeFautes } from '../ui/ResumeFautes.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { type Fautes, gardeDe } from '../ui/saisie.ts'
import { useActe } from '../ui/useActe.ts'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { type FormeDe, useSaisie } from '../ui/useSaisie.ts'
import { Cadre } from './Cadre.tsx'
import { peutPartir, usePartir } from './fournisseur.queries.ts'
import { textesMotDePasse } from './motDePasse.textes.ts'
import { ReglesMotDePasse } from './ReglesMotDePasse.tsx'
import { textesSession } from './session.textes.ts'
import './InscriptionPage.css'

const textesInscription = {
  titre: 'Inscription',
  lecture: {
    reseau: 'L’invitation n’a pas pu être lue',
    reseauTexte: 'La connexion au service est interrompue. Vérifiez votre réseau, puis réessayez.',
  },
  sansInvitation: {
    chapeau: 'On s’inscrit à Relevé sur invitation de la direction centrale.',
    comment: 'Comment s’inscrire',
    etapes: [
      'La direction centrale envoie une invitation à l’adresse électronique de votre structure.',
      'Le lien de ce courriel vous ramène ici. Il vaut 72\u00a0heures et ne sert qu’une fois.',
      'Vous choisissez votre identifiant et votre mot de passe\u00a0: votre structure peut saisir ses rapports.',
    ],
    recue: 'Vous avez reçu une invitation',
    recueTexte:
      'Ouvrez-la et suivez son lien. S’il ne fonctionne pas, copiez l’adresse entière dans la barre de votre navigateur.',
    aucune: 'Vous n’avez rien reçu',
    aucuneTexte:
      'Regardez dans les courriers indésirables, puis demandez une invitation à la direction centrale, en donnant le nom de votre structure.',
    demander: 'Demander une invitation',
    dejaCompte: 'J’ai déjà un compte',
  },
  refusee: {
    titre: 'Erreur\u00a0: cette invitation n’est pas reconnue',
    texte: 'Son lien a été coupé en chemin, ou une invitation plus récente l’a remplacée.',
    faire: 'Que faire',
    conseils: [
      'Copiez l’adresse entière du courriel d’invitation dans la barre de votre navigateur.',
      'Si vous avez reçu plusieurs invitations, suivez le lien de la dernière.',
      'Sinon, demandez une nouvelle invitation à la direction centrale.',
    ],
    cas: [
      {
        code: 'INVITATION_EXPIREE',
        titre: 'Erreur\u00a0: cette invitation a expiré',
        conseils: [
          'Demandez une nouvelle invitation\u00a0: elle vaudra de nouveau 72\u00a0heures.',
        ],
      },
      {
        code: 'INVITATION_UTILISEE',
        titre: 'Erreur\u00a0: cette invitation a déjà servi',
        conseils: [
          'Connectez-vous avec l’identifiant que vous avez choisi.',
          'Si vous ne savez plus votre mot de passe, demandez-en un nouveau depuis l’écran de connexion.',
        ],
      },
      {
        code: 'INVITATION_ANNULEE',
        titre: 'Erreur\u00a0: cette invitation a été annulée',
        conseils: ['Demandez une nouvelle invitation à la direction centrale.'],
      },
    ],
    connecter: 'Se connecter',
    demander: 'Demander une nouvelle invitation',
  },
  formulaire: {
    chapeau: (structure: string) => `Ouvrez le compte de votre structure\u00a0: ${structure}.`,
    structure: 'Votre structure',
    code: 'Code',
    nom: 'Nom',
    email: 'Adresse électronique',
    limite: 'Invitation valable jusqu’au',
    vous: 'Vous',
    compte: 'Votre compte',
    aideIdentifiant:
      'Au moins trois lettres sans accent ou chiffres\u00a0; des points ou des tirets si vous voulez.',
    confirmationDifferente: 'Les deux saisies sont différentes. Saisissez le même mot de passe.',
    echec: 'Erreur\u00a0: l’inscription n’a pas abouti',
    inscrire: 'Ouvrir mon compte',
    ouvrirPar: 'Ouvrir mon compte par',
    motDePasse: 'un mot de passe',
    aideOuvrirPar:
      'Par un service d’identité, vous n’avez pas de mot de passe ici\u00a0: vous vous connectez avec celui que vous y avez.',
    continuer: (fournisseur: string) => `Continuer avec ${fournisseur}`,
  },
} as const

/** The invitation that this link bears. Read again at each visit: it serves once. */
const useInvitation = (jeton: string) =>
  useQuery({
    queryKey: ['invitation', jeton],
    queryFn: ({ signal }) => appeler(inscriptionApi.lireInvitation, { params: { jeton }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Opens the account of an invited person, and a session with it. */
const useInscription = (jeton: string) =>
  useActe(
    async (body: Sent<typeof inscriptionApi.repondreInvitation.body>) => {
      const envoi = { params: { jeton }, body }
      retenirSession(await appeler(inscriptionApi.repondreInvitation, envoi))
    },
    { reussite: null, refus: 'place' },
  )

const f = textesInscription.formulaire

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
      ...(confirmation && confirmation !== password && { confirmation: f.confirmationDifferente }),
    }
  }

/** Who answers: as the server keeps it, and without what was left empty. */
function personneDe(saisie: SaisieInscription) {
  const garde = (nom: keyof SaisieInscription) => gardeDe(CHAMPS_INSCRIPTION[nom], saisie[nom])
  const telephone = garde('telephone')
  const fonction = garde('fonction')
  return {
    identifiant: garde('identifiant'),
    nom: garde('nom'),
    prenoms: garde('prenoms'),
    ...(telephone && { telephone }),
    ...(fonction && { fonction }),
  }
}

/** What is sent with a password. */
export const corpsDe = (saisie: SaisieInscription) => ({
  ...personneDe(saisie),
  password: saisie.password,
})

/** Where a provider opens the account, no password is asked for. */
const SANS_MOT_DE_PASSE: Fautes = { password: null, confirmation: null }

/** By what the account may open, where there is more than a password. */
function useChoix() {
  const { fournisseurs = [] } = useQuery(configuration).data ?? {}
  const [cle, setCle] = useState('')
  const offerts = peutPartir() ? fournisseurs : []
  return { offerts, choisi: offerts.find((un) => un.cle === cle), setCle }
}

/** The password that one draws up, twice. */
function MotDePasse({
  lier,
  saisie,
  email,
}: Pick<FormeDe<SaisieInscription>, 'lier' | 'saisie'> & Pick<Invitation, 'email'>) {
  return (
    <>
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
    </>
  )
}

/** Sends who answers, with a password, or leaves for the provider that was chosen. */
function useReponse(
  forme: ReturnType<typeof useSaisie<SaisieInscription>>,
  jeton: string,
  choisi: { cle: string } | undefined,
  onClose: Props['onClose'],
) {
  const envoi = useEnvoi(forme, useInscription(jeton))
  const depart = useEnvoi(forme, usePartir())
  const navigate = useNavigate()
  const { saisie } = forme
  return {
    envoi: choisi ? depart : envoi,
    soumettre: (evenement: SyntheticEvent) => {
      evenement.preventDefault()
      if (choisi) {
        const invite = { jeton, personne: personneDe(saisie) }
        depart.soumettre(() => ({ fournisseur: choisi.cle, invite }))
        return
      }
      envoi.soumettre(() => corpsDe(saisie), {
        onSuccess: () => void navigate(paths.tableauDeBord, { replace: true }),
        onError: (echec) => {
          if (echec instanceof EchecApi && echec.code.startsWith('INVITATION_')) onClose(echec)
        },
      })
    },
  }
}

type Props = Pick<Invitation, 'email'> & {
  jeton: string
  /** The invitation served, expired or was cancelled meanwhile: there is nothing to fill in. */
  onClose: (echec: EchecApi) => void
}

/** Name, account and password of an invited person. The server has the last word, field by field. */
function InscriptionForm({ jeton, email, onClose }: Props) {
  const { offerts, choisi, setCle } = useChoix()
  const [initiale] = useState({ ...VIDE, ...(useLocation().state as Partial<SaisieInscription>) })
  const forme = useSaisie<SaisieInscription>({
    champs: CHAMPS_INSCRIPTION,
    initiale,
    fautes: choisi ? () => SANS_MOT_DE_PASSE : fautesPropres(email),
  })
  const { envoi, soumettre } = useReponse(forme, jeton, choisi, onClose)
  const { saisie, lier } = forme
  return (
    <form className="auth-form auth-form-large" noValidate onSubmit={soumettre}>
      {forme.consigne && <Note>{forme.consigne}</Note>}
      <ResumeFautes {...{ forme, envoi }} />
      <Echec echec={envoi.echec} titre={f.echec} />
      <fieldset className="auth-groupe">
        <legend>{f.vous}</legend>
        <ChampTexte {...lier('prenoms')} autoComplete="given-name" />
        <ChampTexte {...lier('nom')} autoComplete="family-name" />
        <ChampTexte {...lier('fonction')} autoComplete="organization-title" />
        <ChampTexte {...lier('telephone')} autoComplete="tel" />
      </fieldset>
      <fieldset className="auth-groupe">
        <legend>{f.compte}</legend>
        <div className="auth-plein">
          <ChampTexte
            {...lier('identifiant')}
            aide={f.aideIdentifiant}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        {offerts.length > 0 && (
          <div className="auth-plein">
            <ChampListe
              libelle={f.ouvrirPar}
              aide={f.aideOuvrirPar}
              value={choisi?.cle ?? ''}
              vide={f.motDePasse}
              options={offerts.map(({ cle: code, libelle }) => ({ code, libelle }))}
              onChange={({ target }) => setCle(target.value)}
            />
          </div>
        )}
        {!choisi && <MotDePasse {...{ lier, saisie, email }} />}
      </fieldset>
      <div>
        <BoutonAction type="submit" variant="contained" size="large" enCours={envoi.enCours}>
          {choisi ? f.continuer(choisi.libelle) : f.inscrire}
        </BoutonAction>
      </div>
    </form>
  )
}

function Suites({ demander }: { demander: string }) {
  return (
    <div className="auth-suites">
      <LienAction to={paths.contact} variant="contained" size="large" multiligne>
        {demander}
      </LienAction>
      <Link to={paths.connexion}>{textesInscription.sansInvitation.dejaCompte}</Link>
    </div>
  )
}

/** Without a link to follow: how one registers. */
function SansInvitation() {
  const t = textesInscription.sansInvitation
  return (
    <Page titre={textesInscription.titre} chapeau={t.chapeau}>
      <h2>{t.comment}</h2>
      <ol className="auth-etapes">
        {t.etapes.map((etape) => (
          <li key={etape}>{etape}</li>
        ))}
      </ol>
      <dl className="auth-cas">
        <dt>{t.recue}</dt>
        <dd>{t.recueTexte}</dd>
        <dt>{t.aucune}</dt>
        <dd>{t.aucuneTexte}</dd>
      </dl>
      <Suites demander={t.demander} />
    </Page>
  )
}

/** The link opens nothing, or nothing any more: what happened, and what to do. */
function InvitationRefusee({ echec, enReponse }: { echec: EchecApi; enReponse?: true }) {
  const t = textesInscription.refusee
  const connue = t.cas.find(({ code }) => code === echec.code)
  const dejaServi = echec.code === 'INVITATION_UTILISEE'
  return (
    <Page titre={textesInscription.titre}>
      <Alerte
        gravite="error"
        role="alert"
        titre={connue?.titre ?? t.titre}
        // In the place of the form, whose button had the focus.
        ref={enReponse && prendreLeFocus}
      >
        {connue ? messageDe(echec) : t.texte}
      </Alerte>
      <h2>{t.faire}</h2>
      <ul className="auth-conseils">
        {(connue?.conseils ?? t.conseils).map((conseil) => (
          <li key={conseil}>{conseil}</li>
        ))}
      </ul>
      {dejaServi ? (
        <LienAction to={paths.connexion} variant="contained" size="large">
          {t.connecter}
        </LienAction>
      ) : (
        <Suites demander={t.demander} />
      )}
    </Page>
  )
}

function LectureEchouee({ echec, onReessayer }: { echec: unknown; onReessayer: () => void }) {
  const t = textesInscription.lecture
  return (
    <Page titre={textesInscription.titre}>
      <Alerte gravite="error" role="alert" titre={t.reseau}>
        {messageDe(echec, t.reseauTexte)}
      </Alerte>
      <BoutonAction icone="reessayer" onClick={onReessayer}>
        {textesSession.cadre.reessayer}
      </BoutonAction>
    </Page>
  )
}

function Reponse({ jeton, invitation }: { jeton: string; invitation: Invitation }) {
  const t = textesInscription.formulaire
  const [refus, setRefus] = useState<EchecApi | null>(null)
  const { code, libelle, email, expireLe } = invitation
  if (refus) return <InvitationRefusee echec={refus} enReponse />
  const faits = [
    [t.nom, libelle],
    [t.code, code],
    [t.email, email],
    [t.limite, formatInstant(expireLe)],
  ]
  return (
    <Page titre={textesInscription.titre} chapeau={t.chapeau(libelle)}>
      <section className="auth-invitation" aria-label={t.structure}>
        <dl>
          {faits.map(([nom, valeur]) => (
            <div key={nom}>
              <dt>{nom}</dt>
              <dd>{valeur}</dd>
            </div>
          ))}
        </dl>
      </section>
      <InscriptionForm jeton={jeton} email={email} onClose={setRefus} />
    </Page>
  )
}

function AvecInvitation({ jeton }: { jeton: string }) {
  const { data, error, refetch } = useInvitation(jeton)
  if (data) return <Reponse jeton={jeton} invitation={data} />
  if (!error) {
    return (
      <Page titre={textesInscription.titre}>
        <Squelette />
      </Page>
    )
  }
  if (error instanceof EchecApi && error.statut >= 400 && error.statut < 429) {
    return <InvitationRefusee echec={error} />
  }
  return <LectureEchouee echec={error} onReessayer={() => void refetch()} />
}

/** `/auth/register` and its `-unprotected` twin: `?jeton=` is what the invitation's link bears. */
export default function InscriptionPage() {
  const [parametres] = useSearchParams()
  const jeton = parametres.get('jeton')?.trim()
  return <Cadre large>{jeton ? <AvecInvitation jeton={jeton} /> : <SansInvitation />}</Cadre>
}
