import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useAuth } from '../../../app/useSession.ts'
import { exporterMatrice, matrice, moisSuivis } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Chargement, EchecChargement } from '../../../ui/Chargement.tsx'
import { ExportTableur } from '../../../ui/ExportTableur.tsx'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatNombre } from '../../../ui/format.ts'
import { useFiltrage } from '../../../ui/useListe.ts'
import { etatsSuivis } from '../../suivi.ts'
import { Bloc } from '../Bloc.tsx'
import { Collecte } from './Collecte.tsx'
import { ANNUELLE, adresseDeVue, anneeVisee, comptesAExaminer, renvoyes } from './central.liste.ts'
import { textesCentral, textesMatrice } from './central.textes.ts'
import { Matrice } from './matrice/Matrice.tsx'

import { useOptions } from './useOptions.ts'

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
  const chiffres = [
    ...etatsSuivis(roles).map((etat) => ({
      cle: etat,
      nombre:
        etat === 'RENVOYE' ? (retour.data?.total ?? null) : (examen.data?.etats[etat] ?? null),
      vers:
        etat === 'RENVOYE'
          ? paths.saisiesStructures({ etats: etat })
          : adresseDeVue('examen', adresse, { etats: etat }),
    })),
    {
      cle: 'retards' as const,
      nombre: enRetard,
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
              cle === 'retards' && nombre ? 'acc-chiffre acc-chiffre-retard' : 'acc-chiffre'
            }
          >
            <Link to={vers}>
              <strong>{formatNombre(nombre)}</strong>
              <span>{t[cle]}</span>
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
