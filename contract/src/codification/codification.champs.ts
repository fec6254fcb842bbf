import type { Champ, Texte } from '../champ.ts'

/** What a form model takes too: its axes are made of these codes. */
const CODE = /^[A-Z0-9][A-Z0-9_]*$/
const MOIS = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/

const CODE_VALIDE =
  'Utilisez au plus 30 majuscules sans accent, chiffres ou «\u00a0_\u00a0». Exemple\u00a0: TRANSF_E.'

const code = (libelle: string, requis: string) =>
  ({
    libelle,
    max: 30,
    requis,
    long: CODE_VALIDE,
    forme: { est: (texte) => CODE.test(texte), faute: CODE_VALIDE },
  }) as const satisfies Texte

/** `3/2025`, `03-2025` or `2025-03`, kept as `2025-03`, which sorts as it reads. */
function normaliserMois(valeur: string): string {
  const texte = valeur.replace(/\s/g, '')
  const [, mois = '', annee] = /^(\d\d?)[/-](\d{4})$/.exec(texte) ?? []
  return annee ? `${annee}-${mois.padStart(2, '0')}` : texte
}

const mois = (libelle: string) =>
  ({
    libelle,
    max: 20,
    normaliser: normaliserMois,
    forme: {
      est: (texte) => MOIS.test(texte),
      faute: 'Donnez un mois, entre 1900 et 2099. Exemple\u00a0: 03/2025.',
    },
  }) as const satisfies Texte

/** What one enters of a list of codes. */
export const CHAMPS_LISTE = {
  code: code('Code de la liste', 'Saisissez le code de la liste.'),
  libelle: { libelle: 'Nom de la liste', max: 120, requis: 'Saisissez le nom de la liste.' },
  parentListe: { sorte: 'choix', libelle: 'Liste des codes parents' },
} as const satisfies Record<string, Champ>

/** What one enters of one of its codes, in the order of the screen. */
export const CHAMPS_VALEUR = {
  code: code('Code', 'Saisissez le code.'),
  libelle: { libelle: 'Libellé', max: 200, requis: 'Saisissez le libellé.' },
  ordre: {
    sorte: 'nombre',
    libelle: 'Ordre',
    requis: 'Saisissez un nombre entier, de 1 à 100\u202f000. Exemple\u00a0: 3.',
    min: 1,
    max: 100_000,
    entier: true,
    faute: 'Saisissez un nombre entier, de 1 à 100\u202f000. Exemple\u00a0: 3.',
  },
  parent: { sorte: 'choix', libelle: 'Code parent' },
  valableDu: mois('Valable à partir de'),
  valableAu: mois('Valable jusqu’à'),
  actif: { sorte: 'choix', libelle: 'Proposé' },
} as const satisfies Record<string, Champ>

/** The most codes that one list may hold. */
export const VALEURS_MAX = 2000
