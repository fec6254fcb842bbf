import { CLES_FORMULES } from './cellule.ts'
import { compilerModele, type ModeleCompile } from './compile.ts'
import type { CodeProbleme, Probleme } from './modele.invalide.ts'
import { ModeleInvalide } from './modele.invalide.ts'
import type { Modele } from './modele.schema.ts'
import { type Alerte, alertesDe } from './source.alertes.ts'
import { developperSource, type Listes } from './source.developper.ts'
import { estBrouillon, verifierForme } from './source.forme.ts'
import { type LieuModele, situerProbleme } from './source.lieu.ts'
import type { ModeleSource } from './source.schema.ts'

/**
 * One thing that is wrong in a source, where it is written. A formula of a row or of a section is
 * that of many cells: it is told once, at the first, with how many more it breaks.
 */
export type FauteModele = LieuModele & {
  code: CodeProbleme
  message: string
  /** Offset in the text at `chemin`, from 0; null when the fault is not of one character. */
  position: number | null
  /** Cells, or controls, that it breaks beside the one named. */
  autres: number
}

export type VerificationModele = {
  /** None: the source compiles. */
  fautes: FauteModele[]
  alertes: Alerte[]
  /** Whether it may be kept as a draft as it is: at most, some of it is still to be written. */
  gardable: boolean
  /** What the source becomes; null while it has faults. */
  compile: ModeleCompile | null
}

/** Faults told at most; the first ones are often those that make the others. */
const FAUTES_MAX = 200

function refuser(fautes: FauteModele[], gardable: boolean): VerificationModele {
  return { fautes, alertes: [], gardable, compile: null }
}

/**
 * Looks at a source as its author sees it: pure, the same in the browser and on the server, bounded
 * by `BORNES_MODELE` whatever it is given. No fault if, and only if, the source compiles.
 */
export function verifierSource(valeur: unknown, listes: Listes): VerificationModele {
  const formes = verifierForme(valeur)
  if (formes.length > 0) {
    const fautes = formes.map((faute): FauteModele => {
      const { chemin, ...dite } = faute
      return { ...situerChemin(valeur, chemin), ...dite, position: null, autres: 0 }
    })
    return refuser(fautes, estBrouillon(formes))
  }
  // Its shape has just been looked at, key by key.
  const source = valeur as ModeleSource
  const { modele, problemes } = developperSource(source, listes)
  if (problemes.length > 0) {
    const demesure = problemes.some(({ chemin, code }) => code === 'BORNE' && chemin === '')
    return refuser(reunir(source, listes, problemes), !demesure)
  }
  return compiler(source, modele, listes)
}

function compiler(source: ModeleSource, modele: Modele, listes: Listes): VerificationModele {
  try {
    const compile = compilerModele(modele)
    return { fautes: [], alertes: alertesDe(source, compile), gardable: true, compile }
  } catch (cause) {
    if (!(cause instanceof ModeleInvalide)) throw cause
    return refuser(reunir(source, listes, cause.problemes), true)
  }
}

function situerChemin(valeur: unknown, chemin: (string | number)[]): LieuModele {
  const nommer = (jusqua: number): string | null => {
    let lu: unknown = valeur
    for (const pas of chemin.slice(0, jusqua))
      lu = typeof lu === 'object' && lu !== null ? Reflect.get(lu, pas) : undefined
    const code = typeof lu === 'object' && lu !== null ? Reflect.get(lu, 'code') : undefined
    return typeof code === 'string' ? code.slice(0, 60) : null
  }
  const dernier = chemin.at(-1)
  const trait = typeof dernier === 'string' ? dernier : null
  return {
    section: chemin[0] === 'sections' && chemin.length > 1 ? nommer(2) : null,
    cellule: null,
    controle: chemin[0] === 'controles' && chemin.length > 1 ? nommer(2) : null,
    trait,
    chemin,
  }
}

/** The same text, at the same character: one fault. */
function reunir(source: ModeleSource, listes: Listes, problemes: Probleme[]): FauteModele[] {
  const parTexte = new Map<string, FauteModele>()
  const situer = situerProbleme(source, listes)
  for (const probleme of problemes) {
    const { position, ...lieu } = situer(probleme)
    const { code, message } = probleme
    const formule = CLES_FORMULES.some((cle) => cle === probleme.trait) || probleme.trait !== null
    const cle = formule
      ? JSON.stringify([lieu.chemin, position, code])
      : JSON.stringify([lieu.chemin, message])
    const dite = parTexte.get(cle)
    if (dite) dite.autres += 1
    else if (parTexte.size < FAUTES_MAX)
      parTexte.set(cle, { ...lieu, code, message, position, autres: 0 })
  }
  return [...parTexte.values()]
}
