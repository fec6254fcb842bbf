import type { OutputOf } from '@releve/contract/operation.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useAuth } from '../app/session.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { Page } from '../ui/Page.tsx'
import { ActesCompte } from './ActesCompte.tsx'
import { JournalCompte } from './JournalCompte.tsx'
import { SessionsCompte } from './SessionsCompte.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { useUtilisateur } from './utilisateur.queries.ts'
import { textes } from './utilisateur.textes.ts'
import './utilisateur.css'

const t = textes.page
type Compte = OutputOf<typeof utilisateurApi.lireUtilisateur>

const Retour = () => (
  <LienAction
    className="usr-retour"
    to={paths.utilisateurs}
    variant="text"
    size="small"
    icone="chevronGauche"
  >
    {t.retour}
  </LienAction>
)

function Fiche({ compte }: { compte: Compte }) {
  const { structure, autreStructure, email, telephone, derniereConnexion: connexion } = compte
  const lignes: [string, ReactNode][] = [
    [t.identifiant, compte.identifiant],
    [t.statut, <StatutBadge key="statut" statut={compte.statut} />],
    [t.nom, compte.nom],
    [t.prenoms, compte.prenoms],
    [t.fonction, compte.fonction],
    [t.email, email && <a href={`mailto:${email}`}>{email}</a>],
    [t.telephone, telephone && <a href={`tel:${telephone}`}>{telephone}</a>],
    [t.roles, compte.roles.map((role) => LIBELLES_ROLES[role]).join(', ')],
    [t.structure, structure ? `${structure.libelle} (${structure.code})` : textes.sansStructure],
    [
      t.autres,
      autreStructure.map(({ libelle, code }) => `${libelle} (${code})`).join(', ') ||
        textes.sansStructure,
    ],
    [t.secondFacteur, compte.secondFacteur ? t.actif : t.inactif],
    [t.connexion, connexion ? formatInstant(connexion) : textes.jamais],
  ]
  return (
    <section className="usr-bloc" aria-labelledby="usr-fiche">
      <h2 id="usr-fiche">{t.fiche}</h2>
      <dl className="usr-lignes">
        {lignes.map(([nom, valeur]) => (
          <div key={nom}>
            <dt>{nom}</dt>
            <dd>{valeur || <span className="usr-rien">{t.nonRenseigne}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Why this account offers no act, to whoever would look for one. */
function Reserve({ compte }: { compte: Compte }) {
  const { identifiant } = useAuth()
  // An active account has nothing to be given back but the right to try.
  if (compte.statut === 'ACTIF' && compte.actions.includes('debloquer')) {
    return <Alerte gravite="warning">{t.freine}</Alerte>
  }
  if (compte.actions.length === 0) return <Alerte gravite="info">{t.protege}</Alerte>
  return compte.identifiant === identifiant ? <Alerte gravite="info">{t.soi}</Alerte> : null
}

function Contenu({ compte }: { compte: Compte }) {
  return (
    <>
      <Reserve compte={compte} />
      <div className="usr-page">
        <Fiche compte={compte} />
        <SessionsCompte sessions={compte.sessions} />
        <JournalCompte id={compte.id} />
      </div>
    </>
  )
}

/** `/dashboard/utilisateurs/:id`: one account, where it is connected, what was done with it. */
export function UtilisateurPage() {
  const id = Number(useParams()['id'])
  const valide = Number.isInteger(id) && id > 0
  const requete = useUtilisateur(valide ? id : 0, valide)
  const { data: compte } = requete
  if (!valide) return <Navigate to={paths.introuvable} replace />
  return (
    // One page, before and after: its heading keeps the focus.
    <Page
      titre={compte?.nomAffichable ?? textes.titre}
      chapeau={<Retour />}
      actions={compte && <ActesCompte utilisateur={compte} genre="boutons" />}
    >
      <Chargement requete={requete} lignes={8}>
        {(lu) => <Contenu compte={lu} />}
      </Chargement>
    </Page>
  )
}
