import type { OutputOf } from '@releve/contract/operation.ts'
import type { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { textes } from './utilisateur.textes.ts'

const t = textes.sessions
type Session = OutputOf<typeof utilisateurApi.lireUtilisateur>['sessions'][number]

const COLONNES: Colonne<Session>[] = [
  {
    cle: 'appareil',
    titre: t.appareil,
    rendu: ({ appareil, courante }) => (
      <>
        {appareil ?? t.inconnu}
        {courante && (
          <span className="usr-courante">
            <Icone nom="ecran" taille={14} />
            {t.courante}
          </span>
        )}
      </>
    ),
  },
  { cle: 'activite', titre: t.activite, rendu: (s) => formatInstant(s.derniereActivite) },
  { cle: 'ouverte', titre: t.ouverte, rendu: (s) => formatInstant(s.ouverteLe) },
  { cle: 'expire', titre: t.expire, rendu: (s) => formatInstant(s.expireLe) },
  { cle: 'adresse', titre: t.adresse, rendu: (s) => <bdi>{s.adresse ?? textes.aucunDe}</bdi> },
]

/** Where the person is signed in now. */
export function SessionsCompte({ sessions }: { sessions: readonly Session[] }) {
  return (
    <section className="usr-bloc" aria-labelledby="usr-sessions">
      <h2 id="usr-sessions">{t.titre}</h2>
      {sessions.length === 0 ? (
        <p className="usr-note">{t.vide}</p>
      ) : (
        <Tableau
          legende={t.titre}
          colonnes={COLONNES}
          lignes={sessions}
          cleDe={({ id }) => String(id)}
        />
      )}
    </section>
  )
}
