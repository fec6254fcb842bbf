import { additionner, arrondir, divise, estNombreExact, type NombreExact, plus } from '../exact.ts'
import { isoDe, periodeDe, rangDe } from '../mois.ts'
import { type Cellule, estMarqueur } from './cellule.ts'
import { cleContexte, lireDonnee, type Operande, type PeutEtre } from './etat.ts'
import { cibleUnique, lireCible, remplacerDollar } from './expression.cible.ts'
import {
  type Besoin,
  creerLectures,
  type Expression,
  type Situation,
  simple,
  typeDe,
} from './expression.ts'
import type { Noeud } from './formule.ast.ts'
import { FormuleInvalide } from './modele.invalide.ts'
import { type Contexte, type Donnees, SO } from './modele.schema.ts'
import { type Rythme, reculsDe } from './rythme.ts'

/** Values of a form some months from that of the context; undefined when there is none. */
function donneesDe(contexte: Contexte, modele: string, decalage: number): PeutEtre<Donnees> {
  const mois = isoDe(periodeDe(rangDe(contexte) + decalage))
  const cle = cleContexte(modele, mois)
  return Object.hasOwn(contexte.autres, cle) ? contexte.autres[cle] : undefined
}

/**
 * What another month's form says in a cell, as it is shown there: a computed one that was received
 * before decimals were exact kept more of them than it names.
 */
function lireMois(donnees: PeutEtre<Donnees>, { adresse, calculee, decimales }: Cellule) {
  const valeur = lireDonnee(donnees, adresse)
  const arrondie = calculee && decimales !== null && typeof valeur === 'number'
  return arrondie ? arrondir(valeur, decimales) : valeur
}

/**
 * How far from its month, counted in months, a form of this rhythm reads what this names: the
 * expected months before it are those that its context says, where another rhythm came before.
 */
export function decalagesDe(
  { decalages }: Pick<Besoin, 'decalages'>,
  rythme: Rythme,
  contexte: Pick<Contexte, 'mois' | 'annee' | 'reculs'>,
): readonly number[] {
  const rang = rangDe(contexte)
  const reculs = contexte.reculs ?? reculsDe(rythme, rang)
  if (decalages === 'ANNEE')
    return reculs.filter((recul) => recul <= rang % 12).map((recul) => -recul)
  if ('derniers' in decalages) return reculs.slice(0, decalages.derniers).map((recul) => -recul)
  return decalages
}

/** Reserves the rank under which a form keeps this value, and says what must come with the form. */
function reserver(
  { atelier }: Situation,
  nom: string,
  besoin: Besoin,
  calculer: (contexte: Contexte) => PeutEtre<Operande>,
): number {
  const cle = `${nom} ${besoin.modele} ${besoin.cellule} ${JSON.stringify(besoin.decalages)}`
  const connu = atelier.rangsExterieurs.get(cle)
  if (connu !== undefined) return connu
  const rang = atelier.exterieurs.push(calculer) - 1
  atelier.rangsExterieurs.set(cle, rang)
  atelier.besoins.push(besoin)
  return rang
}

/** The cell of this model that PRECEDENT and its like name. Reading another month is no dependency. */
function celluleNommee(noeud: Noeud | undefined, situation: Situation): Cellule {
  if (noeud?.sorte !== 'adresse')
    throw new FormuleInvalide('Il faut ici l’adresse d’une cellule.', noeud?.position ?? 0)
  const cible = cibleUnique(noeud, { ...situation, lectures: creerLectures() })
  if (cible.sorte !== 'fixe')
    throw new FormuleInvalide(
      'Les lignes d’un tableau ne se comparent pas d’un mois à l’autre.',
      noeud.position,
    )
  return cible.cellule
}

/** The expected month before: never an older one. */
export const PRECEDENT: Besoin['decalages'] = { derniers: 1 }
export const ANNEE_PRECEDENTE: Besoin['decalages'] = [-12]

/** PRECEDENT and ANNEE_PRECEDENTE: the value of the cell in that month. */
export function compilerAutreMois(
  noeud: Noeud | undefined,
  situation: Situation,
  decalages: Besoin['decalages'],
): Expression {
  const cellule = celluleNommee(noeud, situation)
  const { codeModele: modele, rythme } = situation.atelier
  const besoin = { modele, cellule: cellule.adresse, decalages }
  const rang = reserver(situation, 'valeur', besoin, (contexte) => {
    const [decalage] = decalagesDe(besoin, rythme, contexte)
    const lues = decalage === undefined ? undefined : donneesDe(contexte, modele, decalage)
    const valeur = lireMois(lues, cellule)
    return valeur === undefined || estMarqueur(cellule, valeur) ? undefined : valeur
  })
  return { ...lecture(rang, typeDe(cellule.nature)), cellule }
}

function lecture(rang: number, type: Expression['type']): Expression {
  const attendu = { nombre: 'number', booleen: 'boolean', texte: 'string', date: 'string' }[type]
  return simple(type, (e) => {
    const valeur = e.exterieurs[rang]
    const sienne = type === 'nombre' ? estNombreExact(valeur) : typeof valeur === attendu
    return sienne ? valeur : undefined
  })
}

/** MOYENNE_MOIS(c; n): mean of the months present among the n expected ones before; absent under half of them. */
export function compilerMoyenneMois(
  noeud: Noeud | undefined,
  nombre: Noeud | undefined,
  situation: Situation,
): Expression {
  const cellule = celluleNombre(noeud, situation)
  const n = nombre?.sorte === 'nombre' ? nombre.valeur : 0
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1 || n > 24)
    throw new FormuleInvalide('Le nombre de mois va de 1 à 24.', nombre?.position ?? 0)
  const { codeModele: modele, rythme } = situation.atelier
  const besoin = { modele, cellule: cellule.adresse, decalages: { derniers: n } }
  const rang = reserver(situation, 'moyenne', besoin, (contexte) => {
    const presentes = decalagesDe(besoin, rythme, contexte)
      .map((decalage) => lireMois(donneesDe(contexte, modele, decalage), cellule))
      .filter((valeur) => typeof valeur === 'number')
    if (presentes.length * 2 < n) return undefined
    return divise(additionner(presentes), presentes.length)
  })
  return lecture(rang, 'nombre')
}

function celluleNombre(noeud: Noeud | undefined, situation: Situation): Cellule {
  const cellule = celluleNommee(noeud, situation)
  if (typeDe(cellule.nature) !== 'nombre')
    throw new FormuleInvalide(`${cellule.adresse} n’est pas un nombre.`, noeud?.position ?? 0)
  return cellule
}

/**
 * CUMUL_ANNEE(c): this month's value and those of the forms of the expected months since January. Absent when one
 * of them is blank or ND; SO counts for nothing. A month without a form is skipped.
 */
export function compilerCumul(noeud: Noeud | undefined, situation: Situation): Expression {
  const cellule = celluleNombre(noeud, situation)
  const { codeModele: modele, rythme } = situation.atelier
  const besoin: Besoin = { modele, cellule: cellule.adresse, decalages: 'ANNEE' }
  const rang = reserver(situation, 'cumul', besoin, (contexte) => {
    let somme: NombreExact = 0
    for (const decalage of decalagesDe(besoin, rythme, contexte)) {
      const donnees = donneesDe(contexte, modele, decalage)
      const valeur = donnees && lireMois(donnees, cellule)
      if (typeof valeur === 'number') somme = plus(somme, valeur)
      else if (donnees && valeur !== SO) return undefined
    }
    return somme
  })
  const { etat } = lireCible(cibleUnique(adresseDe(noeud), situation))
  return simple('nombre', (e) => {
    const avant = e.exterieurs[rang]
    const valeur = etat?.(e)
    const ici = valeur === SO ? 0 : valeur
    return estNombreExact(avant) && estNombreExact(ici) ? plus(avant, ici) : undefined
  })
}

function adresseDe(noeud: Noeud | undefined): Extract<Noeud, { sorte: 'adresse' }> {
  if (noeud?.sorte === 'adresse') return noeud
  throw new FormuleInvalide('Il faut ici l’adresse d’une cellule.', noeud?.position ?? 0)
}

/** AUTRE_MODELE(RMA; c): a figure of another model's form, same structure and month. */
export function compilerAutreModele(
  nom: Noeud | undefined,
  cellule: Noeud | undefined,
  situation: Situation,
): Expression {
  const modele = nom?.sorte === 'texte' ? nom.valeur : adresseDe(nom).segments.join('.')
  const { segments, position } = adresseDe(cellule)
  if (segments.includes('*'))
    throw new FormuleInvalide('«\u00a0*\u00a0» ne s’emploie pas dans un autre modèle.', position)
  const adresse = remplacerDollar(segments, situation, position).join('.')
  const besoin = { modele, cellule: adresse, decalages: [0] }
  const rang = reserver(situation, 'valeur', besoin, (contexte) =>
    lireDonnee(donneesDe(contexte, modele, 0), adresse),
  )
  return lecture(rang, 'nombre')
}
