import { MOIS } from '../mois.ts'
import { formaterNombre } from './affichage.ts'
import type { Cellule } from './cellule.ts'
import { type Nature, ND, SO, type Valeur } from './modele.schema.ts'
import { lireNombre, type NombreLu, type SigneDecimal } from './nombre.ts'
import { type MoisSaisi, TROP_DE_CHIFFRES, verifierNature } from './verification.ts'

/** What was typed, understood; or the sentence that says how to type it. */
export type SaisieLue = { valeur: Valeur | null } | { erreur: string }

/**
 * Understands what a person typed or pasted in a cell: figures as people write them (`nombre.ts`),
 * `ND` and `SO` where accepted, dates `JJ/MM/AAAA` or ISO, codes or labels, oui/non. Nothing but
 * spaces is a blank: null. Figures that may be two numbers are none of them: they are asked about.
 * @param periode month of the form; without it, neither `dansLeMois` nor the months of codes are checked.
 */
export function lireSaisie(cellule: Cellule, texte: string, periode?: MoisSaisi): SaisieLue {
  const net = texte.trim()
  if (net === '') return { valeur: null }
  const marqueur = lireMarqueur(cellule, net.toUpperCase())
  if (marqueur) return marqueur
  const lu = LECTEURS[cellule.nature](net, cellule)
  if ('erreur' in lu || lu.valeur === null) return lu
  const refus = verifierNature(cellule, lu.valeur, periode)
  return refus ? { erreur: refus.libelle } : lu
}

function lireMarqueur({ nature, nd, so }: Cellule, mot: string): SaisieLue | null {
  if (mot !== ND && mot !== SO) return null
  if (mot === ND ? nd : so) return { valeur: mot }
  // In a text, ND is a text like another.
  if (nature === 'texte' || nature === 'texteLong') return null
  return { erreur: `Cette case n’accepte pas ${mot}. Saisissez une valeur, ou laissez-la vide.` }
}

const ENTIER = 'Saisissez un nombre entier, sans virgule. Exemple\u00a0: 42.'
const DECIMAL = 'Saisissez un nombre. Exemple\u00a0: 12,5.'

const LECTEURS: Record<Nature, (texte: string, cellule: Cellule) => SaisieLue> = {
  entier: lireFigure,
  entierSigne: lireFigure,
  montant: lireFigure,
  decimal: lireFigure,
  texte: (texte) => ({ valeur: texte.replace(/\s*[\r\n]+\s*/g, ' ') }),
  texteLong: (texte) => ({ valeur: texte.replace(/\r\n?/g, '\n') }),
  date: lireDate,
  booleen: lireBooleen,
  liste: lireListe,
}

/** The figures of a cell, without the unit that a spreadsheet shows after them. */
function sansUnite({ nature, unite }: Cellule, texte: string): string {
  const net = nature === 'decimal' ? texte.replace(/\s*%$/, '') : texte
  return unite !== null && net.endsWith(unite) ? net.slice(0, -unite.length) : net
}

function lireFigure(texte: string, cellule: Cellule): SaisieLue {
  const decimale = cellule.nature === 'decimal'
  const net = sansUnite(cellule, texte)
  const lu = lireNombre(net)
  if ('faux' in lu) return { erreur: direFaux(lu, decimale) }
  if ('nombre' in lu) return decimale || lu.entier ? { valeur: lu.nombre } : { erreur: ENTIER }
  // We write decimals with a comma: where a cell takes some, it is one.
  if (decimale && lu.signe === ',') return { valeur: lu.decimal }
  const choix = decimale ? `${lu.milliers} ou ${enFrancais(net)}` : `${lu.milliers}`
  return { erreur: `«\u00a0${texte}\u00a0» se lit de deux façons. Tapez ${choix}.` }
}

function direFaux({ faux }: Extract<NombreLu, { faux: string }>, decimale: boolean): string {
  switch (faux) {
    case 'ILLISIBLE':
      return decimale ? DECIMAL : ENTIER
    case 'TROP_LONG':
      return `Le nombre ne peut pas dépasser ${formaterNombre(1e12)}.`
    case 'TROP_PRECIS':
      return decimale ? TROP_DE_CHIFFRES : ENTIER
  }
}

const enFrancais = (texte: string) => texte.trim().replace('.', ',')

/** What the sign of `1.234` may part. */
export const SEPARATIONS = ['milliers', 'decimales'] as const
export type Separation = (typeof SEPARATIONS)[number]

/** The two ways to read a cell's figures: what to type for each, and the sign in doubt. */
export type Lectures = Record<Separation, string> & { signe: SigneDecimal }

/**
 * The ways to read figures that have two; null when they have one, or none. A reading that the cell
 * does not take is left as it was typed.
 * @param virgule whether a comma is in doubt where decimals are accepted: in an English table.
 */
export function lecturesDe(cellule: Cellule, texte: string, virgule = false): Lectures | null {
  if (LECTEURS[cellule.nature] !== lireFigure) return null
  const net = sansUnite(cellule, texte.trim())
  const lu = lireNombre(net)
  if (!('signe' in lu)) return null
  const decimale = cellule.nature === 'decimal'
  if (decimale && lu.signe === ',' && !virgule) return null
  const decimales = Number.isInteger(lu.decimal) ? `${lu.decimal}` : texte
  return {
    milliers: `${lu.milliers}`,
    decimales: decimale ? enFrancais(net) : decimales,
    signe: lu.signe,
  }
}

function lireDate(texte: string): SaisieLue {
  const francais = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(texte)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(texte)
  const [annee, mois, jour] = francais
    ? [francais[3], francais[2], francais[1]]
    : (iso?.slice(1) ?? [])
  if (!annee || !mois || !jour || !MOIS[Number(mois) - 1])
    return { erreur: 'Saisissez une date valide. Exemple\u00a0: 15/03/2025.' }
  return { valeur: `${annee}-${mois.padStart(2, '0')}-${jour.padStart(2, '0')}` }
}

const REPONSES: Record<string, boolean> = {
  oui: true,
  o: true,
  vrai: true,
  non: false,
  n: false,
  faux: false,
}

function lireBooleen(texte: string): SaisieLue {
  const mot = texte.toLowerCase()
  const valeur = Object.hasOwn(REPONSES, mot) ? REPONSES[mot] : undefined
  return valeur === undefined ? { erreur: 'Répondez par Oui ou par Non.' } : { valeur }
}

/** Case, accents and spaces apart: what is pasted from elsewhere rarely keeps them. */
function simplifier(texte: string): string {
  return texte
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

function lireListe(texte: string, { codes }: Cellule): SaisieLue {
  const cherche = simplifier(texte)
  const trouve =
    codes?.find(({ code }) => simplifier(code) === cherche) ??
    codes?.find(({ libelle }) => simplifier(libelle) === cherche)
  return trouve ? { valeur: trouve.code } : { erreur: 'Choisissez une valeur dans la liste.' }
}
