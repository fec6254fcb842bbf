import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Marque } from '../app/Marque.tsx'
import { paths } from '../paths.ts'
import { Evitement } from '../ui/Evitement.tsx'
import { textesSession } from './session.textes.ts'
import './Cadre.css'
import './Illustration.css'

/** Right edges of the three columns of figures. */
const COLONNES = [352, 448, 544]
const HAUTEUR = 42
const HAUT = 118

function Ligne({ rang, libelle, valeurs }: { rang: number; libelle: string; valeurs: number[] }) {
  const y = HAUT + rang * HAUTEUR
  const classe = rang === 3 ? 'fort' : undefined
  return (
    <g>
      <path className="filet" d={`M24 ${y + HAUTEUR}h552`} />
      <text className={classe} x="64" y={y + 26}>
        {libelle}
      </text>
      {valeurs.map((valeur, colonne) => (
        <text
          className={classe}
          key={COLONNES[colonne]}
          x={COLONNES[colonne]}
          y={y + 26}
          textAnchor="end"
        >
          {valeur}
        </text>
      ))}
    </g>
  )
}

/** A page of the register: the month's movement, and the control that it passes. */
function Illustration() {
  const { entete, colonnes, lignes, controle, verdict } = textesSession.illustration
  return (
    <svg className="auth-dessin" viewBox="23 9 576 380" fill="none" aria-hidden="true">
      <rect className="dessous" x="36" y="22" width="562" height="366" rx="6" />
      <rect className="feuille" x="24" y="10" width="552" height="366" rx="6" />
      <text className="titre" x="64" y="50">
        {entete}
      </text>
      <path className="filet" d="M24 72h552" />
      <rect className="bande" x="24" y={HAUT + 3 * HAUTEUR} width="552" height={HAUTEUR} />
      {colonnes.map((nom, rang) => (
        <text className="gris" key={nom} x={COLONNES[rang]} y="101" textAnchor="end">
          {nom}
        </text>
      ))}
      <path className="filet" d={`M24 ${HAUT}h552`} />
      {lignes.map(([libelle, ...valeurs], rang) => (
        <Ligne key={libelle} rang={rang} libelle={libelle} valeurs={valeurs} />
      ))}
      <path className="marge" d="M46 10v366M50 10v366" />
      <circle className="cercle" cx="78" cy="332" r="14" strokeWidth="1.5" />
      <path className="coche" d="m71.5 332.5 4.5 4.5 8.5-9.5" strokeWidth="2.25" />
      <text className="accent fort" x="106" y="329">
        {controle}
      </text>
      <text className="gris" x="106" y="348">
        {verdict}
      </text>
    </svg>
  )
}

/** What stands beside the screens to sign in, on wide windows only. */
function Vitrine() {
  return (
    <aside className="auth-vitrine">
      <p className="auth-promesses">
        {textesSession.connexion.promesses.map((promesse) => (
          <span key={promesse}>{promesse}.</span>
        ))}
      </p>
      <Illustration />
    </aside>
  )
}

type Props = {
  /** For a form of two columns. */
  large?: boolean
  children: ReactNode
}

/** What surrounds a screen to sign in: the register beside it, the way back to the public site. */
export function Cadre({ large = false, children }: Props) {
  return (
    <div className="auth-cadre">
      <Evitement>{textesSession.cadre.evitement}</Evitement>
      <Vitrine />
      <div className="auth-volet">
        <header className="auth-bandeau">
          <Link className="auth-marque" to={paths.accueil}>
            <Marque />
          </Link>
          <Link to={paths.accueil}>{textesSession.cadre.retour}</Link>
        </header>
        <main
          id="contenu"
          tabIndex={-1}
          className={large ? 'auth-corps auth-corps-large' : 'auth-corps'}
        >
          {children}
        </main>
      </div>
    </div>
  )
}
