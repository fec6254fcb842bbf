import type {
  Chiffre,
  Couverture,
  TableauAnnuaire,
  TableauMasque,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { arrondir } from '@releve/contract/exact.ts'
import type { Donnees, Valeur } from '@releve/contract/modele/modele.schema.ts'
import {
  type ChiffresLus,
  type Egaux,
  ecrireTableau,
  nomDeSerie,
  nomDuChiffre,
} from './composer.ts'
import { CouvertureEgale, type Etendue, type Regard } from './couverture-egale.ts'
import { croiser } from './croiser.ts'
import {
  adressesComptees,
  Cube,
  compterRepetes,
  type Forme,
  type Lecture,
  type TableauRepete,
} from './cube.ts'
import {
  type Exact,
  ecrireChiffre,
  evaluer,
  evaluerTableau,
  type Milieu,
  type TableauEvalue,
} from './evaluer.ts'
import { type DocumentLu, Lecteur } from './lecteur.ts'
import { ANNEXES, CHAPITRES, estProtege, SERIES } from './plan.ts'
import { masquesDe } from './regrouper.ts'
import {
  type Composant,
  composantDe,
  type Formule,
  type FormulesDuTableau,
  resoudre,
  type TableauResolu,
  type Terrain,
} from './resoudre.ts'
import type { Attente, ComptesCouverture, Lot } from './retenus.sql.ts'
import { masquer, masquerEgaux, type Systeme, systemeDe } from './secret.ts'
import type { Solver } from './solveur.ts'

/** What a thread of its own is asked to make of one year. */
export type Mission = {
  terrain: Terrain
  repetes: TableauRepete[]
  moisEchus: number
  seuil: number
  /** Names of the models, by code. */
  modeles: Record<string, string>
  /** By model, then month (1 to 12). */
  couvertures: Record<string, Record<number, Couverture>>
  /** What the year before says; null: nothing does. */
  avant: ChiffresLus | null
  /**
   * Both years as they are compared, which of them this is, and what the one before compares; null:
   * no other year can be.
   */
  regard: { annees: Regard; rang: 0 | 1; avant: Egaux | null } | null
  /** In percent: less of a figure compared, and its variation is not given. */
  partComparable: number
  /** The editions already read, of the same year, then of the next, and the figures that they hid. */
  lues: (DocumentLu & { caches: string[] })[]
}

export type Fabrication = {
  tableaux: { chapitre: string; tableau: TableauAnnuaire }[]
  formules: FormulesDuTableau[]
  valeurs: [string, number][]
  caches: string[]
  /** What was expected of the structures that averages are made of. */
  attentes: Attente[]
  /** What another year is compared with, by table, row and column; null: nothing is. */
  egaux: Egaux | null
  /** National figures of this year by series; null: absent. */
  series: SerieFaite[]
  /** What would help the tables that are hidden more than half. */
  masques: TableauMasque[]
}

/** `chiffre` as it is written; `etendue`: how much of it is compared. */
export type SerieFaite = { code: string; chiffre: Chiffre; etendue: Etendue | null }

const SANS_FILTRE = { region: null, type: null, mois: null }
const formulesDesSeries = SERIES.map((serie) => composantDe(serie, SANS_FILTRE))

/** What these tables, and the series, are made of. */
const composantsDe = (resolus: readonly TableauResolu[]): Composant[] =>
  [
    ...resolus.flatMap(({ lignes }) => lignes.flatMap((l) => l.formules)),
    ...formulesDesSeries,
  ].flatMap((formule) => (formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]))

function lecturesDe(resolus: readonly TableauResolu[]): Lecture[] {
  const parCle = new Map<string, { cellules: Set<string>; moyennes: Set<string> }>()
  for (const { sorte, terme } of composantsDe(resolus)) {
    const lues = parCle.get(terme.lecture) ?? { cellules: new Set(), moyennes: new Set() }
    for (const cellule of terme.cellules) {
      lues.cellules.add(cellule)
      if (sorte === 'moyenne') lues.moyennes.add(cellule)
    }
    parCle.set(terme.lecture, lues)
  }
  return [...parCle].map(([cle, { cellules, moyennes }]) => {
    const [modele = '', avec = null] = cle.split('+')
    return { cle, modele, avec, cellules: [...cellules], moyennes: [...moyennes] }
  })
}

/** The tables that the plan makes on this terrain, chapter by chapter. */
export function resoudreTout(terrain: Terrain): { chapitre: string; resolu: TableauResolu }[] {
  return CHAPITRES.flatMap(({ code, tableaux }) =>
    [...tableaux, ...(code === ANNEXES ? terrain.autres : [])].map((plan) => ({
      chapitre: code,
      resolu: resoudre(plan, terrain),
    })),
  ).filter(({ resolu }) => resolu.lignes.some(({ total }) => !total))
}

type FormeComptee = { forme: Forme; compter: (valeurs: Valeur[]) => Valeur[] }

/** The addresses of a shape, then those that counting its repeating tables adds. */
function formeComptee(adresses: string[], repetes: Mission['repetes']): FormeComptee {
  const ajoutees = repetes.flatMap(adressesComptees)
  const rangs = adresses.flatMap((adresse, rang) =>
    repetes.some(({ section }) => adresse.startsWith(`${section}.`)) ? [{ adresse, rang }] : [],
  )
  return {
    forme: { adresses: [...adresses, ...ajoutees] },
    compter(valeurs) {
      const donnees: Donnees = {}
      for (const { adresse, rang } of rangs) donnees[adresse] = valeurs[rang] ?? ''
      for (const repete of repetes) compterRepetes(donnees, repete)
      for (const adresse of ajoutees) valeurs.push(donnees[adresse] ?? 0)
      return valeurs
    },
  }
}

/** One year: adds up the forms that it is shown, then writes its tables. */
export class Annee {
  private readonly mission: Mission
  private readonly resolus: { chapitre: string; resolu: TableauResolu }[]
  private readonly lectures: Lecture[]
  private readonly cube: Cube
  private readonly formes = new Map<string, { modele: string } & FormeComptee>()
  private readonly attentes: Attente[] = []
  private readonly egale: CouvertureEgale | null
  private readonly ecartes: ReturnType<CouvertureEgale['ecartesDe']> = new Map()

  constructor(mission: Mission) {
    this.mission = mission
    const { regard } = mission
    this.egale = regard && new CouvertureEgale(regard.annees)
    if (this.egale && regard) this.ecartes = this.egale.ecartesDe(regard.rang)
    this.resolus = resoudreTout(mission.terrain)
    this.lectures = lecturesDe(this.resolus.map(({ resolu }) => resolu))
    this.cube = new Cube(this.lectures)
  }

  /** The models that averages read: what is expected of their structures weighs in them. */
  modelesDesMoyennes(): string[] {
    const lues = this.lectures.filter(({ moyennes }) => moyennes.length > 0)
    return [...new Set(lues.map(({ modele }) => modele))]
  }

  /** Adds up the forms of some structures. */
  voir({ formes, structures }: Lot): void {
    const { repetes } = this.mission
    for (const [nom, { modele, adresses }] of Object.entries(formes)) {
      const siens = repetes.filter((repete) => repete.modele === modele)
      this.formes.set(nom, { modele, ...formeComptee(adresses, siens) })
    }
    for (const { id, attentes, formulaires } of structures) {
      this.attentes.push(...attentes)
      this.cube.voirStructure({
        attentes,
        ecartes: this.ecartes.get(id),
        formulaires: formulaires.flatMap(([region, type, mois, nom, valeurs]) => {
          const connue = this.formes.get(nom)
          if (!connue) return []
          const { modele, forme, compter } = connue
          return [{ modele, region, type, mois, forme, valeurs: compter(valeurs) }]
        }),
      })
    }
  }

  private couverture(modele: string, mois: readonly number[]): Couverture | null {
    const parMois = this.mission.couvertures[modele]
    return parMois ? sommer(mois.flatMap((m) => parMois[m] ?? [])) : null
  }

  /** What this year brings to a comparison: every figure, as far as both years cover it alike. */
  private comparer(
    evalues: readonly { evalue: TableauEvalue }[],
    systeme: Systeme,
    milieu: Milieu,
    solveur: Solver,
  ): Egaux | null {
    if (!this.egale) return null
    const egal: Milieu = { ...milieu, compte: 'egal' }
    // Nothing is set aside: what is compared is what is shown.
    const refaire = (evalue: TableauEvalue) =>
      this.ecartes.size === 0 ? evalue : evaluerTableau(evalue.resolu, egal)
    const refaits = evalues.map(({ evalue }) => refaire(evalue))
    const exacts = new Map<string, Exact>()
    for (const { exacts: lignes, tenus = [] } of refaits)
      for (const exact of [...lignes.flat(), ...tenus.map((tenu) => tenu.exact)])
        exacts.set(exact.cle, exact)
    const desSeries = formulesDesSeries.map((formule) => evaluer(formule, egal))
    for (const exact of desSeries) exacts.set(exact.cle, exact)
    const caches = masquerEgaux(systeme, exacts, { seuil: this.mission.seuil, solveur })
    const ecrire = (exact: Exact, decimales: number) => ({
      chiffre: ecrireChiffre(exact, decimales, caches),
      partiel: exact.partiel,
    })
    const egaux: Record<string, Egaux[string]> = {}
    for (const { resolu, exacts: lignes } of refaits)
      for (const [l, ligne] of resolu.lignes.entries())
        for (const [c, { code, decimales }] of resolu.colonnes.entries()) {
          const exact = lignes[l]?.[c]
          if (!exact) continue
          egaux[nomDuChiffre(resolu.plan.code, ligne.code, code)] = ecrire(exact, decimales)
        }
    for (const [i, { code }] of SERIES.entries()) {
      const exact = desSeries[i]
      if (exact) egaux[nomDeSerie(code)] = ecrire(exact, 0)
    }
    return egaux
  }

  fait(solveur: Solver): Fabrication {
    const { mission, cube } = this
    const { terrain, moisEchus, seuil, modeles, avant, lues, regard, partComparable } = mission
    const { annee } = terrain
    const milieu = { terrain, cube, moisEchus }
    const evalues = this.resolus.map(({ chapitre, resolu }) => ({
      chapitre,
      evalue: evaluerTableau(resolu, milieu),
    }))
    const tableaux = evalues.map(({ evalue }): TableauEvalue => evalue)
    const croisement = croiser(tableaux, milieu)
    const series = SERIES.map((serie, i) => ({
      serie,
      exact: evaluer(formulesDesSeries[i] as Formule, milieu),
    }))
    const systeme = systemeDe(tableaux, annee, {
      avant: avant ?? {},
      croisement,
      series: series.flatMap(({ serie: { personnes }, exact }) =>
        estProtege(personnes, terrain.agentsProteges) ? [exact] : [],
      ),
    })
    const deja = lues.map((lue) => {
      const { egalites, plafonds, bilans, stocks } = new Lecteur(lue).lecture
      const [valeurs, caches] = [new Map(lue.valeurs), new Set(lue.caches)]
      const present = { annee: lue.annee, stocks }
      return { present, valeurs, caches, equations: egalites, plafonds, bilans }
    })
    const caches = masquer(systeme, { seuil, lues: deja, solveur })
    const egaux = this.comparer(evalues, systeme, milieu, solveur)
    const couverture = (modele: string, mois: readonly number[]) => this.couverture(modele, mois)
    const compare = egaux && regard?.avant ? { apres: egaux, avant: regard.avant } : null
    const etendue = (formule: Formule) => this.etendue(formule)
    const comparaison = { avant, partComparable, egaux: compare, etendue }
    const fond = { annee, modeles, couverture, comparaison, caches }
    return {
      tableaux: evalues.map(({ chapitre, evalue }) => ({
        chapitre,
        tableau: ecrireTableau(evalue, fond),
      })),
      formules: evalues.map(({ evalue: { resolu } }) => ({
        code: resolu.plan.code,
        formules: resolu.lignes.map(({ formules }) => formules),
      })),
      valeurs: [...systeme.valeurs],
      caches: [...caches],
      attentes: this.attentes,
      egaux,
      masques: masquesDe(tableaux, annee, caches, { seuil, solveur }),
      series: series.map(({ serie: { code }, exact }, i) => ({
        code,
        chiffre: ecrireChiffre(exact, 0, caches),
        etendue: etendue(formulesDesSeries[i] as Formule),
      })),
    }
  }

  /** How much of a figure both years compare: the least of its terms. */
  private etendue(formule: Formule): Etendue | null {
    const { egale } = this
    const composants = formule.sorte === 'taux' ? [...formule.num, ...formule.den] : [formule]
    const etendues = egale ? composants.map(({ terme }) => egale.etendueDe(terme)) : []
    const [premiere] = etendues
    if (!premiere) return null
    return {
      ...premiere,
      part: Math.min(...etendues.map(({ part: sienne }) => sienne)),
      structures: Math.min(...etendues.map(({ structures }) => structures)),
    }
  }
}

const part = (nombre: number, de: number) => (de === 0 ? null : arrondir((100 * nombre) / de, 1))

/** The rates of what was expected. */
export const couvertureDe = (compte: ComptesCouverture): Couverture => ({
  attendus: compte.attendus,
  recus: compte.recus,
  aTemps: compte.aTemps,
  retenus: compte.retenus,
  completude: part(compte.recus, compte.attendus),
  promptitude: part(compte.aTemps, compte.attendus),
  pasEncoreDus: compte.pasEncoreDus,
  enAvance: compte.enAvance,
  retenusEnAvance: compte.retenusEnAvance,
})

type Somme = Partial<Pick<Couverture, 'pasEncoreDus' | 'enAvance' | 'retenusEnAvance'>> &
  Omit<ComptesCouverture, 'pasEncoreDus' | 'enAvance' | 'retenusEnAvance'>

export function sommer(comptes: readonly Somme[]): Couverture {
  const somme = (cle: keyof ComptesCouverture) =>
    comptes.reduce((total, compte) => total + (compte[cle] ?? 0), 0)
  return couvertureDe({
    attendus: somme('attendus'),
    recus: somme('recus'),
    aTemps: somme('aTemps'),
    retenus: somme('retenus'),
    pasEncoreDus: somme('pasEncoreDus'),
    enAvance: somme('enAvance'),
    retenusEnAvance: somme('retenusEnAvance'),
  })
}
