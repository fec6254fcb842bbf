import type { DetailJournal, LigneJournal } from '@releve/contract/journal/journal.schema.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { formatDateCourte, formatHeure } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { Invisible } from '../ui/Invisible.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { textes } from './journal.textes.ts'

const t = textes.colonnes

function Action({ libelle, alerte }: LigneJournal) {
  return (
    <span className={alerte ? 'jrn-action jrn-alerte' : 'jrn-action'}>
      {alerte && <Icone nom="attention" taille={16} />}
      {libelle}
    </span>
  )
}

function Personne({ utilisateur }: LigneJournal) {
  if (!utilisateur) return <span className="jrn-second">{textes.personne}</span>
  const { id, identifiant, nomAffichable } = utilisateur
  return (
    <>
      <Link to={paths.utilisateur(id)}>{nomAffichable}</Link>
      {identifiant !== nomAffichable && <span className="jrn-second">{identifiant}</span>}
    </>
  )
}

/** A form's number leads to the form. */
function Objet({ action, objet }: LigneJournal) {
  if (objet === null) return textes.rien
  return action === 'ETAT_FORCE' ? <Link to={paths.saisie(objet)}>{objet}</Link> : objet
}

function Detail({ libelle, avant, valeur, change }: DetailJournal) {
  return (
    <div>
      <dt>{libelle}</dt>{' '}
      <dd>
        {change && (
          <>
            <span className="jrn-avant">{avant ?? textes.rien}</span>{' '}
            <Icone nom="chevronDroit" taille={13} />
            <Invisible>{textes.change}</Invisible>{' '}
          </>
        )}
        {valeur ?? textes.rien}
      </dd>
    </div>
  )
}

function Details({ details }: LigneJournal) {
  if (details.length === 0) return textes.rien
  return (
    <dl className="jrn-details">
      {details.map((detail) => (
        <Detail key={`${detail.libelle}${detail.avant}${detail.valeur}`} {...detail} />
      ))}
    </dl>
  )
}

export const COLONNES: Colonne<LigneJournal>[] = [
  { cle: 'fait', titre: t.action, rendu: (ligne) => <Action {...ligne} /> },
  {
    cle: 'le',
    titre: t.le,
    rendu: ({ le }) => (
      <time dateTime={le} className="jrn-date">
        {formatDateCourte(le)} <span className="jrn-heure">{formatHeure(le)}</span>
      </time>
    ),
  },
  { cle: 'par', titre: t.par, rendu: (ligne) => <Personne {...ligne} /> },
  { cle: 'objet', titre: t.objet, rendu: (ligne) => <Objet {...ligne} /> },
  { cle: 'details', titre: t.details, rendu: (ligne) => <Details {...ligne} /> },
]
