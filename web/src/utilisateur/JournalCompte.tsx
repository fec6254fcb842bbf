import { phraseDe } from '@releve/contract/journal/journal.phrase.ts'
import type { LigneJournal } from '@releve/contract/journal/journal.schema.ts'
import { paths } from '../paths.ts'
import { LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useJournalUtilisateur } from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'

const t = textesUtilisateur.journal

function Details({ details }: Pick<LigneJournal, 'details'>) {
  return details.map((detail) => (
    <span key={detail.libelle} className="usr-detail">
      {phraseDe(detail)}
    </span>
  ))
}

const COLONNES: Colonne<LigneJournal>[] = [
  {
    cle: 'fait',
    titre: t.fait,
    rendu: ({ libelle, alerte }) => (
      <span className={alerte ? 'usr-alerte' : undefined}>
        {alerte && <Icone nom="attention" taille={15} />}
        {libelle}
      </span>
    ),
  },
  { cle: 'le', titre: t.le, rendu: ({ le }) => formatInstant(le) },
  {
    cle: 'par',
    titre: t.par,
    rendu: ({ utilisateur }) => utilisateur?.nomAffichable ?? t.personne,
  },
  { cle: 'objet', titre: t.objet, rendu: ({ objet }) => objet ?? textesUtilisateur.aucunDe },
  { cle: 'details', titre: t.details, rendu: ({ details }) => <Details details={details} /> },
]

/** The last things that an account did, or that were done to it. */
export function JournalCompte({ id }: { id: number }) {
  const requete = useJournalUtilisateur(id)
  return (
    <section className="usr-bloc" aria-labelledby="usr-journal">
      <h2 id="usr-journal">{t.titre}</h2>
      <Note>{t.chapeau}</Note>
      <Chargement requete={requete} lignes={4}>
        {({ elements }) =>
          elements.length === 0 ? (
            <Note>{t.vide}</Note>
          ) : (
            <>
              <Tableau
                legende={t.titre}
                colonnes={COLONNES}
                lignes={elements}
                cleDe={(ligne) => String(ligne.id)}
              />
              <div>
                <LienAction to={paths.journalDe(id)} variant="outlined" size="small">
                  {t.tout}
                </LienAction>
              </div>
            </>
          )
        }
      </Chargement>
    </section>
  )
}
