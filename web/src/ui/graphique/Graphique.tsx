import { useCallback, useId, useRef, useState } from 'react'
import { enregistrerFichier } from '../enregistrerFichier.ts'
import { formatNombre } from '../format.ts'
import { Icone } from '../Icone.tsx'
import { Menu } from '../Menu.tsx'
import { Note } from '../Note.tsx'
import { type Colonne, Tableau } from '../Tableau.tsx'
import { toastEchec } from '../toasts.ts'
import { aJoindre, type Donnees, ecrireValeur, enCsv, estVide, type Point } from './donnees.ts'
import { echelleX, echelleY, etendueDe, longueurDe, pasDe, toutesDe, traceDe } from './echelle.ts'
import { enPng } from './image.ts'
import { couper, type Mesurer, mesureDe, mesurerLarge, plusLarge } from './mesure.ts'
import './graphique.css'

/** What tells a series from another besides its colour: a disc, a square, a triangle. */
function Marque({ rang }: { rang: number }) {
  switch (rang) {
    case 0:
      return <circle r={3.2} />
    case 1:
      return <rect x={-3.2} y={-3.2} width={6.4} height={6.4} />
    default:
      return <path className="gra-triangle" d="M0-4.200 4 3H-4z" />
  }
}

const HAUTEUR = 220
const BAS = 30
const HAUT = 10
/** Room after the last point, and between two texts. */
const DROITE = 14
const JEU = 8
/** Letters of the axes, and of bars (graphique.css), in pixels. */
const PETIT = 12
const GRAND = 13

type PropsDessin = {
  donnees: Donnees
  largeur: number
  mesurer: Mesurer
  /** Bounds that the figures have by nature: shares lie between 0 and 1. */
  borne?: readonly [number, number]
}

type Trait = Pick<PropsDessin, 'donnees'> & {
  rang: number
  x: (rang: number) => number
  y: (valeur: number) => number
}

function Serie({ donnees, rang, x, y }: Trait) {
  return (
    <g className={`gra-serie gra-serie-${rang}`}>
      <path d={traceDe(aJoindre(donnees, rang), x, y)} />
      {donnees.points.map((point, place) => {
        const valeur = point.valeurs[rang] ?? null
        if (valeur === null) return null
        const note = point.note === undefined ? '' : ` (${point.note})`
        const dit = `${donnees.series[rang]}, ${point.nom}\u00a0: ${ecrireValeur(donnees, valeur)}${note}`
        return (
          <g
            key={point.nom}
            className={point.aPart ? 'gra-a-part' : undefined}
            transform={`translate(${x(place)} ${y(valeur)})`}
          >
            <title>{dit}</title>
            {point.aPart && <circle className="gra-halo" r={7} />}
            <Marque rang={rang} />
          </g>
        )
      })}
    </g>
  )
}

/** Series over time: a stroke each, with its own dashes and marks; it stops where a figure misses. */
function Courbe({ donnees, largeur, mesurer, borne }: PropsDessin) {
  const { points, series, format = formatNombre } = donnees
  const petit = (texte: string) => mesurer(texte, PETIT)
  const droite = largeur - DROITE
  const sol = HAUTEUR - BAS
  const { placer: y, graduations } = echelleY(toutesDe(donnees), { haut: HAUT, bas: sol }, borne)
  // The figures of the axis have the room that they need, and the drawing what is left.
  const gauche = plusLarge(graduations.map(format), petit) + JEU + 2
  const x = echelleX(points.length, [gauche, droite])
  const place = plusLarge(
    points.map(({ nom, court = nom }) => court),
    petit,
  )
  // The last one ends at the edge, towards the one before.
  const pas = pasDe(points.length, droite - gauche, Math.max(place, 1.5 * place - DROITE) + JEU)
  // The last one is always named: it is what one looks for.
  const estNomme = (rang: number) => (points.length - 1 - rang) % pas === 0
  const ancre = (rang: number) => {
    if (rang === points.length - 1 && rang > 0) return 'end'
    return x(rang) < place / 2 ? 'start' : 'middle'
  }
  return (
    <svg className="gra-svg" width={largeur} height={HAUTEUR} aria-hidden="true">
      {graduations.map((valeur) => (
        <g key={valeur} className="gra-axe">
          <line x1={gauche} x2={droite} y1={y(valeur)} y2={y(valeur)} />
          <text x={gauche - JEU} y={y(valeur)} dy="0.35em" textAnchor="end">
            {format(valeur)}
          </text>
        </g>
      ))}
      {points.map(
        ({ nom, court = nom }, rang) =>
          estNomme(rang) && (
            <text
              key={nom}
              className="gra-nom"
              x={ancre(rang) === 'end' ? largeur : x(rang)}
              y={HAUTEUR - 8}
              textAnchor={ancre(rang)}
            >
              {court}
            </text>
          ),
      )}
      {series.map((nom, rang) => (
        <Serie key={nom} {...{ donnees, rang, x, y }} />
      ))}
    </svg>
  )
}

const NOM = 20
const BARRE = 12
const ENTRE = 3
const APRES = 12
/** From a bar to its figure. */
const AVANT_CHIFFRE = 6

/** Below, short names are written where there are some. */
const ETROIT = 420

/** Each point under the one before, its name on as many lines as it takes. */
function poserBarres({ points, series }: Donnees, lignesDe: (point: Point) => string[]) {
  const barres = series.length * (BARRE + ENTRE) + APRES
  let hauteur = 0
  const poses = points.map((point) => {
    const pose = { ...point, lignes: lignesDe(point), haut: hauteur }
    hauteur += pose.lignes.length * NOM + barres
    return pose
  })
  return { poses, hauteur }
}

/** A figure or several for each thing: its name, then its bars, each with its figure at the end. */
function Barres({ donnees, largeur, mesurer, borne }: PropsDessin) {
  const { series } = donnees
  const grand = (texte: string) => mesurer(texte, GRAND)
  const chiffres = toutesDe(donnees).map((valeur) => ecrireValeur(donnees, valeur))
  const maximum = borne?.[1] ?? etendueDe(toutesDe(donnees))?.[1] ?? 0
  // The longest bar leaves its room to the longest figure.
  const chiffre = AVANT_CHIFFRE + plusLarge(chiffres, grand) + 2
  const place = { maximum, largeur: largeur - chiffre }
  const { poses, hauteur } = poserBarres(donnees, (point) =>
    couper((largeur < ETROIT && point.court) || point.nom, largeur, grand),
  )
  return (
    <svg className="gra-svg" width={largeur} height={hauteur} aria-hidden="true">
      {poses.map(({ nom, cle = nom, valeurs, lignes, haut: depart }) => (
        <g key={cle} transform={`translate(0 ${depart})`}>
          {lignes.map((ligne, rang) => (
            <text key={ligne} className="gra-nom gra-nom-barre" x={1} y={rang * NOM + 14}>
              {ligne}
            </text>
          ))}
          {series.map((serie, numero) => {
            const valeur = valeurs[numero] ?? null
            const longueur = longueurDe(valeur, place)
            const haut = lignes.length * NOM + numero * (BARRE + ENTRE)
            return (
              <g key={serie} className={`gra-barre gra-barre-${numero}`}>
                <title>{`${serie}, ${nom}\u00a0: ${ecrireValeur(donnees, valeur)}`}</title>
                <rect x={0.5} y={haut} width={Math.max(longueur - 1, 0)} height={BARRE} />
                <text x={longueur + AVANT_CHIFFRE} y={haut + BARRE / 2} dy="0.35em">
                  {ecrireValeur(donnees, valeur)}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}

const TEXTES = {
  chiffres: 'Voir les chiffres',
  exporter: (titre: string) => `Exporter le graphique «\u00a0${titre}\u00a0»`,
  bouton: 'Exporter',
  csv: 'Les chiffres, en CSV',
  png: 'L’image, en PNG',
  vide: 'Aucun chiffre à montrer pour le moment.',
}

const FORMES = { courbe: Courbe, barres: Barres }

type Props = {
  /** A sentence that says what the figures show (`direSerie`, `direExtremes`). */
  titre: string
  forme: keyof typeof FORMES
  donnees: Donnees
  borne?: readonly [number, number]
  /** Name of the files, without extension nor accent. */
  fichier: string
  /** Where the figures come from, what they leave out. */
  note?: string
}

/**
 * Width of what it is set on, in pixels, and how its letters are measured: strokes and letters keep
 * their size on any screen.
 */
function useLargeur() {
  const [boite, setBoite] = useState({ largeur: 640, mesurer: mesurerLarge })
  const suivre = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const mesurer = mesureDe(element)
    const observateur = new ResizeObserver(() =>
      setBoite({ largeur: element.clientWidth, mesurer }),
    )
    observateur.observe(element)
    return () => observateur.disconnect()
  }, [])
  return { ...boite, suivre }
}

function Legende({ donnees, forme }: Pick<Props, 'donnees' | 'forme'>) {
  const { series, points, aPart } = donnees
  const apart = forme === 'courbe' && points.some((point) => point.aPart) && aPart
  if (series.length < 2 && !apart) return null
  return (
    <ul className="gra-legende">
      {apart && (
        <li>
          <svg className="gra-signe" width={26} height={16} aria-hidden="true">
            <g className="gra-serie gra-serie-0">
              <g className="gra-a-part" transform="translate(13 8)">
                <circle className="gra-halo" r={7} />
                <Marque rang={0} />
              </g>
            </g>
          </svg>
          {apart}
        </li>
      )}
      {(series.length < 2 ? [] : series).map((nom, rang) => (
        <li key={nom}>
          <svg className="gra-cle" width={26} height={12} aria-hidden="true">
            {forme === 'courbe' ? (
              <g className={`gra-serie gra-serie-${rang}`}>
                <path d="M0 6H26" />
                <g transform="translate(13 6)">
                  <Marque rang={rang} />
                </g>
              </g>
            ) : (
              <g className={`gra-barre gra-barre-${rang}`}>
                <rect x={0.5} y={0.5} width={25} height={11} />
              </g>
            )}
          </svg>
          {nom}
        </li>
      ))}
    </ul>
  )
}

const colonnesDe = (donnees: Donnees): Colonne<Point>[] => [
  { cle: 'point', titre: donnees.axe, rendu: ({ nom }) => nom },
  ...donnees.series.map((titre, rang) => ({
    cle: `serie${rang}`,
    titre,
    nombre: true,
    rendu: ({ valeurs }: Point) => ecrireValeur(donnees, valeurs[rang] ?? null),
  })),
  ...(donnees.notes === undefined
    ? []
    : [{ cle: 'note', titre: donnees.notes, rendu: ({ note }: Point) => note ?? '—' }]),
]

/**
 * A chart: the sentence that it shows, the drawing, its figures in a table, its files. Whoever does
 * not see the drawing has the sentence and the table; it says nothing more than they do.
 */
export function Graphique({ titre, forme, donnees, borne, fichier, note }: Props) {
  const id = useId()
  const { largeur, mesurer, suivre } = useLargeur()
  const figure = useRef<HTMLElement>(null)
  const Forme = FORMES[forme]
  const choix = [
    {
      libelle: TEXTES.csv,
      onChoisir: () =>
        enregistrerFichier({
          contenu: new Blob([enCsv(donnees)], { type: 'text/csv;charset=utf-8' }),
          nom: `${fichier}.csv`,
        }),
    },
    {
      libelle: TEXTES.png,
      onChoisir: () => {
        if (!figure.current) return
        enPng(figure.current, { titre, note, series: donnees.series }).then(
          (contenu) => enregistrerFichier({ contenu, nom: `${fichier}.png` }),
          toastEchec,
        )
      },
    },
  ]
  return (
    <figure className="gra" ref={figure} aria-labelledby={id}>
      <figcaption id={id}>{titre}</figcaption>
      {estVide(donnees) ? (
        <Note>{TEXTES.vide}</Note>
      ) : (
        <>
          <Legende {...{ donnees, forme }} />
          <div className="gra-dessin" ref={suivre}>
            <Forme {...{ donnees, largeur, mesurer, borne }} />
          </div>
          {note && <Note>{note}</Note>}
          <div className="gra-fin">
            <details>
              <summary>{TEXTES.chiffres}</summary>
              <Tableau
                legende={titre}
                colonnes={colonnesDe(donnees)}
                lignes={donnees.points}
                cleDe={({ nom, cle = nom }) => cle}
                cartes={false}
              />
            </details>
            <Menu libelle={TEXTES.exporter(titre)} choix={choix}>
              <Icone nom="telecharger" taille={18} />
              {TEXTES.bouton}
            </Menu>
          </div>
        </>
      )}
    </figure>
  )
}
