import { type EtatListe, LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'

import type { ReactNode } from 'react'
import { type Aspect, Pastille, PastilleIcone } from '../ui/Pastille.tsx'
import './etat.css'

const ASPECTS: Record<EtatListe, Aspect> = {
  NON_COMMENCE: ['cercle', 'neutre'],
  BROUILLON: ['crayon', 'neutre'],
  SOUMIS: ['envoi', 'info'],
  VALIDE: ['coche', 'accent'],
  APPROUVE: ['doubleCoche', 'succes'],
  DIFFUSE: ['diffusion', 'succes'],
  RENVOYE: ['retour', 'attention'],
  ANNULE: ['interdit', 'erreur'],
}

/** The state of a form, the same everywhere. */
export function EtatBadge({ etat, nue }: { etat: EtatListe; nue?: boolean }) {
  return (
    <Pastille aspect={ASPECTS[etat]} nue={nue}>
      {LIBELLES_ETATS[etat]}
    </Pastille>
  )
}

/** The same, where there is room for the icon only: its word must be near. */
export function EtatIcone({ etat }: { etat: EtatListe }) {
  return <PastilleIcone aspect={ASPECTS[etat]} />
}

/** What calls for attention: an icon, a word, a colour. */
export function Signal({ ton, children }: { ton: 'error' | 'warning'; children: ReactNode }) {
  return <span className={`frm-signal frm-signal-${ton}`}>{children}</span>
}
