import { enNombre } from '@releve/contract/exact.ts'
import { cleDe, type Milieu, type RevealedCount, type TableauEvalue } from './evaluer.ts'
import { MODELE_DES_AGENTS } from './plan.ts'
import type { Composant, Terme } from './resoudre.ts'
import type { CrossCounts, Equation } from './secret.ts'

const somme = (terme: Terme): Composant => ({ sorte: 'somme', terme })
const nommer = (quoi: string, { lecture, cellules, region, type, mois }: Terme): string =>
  `~${[quoi, lecture, cellules.join('+'), region, type, mois.join('+')].join('|')}`

/** The terms of rates that rest on structures that sent another model too: `RMA+EPM`. */
const doublesDe = (tableaux: readonly TableauEvalue[]): RevealedCount[] =>
  tableaux.flatMap(({ tenus = [] }) =>
    tenus.filter(({ composant: { terme } }) => terme.lecture.includes('+')),
  )

/** What one type's count is, with those that have not sent the other model, region by region. */
function croiserType(
  { composant: { terme }, exact }: RevealedCount,
  { terrain, cube }: Milieu,
  croisement: CrossCounts,
): Equation {
  const [lecture = ''] = terme.lecture.split('+')
  const simple = { ...terme, lecture }
  const equation: Equation = new Map([[exact.cle, -1]])
  for (const { code: region } of terrain.dimensions.region) {
    const lue = cube.lire({ ...simple, region })
    if (lue.n === 0) continue
    const nom = nommer('croise', { ...simple, region })
    croisement.latents.set(nom, enNombre(lue.somme))
    equation.set(nom, 1)
  }
  const autres = enNombre(cube.lire(simple).somme) - (exact.valeur ?? 0)
  if (cube.formulaires(simple) > cube.formulaires(terme)) {
    const nom = nommer('seul', simple)
    croisement.latents.set(nom, autres)
    equation.set(nom, -1)
  }
  return equation
}

/**
 * Staff, which no table tells by region or type: what a rate divides in the country is, with those
 * of structures that have not sent the other model, the figures of its cells.
 */
function croiserAgents(
  { composant: { terme }, exact }: RevealedCount,
  { terrain, cube }: Milieu,
  croisement: CrossCounts,
): Equation {
  const [lecture = ''] = terme.lecture.split('+')
  const simple = { ...terme, lecture }
  const equation: Equation = new Map([[exact.cle, -1]])
  for (const cellule of terme.cellules)
    equation.set(cleDe(somme({ ...simple, cellules: [cellule] }), terrain.annee), 1)
  if (cube.formulaires(simple) > cube.formulaires(terme)) {
    const nom = nommer('seul', simple)
    croisement.latents.set(nom, enNombre(cube.lire(simple).somme) - (exact.valeur ?? 0))
    equation.set(nom, -1)
  }
  return equation
}

const estDAgents = ({ composant: { terme } }: RevealedCount) =>
  terme.lecture.startsWith(`${MODELE_DES_AGENTS}+`)

/** What ties the counts that rates rest on to those that tables tell. */
export function croiser(tableaux: readonly TableauEvalue[], milieu: Milieu): CrossCounts {
  const { terrain } = milieu
  const croisement: CrossCounts = { latents: new Map(), equations: [] }
  const connus = doublesDe(tableaux).filter(({ exact }) => exact.valeur !== null)
  for (const tenu of connus.filter(estDAgents))
    if (tenu.composant.terme.type === null)
      croisement.equations.push(croiserAgents(tenu, milieu, croisement))
  const doubles = connus.filter((tenu) => !estDAgents(tenu))
  const parTerme = Map.groupBy(doubles, ({ composant: { terme } }) =>
    [terme.lecture, terme.cellules, terme.mois].join('|'),
  )
  for (const siens of parTerme.values()) {
    for (const tenu of siens)
      if (tenu.composant.terme.type !== null)
        croisement.equations.push(croiserType(tenu, milieu, croisement))
    const terme = siens[0]?.composant.terme
    const [lecture = ''] = terme?.lecture.split('+') ?? []
    for (const { code: region } of terme ? terrain.dimensions.region : []) {
      const simple: Terme = { ...(terme as Terme), lecture, region, type: null }
      const equation: Equation = new Map([[cleDe(somme(simple), terrain.annee), -1]])
      for (const { code: type } of terrain.dimensions.type) {
        const nom = nommer('croise', { ...simple, type })
        if (croisement.latents.has(nom)) equation.set(nom, 1)
      }
      croisement.equations.push(equation)
    }
  }
  return croisement
}
