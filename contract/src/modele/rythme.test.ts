import { describe, expect, it } from 'vitest'
import { MOIS, type Mois, rangDe } from '../mois.ts'
import { LISTES, SOURCE } from './banc.ts'
import {
  chevauchementDe,
  ecartMinimal,
  estAttendu,
  moisDuMasque,
  type Rythme,
  reculsDe,
  rythmeAvant,
} from './rythme.ts'
import { comparerModeles } from './source.comparer.ts'
import { developperModele } from './source.developper.ts'
import { zModeleSource } from './source.schema.ts'
import { verifierSource } from './source.verifier.ts'

const rang = (mois: Mois, annee: number) => rangDe({ mois, annee })
const TRIMESTRES: Rythme = {
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
}
const ANNEES: Rythme = { moisAttendus: ['DECEMBER'], moisCouverts: 12 }

describe('un rythme', () => {
  it('non dit attend chaque mois, et couvre celui qu’il porte', () => {
    expect(MOIS.every((mois) => estAttendu({}, rang(mois, 2026)))).toBe(true)
    expect(ecartMinimal({})).toBe(1)
    expect(reculsDe({}, rang('MARCH', 2026))).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
  })

  it('trimestriel ou annuel n’attend que ses mois', () => {
    const attendus = MOIS.filter((mois) => estAttendu(TRIMESTRES, rang(mois, 2026)))
    expect(attendus).toEqual(TRIMESTRES.moisAttendus)
    expect([ecartMinimal(TRIMESTRES), ecartMinimal(ANNEES)]).toEqual([3, 12])
    expect(reculsDe(TRIMESTRES, rang('JUNE', 2026)).slice(0, 3)).toEqual([3, 6, 9])
    expect(reculsDe(ANNEES, rang('DECEMBER', 2026)).slice(0, 2)).toEqual([12, 24])
  })

  it('mesure son plus petit écart par-dessus le 1er janvier', () => {
    expect(ecartMinimal({ moisAttendus: ['FEBRUARY', 'NOVEMBER'] })).toBe(3)
    expect(moisDuMasque(0b100000000010)).toEqual(['FEBRUARY', 'DECEMBER'])
  })
})

describe('un changement de rythme', () => {
  const mensuelle = { version: 1, du: rang('JANUARY', 2025), au: null }

  it('remonte aux mois que la version d’avant attendait', () => {
    const du = rang('JANUARY', 2026)
    const avant = rythmeAvant(TRIMESTRES, du, [mensuelle])
    expect(avant?.couverts).toBe(1)
    expect(reculsDe(TRIMESTRES, rang('MARCH', 2026), avant).slice(0, 3)).toEqual([3, 4, 5])
    expect(reculsDe(TRIMESTRES, rang('JUNE', 2026), avant).slice(0, 3)).toEqual([3, 6, 7])
    expect(reculsDe(TRIMESTRES, rang('JUNE', 2026), avant)).toHaveLength(24)
  })

  it('d’un rythme au même n’en est pas un', () => {
    expect(rythmeAvant({}, rang('JANUARY', 2026), [mensuelle])).toBeNull()
    expect(rythmeAvant(TRIMESTRES, rang('JANUARY', 2026), [])).toBeNull()
  })

  it('ignore une version remplacée avant son premier mois', () => {
    const du = rang('JANUARY', 2027)
    const jamais = { ...ANNEES, version: 2, du, au: du - 1 }
    const fermee = { ...mensuelle, au: du - 1 }
    expect(rythmeAvant({}, du, [fermee, jamais])).toBeNull()
  })

  it('chevauche quand son premier rapport couvre un mois déjà attendu', () => {
    const chevauche = (du: number) =>
      chevauchementDe(TRIMESTRES, du, rythmeAvant(TRIMESTRES, du, [mensuelle]))
    expect(chevauche(rang('FEBRUARY', 2026))).toEqual({
      premier: rang('MARCH', 2026),
      dejaAttendu: rang('JANUARY', 2026),
    })
    expect(chevauche(rang('JANUARY', 2026))).toBeNull()
  })
})

describe('la source d’un modèle', () => {
  const fautes = (rythme: object) =>
    verifierSource({ ...SOURCE, ...rythme }, LISTES).fautes.map(({ code, chemin }) => [
      code,
      chemin.join('.'),
    ])

  it('dit ses mois attendus et combien un rapport en couvre', () => {
    const { fautes: sans, compile } = verifierSource({ ...SOURCE, ...TRIMESTRES }, LISTES)
    expect(sans).toEqual([])
    expect(compile?.modele).toMatchObject(TRIMESTRES)
  })

  it('ne fait pas couvrir deux fois le même mois', () => {
    expect(fautes({ moisCouverts: 3 })).toEqual([['RYTHME', 'moisCouverts']])
    expect(fautes({ ...TRIMESTRES, moisCouverts: 6 })).toEqual([['RYTHME', 'moisCouverts']])
    expect(fautes({ ...TRIMESTRES, moisCouverts: 1 })).toEqual([])
  })

  it.each([
    ['aucun mois', { moisAttendus: [] }, 'VALEUR'],
    ['un mois deux fois', { moisAttendus: ['MARCH', 'MARCH'] }, 'RYTHME'],
    ['un mois inconnu', { moisAttendus: ['MARS'] }, 'FORME'],
    ['treize mois', { moisAttendus: [...MOIS, 'MARCH'] }, 'FORME'],
    ['deux mois couverts', { ...ANNEES, moisCouverts: 2 }, 'FORME'],
    ['un nombre de mois en lettres', { ...ANNEES, moisCouverts: 'douze' }, 'FORME'],
  ])('refuse %s, au même titre que le serveur', (_, rythme, code) => {
    expect(fautes(rythme).map(([dit]) => dit)).toEqual([code])
    const lu = zModeleSource.safeParse({ ...SOURCE, ...rythme })
    expect(lu.success).toBe(code === 'RYTHME')
  })

  it('comparée à une autre, dit que son rythme change', () => {
    const [avant, apres] = [SOURCE, { ...SOURCE, ...ANNEES }].map((une) =>
      developperModele(zModeleSource.parse(une), LISTES),
    )
    if (!avant || !apres) throw new Error('deux modèles')
    const traits = comparerModeles(avant, apres).map(({ trait }) => trait)
    expect(traits).toEqual(['moisAttendus', 'moisCouverts'])
  })
})
