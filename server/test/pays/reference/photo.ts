import type {
  Acte,
  Cellules,
  ChampDate,
  DeFormulaire,
  EtatDate,
  Geste,
  Jour,
  Journal,
  Rang,
} from './journal.ts'
import {
  type Calendrier,
  dernierJour,
  echeanceSelon,
  jourDe,
  plus,
  premierJour,
  rangDuJour,
  verrouDe,
} from './temps.ts'

// The country as its journal leaves it at an instant. Written from docs/conception.md (2, 4) and
// docs/chiffres.md alone.

/** Months that are told apart: the first stands for all those before, the last for those after. */
const PREMIER = 2020 * 12
const DERNIER = 2029 * 12
const TOUS = Array.from({ length: DERNIER - PREMIER + 1 }, (_, i) => PREMIER + i)
const casier = (rang: Rang) => Math.min(Math.max(rang, PREMIER), DERNIER) - PREMIER

type Interruption = { etat: 'SUSPENDUE' | 'FERMEE'; du: Jour; au: Jour | null }

/** A value for each month. */
type Suite<V> = V[]

/**
 * From a month on, until the next change already recorded; nothing where it is so already. Models
 * are dated one by one.
 */
function changer<V>(suite: Suite<V>, du: Rang, valeur: V): void {
  const debut = casier(du)
  const avant = suite[debut]
  if (avant === valeur) return
  let i = debut
  while (i < suite.length && suite[i] === avant) {
    suite[i] = valeur
    i += 1
  }
}

function corriger<V>(suite: Suite<V>, de: Rang | null, a: Rang | null, valeur: V): void {
  for (let i = de === null ? 0 : casier(de); i <= (a === null ? suite.length : casier(a)); i += 1)
    if (i < suite.length) suite[i] = valeur
}

const DATES = ['typeStructure', 'region', 'parent', 'capacite'] as const

export class StructureVue {
  readonly code: string
  readonly libelle: string
  readonly ouverture: Jour
  readonly effectifs: Record<string, number>
  fermeture: Jour | null = null
  etat: 'ACTIVE' | 'SUSPENDUE' | 'FERMEE' = 'ACTIVE'
  readonly interruptions: Interruption[] = []
  private readonly simples: Record<(typeof DATES)[number], Suite<string | number | null>>
  private readonly donnes = new Map<string, Suite<boolean>>()

  constructor(acte: Extract<Acte, { acte: 'CREER' }>) {
    this.code = acte.structure
    this.libelle = acte.libelle
    this.ouverture = acte.ouverture
    this.effectifs = acte.effectifs
    const partout = (champ: (typeof DATES)[number]) => TOUS.map(() => acte.etat[champ])
    this.simples = {
      typeStructure: partout('typeStructure'),
      region: partout('region'),
      parent: partout('parent'),
      capacite: partout('capacite'),
    }
    for (const modele of acte.etat.modeles)
      this.donnes.set(
        modele,
        TOUS.map(() => true),
      )
  }

  private modele(code: string): Suite<boolean> {
    const connue = this.donnes.get(code)
    if (connue) return connue
    const neuve = TOUS.map(() => false)
    this.donnes.set(code, neuve)
    return neuve
  }

  dater(champs: Partial<EtatDate>, ecrire: <V>(suite: Suite<V>, valeur: V) => void): void {
    for (const champ of DATES) {
      const valeur = champs[champ]
      if (valeur !== undefined) ecrire(this.simples[champ], valeur)
    }
    const { modeles } = champs
    if (!modeles) return
    for (const code of new Set([...modeles, ...this.donnes.keys()]))
      ecrire(this.modele(code), modeles.includes(code))
  }

  /** What it is in a month. */
  en(rang: Rang): EtatDate {
    const i = casier(rang)
    const lire = (champ: (typeof DATES)[number]) => this.simples[champ][i] ?? null
    return {
      typeStructure: String(lire('typeStructure')),
      region: String(lire('region')),
      parent: lire('parent') as string | null,
      capacite: lire('capacite') as number | null,
      modeles: [...this.donnes]
        .filter(([, suite]) => suite[i])
        .map(([code]) => code)
        .toSorted(),
    }
  }

  /** Runs of months of each dated field; null at an end: since always, until further notice. */
  periodes(): {
    champ: ChampDate
    valeur: string | number | null
    de: Rang | null
    a: Rang | null
  }[] {
    const decouper = <V>(suite: Suite<V>) => {
      const debuts = suite.map((_, i) => i).filter((i) => i === 0 || suite[i] !== suite[i - 1])
      return debuts.map((debut, n) => {
        const fin = debuts[n + 1]
        return {
          valeur: suite[debut] as V,
          de: debut === 0 ? null : debut + PREMIER,
          a: fin === undefined ? null : fin - 1 + PREMIER,
        }
      })
    }
    const simples = DATES.flatMap((champ) =>
      decouper(this.simples[champ]).map((une) => ({ champ, ...une })),
    )
    const modeles = [...this.donnes].flatMap(([code, suite]) =>
      decouper(suite)
        .filter(({ valeur }) => valeur)
        .map((une) => ({ champ: 'modeles' as const, ...une, valeur: code })),
    )
    return [...simples, ...modeles]
  }

  /** Whether it is open in some day of the month, and not away for the whole of it. */
  ouverteEn(rang: Rang): boolean {
    const [premier, dernier] = [premierJour(rang), dernierJour(rang)]
    if (this.ouverture > dernier) return false
    if (this.fermeture !== null && this.fermeture < premier) return false
    return !this.interruptions.some(({ du, au }) => du <= premier && (au === null || au >= dernier))
  }

  /** Whether it is open that day: it has opened, and is not closed; a suspended one is. */
  ouverteLe(jour: Jour): boolean {
    if (this.ouverture > jour) return false
    if (this.fermeture !== null && this.fermeture < jour) return false
    return !this.interruptions.some(
      ({ etat, du, au }) => etat === 'FERMEE' && du <= jour && (au === null || au >= jour),
    )
  }
}

export type EtatFormulaire = 'BROUILLON' | 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'DIFFUSE' | 'RENVOYE'
const APRES: Record<Exclude<Geste, 'COMMENCER' | 'ANNULER'>, EtatFormulaire> = {
  SOUMETTRE: 'SOUMIS',
  VALIDER: 'VALIDE',
  APPROUVER: 'APPROUVE',
  DIFFUSER: 'DIFFUSE',
  RENVOYER: 'RENVOYE',
  BROUILLON: 'BROUILLON',
}
export const RECUS: readonly EtatFormulaire[] = ['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE']

export type FormulaireVu = {
  numero: string
  structure: string
  modele: string
  rang: Rang
  repris: boolean
  etat: EtatFormulaire | 'ANNULE'
  commenceLe: string
  /** The first submission, and the due day of then where it was not its month's. */
  soumisLe: string | null
  echeance: Jour | null
  horsDelai: boolean
  valideLe: string | null
  renvoye: boolean
  cellules: Cellules
  publications: { version: number; le: string; cellules: Cellules }[]
  modifieLe: string
}

type Version = Extract<Acte, { acte: 'MODELE' }>
export type Rouverture = { rang: Rang; le: string; jusqua: Jour; termineeLe: string | null }

const cleDe = (structure: string, rang: Rang) => `${structure}@${rang}`

export class Photo {
  readonly maintenant: string
  readonly jour: Jour
  readonly courant: Rang
  debut: Rang | null = null
  readonly structures = new Map<string, StructureVue>()
  readonly versions = new Map<string, Version[]>()
  readonly formulaires = new Map<string, FormulaireVu>()
  readonly rouvertures = new Map<string, Rouverture[]>()
  calendrier: Calendrier = { jourEcheance: 5, joursFeries: [] }
  /** Due days that settings changed since would not give. */
  private readonly tenues = new Map<Rang, Jour>()

  constructor(journal: Journal, maintenant: string) {
    this.maintenant = maintenant
    this.jour = jourDe(maintenant)
    this.courant = rangDuJour(this.jour)
    for (const acte of journal) if (acte.le <= maintenant) this.appliquer(acte)
  }

  private appliquer(acte: Acte): void {
    switch (acte.acte) {
      case 'CALENDRIER':
        this.regler(acte, jourDe(acte.le))
        return
      case 'DEBUT':
        this.debut = acte.rang
        return
      case 'MODELE':
        this.versions.set(acte.code, [...(this.versions.get(acte.code) ?? []), acte])
        return
      case 'CREER':
        this.structures.set(acte.structure, new StructureVue(acte))
        return
      case 'CHANGER':
        this.structure(acte.structure).dater(acte.champs, (suite, valeur) =>
          changer(suite, acte.du, valeur),
        )
        return
      case 'CORRIGER':
        this.structure(acte.structure).dater(acte.champs, (suite, valeur) =>
          corriger(suite, acte.de, acte.a, valeur),
        )
        return
      case 'ROUVRIR': {
        const { rang, le, jusqua } = acte
        this.rouvertes(acte.structure, rang).push({ rang, le, jusqua, termineeLe: null })
        return
      }
      case 'TERMINER': {
        const derniere = this.rouvertes(acte.structure, acte.rang).at(-1)
        if (derniere) derniere.termineeLe = acte.le
        return
      }
      case 'FORMULAIRE':
        this.ecrire(acte)
        return
      default:
        this.interrompre(acte)
    }
  }

  structure(code: string): StructureVue {
    const connue = this.structures.get(code)
    if (!connue) throw new Error(`structure inconnue du journal : ${code}`)
    return connue
  }

  private rouvertes(structure: string, rang: Rang): Rouverture[] {
    const cle = cleDe(structure, rang)
    const connues = this.rouvertures.get(cle) ?? []
    this.rouvertures.set(cle, connues)
    return connues
  }

  private interrompre({
    acte,
    structure,
    jour,
  }: Extract<Acte, { acte: 'SUSPENDRE' | 'REVENIR' | 'FERMER' | 'ANNONCER' }>): void {
    const s = this.structure(structure)
    if (acte === 'FERMER' || acte === 'ANNONCER') {
      s.fermeture = jour
      if (acte === 'FERMER') s.etat = 'FERMEE'
      return
    }
    if (acte === 'SUSPENDRE') {
      s.etat = 'SUSPENDUE'
      s.interruptions.push({ etat: 'SUSPENDUE', du: jour, au: null })
      return
    }
    // Back, on that day: away until the day before.
    if (s.etat === 'FERMEE' && s.fermeture) {
      s.interruptions.push({ etat: 'FERMEE', du: plus(s.fermeture, 1), au: plus(jour, -1) })
      s.fermeture = null
    } else {
      const derniere = s.interruptions.at(-1)
      if (derniere) derniere.au = plus(jour, -1)
    }
    s.etat = 'ACTIVE'
  }

  /** A date that is past stays; one to come moves, never before the day of the change. */
  private regler({ jourEcheance, joursFeries }: Calendrier, jour: Jour): void {
    const nouveau = { jourEcheance, joursFeries }
    for (const rang of TOUS) {
      const avant = this.echeanceDuMois(rang)
      const apres = echeanceSelon(rang, nouveau)
      const voulue = avant < jour ? avant : apres > jour ? apres : jour
      if (this.calendrierRegle) this.tenues.set(rang, voulue)
    }
    this.calendrier = nouveau
    this.calendrierRegle = true
  }
  /** The first settings are those of always. */
  private calendrierRegle = false

  echeanceDuMois(rang: Rang): Jour {
    return this.tenues.get(rang) ?? echeanceSelon(rang, this.calendrier)
  }

  /** The month's, or the end of a reopening that nobody ended before, if it is later. */
  echeanceSiNonRecu(structure: string, rang: Rang): Jour {
    const fins = (this.rouvertures.get(cleDe(structure, rang)) ?? [])
      .filter(({ termineeLe }) => termineeLe === null)
      .map(({ jusqua }) => jusqua)
    return [this.echeanceDuMois(rang), ...fins].toSorted().at(-1) ?? ''
  }

  /** Opened again, today included. */
  estRouvert(structure: string, rang: Rang): boolean {
    const siennes = this.rouvertures.get(cleDe(structure, rang)) ?? []
    return siennes.some(({ termineeLe, jusqua }) => termineeLe === null && jusqua >= this.jour)
  }

  prendEncore(structure: string, rang: Rang): boolean {
    return verrouDe(rang) > this.jour || this.estRouvert(structure, rang)
  }

  private ecrire(acte: DeFormulaire & { le: string }): void {
    const { geste, numero, structure, modele, rang, le } = acte
    if (geste === 'COMMENCER') {
      this.formulaires.set(numero, {
        numero,
        structure,
        modele,
        rang,
        repris: acte.repris ?? false,
        etat: 'BROUILLON',
        commenceLe: le,
        soumisLe: null,
        echeance: null,
        horsDelai: false,
        valideLe: null,
        renvoye: false,
        cellules: acte.cellules ?? {},
        publications: [],
        modifieLe: le,
      })
      return
    }
    const f = this.formulaires.get(numero)
    if (!f) throw new Error(`formulaire inconnu du journal : ${numero}`)
    f.modifieLe = le
    if (acte.cellules) f.cellules = acte.cellules
    if (geste === 'ANNULER') {
      f.etat = 'ANNULE'
      return
    }
    f.etat = APRES[geste]
    if (geste === 'SOUMETTRE' && f.soumisLe === null) {
      f.soumisLe = le
      const due = this.echeanceSiNonRecu(structure, rang)
      f.echeance = due === this.echeanceDuMois(rang) ? null : due
      f.horsDelai = jourDe(le) > due
    }
    if (geste === 'VALIDER') f.valideLe ??= le
    if (geste === 'RENVOYER') f.renvoye = true
    if (geste === 'DIFFUSER')
      f.publications.push({ version: f.publications.length + 1, le, cellules: f.cellules })
  }

  /** The version in force in a month. */
  versionEn(modele: string, rang: Rang): Version | null {
    return this.versions.get(modele)?.findLast(({ du }) => du <= rang) ?? null
  }

  /** Whether a version in force expects a report of that month. */
  modeleAttendu(modele: string, rang: Rang): boolean {
    return this.versionEn(modele, rang)?.attendus.includes(rang % 12) ?? false
  }

  /** The expected month before, by the version of each; null: none within three years. */
  attenduAvant(modele: string, rang: Rang): Rang | null {
    for (let r = rang - 1; r >= rang - 36; r -= 1) if (this.modeleAttendu(modele, r)) return r
    return null
  }

  attendu(structure: string, modele: string, rang: Rang): boolean {
    return this.debut !== null && rang >= this.debut && this.demande(structure, modele, rang)
  }

  /** The same, whatever the start of the collection. */
  demande(structure: string, modele: string, rang: Rang): boolean {
    const s = this.structures.get(structure)
    if (!s || !this.modeleAttendu(modele, rang)) return false
    return s.ouverteEn(rang) && s.en(rang).modeles.includes(modele)
  }
}
