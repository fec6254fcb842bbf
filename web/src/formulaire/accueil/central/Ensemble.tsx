import type { MoisSuivi } from '@releve/contract/dashboard/dashboard.schema.ts'
import { completudeDe, DEFINITIONS, definir } from '@releve/contract/formulaire/suivi.rules.ts'
import { isoDe, LIBELLES_MOIS, libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useAuth } from '../../../app/useSession.ts'
import { exporterMatrice, matrice, moisSuivis } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Chargement, EchecChargement } from '../../../ui/Chargement.tsx'
import { ExportTableur } from '../../../ui/ExportTableur.tsx'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatDateCourte, formatNombre, formatTotal } from '../../../ui/format.ts'
import { Icone } from '../../../ui/Icone.tsx'
import { Jauge } from '../../../ui/Jauge.tsx'
import { Second } from '../../../ui/Ligne.tsx'
import { Note } from '../../../ui/Note.tsx'
import { type Colonne, Tableau } from '../../../ui/Tableau.tsx'
import { useFiltrage } from '../../../ui/useListe.ts'
import { Signal } from '../../EtatBadge.tsx'
import { etatsSuivis, NON_RECUS } from '../../suivi.ts'
import { Bloc } from '../Bloc.tsx'
import { ANNUELLE, adresseDeVue, anneeVisee, comptesAExaminer, renvoyes } from './central.liste.ts'
import { textesCentral, textesMatrice } from './central.textes.ts'
import { Matrice } from './matrice/Matrice.tsx'
import { useOptions } from './useOptions.ts'

const textesCollecte = textesCentral.collecte

function NomMois({ mois, annee }: MoisSuivi) {
  const nom = `${LIBELLES_MOIS[mois]} ${annee}`
  return <Link to={paths.saisiesStructures({ mois, annee: String(annee) })}>{nom}</Link>
}

function Echeance({ echeance }: MoisSuivi) {
  const { jour } = useCalendrier()
  return (
    <>
      {formatDateCourte(echeance)}
      <Second>{echeance < jour ? textesCollecte.echue : textesCollecte.aVenir}</Second>
    </>
  )
}

function Part(mois: MoisSuivi) {
  const part = completudeDe(mois)
  return part === null ? '—' : <Jauge part={part} titre={DEFINITIONS.completude} large />
}

/** What is due, and beside it what is not yet. */
function Dus({ nombre, autres }: { nombre: number; autres: string | false }) {
  return (
    <>
      {formatNombre(nombre)}
      {autres && <Second>{autres}</Second>}
    </>
  )
}

/** All that has not come, due or not: what the list that it leads to holds. */
function Manquants({ mois, annee, enRetard, pasEncoreDus, enAvance }: MoisSuivi) {
  const manquants = enRetard + pasEncoreDus - enAvance
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
  {
    cle: 'mois',
    titre: textesCollecte.mois,
    largeur: 26,
    rendu: (ligne) => <NomMois {...ligne} />,
  },
  { cle: 'echeance', titre: textesCollecte.echeance, rendu: (ligne) => <Echeance {...ligne} /> },
  {
    cle: 'attendus',
    titre: textesCollecte.attendus,
    nombre: true,
    className: 'acc-grand',
    rendu: ({ attendus, pasEncoreDus: n }) => (
      <Dus nombre={attendus} autres={n > 0 && textesCollecte.pasEncoreDus(n)} />
    ),
  },
  {
    cle: 'recus',
    titre: textesCollecte.recus,
    nombre: true,
    rendu: ({ recus, enAvance: n }) => (
      <Dus nombre={recus} autres={n > 0 && textesCollecte.enAvance(n)} />
    ),
  },
  {
    cle: 'manquants',
    titre: textesCollecte.manquants,
    nombre: true,
    rendu: (l) => <Manquants {...l} />,
  },
  {
    cle: 'part',
    titre: textesCollecte.part,
    className: 'acc-grand',
    rendu: (ligne) => <Part {...ligne} />,
  },
]

/** How far the open months are, and what each still misses. */
function Collecte() {
  const { data } = useQuery(moisSuivis())
  const ouverts = data?.mois.filter(({ statut }) => statut === 'OUVERT').toReversed()
  if (!ouverts || ouverts.length === 0) return null
  return (
    <div className="acc-collecte">
      <Bloc titre={textesCollecte.titre}>
        <Tableau
          legende={textesCollecte.titre}
          cartes={false}
          colonnes={COLONNES}
          lignes={ouverts}
          cleDe={isoDe}
        />
        <Note>{definir('attendus', 'recus', 'completude')}</Note>
      </Bloc>
    </div>
  )
}

const t = textesCentral.chiffres

/** The work that waits, in figures, each the way to it. */
function Chiffres() {
  const { roles } = useAuth()
  const [adresse] = useSearchParams()
  const examen = useQuery(comptesAExaminer)
  const retour = useQuery(renvoyes)
  const suivi = useQuery(moisSuivis())
  const echec = examen.error ?? retour.error ?? suivi.error
  const relire = () =>
    [examen, retour, suivi].forEach(({ error, refetch }) => void (error && refetch()))
  const ouverts = suivi.data?.mois.filter(({ statut }) => statut === 'OUVERT')
  const enRetard = ouverts?.reduce((somme, mois) => somme + mois.enRetard, 0) ?? null
  const [premier, dernier] = [ouverts?.at(0), ouverts?.at(-1)]
  const aCorriger = retour.data ? formatTotal(retour.data) : formatNombre(null)
  const chiffres = [
    ...etatsSuivis(roles).map((etat) => ({
      cle: etat,
      nombre: etat === 'RENVOYE' ? aCorriger : formatNombre(examen.data?.etats[etat] ?? null),
      vers:
        etat === 'RENVOYE'
          ? paths.saisiesStructures({ etats: etat })
          : adresseDeVue('examen', adresse, { etats: etat }),
    })),
    {
      cle: 'retards' as const,
      nombre: formatNombre(enRetard),
      vers: adresseDeVue('retards', adresse, { statut: 'EN_RETARD' }),
    },
  ]
  return (
    <>
      {echec && <EchecChargement echec={echec} onReessayer={relire} />}
      <ul className="acc-chiffres" aria-label={t.nom}>
        {chiffres.map(({ cle, nombre, vers }) => (
          <li
            key={cle}
            className={
              cle === 'retards' && enRetard ? 'acc-chiffre acc-chiffre-retard' : 'acc-chiffre'
            }
          >
            <Link to={vers}>
              <strong>{nombre}</strong>
              <span>{t[cle]}</span>
              {cle === 'retards' && premier && dernier && (
                <Second title={DEFINITIONS.enRetard}>
                  {t.moisOuverts(libellePeriode(premier), libellePeriode(dernier))}
                </Second>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What waits, where each report of the year is, and how far the open months are. */
export function Ensemble() {
  const { rang } = useCalendrier()
  const filtrage = useFiltrage(ANNUELLE, useOptions())
  const { annee, ...filtres } = filtrage.criteres
  const visee = anneeVisee(annee, rang)
  const requete = useQuery(matrice(visee, filtres))
  return (
    <>
      <Chiffres />
      <Bloc
        titre={textesMatrice.titre(visee)}
        fin={
          <ExportTableur exporter={(format) => exporterMatrice(visee, { ...filtres, format })} />
        }
      >
        <Filtres filtrage={filtrage} />
        <Chargement requete={requete} squelette={<div className="acc-sq-matrice" />}>
          {(donnees) => (
            <Matrice donnees={donnees} vue={`${donnees.annee} ${JSON.stringify(filtres)}`} />
          )}
        </Chargement>
      </Bloc>
      <Collecte />
    </>
  )
}
