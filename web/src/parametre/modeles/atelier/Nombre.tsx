import { useState } from 'react'
import { ChampTexte } from '../../../ui/ChampTexte.tsx'
import { lireNombre } from '../../../ui/nombre.ts'
import { textesModele } from '../modele.textes.ts'

type Props = {
  libelle: string
  aide?: string | undefined
  valeur: unknown
  /** It is said always: erased, it says why, and keeps what it was. */
  exige?: boolean
  erreur: string | null
  onChange: (nombre: number | undefined) => void
}

const ecrire = (nombre: number) => String(nombre).replace('.', ',')

/** A number while it is one; what is typed otherwise says why, and changes nothing. */
export function Nombre({ libelle, aide, valeur, exige = false, erreur, onChange }: Props) {
  const ecrit = typeof valeur === 'number' ? ecrire(valeur) : ''
  const [saisi, setSaisi] = useState({ texte: ecrit, pour: ecrit })
  // Undone: what is said is no longer what was typed here.
  if (saisi.pour !== ecrit) setSaisi({ texte: ecrit, pour: ecrit })
  const faux = lireNombre(saisi.texte) === undefined || (exige && saisi.texte === '')
  const changer = (texte: string) => {
    const nombre = lireNombre(texte)
    const garde = nombre === undefined || (nombre === null && exige)
    setSaisi({ texte, pour: garde ? ecrit : nombre === null ? '' : ecrire(nombre) })
    if (!garde) onChange(nombre ?? undefined)
  }
  return (
    <ChampTexte
      libelle={libelle}
      aide={aide}
      largeur="xs"
      inputMode="decimal"
      maxLength={20}
      value={saisi.texte}
      erreur={faux ? textesModele.atelier.nombre : erreur}
      onChange={({ target }) => changer(target.value)}
    />
  )
}
