import { type Detail, libelleErreur } from '@releve/contract/erreur.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { celluleDe, type ModeleCompile } from '@releve/contract/modele/compile.ts'
import { type Donnees, SO, type Valeur } from '@releve/contract/modele/modele.schema.ts'
import { lireSaisie } from '@releve/contract/modele/saisie.ts'
import { LIBELLES_MOIS, MOIS, type Periode } from '@releve/contract/mois.ts'
import { erreur } from '../platform/erreur.ts'
import type { LigneTableur, Tableur } from '../platform/tableur.cases.ts'
import { ENTETES } from './donnees.ts'
import { faute } from './lots.ts'

// One line per value, as « Données » exports them (donnees.ts); its other columns are left aside.

const COMMENTAIRE = 'commentaire'
const REQUISES = ['structure', 'modele', 'annee', 'mois', 'case', 'valeur'] as const

/** Reports of one file at most: each is computed, and written, by itself. */
const RAPPORTS_MAX = 500
const COMMENTAIRE_MAX = 2000

/** The lines of one report. */
export type Lot = {
  ligne: number
  structure: string
  modele: string
  /** Null: no month that the platform knows. */
  periode: Periode | null
  /** The month as it is written. */
  mois: string
  lignes: LigneTableur[]
}

const dit = ({ cellules }: LigneTableur, entete: string): string => cellules[entete] ?? ''

function lirePeriode(annee: string, mois: string): Periode | null {
  const nom = MOIS.find(
    (un, rang) =>
      Number(mois) === rang + 1 || LIBELLES_MOIS[un].toLowerCase() === mois.toLowerCase(),
  )
  return nom && /^(20\d\d|2100)$/.test(annee) ? { mois: nom, annee: Number(annee) } : null
}

const illisible = (raison: string) => erreur('TABLEUR_ILLISIBLE', { raison })

/** The reports of a file, in the order of their first lines. @throws TABLEUR_ILLISIBLE */
export function lireLots({ entetes, lignes }: Tableur): Lot[] {
  const manque = REQUISES.find((nom) => !entetes.includes(ENTETES[nom]))
  if (manque) throw illisible(`La colonne «\u00a0${manque}\u00a0» manque.`)
  const lots = new Map<string, Lot>()
  for (const ligne of lignes) {
    const structure = dit(ligne, ENTETES.structure)
    const modele = dit(ligne, ENTETES.modele)
    const [annee, mois] = [dit(ligne, ENTETES.annee), dit(ligne, ENTETES.mois)]
    const periode = lirePeriode(annee, mois)
    const ecrit = `${mois} ${annee}`.trim().slice(0, 40)
    const cle = JSON.stringify([structure, modele, periode ?? ecrit])
    const lot = lots.get(cle)
    if (lot) lot.lignes.push(ligne)
    else
      lots.set(cle, {
        ligne: ligne.numero,
        structure,
        modele,
        periode,
        mois: ecrit,
        lignes: [ligne],
      })
  }
  if (lots.size > RAPPORTS_MAX)
    throw illisible(
      `Il a plus de ${RAPPORTS_MAX} rapports\u00a0: partagez-le en plusieurs fichiers.`,
    )
  return [...lots.values()]
}

/** What a report holds as its lines are read. */
export type Tenu = {
  compile: ModeleCompile
  periode: Periode
  donnees: Donnees
  commentaires: Record<string, string>
}

/** What the lines of a report change in it, and what refuses them. */
export type Saisies = {
  donnees: Donnees
  commentaires: Record<string, string>
  /** What changes, in words. */
  changements: Detail[]
  fautes: Detail[]
}

const ecrire = (valeur: Valeur | undefined): string =>
  typeof valeur === 'boolean'
    ? valeur
      ? 'oui'
      : 'non'
    : typeof valeur === 'number'
      ? String(valeur).replace('.', ',')
      : (valeur ?? '')

/** Whether this text is how an export writes what the cell holds. */
function estTenue(texte: string, tenue: Valeur | undefined): boolean {
  if (tenue === undefined) return false
  return texte === ecrire(tenue).trim() || texte === String(tenue)
}

const couper = (texte: string) => (texte.length > 60 ? `${texte.slice(0, 60)}…` : texte)

/** The value of a cell, from the column that has one; or the sentence that refuses it. */
function lireValeur(
  cellule: Cellule,
  texte: string,
  { periode, donnees }: Tenu,
): { valeur: Valeur | null } | { refus: Detail['code']; erreur: string } {
  const tenue = donnees[cellule.adresse]
  if (cellule.calculee || cellule.luSeul)
    return {
      refus: 'CELLULE_CALCULEE',
      erreur: libelleErreur('CELLULE_CALCULEE', { libelle: cellule.libelle }),
    }
  // Whether it is locked is judged with the rest of the form.
  if (cellule.verrouillable && texte.toUpperCase() === SO) return { valeur: SO }
  const lu = lireSaisie(cellule, texte, { ...periode, tenue: tenue ?? null })
  return 'erreur' in lu ? { refus: 'VALEUR_ILLISIBLE', erreur: lu.erreur } : lu
}

const COLONNES_VALEUR = [ENTETES.valeur, ENTETES.texte, ENTETES.manquant] as const

/** Reads one line into what it changes. */
function lireLigne(ligne: LigneTableur, tenu: Tenu, saisies: Saisies): void {
  const adresse = dit(ligne, ENTETES.case)
  const refuser = (code: Detail['code'], phrase: string) => {
    const ou = `Ligne ${ligne.numero}, ${adresse.slice(0, 60) || 'sans case'}`
    saisies.fautes.push(faute(adresse || ENTETES.case, code, `${ou}\u00a0: ${phrase}`))
  }
  const cellule = celluleDe(tenu.compile, adresse)
  if (!cellule)
    return refuser(
      'CELLULE_INCONNUE',
      libelleErreur('CELLULE_INCONNUE', { cellule: couper(adresse) }),
    )
  const textes = COLONNES_VALEUR.map((entete) => dit(ligne, entete)).filter(Boolean)
  if (textes.length > 1)
    return refuser('DOUBLON', 'cette ligne a deux valeurs. N’en gardez qu’une.')
  const [texte = ''] = textes
  const avant = tenu.donnees[adresse]
  if (texte !== '' && !estTenue(texte, avant)) {
    const lu = lireValeur(cellule, texte, tenu)
    if ('refus' in lu) return refuser(lu.refus, lu.erreur)
    if (lu.valeur !== null && lu.valeur !== avant) {
      saisies.donnees[adresse] = lu.valeur
      const de = avant === undefined ? 'vide' : couper(ecrire(avant))
      direChangement(saisies, adresse, `${de} → ${couper(ecrire(lu.valeur))}`)
    }
  }
  lireCommentaire(ligne, tenu, saisies, refuser)
}

function lireCommentaire(
  ligne: LigneTableur,
  { commentaires }: Tenu,
  saisies: Saisies,
  refuser: (code: Detail['code'], phrase: string) => void,
): void {
  const adresse = dit(ligne, ENTETES.case)
  const texte = dit(ligne, COMMENTAIRE)
  if (texte === '' || texte === commentaires[adresse]) return
  if (texte.length > COMMENTAIRE_MAX)
    return refuser('VALEUR_ILLISIBLE', `un commentaire a ${COMMENTAIRE_MAX} caractères au plus.`)
  saisies.commentaires[adresse] = texte
  direChangement(saisies, adresse, `commentaire «\u00a0${couper(texte)}\u00a0»`)
}

const direChangement = ({ changements }: Saisies, adresse: string, quoi: string) =>
  changements.push(faute(adresse, 'CHANGEMENT', `${adresse}\u00a0: ${quoi}`))

/** What the lines of a report change in what it holds; a blank leaves its cell as it is. */
export function lireSaisies({ lignes }: Lot, tenu: Tenu): Saisies {
  const saisies: Saisies = { donnees: {}, commentaires: {}, changements: [], fautes: [] }
  const premieres = new Map<string, number>()
  for (const ligne of lignes) {
    const adresse = dit(ligne, ENTETES.case)
    const premiere = premieres.get(adresse)
    premieres.set(adresse, premiere ?? ligne.numero)
    if (premiere === undefined || adresse === '') lireLigne(ligne, tenu, saisies)
    else {
      const libelle = `Ligne ${ligne.numero}, ${couper(adresse)}\u00a0: cette case est déjà à la ligne ${premiere}.`
      saisies.fautes.push(faute(adresse, 'DOUBLON', libelle))
    }
  }
  return saisies
}
