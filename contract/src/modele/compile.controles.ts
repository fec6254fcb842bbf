import { tenter } from './compile.formules.ts'
import type { ControleCompile, NoeudCompile } from './compile.schema.ts'
import { ciblesDe } from './expression.cible.ts'
import { compiler } from './expression.compiler.ts'
import {
  type Atelier,
  creerLectures,
  exigerType,
  type Lectures,
  type Situation,
} from './expression.ts'
import { lireFormule } from './formule.parser.ts'
import { compilerMessage } from './message.ts'
import { FormuleInvalide, type Probleme } from './modele.invalide.ts'
import type { Modele, Regle, ValeurCodee } from './modele.schema.ts'

/** Compiles the controls, once per value of `pourChaque`; adds their nodes. */
export function compilerControles(
  modele: Modele,
  atelier: Atelier,
  problemes: Probleme[],
  noeuds: NoeudCompile[],
  lectures: Lectures[],
): ControleCompile[] {
  const controles: ControleCompile[] = []
  const cles = new Set<string>()
  for (const regle of modele.controles)
    for (const valeur of regle.pourChaque ?? [null]) {
      const cle = valeur ? `${regle.code}:${valeur.code}` : regle.code
      if (cles.has(cle))
        problemes.push({ chemin: cle, position: null, message: 'Ce contrôle est donné deux fois.' })
      cles.add(cle)
      const lues = creerLectures()
      const controle = compilerRegle(regle, valeur, cle, lues, atelier, problemes)
      if (!controle) continue
      noeuds.push({ sorte: 'controle', rang: controles.length })
      lectures.push(lues)
      controles.push(controle)
    }
  return controles
}

function compilerRegle(
  regle: Regle,
  valeur: ValeurCodee | null,
  cle: string,
  lectures: Lectures,
  atelier: Atelier,
  problemes: Probleme[],
): ControleCompile | null {
  const situation: Situation = {
    atelier,
    dollar: valeur?.code ?? null,
    portee: null,
    tableau: null,
    seuils: regle.seuils ?? {},
    lectures,
  }
  const formule = tenter(cle, problemes, () => {
    const noeud = lireFormule(regle.formule)
    const expression = compiler(noeud, situation)
    exigerType(expression, 'booleen', noeud)
    return { noeud, lire: expression.lire }
  })
  if (!formule) return null
  const libelle = valeur?.libelle ?? null
  // A message reads cells too: when one of its figures changes, it is another message.
  const message = tenter(`${cle}, message`, problemes, () =>
    compilerMessage(regle.message, { formule: formule.noeud, libelle }, situation),
  )
  const cellules = tenter(`${cle}, cellules`, problemes, () =>
    regle.cellules.flatMap((adresse) => adressesDe(adresse, situation)),
  )
  if (!message || !cellules) return null
  const { code, niveau } = regle
  return { cle, code, niveau, cellules, lire: formule.lire, message }
}

function adressesDe(adresse: string, situation: Situation): string[] {
  const noeud = lireFormule(adresse)
  if (noeud.sorte !== 'adresse')
    throw new FormuleInvalide(`« ${adresse} » n’est pas une cellule.`, noeud.position)
  return ciblesDe(noeud, { ...situation, lectures: creerLectures() }).map(
    ({ cellule }) => cellule.adresse,
  )
}
