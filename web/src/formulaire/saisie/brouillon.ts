import { PREFIXE_BROUILLON } from '../../app/stockage.ts'

/**
 * What the server does not hold yet, kept in this browser so that a reload, a crash or a power cut
 * loses nothing: texts as they were typed, valid or not, by cell. `version` is the version of the
 * form they were typed over, so that the server still sees the conflicts.
 */
export type Brouillon = {
  version: number
  textes: Record<string, string>
  commentaires: Record<string, string | null>
  justifications: Record<string, string | null>
}

type Stockage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Carnet = {
  lire: () => Brouillon | null
  /** `null` when nothing waits any more. A full or forbidden storage is not an error for the person. */
  ecrire: (brouillon: Brouillon | null) => void
}

export function ouvrirCarnet(stockage: Stockage, identifiant: string, numero: string): Carnet {
  const cle = `${PREFIXE_BROUILLON}${identifiant}:${numero}`
  return {
    lire: () => {
      try {
        return verifier(JSON.parse(stockage.getItem(cle) ?? 'null'))
      } catch {
        return null
      }
    },
    ecrire: (brouillon) => {
      try {
        if (brouillon) stockage.setItem(cle, JSON.stringify(brouillon))
        else stockage.removeItem(cle)
      } catch {
        // The page still holds the changes, and the server receives them: nothing to tell.
      }
    },
  }
}

/** A notebook written by another version of the page is forgotten rather than misread. */
function verifier(lu: unknown): Brouillon | null {
  if (typeof lu !== 'object' || lu === null) return null
  if (!('version' in lu) || typeof lu.version !== 'number') return null
  const carte = (cle: string, admis: (valeur: unknown) => boolean) => {
    const dit: unknown = Reflect.get(lu, cle)
    if (typeof dit !== 'object' || dit === null) return {}
    return Object.fromEntries(Object.entries(dit).filter(([, valeur]) => admis(valeur)))
  }
  const texte = (valeur: unknown) => typeof valeur === 'string'
  const texteOuNul = (valeur: unknown) => valeur === null || texte(valeur)
  const brouillon = {
    version: lu.version,
    textes: carte('textes', texte),
    commentaires: carte('commentaires', texteOuNul),
    justifications: carte('justifications', texteOuNul),
  }
  const vide = [brouillon.textes, brouillon.commentaires, brouillon.justifications].every(
    (partie) => Object.keys(partie).length === 0,
  )
  return vide ? null : brouillon
}
