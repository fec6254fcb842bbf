import { estNombre, formaterNombre } from '@releve/contract/modele/affichage.ts'
import {
  type Lectures,
  lecturesDe,
  SEPARATIONS,
  type Separation,
} from '@releve/contract/modele/saisie.ts'
import { useId, useState } from 'react'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { formatCompte } from '../../../ui/format.ts'
import type { Ecart, Entree, Examen, Lecture, Sorte } from '../store/client.ts'
import { situer } from './cases.ts'
import { type CollagePrepare, ditesDe, type Place, preparer } from './collage.ts'
import type { Legendes } from './entetes.ts'
import type { Point } from './plage.ts'
import './collage.css'

const COMPTES: readonly [Sorte, singulier: string, pluriel: string][] = [
  ['remplie', 'remplie', 'remplies'],
  ['remplacee', 'remplacée', 'remplacées'],
  ['videe', 'vidée', 'vidées'],
  ['refusee', 'refusée', 'refusées'],
  ['inchangee', 'inchangée', 'inchangées'],
]

const SIGNES = { '.': 'le point', ',': 'la virgule' } as const

/** What is said of a paste before it is done. */
const textesCollage = {
  titre: 'Ce que ce collage changera',
  coller: 'Coller',
  renoncer: 'Ne pas coller',
  /** « 12 cases remplies, 3 remplacées, 2 refusées »: the first says what is counted. */
  comptes: (nombre: (sorte: Sorte) => number) => {
    const dits = COMPTES.filter(([sorte]) => nombre(sorte) > 0).map(
      ([sorte, un, plusieurs], rang) =>
        rang === 0
          ? formatCompte(nombre(sorte), `case ${un}`, `cases ${plusieurs}`)
          : formatCompte(nombre(sorte), un, plusieurs),
    )
    return dits.length === 0 ? 'Aucune case ne change.' : `${dits.join(', ')}.`
  },
  posees: (n: number, comptes: string) =>
    `${formatCompte(n, 'case collée', 'cases collées')}\u00a0: ${comptes}`,
  collees: (posees: number, ignorees: number, dehors: number) =>
    [
      formatCompte(posees, 'case collée', 'cases collées'),
      ignorees > 0 &&
        formatCompte(
          ignorees,
          'case calculée ou fermée, laissée telle quelle',
          'cases calculées ou fermées, laissées telles quelles',
        ),
      dehors > 0 && formatCompte(dehors, 'valeur hors du tableau', 'valeurs hors du tableau'),
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  refusees:
    'Une valeur refusée reste dans sa case telle quelle, à corriger avant de soumettre. F8 y mène.',
  legendesColonnes: (reconnus: boolean, rangs: number) =>
    [
      rangs > 1
        ? 'Les deux premières lignes portent les intitulés des colonnes\u00a0: elles ne sont pas collées.'
        : 'La première ligne porte les intitulés des colonnes\u00a0: elle n’est pas collée.',
      reconnus && 'Chaque colonne va sous son intitulé.',
    ]
      .filter(Boolean)
      .join(' '),
  legendesLignes: (reconnus: boolean) =>
    [
      'La première colonne porte les intitulés des lignes\u00a0: elle n’est pas collée.',
      reconnus && 'Chaque ligne va à son intitulé.',
    ]
      .filter(Boolean)
      .join(' '),
  ignorees: (n: number) =>
    `${formatCompte(n, 'valeur d’une case calculée ou fermée, ignorée', 'valeurs de cases calculées ou fermées, ignorées')}.`,
  dehors: (n: number) =>
    n === 1
      ? 'Une valeur sans place dans le tableau\u00a0: elle n’est pas collée.'
      : `${formatCompte(n, 'valeur')} sans place dans le tableau\u00a0: elles ne sont pas collées.`,
  doute: (texte: string, n: number) =>
    `«\u00a0${texte}\u00a0» se lit de deux façons${n > 1 ? `, comme ${n - 1} autres` : ''}\u00a0:`,
  lecture: (lectures: Lectures, separation: Separation) =>
    `${SIGNES[lectures.signe]} sépare les ${separation === 'milliers' ? 'milliers' : 'décimales'}`,
  choisir: 'Dites d’abord comment lire ces nombres.',
  ecarts: (n: number) =>
    n === 1
      ? 'Un total du bloc n’est pas celui que Relevé calcule.'
      : `${formatCompte(n, 'total')} du bloc ne sont pas ceux que Relevé calcule.`,
  totaux: {
    titre: 'Totaux qui diffèrent',
    aide: 'Le bloc donne d’autres totaux\u00a0: un chiffre y manque, est de trop, ou a été mal recopié. Les totaux de Relevé restent ceux qu’il calcule.',
    dit: 'Dans le bloc',
    calcule: 'Calculé par Relevé',
  },
  liste: 'Valeurs à coller',
  colonnes: { case: 'Case', avant: 'Avant', apres: 'Après' },
  vide: 'vide',
  refusee: 'Refusée.',
} as const

type Table = {
  lecture: Lecture
  entree: Entree
  grille: readonly (readonly string[])[]
  legendes: Omit<Legendes, 'chiffres'>
}

/** Laid, and what is said of it; or to be shown first, by its panel. */
export type Colle = { dit: string } | { collage: CollagePrepare; Panneau: typeof Collage }

/**
 * A block of a spreadsheet on a table, from a cell on. What only fills blanks is laid at once; what
 * replaces, is refused, is in doubt, has headings
 * or totals that are not ours is shown before.
 */
export function coller(
  bloc: { texte: string; html: string },
  { lecture, entree, grille, legendes }: Table,
  depart: Point,
): Colle {
  const places: Place[][] = grille.map((ligne) =>
    ligne.map((adresse) => (lecture.lire(adresse).fermee ? null : adresse)),
  )
  const chiffres = grille.flat().every((adresse) => {
    const cellule = lecture.celluleDe(adresse)
    return cellule !== undefined && estNombre(cellule.nature)
  })
  const collage = preparer(bloc, places, { ...legendes, chiffres }, depart)
  const examens = entree.examiner(collage.textes, collage.anglais)
  const doux = examens.every(
    ({ sorte, lectures }) => !lectures && (sorte === 'remplie' || sorte === 'inchangee'),
  )
  const ecarts = entree.comparer(collage.textes, ditesDe(grille, collage))
  if (!doux || ecarts.length > 0 || collage.entetes.haut + collage.entetes.gauche > 0)
    return { collage, Panneau: Collage }
  entree.poser(collage.textes.filter((_, rang) => examens[rang]?.sorte !== 'inchangee'))
  return {
    dit: textesCollage.collees(collage.textes.length, collage.ignorees.length, collage.dehors),
  }
}

type Props = {
  lecture: Lecture
  entree: Entree
  grille: readonly (readonly string[])[]
  legendes: Omit<Legendes, 'chiffres'>
  collage: CollagePrepare
  annoncer: (dit: string) => void
  surFermer: () => void
  /** Where what comes is no paste: what its panel says instead, and what goes with the cells. */
  mots?: Mots
  surPose?: () => void
}

type Mots = Record<'titre' | 'coller' | 'renoncer' | 'liste', string> & {
  aussi: string | null
  posees: (n: number, comptes: string) => string
}
const MOTS: Mots = { ...textesCollage, aussi: null }

/** What comes first is what one must look at. */
const ORDRE: readonly Sorte[] = ['refusee', 'videe', 'remplacee', 'remplie']

/** A paste before it is done: what it changes, what it cannot take, and one choice for what is in doubt. */
export default function Collage(props: Props) {
  const { lecture, entree, grille, collage, annoncer, surFermer, mots = MOTS, surPose } = props
  const doutes = doutesDe(lecture, collage)
  const [separation, setSeparation] = useState(() => supposer(doutes[0]?.lectures, collage))
  const id = useId()
  const textes = separation ? trancher(collage, doutes, separation) : collage.textes
  const examens = entree.examiner(textes, false)
  const ecarts = entree.comparer(textes, ditesDe(grille, collage))
  const comptes = textesCollage.comptes(
    (sorte) => examens.filter((examen) => examen.sorte === sorte).length,
  )
  const poser = () => {
    if (doutes.length > 0 && separation === null) return
    entree.poser(textes.filter((_, rang) => examens[rang]?.sorte !== 'inchangee'))
    surPose?.()
    annoncer(mots.posees(textes.length, comptes))
    surFermer()
  }
  const raison = doutes.length > 0 && separation === null ? textesCollage.choisir : null
  return (
    <Dialogue
      ouvert
      titre={mots.titre}
      largeur="md"
      onFermer={surFermer}
      onSoumettre={poser}
      actions={<Boutons {...{ surFermer, raison, mots }} decrit={id} focus={doutes.length === 0} />}
    >
      <p id={id} role="status" className="s-collage-comptes">
        {[comptes, mots.aussi, ecarts.length > 0 && textesCollage.ecarts(ecarts.length)]
          .filter(Boolean)
          .join(' ')}
      </p>
      <Remarques collage={collage} refusees={examens.some(({ sorte }) => sorte === 'refusee')} />
      <Doute {...{ doutes, separation }} surChoix={setSeparation} />
      <Ecarts {...props} ecarts={ecarts} />
      <Changements {...props} {...{ examens, mots }} />
    </Dialogue>
  )
}

type BoutonsProps = {
  surFermer: () => void
  /** Why it cannot be pasted yet. */
  raison: string | null
  decrit: string
  focus: boolean
  mots: Mots
}

function Boutons({ surFermer, raison, decrit, focus, mots }: BoutonsProps) {
  return (
    <>
      <BoutonAction onClick={surFermer}>{mots.renoncer}</BoutonAction>
      <BoutonAction
        type="submit"
        variant="contained"
        raison={raison}
        aria-describedby={decrit}
        data-focus={focus || undefined}
      >
        {mots.coller}
      </BoutonAction>
    </>
  )
}

type Doutes = readonly { adresse: string; texte: string; lectures: Lectures }[]

/** The cells whose figures have two readings. */
function doutesDe(lecture: Lecture, { textes, anglais }: CollagePrepare): Doutes {
  return textes.flatMap(([adresse, texte]) => {
    const cellule = lecture.celluleDe(adresse)
    const lectures = cellule ? lecturesDe(cellule, texte, anglais) : null
    return lectures ? [{ adresse, texte, lectures }] : []
  })
}

/** How the figures beside are written tells how these are; where they do not tell, nothing is supposed. */
function supposer(lectures: Lectures | undefined, { signes }: CollagePrepare): Separation | null {
  if (!lectures || signes.size !== 1) return null
  return signes.has(lectures.signe) ? 'decimales' : 'milliers'
}

function trancher(
  { textes }: CollagePrepare,
  doutes: Doutes,
  separation: Separation,
): CollagePrepare['textes'] {
  const tranches = new Map(doutes.map(({ adresse, lectures }) => [adresse, lectures[separation]]))
  return textes.map(([adresse, texte]) => [adresse, tranches.get(adresse) ?? texte])
}

/** What is not pasted, and why. */
function Remarques({ collage, refusees }: { collage: CollagePrepare; refusees: boolean }) {
  const { entetes, ignorees, dehors } = collage
  const { haut, gauche, lignes, colonnes } = entetes
  const dites = [
    refusees && textesCollage.refusees,
    haut > 0 && textesCollage.legendesColonnes(colonnes !== null, haut),
    gauche > 0 && textesCollage.legendesLignes(lignes !== null),
    ignorees.length > 0 && textesCollage.ignorees(ignorees.length),
    dehors > 0 && textesCollage.dehors(dehors),
  ].filter((dite) => dite !== false)
  return (
    <ul className="s-collage-remarques">
      {dites.map((dite) => (
        <li key={dite}>{dite}</li>
      ))}
    </ul>
  )
}

type DouteProps = {
  doutes: Doutes
  separation: Separation | null
  surChoix: (separation: Separation) => void
}

/** One choice for all that is in doubt. */
function Doute({ doutes, separation, surChoix }: DouteProps) {
  const nom = useId()
  const [premier] = doutes
  if (!premier) return null
  const { lectures, texte } = premier
  return (
    <fieldset className="s-collage-doute">
      <legend>{textesCollage.doute(texte, doutes.length)}</legend>
      {SEPARATIONS.map((une, rang) => (
        <label key={une}>
          <input
            type="radio"
            name={nom}
            checked={une === separation}
            onChange={() => surChoix(une)}
            data-focus={rang === 0 || undefined}
          />
          <span>
            <strong>{ecrire(texte, lectures, une)}</strong> ({textesCollage.lecture(lectures, une)})
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The number as we write it: `1 234`, or `1,234`. */
const ecrire = (texte: string, lectures: Lectures, separation: Separation) =>
  separation === 'milliers'
    ? formaterNombre(Number(lectures.milliers))
    : texte.trim().replace('.', ',')

type EcartsProps = Pick<Props, 'lecture' | 'grille' | 'legendes'> & { ecarts: readonly Ecart[] }

/** Each total that the block brings and that is not ours: both figures. */
function Ecarts({ lecture, grille, legendes, ecarts }: EcartsProps) {
  if (ecarts.length === 0) return null
  const { titre, aide, dit, calcule } = textesCollage.totaux
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="s-collage-liste s-collage-ecarts" aria-label={titre} tabIndex={0}>
      <table>
        <caption>{aide}</caption>
        <thead>
          <tr>
            <th scope="col">{textesCollage.colonnes.case}</th>
            <th scope="col">{dit}</th>
            <th scope="col">{calcule}</th>
          </tr>
        </thead>
        <tbody>
          {ecarts.map((ecart) => (
            <tr key={ecart.adresse} className="s-collage-refusee">
              <th scope="row">{nommer(grille, legendes, ecart.adresse, lecture)}</th>
              <td>{ecart.dit}</td>
              <td>{ecart.calcule || <Vide />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type ChangementsProps = Pick<Props, 'lecture' | 'grille' | 'legendes'> & {
  examens: readonly Examen[]
  mots: Mots
}

/** Each cell that changes: what it holds, what it will. */
function Changements({ lecture, grille, legendes, examens, mots }: ChangementsProps) {
  const changes = ORDRE.flatMap((sorte) => examens.filter((examen) => examen.sorte === sorte))
  if (changes.length === 0) return null
  const { case: nom, avant, apres } = textesCollage.colonnes
  return (
    // What is longer than its place scrolls, by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="s-collage-liste" aria-label={mots.liste} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{nom}</th>
            <th scope="col">{avant}</th>
            <th scope="col">{apres}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((examen) => (
            <Changement
              key={examen.adresse}
              examen={examen}
              nom={nommer(grille, legendes, examen.adresse, lecture)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Changement({ examen, nom }: { examen: Examen; nom: string }) {
  const { sorte, avant, apres, erreur } = examen
  return (
    <tr className={`s-collage-${sorte}`}>
      <th scope="row">{nom}</th>
      <td>{avant || <Vide />}</td>
      <td>
        {apres || <Vide />}
        {erreur && (
          <span className="s-collage-refus">
            {textesCollage.refusee} {erreur}
          </span>
        )}
      </td>
    </tr>
  )
}

const Vide = () => <span className="s-collage-vide">{textesCollage.vide}</span>

/** A cell by its row and its column. */
function nommer(
  grille: Props['grille'],
  { lignes, colonnes }: Props['legendes'],
  adresse: string,
  lecture: Lecture,
): string {
  const point = situer(grille, adresse)
  const colonne = point && colonnes[point.colonne]
  const ligne = point && lignes[point.ligne]
  if (!colonne || !ligne) return lecture.celluleDe(adresse)?.libelle ?? ''
  return [ligne, colonne.groupe, colonne.libelle].filter(Boolean).join(' – ')
}
