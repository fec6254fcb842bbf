import { formaterValeur } from '@releve/contract/modele/affichage.ts'
import { type Calcul, ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { type Cellule, estMarqueur } from '@releve/contract/modele/cellule.ts'
import { celluleDe, type ModeleCompile, passeDe } from '@releve/contract/modele/compile.ts'
import { cleContexte } from '@releve/contract/modele/etat.ts'
import type { ResultatSimulation } from '@releve/contract/modele/gestion.schema.ts'
import {
  type Contexte,
  type Donnees,
  NIVEAUX,
  type Niveau,
  type Valeur,
} from '@releve/contract/modele/modele.schema.ts'
import { moisCouvertsDe, reculsDe } from '@releve/contract/modele/rythme.ts'
import { verifierNature } from '@releve/contract/modele/verification.ts'
import { isoDe, periodeDe } from '@releve/contract/mois.ts'

/** A form of a structure, as a simulation reads it. */
export type FormulaireSimule = {
  numero: string
  modele: string
  modeleId: number
  rang: number
  /** To be tried; the others are only what its formulas read. */
  essaye: boolean
  donnees: Donnees
  /** What other months and models read of it: null while nothing of it was received. */
  valeur: Donnees | null
  structureLue: Donnees
}

export type PlanSimulation = {
  /** First and last month tried, as ranks. */
  du: number
  au: number
  /** Working days of each of these months, and of those that their reports cover. */
  joursOuvres: Record<number, number>
}

/** Lines told of each list. */
const LIGNES_MAX = 200
/** Forms named by each line. */
const EXEMPLES_MAX = 3

type Ligne = { adresse: string; libelle: string; formulaires: number; exemples: string[] }

function citer({ exemples }: Pick<Ligne, 'exemples'>, numero: string): void {
  if (exemples.length < EXEMPLES_MAX) exemples.push(numero)
}

function compter(ligne: Ligne, numero: string): void {
  ligne.formulaires += 1
  citer(ligne, numero)
}

/** Lines by address, each counted once per form. */
class Compteur<Plus extends object> {
  readonly lignes = new Map<string, Ligne & Plus>()

  noter(cellule: Cellule | null, adresse: string, plus: () => Plus): Ligne & Plus {
    const deja = this.lignes.get(adresse)
    const libelle = cellule?.libelle ?? adresse
    const ligne = deja ?? { adresse, libelle, formulaires: 0, exemples: [], ...plus() }
    if (!deja) this.lignes.set(adresse, ligne)
    return ligne
  }

  /** The most frequent first. */
  ordonnees(): (Ligne & Plus)[] {
    const toutes = [...this.lignes.values()]
    return toutes.toSorted((a, b) => b.formulaires - a.formulaires).slice(0, LIGNES_MAX)
  }

  get tronque(): boolean {
    return this.lignes.size > LIGNES_MAX
  }
}

/** `ACT.x1.PART` → `ACT.*.PART`: the rows of a table are one line. */
function sansLigne(mc: ModeleCompile, adresse: string): string {
  const [section, , colonne] = adresse.split('.')
  const tableau = mc.tableaux.find(({ code }) => code === section)
  return tableau ? `${section}.*.${colonne}` : adresse
}

/** Whether a cell of the draft would keep a value entered before. */
function estGardee(cellule: Cellule | null, valeur: Valeur): boolean {
  if (!cellule || cellule.calculee) return false
  return estMarqueur(cellule, valeur) || verifierNature(cellule, valeur) === null
}

const egales = (a: Valeur, b: Valeur): boolean =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
    : a === b

/** A draft tried on forms, structure after structure; it keeps counts, never a form. */
export class Essai {
  private readonly apres: ModeleCompile
  private readonly avant: ReadonlyMap<number, ModeleCompile>
  private readonly plan: PlanSimulation
  private formulaires = 0
  private structures = 0
  private readonly perdues = new Compteur<{ valeurs: number }>()
  private readonly requisesVides = new Compteur<object>()
  private readonly sansValeur = new Compteur<object>()
  private readonly changees = new Compteur<{
    exemple: { numero: string; avant: string; apres: string }
  }>()
  private readonly controles = new Map<
    string,
    { niveau: Niveau; avant: number | null; apres: number | null; exemples: string[] }
  >()
  private readonly niveaux = new Map(
    NIVEAUX.map((niveau) => [niveau, { niveau, avant: 0, apres: 0 }]),
  )

  /** `avant`: the versions that the forms were entered with, by id. */
  constructor(
    apres: ModeleCompile,
    avant: ReadonlyMap<number, ModeleCompile>,
    plan: PlanSimulation,
  ) {
    this.apres = apres
    this.avant = avant
    this.plan = plan
    for (const mc of avant.values()) this.inscrire(mc, 'avant')
    this.inscrire(apres, 'apres')
  }

  private inscrire(mc: ModeleCompile, moment: 'avant' | 'apres'): void {
    for (const { code, niveau } of mc.controles) {
      const connu = this.controles.get(code) ?? { niveau, avant: null, apres: null, exemples: [] }
      this.controles.set(code, { ...connu, niveau, [moment]: 0 })
    }
  }

  /** All the forms of one structure that matter: those to try, and what their formulas read. */
  voirStructure(formulaires: readonly FormulaireSimule[]): void {
    const autres: Record<string, Donnees> = {}
    for (const { modele, rang, valeur } of formulaires)
      if (valeur) autres[cleContexte(modele, isoDe(periodeDe(rang)))] = valeur
    const essayes = formulaires.filter(({ essaye }) => essaye)
    for (const formulaire of essayes) this.voir(formulaire, autres)
    if (essayes.length > 0) this.structures += 1
  }

  private voir(f: FormulaireSimule, autres: Record<string, Donnees>): void {
    const version = this.avant.get(f.modeleId)
    if (!version) return
    const periode = periodeDe(f.rang)
    const commun = { ...periode, structure: f.structureLue, autres }
    const ouvrir = (mc: ModeleCompile) => {
      // The report stays of its month: what the draft looks back upon is what was expected then.
      const contexte: Contexte = {
        ...commun,
        reculs: reculsDe(version.modele, f.rang, version.avant),
        ...passeDe(version, periode),
        joursOuvres: this.joursOuvres(mc, f.rang),
      }
      return ouvrirCalcul(mc, f.donnees, contexte)
    }
    const avant = ouvrir(version)
    const apres = ouvrir(this.apres)
    this.formulaires += 1
    this.compterPerdues(f.numero, avant)
    this.compterRequises(f.numero, avant, apres)
    this.compterCalculees(f.numero, avant, apres)
    this.compterControles(f.numero, { avant, apres })
  }

  private joursOuvres({ modele }: ModeleCompile, rang: number): number {
    const couverts = Array.from({ length: moisCouvertsDe(modele) }, (_, n) => rang - n)
    return couverts.reduce((total, un) => total + (this.plan.joursOuvres[un] ?? 0), 0)
  }

  private compterPerdues(numero: string, avant: Calcul): void {
    const vues = new Set<string>()
    for (const [adresse, valeur] of Object.entries(avant.saisies())) {
      if (estGardee(celluleDe(this.apres, adresse), valeur)) continue
      const commune = sansLigne(avant.mc, adresse)
      const cellule = celluleDe(avant.mc, adresse)
      const ligne = this.perdues.noter(cellule, commune, () => ({ valeurs: 0 }))
      ligne.valeurs += 1
      if (!vues.has(commune)) compter(ligne, numero)
      vues.add(commune)
    }
  }

  private compterRequises(numero: string, avant: Calcul, apres: Calcul): void {
    const deja = new Set(avant.manquants())
    const vues = new Set<string>()
    for (const adresse of apres.manquants()) {
      const commune = sansLigne(this.apres, adresse)
      if (deja.has(adresse) || vues.has(commune)) continue
      if (apres.motifManquant(adresse) !== 'VIDE') continue
      vues.add(commune)
      const cellule = celluleDe(this.apres, adresse)
      compter(
        this.requisesVides.noter(cellule, commune, () => ({})),
        numero,
      )
    }
  }

  private compterCalculees(numero: string, avant: Calcul, apres: Calcul): void {
    for (const [adresse, cellule] of this.apres.cellules) {
      if (!cellule.calculee || !avant.mc.cellules.get(adresse)?.calculee) continue
      const [ancienne, nouvelle] = [avant.valeur(adresse), apres.valeur(adresse)]
      if (ancienne === null || (nouvelle !== null && egales(ancienne, nouvelle))) continue
      if (nouvelle === null) {
        compter(
          this.sansValeur.noter(cellule, adresse, () => ({})),
          numero,
        )
        continue
      }
      const exemple = {
        numero,
        avant: formaterValeur(cellule, ancienne),
        apres: formaterValeur(cellule, nouvelle),
      }
      compter(
        this.changees.noter(cellule, adresse, () => ({ exemple })),
        numero,
      )
    }
  }

  private compterControles(numero: string, calculs: { avant: Calcul; apres: Calcul }): void {
    const avant = this.compterDeclenches(calculs.avant, 'avant')
    const apres = this.compterDeclenches(calculs.apres, 'apres')
    for (const code of new Set([...avant, ...apres])) {
      const controle = this.controles.get(code)
      if (controle && avant.has(code) !== apres.has(code)) citer(controle, numero)
    }
  }

  private compterDeclenches(calcul: Calcul, moment: 'avant' | 'apres'): Set<string> {
    const declenches = new Map(calcul.resultats().map(({ code, niveau }) => [code, niveau]))
    for (const code of declenches.keys()) {
      const controle = this.controles.get(code)
      if (controle) controle[moment] = (controle[moment] ?? 0) + 1
    }
    for (const niveau of new Set(declenches.values())) {
      const compte = this.niveaux.get(niveau)
      if (compte) compte[moment] += 1
    }
    return new Set(declenches.keys())
  }

  resultat(): ResultatSimulation {
    const { du, au } = this.plan
    const { perdues, requisesVides, sansValeur, changees } = this
    return {
      du: periodeDe(du),
      au: periodeDe(au),
      formulaires: this.formulaires,
      structures: this.structures,
      perdues: perdues.ordonnees(),
      requisesVides: requisesVides.ordonnees(),
      sansValeur: sansValeur.ordonnees(),
      changees: changees.ordonnees(),
      controles: [...this.controles].map(([code, compte]) => ({ code, ...compte })),
      niveaux: [...this.niveaux.values()],
      tronque: [perdues, requisesVides, sansValeur, changees].some((c) => c.tronque),
    }
  }
}
