import { estNombreExact, garder, type NombreExact } from '../exact.ts'
import type { Cellule } from './cellule.ts'
import type { FormulesCellule, ModeleCompile, NoeudCompile } from './compile.schema.ts'
import { type Etat, LIGNE_ABSENTE, type LigneEtat, type PeutEtre } from './etat.ts'
import { type Contexte, SO, type Valeur } from './modele.schema.ts'

type NoeudDe<Sorte extends NoeudCompile['sorte']> = Extract<NoeudCompile, { sorte: Sorte }>

/** What one round of evaluation changed. */
export type Changements = { cellules: Set<string>; controles: Set<string> }

/** `deborde`: the result takes more digits than are kept. */
type Resultat = {
  valeur: PeutEtre<Valeur>
  partiel: PeutEtre<number>
  verrou: boolean
  deborde: boolean
}

/**
 * Evaluates the nodes of one form: those marked, in the order of their dependencies, and what
 * depends on those that changed. Knows nothing of addresses but to report them.
 */
export class Moteur {
  readonly mc: ModeleCompile
  readonly etat: Etat
  /** What was typed, by rank of cell: stays under a lock. */
  readonly saisies: PeutEtre<Valeur>[] = []
  readonly verrous: boolean[] = []
  readonly requisSi: boolean[] = []
  readonly commentaireSi: boolean[] = []
  /** Computed cells whose result takes more digits than are kept: they hold nothing. */
  readonly debordees = new Set<string>()
  readonly verites: PeutEtre<boolean>[] = []
  /** Messages already written, by rank of control; emptied when a control is evaluated anew. */
  readonly messages: PeutEtre<string>[] = []
  /** Formulas run since the form was opened. */
  evaluations = 0
  private readonly sales: Uint8Array
  private premiere: number
  /** By id of column node: the rows to compute, or all. */
  private readonly lignesSales = new Map<number, Set<string> | 'toutes'>()

  constructor(mc: ModeleCompile, contexte: Contexte) {
    this.mc = mc
    this.etat = {
      valeurs: new Array(mc.formules.length).fill(undefined),
      partiels: new Array(mc.formules.length).fill(undefined),
      tableaux: mc.tableaux.map(() => ({ ids: [], lignes: new Map() })),
      ligne: LIGNE_ABSENTE,
      contexte,
      exterieurs: mc.exterieurs.map((lire) => lire(contexte)),
    }
    this.sales = new Uint8Array(mc.noeuds.length)
    this.premiere = mc.noeuds.length
  }

  marquerTout() {
    this.sales.fill(1)
    this.premiere = 0
    this.mc.noeuds.forEach((noeud, id) => {
      if (noeud.sorte === 'colonne') this.lignesSales.set(id, 'toutes')
    })
  }

  /** Marks a node; for a column, one row of it, or all. */
  marquer(id: number, ligne: string | 'toutes') {
    const place = this.mc.places[id] ?? 0
    this.sales[place] = 1
    if (place < this.premiere) this.premiere = place
    if (this.mc.noeuds[id]?.sorte !== 'colonne') return
    const deja = this.lignesSales.get(id)
    if (ligne === 'toutes') this.lignesSales.set(id, 'toutes')
    else if (deja === undefined) this.lignesSales.set(id, new Set([ligne]))
    else if (deja !== 'toutes') deja.add(ligne)
  }

  /** Marks what reads a node; `ligne` is the row that changed, for a column. */
  marquerDependants(id: number, ligne: string | 'toutes') {
    for (const { vers, memeLigne } of this.mc.dependants[id] ?? [])
      this.marquer(vers, memeLigne ? ligne : 'toutes')
  }

  /** Evaluates all that is marked, and what follows from it. */
  propager(): Changements {
    const changements: Changements = { cellules: new Set(), controles: new Set() }
    const { ordre, noeuds } = this.mc
    for (let place = this.premiere; place < ordre.length; place++) {
      if (this.sales[place] === 0) continue
      this.sales[place] = 0
      const id = ordre[place] ?? 0
      const noeud = noeuds[id]
      if (noeud) this.evaluer(noeud, id, changements)
    }
    this.premiere = ordre.length
    return changements
  }

  private evaluer(noeud: NoeudCompile, id: number, changements: Changements) {
    switch (noeud.sorte) {
      case 'cellule':
        return this.evaluerCellule(noeud, id, changements)
      case 'colonne':
        return this.evaluerColonne(noeud, id, changements)
      case 'condition':
        return this.evaluerCondition(noeud, changements)
      case 'controle':
        return this.evaluerControle(noeud.rang, changements)
    }
  }

  private evaluerCellule(noeud: NoeudDe<'cellule'>, id: number, { cellules }: Changements) {
    const { rang, adresse } = noeud.cellule
    const { valeurs, partiels } = this.etat
    const neuf = this.calculer(noeud.cellule, noeud.formules, this.saisies[rang])
    const memeFigure = valeurs[rang] === neuf.valeur && partiels[rang] === neuf.partiel
    const memeDit = !this.noterDebord(adresse, neuf.deborde)
    if (memeFigure && memeDit && (this.verrous[rang] ?? false) === neuf.verrou) return
    valeurs[rang] = neuf.valeur
    partiels[rang] = neuf.partiel
    this.verrous[rang] = neuf.verrou
    cellules.add(adresse)
    if (!memeFigure) this.marquerDependants(id, 'toutes')
  }

  private evaluerColonne(noeud: NoeudDe<'colonne'>, id: number, { cellules }: Changements) {
    const lignes = this.lignesSales.get(id) ?? 'toutes'
    this.lignesSales.delete(id)
    if (!noeud.formules.formule) return
    const tableau = this.etat.tableaux[noeud.tableau.rang]
    const { rang, section, colonne } = noeud.cellule
    for (const ligneId of lignes === 'toutes' ? (tableau?.ids ?? []) : lignes) {
      const ligne = tableau?.lignes.get(ligneId)
      if (!ligne) continue
      const { valeur, partiel, deborde } = this.dansLaLigne(ligne, () =>
        this.calculer(noeud.cellule, noeud.formules, undefined),
      )
      const adresse = `${section}.${ligneId}.${colonne}`
      if (this.noterDebord(adresse, deborde)) cellules.add(adresse)
      if (ligne.valeurs[rang] === valeur && ligne.partiels[rang] === partiel) continue
      ligne.valeurs[rang] = valeur
      ligne.partiels[rang] = partiel
      cellules.add(adresse)
      this.marquerDependants(id, ligneId)
    }
  }

  /** Runs formulas of a row: `etat.ligne` is that row meanwhile. */
  dansLaLigne<T>(ligne: LigneEtat, faire: () => T): T {
    this.etat.ligne = ligne
    try {
      return faire()
    } finally {
      this.etat.ligne = LIGNE_ABSENTE
    }
  }

  private calculer(
    { decimales }: Cellule,
    { formule, soSi }: FormulesCellule,
    saisie: PeutEtre<Valeur>,
  ): Resultat {
    if (soSi) {
      this.evaluations++
      if (soSi(this.etat) === true)
        return { valeur: SO, partiel: undefined, verrou: true, deborde: false }
    }
    if (!formule) return resultat(saisie)
    this.evaluations++
    const brut = (formule.etat ?? formule.lire)(this.etat)
    if (estNombreExact(brut)) return arreter(brut, decimales)
    if (brut !== undefined) return resultat(brut)
    const reste = formule.partiel?.(this.etat)
    const partiel = reste === undefined ? undefined : (garder(reste, decimales) ?? undefined)
    return { valeur: undefined, partiel, verrou: false, deborde: false }
  }

  /** Whether that changes what was known of the cell. */
  private noterDebord(adresse: string, deborde: boolean): boolean {
    if (!deborde) return this.debordees.size > 0 && this.debordees.delete(adresse)
    return this.debordees.size < this.debordees.add(adresse).size
  }

  private evaluerCondition(noeud: NoeudDe<'condition'>, { cellules }: Changements) {
    this.evaluations++
    const { rang, adresse } = noeud.cellule
    const etats = this[noeud.quoi]
    const vrai = noeud.lire(this.etat) === true
    if ((etats[rang] ?? false) === vrai) return
    etats[rang] = vrai
    cellules.add(adresse)
  }

  /** A control that still fires is reported too: a figure of its message may have changed. */
  private evaluerControle(rang: number, { controles }: Changements) {
    const controle = this.mc.controles[rang]
    if (!controle) return
    this.evaluations++
    const avant = this.verites[rang]
    const verite = controle.lire(this.etat)
    this.verites[rang] = typeof verite === 'boolean' ? verite : undefined
    this.messages[rang] = undefined
    if (avant === false || verite === false) controles.add(controle.cle)
  }
}

const resultat = (valeur: PeutEtre<Valeur>, deborde = false): Resultat => ({
  valeur,
  partiel: undefined,
  verrou: false,
  deborde,
})

/** What a computed cell keeps of its result, rounded there and nowhere before. */
function arreter(nombre: NombreExact, decimales: number | null): Resultat {
  const garde = garder(nombre, decimales)
  return garde === null ? resultat(undefined, true) : resultat(garde)
}
