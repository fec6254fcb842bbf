import { formaterNombre } from './affichage.ts'
import type { ModeleCompile } from './compile.schema.ts'
import type { Nature } from './modele.schema.ts'

/** A function of the formulas, as an editor proposes it. */
export type FonctionDite = { nom: string; signature: string; phrase: string }

/** Every function, in the order in which one learns them. */
export const FONCTIONS_DITES: readonly FonctionDite[] = [
  {
    nom: 'SOMME',
    signature: 'SOMME(case; …)',
    phrase:
      'Additionne des cases\u202f; passe les SO, devient ND avec un ND, reste partielle tant qu’une case est vide.',
  },
  {
    nom: 'SI',
    signature: 'SI(c; a; b)',
    phrase: 'La valeur a quand la condition c est vraie, sinon la valeur b, de même nature.',
  },
  {
    nom: 'MOYENNE',
    signature: 'MOYENNE(case; …)',
    phrase: 'Moyenne des cases\u202f; absente dès que l’une l’est.',
  },
  { nom: 'MIN', signature: 'MIN(case; …)', phrase: 'La plus petite des valeurs.' },
  { nom: 'MAX', signature: 'MAX(case; …)', phrase: 'La plus grande des valeurs.' },
  { nom: 'ABS', signature: 'ABS(nombre)', phrase: 'Le nombre sans son signe.' },
  {
    nom: 'ARRONDI',
    signature: 'ARRONDI(x; n)',
    phrase: 'Le nombre x arrondi à n décimales, de -9 à 9\u202f; la moitié, loin de zéro.',
  },
  {
    nom: 'VIDE',
    signature: 'VIDE(case)',
    phrase: 'Vrai tant que rien n’est saisi\u202f; faux pour ND et SO, qui sont des réponses.',
  },
  {
    nom: 'PRECEDENT',
    signature: 'PRECEDENT(case)',
    phrase: 'La valeur de cette case le mois attendu d’avant.',
  },
  {
    nom: 'ANNEE_PRECEDENTE',
    signature: 'ANNEE_PRECEDENTE(case)',
    phrase: 'La valeur de cette case le même mois de l’année d’avant.',
  },
  {
    nom: 'MOYENNE_MOIS',
    signature: 'MOYENNE_MOIS(case; n)',
    phrase: 'Moyenne des n mois attendus d’avant, de 1 à 24\u202f; absente si la moitié manque.',
  },
  {
    nom: 'CUMUL_ANNEE',
    signature: 'CUMUL_ANNEE(case)',
    phrase: 'Total des mois attendus depuis janvier, celui-ci compris.',
  },
  {
    nom: 'AUTRE_MODELE',
    signature: 'AUTRE_MODELE(CODE; case)',
    phrase: 'Un chiffre d’un autre modèle, de la même structure et du même mois.',
  },
  { nom: 'NB_JOURS', signature: 'NB_JOURS()', phrase: 'Le nombre de jours des mois couverts.' },
  { nom: 'MOIS', signature: 'MOIS()', phrase: 'Le rang du mois, de 1 à 12.' },
  {
    nom: 'JOURS_OUVRES',
    signature: 'JOURS_OUVRES()',
    phrase: 'Le nombre de jours ouvrés des mois couverts, selon le calendrier.',
  },
  {
    nom: 'STRUCTURE',
    signature: 'STRUCTURE("nom")',
    phrase:
      'Un chiffre de la fiche de la structure\u00a0: capacite, capaciteTheorique, postesReference.CODE.',
  },
  {
    nom: 'SEUIL',
    signature: 'SEUIL("nom")',
    phrase: 'Un seuil du contrôle, réglable sans toucher à sa formule.',
  },
]

/** Words of the notation that are no function, with what they mean. */
export const MOTS_DITS: readonly FonctionDite[] = [
  { nom: 'ET', signature: 'a ET b', phrase: 'Vrai quand les deux le sont.' },
  { nom: 'OU', signature: 'a OU b', phrase: 'Vrai quand l’un des deux l’est.' },
  { nom: 'NON', signature: 'NON a', phrase: 'Le contraire.' },
  { nom: 'VRAI', signature: 'VRAI', phrase: 'La condition toujours vraie.' },
  { nom: 'FAUX', signature: 'FAUX', phrase: 'La condition jamais vraie.' },
]

const NATURES_DITES: Readonly<Record<Nature, string>> = {
  entier: 'nombre entier',
  entierSigne: 'nombre entier, positif ou négatif',
  decimal: 'nombre',
  montant: 'montant',
  texte: 'texte',
  texteLong: 'texte long',
  date: 'date',
  booleen: 'oui ou non',
  liste: 'choix dans une liste',
}

/** A cell as an editor proposes it. */
export type CelluleDite = { adresse: string; libelle: string; detail: string }

/** The cells that a formula of this model may name, those of repeating tables over all their rows. */
export function cellulesDites({ cellules, tableaux }: ModeleCompile): CelluleDite[] {
  const toutes = [...cellules.values(), ...tableaux.flatMap(({ colonnes }) => colonnes)]
  return toutes.map(({ adresse, libelle, nature, unite, calculee, max }) => {
    const traits = [
      NATURES_DITES[nature],
      ...(unite ? [unite] : []),
      ...(calculee ? ['calculé'] : []),
      ...(max === null ? [] : [`au plus ${formaterNombre(max)}`]),
    ]
    return { adresse, libelle, detail: traits.join(', ') }
  })
}
