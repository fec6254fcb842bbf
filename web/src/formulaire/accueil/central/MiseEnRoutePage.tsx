import {
  type EtapeMiseEnRoute,
  LIBELLES_MISE_EN_ROUTE,
  type MiseEnRoute,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { LIBELLES_MOIS, libellePeriode, MOIS, periodeDIso } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Demander } from '../../../app/demande.ts'
import { miseEnRoute } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { premieres } from '../../../relance/relance.queries.ts'
import { Chargement } from '../../../ui/Chargement.tsx'
import { EtatVide } from '../../../ui/EtatVide.tsx'
import { enTete, formatNombre } from '../../../ui/format.ts'
import { Second } from '../../../ui/Ligne.tsx'
import { Page } from '../../../ui/Page.tsx'
import { type Aspect, Pastille } from '../../../ui/Pastille.tsx'
import { type Colonne, Tableau } from '../../../ui/Tableau.tsx'
import { Bloc } from '../Bloc.tsx'
import { textesMiseEnRoute as t, textesCentral } from './central.textes.ts'
import './central.css'

export const demander: Demander = (client) =>
  Promise.all([client.prefetchQuery(miseEnRoute), client.prefetchQuery(premieres)])

const FAITE: Aspect = ['coche', 'succes']
const A_FAIRE: Aspect = ['horloge', 'attention']

type Props = { lue: MiseEnRoute }

/** Those of which nobody could fill a report: some by name, and how many more. */
function SansCompte({ lue: { structures } }: Props) {
  const { sansCompte, sansCompteNommees } = structures
  if (sansCompte === 0) return null
  const autres = sansCompte - sansCompteNommees.length
  return (
    <>
      <p>{t.sansCompte(sansCompte)}</p>
      <ul className="cen-nommees">
        {sansCompteNommees.map(({ code, libelle }) => (
          <li key={code}>
            <Link to={paths.structure(code)}>{libelle}</Link>
          </li>
        ))}
        {autres > 0 && <li>{t.autres(autres)}</li>}
      </ul>
    </>
  )
}

/** Who has learnt, and the lists of those whom the directorate may help: of active accounts alone. */
function Suivis({ nombre, jamaisConnectes, exercicesFaits }: MiseEnRoute['comptes']) {
  if (nombre === 0) return null
  const reste = nombre - exercicesFaits
  return (
    <>
      <p>{t.exercices(exercicesFaits, nombre)}</p>
      <ul className="cen-nommees">
        {reste > 0 && (
          <li>
            <Link to={paths.comptesDeStructure({ exercice: 'PAS_ENCORE' })}>
              {t.sansExercice(reste)}
            </Link>
          </li>
        )}
        {exercicesFaits > 0 && (
          <li>
            <Link to={paths.comptesDeStructure({ exercice: 'FAIT' })}>
              {t.avecExercice(exercicesFaits)}
            </Link>
          </li>
        )}
        {jamaisConnectes > 0 && (
          <li>
            <Link to={paths.comptesDeStructure({ connexion: 'JAMAIS' })}>
              {t.voirJamais(jamaisConnectes)}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

/** Whom the first reminders would reach, as their own screen says it. */
function Premieres() {
  const { data } = useQuery(premieres)
  if (!data?.debute) return null
  const { le, structures, personnes } = data
  return (
    <p>
      {le === null ? t.relances.personne : t.relances.premieres(structures.length, personnes, le)}
    </p>
  )
}

function Relances({ lue: { relances } }: Props) {
  if (!relances.automatiques) return <p>{t.relances.eteintes}</p>
  return (
    <>
      <p>{relances.ouvertes ? t.relances.ouvertes : t.relances.fermees}</p>
      <Premieres />
    </>
  )
}

/** What holds of each step, whether it is done or not. */
const FAITS: Record<EtapeMiseEnRoute, (lue: MiseEnRoute) => ReactNode> = {
  ORGANISATION: ({ organisation, pays }) => <p>{t.organisation(organisation, pays)}</p>,
  COURRIEL: ({ envoi }) => <p>{t.envoi[envoi]}</p>,
  MODELES: ({ modeles }) => <p>{t.modeles(modeles.length)}</p>,
  STRUCTURES: ({ structures: { nombre, sansModele, invitees }, mois, annee }) => (
    <>
      <p>{t.structures(nombre, sansModele, libellePeriode({ mois, annee }))}</p>
      {invitees > 0 && <p>{t.invitees(invitees)}</p>}
    </>
  ),
  COMPTES: (lue) => (
    <>
      <p>{t.comptes(lue.comptes.nombre, lue.comptes.jamaisConnectes)}</p>
      <Suivis {...lue.comptes} />
      <SansCompte lue={lue} />
    </>
  ),
  DEBUT: ({ debutCollecte, commencee }) => (
    <p>
      {debutCollecte === null
        ? textesCentral.debut.titre
        : t.debut(libellePeriode(periodeDIso(debutCollecte)), commencee)}
    </p>
  ),
  RELANCES: (lue) => <Relances lue={lue} />,
}

function Etapes({ lue }: Props) {
  const faites = lue.etapes.filter(({ faite }) => faite).length
  return (
    <Bloc titre={t.etapes} nombre={t.bilan(faites, lue.etapes.length)}>
      <ol className="acc-liste">
        {lue.etapes.map(({ cle, faite }) => (
          <li key={cle} className="acc-ligne cen-etape">
            <Pastille aspect={faite ? FAITE : A_FAIRE}>{faite ? t.faite : t.aFaire}</Pastille>
            <div className="acc-sujet">
              <strong>
                <Link to={paths.etape(cle)}>{LIBELLES_MISE_EN_ROUTE[cle]}</Link>
              </strong>
              {FAITS[cle](lue)}
            </div>
          </li>
        ))}
      </ol>
    </Bloc>
  )
}

type Modele = MiseEnRoute['modeles'][number]

function Rythme({ moisAttendus, moisCouverts }: Modele) {
  const noms = moisAttendus.map((mois) => LIBELLES_MOIS[mois].toLowerCase())
  return (
    <>
      {noms.length === MOIS.length ? t.chaqueMois : enTete(noms.join(', '))}
      {moisCouverts > 1 && <Second>{t.couvre(moisCouverts)}</Second>}
    </>
  )
}

function Prochain({ lue, prochain }: Props & Pick<Modele, 'prochain'>) {
  if (prochain === null) return lue.debutCollecte === null ? t.sansDebut : t.aucun
  return (
    <>
      {enTete(libellePeriode(prochain, prochain.moisCouverts))}
      <Second>{t.echeance(prochain.echeance)}</Second>
    </>
  )
}

const colonnesDe = (lue: MiseEnRoute): Colonne<Modele>[] => [
  {
    cle: 'modele',
    titre: t.modele,
    coupure: 'libre',
    rendu: ({ code, libelle }) => (
      <>
        {code}
        <Second>{libelle}</Second>
      </>
    ),
  },
  { cle: 'rythme', titre: t.rythme, largeur: 24, coupure: 'libre', rendu: Rythme },
  {
    cle: 'structures',
    titre: t.nombre,
    nombre: true,
    rendu: ({ structures }) => formatNombre(structures),
  },
  {
    cle: 'prochain',
    titre: t.premier(lue.commencee),
    largeur: 26,
    rendu: ({ prochain }) => <Prochain lue={lue} prochain={prochain} />,
  },
]

function Collecte({ lue }: Props) {
  const { mois, annee, modeles } = lue
  return (
    <Bloc titre={t.collecte}>
      {modeles.length > 0 ? (
        <Tableau
          legende={t.legende(libellePeriode({ mois, annee }))}
          colonnes={colonnesDe(lue)}
          lignes={modeles}
          cleDe={({ code }) => code}
        />
      ) : (
        <EtatVide>{t.sansModele}</EtatVide>
      )}
    </Bloc>
  )
}

/** `/dashboard/miseenroute`: what is ready of the collection, and what is left to do. */
export default function MiseEnRoutePage() {
  const requete = useQuery(miseEnRoute)
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <Chargement requete={requete} lignes={8}>
        {(lue) => (
          <>
            <Etapes lue={lue} />
            <Collecte lue={lue} />
          </>
        )}
      </Chargement>
    </Page>
  )
}
