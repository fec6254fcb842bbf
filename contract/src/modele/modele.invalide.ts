/** What kind of thing is wrong, for who wants to tell one from another without reading a sentence. */
export const CODES_PROBLEME = [
  'FORME',
  'VALEUR',
  'BORNE',
  'DOUBLON',
  'CODIFICATION',
  'INDICATEUR',
  'REFERENCE_SEULE',
  'RYTHME',
  'SANS_CASE',
  'CELLULE',
  'FORMULE',
  'CELLULE_INCONNUE',
  'FONCTION_INCONNUE',
  'TYPE',
  'CYCLE',
] as const
export type CodeProbleme = (typeof CODES_PROBLEME)[number]

/**
 * What is wrong in a model, where (`RA01`, `MVT.ENT.M`), in which of its texts (`formule`, `message`,
 * `indicateurs`…), and at which character of it.
 */
export type Probleme = {
  chemin: string
  position: number | null
  message: string
  code: CodeProbleme
  trait: string | null
}

/** A formula that cannot be read or does not fit its model; `position` is an offset, from 0. */
export class FormuleInvalide extends Error {
  readonly position: number
  readonly code: CodeProbleme

  constructor(message: string, position: number, code: CodeProbleme = 'FORMULE') {
    super(message)
    this.name = 'FormuleInvalide'
    this.position = position
    this.code = code
  }
}

/** A model whose compiling would take more than `BORNES_MODELE` allows: given up at once. */
export class ModeleDemesure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ModeleDemesure'
  }
}

/** A model that cannot be used, with every problem found, in French. */
export class ModeleInvalide extends Error {
  readonly problemes: Probleme[]

  constructor(code: string, problemes: Probleme[]) {
    const lignes = problemes.map(({ chemin, position, message }) =>
      position === null
        ? `${chemin} : ${message}`
        : `${chemin}, caractère ${position + 1} : ${message}`,
    )
    super(`Le modèle ${code} n’est pas utilisable :\n${lignes.join('\n')}`)
    this.name = 'ModeleInvalide'
    this.problemes = problemes
  }
}
