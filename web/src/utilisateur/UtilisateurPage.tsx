import { estSimple, type NomPropre, nomsDe } from '@releve/contract/champs.ts'
import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import type { LigneJournal } from '@releve/contract/journal/journal.schema.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import { LIBELLES_ROLES } from '@releve/contract/utilisateur/droits.ts'
import { etatExercice, LIBELLES_EXERCICE } from '@releve/contract/utilisateur/exercice.rules.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { CHAMPS_UTILISATEUR as c } from '@releve/contract/utilisateur/utilisateur.champs.ts'
import { LIBELLES_LIAISONS } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Note } from '../ui/Note.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { valeurDe } from '../ui/valeurDe.tsx'
import { ActesCompte } from './ActesCompte.tsx'
import { StatutBadge } from './StatutBadge.tsx'
import { idDe, useJournalUtilisateur, useUtilisateur } from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'
import './utilisateur.css'

const textesJournalCompte = textesUtilisateur.journal

function Details({ details }: Pick<LigneJournal, 'details'>) {
  return details.map((detail) => (
    <span key={detail.libelle} className="usr-detail">
      {phraseDe(detail)}
    </span>
  ))
}

const COLONNES_JOURNAL: Colonne<LigneJournal>[] = [
  {
    cle: 'fait',
    titre: textesJournalCompte.fait,
    rendu: ({ libelle, alerte }) => (
      <span className={alerte ? 'usr-alerte' : undefined}>
        {alerte && <Icone nom="attention" taille={15} />}
        {libelle}
      </span>
    ),
  },
  { cle: 'le', titre: textesJournalCompte.le, rendu: ({ le }) => formatInstant(le) },
  {
    cle: 'par',
    titre: textesJournalCompte.par,
    rendu: ({ utilisateur }) => utilisateur?.nomAffichable ?? textesJournalCompte.personne,
  },
  {
    cle: 'objet',
    titre: textesJournalCompte.objet,
    rendu: ({ objet }) => objet ?? textesUtilisateur.aucunDe,
  },
  {
    cle: 'details',
    titre: textesJournalCompte.details,
    rendu: ({ details }) => <Details details={details} />,
  },
]

/** The last things that an account did, or that were done to it. */
function JournalCompte({ id }: { id: number }) {
  const requete = useJournalUtilisateur(id)
  return (
    <section className="usr-bloc" aria-labelledby="usr-journal">
      <h2 id="usr-journal">{textesJournalCompte.titre}</h2>
      <Note>{textesJournalCompte.chapeau}</Note>
      <Chargement requete={requete} lignes={4}>
        {({ elements }) =>
          elements.length === 0 ? (
            <Note>{textesJournalCompte.vide}</Note>
          ) : (
            <>
              <Tableau
                legende={textesJournalCompte.titre}
                colonnes={COLONNES_JOURNAL}
                lignes={elements}
                cleDe={(ligne) => String(ligne.id)}
              />
              <div>
                <LienAction to={paths.journalDe(id)} variant="outlined" size="small">
                  {textesJournalCompte.tout}
                </LienAction>
              </div>
            </>
          )
        }
      </Chargement>
    </section>
  )
}

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

const enMots = ({ libelle, code }: { libelle: string; code: string }) => `${libelle} (${code})`

/** What names the person first; what the table has besides follows in its order. */
const ORDRE = new Set([
  ...(['nom', 'prenoms', 'fonction', 'email', 'telephone'] as const),
  ...nomsDe(c).filter((nom) => nom !== 'identifiant'),
])

function lignesDe(compte: Compte): (readonly [string, ReactNode])[] {
  const { structure, autreStructure, derniereConnexion: connexion, exerciceLe } = compte
  const propres: Record<NomPropre<typeof c>, string> = {
    roles: compte.roles.map((role) => LIBELLES_ROLES[role]).join(', '),
    structure: structure ? enMots(structure) : textesUtilisateur.sansStructure,
    autreStructure: autreStructure.map(enMots).join(', ') || textesUtilisateur.sansStructure,
  }
  return [
    [c.identifiant.libelle, compte.identifiant],
    [t.statut, <StatutBadge key="statut" statut={compte.statut} />],
    ...[...ORDRE].map((nom) => {
      const valeur = estSimple(c, nom) ? valeurDe(c[nom], compte[nom]) : propres[nom]
      return [c[nom].libelle, valeur] as const
    }),
    [t.secondFacteur, compte.secondFacteur ? t.actif : t.inactif],
    [t.liaison, LIBELLES_LIAISONS[compte.identiteLiee ? 'LIEE' : 'NON_LIEE']],
    [t.connexion, connexion ? formatInstant(connexion) : textesUtilisateur.jamais],
    [
      t.exercice,
      exerciceLe
        ? textesUtilisateur.exerciceFait(exerciceLe)
        : LIBELLES_EXERCICE[etatExercice(compte)],
    ],
  ]
}

function Fiche({ compte }: { compte: Compte }) {
  return (
    <section className="usr-bloc" aria-labelledby="usr-fiche">
      <h2 id="usr-fiche">{t.fiche}</h2>
      <dl className="usr-lignes">
        {lignesDe(compte).map(([nom, valeur]) => (
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
