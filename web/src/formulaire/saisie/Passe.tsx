import type {
  ChiffreDit,
  Formulaire,
  Passe as PasseLu,
  TexteDit,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import {
  type ChiffrePasse,
  type Fourchette,
  fourchetteDe,
  sensDe,
} from '@releve/contract/modele/fourchette.ts'
import { type Duree, reculsDe } from '@releve/contract/modele/rythme.ts'
import type { MoisCouvert } from '@releve/contract/mois.schema.ts'
import { libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Defile } from '../../ui/Defile.tsx'
import { formatMoisCourt } from '../../ui/format.ts'
import { direMemeTexte } from '../memeTexte.ts'
import { textesPasse } from './saisie.textes.ts'
import type { CadreCellule, EtatCellule, Juger, ValeurInhabituelle } from './store/client.ts'
import './passe.css'

/** What a cell held in a month; undefined: nothing was received of that month. */
type MoisDit = { mois: MoisCouvert; dit: ChiffreDit | undefined }

const MOIS_MONTRES = 12

function chiffresDe({ mois, valeurs }: PasseLu, rang: number, adresse: string): ChiffrePasse[] {
  const dits = valeurs[adresse] ?? []
  return mois.flatMap((periode, place) => {
    const valeur = dits[place]
    return typeof valeur === 'number' ? [{ age: rang - rangDe(periode), valeur }] : []
  })
}

const TOUS = Array.from({ length: MOIS_MONTRES }, (_, n) => n + 1)

/** How many months back the expected ones are, and how many a report of them covers. */
type Passes = { reculs?: readonly number[] | undefined; couverts?: Duree }

/**
 * The expected ones of the twelve months before, the oldest first, received or not; where none is
 * expected, nothing is missing. One that was received says itself what it covers.
 */
export function moisDe(
  { mois, valeurs }: PasseLu,
  rang: number,
  adresse: string,
  { reculs = TOUS, couverts = 1 }: Passes = {},
): MoisDit[] {
  const places = new Map(mois.map((periode, place) => [rangDe(periode), place]))
  const montres = reculs.filter((recul) => recul <= MOIS_MONTRES).toReversed()
  return montres.map((recul) => {
    const la = rang - recul
    const place = places.get(la)
    // A cell that never held anything was left blank in every month.
    const dit = place === undefined ? undefined : (valeurs[adresse]?.[place] ?? null)
    return { mois: mois[place ?? -1] ?? { ...periodeDe(la), moisCouverts: couverts }, dit }
  })
}

/** What the cell is as a rule, and how it is said; null where its past is too short. */
type Usuel = { fourchette: Fourchette; dit: string }

export function usuelDe(passe: PasseLu, rang: number, cellule: Cellule): Usuel | null {
  const chiffres = chiffresDe(passe, rang, cellule.adresse)
  const fourchette = fourchetteDe(cellule, chiffres)
  if (!fourchette) return null
  const dire = (valeur: number) => formaterValeur(cellule, valeur)
  const dit = fourchette.constante
    ? textesPasse.toujours(dire(chiffres.at(-1)?.valeur ?? 0))
    : textesPasse.entre(dire(fourchette.min), dire(fourchette.max))
  return { fourchette, dit }
}

type Verdicts = { fourchette: Fourchette; plus: ValeurInhabituelle; moins: ValeurInhabituelle }

/** What tells the unusual values of a form: each cell is thought over once, when it is first asked. */
export function createJuger(passe: PasseLu, rang: number): Juger {
  const connus = new Map<string, Verdicts | null>()
  const verdictsDe = (cellule: Cellule): Verdicts | null => {
    const usuel = usuelDe(passe, rang, cellule)
    if (!usuel) return null
    const dire = (sens: 1 | -1) => ({ sens, dit: textesPasse.inhabituelle(sens, usuel.dit) })
    return { fourchette: usuel.fourchette, plus: dire(1), moins: dire(-1) }
  }
  return (cellule, valeur) => {
    if (typeof valeur !== 'number') return null
    let verdicts = connus.get(cellule.adresse)
    if (verdicts === undefined) connus.set(cellule.adresse, (verdicts = verdictsDe(cellule)))
    const sens = verdicts ? sensDe(verdicts.fourchette, valeur) : 0
    if (!verdicts || sens === 0) return null
    return sens > 0 ? verdicts.plus : verdicts.moins
  }
}

type PasseProps = {
  passe: PasseLu
  formulaire: Formulaire
  cellule: Cellule
  etat: CadreCellule
  valeur: EtatCellule['valeur']
}

/** The last twelve months of a cell: a sentence, a drawing, and the figures of both (decision 0044). */
function Passe({ passe, formulaire, cellule, etat, valeur }: PasseProps) {
  if (!passe.valeurs[cellule.adresse]) return null
  const rang = rangDe(formulaire)
  const { definition, contexte } = formulaire
  const { moisCouverts } = formulaire.modele
  const mois = moisDe(passe, rang, cellule.adresse, {
    reculs: contexte?.reculs ?? (definition ? reculsDe(definition, rang) : undefined),
    couverts: contexte?.couvertsAvant ?? moisCouverts,
  })
  const usuel = usuelDe(passe, rang, cellule)
  const ceMois = typeof valeur === 'number' ? valeur : null
  const dits = [
    direEtendue(cellule, mois),
    ...(ceMois === null ? [] : [textesPasse.ceMois(formaterValeur(cellule, ceMois), moisCouverts)]),
    // What it always is has just been said.
    ...(usuel && !usuel.fourchette.constante && !etat.inhabituelle
      ? [textesPasse.usuel(usuel.dit)]
      : []),
  ]
  return (
    <figure className="s-passe">
      <figcaption>
        {etat.inhabituelle && <strong>{etat.inhabituelle.dit} </strong>}
        {dits.join(' ')}
      </figcaption>
      <div className="s-passe-corps">
        <Trace {...{ mois, ceMois }} fourchette={usuel?.fourchette ?? null} />
        <p className="s-passe-bornes" aria-hidden="true">
          <span>{mois[0] && formatMoisCourt(mois[0].mois, mois[0].mois.moisCouverts)}</span>
          <span>{formatMoisCourt(formulaire, moisCouverts)}</span>
        </p>
      </div>
      <details>
        <summary>{textesPasse.voir}</summary>
        <Valeurs {...{ cellule, mois }} />
      </details>
    </figure>
  )
}

function direEtendue(cellule: Cellule, mois: readonly MoisDit[]): string {
  const connus = mois
    .flatMap(({ mois: de, dit }) => (typeof dit === 'number' ? [{ mois: de, valeur: dit }] : []))
    .toSorted((a, b) => a.valeur - b.valeur)
    .map(({ mois: de, valeur }) => ({ mois: de, dit: formaterValeur(cellule, valeur) }))
  const [min] = connus
  const max = connus.at(-1)
  return min && max ? textesPasse.etendue(min, max, connus.length) : textesPasse.aucun
}

const LARGEUR = 264
const HAUTEUR = 64
const MARGE = 7
/** Room above and below what is usual, for a figure a little out of it. */
const HAUT = 14
/** Nearer to the edge than this, a mark would be cut. */
const BORD = 7

type TraceProps = { mois: readonly MoisDit[]; ceMois: number | null; fourchette: Fourchette | null }
type Point = { x: number; y: number }

/** Hidden from who hears it: the sentence says it. A month without a figure is a gap, never a zero. */
function Trace({ mois, ceMois, fourchette }: TraceProps) {
  const chiffres = mois.map(({ dit }) => (typeof dit === 'number' ? dit : null))
  const bornes = fourchette ? [fourchette.min, fourchette.max] : []
  // A figure far away would flatten the rest: it stands at the edge, and points there.
  const y = echelleDe([...chiffres, ...bornes].filter((valeur) => valeur !== null))
  const x = (rang: number) => MARGE + (rang * (LARGEUR - 2 * MARGE)) / mois.length
  const points = chiffres.map((valeur, rang) => valeur !== null && { x: x(rang), y: y(valeur) })
  return (
    <svg className="s-passe-trace" viewBox={`0 0 ${LARGEUR} ${HAUTEUR}`} aria-hidden="true">
      {fourchette && (
        <rect
          className="s-passe-usuel"
          x={1}
          width={LARGEUR - 2}
          y={y(fourchette.max)}
          height={Math.max(1, y(fourchette.min) - y(fourchette.max))}
        />
      )}
      <path className="s-passe-trait" d={traitDe(points)} />
      {points.map((point) => point && <circle key={point.x} cx={point.x} cy={point.y} r={2.5} />)}
      {ceMois !== null && (
        <path className="s-passe-ce-mois" d={marqueDe({ x: x(mois.length), y: y(ceMois) })} />
      )}
    </svg>
  )
}

function echelleDe(valeurs: readonly number[]): (valeur: number) => number {
  const [min, max] = [Math.min(...valeurs), Math.max(...valeurs)]
  if (valeurs.length === 0) return () => HAUTEUR / 2
  if (max === min) return (valeur) => HAUTEUR / 2 + Math.sign(min - valeur) * HAUTEUR
  return (valeur) => HAUT + ((max - valeur) * (HAUTEUR - 2 * HAUT)) / (max - min)
}

/** Joins the months that follow each other. */
const traitDe = (points: readonly (Point | false)[]) =>
  points
    .map((point, rang) => point && `${points[rang - 1] ? 'L' : 'M'}${point.x} ${point.y}`)
    .filter(Boolean)
    .join('')

/** This month's mark: a diamond, or a triangle that points to what is beyond the drawing. */
function marqueDe({ x, y }: Point): string {
  if (y < BORD) return `M${x} 1l6 9h-12z`
  if (y > HAUTEUR - BORD) return `M${x} ${HAUTEUR - 1}l6 -9h-12z`
  return `M${x} ${y - 6}l6 6l-6 6l-6 -6z`
}

function Valeurs({ cellule, mois }: { cellule: Cellule; mois: readonly MoisDit[] }) {
  return (
    <Defile nom={textesPasse.titre} className="s-passe-valeurs">
      <table>
        <caption className="ui-invisible">{textesPasse.titre}</caption>
        <thead>
          <tr>
            {mois.map(({ mois: de }) => (
              <th key={rangDe(de)} scope="col" abbr={libellePeriode(de, de.moisCouverts)}>
                {formatMoisCourt(de, de.moisCouverts)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {mois.map(({ mois: de, dit }) => (
              <td key={rangDe(de)}>{direValeur(cellule, dit)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </Defile>
  )
}

function direValeur(cellule: Cellule, dit: ChiffreDit | undefined): string {
  if (dit === undefined) return textesPasse.nonRecu
  return dit === null ? textesPasse.vide : formaterValeur(cellule, dit)
}

type DejaDitProps = {
  dit: TexteDit
  texte: string
  reprendre?: ((texte: string) => void) | undefined
  champ?: string
}

/** Offered where nothing is written yet, never filled by itself; the same words are told to be. */
function TexteDejaDit({ dit, texte, reprendre, champ = '' }: DejaDitProps) {
  if (texte.trim() === dit.texte) return <p className="s-meme">{direMemeTexte(dit)}</p>
  if (!reprendre || texte.trim() !== '') return null
  return (
    <BoutonAction
      size="small"
      onClick={() => {
        reprendre(dit.texte)
        // The button goes: who came by keyboard goes on in the field.
        document.getElementById(champ)?.focus()
      }}
    >
      {textesPasse.reprendre(dit.texte, dit.dernier)}
    </BoutonAction>
  )
}

/** What shows the past of a form, read together when the page is at rest. */
export default { createJuger, Passe, TexteDejaDit }
