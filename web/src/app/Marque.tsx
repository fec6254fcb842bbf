import { textesApp } from './app.textes.ts'
import './Marque.css'

/** The product's name and mark. `seule`: the mark alone, its name for screen readers. */
export function Marque({ seule = false }: { seule?: boolean }) {
  return (
    <span className="app-marque">
      <svg
        width="28"
        height="28"
        viewBox="0 0 32 32"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        role={seule ? 'img' : undefined}
        aria-label={seule ? textesApp.produit : undefined}
        aria-hidden={!seule}
        focusable="false"
      >
        <rect width="32" height="32" rx="6" />
        <path d="M8 9h16M8 16h16M8 23h7" />
        <path d="m19 22 3 3 6-7" />
      </svg>
      {!seule && textesApp.produit}
    </span>
  )
}
