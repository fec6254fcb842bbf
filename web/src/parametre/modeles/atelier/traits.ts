import type { CelluleDite } from '@releve/contract/modele/completion.ts'
import type { VocabulaireModele } from '@releve/contract/modele/gestion.schema.ts'
import { LIBELLES_TRAITS } from '@releve/contract/modele/source.comparer.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'
import { textesModele } from '../modele.textes.ts'

/** How a trait is written. */
export type Genre =
  | 'texte'
  | 'long'
  | 'code'
  | 'nombre'
  | 'case'
  | 'nature'
  | 'compte'
  | 'niveau'
  | 'liste'
  | 'formule'
  | 'message'
  | 'adresses'
  | 'exclusions'
  | 'valeurs'
  | 'seuils'
  | 'types'

export type Trait = { cle: string; genre: Genre; libelle: string; aide?: string | undefined }

/** What the field of a trait is given. */
export type PropsTrait = {
  trait: Trait
  valeur: unknown
  /** The part that it is said of. */
  porteur: unknown
  /** Said by every part of its kind: it is blank rather than unsaid. */
  exige: boolean
  onChange: (valeur: unknown) => void
  fautes: readonly FauteModele[]
  cellules: readonly CelluleDite[]
  vocabulaire: VocabulaireModele
}

const GENRES = {
  code: 'code',
  libelle: 'texte',
  nature: 'nature',
  unite: 'texte',
  compte: 'compte',
  requis: 'case',
  nd: 'case',
  so: 'case',
  luSeul: 'case',
  dansLeMois: 'case',
  min: 'nombre',
  max: 'nombre',
  longueur: 'nombre',
  decimales: 'nombre',
  codification: 'liste',
  exclure: 'exclusions',
  formule: 'formule',
  requisSi: 'formule',
  soSi: 'formule',
  prerempli: 'formule',
  commentaireSi: 'formule',
  aide: 'long',
  source: 'texte',
  exemple: 'texte',
  resume: 'long',
  prefixe: 'case',
  lignesMax: 'nombre',
  niveau: 'niveau',
  message: 'message',
  cellules: 'adresses',
  pourChaque: 'valeurs',
  seuils: 'seuils',
  typesStructure: 'types',
} as const satisfies Record<string, Genre>
type Cle = keyof typeof GENRES

const aides: Readonly<Record<string, string>> = textesModele.atelier.aides
const propres: Readonly<Record<string, string>> = textesModele.atelier.traits

const capitale = (mot: string) => mot.charAt(0).toUpperCase() + mot.slice(1)

const trait = (cle: Cle): Trait => ({
  cle,
  genre: GENRES[cle],
  libelle: capitale(propres[cle] ?? LIBELLES_TRAITS[cle] ?? cle),
  aide: aides[cle],
})

/** What may be said of any cell, or of all those of a section, in the order in which one thinks of it. */
const DE_SECTION: readonly Cle[] = [
  'nature',
  'unite',
  'compte',
  'codification',
  'requis',
  'nd',
  'so',
  'min',
  'max',
  'decimales',
  'longueur',
  'dansLeMois',
  'prerempli',
  'luSeul',
  'requisSi',
  'soSi',
  'commentaireSi',
]
/** What helps to fill it. */
const SECOURS = ['aide', 'source', 'exemple'] as const
const DE_CASE: readonly Cle[] = [
  ...DE_SECTION.toSpliced(DE_SECTION.indexOf('min'), 0, 'formule'),
  ...SECOURS,
]

/** What each kind of part may say, and no other: the draft is refused with a key that nobody reads. */
export const TRAITS = {
  modele: ['libelle', 'typesStructure'],
  champ: ['code', 'libelle', ...DE_CASE],
  modalite: ['code', 'libelle', ...DE_CASE],
  codifiee: ['codification', 'exclure', ...DE_CASE.filter((cle) => cle !== 'codification')],
  identification: ['code', 'libelle', ...SECOURS],
  champs: ['code', 'libelle', ...SECOURS, 'prefixe'],
  matrice: ['code', 'libelle', ...SECOURS, 'resume', ...DE_SECTION],
  tableau: ['code', 'libelle', ...SECOURS, 'lignesMax'],
  controle: ['code', 'niveau', 'formule', 'message', 'cellules', 'pourChaque', 'seuils'],
} as const satisfies Record<string, readonly Cle[]>
export type SorteNoeud = keyof typeof TRAITS

/** Only where a nature makes sense of them. */
const NATURES_DE: Readonly<Record<string, readonly string[]>> = {
  compte: ['entier', 'entierSigne', 'decimal', 'montant'],
  codification: ['liste'],
  dansLeMois: ['date'],
  longueur: ['texte', 'texteLong'],
  decimales: ['decimal', 'montant'],
  min: ['entier', 'entierSigne', 'decimal', 'montant'],
  max: ['entier', 'entierSigne', 'decimal', 'montant'],
}

/** The traits of a part, those that its nature gives no sense to left out unless they are said. */
export function traitsDe(sorte: SorteNoeud, noeud: object): Trait[] {
  const nature: unknown = Reflect.get(noeud, 'nature')
  return TRAITS[sorte]
    .filter((cle) => {
      const natures = NATURES_DE[cle]
      if (!natures || nature === undefined || cle in noeud || sorte === 'codifiee') return true
      return natures.some((une) => une === nature)
    })
    .map(trait)
}

/** Said by everyone of its kind: erased, it is blank rather than unsaid. */
const TOUJOURS: Readonly<Record<SorteNoeud, readonly Cle[]>> = {
  modele: ['libelle', 'typesStructure'],
  champ: ['code', 'libelle', 'nature'],
  modalite: ['code', 'libelle'],
  codifiee: ['codification'],
  identification: ['code', 'libelle'],
  champs: ['code', 'libelle'],
  matrice: ['code', 'libelle', 'nature'],
  tableau: ['code', 'libelle', 'lignesMax'],
  controle: ['code', 'niveau', 'formule', 'message', 'cellules'],
}

export const estExige = (sorte: SorteNoeud, cle: string) =>
  TOUJOURS[sorte].some((une) => une === cle)
