import { textesReste } from './saisie.textes.ts'
import type { Bilan, Probleme } from './store/client.ts'

const t = textesReste

/** A part of the sentence: the word before it, what is left, and where it begins. */
export type PartDuReste = {
  sorte: 'remarques' | 'vides' | 'erreurs' | 'avertissements'
  mot: string
  lien: string
  cellule: string | undefined
}

const premiere = (problemes: readonly Probleme[]) => problemes[0]?.cellules[0]

/** What is left before one may submit, in the order in which one does it; nothing: all is done. */
export function resteDe({ problemes, requises, remplies }: Bilan): PartDuReste[] {
  const remarques = problemes.filter(({ sorte }) => sorte === 'remarque')
  const vides = problemes.filter(({ sorte }) => sorte === 'manquante')
  const erreurs = problemes.filter(({ sorte }) =>
    ['invalide', 'commentaire', 'BLOQUANT'].includes(sorte),
  )
  const avertissements = problemes.filter(({ justification }) => justification?.attendue)
  const blanches = vides.reduce((somme, { cellules }) => somme + cellules.length, 0)
  const parts: Omit<PartDuReste, 'mot'>[] = []
  if (remarques.length > 0) {
    const lien = t.remarques(remarques.length)
    parts.push({ sorte: 'remarques', lien, cellule: premiere(remarques) })
  }
  if (blanches > 0 && remplies < requises)
    parts.push({ sorte: 'vides', lien: t.vides(blanches, vides.length), cellule: premiere(vides) })
  if (erreurs.length > 0)
    parts.push({ sorte: 'erreurs', lien: t.erreurs(erreurs.length), cellule: premiere(erreurs) })
  if (avertissements.length > 0) {
    const lien = t.avertissements(avertissements.length)
    parts.push({ sorte: 'avertissements', lien, cellule: premiere(avertissements) })
  }
  return parts.map((part, rang) => ({ ...part, mot: motAvant(rang, parts.length) }))
}

function motAvant(rang: number, nombre: number): string {
  if (rang === 0) return ''
  return rang === nombre - 1 ? t.et : ', '
}
