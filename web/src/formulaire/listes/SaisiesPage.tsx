import { echeanceDe, jourVerrou } from '@releve/contract/calendrier/calendrier.rules.ts'
import { LIBELLES_MOIS, libellePeriode, type Periode, periodeDe } from '@releve/contract/mois.ts'
import { useQueries } from '@tanstack/react-query'
import { useAuth } from '../../app/session.ts'
import { useStructuresTravail } from '../../app/structureTravail.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { actif } from '../../ui/filtresActifs.ts'
import { formatDate } from '../../ui/format.ts'
import { Liste } from '../../ui/Liste.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Filtrage as DeListe, useFiltres } from '../../ui/useFiltres.ts'
import { listeFormulaires, useListeFormulaires } from '../formulaire.queries.ts'
import { cleResume, periodesOuvertes } from '../suivi.ts'
import { type Filtres, lireFiltres, periodeDArrivee } from './filtres.ts'
import { textes } from './listes.textes.ts'
import { SqueletteFormulaires, useColonnes } from './TableauFormulaires.tsx'
import { useModeles } from './useModeles.ts'

const COLONNES = ['structure', 'rapport', 'etat', 'echeance', 'contenu', 'action'] as const

const TAILLE = 50
const JOUR_MS = 86_400_000

type Filtrage = DeListe<Filtres>

/**
 * The month, among those begun and not locked, and whose reports: all, or the chosen structure's.
 * `periode` is null until what waits is known. Who reports for nobody comes to last month, which is
 * being collected.
 */
function usePeriode(filtres: Filtres) {
  const { rang } = useCalendrier()
  const { choisie, structures } = useStructuresTravail(useAuth())
  const ouvertes = periodesOuvertes(rang)
  const codes = structures.map(({ code }) => code)
  const cherche = filtres.mois === undefined && codes.length > 0
  // Asked as the home asks for them: once.
  const mois = useQueries({
    queries: ouvertes.map((periode) => ({
      ...listeFormulaires({ ...periode, taille: 200 }),
      enabled: cherche,
    })),
  })
  const attente = cherche && mois.some(({ isPending }) => isPending)
  const siens = mois
    .flatMap(({ data }) => data?.elements ?? [])
    .filter(({ structure }) => codes.includes(structure.code))
  const vises = cherche || filtres.mois ? filtres : periodeDe(rang - 1)
  const periode = attente ? null : periodeDArrivee(vises, ouvertes, siens)
  return { ouvertes, structure: choisie?.code, periode }
}

type Choix = { filtrage: Filtrage; ouvertes: Periode[]; periode: Periode }

function ChoixPeriode({ filtrage, ouvertes, periode }: Choix) {
  const modeles = useModeles()
  const { filtres, changer, cadre } = filtrage
  const annees = [...new Set(ouvertes.map(({ annee }) => annee))]
  const moisDe = (annee: number) => ouvertes.filter((p) => p.annee === annee)
  const t = textes.filtres
  return (
    <section className="lst-periode" ref={cadre} tabIndex={-1} aria-label={textes.saisies.choix}>
      <ChampListe
        libelle={t.mois}
        options={moisDe(periode.annee).map(({ mois }) => ({
          code: mois,
          libelle: LIBELLES_MOIS[mois],
        }))}
        value={periode.mois}
        onChange={({ target }) => changer({ mois: target.value, annee: periode.annee })}
      />
      <ChampListe
        libelle={t.annee}
        options={annees.map((annee) => ({ code: String(annee), libelle: String(annee) }))}
        value={periode.annee}
        onChange={({ target }) => {
          const annee = Number(target.value)
          changer({ annee, mois: moisDe(annee)[0]?.mois })
        }}
      />
      <ChampListe
        libelle={t.modele}
        vide={t.tous}
        options={modeles}
        value={filtres.modele ?? ''}
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
  const t = textes.saisies
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
        <dd>{formatDate(veilleDe(jourVerrou(periode)))}</dd>
      </div>
    </dl>
  )
}

type PropsDuMois = Choix & { structure: string | undefined }

function FormulairesDuMois({ filtrage, ouvertes, periode, structure }: PropsDuMois) {
  const { filtres, changer } = filtrage
  const { modele, page, tri } = filtres
  const requete = useListeFormulaires({ ...periode, modele, structure, page, tri, taille: TAILLE })
  const t = textes.saisies
  const nom = libellePeriode(periode)
  return (
    <>
      <ChoixPeriode {...{ filtrage, ouvertes, periode }} />
      <Liste
        {...{ requete, filtrage }}
        className="lst-formulaires"
        legende={t.legende(nom)}
        compte={textes.compte}
        fin={<Delais periode={periode} />}
        vide={<EtatVide>{t.vide(nom)}</EtatVide>}
        aucun={textes.aucun}
        squelette={4}
        colonnes={useColonnes(COLONNES)}
        cleDe={cleResume}
        tri={tri ?? 'structure'}
        onTri={(suivant) => changer({ tri: suivant })}
      />
    </>
  )
}

/** `/dashboard/saisies`: the reports of a month open to entry, started or not. */
export function SaisiesPage() {
  const filtrage = useFiltres(lireFiltres, ({ modele }) => actif('modele', modele))
  const { periode, ...reste } = usePeriode(filtrage.filtres)
  const t = textes.saisies
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      {periode ? (
        <FormulairesDuMois {...{ filtrage, periode }} {...reste} />
      ) : (
        <SqueletteFormulaires colonnes={COLONNES} lignes={4} />
      )}
    </Page>
  )
}
