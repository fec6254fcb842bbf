import { absolu, confronter, moins } from '@releve/contract/exact.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { lireNombre } from '@releve/contract/modele/nombre.ts'
import { lecturesDe, lireSaisie } from '@releve/contract/modele/saisie.ts'
import type { MoisSaisi } from '@releve/contract/modele/verification.ts'
import { textesSaisie } from '../saisie.textes.ts'
import type { Ecart, Examen, Sorte, Textes } from './client.ts'
import { estAOuvrir, type NoyauSaisi, trouverCellule } from './noyau.ts'
import { texteLecture } from './texte.ts'

/** @param virgule whether a comma may part thousands, as in an English table. */
export function examinerTextes(
  noyau: NoyauSaisi,
  textes: Textes,
  periode: MoisSaisi,
  virgule: boolean,
): Examen[] {
  return textes.flatMap(([adresse, texte]) => {
    const cellule = trouverCellule(noyau, adresse)
    if (!cellule) return []
    const lectures = lecturesDe(cellule, texte, virgule)
    return [{ adresse, lectures, ...examiner(noyau, cellule, [adresse, texte], periode) }]
  })
}

function examiner(
  noyau: NoyauSaisi,
  cellule: Cellule,
  [adresse, texte]: Textes[number],
  periode: MoisSaisi,
): Omit<Examen, 'adresse' | 'lectures'> {
  const tenue = noyau.calcul.valeur(adresse)
  const faux = noyau.fautes.has(adresse) ? noyau.textes.get(adresse) : undefined
  const avant = faux ?? texteLecture(cellule, tenue)
  const lu = lireSaisie(cellule, texte, { ...periode, tenue })
  if ('erreur' in lu) {
    const sorte = texte === faux ? 'inchangee' : 'refusee'
    return { sorte, avant, apres: texte, erreur: lu.erreur }
  }
  const apres = texteLecture(cellule, lu.valeur)
  const autre = lu.valeur !== tenue || faux !== undefined
  if (autre && !estAOuvrir(noyau, cellule)) {
    return { sorte: 'refusee', avant, apres, erreur: textesSaisie.nonRouverte }
  }
  return { sorte: autre ? sorteDe(avant, apres) : 'inchangee', avant, apres, erreur: null }
}

function sorteDe(avant: string, apres: string): Sorte {
  if (avant === '') return 'remplie'
  return apres === '' ? 'videe' : 'remplacee'
}

/**
 * Where a block says another figure of a computed or closed cell than what it would hold, were
 * these texts laid. A figure shown with fewer decimals than ours says the same, as far as it goes.
 * @param dites what the block says of cells that are not entered; blanks and words are left
 */
export function comparerFermees(
  noyau: NoyauSaisi,
  textes: Textes,
  dites: Textes,
  periode: MoisSaisi,
): Ecart[] {
  if (dites.length === 0) return []
  const { calcul } = noyau
  const pose = ouvrirCalcul(calcul.mc, calcul.saisies(), calcul.contexte)
  pose.changer(valeursDe(noyau, textes, periode))
  return dites.flatMap(([adresse, dit]) => {
    const cellule = trouverCellule(noyau, adresse)
    const lus = nombresDe(dit)
    if (!cellule || lus.length === 0) return []
    const calcule = pose.valeur(adresse) ?? pose.partiel(adresse)
    const places = Math.min(decimalesDe(dit), cellule.decimales ?? Number.POSITIVE_INFINITY)
    const memes = (lu: number) => typeof calcule === 'number' && sePrennent(lu, calcule, places)
    return lus.some(memes) ? [] : [{ adresse, dit, calcule: texteLecture(cellule, calcule) }]
  })
}

/** Whether both are one figure, to half a unit of its last decimal, however that one was rounded. */
const sePrennent = (lu: number, calcule: number, decimales: number): boolean =>
  confronter(absolu(moins(lu, calcule)), Number(`5e-${decimales + 1}`)) <= 0

/** The figures that a text may be: two, where a sign alone leaves a doubt. */
function nombresDe(texte: string): number[] {
  const lu = lireNombre(texte)
  if ('nombre' in lu) return [lu.nombre]
  return 'signe' in lu ? [lu.milliers, lu.decimal] : []
}

/** What the texts leave in their cells; a text that is refused leaves a blank. */
function valeursDe(noyau: NoyauSaisi, textes: Textes, periode: MoisSaisi): Modifications {
  return Object.fromEntries(
    textes.flatMap(([adresse, texte]) => {
      const cellule = trouverCellule(noyau, adresse)
      if (!cellule) return []
      const lu = lireSaisie(cellule, texte, { ...periode, tenue: noyau.calcul.valeur(adresse) })
      return [[adresse, 'erreur' in lu ? null : (lu.valeur ?? null)]]
    }),
  )
}

const decimalesDe = (texte: string): number => /[.,](\d+)\D*$/.exec(texte)?.[1]?.length ?? 0
