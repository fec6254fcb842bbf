import { MOIS } from '../mois.ts'
import { formaterNombre } from './affichage.ts'
import type { Cellule } from './cellule.ts'
import { type Nature, ND, SO, type Valeur } from './modele.schema.ts'
import { type MoisSaisi, verifierNature } from './verification.ts'

/** What was typed, understood; or the sentence that says how to type it. */
export type Lu = { valeur: Valeur | null } | { erreur: string }

/**
 * Understands what a person typed or pasted in a cell: French or plain figures (`1 234,5`,
 * `1234.5`, any minus sign), `ND` and `SO` where accepted, dates `JJ/MM/AAAA` or ISO, codes or
 * labels, oui/non. Nothing but spaces is a blank: null.
 * @param periode month of the form; without it, neither `dansLeMois` nor the months of codes are checked.
 */
export function lireSaisie(cellule: Cellule, texte: string, periode?: MoisSaisi): Lu {
  const net = texte.trim()
  if (net === '') return { valeur: null }
  const marqueur = lireMarqueur(cellule, net.toUpperCase())
  if (marqueur) return marqueur
  const lu = LECTEURS[cellule.nature](net, cellule)
  if ('erreur' in lu || lu.valeur === null) return lu
  const refus = verifierNature(cellule, lu.valeur, periode)
  return refus ? { erreur: refus.libelle } : lu
}

function lireMarqueur({ nature, nd, so }: Cellule, mot: string): Lu | null {
  if (mot !== ND && mot !== SO) return null
  if (mot === ND ? nd : so) return { valeur: mot }
  // In a text, ND is a text like another.
  if (nature === 'texte' || nature === 'texteLong') return null
  return { erreur: `Cette case n’accepte pas ${mot}. Saisissez une valeur, ou laissez-la vide.` }
}

const lireEntier = (texte: string) =>
  lireNombre(texte, 'Saisissez un nombre entier, sans virgule. Exemple : 42.', false)

const LECTEURS: Record<Nature, (texte: string, cellule: Cellule) => Lu> = {
  entier: lireEntier,
  entierSigne: lireEntier,
  montant: lireEntier,
  decimal: (texte) =>
    lireNombre(texte.replace(/\s*%$/, ''), 'Saisissez un nombre. Exemple : 12,5.', true),
  texte: (texte) => ({ valeur: texte.replace(/\s*[\r\n]+\s*/g, ' ') }),
  texteLong: (texte) => ({ valeur: texte.replace(/\r\n?/g, '\n') }),
  date: lireDate,
  booleen: lireBooleen,
  liste: lireListe,
}

/** Groups of three digits may be parted by any space, among which U+00A0 and U+202F. */
const NOMBRE = /^([-+−]?)\s?(\d{1,3}(?:\s\d{3})+|\d+)(?:[.,](\d+))?$/

function lireNombre(texte: string, erreur: string, decimal: boolean): Lu {
  const lu = NOMBRE.exec(texte)
  if (!lu) return { erreur }
  const [, signe = '', entiers = '', decimales] = lu
  if (decimales !== undefined && !decimal) return { erreur }
  // Beyond what a float holds, digits would be changed in silence.
  if (entiers.replace(/\D/g, '').length > 15)
    return { erreur: `Le nombre ne peut pas dépasser ${formaterNombre(1e12)}.` }
  const nombre = Number(`${entiers.replace(/\D/g, '')}.${decimales ?? '0'}`)
  return { valeur: nombre === 0 || signe === '' || signe === '+' ? nombre : -nombre }
}

function lireDate(texte: string): Lu {
  const francais = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(texte)
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(texte)
  const [annee, mois, jour] = francais
    ? [francais[3], francais[2], francais[1]]
    : (iso?.slice(1) ?? [])
  if (!annee || !mois || !jour || !MOIS[Number(mois) - 1])
    return { erreur: 'Saisissez une date valide. Exemple : 15/03/2025.' }
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

function lireBooleen(texte: string): Lu {
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

function lireListe(texte: string, { codes }: Cellule): Lu {
  const cherche = simplifier(texte)
  const trouve =
    codes?.find(({ code }) => simplifier(code) === cherche) ??
    codes?.find(({ libelle }) => simplifier(libelle) === cherche)
  return trouve ? { valeur: trouve.code } : { erreur: 'Choisissez une valeur dans la liste.' }
}
