import { useState } from 'react'
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
import { Preuve } from './Preuve.tsx'

const t = textesCompte.sessions
const p = textesCompte.preuve

function Fermer({ session }: { session: SessionOuverte }) {
  const { id, appareil, ouverteLe } = session
  const [ouvert, setOuvert] = useState(false)
  const fermeture = useFermerSession(id)
  const quitter = () => {
    setOuvert(false)
    fermeture.reset()
  }
  const [nom, le] = [appareil ?? t.inconnu, formatInstant(ouverteLe)]
  return (
    <>
      <BoutonAction size="small" aria-label={t.fermerLa(nom, le)} onClick={() => setOuvert(true)}>
        {t.fermer}
      </BoutonAction>
      {ouvert && (
        <Preuve
          titre={p.fermer}
          texte={p.fermerTexte(nom, le)}
          avecCode={false}
          acte={fermeture}
          onFermer={quitter}
          onFait={quitter}
        />
      )}
    </>
  )
}

/** All the others at once. */
function FermerAutres() {
  const [ouvert, setOuvert] = useState(false)
  const fermeture = useFermerAutresSessions()
  const quitter = () => {
    setOuvert(false)
    fermeture.reset()
  }
  return (
    <div className="cpt-actions">
      <BoutonAction onClick={() => setOuvert(true)}>{t.fermerAutres}</BoutonAction>
      {ouvert && (
        <Preuve
          titre={p.fermerAutres}
          texte={p.fermerAutresTexte}
          avecCode={false}
          acte={fermeture}
          onFermer={quitter}
          onFait={quitter}
        />
      )}
    </div>
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
            {sessions.length > 1 && <FermerAutres />}
          </>
        )}
      </Chargement>
    </section>
  )
}
