import { estCollecte } from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe, rangDe } from '@releve/contract/mois.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { estAProposer, remettreExercice } from '../../app/exercice.ts'
import { aDroit } from '../../app/session.ts'
import { useAuth } from '../../app/useSession.ts'
import { useStructuresTravail } from '../../app/useStructuresTravail.ts'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { formatJour } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { modelesConnus, moisAVenir, moisOuverts } from '../formulaire.demande.ts'
import { periodesOuvertes } from '../suivi.ts'
import { CENTRAL, estCentral, siens } from './accueil.queries.ts'
import { textesAccueil } from './accueil.textes.ts'
import { tachesDe } from './aFaire.ts'
import { SqueletteBloc } from './Bloc.tsx'
import { Ecarts } from './Ecarts.tsx'
import { Registre } from './Registre.tsx'
import { useRenvois } from './renvois.ts'
import { Taches } from './Taches.tsx'

const t = textesAccueil.structure

/** The forms of the open months, and of those that may be begun before, started or not, and all of one's own, the latest first. */
function useResumes(codes: string[]) {
  const { courant } = useCalendrier()
  const modeles = useQuery(modelesConnus)
  const mois = [...moisAVenir(courant, modeles.data ?? []), ...moisOuverts(courant)]
  const requetes = [...useQueries({ queries: mois }), useQuery(siens(codes))]
  const estSien = ({ structure, etat }: Resume) =>
    codes.includes(structure.code) && etat !== 'ANNULE'
  return {
    resumes: requetes.flatMap(({ data }) => data?.elements ?? []).filter(estSien),
    attente: [modeles, ...requetes].some(({ isPending }) => isPending),
    echec: requetes.find(({ error }) => error)?.error,
    relire: () => requetes.forEach(({ error, refetch }) => void (error && refetch())),
  }
}

function Contenu({ resumes, codes }: { resumes: readonly Resume[]; codes: string[] }) {
  const { jour, courant, rang, calendrier } = useCalendrier()
  const { attente, renvois } = useRenvois(resumes)
  if (attente) return <Attente />
  // Past months are told by the register; what is to be done is of the open ones, of those to come
  // that may be begun, sent back or open again.
  const ouvertes = new Set(periodesOuvertes(courant).map(rangDe))
  const actuels = resumes.filter((resume) => {
    const rangSien = rangDe(resume)
    return resume.actions.includes('modifier') || rangSien > rang || ouvertes.has(rangSien)
  })
  const { aCorriger, enRetard, aFaire, transmis } = tachesDe(actuels, jour)
  const premiere = [...aCorriger, ...enRetard, ...aFaire][0]
  const commun = { premiere, plusieurs: codes.length > 1 }
  const collecte = estCollecte(periodeDe(rang), calendrier)
  const modele = (premiere?.resume ?? resumes[0])?.modele.code
  // Before the collection one learns already; after it began, who has no report enters none.
  const contenu = (
    <>
      {!premiere && (
        <div className="acc-bloc">
          {collecte ? (
            <EtatVide icone="coche">{t.rien}</EtatVide>
          ) : (
            <EtatVide>{t.avantDebut(calendrier.debutCollecte ?? null)}</EtatVide>
          )}
        </div>
      )}
      <Taches titre={t.aCorriger} taches={aCorriger} {...commun} renvois={renvois} />
      <Taches titre={t.enRetard} taches={enRetard} {...commun} />
      <Taches titre={t.aFaire} taches={aFaire} {...commun} />
      <Registre resumes={resumes} />
      <Ecarts codes={codes} />
      <Taches titre={t.transmis} taches={transmis} {...commun} />
    </>
  )
  if (modele === undefined && collecte) return contenu
  return <AvecExercice modele={modele}>{contenu}</AvecExercice>
}

/**
 * A home with the exercise: proposed above to who has never done it, until it is put off; else
 * under it, for whoever wants it (again). `modele`: of which report; absent: of the first model there is.
 */
function AvecExercice({ modele, children }: { modele: string | undefined; children: ReactNode }) {
  const auth = useAuth()
  const [remis, setRemis] = useState(false)
  const propose = !remis && estAProposer(auth)
  const place = useRef<HTMLDivElement>(null)
  const adresse = paths.saisie('exemple')
  const lien = <Link to={modele ? `${adresse}?modele=${modele}` : adresse}>{t.exemple}</Link>
  const remettre = () => {
    remettreExercice(auth)
    setRemis(true)
    // The button goes, and the focus would with it.
    place.current?.focus()
  }
  return (
    <>
      <div ref={place} tabIndex={-1}>
        {propose && (
          <Alerte
            gravite="info"
            titre={t.exercice.titre}
            action={
              <BoutonAction variant="text" onClick={remettre}>
                {t.exercice.plusTard}
              </BoutonAction>
            }
          >
            <p>{t.exercice.dit}</p>
            <p>{lien}</p>
          </Alerte>
        )}
      </div>
      {children}
      {!propose && <p className="acc-exemple">{lien}</p>}
    </>
  )
}

function Attente() {
  return (
    <>
      <SqueletteBloc lignes={2} />
      <SqueletteBloc lignes={2} />
    </>
  )
}

/** What a structure has to do now, and its year in figures. `codes`: its own structures. */
function AccueilStructure({ codes }: { codes: string[] }) {
  const { resumes, attente, echec, relire } = useResumes(codes)
  if (attente) return <Attente />
  return (
    <>
      {echec && <EchecChargement echec={echec} onReessayer={relire} />}
      {(!echec || resumes.length > 0) && <Contenu resumes={resumes} codes={codes} />}
    </>
  )
}

const CentralDiffere = lazy(CENTRAL.charger)

/** The directorate's part, at once when its code is there. */
function Central() {
  const [AccueilCentral] = useState(() => CENTRAL.venue() ?? CentralDiffere)
  return (
    <Suspense fallback={<Squelette />}>
      <AccueilCentral />
    </Suspense>
  )
}

/** `/dashboard/app`: what to do now. */
export default function AccueilPage() {
  const auth = useAuth()
  const { nomAffichable, roles } = auth
  const { choisie, structures } = useStructuresTravail(auth)
  const { jour } = useCalendrier()
  const codes = structures.map(({ code }) => code)
  // Who looks at several at once is told of none.
  const seule = choisie ?? (codes.length > 1 ? null : auth.structure)
  return (
    <Page
      titre={textesAccueil.titre}
      chapeau={seule?.libelle ?? textesAccueil.bonjour(nomAffichable)}
      actions={
        <p className="acc-jour">
          <time dateTime={jour}>{formatJour(jour)}</time>
        </p>
      }
    >
      {codes.length > 0 && <AccueilStructure codes={codes} />}
      {estCentral(roles) &&
        (codes.length === 0 && aDroit(roles, 'exercice.faire') ? (
          <AvecExercice modele={undefined}>
            <Central />
          </AvecExercice>
        ) : (
          <Central />
        ))}
    </Page>
  )
}
