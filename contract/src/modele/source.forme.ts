import { MOIS } from '../mois.ts'
import { BORNES_MODELE as BORNES } from './modele.bornes.ts'
import type { CodeProbleme } from './modele.invalide.ts'
import { COMPTES, NATURES, NIVEAUX } from './modele.schema.ts'
import { DUREES } from './rythme.ts'

/**
 * The shape of a source, without zod: the browser plays it at each key. `source.schema.ts` says the
 * same to the server and to the API's description; `source.forme.test.ts` compares the two.
 * Two kinds of faults: `FORME`, what no program could show (a text where a list is expected, a key
 * that nobody reads), which no draft may hold; `VALEUR`, what is still to be written, which one may.
 */
export type FauteForme = { code: CodeProbleme; chemin: (string | number)[]; message: string }

type Forme = (valeur: unknown, chemin: (string | number)[], dire: Dire) => void
type Dire = (faute: FauteForme) => void

const forme = (chemin: (string | number)[], message: string): FauteForme => ({
  code: 'FORME',
  chemin,
  message,
})
const valeurFausse = (chemin: (string | number)[], message: string): FauteForme => ({
  code: 'VALEUR',
  chemin,
  message,
})

const CODE = /^[A-Z0-9][A-Z0-9_]{0,29}$/
const CODE_REGLE = /^[A-Z]{2}\d{2}[A-Z]?$/
/** What a base of texts cannot keep: a NUL, or half of a surrogate pair. */
const INGARDABLE = /[\0\uD800-\uDFFF]/u

type Texte = { motif?: RegExp; vide?: true; max: number; attendu?: string }

function texte({ motif, vide, max, attendu = '' }: Texte): Forme {
  return (valeur, chemin, dire) => {
    if (typeof valeur !== 'string') return dire(forme(chemin, 'Il faut ici un texte.'))
    if (INGARDABLE.test(valeur))
      return dire(forme(chemin, 'Ce texte contient un caractère qui ne peut pas être enregistré.'))
    if (valeur.length > max)
      return dire(forme(chemin, `Ce texte dépasse ${max} caractères\u00a0: raccourcissez-le.`))
    if (valeur === '' && !vide) return dire(valeurFausse(chemin, 'Écrivez ce texte.'))
    if (motif && !motif.test(valeur)) dire(valeurFausse(chemin, attendu))
  }
}

const code = texte({
  motif: CODE,
  max: 60,
  attendu: 'Un code a de 1 à 30 lettres capitales sans accent, chiffres ou tirets bas.',
})
const libelle = texte({ max: BORNES.libelle })
const libre = texte({ max: BORNES.texte, vide: true })
const formule = texte({ max: BORNES.texte })
const adresse = texte({ max: 200 })
/** A cell that need not be chosen: blank, it is not. */
const adresseLibre = texte({ max: 200, vide: true })

const booleen: Forme = (valeur, chemin, dire) => {
  if (typeof valeur !== 'boolean') dire(forme(chemin, 'Il faut ici vrai ou faux.'))
}

function nombre(entier?: { min: number; max: number }): Forme {
  return (valeur, chemin, dire) => {
    if (typeof valeur !== 'number' || !Number.isFinite(valeur))
      return dire(forme(chemin, 'Il faut ici un nombre.'))
    if (!entier) return
    const { min, max } = entier
    if (!Number.isSafeInteger(valeur) || valeur < min || valeur > max)
      dire(valeurFausse(chemin, `Il faut ici un nombre entier, de ${min} à ${max}.`))
  }
}

function parmi(mots: readonly string[]): Forme {
  return (valeur, chemin, dire) => {
    if (typeof valeur !== 'string' || !mots.includes(valeur))
      dire(forme(chemin, `Il faut ici l’un de ces mots\u00a0: ${mots.join(', ')}.`))
  }
}

const duree: Forme = (valeur, chemin, dire) => {
  if (!DUREES.some((une) => une === valeur))
    dire(forme(chemin, `Il faut ici l’un de ces nombres\u00a0: ${DUREES.join(', ')}.`))
}

function liste(de: Forme, min = 0, max = Number.POSITIVE_INFINITY): Forme {
  return (valeur, chemin, dire) => {
    if (!Array.isArray(valeur)) return dire(forme(chemin, 'Il faut ici une liste.'))
    if (valeur.length > max)
      return dire(forme(chemin, `Il faut ici une liste de ${max} éléments au plus.`))
    if (valeur.length < min) dire(valeurFausse(chemin, 'Cette liste est vide.'))
    valeur.forEach((element, rang) => {
      de(element, [...chemin, rang], dire)
    })
  }
}

const estObjet = (valeur: unknown): valeur is Record<string, unknown> =>
  typeof valeur === 'object' && valeur !== null && !Array.isArray(valeur)

type Champs = Readonly<Record<string, Forme>>

/** An object that has all of `requis`, some of `permis`, and nothing else. */
function objet(requis: Champs, permis: Champs = {}): Forme {
  return (valeur, chemin, dire) => {
    if (!estObjet(valeur)) return dire(forme(chemin, 'Il faut ici un objet.'))
    for (const [cle, de] of Object.entries(requis)) {
      if (Object.hasOwn(valeur, cle)) de(valeur[cle], [...chemin, cle], dire)
      else dire(forme([...chemin, cle], `Il manque «\u00a0${cle}\u00a0».`))
    }
    for (const [cle, dit] of Object.entries(valeur)) {
      if (Object.hasOwn(requis, cle)) continue
      const de = Object.hasOwn(permis, cle) ? permis[cle] : undefined
      if (!de)
        dire(forme([...chemin, cle], `«\u00a0${cle.slice(0, 60)}\u00a0» n’est lu nulle part.`))
      // Said, but as nothing: the same as not said.
      else if (dit !== undefined) de(dit, [...chemin, cle], dire)
    }
  }
}

/** One shape or another, by what the value has. */
const selon =
  (choisir: (valeur: Record<string, unknown>) => Forme | undefined): Forme =>
  (valeur, chemin, dire) => {
    const de = estObjet(valeur) ? choisir(valeur) : undefined
    if (de) de(valeur, chemin, dire)
    else dire(forme(chemin, 'Cette partie n’est pas reconnue.'))
  }

const TRAITS_DE_SECTION: Champs = {
  unite: texte({ max: 60, vide: true }),
  compte: parmi(COMPTES),
  requis: booleen,
  requisSi: formule,
  nd: booleen,
  so: booleen,
  soSi: formule,
  prerempli: formule,
  luSeul: booleen,
  commentaireSi: formule,
  min: nombre(),
  max: nombre(),
  dansLeMois: booleen,
  longueur: nombre({ min: 1, max: 10_000 }),
  decimales: nombre({ min: 0, max: 6 }),
  codification: code,
}

const SECOURS: Champs = { aide: libre, source: libre, exemple: libre }
const TRAITS: Champs = { ...TRAITS_DE_SECTION, nature: parmi(NATURES), formule, ...SECOURS }
const champ = objet({ code, libelle, nature: parmi(NATURES) }, TRAITS)
const exclure = liste(code)
const { codification: _codification, ...TRAITS_D_AXE } = TRAITS
const dite = objet({ code, libelle }, TRAITS)
const codifiee = objet({ codification: code }, { ...TRAITS_D_AXE, exclure })
const modalite = selon((valeur) => ('code' in valeur ? dite : codifiee))
const axe = liste(modalite, 1)

const ENTETE = { code, libelle }

const SECTIONS = new Map<unknown, Forme>([
  [
    'champs',
    objet({ ...ENTETE, type: libre, champs: liste(champ, 1) }, { ...SECOURS, prefixe: booleen }),
  ],
  ['identification', objet({ ...ENTETE, type: libre }, SECOURS)],
  [
    'matrice',
    objet(
      { ...ENTETE, type: libre, nature: parmi(NATURES), lignes: axe, colonnes: axe },
      { ...SECOURS, ...TRAITS_DE_SECTION, groupes: axe, resume: libre },
    ),
  ],
  [
    'tableau',
    objet(
      {
        ...ENTETE,
        type: libre,
        colonnes: liste(champ, 1),
        lignesMax: nombre({ min: 1, max: 200 }),
      },
      SECOURS,
    ),
  ],
])

const valeurDite = objet({ code: adresse, libelle })
const valeurCodifiee = objet({ codification: code }, { exclure })
const valeurEcrite = selon((dit) => ('codification' in dit ? valeurCodifiee : valeurDite))
const valeurDe: Forme = (valeur, chemin, dire) =>
  (typeof valeur === 'string' ? adresse : valeurEcrite)(valeur, chemin, dire)
const nomDeSeuil = texte({ max: 60 })
const seuil = nombre()

const seuils: Forme = (valeur, chemin, dire) => {
  if (!estObjet(valeur)) return dire(forme(chemin, 'Il faut ici un objet.'))
  for (const [nom, dit] of Object.entries(valeur)) {
    nomDeSeuil(nom, [...chemin, nom], dire)
    seuil(dit, [...chemin, nom], dire)
  }
}

const regle = objet(
  {
    code: texte({
      motif: CODE_REGLE,
      max: 60,
      attendu:
        'Le code d’un contrôle est fait de deux lettres et de deux chiffres. Exemple\u00a0: RA01.',
    }),
    niveau: parmi(NIVEAUX),
    formule,
    cellules: liste(adresse),
    message: texte({ max: BORNES.message }),
  },
  { pourChaque: liste(valeurDe), seuils },
)

const source = objet(
  {
    code,
    version: nombre({ min: 1, max: 2_147_483_647 }),
    libelle,
    periodicite: parmi(['MENSUELLE']),
    typesStructure: liste(code),
    indicateurs: objet(
      {},
      {
        effectif: adresseLibre,
        entrees: adresseLibre,
        sorties: adresseLibre,
        reference: adresseLibre,
      },
    ),
    sections: liste(
      selon(({ type }) => SECTIONS.get(type)),
      1,
    ),
    controles: liste(regle),
  },
  { moisAttendus: liste(parmi(MOIS), 1, 12), moisCouverts: duree },
)

/** Faults told at most: a file that is no model would have one per line. */
const FAUTES_MAX = 200

/** Whether a value has more levels than a model may; it is looked at no deeper. */
export function estTropProfond(valeur: unknown, reste: number = BORNES.profondeur): boolean {
  if (typeof valeur !== 'object' || valeur === null) return false
  if (reste === 0) return true
  return Object.values(valeur).some((dedans) => estTropProfond(dedans, reste - 1))
}

/** What is wrong in the shape of a source, where; none: it is one. */
export function verifierForme(valeur: unknown): FauteForme[] {
  if (estTropProfond(valeur))
    return [{ code: 'BORNE', chemin: [], message: 'Ce modèle a trop de niveaux imbriqués.' }]
  const fautes: FauteForme[] = []
  source(valeur, [], (faute) => {
    if (fautes.length < FAUTES_MAX) fautes.push(faute)
  })
  return fautes
}

/** Whether a draft may hold it: only what is still to be written may be wrong. */
export function estBrouillon(fautes: readonly FauteForme[]): boolean {
  return fautes.every(({ code: genre }) => genre === 'VALEUR')
}
