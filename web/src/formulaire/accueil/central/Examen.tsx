import type { AExaminer } from '@releve/contract/dashboard/dashboard.schema.ts'
import { arrondir } from '@releve/contract/exact.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { aExaminer, exporterAExaminer } from '../../../dashboard/dashboard.queries.ts'
import { paths } from '../../../paths.ts'
import { Filtres } from '../../../ui/Filtres.tsx'
import { formatCompte, formatEcart, formatNombre, formatTotal } from '../../../ui/format.ts'
import { Second } from '../../../ui/Ligne.tsx'
import { Liste } from '../../../ui/Liste.tsx'
import type { Colonne } from '../../../ui/Tableau.tsx'
import { liste, useListe } from '../../../ui/useListe.ts'
import { retenirFile } from '../../file.ts'
import { colonnesDe, TableauFormulaires } from '../../listes/colonnes.tsx'
import { Recalcul } from '../../listes/Recalcul.tsx'
import { BarreSelection, colonneChoix, useSelection } from '../../listes/Selection.tsx'
import { cleResume } from '../../suivi.ts'
import { Bloc } from '../Bloc.tsx'
import { NiveauEcart } from '../NiveauEcart.tsx'
import { demandeExamen, EXAMEN, RENVOYES_MONTRES, renvoyes } from './central.liste.ts'
import { textesCentral } from './central.textes.ts'
import { useOptions } from './useOptions.ts'

const t = textesCentral.examen
const RENVOI = colonnesDe('structure', 'rapport', 'contenu', 'effectif', 'modifieLe')

const part = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 })
const direPoids = (poids: number) => part.format(arrondir(poids, 3))

const PROPRES: readonly Colonne<AExaminer>[] = [
  {
    cle: 'poids',
    titre: t.colonnes.poids,
    nombre: true,
    concerne: ({ modele }) => modele.avecEffectif,
    rendu: ({ poids, effectif }) => (
      <>
        {formatNombre(effectif)}
        {poids !== null && <Second title={t.poids(direPoids(poids))}>{direPoids(poids)}</Second>}
      </>
    ),
  },
  {
    cle: 'ecart',
    titre: t.colonnes.ecart,
    concerne: ({ niveau }) => niveau !== null,
    rendu: ({ ecart, niveau }) => (
      <>
        {ecart !== null && <span className="nombre">{formatEcart(ecart)} </span>}
        <NiveauEcart niveau={niveau} />
      </>
    ),
  },
  {
    cle: 'attente',
    titre: t.colonnes.attente,
    nombre: true,
    rendu: ({ joursAttente }) => formatCompte(joursAttente, 'jour'),
  },
]

const A_EXAMINER = liste({
  ...EXAMEN,
  cleDe: cleResume,
  className: 'lst-formulaires',
  colonnes: [
    ...colonnesDe('structure', 'rapport', 'etat'),
    ...PROPRES,
    ...colonnesDe('action'),
  ] satisfies Colonne<AExaminer>[],
  textes: t,
})

/** What the structures have to mend first: nothing can be decided of it here. */
function Renvoyes() {
  const { data } = useQuery(renvoyes)
  if (!data || data.total === 0) return null
  const { total, elements } = data
  const tous = <Link to={paths.saisiesStructures({ etats: 'RENVOYE' })}>{t.voir(data)}</Link>
  return (
    <Bloc titre={t.renvoyes} nombre={formatTotal(data)} fin={total > RENVOYES_MONTRES && tous}>
      <TableauFormulaires legende={t.renvoyes} colonnes={RENVOI} lignes={elements} />
    </Bloc>
  )
}

const AUCUN: readonly AExaminer[] = []

/** What waits for a decision, what weighs most in the country's figures first. */
export default function Examen() {
  const [adresse] = useSearchParams()
  const filtrage = useListe(A_EXAMINER, useOptions())
  const requete = useQuery(aExaminer(demandeExamen(adresse)))
  const { pathname, search } = useLocation()
  const montres = requete.data?.elements
  useEffect(() => {
    if (!montres) return
    const numeros = montres.flatMap(({ numero }) => numero ?? [])
    retenirFile({ adresse: pathname + search, numeros })
  }, [montres, pathname, search])
  const selection = useSelection(JSON.stringify(filtrage.criteres), requete.data?.elements ?? AUCUN)
  return (
    <>
      <Bloc titre={t.titre}>
        <Filtres filtrage={filtrage} />
        <Liste
          {...{ requete, filtrage }}
          exporter={(format) => exporterAExaminer({ ...filtrage.criteres, format })}
          className="lst-formulaires lst-avec-choix"
          colonnes={[colonneChoix(selection), ...A_EXAMINER.colonnes]}
          outils={
            <>
              <Recalcul lu={requete.data} de="examen" />
              <BarreSelection selection={selection} />
            </>
          }
        />
      </Bloc>
      <Renvoyes />
    </>
  )
}
