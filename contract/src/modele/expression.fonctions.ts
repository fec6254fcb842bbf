import {
  absolu,
  additionner,
  arrondirExact,
  confronter,
  divise,
  estNombreExact,
  type NombreExact,
  plus,
} from '../exact.ts'
import { MOIS, nbJours } from '../mois.ts'
import { type Etat, lireDonnee, type Operande, type PeutEtre } from './etat.ts'
import { ciblesDe, termesDe } from './expression.cible.ts'
import {
  ANNEE_PRECEDENTE,
  compilerAutreModele,
  compilerAutreMois,
  compilerCumul,
  compilerMoyenneMois,
  PRECEDENT,
} from './expression.exterieur.ts'
import {
  type Expression,
  exigerType,
  type Situation,
  simple,
  type Terme,
  typeDe,
} from './expression.ts'
import type { Noeud } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'
import { ND, SO } from './modele.schema.ts'
import { moisCouvertsDe, periodesCouvertes } from './rythme.ts'

type Compiler = (noeud: Noeud) => Expression

/** The values that a function with several arguments ranges over, all of them figures. */
function termesNumeriques(noeuds: Noeud[], situation: Situation, compiler: Compiler): Terme[] {
  return noeuds.flatMap((noeud) => {
    if (noeud.sorte === 'adresse') {
      const cibles = ciblesDe(noeud, situation)
      for (const { cellule } of cibles)
        if (typeDe(cellule.nature) !== 'nombre')
          throw new FormuleInvalide(`${cellule.adresse} n’est pas un nombre.`, noeud.position)
      return termesDe(cibles)
    }
    const expression = compiler(noeud)
    exigerType(expression, 'nombre', noeud)
    const lire = expression.etat ?? expression.lire
    return [{ parcourir: (e, voir) => voir(lire(e), expression.partiel?.(e)) }]
  })
}

/**
 * A total is not an ordinary operation: it skips SO (and is SO when all its terms are), becomes ND
 * with any ND, and is absent, but partial, while a term is blank. No term at all: 0.
 */
function compilerSomme(termes: Terme[]): Expression {
  const etat = (e: Etat) => totaliser(e, termes)
  return {
    type: 'nombre',
    etat,
    lire: (e) => {
      const total = etat(e)
      return estNombreExact(total) ? total : undefined
    },
    partiel: (e) => partielDe(e, termes),
    cellule: null,
  }
}

function totaliser(e: Etat, termes: Terme[]): PeutEtre<Operande> {
  let somme: NombreExact = 0
  let nombres = 0
  let sansObjet = 0
  let blanc = false
  let nonDisponible = false
  const voir = (valeur: unknown) => {
    if (estNombreExact(valeur)) {
      somme = plus(somme, valeur)
      nombres++
    } else if (valeur === SO) sansObjet++
    else if (valeur === ND) nonDisponible = true
    else blanc = true
  }
  for (const terme of termes) terme.parcourir(e, voir)
  if (nonDisponible) return ND
  if (blanc) return undefined
  return nombres === 0 && sansObjet > 0 ? SO : somme
}

/** What is known of the total; undefined while nothing is. */
function partielDe(e: Etat, termes: Terme[]): PeutEtre<NombreExact> {
  let somme: PeutEtre<NombreExact>
  for (const terme of termes)
    terme.parcourir(e, (valeur, partiel) => {
      const connu = estNombreExact(valeur) ? valeur : partiel
      if (connu !== undefined) somme = plus(somme ?? 0, connu)
    })
  return somme
}

/** MOYENNE, MIN, MAX: no total, so that any absent term, SO included, makes them absent. */
type Reduction = (valeurs: NombreExact[]) => PeutEtre<NombreExact>

function compilerReduction(termes: Terme[], reduire: Reduction): Expression {
  const lire = (e: Etat) => {
    const valeurs: NombreExact[] = []
    let absent = false
    const voir = (valeur: unknown) => {
      if (estNombreExact(valeur)) valeurs.push(valeur)
      else absent = true
    }
    for (const terme of termes) terme.parcourir(e, voir)
    return absent || valeurs.length === 0 ? undefined : reduire(valeurs)
  }
  return { type: 'nombre', lire, etat: null, partiel: null, cellule: null }
}

type Appel = Extract<Noeud, { sorte: 'appel' }>

type Fonction = {
  /** Fewest and most arguments. */
  arite: [number, number]
  compiler: (appel: Appel, situation: Situation, compiler: Compiler) => Expression
}

const PLUSIEURS: [number, number] = [1, 200]

const FONCTIONS: Record<string, Fonction> = {
  SI: { arite: [3, 3], compiler: si },
  SOMME: {
    arite: PLUSIEURS,
    compiler: (appel, situation, compiler) =>
      compilerSomme(termesNumeriques(appel.arguments, situation, compiler)),
  },
  MOYENNE: reduction((valeurs) => divise(additionner(valeurs), valeurs.length)),
  MIN: reduction((valeurs) => valeurs.reduce((a, b) => (confronter(b, a) < 0 ? b : a))),
  MAX: reduction((valeurs) => valeurs.reduce((a, b) => (confronter(b, a) > 0 ? b : a))),
  ABS: { arite: [1, 1], compiler: (...appel) => numerique(...appel, absolu) },
  ARRONDI: { arite: [2, 2], compiler: arrondi },
  VIDE: { arite: [1, 1], compiler: vide },
  PRECEDENT: { arite: [1, 1], compiler: (a, s) => compilerAutreMois(a.arguments[0], s, PRECEDENT) },
  ANNEE_PRECEDENTE: {
    arite: [1, 1],
    compiler: (a, s) => compilerAutreMois(a.arguments[0], s, ANNEE_PRECEDENTE),
  },
  MOYENNE_MOIS: {
    arite: [2, 2],
    compiler: (a, s) => compilerMoyenneMois(a.arguments[0], a.arguments[1], s),
  },
  CUMUL_ANNEE: { arite: [1, 1], compiler: (a, s) => compilerCumul(a.arguments[0], s) },
  AUTRE_MODELE: {
    arite: [2, 2],
    compiler: (a, s) => compilerAutreModele(a.arguments[0], a.arguments[1], s),
  },
  NB_JOURS: {
    arite: [0, 0],
    compiler: (_, { atelier }) => {
      const couverts = moisCouvertsDe(atelier.rythme)
      return simple('nombre', ({ contexte }) =>
        periodesCouvertes(contexte, couverts).reduce((total, un) => total + nbJours(un), 0),
      )
    },
  },
  MOIS: {
    arite: [0, 0],
    compiler: () => simple('nombre', ({ contexte }) => MOIS.indexOf(contexte.mois) + 1),
  },
  JOURS_OUVRES: {
    arite: [0, 0],
    compiler: () => simple('nombre', ({ contexte }) => contexte.joursOuvres),
  },
  STRUCTURE: { arite: [1, 1], compiler: structure },
  SEUIL: { arite: [1, 1], compiler: seuil },
}

/** @throws FormuleInvalide on an unknown function or a wrong number of arguments. */
export function compilerAppel(appel: Appel, situation: Situation, compiler: Compiler): Expression {
  const { nom, position } = appel
  const fonction = Object.hasOwn(FONCTIONS, nom) ? FONCTIONS[nom] : undefined
  if (!fonction)
    throw new FormuleInvalide(`La fonction ${nom} n’existe pas.`, position, 'FONCTION_INCONNUE')
  const [min, max] = fonction.arite
  const recus = appel.arguments.length
  if (recus < min || recus > max)
    throw new FormuleInvalide(
      min === max
        ? `${nom} attend ${min} argument(s), et en reçoit ${recus}.`
        : `${nom} attend de ${min} à ${max} arguments, et en reçoit ${recus}.`,
      position,
    )
  return fonction.compiler(appel, situation, compiler)
}

/** The argument of that rank; the arity was checked. */
function argument(appel: Appel, rang: number): Noeud {
  const noeud = appel.arguments[rang]
  if (!noeud)
    throw new FormuleInvalide(`${appel.nom}\u00a0: il manque un argument.`, appel.position)
  return noeud
}

function reduction(reduire: Reduction): Fonction {
  return {
    arite: PLUSIEURS,
    compiler: (appel, situation, compiler) =>
      compilerReduction(termesNumeriques(appel.arguments, situation, compiler), reduire),
  }
}

function numerique(
  appel: Appel,
  _situation: Situation,
  compiler: Compiler,
  calculer: (x: NombreExact) => NombreExact,
): Expression {
  const noeud = argument(appel, 0)
  const expression = compiler(noeud)
  exigerType(expression, 'nombre', noeud)
  return simple('nombre', (e) => {
    const x = expression.lire(e)
    return estNombreExact(x) ? calculer(x) : undefined
  })
}

function arrondi(appel: Appel, situation: Situation, compiler: Compiler): Expression {
  const decimales = entierLitteral(argument(appel, 1))
  return numerique(appel, situation, compiler, (x) => arrondirExact(x, decimales))
}

function entierLitteral(noeud: Noeud): number {
  const [signe, nombre] = noeud.sorte === 'oppose' ? [-1, noeud.de] : [1, noeud]
  const lu = nombre.sorte === 'nombre' ? nombre.valeur : Number.NaN
  const n = typeof lu === 'number' ? signe * lu : Number.NaN
  if (!Number.isInteger(n) || Math.abs(n) > 9)
    throw new FormuleInvalide('Le nombre de décimales va de -9 à 9.', noeud.position)
  return n
}

function si(appel: Appel, _situation: Situation, compiler: Compiler): Expression {
  const noeud = argument(appel, 0)
  const condition = compiler(noeud)
  exigerType(condition, 'booleen', noeud)
  const alors = compiler(argument(appel, 1))
  const sinon = compiler(argument(appel, 2))
  exigerType(sinon, alors.type, argument(appel, 2))
  return simple(alors.type, (e) => {
    const vrai = condition.lire(e)
    if (vrai === undefined) return undefined
    return vrai ? alors.lire(e) : sinon.lire(e)
  })
}

/**
 * VIDE(c) is always answered: true while nothing stands there, a blank cell as well as what cannot
 * be computed yet; false for ND and SO, which are answers.
 */
function vide(appel: Appel, _situation: Situation, compiler: Compiler): Expression {
  const { etat, lire } = compiler(argument(appel, 0))
  const voir = etat ?? lire
  return simple('booleen', (e) => voir(e) === undefined)
}

function nomEntreGuillemets(appel: Appel): string {
  const noeud = argument(appel, 0)
  if (noeud.sorte === 'texte') return noeud.valeur
  throw new FormuleInvalide('Écrivez ce nom entre guillemets.', noeud.position)
}

/** STRUCTURE("capacite"), STRUCTURE("postesReference.$"): a figure of the structure's record. */
function structure(appel: Appel, { dollar }: Situation): Expression {
  const nom = nomEntreGuillemets(appel)
  if (nom.includes('$') && dollar === null)
    throw new FormuleInvalide('«\u00a0$\u00a0» ne désigne rien ici.', appel.position)
  const cle = nom.replaceAll('$', dollar ?? '')
  return simple('nombre', ({ contexte }) => {
    const valeur = lireDonnee(contexte.structure, cle)
    return typeof valeur === 'number' ? valeur : undefined
  })
}

function seuil(appel: Appel, { seuils }: Situation): Expression {
  const nom = nomEntreGuillemets(appel)
  const valeur = Object.hasOwn(seuils, nom) ? seuils[nom] : undefined
  if (valeur === undefined)
    throw new FormuleInvalide(`Le contrôle n’a pas de seuil «\u00a0${nom}\u00a0».`, appel.position)
  return simple('nombre', () => valeur)
}
