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
  /** What waits here, of this page or left by another: from now on this page answers for it. */
  lire: () => Brouillon | null
  /**
   * What this page has still to save, `null` when nothing. What another tab of the same person wrote
   * stays. A full or forbidden storage is not an error for the person.
   */
  ecrire: (brouillon: Brouillon | null) => void
}

export function ouvrirCarnet(stockage: Stockage, identifiant: string, numero: string): Carnet {
  const cle = `${PREFIXE_BROUILLON}${identifiant}:${numero}`
  let mien: Brouillon | null = null
  const lire = () => {
    try {
      return verifier(JSON.parse(stockage.getItem(cle) ?? 'null'))
    } catch {
      return null
    }
  }
  return {
    lire: () => {
      mien = lire()
      return mien
    },
    ecrire: (brouillon) => {
      try {
        // Read anew: local storage is one for all tabs, and each writes in turn.
        const uni = unir(lire(), mien, brouillon)
        mien = brouillon
        if (uni) stockage.setItem(cle, JSON.stringify(uni))
        else stockage.removeItem(cle)
      } catch {
        // The page still holds the changes, and the server receives them: nothing to tell.
      }
    },
  }
}

const PARTIES = ['textes', 'commentaires', 'justifications'] as const

/**
 * The notebook once this page has written; `avant` is what it wrote last. What it has saved since
 * goes, unless another tab has changed it; what other tabs wrote stays. The lowest version holds:
 * the server then sees every conflict.
 */
function unir(
  lu: Brouillon | null,
  avant: Brouillon | null,
  apres: Brouillon | null,
): Brouillon | null {
  const uni: Brouillon = { version: 0, textes: {}, commentaires: {}, justifications: {} }
  let autres = false
  for (const partie of PARTIES) {
    for (const [cle, dit] of Object.entries(lu?.[partie] ?? {})) {
      const enregistre = avant !== null && avant[partie][cle] === dit
      if (enregistre || Object.hasOwn(apres?.[partie] ?? {}, cle)) continue
      Object.assign(uni[partie], { [cle]: dit })
      autres = true
    }
    Object.assign(uni[partie], apres?.[partie])
  }
  const versions = [apres?.version, autres ? lu?.version : undefined]
  uni.version = Math.min(...versions.filter((version) => version !== undefined))
  return apres || autres ? uni : null
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
