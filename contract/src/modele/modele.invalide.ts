/** What is wrong in a model, where (`RA01`, `MVT.ENT.M`), and at which character of its formula. */
export type Probleme = { chemin: string; position: number | null; message: string }

/** A formula that cannot be read or does not fit its model; `position` is an offset, from 0. */
export class FormuleInvalide extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.name = 'FormuleInvalide'
    this.position = position
  }
}

/** A model that cannot be used, with every problem found, in French. */
export class ModeleInvalide extends Error {
  readonly problemes: Probleme[]

  constructor(code: string, problemes: Probleme[]) {
    const lignes = problemes.map(({ chemin, position, message }) =>
      position === null
        ? `${chemin} : ${message}`
        : `${chemin}, caractère ${position + 1} : ${message}`,
    )
    super(`Le modèle ${code} n’est pas utilisable :\n${lignes.join('\n')}`)
    this.name = 'ModeleInvalide'
    this.problemes = problemes
  }
}
