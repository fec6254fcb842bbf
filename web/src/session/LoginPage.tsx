import { CHAMPS_CONNEXION } from '@releve/contract/session/session.champs.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type SyntheticEvent, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { textesHorsLigne } from '../app/app.textes.ts'
import { estPostePartage, peutSceller, writePostePartage } from '../app/stockage.ts'
import { useHorsLigne, useSousCle } from '../app/useAttentes.ts'
import { paths } from '../paths.ts'
import { configuration } from '../systeme/systeme.demande.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampMotDePasse } from '../ui/ChampMotDePasse.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Echec } from '../ui/Echec.tsx'
import { Note } from '../ui/Note.tsx'
import { Page } from '../ui/Page.tsx'
import { useEnvoi } from '../ui/useEnvoi.ts'
import { useSaisie } from '../ui/useSaisie.ts'
import { Cadre } from './Cadre.tsx'
import { useConnexion } from './session.queries.ts'
import { textesSession } from './session.textes.ts'
import { defiDe, type SuiteDeConnexion } from './verification.ts'

const t = textesSession.connexion

/** Read where there is a provider alone. */
const Fournisseurs = lazy(() => import('./Fournisseurs.tsx'))

/** What follows the password: the screen asked for, or the code that some accounts ask for. */
function useSuite() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const libre = pathname.startsWith('/auth')
  return {
    // On a protected address the screen asked for takes the place of this one by itself.
    onSuccess: () => {
      if (libre) void navigate(paths.tableauDeBord)
    },
    onError: (echec: unknown) => {
      const defi = defiDe(echec)
      if (!defi) return
      const state: SuiteDeConnexion = libre ? { defi } : { defi, suite: pathname + search }
      void navigate(paths.verification, { state })
    },
  }
}

const VIDE = { identifiant: '', password: '' }

/** The ways in that need no password here. */
function ParFournisseur({ onPartir }: { onPartir: () => void }) {
  const { fournisseurs } = useQuery(configuration).data ?? {}
  const { pathname, search } = useLocation()
  if (!fournisseurs?.length) return null
  const suite = pathname.startsWith('/auth') ? undefined : pathname + search
  return (
    <Suspense>
      <Fournisseurs {...{ fournisseurs, suite, onPartir }} />
    </Suspense>
  )
}

type Poste = { partage: boolean; impose: boolean; changer: (partage: boolean) => void }

/** What this computer is, as it remembers, or as a setting says of all. */
function usePoste(): Poste {
  const [partage, changer] = useState(estPostePartage)
  const impose = useQuery(configuration).data?.postePartage === true
  return { partage: partage || impose, impose, changer }
}

function PostePartage({ poste: { partage, impose, changer } }: { poste: Poste }) {
  const aide = useId()
  const dit = partage && !peutSceller() ? t.posteSansHttps : impose ? t.posteImpose : t.posteAide
  return (
    <div>
      <label className="auth-poste">
        <input
          type="checkbox"
          checked={partage}
          disabled={impose}
          aria-describedby={aide}
          onChange={({ target }) => changer(target.checked)}
        />
        {t.poste}
      </label>
      <Note id={aide}>{dit}</Note>
    </div>
  )
}

/** Identifiant and password; a field tells what it lacks once left; one error for the server's. */
function LoginForm() {
  const forme = useSaisie({ champs: CHAMPS_CONNEXION, initiale: VIDE, dire: 'quitte' })
  const envoi = useEnvoi(forme, useConnexion())
  const suite = useSuite()
  const poste = usePoste()
  const { saisie, lier } = forme
  const soumettre = (evenement: SyntheticEvent) => {
    evenement.preventDefault()
    // Before the session is there: it is of the computer, whoever signs in.
    writePostePartage(poste.partage)
    envoi.soumettre(() => saisie, suite)
  }
  return (
    <form className="auth-form" noValidate onSubmit={soumettre}>
      {!defiDe(envoi.echec) && <Echec echec={envoi.echec} titre={t.echec} sansSuite />}
      <ChampTexte
        {...lier('identifiant')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ChampMotDePasse {...lier('password')} autoComplete="current-password" />
      <PostePartage poste={poste} />
      <Link
        className="auth-oubli"
        to={paths.reinitialisation}
        state={{ identifiant: saisie.identifiant }}
      >
        {t.oublie}
      </Link>
      <BoutonAction
        type="submit"
        variant="contained"
        size="large"
        enCours={envoi.enCours}
        raison={envoi.enCours ? t.enCours : null}
        eteint
      >
        {t.seConnecter}
      </BoutonAction>
      <ParFournisseur onPartir={() => writePostePartage(poste.partage)} />
    </form>
  )
}

/** `/auth/login`, its `-unprotected` twin, and any protected screen for a visitor. */
export default function LoginPage() {
  const coupee = useHorsLigne()
  const sousCle = useSousCle() && coupee
  const { titre, titrePage, produit, invite } = textesSession.connexion
  const chapeau = (
    <>
      <span className="auth-produit">{produit}</span>
      {invite}
    </>
  )
  return (
    <Cadre>
      <Page titre={titrePage} entete={titre} chapeau={chapeau}>
        {sousCle && (
          <Note className="auth-sous-cle" role="status">
            {textesHorsLigne.sousCle}
          </Note>
        )}
        <LoginForm />
        <p className="auth-pied">
          {textesSession.connexion.sansCompte}{' '}
          <Link to={paths.inscription}>{textesSession.connexion.inscription}</Link>
        </p>
      </Page>
    </Cadre>
  )
}
