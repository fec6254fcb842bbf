import { ecrireDecimal, type NombreExact } from '../exact.ts'
import type { ModeleCompile } from './compile.schema.ts'
import { compilerModele } from './compile.ts'
import type { Noeud } from './formule.ast.ts'
import { lireFormule } from './formule.parser.ts'
import { ModeleInvalide } from './modele.invalide.ts'
import type { Champ, Modele, Regle } from './modele.schema.ts'

/** Where the gaps stand, beside the sections of the model: a code that no other has. */
const SECTION = 'ECARTS_DE_L_EXEMPLE'

/** A model whose comparisons are measured: by key of control, the cells that hold their gaps. */
export type Mesure = { mc: ModeleCompile; ecarts: ReadonlyMap<string, readonly string[]> }

type Valeurs = { dollar: string | null; seuils: Readonly<Record<string, number>> }

/** More decimals than a formula has characters: as it was written. */
const DECIMALES = 2000

function nombreEcrit(valeur: NombreExact): string {
  const texte = ecrireDecimal(valeur, DECIMALES).replace('.', ',')
  return texte.startsWith('-') ? `(${texte})` : texte
}

/** A formula as text, `$` and thresholds replaced by what they stand for. */
function ecrire(noeud: Noeud, valeurs: Valeurs): string {
  const dedans = (un: Noeud) => ecrire(un, valeurs)
  switch (noeud.sorte) {
    case 'nombre':
      return nombreEcrit(noeud.valeur)
    case 'texte':
      return `"${noeud.valeur}"`
    case 'booleen':
      return noeud.valeur ? 'VRAI' : 'FAUX'
    case 'adresse':
      return noeud.segments.map((un) => (un === '$' ? (valeurs.dollar ?? '$') : un)).join('.')
    case 'oppose':
      return `(-${dedans(noeud.de)})`
    case 'non':
      return `(NON ${dedans(noeud.de)})`
    case 'appel':
      return ecrireAppel(noeud, valeurs)
    default:
      return `(${dedans(noeud.gauche)} ${noeud.operateur} ${dedans(noeud.droite)})`
  }
}

function ecrireAppel(noeud: Noeud & { sorte: 'appel' }, valeurs: Valeurs): string {
  const [premier] = noeud.arguments
  if (noeud.nom === 'SEUIL' && premier?.sorte === 'texte')
    return nombreEcrit(valeurs.seuils[premier.valeur] ?? 0)
  return `${noeud.nom}(${noeud.arguments.map((un) => ecrire(un, valeurs)).join('; ')})`
}

/** The comparisons that a control is made of. */
function comparaisonsDe(noeud: Noeud): (Noeud & { sorte: 'comparaison' })[] {
  if (noeud.sorte === 'comparaison') return [noeud]
  if (noeud.sorte === 'non') return comparaisonsDe(noeud.de)
  if (noeud.sorte !== 'logique') return []
  return [...comparaisonsDe(noeud.gauche), ...comparaisonsDe(noeud.droite)]
}

type Ecart = { cle: string; formule: string }

function ecartsDe(regle: Regle): Ecart[] {
  const comparaisons = comparaisonsDe(lireFormule(regle.formule))
  return (regle.pourChaque ?? [null]).flatMap((valeur) => {
    const valeurs = { dollar: valeur?.code ?? null, seuils: regle.seuils ?? {} }
    return comparaisons.map(({ gauche, droite }) => ({
      cle: valeur ? `${regle.code}:${valeur.code}` : regle.code,
      formule: `${ecrire(gauche, valeurs)} - ${ecrire(droite, valeurs)}`,
    }))
  })
}

function avecEcarts(modele: Modele, champs: Champ[]): ModeleCompile {
  const section = { code: SECTION, libelle: 'Écarts', type: 'champs' as const, prefixe: true }
  const sections = [...modele.sections, ...(champs.length > 0 ? [{ ...section, champs }] : [])]
  return compilerModele({ ...modele, sections })
}

/** What is not the gap of two figures, as the compiler says. */
function refusesDe(cause: unknown): ReadonlySet<string> | null {
  if (!(cause instanceof ModeleInvalide)) return null
  const noms = cause.problemes.map(({ chemin }) => chemin.match(/E\d+/)?.[0])
  return new Set(noms.filter((nom) => nom !== undefined))
}

/**
 * Adds to a model a computed cell for each comparison of its controls: how far apart its two sides
 * are. Those of texts are left out; a model too large to be measured is taken as it is.
 */
export function mesurer(mc: ModeleCompile): Mesure {
  const ecarts = mc.modele.controles.flatMap(ecartsDe)
  let champs = ecarts.map(
    ({ formule }, rang): Champ => ({
      code: `E${rang}`,
      libelle: 'Écart',
      nature: 'decimal',
      formule,
    }),
  )
  for (let essai = 0; essai < 3; essai += 1) {
    try {
      const mesure = avecEcarts(mc.modele, champs)
      return { mc: mesure, ecarts: parCle(ecarts, new Set(champs.map(({ code }) => code))) }
    } catch (cause) {
      const refuses = refusesDe(cause)
      if (!refuses || refuses.size === 0) break
      champs = champs.filter(({ code }) => !refuses.has(code))
    }
  }
  return { mc, ecarts: new Map() }
}

function parCle(ecarts: readonly Ecart[], gardes: ReadonlySet<string>): Map<string, string[]> {
  const carte = new Map<string, string[]>()
  for (const [rang, { cle }] of ecarts.entries()) {
    if (!gardes.has(`E${rang}`)) continue
    carte.set(cle, [...(carte.get(cle) ?? []), `${SECTION}.E${rang}`])
  }
  return carte
}
