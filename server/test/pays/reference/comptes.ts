import { type Jour, type Rang, SUIVIS } from './journal.ts'
import { type EtatFormulaire, type FormulaireVu, type Photo, RECUS } from './photo.ts'
import { ecartEnJours, jourDe, verrouDe } from './temps.ts'

// What is expected, received, late (docs/chiffres.md), cell by cell.

export type CaseVue = {
  structure: string
  modele: string
  rang: Rang
  /** Of its month. */
  region: string
  typeStructure: string
  parent: string | null
  attendu: boolean
  /** The live report, if there is one. */
  formulaire: (FormulaireVu & { etat: EtatFormulaire }) | null
  echeance: Jour
  recu: boolean
  du: boolean
}

const estVivant = (f: FormulaireVu): f is FormulaireVu & { etat: EtatFormulaire } =>
  f.etat !== 'ANNULE'

/** Every pair of a structure and a model, in every month of these, that is expected or has a report. */
export function casesDe(photo: Photo, du: Rang, au: Rang): CaseVue[] {
  const vivants = new Map(
    [...photo.formulaires.values()]
      .filter(estVivant)
      .map((f) => [`${f.structure} ${f.modele} ${f.rang}`, f]),
  )
  const cases: CaseVue[] = []
  for (const [code, s] of photo.structures)
    for (let rang = du; rang <= au; rang += 1) {
      const { region, typeStructure, parent } = s.en(rang)
      for (const modele of photo.versions.keys()) {
        const formulaire = vivants.get(`${code} ${modele} ${rang}`) ?? null
        const attendu = photo.attendu(code, modele, rang)
        if (!attendu && !formulaire) continue
        const recu =
          formulaire !== null &&
          (RECUS.includes(formulaire.etat) ||
            (formulaire.etat === 'RENVOYE' && formulaire.soumisLe !== null))
        const echeance =
          (recu && formulaire.echeance) ||
          (recu ? photo.echeanceDuMois(rang) : photo.echeanceSiNonRecu(code, rang))
        const lieu = { structure: code, modele, rang, region, typeStructure, parent }
        cases.push({ ...lieu, attendu, formulaire, echeance, recu, du: echeance < photo.jour })
      }
    }
  return cases
}

const estEnRetard = (c: CaseVue): boolean => c.attendu && c.du && !c.recu

export function compter(photo: Photo, cases: readonly CaseVue[]) {
  const prevus = cases.filter(({ attendu, rang }) => attendu && rang <= photo.courant)
  const dus = prevus.filter(({ du }) => du)
  const recus = dus.filter(({ recu }) => recu)
  const pasDus = prevus.filter(({ du }) => !du)
  return {
    attendus: dus.length,
    recus: recus.length,
    aTemps: recus.filter(({ formulaire }) => !formulaire?.horsDelai).length,
    enRetard: dus.length - recus.length,
    pasEncoreDus: pasDus.length,
    enAvance: pasDus.filter(({ recu }) => recu).length,
  }
}

const SECONDE_MS = 1000

/** What was made of those received; `delaiValidation`: the delays added, in seconds. */
export function instruire(photo: Photo, cases: readonly CaseVue[]) {
  const recus = cases.filter((c) => c.attendu && c.rang <= photo.courant && c.du && c.recu)
  const delais = recus.flatMap(({ formulaire }) =>
    formulaire?.valideLe && formulaire.soumisLe && formulaire.valideLe >= formulaire.soumisLe
      ? [(Date.parse(formulaire.valideLe) - Date.parse(formulaire.soumisLe)) / SECONDE_MS]
      : [],
  )
  const total = delais.reduce((a, b) => a + b, 0)
  return {
    valides: delais.length,
    delaiValidation: delais.length === 0 ? null : Math.round(total),
    renvoyes: recus.filter(({ formulaire }) => formulaire?.renvoye).length,
  }
}

export type Valeur = Record<'effectif' | 'entrees' | 'sorties', number | null>
const RIEN: Valeur = { effectif: null, entrees: null, sorties: null }

/** The content that counts of a month: received, and not sent back; else what was last published. */
function contenuDe({ formulaire }: Pick<CaseVue, 'formulaire'>): Record<string, number> | null {
  if (!formulaire) return null
  if (RECUS.includes(formulaire.etat)) return formulaire.cellules
  return formulaire.publications.at(-1)?.cellules ?? null
}

/** The followed figures of the month, by the model's own cells. */
export function valeurDe(c: Pick<CaseVue, 'formulaire' | 'modele'>): Valeur {
  const suivi = SUIVIS[c.modele]
  const contenu = contenuDe(c)
  if (!suivi || !contenu) return RIEN
  return {
    effectif: contenu[suivi.effectif] ?? null,
    entrees: contenu[suivi.entrees] ?? null,
    sorties: contenu[suivi.sorties] ?? null,
  }
}

function additionner(valeurs: readonly (number | null)[]): number | null {
  const connues = valeurs.filter((valeur) => valeur !== null)
  return connues.length === 0 ? null : connues.reduce((a, b) => a + b, 0)
}

/** What a sum of a model and a month says. */
export function point(photo: Photo, cases: readonly CaseVue[]) {
  const { attendus, recus, pasEncoreDus, enAvance } = compter(photo, cases)
  const comptes = cases.filter((c) => c.rang <= photo.courant && contenuDe(c) !== null)
  const retenus = comptes.filter(({ attendu, recu }) => attendu && recu).length
  const valeurs = comptes.map(valeurDe)
  return {
    effectif: additionner(valeurs.map(({ effectif }) => effectif)),
    entrees: additionner(valeurs.map(({ entrees }) => entrees)),
    sorties: additionner(valeurs.map(({ sorties }) => sorties)),
    attendus,
    recus,
    pasEncoreDus,
    enAvance,
    retenus,
    autres: comptes.length - retenus,
    declares: valeurs.filter(({ effectif }) => effectif !== null).length,
    mouvements: valeurs.filter(({ entrees, sorties }) => entrees !== null || sorties !== null)
      .length,
  }
}

export const statutDuMois = (photo: Photo, rang: Rang) =>
  rang > photo.courant ? 'A_VENIR' : verrouDe(rang) > photo.jour ? 'OUVERT' : 'CLOS'

/** The letter of a cell of the matrix, from the words that explain each. */
export function lettreDe(photo: Photo, c: CaseVue | undefined): string {
  if (!c) return '.'
  const { formulaire, rang, structure } = c
  if (!formulaire && rang > photo.courant) return '-'
  const clos = !photo.prendEncore(structure, rang)
  const tard = estEnRetard(c)
  if (!formulaire) return clos ? 'C' : tard ? 'n' : 'N'
  if (formulaire.etat === 'BROUILLON') return clos && c.attendu ? 'C' : tard ? 'b' : 'B'
  if (!c.recu) return tard ? 'q' : 'Q'
  const lettre = formulaire.etat.charAt(0)
  return formulaire.horsDelai ? lettre.toLowerCase() : lettre
}

/** Of a late report, to today; of one received late, to its first submission. */
export function retardDe(photo: Photo, c: CaseVue) {
  const enRetard = estEnRetard(c)
  const fin = enRetard || !c.formulaire?.soumisLe ? photo.jour : jourDe(c.formulaire.soumisLe)
  return {
    statut: enRetard ? 'EN_RETARD' : 'HORS_DELAI',
    echeance: c.echeance,
    joursRetard: ecartEnJours(c.echeance, fin),
    numero: c.formulaire?.numero ?? null,
    etat: c.formulaire?.etat ?? 'NON_COMMENCE',
    clos: !photo.prendEncore(c.structure, c.rang),
  }
}

/** Late, or received after its day. */
export const estTardif = (c: CaseVue): boolean =>
  c.attendu && (estEnRetard(c) || (c.recu && (c.formulaire?.horsDelai ?? false)))

/** The gap of a headcount, against the expected month before (docs/conception.md, 4). */
export function ecartDe(photo: Photo, c: CaseVue, toutes: ReadonlyMap<string, CaseVue>) {
  const { effectif, entrees, sorties } = valeurDe(c)
  const avant = photo.attenduAvant(c.modele, c.rang)
  const voisin = avant === null ? undefined : toutes.get(cle(c.structure, c.modele, avant))
  const premier = ![...photo.formulaires.values()].some(
    (f) =>
      f.structure === c.structure &&
      f.modele === c.modele &&
      f.rang < c.rang &&
      f.etat !== 'ANNULE',
  )
  const ouverture = photo.structure(c.structure).effectifs[c.modele] ?? null
  const precedent = voisin?.formulaire ? valeurDe(voisin).effectif : premier ? ouverture : null
  const theorique =
    precedent === null || entrees === null || sorties === null
      ? null
      : precedent + entrees - sorties
  const ecart = effectif === null || theorique === null ? null : effectif - theorique
  const grand = Math.abs(ecart ?? 0)
  const tolere = grand <= 2 || 100 * grand <= 5 * Math.abs(theorique ?? 0)
  const niveau =
    ecart === null
      ? 'NON_CALCULABLE'
      : ecart === 0
        ? 'CONFORME'
        : tolere
          ? 'A_VERIFIER'
          : 'ANOMALIE'
  return { effectif, precedent, theorique, ecart, niveau }
}

export const cle = (structure: string, modele: string, rang: Rang): string =>
  `${structure} ${modele} ${rang}`

/** What a reminder may name: expected, of a month that takes entries, and not received. */
export const manque = (photo: Photo, c: CaseVue): boolean =>
  c.attendu && !c.recu && c.rang <= photo.courant && photo.prendEncore(c.structure, c.rang)

/** In service: neither suspended nor closed today. */
export function enService(photo: Photo, code: string): boolean {
  const s = photo.structure(code)
  if (s.etat !== 'ACTIVE') return false
  return s.fermeture === null || s.fermeture >= photo.jour
}
