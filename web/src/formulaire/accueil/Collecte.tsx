import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, LIBELLES_MOIS, type Periode } from '@releve/contract/mois.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { formatDateCourte, formatNombre, formatPart } from '../../ui/format.ts'
import { Icone } from '../../ui/Icone.tsx'
import { Second } from '../../ui/Ligne.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { Signal } from '../listes/colonnes.tsx'
import { periodesOuvertes } from '../suivi.ts'
import { comptesDuMois, NON_RECUS } from './accueil.queries.ts'
import { textesAccueil } from './accueil.textes.ts'
import { Bloc } from './Bloc.tsx'

const t = textesAccueil.collecte

/** One open month: how many reports are expected, and how many are still missing; null unknown. */
export type MoisCollecte = {
  periode: Periode
  echeance: string
  echue: boolean
  attendus: number | null
  manquants: number | null
}

/** The open months and their reports, counted by the server. */
export function useCollecte() {
  const { calendrier, jour, courant } = useCalendrier()
  const periodes = periodesOuvertes(courant)
  const requetes = useQueries({ queries: comptesDuMois(courant) })
  const mois = periodes.map((periode, place): MoisCollecte => {
    const echeance = echeanceDe(periode, calendrier)
    return {
      periode,
      echeance,
      echue: echeance < jour,
      attendus: requetes[2 * place]?.data?.total ?? null,
      manquants: requetes[2 * place + 1]?.data?.total ?? null,
    }
  })
  return { requetes, mois }
}

const recusDe = ({ attendus, manquants }: MoisCollecte) =>
  attendus === null || manquants === null ? null : attendus - manquants

function NomMois({ periode }: MoisCollecte) {
  const { mois, annee } = periode
  const nom = `${LIBELLES_MOIS[mois]} ${annee}`
  return <Link to={paths.saisiesStructures({ mois, annee: String(annee) })}>{nom}</Link>
}

function Part(ligne: MoisCollecte) {
  const recus = recusDe(ligne)
  if (recus === null || !ligne.attendus) return '—'
  const part = recus / ligne.attendus
  return (
    <span className="lst-rempli acc-part">
      <span className="lst-part">{formatPart(part)}</span>
      <span className="lst-jauge" aria-hidden="true">
        <span style={{ inlineSize: `${100 * part}%` }} />
      </span>
    </span>
  )
}

function Manquants({ periode, manquants, echue }: MoisCollecte) {
  if (!manquants) return formatNombre(manquants)
  const { mois, annee } = periode
  const filtres = { mois, annee: String(annee), etats: NON_RECUS.join(',') }
  const lien = <Link to={paths.saisiesStructures(filtres)}>{formatNombre(manquants)}</Link>
  if (!echue) return lien
  return (
    <Signal ton="error">
      <Icone nom="horloge" taille={14} />
      {lien}
    </Signal>
  )
}

const COLONNES: readonly Colonne<MoisCollecte>[] = [
  { cle: 'mois', titre: t.mois, largeur: 26, rendu: (ligne) => <NomMois {...ligne} /> },
  {
    cle: 'echeance',
    titre: t.echeance,
    rendu: ({ echeance, echue }) => (
      <>
        {formatDateCourte(echeance)}
        <Second>{echue ? t.echue : t.aVenir}</Second>
      </>
    ),
  },
  {
    cle: 'attendus',
    titre: t.attendus,
    nombre: true,
    className: 'acc-grand',
    rendu: (l) => formatNombre(l.attendus),
  },
  { cle: 'recus', titre: t.recus, nombre: true, rendu: (l) => formatNombre(recusDe(l)) },
  { cle: 'manquants', titre: t.manquants, nombre: true, rendu: (l) => <Manquants {...l} /> },
  { cle: 'part', titre: t.part, className: 'acc-grand', rendu: (ligne) => <Part {...ligne} /> },
]

/** How far the open months are, and what each still misses. */
export function Collecte({ mois }: { mois: MoisCollecte[] }) {
  return (
    <div id="collecte" className="acc-collecte">
      <Bloc titre={t.titre}>
        <Tableau
          legende={t.titre}
          cartes={false}
          colonnes={COLONNES}
          lignes={mois}
          cleDe={({ periode }) => isoDe(periode)}
        />
      </Bloc>
    </div>
  )
}
