import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { verifierSource } from '@releve/contract/modele/source.verifier.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { codeRythme, poserRythme } from './Rythme.tsx'

const SOURCE: ModeleSource = {
  code: 'ESSAI',
  version: 1,
  libelle: 'Essai',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: {},
  sections: [
    {
      code: 'SEC',
      libelle: 'Section',
      type: 'champs',
      champs: [{ code: 'NB', libelle: 'Nombre', nature: 'entier' }],
    },
  ],
  controles: [],
}
const TRIMESTRES: Mois[] = ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER']

describe('le rythme d’un modèle, dans l’atelier', () => {
  it('mensuel n’écrit rien', () => {
    expect(codeRythme(SOURCE)).toBe('MENSUEL')
    const passe = poserRythme(SOURCE, { moisAttendus: TRIMESTRES, moisCouverts: 3 })
    const revenu = JSON.parse(JSON.stringify(poserRythme(passe, {})))
    expect(revenu).toEqual(SOURCE)
  })

  it('se reconnaît à ses mois et à ce qu’il couvre', () => {
    const dire = (moisAttendus: Mois[], moisCouverts: 1 | 3 | 6 | 12) =>
      codeRythme(poserRythme(SOURCE, { moisAttendus, moisCouverts }))
    expect(dire(TRIMESTRES, 3)).toBe('TRIMESTRIEL')
    expect(dire(TRIMESTRES.toReversed(), 3)).toBe('TRIMESTRIEL')
    expect(dire(['JUNE', 'DECEMBER'], 6)).toBe('SEMESTRIEL')
    expect(dire(['DECEMBER'], 12)).toBe('ANNUEL')
    expect(dire(TRIMESTRES, 1)).toBe('AUTRE')
    expect(dire(['JUNE'], 12)).toBe('AUTRE')
  })

  it('écrit les mois dans leur ordre, et reste une source', () => {
    const ecrit = poserRythme(SOURCE, { moisAttendus: ['JUNE', 'MARCH'], moisCouverts: 3 })
    expect(ecrit.moisAttendus).toEqual(['MARCH', 'JUNE'])
    expect(verifierSource(ecrit, {}).fautes).toEqual([])
    const aucun = poserRythme(SOURCE, { moisAttendus: [] })
    expect(verifierSource(aucun, {}).fautes.map(({ chemin }) => chemin)).toEqual([['moisAttendus']])
  })
})
