/**
 * What of an expression of DHIS2 is missing, as conditions of ours. DHIS2 counts the data that it
 * meets while it computes: a branch that is not taken is not met, `isNull` asks without meeting.
 */

/** A condition of ours, or whether it always or never holds. */
export type Fait = boolean | { mot: 'ET' | 'OU'; termes: readonly string[] }

/** `un`: something met is missing; `tous`: nothing met is there; `lus`: something was met. */
export type Manques = { un: Fait; tous: Fait; lus: Fait }

export const RIEN_LU: Manques = { un: false, tous: true, lus: false }

/** Of a datum that is met: there as soon as one of its cells is. */
export const manquesDe = (vides: readonly string[]): Manques => {
  const vide: Fait = { mot: 'ET', termes: [...new Set(vides)] }
  return { un: vide, tous: vide, lus: true }
}

const entre = (fait: Exclude<Fait, boolean>, mot: 'ET' | 'OU'): readonly string[] =>
  fait.mot === mot || fait.termes.length === 1 ? fait.termes : [`(${ecrire(fait)})`]

function joindre(mot: 'ET' | 'OU', a: Fait, b: Fait): Fait {
  const decisif = mot === 'OU'
  if (a === decisif || b === decisif) return decisif
  if (typeof a === 'boolean') return b
  if (typeof b === 'boolean') return a
  return { mot, termes: [...new Set([...entre(a, mot), ...entre(b, mot)])] }
}

export const ou = (a: Fait, b: Fait): Fait => joindre('OU', a, b)
export const et = (a: Fait, b: Fait): Fait => joindre('ET', a, b)

export const non = (fait: Fait): Fait =>
  typeof fait === 'boolean' ? !fait : { mot: 'ET', termes: [`NON (${ecrire(fait)})`] }

/** A formula that stands for itself: `texte` holds as tightly as a comparison, or in parentheses. */
export const fait = (texte: string): Fait => ({ mot: 'ET', termes: [texte] })

/** Its formula. */
export function ecrire(dit: Fait): string {
  if (typeof dit === 'boolean') return dit ? 'VRAI' : 'FAUX'
  return dit.termes.join(` ${dit.mot} `)
}

/** Of two parts that are both met. */
export const ensemble = (a: Manques, b: Manques): Manques => ({
  un: ou(a.un, b.un),
  tous: et(a.tous, b.tous),
  lus: ou(a.lus, b.lus),
})

/** Of a part that is met when `condition` holds only. */
export const quand = (condition: Fait, { un, tous, lus }: Manques): Manques => ({
  un: et(condition, un),
  tous: ou(non(condition), tous),
  lus: et(condition, lus),
})
