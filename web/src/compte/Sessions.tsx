import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import {
  type SessionOuverte,
  useFermerAutresSessions,
  useFermerSession,
  useSessions,
} from './compte.queries.ts'
import { textesCompte } from './compte.textes.ts'

const t = textesCompte.sessions

function Fermer({ session }: { session: SessionOuverte }) {
  const { id, appareil, ouverteLe } = session
  const fermeture = useFermerSession()
  return (
    <BoutonAction
      size="small"
      aria-label={t.fermerLa(appareil ?? t.inconnu, formatInstant(ouverteLe))}
      enCours={fermeture.isPending}
      onClick={() => fermeture.mutate(id)}
    >
      {t.fermer}
    </BoutonAction>
  )
}

const COLONNES: readonly Colonne<SessionOuverte>[] = [
  { cle: 'appareil', titre: t.appareil, rendu: ({ appareil }) => appareil ?? t.inconnu },
  { cle: 'adresse', titre: t.adresse, rendu: ({ adresse }) => adresse ?? '—' },
  { cle: 'ouverteLe', titre: t.ouverteLe, rendu: ({ ouverteLe }) => formatInstant(ouverteLe) },
  {
    cle: 'activite',
    titre: t.activite,
    rendu: ({ derniereActivite }) => formatInstant(derniereActivite),
  },
  {
    cle: 'action',
    titre: t.action,
    muet: true,
    rendu: (session) =>
      session.courante ? <strong>{t.courante}</strong> : <Fermer session={session} />,
  },
]

/** Where one is signed in, and the way to end it. */
export function Sessions() {
  const requete = useSessions()
  const fermeture = useFermerAutresSessions()
  const titre = useFocusGarde<HTMLHeadingElement>(requete.data?.length ?? 0)
  return (
    <section className="cpt-partie" aria-labelledby="cpt-sessions">
      <h3 id="cpt-sessions" ref={titre} tabIndex={-1}>
        {t.titre}
      </h3>
      <p>{t.texte}</p>
      <Chargement requete={requete}>
        {(sessions) => (
          <>
            <Tableau
              legende={t.titre}
              colonnes={COLONNES}
              lignes={sessions}
              cleDe={({ id }) => String(id)}
            />
            {sessions.length > 1 && (
              <div className="cpt-actions">
                <BoutonAction
                  enCours={fermeture.isPending}
                  onClick={() => fermeture.mutate(undefined)}
                >
                  {t.fermerAutres}
                </BoutonAction>
              </div>
            )}
          </>
        )}
      </Chargement>
    </section>
  )
}
