import { describe, expect, it } from 'vitest'
import { MOIS, type Mois, rangDe } from '../mois.ts'
import { LISTES, MARS, modeleDe, SOURCE } from './banc.ts'
import { ouvrirCalcul } from './calcul.ts'
import { besoinsContexte, compilerModele, passeDe } from './compile.ts'
import type { Contexte, Modele } from './modele.schema.ts'
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
import { verifierValeur } from './verification.ts'

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

describe('le moteur, sur un rapport qui n’est pas mensuel', () => {
  const formules = {
    PREC: 'PRECEDENT(A)',
    AN: 'ANNEE_PRECEDENTE(A)',
    MOY: 'MOYENNE_MOIS(A; 2)',
    CUMUL: 'CUMUL_ANNEE(A)',
    AUTRE: 'AUTRE_MODELE(RMA; X)',
    JOURS: 'NB_JOURS()',
    OUVRES: 'JOURS_OUVRES()',
  }
  const champs = Object.entries(formules).map(([code, formule]) => ({
    code,
    libelle: code,
    nature: 'decimal' as const,
    formule,
  }))
  const date = { code: 'LE', libelle: 'Le', nature: 'date' as const, dansLeMois: true }
  const modele = (rythme: Rythme): Modele => ({
    ...modeleDe([...champs, date]),
    ...(rythme.moisAttendus && { moisAttendus: [...rythme.moisAttendus] }),
    ...(rythme.moisCouverts && { moisCouverts: rythme.moisCouverts }),
  })
  const JUIN = { mois: 'JUNE', annee: 2025 } as const

  const calculer = (rythme: Rythme, autres: Contexte['autres'], contexte = {}) => {
    const mc = compilerModele(modele(rythme))
    const calcul = ouvrirCalcul(mc, { A: 10 }, { ...MARS, ...JUIN, autres, ...contexte })
    return Object.fromEntries(Object.keys(formules).map((code) => [code, calcul.valeur(code)]))
  }
  const dits = (mois: Record<string, number>) =>
    Object.fromEntries(Object.entries(mois).map(([iso, A]) => [`CALC@${iso}`, { A }]))
  const MOIS_DITS = dits({
    '2025-05': 500,
    '2025-04': 400,
    '2025-03': 3,
    '2025-02': 200,
    '2025-01': 100,
    '2024-12': 12,
    '2024-06': 6,
  })

  it('lit les mois attendus, et eux seuls', () => {
    const autres = { ...MOIS_DITS, 'RMA@2025-06': { X: 7 } }
    expect(calculer(TRIMESTRES, autres)).toEqual({
      PREC: 3,
      AN: 6,
      MOY: 7.5,
      CUMUL: 13,
      AUTRE: 7,
      JOURS: 91,
      OUVRES: 21,
    })
  })

  it('ne prend jamais un mois plus ancien que celui d’avant', () => {
    const { 'CALC@2025-03': _, ...sans } = MOIS_DITS
    expect(calculer(TRIMESTRES, sans)).toMatchObject({ PREC: null, MOY: 12, CUMUL: 10 })
  })

  it('mensuel, lit les mêmes mois qu’avant', () => {
    expect(calculer({}, MOIS_DITS)).toMatchObject({
      PREC: 500,
      AN: 6,
      MOY: 450,
      CUMUL: 1213,
      JOURS: 30,
    })
    expect(calculer({ moisAttendus: [...MOIS] }, MOIS_DITS)).toEqual(calculer({}, MOIS_DITS))
  })

  it('après un changement de rythme, remonte les mois de celui d’avant', () => {
    const mensuelle = { version: 1, du: rang('JANUARY', 2020), au: null }
    const du = rang('APRIL', 2025)
    const avant = rythmeAvant(TRIMESTRES, du, [mensuelle])
    const mc = compilerModele(modele(TRIMESTRES), avant)
    const passe = passeDe(mc, JUIN)
    expect(passe.couvertsAvant).toBe(1)
    // March, February and January were expected each; June covers what follows.
    expect(calculer(TRIMESTRES, MOIS_DITS, passe)).toMatchObject({
      PREC: 3,
      MOY: 101.5,
      CUMUL: 313,
    })
    const lus = besoinsContexte(mc, JUIN).filter((b) => b.modele === 'CALC')
    expect(lus.map((b) => b.mois)).toEqual(['2024-06', '2025-01', '2025-02', '2025-03'])
    expect(passeDe(mc, { mois: 'SEPTEMBER', annee: 2025 }).couvertsAvant).toBeUndefined()
  })

  it('demande les mois qu’il lit, et eux seuls', () => {
    const lus = besoinsContexte(compilerModele(modele(TRIMESTRES)), JUIN)
    expect(lus.map((b) => `${b.modele} ${b.mois}`)).toEqual([
      'CALC 2024-06',
      'CALC 2024-12',
      'CALC 2025-03',
      'RMA 2025-06',
    ])
  })

  it('accepte une date de tous les mois couverts, et d’aucun autre', () => {
    const cellule = compilerModele(modele(TRIMESTRES)).cellules.get('LE')
    if (!cellule) throw new Error('LE')
    const juge = (jour: string) => verifierValeur(cellule, jour, JUIN)?.libelle ?? null
    expect([juge('2025-04-01'), juge('2025-06-30')]).toEqual([null, null])
    const refus = 'La date doit être comprise entre le 1ᵉʳ avril 2025 et le 30 juin 2025.'
    expect([juge('2025-03-31'), juge('2025-07-01')]).toEqual([refus, refus])
  })

  it('dit sa période et celle d’avant dans un message', () => {
    const controles = [
      {
        code: 'RA01',
        niveau: 'INFO' as const,
        formule: 'A < 0',
        cellules: ['A'],
        message: '{periode}, {periodePrecedente}',
      },
    ]
    const dire = (rythme: Rythme, contexte = {}) => {
      const mc = compilerModele({ ...modele(rythme), controles })
      const calcul = ouvrirCalcul(mc, { A: 1 }, { ...MARS, ...JUIN, ...contexte })
      return calcul.resultats()[0]?.message
    }
    expect(dire({})).toBe('juin 2025, mai 2025')
    expect(dire(TRIMESTRES)).toBe('le 2e trimestre 2025, le 1er trimestre 2025')
    expect(dire(TRIMESTRES, { reculs: [3, 4], couvertsAvant: 1 })).toBe(
      'le 2e trimestre 2025, mars 2025',
    )
  })
})
