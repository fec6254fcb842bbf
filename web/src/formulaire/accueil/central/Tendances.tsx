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
import { Bloc } from '../Bloc.tsx'
import { ANNUELLE, finDeSerie } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { useOptions } from './useOptions.ts'

const t = textesCentral.series

type Mesure = keyof typeof t.noms

const donneesDe = ({ points }: Serie, mesures: readonly Mesure[]): Donnees => ({
  axe: t.mois,
  series: mesures.map((mesure) => t.noms[mesure]),
  points: points.map((point) => ({
    nom: libellePeriode(point),
    court: formatMoisCourt(point),
    valeurs: mesures.map((mesure) => point[mesure]),
  })),
})

/** The last month of which something came: what the sum is made of. */
function couvertureDe({ points }: Serie): string | undefined {
  const dernier = points.findLast(({ declares }) => declares > 0)
  return dernier && `${t.couverture(dernier, libellePeriode(dernier))} ${definir('retenus')}`
}

/** Share of the best covered month below which a sum is not compared with the others. */
const COUVERTURE = 0.9

/** Whether nearly as many reports make this month's sum as make the others'. */
function estCouvert({ points }: Serie) {
  const plus = Math.max(...points.map(({ declares }) => declares))
  return (rang: number) => (points[rang]?.declares ?? 0) >= COUVERTURE * plus
}

function Modele({ serie }: { serie: Serie }) {
  const { code, libelle } = serie
  const effectifs = donneesDe(serie, ['effectif'])
  const mouvements = donneesDe(serie, ['entrees', 'sorties'])
  const note = couvertureDe(serie)
  const compare = estCouvert(serie)
  return (
    <>
      <Graphique
        forme="courbe"
        titre={direSerie(t.effectif(libelle), effectifs, { compare })}
        donnees={effectifs}
        fichier={`effectif-${code.toLowerCase()}`}
        note={note}
      />
      <Graphique
        forme="courbe"
        titre={direSerie(t.mouvements(libelle), mouvements, { compare })}
        donnees={mouvements}
        fichier={`mouvements-${code.toLowerCase()}`}
        note={note}
      />
    </>
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
      <Chargement requete={requete}>
        {({ modeles }) =>
          modeles.length === 0 ? (
            <EtatVide icone="rapport">{t.rien}</EtatVide>
          ) : (
            <div className="cen-graphiques">
              {modeles.map((serie) => (
                <Modele key={serie.code} serie={serie} />
              ))}
            </div>
          )
        }
      </Chargement>
    </Bloc>
  )
}
