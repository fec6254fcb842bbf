import type { MoisSuivi } from '@releve/contract/dashboard/dashboard.schema.ts'
import { isoDe, LIBELLES_MOIS } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { moisSuivis } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { formatDateCourte, formatNombre } from '../../../ui/format.ts'
import { Icone } from '../../../ui/Icone.tsx'
import { Jauge } from '../../../ui/Jauge.tsx'
import { Second } from '../../../ui/Ligne.tsx'
import { type Colonne, Tableau } from '../../../ui/Tableau.tsx'
import { Signal } from '../../EtatBadge.tsx'
import { NON_RECUS } from '../../suivi.ts'
import { Bloc } from '../Bloc.tsx'
import { textesCentral } from './central.textes.ts'

const t = textesCentral.collecte

function NomMois({ mois, annee }: MoisSuivi) {
  const nom = `${LIBELLES_MOIS[mois]} ${annee}`
  return <Link to={paths.saisiesStructures({ mois, annee: String(annee) })}>{nom}</Link>
}

function Echeance({ echeance }: MoisSuivi) {
  const { jour } = useCalendrier()
  return (
    <>
      {formatDateCourte(echeance)}
      <Second>{echeance < jour ? t.echue : t.aVenir}</Second>
    </>
  )
}

function Part({ attendus, recus }: MoisSuivi) {
  return attendus === 0 ? '—' : <Jauge part={recus / attendus} large />
}

function Manquants({ mois, annee, attendus, recus, enRetard }: MoisSuivi) {
  const manquants = attendus - recus
  if (manquants === 0) return formatNombre(0)
  const filtres = { mois, annee: String(annee), etats: NON_RECUS.join(',') }
  const lien = <Link to={paths.saisiesStructures(filtres)}>{formatNombre(manquants)}</Link>
  if (enRetard === 0) return lien
  return (
    <Signal ton="error">
      <Icone nom="horloge" taille={14} />
      {lien}
    </Signal>
  )
}

const COLONNES: readonly Colonne<MoisSuivi>[] = [
  { cle: 'mois', titre: t.mois, largeur: 26, rendu: (ligne) => <NomMois {...ligne} /> },
  { cle: 'echeance', titre: t.echeance, rendu: (ligne) => <Echeance {...ligne} /> },
  {
    cle: 'attendus',
    titre: t.attendus,
    nombre: true,
    className: 'acc-grand',
    rendu: ({ attendus }) => formatNombre(attendus),
  },
  { cle: 'recus', titre: t.recus, nombre: true, rendu: ({ recus }) => formatNombre(recus) },
  { cle: 'manquants', titre: t.manquants, nombre: true, rendu: (l) => <Manquants {...l} /> },
  { cle: 'part', titre: t.part, className: 'acc-grand', rendu: (ligne) => <Part {...ligne} /> },
]

/** How far the open months are, and what each still misses. */
export function Collecte() {
  const { data } = useQuery(moisSuivis())
  const ouverts = data?.mois.filter(({ statut }) => statut === 'OUVERT').toReversed()
  if (!ouverts || ouverts.length === 0) return null
  return (
    <div className="acc-collecte">
      <Bloc titre={t.titre}>
        <Tableau
          legende={t.titre}
          cartes={false}
          colonnes={COLONNES}
          lignes={ouverts}
          cleDe={isoDe}
        />
      </Bloc>
    </div>
  )
}
