import { isoDe, type Periode, periodeDe, rangDe } from '../mois.ts'
import { type Calcul, ouvrirCalcul } from './calcul.ts'
import type { ModeleCompile } from './compile.schema.ts'
import { cleContexte } from './etat.ts'
import { type Mesure, mesurer } from './exemple.ecarts.ts'
import {
  accorder,
  type But,
  type CellulesLues,
  essaisDe,
  estAccorde,
  estChiffre,
  lecturesDe,
  remettre,
} from './exemple.recherche.ts'
import { remplir } from './exemple.valeurs.ts'
import type { Contexte, Donnees, SectionMatrice } from './modele.schema.ts'
import { preremplirVide } from './preremplir.ts'
import { reculsDe } from './rythme.ts'
import { verifierValeur } from './verification.ts'

/**
 * An invented report of any model, to be finished by who learns: figures that agree, but for what
 * is left to do on purpose. The same model and month always give the same one.
 */
export type Exemple = {
  contexte: Contexte
  /** What the report holds when it is opened. */
  donnees: Donnees
  commentaires: Record<string, string>
  precedent: { periode: Periode; donnees: Donnees } | null
  /** A blank cell, and the figure that makes everything agree. */
  aRemplir: { adresse: string; valeur: number } | null
  /** A blocking control that fires, and the cell that was made wrong with its right figure. */
  aCorriger: { cle: string; adresse: string; valeur: number } | null
  /** A warning that fires. */
  aJustifier: { cle: string } | null
  /** A table left blank, to which only zeros are missing. */
  aZero: { section: string } | null
  /** No figures were found on which this model's controls all hold: nothing was made wrong. */
  coherent: boolean
}

/** What formulas ask of a structure: one of a plain size. */
function structureDe({ modele }: ModeleCompile): Donnees {
  const textes = JSON.stringify(modele).matchAll(/STRUCTURE\(\\"([^"\\]+)\\"\)/g)
  const noms = [...textes].map(([, nom = '']) => nom)
  const place = (nom: string) => (nom.startsWith('capacite') ? 40 : 3)
  return Object.fromEntries([...new Set(noms)].map((nom) => [nom, place(nom)]))
}

type Atelier = { mesure: Mesure; lues: CellulesLues }

const RIEN: ReadonlySet<string> = new Set()

/** A whole month on which the controls hold, as far as they can. */
function moisAccorde({ mesure, lues }: Atelier, contexte: Contexte, repris: Donnees | null) {
  const calcul = ouvrirCalcul(mesure.mc, {}, contexte)
  preremplirVide(calcul)
  const deja = calcul.saisies()
  for (const [adresse, valeur] of Object.entries(repris ?? {})) {
    const cellule = mesure.mc.cellules.get(adresse)
    if (!cellule || adresse in deja || cellule.luSeul) continue
    if (verifierValeur(cellule, valeur, contexte) === null) calcul.changer({ [adresse]: valeur })
  }
  remplir(calcul)
  const but = { fausses: RIEN, figees: new Set(Object.keys(deja)) }
  // What is taken from the month before is left alone as long as it can be.
  const accorde =
    accorder({ mesure, lues, calcul, but }) ||
    accorder({ mesure, lues, calcul, but: { ...but, figees: RIEN } })
  remplir(calcul)
  return { calcul, accorde }
}

type Etabli = Atelier & { calcul: Calcul; figees: Set<string>; fausses: Set<string> }

/** Tries something on the figures; they come back as they were when it does not do. */
function tenter(
  etabli: Etabli,
  fausses: ReadonlySet<string>,
  figees: ReadonlySet<string>,
): boolean {
  const avant = etabli.calcul.saisies()
  const but: But = { fausses, figees }
  if (accorder({ ...etabli, but })) return true
  remettre(etabli.calcul, avant)
  return false
}

const saisissables = ({ calcul, mesure }: Etabli, section: string): string[] =>
  [...mesure.mc.cellules]
    .filter(([, cellule]) => cellule.section === section && estChiffre(cellule))
    .map(([adresse]) => adresse)
    .filter((adresse) => calcul.requise(adresse))

/** Puts zeros in a whole table on which all else may agree: the last one that allows it. */
function choisirZeros(etabli: Etabli): Exemple['aZero'] {
  const { calcul, figees, mesure } = etabli
  const matrices = mesure.mc.modele.sections.filter(
    (section): section is SectionMatrice => section.type === 'matrice',
  )
  for (const { code } of matrices.toReversed()) {
    const cases = saisissables(etabli, code)
    if (cases.length < 4) continue
    const avant = calcul.saisies()
    calcul.changer(Object.fromEntries(cases.map((adresse) => [adresse, 0])))
    const gardees = new Set([...figees, ...cases])
    const zeros = cases.every((adresse) => calcul.valeur(adresse) === 0)
    if (zeros && tenter(etabli, etabli.fausses, gardees)) {
      for (const adresse of cases) figees.add(adresse)
      return { section: code }
    }
    remettre(calcul, avant)
  }
  return null
}

/** Makes one warning fire, all else agreeing. */
function choisirAvertissement(etabli: Etabli): Exemple['aJustifier'] {
  for (const { cle, niveau, lire } of etabli.mesure.mc.controles) {
    if (niveau !== 'AVERTISSEMENT' || etabli.calcul.evaluer(lire) !== true) continue
    if (!declencher(etabli, cle)) continue
    etabli.fausses.add(cle)
    return { cle }
  }
  return null
}

/** By one figure, which stays; the others follow. */
function declencher(etabli: Etabli, cle: string): boolean {
  const { mesure, calcul, lues, figees, fausses } = etabli
  for (const adresse of (lues.get(cle) ?? []).slice(0, 12)) {
    const cellule = mesure.mc.cellules.get(adresse)
    if (!cellule || figees.has(adresse)) continue
    for (const valeur of essaisDe(mesure, calcul, cellule, cle)) {
      const avant = calcul.saisies()
      calcul.changer({ [adresse]: valeur })
      const voulues = new Set([...fausses, cle])
      if (tenter(etabli, voulues, new Set([...figees, adresse]))) return true
      remettre(calcul, avant)
    }
  }
  return false
}

/** Empties a cell that has a figure, and that no warning already planted reads. */
function choisirBlanc(etabli: Etabli): Exemple['aRemplir'] {
  const { mesure, calcul, figees, lues, fausses } = etabli
  const prises = new Set([...fausses].flatMap((cle) => lues.get(cle) ?? []))
  const candidates = [...mesure.mc.cellules].filter(([adresse, cellule]) => {
    if (figees.has(adresse) || prises.has(adresse) || !estChiffre(cellule)) return false
    if (mesure.mc.formules[cellule.rang]?.prerempli) return false
    return calcul.requise(adresse) && Number(calcul.valeur(adresse)) > 0
  })
  const [adresse] = candidates.find(([, { ligne }]) => ligne !== null) ?? candidates[0] ?? []
  const valeur = adresse === undefined ? null : calcul.valeur(adresse)
  return adresse !== undefined && typeof valeur === 'number' ? { adresse, valeur } : null
}

/** Makes one figure wrong, so that one blocking control fires and no other speaks. */
function choisirErreur(etabli: Etabli, blancs: ReadonlySet<string>): Exemple['aCorriger'] {
  const { mesure, calcul, lues, fausses } = etabli
  for (const { cle, niveau, lire } of mesure.mc.controles) {
    const cases = lues.get(cle) ?? []
    if (niveau !== 'BLOQUANT' || calcul.evaluer(lire) !== true) continue
    if (cases.some((adresse) => blancs.has(adresse))) continue
    const but = { fausses: new Set([...fausses, cle]), figees: RIEN }
    for (const adresse of cases.toReversed().slice(0, 30)) {
      const cellule = mesure.mc.cellules.get(adresse)
      const valeur = calcul.valeur(adresse)
      if (!cellule || typeof valeur !== 'number' || mesure.mc.formules[cellule.rang]?.prerempli)
        continue
      for (const fausse of [valeur + 1, valeur + 2, valeur + 10, valeur - 1]) {
        if (verifierValeur(cellule, fausse, calcul.contexte) !== null) continue
        calcul.changer({ [adresse]: fausse })
        if (estAccorde({ mesure, calcul, but })) return { cle, adresse, valeur }
        calcul.changer({ [adresse]: valeur })
      }
    }
  }
  return null
}

/** A word beside what asks for one: nothing else is left to do than what is planted. */
const commenter = (calcul: Calcul): Record<string, string> =>
  Object.fromEntries(
    [...calcul.mc.cellules.keys()]
      .filter((adresse) => calcul.commentaireRequis(adresse))
      .map((adresse) => [adresse, 'Commentaire d’exemple.']),
  )

/** The expected month before. */
const periodePrecedente = ({ modele }: ModeleCompile, periode: Periode): Periode =>
  periodeDe(rangDe(periode) - (reculsDe(modele, rangDe(periode))[0] ?? 1))

/** The month before, whole, as other months are read: this model's own figures, no other's. */
function avecPrecedent(mc: ModeleCompile, contexte: Contexte, donnees: Donnees): Contexte {
  const avant = isoDe(periodePrecedente(mc, contexte))
  return { ...contexte, autres: { [cleContexte(mc.modele.code, avant)]: donnees } }
}

const propres = (mc: ModeleCompile, donnees: Donnees): Donnees =>
  Object.fromEntries(Object.entries(donnees).filter(([adresse]) => mc.cellules.has(adresse)))

/** What may be left to do. Less of it is planted where all of it would ask for something else too. */
type Semis = { zeros: boolean; blanc: boolean; fautes: boolean }

const SEMIS: readonly Semis[] = [
  { zeros: true, blanc: true, fautes: true },
  { zeros: false, blanc: true, fautes: true },
  { zeros: false, blanc: false, fautes: true },
  { zeros: false, blanc: false, fautes: false },
]

type ExemplePlante = Pick<
  Exemple,
  'donnees' | 'commentaires' | 'aRemplir' | 'aCorriger' | 'aJustifier' | 'aZero'
>

/** Plants on figures that agree. */
function planter(atelier: Atelier, calcul: Calcul, semis: Semis): ExemplePlante {
  const etabli: Etabli = { ...atelier, calcul, figees: new Set(), fausses: new Set() }
  const aZero = semis.zeros ? choisirZeros(etabli) : null
  const aJustifier = semis.fautes ? choisirAvertissement(etabli) : null
  const aRemplir = semis.blanc ? choisirBlanc(etabli) : null
  const zeros = aZero ? saisissables(etabli, aZero.section) : []
  const blancs = new Set([...zeros, ...(aRemplir ? [aRemplir.adresse] : [])])
  const aCorriger = semis.fautes ? choisirErreur(etabli, blancs) : null
  const commentaires = commenter(calcul)
  calcul.changer(Object.fromEntries([...blancs].map((adresse) => [adresse, null])))
  const donnees = propres(calcul.mc, calcul.saisies())
  return { donnees, commentaires, aRemplir, aCorriger, aJustifier, aZero }
}

/**
 * Whether what is planted is all that is left to do. An absence may fire a control or make another
 * cell required, and so may what a figure is corrected to.
 */
function seFinit(mc: ModeleCompile, contexte: Contexte, plante: ExemplePlante): boolean {
  const { donnees, commentaires, aRemplir, aCorriger, aJustifier, aZero } = plante
  const calcul = ouvrirCalcul(mc, donnees, contexte, { commentaires })
  if (calcul.erreurs !== (aCorriger ? 1 : 0)) return false
  for (const pose of [aRemplir, aCorriger])
    if (pose) calcul.changer({ [pose.adresse]: pose.valeur })
  const vides = calcul.manquants().filter((adresse) => calcul.motifManquant(adresse) === 'VIDE')
  const ailleurs = (adresse: string) => mc.cellules.get(adresse)?.section !== aZero?.section
  if (aZero && vides.some(ailleurs)) return false
  calcul.changer(Object.fromEntries(vides.map((adresse) => [adresse, 0])))
  return calcul.erreurs === 0 && calcul.avertissements === (aJustifier ? 1 : 0)
}

/** @param joursOuvres working days of the month. */
export function composerExemple(mc: ModeleCompile, periode: Periode, joursOuvres = 21): Exemple {
  const mesure = mesurer(mc)
  const atelier = { mesure, lues: lecturesDe(mesure) }
  const nu: Contexte = { ...periode, joursOuvres, structure: structureDe(mc), autres: {} }
  const avant = periodePrecedente(mc, periode)
  const passe = moisAccorde(atelier, { ...nu, ...avant }, null)
  const donneesPassees = propres(mc, passe.calcul.donnees())
  const contexte = avecPrecedent(mc, nu, donneesPassees)
  const { calcul, accorde } = moisAccorde(atelier, contexte, passe.calcul.saisies())
  const accordees = calcul.saisies()
  const commun = { contexte, precedent: { periode: avant, donnees: donneesPassees } }
  for (const semis of accorde ? SEMIS : []) {
    remettre(calcul, accordees)
    const plante = planter(atelier, calcul, semis)
    if (seFinit(mc, contexte, plante)) return { ...commun, ...plante, coherent: true }
  }
  remettre(calcul, accordees)
  const seul = { zeros: false, blanc: true, fautes: false }
  return { ...commun, ...planter(atelier, calcul, seul), coherent: false }
}
