import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { formatMoisCourt } from '../../ui/format.ts'
import type { Donnees } from '../../ui/graphique/donnees.ts'
import { Graphique } from '../../ui/graphique/Graphique.tsx'
import { direSerie } from '../../ui/graphique/phrases.ts'
import { textesCourbes as t } from './accueil.textes.ts'

const MESURES = ['effectif', 'mediane', 'reference'] as const

type Modele = DashboardStructure['modeles'][number]

/** Its headcount, then what it is compared with, where there is something to compare. */
function donneesDe({ points }: Modele): Donnees {
  const dites = MESURES.filter(
    (mesure) => mesure === 'effectif' || points.some((point) => point[mesure] !== null),
  )
  return {
    axe: t.mois,
    series: dites.map((mesure) => t.noms[mesure]),
    points: points.map((point) => ({
      nom: libellePeriode(point, point.moisCouverts),
      court: formatMoisCourt(point, point.moisCouverts),
      valeurs: dites.map((mesure) => point[mesure]),
    })),
  }
}

/** One's own figures beside their past, and beside the median of one's type. */
export default function Courbes({ lues }: { lues: readonly DashboardStructure[] }) {
  return (
    <div className="acc-courbes">
      {lues.flatMap(({ structure, modeles }) =>
        modeles.map((modele) => {
          const donnees = donneesDe(modele)
          const sujet = lues.length > 1 ? `${structure.libelle}, ${modele.libelle}` : modele.libelle
          return (
            <Graphique
              key={`${structure.code} ${modele.code}`}
              forme="courbe"
              titre={direSerie(t.sujet(sujet), donnees)}
              donnees={donnees}
              fichier={`effectif-${structure.code}-${modele.code}`.toLowerCase()}
              note={donnees.series.includes(t.noms.mediane) ? undefined : t.sansMediane}
            />
          )
        }),
      )}
    </div>
  )
}
