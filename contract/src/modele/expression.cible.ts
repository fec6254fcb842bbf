import { type Cellule, estMarqueur } from './cellule.ts'
import type { Etat, Lecture, LigneEtat } from './etat.ts'
import {
  compterTravail,
  type Expression,
  type Situation,
  type Terme,
  typeDe,
} from './expression.ts'
import { FormuleInvalide } from './modele.invalide.ts'
import type { Tableau } from './plan.ts'

/** What an address means: a cell, a column in the row being computed, or a column over all rows. */
export type Cible =
  | { sorte: 'fixe'; cellule: Cellule }
  | { sorte: 'ligne'; cellule: Cellule; tableau: Tableau }
  | { sorte: 'lignes'; cellule: Cellule; tableau: Tableau }

type Adresse = { segments: string[]; position: number }

/** `$` replaced by what it stands for; an address may hold a whole address there. */
export function remplacerDollar(segments: string[], { dollar, tableau }: Situation, position = 0) {
  return segments.flatMap((segment) => {
    if (segment !== '$' || tableau !== null) return [segment]
    if (dollar === null)
      throw new FormuleInvalide(
        '«\u00a0$\u00a0» ne désigne rien ici\u00a0: il manque pourChaque.',
        position,
      )
    return dollar.split('.')
  })
}

/**
 * Every cell that an address names: one, or several when it holds `*`.
 * @throws FormuleInvalide when it names none.
 */
export function ciblesDe({ segments, position }: Adresse, situation: Situation): Cible[] {
  const { portee } = situation
  if (segments.length === 1 && segments[0] === '*') {
    if (!portee) throw new FormuleInvalide('«\u00a0*\u00a0» seul n’a pas de sens ici.', position)
    const voisins = portee.voisins()
    compterTravail(situation.atelier, voisins.length)
    return voisins.flatMap((adresse) => cibles(adresse.split('.'), position, situation))
  }
  const lus = remplacerDollar(segments, situation, position)
  const [premier = ''] = lus
  const voisin = lus.length === 1 && portee ? portee.voisin(premier) : null
  return cibles(voisin ? voisin.split('.') : lus, position, situation)
}

/** @throws FormuleInvalide when the address names several cells, or none. */
export function cibleUnique(adresse: Adresse, situation: Situation): Cible {
  const trouvees = ciblesDe(adresse, situation)
  const [premiere] = trouvees
  if (!premiere || trouvees.length > 1 || adresse.segments.includes('*'))
    throw new FormuleInvalide(
      '«\u00a0*\u00a0» ne s’emploie que dans SOMME, MOYENNE, MIN et MAX.',
      adresse.position,
    )
  return premiere
}

function cibles(segments: string[], position: number, situation: Situation): Cible[] {
  const { plan } = situation.atelier
  const [code = '', ...coordonnees] = segments
  const tableau = plan.parCode.get(code)
  if (tableau) return [cibleTableau(tableau, coordonnees, position, situation)]
  const axes = plan.axes.get(code)
  const adresses = coordonnees.includes('*')
    ? developper(coordonnees, axes?.map(({ libres }) => libres) ?? []).map(
        (fin) => `${code}.${fin}`,
      )
    : [segments.join('.')]
  compterTravail(situation.atelier, adresses.length)
  const trouvees = adresses.map((adresse) => plan.cellules.get(adresse))
  const connues = trouvees.filter((cellule) => cellule !== undefined)
  if (connues.length === 0 || connues.length < trouvees.length)
    throw new FormuleInvalide(
      `La cellule ${segments.join('.')} n’existe pas.`,
      position,
      'CELLULE_INCONNUE',
    )
  return connues.map((cellule) => {
    situation.lectures.noeuds.add(cellule.rang)
    return { sorte: 'fixe', cellule }
  })
}

function developper(segments: string[], libres: (readonly string[])[]): string[] {
  return segments.reduce<string[]>(
    (debuts, segment, axe) =>
      debuts.flatMap((debut) =>
        (segment === '*' ? (libres[axe] ?? []) : [segment]).map((code) =>
          axe === 0 ? code : `${debut}.${code}`,
        ),
      ),
    [''],
  )
}

function cibleTableau(
  tableau: Tableau,
  coordonnees: string[],
  position: number,
  { atelier, lectures, tableau: ici }: Situation,
): Cible {
  const [ligne, colonne = ''] = coordonnees
  const cellule = tableau.parCode.get(colonne)
  const dansLaLigne = ligne === '$' && ici === tableau.code
  if (!cellule || coordonnees.length !== 2 || !(dansLaLigne || ligne === '*'))
    throw new FormuleInvalide(
      `La cellule ${[tableau.code, ...coordonnees].join('.')} n’existe pas. ` +
        `Dans un tableau à lignes libres, écrivez ${tableau.code}.*.COLONNE.`,
      position,
      'CELLULE_INCONNUE',
    )
  const noeud = atelier.plan.sources.length + tableau.debut + cellule.rang
  if (!dansLaLigne) {
    lectures.noeuds.add(noeud)
    return { sorte: 'lignes', cellule, tableau }
  }
  lectures.memeLigne.add(noeud)
  return { sorte: 'ligne', cellule, tableau }
}

/** Reads one cell. */
export function lireCible(cible: Cible): Expression {
  const { cellule } = cible
  const { rang } = cellule
  const source: (etat: Etat) => LigneEtat = cible.sorte === 'ligne' ? (e) => e.ligne : (e) => e
  const etat: Lecture =
    cible.sorte === 'ligne' ? (e) => e.ligne.valeurs[rang] : (e) => e.valeurs[rang]
  return {
    type: typeDe(cellule.nature),
    lire: lireSansMarqueur(cellule, etat),
    etat,
    partiel: (e) => source(e).partiels[rang],
    cellule,
  }
}

function lireSansMarqueur(cellule: Cellule, etat: Lecture): Lecture {
  const type = typeDe(cellule.nature)
  if (type === 'nombre')
    return (e) => {
      const valeur = etat(e)
      return typeof valeur === 'number' ? valeur : undefined
    }
  if (type === 'booleen')
    return (e) => {
      const valeur = etat(e)
      return typeof valeur === 'boolean' ? valeur : undefined
    }
  return (e) => {
    const valeur = etat(e)
    return typeof valeur !== 'string' || estMarqueur(cellule, valeur) ? undefined : valeur
  }
}

/** Ranges over cells and over the rows of columns. */
export function termesDe(nommees: Cible[]): Terme[] {
  const rangs = nommees.filter(({ sorte }) => sorte === 'fixe').map(({ cellule }) => cellule.rang)
  const fixes: Terme = {
    parcourir: (e, voir) => {
      for (const rang of rangs) voir(e.valeurs[rang], e.partiels[rang])
    },
  }
  const autres = nommees.filter(({ sorte }) => sorte !== 'fixe').map(termeDeTableau)
  return rangs.length > 0 ? [fixes, ...autres] : autres
}

function termeDeTableau(cible: Cible): Terme {
  const { rang } = cible.cellule
  if (cible.sorte !== 'lignes')
    return { parcourir: (e, voir) => voir(e.ligne.valeurs[rang], e.ligne.partiels[rang]) }
  const tableau = cible.tableau.rang
  return {
    parcourir: (e, voir) => {
      for (const id of e.tableaux[tableau]?.ids ?? []) {
        const ligne = e.tableaux[tableau]?.lignes.get(id)
        voir(ligne?.valeurs[rang], ligne?.partiels[rang])
      }
    },
  }
}
