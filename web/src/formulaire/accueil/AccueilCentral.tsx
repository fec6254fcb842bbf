import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { isoDe, libellePeriode, type Periode } from '@releve/contract/mois.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { aDroit } from '../../app/session.ts'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Chargement, EchecChargement } from '../../ui/Chargement.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { listeFormulaires, useListeFormulairesStructures } from '../formulaire.queries.ts'
import { TableauFormulaires } from '../listes/TableauFormulaires.tsx'
import { periodesOuvertes } from '../suivi.ts'
import { textes } from './accueil.textes.ts'
import { Bloc, Ligne, Liste } from './Bloc.tsx'

const t = textes.central
type EtatSuivi = 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'RENVOYE'

/** Lines shown of each kind; the rest is one click away. */
const APERCU = 5
const COLONNES = ['structure', 'rapport', 'contenu', 'modifieLe'] as const
const AVEC_ACTION = [...COLONNES, 'action'] as const

function BlocEtat({ etat }: { etat: EtatSuivi }) {
  const requete = useListeFormulairesStructures({
    etats: [etat],
    tri: 'modifieLe',
    page: 1,
    taille: APERCU,
  })
  return (
    <Bloc titre={t[etat]} nombre={requete.data?.total}>
      <Chargement requete={requete} lignes={2}>
        {({ elements, total }) =>
          total === 0 ? (
            <p>{t.rien[etat]}</p>
          ) : (
            <>
              <TableauFormulaires
                legende={t[etat]}
                colonnes={etat === 'RENVOYE' ? COLONNES : AVEC_ACTION}
                lignes={elements}
              />
              {total > APERCU && (
                <p>
                  <Link to={paths.saisiesStructures({ etats: etat })}>{t.voir(total)}</Link>
                </p>
              )}
            </>
          )
        }
      </Chargement>
    </Bloc>
  )
}

function LigneRetard(props: { periode: Periode; nombre: number; echeance: string }) {
  const { mois, annee } = props.periode
  const adresse = paths.saisiesStructures({
    mois,
    annee: String(annee),
    etats: 'NON_COMMENCE,BROUILLON',
  })
  return (
    <Ligne>
      <Link to={adresse}>{t.retard(libellePeriode(props.periode), props.nombre)}</Link>
      <span className="second">{t.echeance(props.echeance)}</span>
    </Ligne>
  )
}

/** The open months past their due day, and how many reports each still misses. */
function Retards() {
  const { calendrier, jour, rang } = useCalendrier()
  const echues = periodesOuvertes(rang)
    .map((periode) => ({ periode, echeance: echeanceDe(periode, calendrier) }))
    .filter(({ echeance }) => echeance < jour)
  const requetes = useQueries({
    queries: echues.map(({ periode }) =>
      listeFormulaires({ ...periode, etat: ['NON_COMMENCE', 'BROUILLON'], taille: 1 }),
    ),
  })
  const lignes = echues.map((echue, i) => ({ ...echue, nombre: requetes[i]?.data?.total ?? 0 }))
  const enRetard = lignes.filter(({ nombre }) => nombre > 0)
  const echec = requetes.find(({ error }) => error)?.error
  const attente = requetes.some(({ isPending }) => isPending)
  const relire = () => requetes.forEach((requete) => void (requete.error && requete.refetch()))
  return (
    <Bloc titre={t.retards}>
      {attente && <Squelette lignes={2} />}
      {echec && <EchecChargement echec={echec} onReessayer={relire} />}
      {!attente && !echec && enRetard.length === 0 && <p>{t.aucunRetard}</p>}
      <Liste>
        {enRetard.map((ligne) => (
          <LigneRetard key={isoDe(ligne.periode)} {...ligne} />
        ))}
      </Liste>
    </Bloc>
  )
}

/** What the central directorate has to do now, by right, and what it waits for. */
export function AccueilCentral({ roles }: { roles: readonly Role[] }) {
  return (
    <>
      {aDroit(roles, 'formulaire.valider') && <BlocEtat etat="SOUMIS" />}
      {aDroit(roles, 'formulaire.approuver') && <BlocEtat etat="VALIDE" />}
      {aDroit(roles, 'formulaire.diffuser') && <BlocEtat etat="APPROUVE" />}
      <Retards />
      <BlocEtat etat="RENVOYE" />
    </>
  )
}
