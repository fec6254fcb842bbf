import { useState } from 'react'
import { adresseFichier } from '../api/envoi.ts'
import type { Auth } from '../app/stockage.ts'
import { initialesDe } from '../ui/initiales.ts'
import './Logo.css'

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
