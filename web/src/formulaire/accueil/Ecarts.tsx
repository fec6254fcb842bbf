import type { DashboardStructure } from '@releve/contract/dashboard/dashboard.schema.ts'
import { isoDe, libellePeriode, rangDe } from '@releve/contract/mois.ts'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { dashboardDeStructure } from '../../dashboard/dashboard.queries.ts'
import { paths } from '../../paths.ts'
import { formatEcart, formatNombre } from '../../ui/format.ts'
import { Second } from '../../ui/Ligne.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { Recalcul } from '../listes/Recalcul.tsx'
import { textesAccueil } from './accueil.textes.ts'
import { Bloc } from './Bloc.tsx'
import { NiveauEcart } from './NiveauEcart.tsx'

/** The charts come when they are asked for: they are heavier than the rest of the page. */
const Courbes = lazy(() => import('./Courbes.tsx'))

const t = textesAccueil.ecarts
/** Months shown: the last ones that do not follow from the month before. */
const MONTRES = 6

type Modele = DashboardStructure['modeles'][number]
type Ligne = Modele['points'][number] & {
  modele: string
  structure: DashboardStructure['structure']
}

/** The months that do not follow from the one before, the latest first. */
export const ecartsDe = (lues: readonly DashboardStructure[]): Ligne[] =>
  lues
    .flatMap(({ structure, modeles }) =>
      modeles.flatMap(({ code, points }) =>
        points
          .filter(({ niveau }) => niveau === 'ANOMALIE' || niveau === 'A_VERIFIER')
          .map((point) => ({ ...point, modele: code, structure })),
      ),
    )
    .toSorted((a, b) => rangDe(b) - rangDe(a))
    .slice(0, MONTRES)

const COLONNES: readonly Colonne<Ligne>[] = [
  {
    cle: 'rapport',
    titre: t.rapport,
    rendu: (ligne) => {
      const nom = `${ligne.modele} ${libellePeriode(ligne, ligne.moisCouverts)}`
      return (
        <>
          {ligne.numero ? <Link to={paths.saisie(ligne.numero)}>{nom}</Link> : nom}
          <Second>{ligne.structure.libelle}</Second>
        </>
      )
    },
  },
  {
    cle: 'effectif',
    titre: t.effectif,
    nombre: true,
    rendu: ({ effectif }) => formatNombre(effectif),
  },
  { cle: 'ecart', titre: t.ecart, nombre: true, rendu: ({ ecart }) => formatEcart(ecart) },
  { cle: 'niveau', titre: t.niveau, rendu: ({ niveau }) => <NiveauEcart niveau={niveau} /> },
]

/** Of each structure, the models that count people, or did; one that has none is left out. */
export const compteesDe = (lues: readonly DashboardStructure[]): DashboardStructure[] =>
  lues
    .map(({ structure, modeles }) => ({
      structure,
      modeles: modeles.filter(
        ({ avecEffectif, points }) => avecEffectif || points.some((p) => p.effectif !== null),
      ),
    }))
    .filter(({ modeles }) => modeles.length > 0)

/** Its figures over time, once they are asked for. */
function MesChiffres({ lues }: { lues: readonly DashboardStructure[] }) {
  const [ouvert, setOuvert] = useState(false)
  if (lues.length === 0) return null
  return (
    <details className="acc-chiffres-siens" onToggle={() => setOuvert(true)}>
      <summary>{t.chiffres}</summary>
      {ouvert && (
        <Suspense fallback={<Squelette />}>
          <Recalcul lu={lues.find(({ recalcul }) => recalcul)} de="chiffres" />
          <Courbes lues={lues} />
        </Suspense>
      )}
    </details>
  )
}

/** What does not follow from the month before, then one's figures beside those of one's type. */
export function Ecarts({ codes }: { codes: readonly string[] }) {
  const requetes = useQueries({ queries: codes.map(dashboardDeStructure) })
  // A failure takes nothing away: what is to be done stands above.
  const lues = requetes.flatMap(({ data }) => data ?? [])
  if (lues.length === 0) return null
  const lignes = ecartsDe(lues)
  const enRecalcul = lues.find(({ recalcul }) => recalcul)
  return (
    <>
      {lignes.length > 0 && (
        <Bloc titre={t.titre}>
          <Recalcul lu={enRecalcul} de="chiffres" />
          <Tableau
            legende={t.titre}
            colonnes={COLONNES}
            lignes={lignes}
            cleDe={(ligne) => `${ligne.structure.code} ${ligne.modele} ${isoDe(ligne)}`}
          />
        </Bloc>
      )}
      <MesChiffres lues={compteesDe(lues)} />
    </>
  )
}
