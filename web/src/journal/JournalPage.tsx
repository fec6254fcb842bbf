import type { DetailJournal, LigneJournal } from '@releve/contract/journal/journal.schema.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Filtres } from '../ui/Filtres.tsx'
import { formatDateCourte, formatHeure } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import { Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { Page } from '../ui/Page.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { liste, useListe } from '../ui/useListe.ts'
import { JOURNAL_DEMANDE } from './journal.liste.tsx'
import { exporterJournal, useJournal } from './journal.queries.ts'
import { textesJournal } from './journal.textes.ts'
import './journal.css'

const c = textesJournal.colonnes

function Action({ libelle, alerte }: LigneJournal) {
  return (
    <span className={alerte ? 'jrn-action jrn-alerte' : 'jrn-action'}>
      {alerte && <Icone nom="attention" taille={16} />}
      {libelle}
    </span>
  )
}

function Instant({ le }: LigneJournal) {
  return (
    <time dateTime={le} className="jrn-date">
      {formatDateCourte(le)} <span className="jrn-heure">{formatHeure(le)}</span>
    </time>
  )
}

function Personne({ utilisateur }: LigneJournal) {
  if (!utilisateur) return <Second>{textesJournal.personne}</Second>
  const { id, identifiant, nomAffichable } = utilisateur
  return (
    <>
      <Link to={paths.utilisateur(id)}>{nomAffichable}</Link>
      {identifiant !== nomAffichable && <Second>{identifiant}</Second>}
    </>
  )
}

/** What is done to one report, whose number leads to it. */
const DU_RAPPORT = new Set(['ETAT_FORCE', 'VALIDATION_MEME_APPAREIL'])

function Objet({ action: faite, objet }: LigneJournal) {
  if (objet === null) return textesJournal.rien
  return DU_RAPPORT.has(faite) ? <Link to={paths.saisie(objet)}>{objet}</Link> : objet
}

function Detail({ libelle, avant, valeur, change }: DetailJournal) {
  return (
    <div>
      <dt>{libelle}</dt>{' '}
      <dd>
        {change && (
          <>
            <span className="jrn-avant">{avant ?? textesJournal.rien}</span>{' '}
            <Icone nom="chevronDroit" taille={13} />
            <Invisible>{textesJournal.change}</Invisible>{' '}
          </>
        )}
        {valeur ?? textesJournal.rien}
      </dd>
    </div>
  )
}

function Details({ details }: LigneJournal) {
  if (details.length === 0) return textesJournal.rien
  return (
    <dl className="jrn-details">
      {details.map((detail) => (
        <Detail key={`${detail.libelle}${detail.avant}${detail.valeur}`} {...detail} />
      ))}
    </dl>
  )
}

const COLONNES: Colonne<LigneJournal>[] = [
  { cle: 'fait', titre: c.action, largeur: 25, rendu: (ligne) => <Action {...ligne} /> },
  { cle: 'le', titre: c.le, largeur: 'contenu', rendu: (ligne) => <Instant {...ligne} /> },
  {
    cle: 'par',
    titre: c.par,
    largeur: 22,
    coupure: 'libre',
    rendu: (ligne) => <Personne {...ligne} />,
  },
  {
    cle: 'objet',
    titre: c.objet,
    largeur: 15,
    coupure: 'libre',
    rendu: (ligne) => <Objet {...ligne} />,
  },
  { cle: 'details', titre: c.details, rendu: (ligne) => <Details {...ligne} /> },
]

export const JOURNAL = liste({
  ...JOURNAL_DEMANDE,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: textesJournal,
  icone: 'historique',
  className: 'jrn-tableau',
})

/** `/dashboard/journal`: who did what, and when. */
export default function JournalPage() {
  const filtrage = useListe(JOURNAL)
  const { criteres, query } = filtrage
  const requete = useJournal(query)
  return (
    <Page titre={textesJournal.titre} chapeau={textesJournal.chapeau}>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterJournal({ ...criteres, format })}
      />
    </Page>
  )
}
