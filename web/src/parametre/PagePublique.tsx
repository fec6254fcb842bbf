import { Invisible } from '../ui/Invisible.tsx'
import { textesParametre } from './parametre.textes.ts'

/** To what visitors read, beside the settings rather than in their place. */
export function PagePublique({ adresse }: { adresse: string }) {
  const { voir, nouvelOnglet } = textesParametre.mentions
  return (
    <a href={adresse} target="_blank" rel="noopener">
      {voir}
      <Invisible>{` ${nouvelOnglet}`}</Invisible>
    </a>
  )
}
