import { useState } from 'react'
import { adresseFichier } from '../api/envoi.ts'
import type { Auth } from './stockage.ts'
import './Logo.css'

/** First and last of the words that begin with a letter: « DC » of « Direction centrale (DPPS) ». */
function initialesDe(nom: string): string {
  const lettres = nom.split(/[\s’'-]+/).flatMap((mot) => /^\p{L}/u.exec(mot) ?? [])
  return [lettres[0], lettres.length > 1 ? lettres.at(-1) : ''].join('').toLocaleUpperCase('fr')
}

/** The logo of the person's structure, or his initials where there is none, or none that shows. */
export function Logo({ auth, taille = 32 }: { auth: Auth; taille?: number }) {
  const [cassee, setCassee] = useState<string | null>(null)
  const { urlLogo } = auth
  const dimensions = { width: taille, height: taille }
  return (
    <span className="app-logo" style={dimensions}>
      {urlLogo !== null && urlLogo !== cassee ? (
        <img
          src={adresseFichier(urlLogo)}
          alt=""
          {...dimensions}
          onError={() => setCassee(urlLogo)}
        />
      ) : (
        // Drawn, not written: a name by which nobody calls what bears the logo (WCAG 2.5.3).
        <span data-initiales={initialesDe(auth.nomAffichable)} />
      )}
    </span>
  )
}
