import {
  FREQUENCES_AVIS,
  type FrequenceAvis,
} from '@releve/contract/messagerie/messagerie.schema.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { CHAMPS_UTILISATEUR as c } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '../app/useSession.ts'
import { useAvis, useModifierAvis } from '../messagerie/messagerie.queries.ts'
import { paths, type SuiteDeNavigation } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { Page } from '../ui/Page.tsx'
import { type Compte, useCompte } from './compte.queries.ts'
import { textesCompte } from './compte.textes.ts'
import { SecondFacteur } from './SecondFacteur.tsx'
import { Sessions } from './Sessions.tsx'
import './compte.css'

const a = textesCompte.avis

type ReglageAvis = { frequence: FrequenceAvis; email: string | null }

function Choix({ frequence, email }: ReglageAvis) {
  const [choisie, setChoisie] = useState(frequence)
  const { mutate } = useModifierAvis()
  const choisir = (une: FrequenceAvis) => {
    setChoisie(une)
    mutate(une, { onError: () => setChoisie(frequence) })
  }
  return (
    <>
      <p id="cpt-avis-aide">{a.aide(email)}</p>
      <fieldset className="ui-cases" aria-describedby="cpt-avis-aide">
        <legend>{a.legende}</legend>
        {FREQUENCES_AVIS.map((une) => (
          <label key={une}>
            <input
              type="radio"
              name="frequence"
              checked={une === choisie}
              onChange={() => choisir(une)}
            />
            {a.libelles[une]}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** When one is told of messages by e-mail: chosen at once. */
function AvisMessages() {
  return (
    <section className="cpt-bloc" aria-labelledby="cpt-avis">
      <h2 id="cpt-avis">{a.titre}</h2>
      <Chargement requete={useAvis()}>{(recu) => <Choix {...recu} />}</Chargement>
    </section>
  )
}

export { demander } from './compte.queries.ts'

const Identites = lazy(() => import('./Identites.tsx'))
const Agenda = lazy(() => import('./Agenda.tsx'))

function lignesDe(compte: Compte): [string, string | null][] {
  const t = textesCompte.fiche
  const noms = (refs: Compte['autreStructure']) => refs.map(({ libelle }) => libelle).join(', ')
  const { structure, autreStructure, derniereConnexion, exerciceLe, roles } = compte
  return [
    [c.nom.libelle, compte.nomAffichable],
    [c.identifiant.libelle, compte.identifiant],
    [c.roles.libelle, roles.map((role) => LIBELLES_ROLES[role]).join(', ')],
    [c.structure.libelle, structure?.libelle ?? null],
    [c.autreStructure.libelle, noms(autreStructure)],
    [c.fonction.libelle, compte.fonction],
    [c.email.libelle, compte.email],
    [c.telephone.libelle, compte.telephone],
    [t.derniereConnexion, derniereConnexion && formatInstant(derniereConnexion)],
    [t.exercice, exerciceLe && formatInstant(exerciceLe)],
  ]
}

/** What the platform knows of the person; only what it knows is shown. */
function Fiche({ compte }: { compte: Compte }) {
  const t = textesCompte.fiche
  return (
    <section className="cpt-bloc" aria-labelledby="cpt-fiche">
      <h2 id="cpt-fiche">{t.titre}</h2>
      <dl className="cpt-fiche">
        {lignesDe(compte).map(
          ([libelle, valeur]) =>
            valeur && (
              <div key={libelle}>
                <dt>{libelle}</dt>
                <dd dir="auto">{valeur}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="cpt-note">{t.corriger}</p>
    </section>
  )
}

/** What opens one's account, or what it shows: sessions, and the address that asks for no password. */
function MesSessions() {
  return (
    <section className="cpt-bloc" aria-labelledby="cpt-mes-sessions">
      <h2 id="cpt-mes-sessions">{textesCompte.mesSessions}</h2>
      <Sessions />
      <Suspense>
        <Identites />
      </Suspense>
      <Suspense>
        <Agenda />
      </Suspense>
    </section>
  )
}

/** `/dashboard/compte`: who one is, second factor, sessions, password. */
export default function ComptePage() {
  const { secondFacteurAActiver } = useAuth()
  const requete = useCompte()
  const navigate = useNavigate()
  const { state } = useLocation()
  const continuer = () => {
    if (!secondFacteurAActiver) return
    // Written by the guard alone, which sent here.
    const suite = (state as SuiteDeNavigation | null)?.suite
    void navigate(suite ?? paths.tableauDeBord, { replace: true })
  }
  return (
    <Page titre={textesCompte.titre}>
      {secondFacteurAActiver && <Alerte gravite="warning">{textesCompte.exige}</Alerte>}
      <Chargement requete={requete}>
        {(compte) => (
          <>
            {!secondFacteurAActiver && <Fiche compte={compte} />}
            <SecondFacteur compte={compte} onFini={continuer} />
          </>
        )}
      </Chargement>
      {!secondFacteurAActiver && <MesSessions />}
      {!secondFacteurAActiver && (
        <section className="cpt-bloc" aria-labelledby="cpt-jetons">
          <h2 id="cpt-jetons">{textesCompte.jetons.titre}</h2>
          <p>{textesCompte.jetons.texte}</p>
          <div className="cpt-actions">
            <LienAction to={paths.mesJetons} icone="motDePasse">
              {textesCompte.jetons.voir}
            </LienAction>
          </div>
        </section>
      )}
      {!secondFacteurAActiver && <AvisMessages />}
      <section className="cpt-bloc" aria-labelledby="cpt-mot-de-passe">
        <h2 id="cpt-mot-de-passe">{textesCompte.motDePasse.titre}</h2>
        <div className="cpt-actions">
          <LienAction to={paths.changerMotDePasse} icone="motDePasse">
            {textesCompte.motDePasse.changer}
          </LienAction>
        </div>
      </section>
    </Page>
  )
}
