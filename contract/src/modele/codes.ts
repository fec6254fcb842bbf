import { celluleDe, type ModeleCompile } from './compile.ts'
import type { Donnees } from './modele.schema.ts'

/** By code list, the codes that a form holds in its cells, each once, sorted. */
export type CodesTenus = Record<string, string[]>

/** What a form of this model holds of each list; `ND` and `SO` are no codes. */
export function codesTenus(compile: ModeleCompile, donnees: Donnees): CodesTenus {
  if (Object.keys(compile.modele.codifications).length === 0) return {}
  const parListe = new Map<string, Set<string>>()
  for (const [adresse, valeur] of Object.entries(donnees)) {
    if (typeof valeur !== 'string' || valeur === 'ND' || valeur === 'SO') continue
    const liste = celluleDe(compile, adresse)?.liste
    if (!liste) continue
    const tenus = parListe.get(liste) ?? new Set()
    parListe.set(liste, tenus.add(valeur))
  }
  return Object.fromEntries([...parListe].map(([liste, codes]) => [liste, [...codes].toSorted()]))
}
