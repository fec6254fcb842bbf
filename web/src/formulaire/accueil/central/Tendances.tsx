import type { Serie } from '@releve/contract/dashboard/dashboard.schema.ts'
import { definir } from '@releve/contract/formulaire/suivi.rules.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { series } from '../../../dashboard/dashboard.queries.ts'
import { useCalendrier } from '../../../systeme/systeme.queries.ts'
import { Chargement } from '../../../ui/Chargement.tsx'
import { EtatVide } from '../../../ui/EtatVide.tsx'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatMoisCourt } from '../../../ui/format.ts'
import type { Donnees } from '../../../ui/graphique/donnees.ts'
import { Graphique } from '../../../ui/graphique/Graphique.tsx'
import { direSerie } from '../../../ui/graphique/phrases.ts'
import { useFiltrage } from '../../../ui/useListe.ts'
import { Recalcul } from '../../listes/Recalcul.tsx'
import { Bloc } from '../Bloc.tsx'
import { ANNUELLE, finDeSerie } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { useOptions } from './useOptions.ts'

const t = textesCentral.series

type Mesure = keyof typeof t.noms

type PointDeSerie = Serie['points'][number]

/** What counts the reports that a sum is made of. */
type NombreDe = 'declares' | 'mouvements'

/** All that is expected of a month that has begun, due or not. */
const totalDe = ({ attendus, pasEncoreDus }: PointDeSerie) => attendus + pasEncoreDus

/** An expected report is missing: its sum is not that of the others. */
const estIncomplet = (point: PointDeSerie) => point.retenus < totalDe(point)

/** « 7 rapports sur 11 », and what changed among those that are there in both months. */
function noteDe(point: PointDeSerie, mesures: readonly Mesure[]): string | undefined {
  const total = totalDe(point)
  if (total === 0) return undefined
  const { egaux } = point
  const changements = mesures.flatMap((mesure) => {
    const { nombre = 0, ecart = null } = egaux?.[mesure] ?? {}
    if (!egaux || ecart === null) return []
    const nom = mesures.length > 1 ? t.noms[mesure] : null
    return [
      t.changement({
        nom,
        ecart,
        nombre,
        depuis: libellePeriode(egaux.depuis, egaux.depuis.moisCouverts),
      }),
    ]
  })
  return [t.sur(point.retenus, total), ...changements].join('\u202f; ')
}

export const donneesDe = ({ points }: Serie, mesures: readonly Mesure[]): Donnees => ({
  axe: t.mois,
  series: mesures.map((mesure) => t.noms[mesure]),
  notes: t.rapports,
  aPart: t.incomplet,
  points: points.map((point) => {
    const note = noteDe(point, mesures)
    return {
      nom: libellePeriode(point, point.moisCouverts),
      court: formatMoisCourt(point, point.moisCouverts),
      valeurs: mesures.map((mesure) => point[mesure]),
      aPart: estIncomplet(point),
      ...(note !== undefined && { note }),
    }
  }),
})

/** The last month of which something came: what the sum is made of. */
function couvertureDe({ points }: Serie, dits: NombreDe): string | undefined {
  const dernier = points.findLast((point) => point[dits] > 0)
  return (
    dernier &&
    `${t.couverture(dernier, libellePeriode(dernier, dernier.moisCouverts), dits)} ${definir('retenus')}`
  )
}

/** What a chart shows: the complete months compared, then the last one if it is not. */
export function direLaSerie(sujet: string, donnees: Donnees): string {
  const { points } = donnees
  const phrase = direSerie(sujet, donnees, { compare: (rang) => !points[rang]?.aPart })
  const connus = points.filter(({ valeurs }) => valeurs.some((valeur) => valeur !== null))
  const dernier = connus.at(-1)
  if (!dernier?.aPart || dernier.note === undefined) return phrase
  // Two months that each lack something compare nothing.
  const dit = connus.every(({ aPart }) => aPart) ? t.sansComplet(sujet) : phrase
  return `${dit} ${t.dernier(dernier.nom, dernier.note)}`
}

/** What of these a model counts: all, or those that some report said. */
const compteesDe = ({ points }: Serie, mesures: readonly Mesure[], toutes: boolean) =>
  mesures.filter((mesure) => toutes || points.some((point) => point[mesure] !== null))

type PropsCourbe = { serie: Serie; nom: string; mesures: readonly Mesure[]; dits: NombreDe }

function Courbe({ serie, nom, mesures, dits }: PropsCourbe) {
  const [premiere] = mesures
  if (premiere === undefined) return null
  const donnees = donneesDe(serie, mesures)
  const sujet = t.sujet(t.noms[premiere], serie.libelle)
  return (
    <Graphique
      forme="courbe"
      titre={direLaSerie(sujet, donnees)}
      donnees={donnees}
      fichier={`${nom}-${serie.code.toLowerCase()}`}
      note={couvertureDe(serie, dits)}
    />
  )
}

const effectifsDe = (serie: Serie) => compteesDe(serie, ['effectif'], serie.avecEffectif)
const mouvementsDe = (serie: Serie) => compteesDe(serie, ['entrees', 'sorties'], serie.avecEcart)

/** Whether there is something of it to show: a model need not count people, nor who comes and goes. */
export const estComptee = (serie: Serie) =>
  effectifsDe(serie).length + mouvementsDe(serie).length > 0

function Modele({ serie }: { serie: Serie }) {
  return (
    <>
      <Courbe {...{ serie }} nom="effectif" mesures={effectifsDe(serie)} dits="declares" />
      <Courbe {...{ serie }} nom="mouvements" mesures={mouvementsDe(serie)} dits="mouvements" />
    </>
  )
}

function Modeles({ modeles }: { modeles: readonly Serie[] }) {
  const comptees = modeles.filter(estComptee)
  if (comptees.length === 0) return <EtatVide icone="rapport">{t.rien}</EtatVide>
  return (
    <div className="cen-graphiques">
      {comptees.map((serie) => (
        <Modele key={serie.code} serie={serie} />
      ))}
    </div>
  )
}

/** Headcounts and movements over twenty-four months, model by model: they never add up. */
export default function Tendances() {
  const { rang } = useCalendrier()
  const filtrage = useFiltrage(ANNUELLE, useOptions())
  const { annee, ...filtres } = filtrage.criteres
  const requete = useQuery(series({ ...filtres, ...finDeSerie(annee, rang) }))
  return (
    <Bloc titre={t.titre}>
      <Filtres filtrage={filtrage} />
      <Recalcul lu={requete.data} de="chiffres" />
      <Chargement requete={requete}>{({ modeles }) => <Modeles modeles={modeles} />}</Chargement>
    </Bloc>
  )
}
