import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { textesApp } from './app.textes.ts'
import { Marque } from './Marque.tsx'
import './PageSeule.css'

type Props = {
  /** A figure said large beside the page: `404`. It says nothing that the title does not. */
  chiffre: string
  children: ReactNode
}

/** A page without the shell: the mark, one column, and the ways on. */
export function PageSeule({ chiffre, children }: Props) {
  return (
    <div className="app-seule">
      <header className="app-seule-barre">
        {/* These pages are read anew, whatever state broke this one. */}
        <div className="app-seule-cadre app-seule-tete">
          <a href={paths.accueil} className="app-seule-marque">
            <Marque />
          </a>
          <nav aria-label={textesApp.site}>
            <a href={paths.accueil}>{textesApp.accueil}</a>
            <a href={paths.contact}>{textesApp.contact}</a>
          </nav>
        </div>
      </header>
      <main className="app-seule-cadre app-seule-corps">
        <div className="app-seule-texte">{children}</div>
        <Feuille chiffre={chiffre} />
      </main>
    </div>
  )
}

/** A register's page, one line of which is missing. */
function Feuille({ chiffre }: { chiffre: string }) {
  return (
    <svg className="app-feuille" viewBox="0 0 260 300" aria-hidden="true" focusable="false">
      <path className="fond" d="M30 10h156l44 44v236H30z" />
      <path className="trait" d="M186 10v44h44M30 84h200M78 84v206" />
      <path className="ligne" d="M44 104h20M92 104h96M44 126h20M92 126h120M44 148h20M92 148h72" />
      <path className="ligne" d="M44 236h20M92 236h104M44 258h20M92 258h80" />
      <path className="manque" d="M20 166h220v52H20z" />
      <text x="130" y="204" textAnchor="middle" direction="ltr">
        {chiffre}
      </text>
    </svg>
  )
}
