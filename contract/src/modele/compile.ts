import { isoDe, type Periode, periodeDe, rangDe } from '../mois.ts'
import type { Cellule } from './cellule.ts'
import { compilerControles } from './compile.controles.ts'
import { compilerFormules } from './compile.formules.ts'
import { ordonner } from './compile.graphe.ts'
import type { ModeleCompile, NoeudCompile } from './compile.schema.ts'
import { cleContexte } from './etat.ts'
import { decalagesAnnee } from './expression.exterieur.ts'
import { type Atelier, type Lectures, typeDe } from './expression.ts'
import { ModeleInvalide, type Probleme } from './modele.invalide.ts'
import { LIGNE_ID, type Modele } from './modele.schema.ts'
import { etaler } from './plan.etaler.ts'
import type { Plan } from './plan.ts'

export type { ModeleCompile } from './compile.schema.ts'

/**
 * Checks a model and makes it ready to run. The result is immutable: compile once, use it for
 * every form.
 * @throws ModeleInvalide with every problem found: formulas that cannot be read, unknown cells,
 * types, cycles, duplicates, indicators that are no cell.
 */
export function compilerModele(modele: Modele): ModeleCompile {
  const problemes: Probleme[] = []
  const plan = etaler(modele)
  verifierPlan(modele, plan, problemes)
  const atelier: Atelier = {
    plan,
    codeModele: modele.code,
    exterieurs: [],
    besoins: [],
    rangsExterieurs: new Map(),
  }
  const noeuds: NoeudCompile[] = []
  const lectures: Lectures[] = []
  const { formules, formulesTableaux } = compilerFormules(atelier, problemes, noeuds, lectures)
  const controles = compilerControles(modele, atelier, problemes, noeuds, lectures)
  const graphe = ordonner(lectures)
  if ('cycle' in graphe) {
    const noms = graphe.cycle.map((id) => nomDe(noeuds[id]))
    const message = `Ces formules tournent en rond : ${noms.join(' → ')}.`
    problemes.push({ chemin: noms[0] ?? '', position: null, message })
  }
  if (problemes.length > 0 || 'cycle' in graphe) throw new ModeleInvalide(modele.code, problemes)
  return {
    modele,
    cellules: plan.cellules,
    tableaux: plan.tableaux,
    parcours: plan.parcours,
    formules,
    formulesTableaux,
    controles,
    noeuds,
    ...graphe,
    exterieurs: atelier.exterieurs,
    besoins: atelier.besoins,
  }
}

function nomDe(noeud: NoeudCompile | undefined): string {
  return noeud && 'cellule' in noeud ? noeud.cellule.adresse : ''
}

function verifierPlan(modele: Modele, plan: Plan, problemes: Probleme[]) {
  const dire = (chemin: string, message: string) =>
    problemes.push({ chemin, position: null, message })
  for (const adresse of plan.doublons) dire(adresse, 'Ce code est donné deux fois.')
  for (const [nom, adresse] of Object.entries(modele.indicateurs)) {
    const cellule = plan.cellules.get(adresse)
    if (!cellule || typeDe(cellule.nature) !== 'nombre')
      dire(`indicateurs.${nom}`, `La cellule ${adresse} n’existe pas, ou n’est pas un nombre.`)
  }
  for (const { cellule, formules } of [...plan.sources, ...plan.colonnes]) {
    if (cellule.codes?.length === 0)
      dire(cellule.adresse, 'Une liste doit nommer une codification qui a des codes.')
    if (cellule.codes?.some(({ code }) => code === 'ND' || code === 'SO'))
      dire(cellule.adresse, 'ND et SO ne peuvent pas être des codes d’une liste.')
    if (cellule.luSeul && !formules.prerempli && !formules.formule)
      dire(cellule.adresse, 'Une cellule lue seule doit être préremplie.')
    if (cellule.min !== null && cellule.max !== null && cellule.min > cellule.max)
      dire(cellule.adresse, 'Le minimum dépasse le maximum.')
  }
  for (const { cellule, formules } of plan.colonnes)
    if (formules.soSi || formules.prerempli)
      dire(cellule.adresse, 'Un tableau n’accepte ni soSi ni prerempli.')
}

/**
 * The cell at an address, those of repeating tables included, whether or not the row exists yet;
 * null when the model has no such cell.
 */
export function celluleDe(mc: ModeleCompile, adresse: string): Cellule | null {
  const cellule = mc.cellules.get(adresse)
  if (cellule) return cellule
  const [code, ligne = '', colonne = '', ...reste] = adresse.split('.')
  if (reste.length > 0 || !LIGNE_ID.test(ligne)) return null
  const tableau = mc.tableaux.find((candidat) => candidat.code === code)
  const prototype = tableau?.parCode.get(colonne)
  return prototype ? { ...prototype, adresse, ligne } : null
}

/** Values of other forms that a form of this month needs, in the order of models and months. */
export type BesoinContexte = { modele: string; mois: string; cellules: string[] }

/**
 * What `Contexte.autres` must hold for the formulas of a model to run: for each form of the same
 * structure, by model and month (`AAAA-MM`), the cells read. A form that does not exist is left out.
 */
export function besoinsContexte(mc: ModeleCompile, periode: Periode): BesoinContexte[] {
  const parCle = new Map<string, BesoinContexte & { vues: Set<string> }>()
  for (const { modele, cellule, decalages } of mc.besoins)
    for (const decalage of decalages === 'ANNEE' ? decalagesAnnee(periode) : decalages) {
      const mois = isoDe(periodeDe(rangDe(periode) + decalage))
      const cle = cleContexte(modele, mois)
      const besoin = parCle.get(cle) ?? { modele, mois, cellules: [], vues: new Set() }
      besoin.vues.add(cellule)
      parCle.set(cle, besoin)
    }
  return [...parCle.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { modele, mois, vues }]) => ({ modele, mois, cellules: [...vues].sort() }))
}
