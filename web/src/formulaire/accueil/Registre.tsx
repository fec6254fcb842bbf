import { moins, type NombreExact } from '@releve/contract/exact.ts'
import {
  type EtatListe,
  LIBELLES_ETATS,
  type Resume,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { isoDe, libellePeriode, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Defile } from '../../ui/Defile.tsx'
import { formatEcart, formatMoisCourt, formatNombre } from '../../ui/format.ts'
import { Invisible } from '../../ui/Invisible.tsx'
import { Second } from '../../ui/Ligne.tsx'
import { EtatBadge, EtatIcone } from '../EtatBadge.tsx'
import { textesAccueil } from './accueil.textes.ts'
import { Bloc } from './Bloc.tsx'
import './registre.css'

type CaseRegistre = {
  periode: Periode
  /** How many months its report covers, this one the last. */
  couverts: number
  /** Null: no report is known for that month. */
  etat: EtatListe | null
  numero: string | null
  effectif: number | null
  /** Its model counts people. */
  compte: boolean
}

type LigneRegistre = {
  cle: string
  modele: Resume['modele']
  structure: Resume['structure']
  mois: CaseRegistre[]
  /** False: nobody is counted in it, of any of these months. */
  compte: boolean
  /** The last known headcount less the one of the report before it; null when one is not known. */
  variation: NombreExact | null
}

/** The last `nombre` months until the one of this rank, the earliest first. */
export function derniersMois(rang: number, nombre: number): Periode[] {
  return Array.from({ length: nombre }, (_, place) => periodeDe(rang - nombre + 1 + place))
}

function variationDe(mois: readonly CaseRegistre[]): NombreExact | null {
  const dernier = mois.findLastIndex(({ effectif }) => effectif !== null)
  const effectif = mois[dernier]?.effectif ?? null
  const avant = mois[dernier - (mois[dernier]?.couverts ?? 1)]?.effectif ?? null
  return effectif === null || avant === null ? null : moins(effectif, avant)
}

/** One line per structure and model, month by month. */
export function registreDe(resumes: readonly Resume[], periodes: readonly Periode[]) {
  const lignes = new Map<string, { tete: Resume; parRang: Map<number, Resume> }>()
  for (const resume of resumes) {
    const cle = `${resume.structure.code} ${resume.modele.code}`
    const ligne = lignes.get(cle) ?? { tete: resume, parRang: new Map() }
    ligne.parRang.set(rangDe(resume), resume)
    lignes.set(cle, ligne)
  }
  return [...lignes]
    .map(([cle, { tete, parRang }]): LigneRegistre => {
      const mois = periodes.map((periode) => {
        const resume = parRang.get(rangDe(periode))
        return {
          periode,
          couverts: resume?.modele.moisCouverts ?? 1,
          etat: resume?.etat ?? null,
          numero: resume?.numero ?? null,
          effectif: resume?.effectif ?? null,
          compte: resume?.modele.avecEffectif ?? false,
        }
      })
      const { modele, structure } = tete
      const compte = mois.some((un) => un.compte)
      return { cle, modele, structure, mois, compte, variation: variationDe(mois) }
    })
    .sort((a, b) => (a.cle < b.cle ? -1 : 1))
}

const t = textesAccueil.registre
const MOIS_MONTRES = 12

/** On narrower screens the older months give way: what stays is the latest. */
function classeDe(place: number): string {
  if (place < MOIS_MONTRES - 8) return 'nombre acc-ancien'
  return place < MOIS_MONTRES - 3 ? 'nombre acc-passe' : 'nombre'
}

function Mois({ periode, couverts, etat, numero, effectif, compte }: CaseRegistre) {
  if (etat === null) return <span className="acc-rien">—</span>
  const nom = `${libellePeriode(periode, couverts)}, ${LIBELLES_ETATS[etat]}`
  const dit = (
    <>
      <EtatIcone etat={etat} />
      <Invisible> {LIBELLES_ETATS[etat]}</Invisible>
    </>
  )
  const figure = formatNombre(effectif)
  // Where nobody is counted, what leads to the report is its state.
  const lien = compte ? figure : dit
  return (
    <span className="acc-case" title={nom}>
      {numero ? <Link to={paths.saisie(numero)}>{lien}</Link> : lien}
      {compte && dit}
    </span>
  )
}

type PropsLigne = { ligne: LigneRegistre; structure: boolean; compte: boolean }

function Ligne({ ligne, structure, compte }: PropsLigne) {
  const { modele, mois, variation } = ligne
  return (
    <tr>
      <th scope="row" title={modele.libelle}>
        {modele.code}
        {structure && <Second>{ligne.structure.libelle}</Second>}
      </th>
      {mois.map((unMois, place) => (
        <td key={isoDe(unMois.periode)} className={classeDe(place)}>
          <Mois {...unMois} />
        </td>
      ))}
      {compte && <td className="nombre acc-variation">{ligne.compte && formatEcart(variation)}</td>}
    </tr>
  )
}

/** The year of the structure, as its register: a line per model, the headcount of each month. */
export function Registre({ resumes }: { resumes: readonly Resume[] }) {
  const { rang } = useCalendrier()
  const periodes = derniersMois(rang, MOIS_MONTRES)
  const lignes = registreDe(resumes, periodes)
  if (lignes.length === 0) return null
  const compte = lignes.some((ligne) => ligne.compte)
  const plusieurs = new Set(lignes.map(({ structure }) => structure.code)).size > 1
  const etats = new Set(lignes.flatMap(({ mois }) => mois.flatMap(({ etat }) => etat ?? [])))
  return (
    <Bloc titre={compte ? t.titre : t.titreEtats} fin={<Link to={paths.mesSaisies}>{t.tous}</Link>}>
      <Defile nom={compte ? t.titre : t.titreEtats} className="ui-tableau acc-registre">
        <table>
          <caption className="ui-invisible">{compte ? t.legende : t.legendeEtats}</caption>
          <thead>
            <tr>
              <th scope="col">{t.modele}</th>
              {periodes.map((periode, place) => (
                <th key={isoDe(periode)} scope="col" className={classeDe(place)}>
                  <abbr title={libellePeriode(periode)}>{formatMoisCourt(periode)}</abbr>
                </th>
              ))}
              {compte && (
                <th scope="col" className="nombre acc-variation">
                  {t.variation}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lignes.map((ligne) => (
              <Ligne key={ligne.cle} structure={plusieurs} {...{ ligne, compte }} />
            ))}
          </tbody>
        </table>
      </Defile>
      <p className="acc-legende" aria-hidden="true">
        {[...etats].map((etat) => (
          <EtatBadge key={etat} etat={etat} nue />
        ))}
      </p>
    </Bloc>
  )
}
