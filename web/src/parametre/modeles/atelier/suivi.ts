import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'

/** What is not shown of the reports of a model, by what it does not name. */
export type Lacune = 'effectif' | 'ecart' | 'mouvements' | 'reference'

/** What will not be shown, for want of a cell of follow-up, the largest first. */
export function lacunesDe({ indicateurs }: Pick<ModeleSource, 'indicateurs'>): Lacune[] {
  const { effectif, entrees, sorties, reference } = indicateurs
  const lacunes: [Lacune, boolean][] = [
    ['effectif', !effectif],
    ['ecart', !(effectif && entrees && sorties)],
    ['mouvements', !(entrees || sorties)],
    ['reference', !reference],
  ]
  return lacunes.flatMap(([lacune, tait]) => (tait ? [lacune] : []))
}
