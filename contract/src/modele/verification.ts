import { arrondir, CHIFFRES_MAX, compterChiffres } from '../exact.ts'
import { libellePeriode, MOIS, nbJours, type Periode, periodeDe, rangDe } from '../mois.ts'
import { estNombre, formaterNombre } from './affichage.ts'
import type { Calcul } from './calcul.ts'
import { type Cellule, codesHorsMois } from './cellule.ts'
import { celluleDe } from './compile.ts'
import {
  type CodesHors,
  type Modifications,
  type Nature,
  ND,
  SO,
  type Valeur,
} from './modele.schema.ts'

export type CodeValeur =
  | 'CELLULE_INCONNUE'
  | 'CELLULE_CALCULEE'
  | 'VALEUR_INVALIDE'
  | 'VALEUR_TROP_GRANDE'
  | 'CODE_HORS_VALIDITE'
  | 'LIGNES_TROP_NOMBREUSES'

/** The month in which something is entered. */
export type MoisSaisi = Periode & {
  /** The codes that it does not offer. */
  codesHors?: CodesHors | undefined
  /** What the cell holds: a code that is no longer offered stays where it is. */
  tenue?: Valeur | null
}

/** What is wrong with a value, and the sentence for the person. */
export type Refus = { code: CodeValeur; libelle: string }

const LIMITES: Partial<Record<Nature, number>> = {
  entier: 999_999_999,
  entierSigne: 999_999_999,
  montant: 999_999_999_999,
  decimal: 1e12,
}
const LONGUEURS: Partial<Record<Nature, number>> = { texte: 250, texteLong: 2000 }

/** Beyond, the last digits would be changed by whatever keeps the figure. */
export const TROP_DE_CHIFFRES = `Saisissez au plus ${CHIFFRES_MAX} chiffres, décimales comprises.`

/** Decimals accepted: what the cell says, at most and by default 6. */
function decimalesAdmises({ decimales }: Cellule): number {
  return decimales ?? 6
}

/** Characters accepted by a text cell. */
function longueurDe({ nature, longueur }: Cellule): number {
  return longueur ?? LONGUEURS[nature] ?? 250
}

/**
 * Whether a cell may be given a value that is not a person's typing but JSON: null when it may.
 * @param cellule null when the address is unknown (`celluleDe`).
 * @param valeur null to erase.
 */
export function verifierValeur(
  cellule: Cellule | null,
  valeur: Valeur | null,
  periode: MoisSaisi,
): Refus | null {
  if (!cellule)
    return { code: 'CELLULE_INCONNUE', libelle: 'Cette case n’existe pas dans le modèle.' }
  if (cellule.calculee)
    return {
      code: 'CELLULE_CALCULEE',
      libelle: 'Cette case est calculée\u00a0: elle ne se saisit pas.',
    }
  if (cellule.luSeul)
    return { code: 'CELLULE_CALCULEE', libelle: 'Cette case ne peut pas être modifiée.' }
  if (valeur === null) return null
  if (valeur === ND && cellule.nd) return null
  if (valeur === SO && cellule.so) return null
  return verifierNature(cellule, valeur, periode)
}

type Verificateur = (cellule: Cellule, valeur: Valeur, periode?: MoisSaisi) => Refus | null

const VERIFICATEURS: Record<Nature, Verificateur> = {
  entier: verifierEntier,
  entierSigne: verifierEntier,
  montant: verifierEntier,
  decimal: verifierDecimal,
  texte: verifierTexte,
  texteLong: verifierTexte,
  date: verifierDate,
  booleen: (_cellule, valeur) =>
    typeof valeur === 'boolean' ? null : invalide('Répondez par Oui ou par Non.'),
  liste: verifierListe,
}

/**
 * Like `verifierValeur` for what prefills a cell: one that is read-only is accepted.
 * @param periode without it, neither `dansLeMois` nor the months of codes are checked.
 */
export function verifierNature(
  cellule: Cellule,
  valeur: Valeur,
  periode?: MoisSaisi,
): Refus | null {
  if (estNombre(cellule.nature) && estTropLong(valeur)) return invalide(TROP_DE_CHIFFRES)
  return VERIFICATEURS[cellule.nature](cellule, valeur, periode)
}

/** A number whose digits no float holds comes as it was written (http.ts, DHIS2). */
function estTropLong(valeur: Valeur): boolean {
  return (
    typeof valeur === 'string' &&
    /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(valeur) &&
    compterChiffres(valeur) > CHIFFRES_MAX
  )
}

function verifierListe(cellule: Cellule, valeur: Valeur, periode?: MoisSaisi): Refus | null {
  const choix = cellule.codes?.find(({ code }) => code === valeur)
  if (!choix) return invalide('Choisissez une valeur dans la liste.')
  if (!periode || periode.tenue === valeur) return null
  if (!codesHorsMois(cellule, periode.codesHors).includes(choix.code)) return null
  const libelle = `«\u00a0${choix.libelle}\u00a0» n’est pas proposé en ${libellePeriode(periode)}. Choisissez une autre valeur.`
  return { code: 'CODE_HORS_VALIDITE', libelle }
}

function invalide(libelle: string): Refus {
  return { code: 'VALEUR_INVALIDE', libelle }
}

function verifierEntier(cellule: Cellule, valeur: Valeur): Refus | null {
  if (typeof valeur !== 'number' || !Number.isInteger(valeur))
    return invalide('Saisissez un nombre entier, sans virgule. Exemple\u00a0: 42.')
  if (cellule.nature !== 'entierSigne' && valeur < 0)
    return invalide('Saisissez un nombre entier positif ou nul. Exemple\u00a0: 42.')
  return verifierBornes(cellule, valeur)
}

function verifierDecimal(cellule: Cellule, valeur: Valeur): Refus | null {
  if (typeof valeur !== 'number' || !Number.isFinite(valeur))
    return invalide('Saisissez un nombre. Exemple\u00a0: 12,5.')
  const trop = verifierBornes(cellule, valeur)
  if (trop) return trop
  if (compterChiffres(String(valeur)) > CHIFFRES_MAX) return invalide(TROP_DE_CHIFFRES)
  const decimales = decimalesAdmises(cellule)
  return arrondir(valeur, decimales) === valeur
    ? null
    : invalide(`Saisissez au plus ${decimales} décimale${decimales > 1 ? 's' : ''}.`)
}

function verifierBornes({ nature, min, max }: Cellule, valeur: number): Refus | null {
  const limite = LIMITES[nature] ?? 1e12
  if (Math.abs(valeur) > limite || (max !== null && valeur > max)) {
    const plafond = formaterNombre(Math.min(limite, max ?? limite))
    const libelle =
      valeur < 0
        ? `Le nombre ne peut pas être inférieur à ${formaterNombre(-limite)}.`
        : `Le nombre ne peut pas dépasser ${plafond}.`
    return { code: 'VALEUR_TROP_GRANDE', libelle }
  }
  if (min !== null && valeur < min)
    return invalide(`Le nombre ne peut pas être inférieur à ${formaterNombre(min)}.`)
  return null
}

/** Half of a surrogate pair: what `isWellFormed` tells, which Chrome 109 has not. */
const SEUL = /[\uD800-\uDFFF]/u

function verifierTexte(cellule: Cellule, valeur: Valeur): Refus | null {
  if (typeof valeur !== 'string') return invalide('Saisissez un texte.')
  if (valeur.trim() === '') return invalide('Ce texte est vide\u00a0: effacez la valeur.')
  if (valeur.includes('\0') || SEUL.test(valeur))
    return invalide('Ce texte contient un caractère qui ne peut pas être enregistré.')
  const longueur = longueurDe(cellule)
  if (valeur.length <= longueur) return null
  const [admis, recu] = [formaterNombre(longueur), formaterNombre(valeur.length)]
  return {
    code: 'VALEUR_TROP_GRANDE',
    libelle: `Le texte ne peut pas dépasser ${admis} caractères. Il en compte ${recu}.`,
  }
}

const DATE_ISO = /^(\d{4})-(\d{2})-(\d{2})$/

function verifierDate(cellule: Cellule, valeur: Valeur, periode?: MoisSaisi): Refus | null {
  const lu = typeof valeur === 'string' ? DATE_ISO.exec(valeur) : null
  const [annee, mois, jour] = lu ? lu.slice(1).map(Number) : []
  const nom = MOIS[(mois ?? 0) - 1]
  if (!annee || !nom || !jour || annee < 1900 || jour > nbJours({ mois: nom, annee }))
    return invalide('Saisissez une date valide. Exemple\u00a0: 15/03/2025.')
  if (cellule.moisAdmis === 0 || !periode) return null
  const recul = rangDe(periode) - rangDe({ mois: nom, annee })
  if (recul >= 0 && recul < cellule.moisAdmis) return null
  const premier = periodeDe(rangDe(periode) - cellule.moisAdmis + 1)
  const debut = cellule.moisAdmis === 1 ? '' : ` ${libellePeriode(premier)}`
  return invalide(
    `La date doit être comprise entre le 1ᵉʳ${debut} et le ${nbJours(periode)} ${libellePeriode(periode)}.`,
  )
}

/** A refusal, and the cell it is about: the shape of `details` in the API's failures. */
export type RefusCellule = Refus & { chemin: string }

/** Checks a batch of changes against a form: each value, then the number of rows of its tables. */
export function verifierModifications(
  calcul: Calcul,
  modifications: Modifications,
): RefusCellule[] {
  const { mc, contexte } = calcul
  const refus: RefusCellule[] = []
  const lignes = new Map(mc.tableaux.map(({ code }) => [code, new Set(calcul.lignes(code))]))
  for (const [chemin, valeur] of Object.entries(modifications)) {
    // A client that sends back all it was given sends the SO of locked cells too.
    if (valeur === SO && calcul.verrouillee(chemin)) continue
    const cellule = celluleDe(mc, chemin)
    const motif = verifierValeur(cellule, valeur, { ...contexte, tenue: calcul.valeur(chemin) })
    if (motif) refus.push({ chemin, ...motif })
    else if (cellule?.ligne && valeur !== null) lignes.get(cellule.section)?.add(cellule.ligne)
  }
  for (const { code, lignesMax } of mc.tableaux)
    if ((lignes.get(code)?.size ?? 0) > lignesMax)
      refus.push({
        chemin: code,
        code: 'LIGNES_TROP_NOMBREUSES',
        libelle: `Ce tableau ne peut pas dépasser ${lignesMax} lignes.`,
      })
  return refus
}
