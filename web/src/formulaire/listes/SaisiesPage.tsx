import {
  echeanceDe,
  estCollecte,
  jourVerrou,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Rythme } from '@releve/contract/modele/rythme.ts'
import {
  LIBELLES_MOIS,
  libellePeriode,
  type Mois,
  type Periode,
  periodeDe,
  rangDe,
} from '@releve/contract/mois.ts'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Demander } from '../../app/demande.ts'
import { structuresTravail } from '../../app/structureTravail.ts'
import { useAuth } from '../../app/useSession.ts'
import { useStructuresTravail } from '../../app/useStructuresTravail.ts'
import { demanderCourant } from '../../systeme/systeme.demande.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { code } from '../../ui/filtre.tsx'
import { formatDate } from '../../ui/format.ts'
import { Liste } from '../../ui/Liste.tsx'
import { Page } from '../../ui/Page.tsx'
import { lireCriteres, lireListe, liste, question, useListe } from '../../ui/useListe.ts'
import { listeFormulaires, moisOuverts } from '../formulaire.demande.ts'
import { exporterFormulairesMois, useListeFormulaires, useModeles } from '../formulaire.queries.ts'
import { type Courant, periodeDArrivee, periodesAVenir, periodesOuvertes } from '../suivi.ts'
import { colonnesDe, SqueletteFormulaires } from './colonnes.tsx'
import { FILTRES, TRIS } from './filtres.tsx'
import { COMMUN } from './ListeFormulaires.tsx'
import { textesListes } from './listes.textes.ts'
import { Recalcul } from './Recalcul.tsx'

const f = textesListes.filtres

/** Those of a month: it is no filter, since there always is one. */
const DU_MOIS_DEMANDES = question({
  filtres: { modele: code({ libelle: f.modele, vide: f.tous, parCode: true }) },
  tris: TRIS,
  tri: 'structure',
  taille: 50,
})

type MoisDit = { mois?: Mois; annee?: number }

/** The month that the address names. */
const moisDit = (adresse: URLSearchParams): MoisDit =>
  lireCriteres({ mois: FILTRES.mois, annee: FILTRES.annee }, adresse)

/** Whether the month is to be found among what waits: the address names none, and one reports. */
const estAChercher = (dit: MoisDit, codes: readonly string[]) =>
  dit.mois === undefined && codes.length > 0

/** `aVenir`: the months to come whose report may be begun; none while the models are not known. */
type Lieu = { courant: Courant; codes: readonly string[]; aVenir?: readonly Periode[] }

/**
 * The month shown: the past one that the address names, else among those begun and not locked.
 * `resumes`: their reports, where it is to be found among them. Who reports for nobody comes to last month, which is being collected.
 */
function moisVise(
  dit: MoisDit,
  { courant, codes, aVenir = [] }: Lieu,
  resumes: readonly Resume[],
): Periode {
  const { mois: leMois, annee: lAnnee } = dit
  if (leMois && lAnnee) {
    const nomme = { mois: leMois, annee: lAnnee }
    // Past, it may have been opened again: its list says so.
    const passe = rangDe(nomme) < courant.rang
    if (passe || aVenir.some((une) => rangDe(une) === rangDe(nomme))) return nomme
  }
  const cherche = estAChercher(dit, codes)
  const vise = cherche || leMois ? dit : periodeDe(courant.rang - 1)
  const leurs = resumes.filter(({ structure }) => cherche && codes.includes(structure.code))
  return periodeDArrivee(vise, periodesOuvertes(courant), leurs)
}

export const demander: Demander = async (client, { auth, recherche: adresse }) => {
  const { choisie, structures } = structuresTravail(auth)
  const codes = structures.map((une) => une.code)
  const courant = demanderCourant(client)
  const dit = moisDit(adresse)
  // A failure is the screen's to tell: it asks again.
  const lus = estAChercher(dit, codes)
    ? await Promise.all(moisOuverts(courant).map((un) => client.fetchQuery(un)))
    : []
  const resumes = lus.flatMap(({ elements }) => elements)
  const { query } = lireListe(DU_MOIS_DEMANDES, adresse)
  const periode = moisVise(dit, { courant, codes }, resumes)
  await client.prefetchQuery(listeFormulaires({ ...periode, ...query, structure: choisie?.code }))
}

const DU_MOIS = liste({
  ...COMMUN,
  ...DU_MOIS_DEMANDES,
  colonnes: colonnesDe('structure', 'rapport', 'etat', 'echeance', 'contenu', 'action'),
  textes: { ...textesListes, titre: textesListes.saisies.titre, vide: '' },
})

/** Of those who look for a closed month: it comes when they do. */
const MoisClos = lazy(() => import('../MoisClosDialogue.tsx'))

const JOUR_MS = 86_400_000

/** The month shown, and whose reports: all, or the chosen structure's; null until it is known. */
function usePeriode(dit: ReturnType<typeof moisDit>, rythmes: readonly Rythme[]) {
  const { courant } = useCalendrier()
  const { choisie, structures } = useStructuresTravail(useAuth())
  const codes = structures.map((une) => une.code)
  const enabled = estAChercher(dit, codes)
  // Asked as the home asks for them: once.
  const lectures = useQueries({ queries: moisOuverts(courant).map((un) => ({ ...un, enabled })) })
  const attente = enabled && lectures.some(({ isPending }) => isPending)
  const lus = lectures.flatMap(({ data }) => data?.elements ?? [])
  const aVenir = periodesAVenir(courant, rythmes)
  const ouvertes = [...aVenir, ...periodesOuvertes(courant)]
  const periode = attente ? null : moisVise(dit, { courant, codes, aVenir }, lus)
  const connue = ouvertes.some((une) => periode && rangDe(une) === rangDe(periode))
  return {
    // The month that one has come to stands among them, closed or open again.
    ouvertes: connue || !periode ? ouvertes : [...ouvertes, periode],
    courant,
    structure: choisie?.code,
    /** Those whose months are worked on: the chosen one, or all of one's own. */
    structures,
    periode,
  }
}

function useDuMois() {
  const [params] = useSearchParams()
  const modeles = useModeles()
  const filtrage = useListe(DU_MOIS, { modele: modeles })
  return { filtrage, modeles, ...usePeriode(moisDit(params), modeles) }
}

type DuMois = ReturnType<typeof useDuMois> & { periode: Periode }

function ChoixPeriode({ filtrage, modeles, ouvertes, periode, courant }: DuMois) {
  const { criteres, changer, cadre } = filtrage
  const annees = [...new Set(ouvertes.map((p) => p.annee))]
  const moisDe = (une: number) => ouvertes.filter((p) => p.annee === une)
  return (
    <section
      className="lst-periode ui-petits-champs"
      ref={cadre}
      tabIndex={-1}
      aria-label={textesListes.saisies.choix}
    >
      <ChampListe
        libelle={f.mois}
        options={moisDe(periode.annee).map((p) => ({
          code: p.mois,
          libelle: LIBELLES_MOIS[p.mois],
        }))}
        value={periode.mois}
        onChange={({ target }) => changer({ mois: target.value, annee: periode.annee })}
      />
      <ChampListe
        libelle={f.annee}
        options={annees.map((une) => ({ code: String(une), libelle: String(une) }))}
        value={periode.annee}
        onChange={({ target }) => {
          const choisie = Number(target.value)
          const siens = moisDe(choisie)
          const commence = siens.find((une) => rangDe(une) <= courant.rang)
          changer({ annee: choisie, mois: (commence ?? siens.at(-1))?.mois })
        }}
      />
      <ChampListe
        libelle={f.modele}
        vide={f.tous}
        options={modeles}
        value={criteres.modele ?? ''}
        onChange={({ target }) => changer({ ...periode, modele: target.value })}
      />
    </section>
  )
}

/** The last day of a period, before the one on which it closes. */
function veilleDe(jour: string): string {
  return new Date(Date.parse(jour) - JOUR_MS).toISOString().slice(0, 10)
}

/** Until when the month may be entered, and when it is due. */
function Delais({ periode }: { periode: Periode }) {
  const { calendrier, jour } = useCalendrier()
  const echeance = echeanceDe(periode, calendrier)
  const reste = Math.round((Date.parse(echeance) - Date.parse(jour)) / JOUR_MS)
  const t = textesListes.saisies
  return (
    <dl className="lst-delais">
      <div>
        <dt>{t.echeance}</dt>
        <dd>
          {formatDate(echeance)} ({reste < 0 ? t.depassee(-reste) : t.dansJours(reste)})
        </dd>
      </div>
      <div>
        <dt>{t.verrou}</dt>
        <dd>{formatDate(veilleDe(jourVerrou(periode, calendrier)))}</dd>
      </div>
    </dl>
  )
}

/** The way to one's closed months. */
function Clos({ structures }: Pick<DuMois, 'structures'>) {
  const [ouvert, setOuvert] = useState(false)
  return (
    <>
      <BoutonAction variant="text" onClick={() => setOuvert(true)}>
        {textesListes.saisies.clos}
      </BoutonAction>
      {ouvert && (
        <Suspense>
          <MoisClos {...{ structures }} onFermer={() => setOuvert(false)} />
        </Suspense>
      )}
    </>
  )
}

function FormulairesDuMois(duMois: DuMois) {
  const { filtrage, periode, structure, structures } = duMois
  const { criteres, tri } = filtrage
  const requete = useListeFormulaires({ ...periode, ...filtrage.query, structure })
  const t = textesListes.saisies
  const nom = libellePeriode(periode)
  const { calendrier } = useCalendrier()
  const attendu = estCollecte(periode, calendrier)
  return (
    <>
      <ChoixPeriode {...duMois} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) =>
          exporterFormulairesMois(periode, { ...criteres, tri, structure, format })
        }
        legende={t.legende(nom)}
        fin={attendu && <Delais periode={periode} />}
        outils={<Recalcul lu={requete.data} />}
        vide={<EtatVide>{attendu ? t.vide(nom) : t.avantDebut(nom)}</EtatVide>}
        squelette={4}
      />
      {structures.length > 0 && <Clos structures={structures} />}
    </>
  )
}

/** `/dashboard/saisies`: the reports of a month open to entry, started or not. */
export default function SaisiesPage() {
  const { periode, ...duMois } = useDuMois()
  const t = textesListes.saisies
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      {periode ? (
        <FormulairesDuMois {...duMois} periode={periode} />
      ) : (
        <SqueletteFormulaires colonnes={DU_MOIS.colonnes} lignes={4} />
      )}
    </Page>
  )
}
