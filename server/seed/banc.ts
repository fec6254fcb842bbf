import { joursOuvres } from '@releve/contract/calendrier/calendrier.rules.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import type { Contexte, Donnees, Modifications } from '@releve/contract/modele/modele.schema.ts'
import { preremplir } from '@releve/contract/modele/preremplir.ts'
import { developperModele } from '@releve/contract/modele/source.developper.ts'
import { isoDe, type Periode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { structureLisible } from '@releve/contract/structure/structure.lisible.ts'
import { CALENDRIER } from './calendrier.ts'
import { CODIFICATIONS } from './codifications.ts'
import { estCodeModele, exempleCoherent } from './exemple.ts'
import { MODELES, MODELES_DEMONSTRATION } from './modeles.ts'
import type { StructureSemee } from './structures/structure.ts'
import { STRUCTURES } from './structures.ts'

/** Code lists by code, as `developperModele` wants them. */
export const LISTES = Object.fromEntries(CODIFICATIONS.map(({ code, valeurs }) => [code, valeurs]))

/** A model of the seed, ready to run. Throws when the seed has no such model. */
export function compilerSeme(code: string): ModeleCompile {
  const source = [...MODELES, ...MODELES_DEMONSTRATION].find((modele) => modele.code === code)
  if (!source) throw new Error(`Modèle absent du semis\u00a0: ${code}`)
  return compilerModele(developperModele(source, LISTES))
}

/** A structure of the seed. Throws when it has no such structure. */
export function structureSemee(code: string): StructureSemee {
  const structure = STRUCTURES.find((candidate) => candidate.code === code)
  if (!structure) throw new Error(`Structure absente du semis\u00a0: ${code}`)
  return structure
}

/** What a series of example months is made of. */
export type Serie = { structure: StructureSemee; fin: Periode; mois: number; graine: number }

/**
 * Example months that follow one another, every model of the structure, the last one `fin`: the
 * forms by `MODELE@AAAA-MM`, each open with the months before as its context.
 */
export function ouvrirSerie({ structure, fin, mois, graine }: Serie): Map<string, Calcul> {
  const calculs = new Map<string, Calcul>()
  const autres: Record<string, Donnees> = {}
  const modeles = structure.modeles
    .filter(estCodeModele)
    .map((code) => ({ code, mc: compilerSeme(code) }))
  for (let rang = rangDe(fin) - mois + 1; rang <= rangDe(fin); rang += 1) {
    const periode = periodeDe(rang)
    for (const { code, mc } of modeles) {
      const precedent = autres[`${code}@${isoDe(periodeDe(rang - 1))}`] ?? null
      const contexte = contexteDe(structure, periode, { ...autres })
      const donnees = exempleCoherent(code, {
        structure,
        periode,
        precedent,
        graine: graine + rang,
      })
      const calcul = ouvrirCalcul(mc, { ...preremplir(mc, contexte), ...donnees }, contexte)
      autres[`${code}@${isoDe(periode)}`] = calcul.donnees()
      calculs.set(`${code}@${isoDe(periode)}`, calcul)
    }
  }
  return calculs
}

function contexteDe(
  structure: StructureSemee,
  periode: Periode,
  autres: Record<string, Donnees>,
): Contexte {
  return {
    ...periode,
    joursOuvres: joursOuvres(periode, CALENDRIER),
    structure: structureLisible(structure),
    autres,
  }
}

/** Opens a form again with other cells, and other values of the other forms. */
export function rouvrir(
  calcul: Calcul,
  modifications: Modifications,
  contexte: Partial<Contexte> = {},
): Calcul {
  const autres = { ...calcul.contexte.autres }
  for (const [cle, valeurs] of Object.entries(contexte.autres ?? {})) {
    autres[cle] = { ...autres[cle], ...valeurs }
  }
  const rouvert = ouvrirCalcul(calcul.mc, calcul.donnees(), {
    ...calcul.contexte,
    ...contexte,
    autres,
  })
  rouvert.changer(modifications)
  return rouvert
}
