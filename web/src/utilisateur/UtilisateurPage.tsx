import type { OutputOf } from '@releve/contract/operation.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { CHAMPS_UTILISATEUR as c } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Note } from '../ui/Note.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { ActesCompte } from './ActesCompte.tsx'
import { JournalCompte } from './JournalCompte.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { idDe, useUtilisateur } from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'
import './utilisateur.css'

export { demander } from './utilisateur.queries.ts'

const tSessionsCompte = textesUtilisateur.sessions
type Session = OutputOf<typeof utilisateurApi.lireUtilisateur>['sessions'][number]

const COLONNES: Colonne<Session>[] = [
  {
    cle: 'appareil',
    titre: tSessionsCompte.appareil,
    rendu: ({ appareil, courante }) => (
      <>
        {appareil ?? tSessionsCompte.inconnu}
        {courante && (
          <span className="usr-courante">
            <Icone nom="ecran" taille={14} />
            {tSessionsCompte.courante}
          </span>
        )}
      </>
    ),
  },
  {
    cle: 'activite',
    titre: tSessionsCompte.activite,
    rendu: (s) => formatInstant(s.derniereActivite),
  },
  { cle: 'ouverte', titre: tSessionsCompte.ouverte, rendu: (s) => formatInstant(s.ouverteLe) },
  { cle: 'expire', titre: tSessionsCompte.expire, rendu: (s) => formatInstant(s.expireLe) },
  {
    cle: 'adresse',
    titre: tSessionsCompte.adresse,
    rendu: (s) => <bdi>{s.adresse ?? textesUtilisateur.aucunDe}</bdi>,
  },
]

/** Where the person is signed in now. */
function SessionsCompte({ sessions }: { sessions: readonly Session[] }) {
  return (
    <section className="usr-bloc" aria-labelledby="usr-sessions">
      <h2 id="usr-sessions">{tSessionsCompte.titre}</h2>
      {sessions.length === 0 ? (
        <Note>{tSessionsCompte.vide}</Note>
      ) : (
        <Tableau
          legende={tSessionsCompte.titre}
          colonnes={COLONNES}
          lignes={sessions}
          cleDe={({ id }) => String(id)}
        />
      )}
    </section>
  )
}

const t = textesUtilisateur.page
type Compte = OutputOf<typeof utilisateurApi.lireUtilisateur>

function Fiche({ compte }: { compte: Compte }) {
  const { structure, autreStructure, email, telephone, derniereConnexion: connexion } = compte
  const lignes: [string, ReactNode][] = [
    [c.identifiant.libelle, compte.identifiant],
    [t.statut, <StatutBadge key="statut" statut={compte.statut} />],
    [c.nom.libelle, compte.nom],
    [c.prenoms.libelle, compte.prenoms],
    [c.fonction.libelle, compte.fonction],
    [c.email.libelle, email && <a href={`mailto:${email}`}>{email}</a>],
    [c.telephone.libelle, telephone && <a href={`tel:${telephone}`}>{telephone}</a>],
    [c.roles.libelle, compte.roles.map((role) => LIBELLES_ROLES[role]).join(', ')],
    [
      c.structure.libelle,
      structure ? `${structure.libelle} (${structure.code})` : textesUtilisateur.sansStructure,
    ],
    [
      c.autreStructure.libelle,
      autreStructure.map(({ libelle, code }) => `${libelle} (${code})`).join(', ') ||
        textesUtilisateur.sansStructure,
    ],
    [t.secondFacteur, compte.secondFacteur ? t.actif : t.inactif],
    [t.connexion, connexion ? formatInstant(connexion) : textesUtilisateur.jamais],
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
export default function UtilisateurPage() {
  const id = idDe(useParams()['id'])
  const requete = useUtilisateur(id ?? 0, id !== null)
  const { data: compte } = requete
  if (id === null) return <Navigate to={paths.introuvable} replace />
  return (
    // One page, before and after: its heading keeps the focus.
    <Page
      titre={compte?.nomAffichable ?? textesUtilisateur.titre}
      chapeau={<Retour to={paths.utilisateurs}>{t.retour}</Retour>}
      actions={compte && <ActesCompte utilisateur={compte} genre="boutons" />}
    >
      <Chargement requete={requete} lignes={8}>
        {(lu) => <Contenu compte={lu} />}
      </Chargement>
    </Page>
  )
}
