import type {
  MoisEnRetard,
  Retard,
  TotauxRetards,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { definir } from '@releve/contract/formulaire/suivi.rules.ts'
import { isoDe, libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { aDroit } from '../../../app/session.ts'
import { useAuth } from '../../../app/useSession.ts'
import { exporterRetards, retardSaisie } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { useRelance } from '../../../relance/relance.dialogue.ts'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatNombre } from '../../../ui/format.ts'
import { Icone } from '../../../ui/Icone.tsx'
import { Second } from '../../../ui/Ligne.tsx'
import { Liste } from '../../../ui/Liste.tsx'
import { Note } from '../../../ui/Note.tsx'
import { liste, useListe } from '../../../ui/useListe.ts'
import { Signal } from '../../EtatBadge.tsx'
import { Bloc } from '../Bloc.tsx'
import { demandeRetards, RETARDS } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { useOptions } from './useOptions.ts'

const t = textesCentral.retards

/** Months shown at once; the others are told by their number. */
const MOIS_MONTRES = 4

function Mois({ un }: { un: MoisEnRetard }) {
  const { numero, statut, joursRetard } = un
  const nom = libellePeriode(un, un.moisCouverts)
  return (
    <li>
      {numero ? <Link to={paths.saisie(numero)}>{nom}</Link> : nom}
      {', '}
      {statut === 'EN_RETARD' ? t.manque(joursRetard) : t.horsDelai(joursRetard)}
    </li>
  )
}

const manque = ({ statut }: MoisEnRetard) => Number(statut === 'EN_RETARD')

/** What is missing, then what came late, the oldest first. */
function TousMois({ mois: tous }: Retard) {
  const mois = tous.toSorted((a, b) => manque(b) - manque(a))
  const reste = mois.length - MOIS_MONTRES
  return (
    <ul className="cen-mois">
      {mois.slice(0, MOIS_MONTRES).map((un) => (
        <Mois key={isoDe(un)} un={un} />
      ))}
      {reste > 0 && (
        <li>
          <details>
            <summary>{t.autres(reste)}</summary>
            <ul className="cen-mois">
              {mois.slice(MOIS_MONTRES).map((un) => (
                <Mois key={isoDe(un)} un={un} />
              ))}
            </ul>
          </details>
        </li>
      )}
    </ul>
  )
}

/** Reminds of the months that are missing and may still be entered. */
function Relance({ structure, modele, mois: tous }: Retard) {
  const { roles } = useAuth()
  const lignes = tous
    .filter(({ statut, clos }) => statut === 'EN_RETARD' && !clos)
    .map(({ mois, annee }) => ({ structure: structure.code, modele: modele.code, mois, annee }))
  const { ouvrir, dialogue } = useRelance({ lignes })
  if (lignes.length === 0 || !aDroit(roles, 'relancer')) return null
  return (
    <>
      <BoutonAction
        size="small"
        aria-label={t.relancerLigne(structure.libelle, modele.code)}
        onClick={ouvrir}
      >
        {t.relancer}
      </BoutonAction>
      {dialogue}
    </>
  )
}

const EN_RETARD = liste({
  ...RETARDS,
  cleDe: ({ structure, modele }: Retard) => `${structure.code} ${modele.code}`,
  textes: t,
  icone: 'horloge',
  colonnes: [
    {
      cle: 'structure',
      titre: t.colonnes.structure,
      largeur: 30,
      rendu: ({ structure }) => (
        <>
          <Link to={paths.structure(structure.code)}>{structure.libelle}</Link>
          <Second>{structure.code}</Second>
        </>
      ),
    },
    { cle: 'modele', titre: t.colonnes.modele, rendu: ({ modele }) => modele.code },
    { cle: 'mois', titre: t.colonnes.mois, largeur: 36, rendu: (ligne) => <TousMois {...ligne} /> },
    {
      cle: 'jours',
      titre: t.colonnes.jours,
      nombre: true,
      rendu: ({ manquants, joursRetard }) =>
        manquants > 0 ? (
          <Signal ton="error">
            <Icone nom="horloge" taille={14} />
            {t.jours(joursRetard)}
          </Signal>
        ) : (
          '—'
        ),
    },
    {
      cle: 'relances',
      titre: t.colonnes.relances,
      rendu: ({ rappels, dernierRappelLe }) => (
        <>
          {formatNombre(rappels)}
          {dernierRappelLe && <Second>{t.derniere(dernierRappelLe)}</Second>}
        </>
      ),
    },
    {
      cle: 'action',
      titre: t.relancer,
      muet: true,
      largeur: 'contenu',
      rendu: (ligne) => <Relance {...ligne} />,
    },
  ],
})

const bilanDe = (totaux: TotauxRetards) =>
  t.bilan(totaux, libellePeriode(totaux.du), libellePeriode(totaux.au))

/** Who is late, of which months, for how long, and how often they were reminded. */
export default function Retards() {
  const [adresse] = useSearchParams()
  const filtrage = useListe(EN_RETARD, useOptions())
  const requete = useQuery(retardSaisie(demandeRetards(adresse)))
  return (
    <Bloc titre={t.titre}>
      <Filtres filtrage={filtrage} />
      {requete.data && <p>{bilanDe(requete.data.totaux)}</p>}
      <Note>{definir('enRetard', 'horsDelai', 'recus')}</Note>
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterRetards({ ...filtrage.criteres, format })}
      />
    </Bloc>
  )
}
