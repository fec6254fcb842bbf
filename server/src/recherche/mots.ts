import { LIBELLES_MOIS, MOIS, rangDe } from '@releve/contract/mois.ts'
import { plier } from '@releve/contract/plier.ts'
import { motsDe } from '../platform/liste.ts'

/** A word of a search, and what can be told of it without the base. */
export type Mot = {
  texte: string
  /** Ranks of the months that it names: « mars », « 2025 », « 202503 », « 03/2025 ». */
  rangs: number[]
  /**
   * The two parts of a word that ends as a form's number does, `…-AAAAMM` or a beginning of it:
   * what precedes, and the ranks of the months that the end names.
   */
  numero: { tete: string; rangs: number[] } | null
}

const MOIS_PLIES = MOIS.map((mois) => plier(LIBELLES_MOIS[mois]))

/** Years that a form may be of (`zAnnee`). */
const PREMIERE = 2000
const DERNIERE = 2100
const RANGS = Array.from({ length: (DERNIERE - PREMIERE + 1) * 12 }, (_, i) => PREMIERE * 12 + i)
/** `AAAAMM` of a rank, as it ends a form's number. */
const chiffresDe = (rang: number) => String(Math.floor(rang / 12) * 100 + (rang % 12) + 1)

/** Fewer letters name too many months to mean one: « ma », « ju ». */
const LETTRES_MIN = 3
/** Fewer figures begin every year. */
const CHIFFRES_MIN = 4

function rangsCommencantPar(chiffres: string): number[] {
  return RANGS.filter((rang) => chiffresDe(rang).startsWith(chiffres))
}

function rangsDe(mot: string): number[] {
  const enLettres = mot.length >= LETTRES_MIN ? MOIS_PLIES : []
  const nommes = enLettres.flatMap((nom, i) => (nom.startsWith(mot) ? [i] : []))
  if (nommes.length > 0) return RANGS.filter((rang) => nommes.includes(rang % 12))
  const [, mois, annee] = /^(0?[1-9]|1[0-2])[/.](\d{4})$/.exec(mot) ?? []
  if (mois && annee) {
    const nom = MOIS[Number(mois) - 1]
    return nom ? [rangDe({ mois: nom, annee: Number(annee) })] : []
  }
  const chiffres = /^(\d{4})[-/.]?(\d{0,2})$/.exec(mot)
  return chiffres ? rangsCommencantPar(`${chiffres[1]}${chiffres[2]}`) : []
}

function numeroDe(mot: string): Mot['numero'] {
  const [, tete, fin] = /^(.+)-(\d+)$/.exec(mot) ?? []
  if (!tete || !fin || fin.length < CHIFFRES_MIN) return null
  return { tete, rangs: rangsCommencantPar(fin) }
}

/** The words of a search, each once. All of them must be found. */
export function readMots(q: string): Mot[] {
  return motsDe(q).map((texte) => {
    const plie = plier(texte)
    return { texte, rangs: rangsDe(plie), numero: numeroDe(plie) }
  })
}
