import { useState } from 'react'

/** What is typed, kept until it is sent; what the address says, from elsewhere, comes back in. */
export function useBrouillon(valeur: string) {
  const [texte, setTexte] = useState(valeur)
  const [connu, setConnu] = useState(valeur)
  if (connu !== valeur) {
    setConnu(valeur)
    setTexte(valeur)
  }
  return [texte, setTexte] as const
}
