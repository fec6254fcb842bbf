import type { VocabulaireModele } from '@releve/contract/modele/gestion.schema.ts'
import type { Listes } from '@releve/contract/modele/source.developper.ts'

const lues = new WeakMap<VocabulaireModele, Listes>()

/** Code lists by their codes, as the check of a source takes them; the same for the same reading. */
export function listesDe(vocabulaire: VocabulaireModele): Listes {
  const connues = lues.get(vocabulaire)
  if (connues) return connues
  const listes: Listes = Object.fromEntries(
    vocabulaire.codifications.map(({ code, valeurs }) => [code, valeurs]),
  )
  lues.set(vocabulaire, listes)
  return listes
}
