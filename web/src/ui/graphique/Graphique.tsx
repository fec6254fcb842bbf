import { useCallback, useId, useRef, useState } from 'react'
import { enregistrerFichier } from '../enregistrerFichier.ts'
import { Icone } from '../Icone.tsx'
import { Menu } from '../Menu.tsx'
import { Note } from '../Note.tsx'
import { type Colonne, Tableau } from '../Tableau.tsx'
import { toastEchec } from '../toasts.ts'
import { Barres } from './Barres.tsx'
import { Courbe } from './Courbe.tsx'
import { type Donnees, ecrireValeur, enCsv, estVide, type Point } from './donnees.ts'
import { enPng } from './image.ts'
import { Marque } from './Marque.tsx'
import './graphique.css'

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

/** Width of what it is set on, in pixels: strokes and letters keep their size on any screen. */
function useLargeur() {
  const [largeur, setLargeur] = useState(640)
  const suivre = useCallback((boite: HTMLElement | null) => {
    if (!boite) return
    const observateur = new ResizeObserver(() => setLargeur(boite.clientWidth))
    observateur.observe(boite)
    return () => observateur.disconnect()
  }, [])
  return { largeur, suivre }
}

function Legende({ series, forme }: Pick<Donnees, 'series'> & Pick<Props, 'forme'>) {
  if (series.length < 2) return null
  return (
    <ul className="gra-legende">
      {series.map((nom, rang) => (
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
]

/**
 * A chart: the sentence that it shows, the drawing, its figures in a table, its files. Whoever does
 * not see the drawing has the sentence and the table; it says nothing more than they do.
 */
export function Graphique({ titre, forme, donnees, borne, fichier, note }: Props) {
  const id = useId()
  const { largeur, suivre } = useLargeur()
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
          <Legende series={donnees.series} forme={forme} />
          <div className="gra-dessin" ref={suivre}>
            <Forme {...{ donnees, largeur, borne }} />
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
