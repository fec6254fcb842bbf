import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { essai } from '@releve/contract/modele/banc.ts'
import { celluleDe } from '@releve/contract/modele/compile.ts'
import { expect, it } from 'vitest'
import { libelleDe, sectionDe } from './renvois.ts'

it('une case renvoyée est nommée comme dans son rapport, et non par sa section', () => {
  const compile = essai()
  const { modele: definition } = compile
  const formulaire = { definition } as Formulaire
  const adresses = [...compile.cellules.keys(), 'ACT.x7.PART_M']
  const dites = adresses.map((adresse) => {
    const section = sectionDe(formulaire, adresse)
    return section && libelleDe(section, adresse)
  })
  expect(dites).toEqual(adresses.map((adresse) => celluleDe(compile, adresse)?.libelle))
})
