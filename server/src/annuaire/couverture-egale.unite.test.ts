import { describe, expect, it } from 'vitest'
import { type AnneeVue, CouvertureEgale } from './couverture-egale.ts'
import type { Presence } from './retenus.sql.ts'

const MENSUEL = Array<number>(12).fill(1)
const aux = (mois: readonly number[], couverts: number) =>
  MENSUEL.map((_, m) => (mois.includes(m + 1) ? couverts : 0))
const TRIMESTRIEL = aux([3, 6, 9, 12], 3)

/** Bits of months, 1 to 12. */
const bits = (mois: readonly number[]) => mois.reduce((b, m) => b | (1 << (m - 1)), 0)
const moisDe = (masque = 0) => MENSUEL.flatMap((_, m) => ((masque >> m) & 1 ? [m + 1] : []))
const TOUS = MENSUEL.map((_, m) => m + 1)
const sauf = (...absents: number[]) => TOUS.filter((m) => !absents.includes(m))

type Dite = { attendus?: number[]; retenus: number[]; region?: string; effectif?: number }

function annee(couverts: readonly number[], dites: Readonly<Record<number, Dite>>): AnneeVue {
  const presences = Object.entries(dites).map(([structure, dite]): Presence => {
    const { retenus, attendus = couverts.flatMap((n, m) => (n > 0 ? [m + 1] : [])) } = dite
    const { region = 'R01', effectif = 10 } = dite
    return {
      structure: Number(structure),
      code: structure,
      modele: 'M',
      region,
      type: 'X',
      attendus: bits(attendus),
      retenus: bits(retenus),
      effectif: effectif * retenus.length,
      declares: effectif > 0 ? retenus.length : 0,
    }
  })
  return { presences, couverts: { M: couverts } }
}

const ecartes = (avant: AnneeVue, apres: AnneeVue, structure = 1) => {
  const egale = new CouvertureEgale([avant, apres])
  return ([0, 1] as const).map((a) => moisDe(egale.ecartesDe(a).get(structure)?.['M']))
}
const PAYS = { lecture: 'M', region: null, type: null, mois: TOUS }

describe('ce que deux années n’ont pas en commun', () => {
  it('est le mois d’une structure dont un rapport attendu manque à l’une, et rien d’autre', () => {
    const avant = annee(MENSUEL, { 1: { retenus: sauf(3) }, 2: { retenus: TOUS } })
    const apres = annee(MENSUEL, { 1: { retenus: sauf(11) }, 2: { retenus: TOUS } })
    expect(ecartes(avant, apres)).toEqual([
      [3, 11],
      [3, 11],
    ])
    expect(ecartes(avant, apres, 2)).toEqual([[], []])
  })

  it('n’est ni une ouverture, ni une fermeture, ni un mois suspendu', () => {
    const apresJuin = sauf(1, 2, 3, 4, 5, 6)
    const ouverte = annee(MENSUEL, { 1: { attendus: apresJuin, retenus: apresJuin } })
    const entiere = annee(MENSUEL, { 1: { retenus: TOUS } })
    expect(ecartes(ouverte, entiere)).toEqual([[], []])
    expect(ecartes(entiere, ouverte)).toEqual([[], []])
    const suspendue = annee(MENSUEL, { 1: { attendus: sauf(5), retenus: sauf(5) } })
    expect(ecartes(entiere, suspendue)).toEqual([[], []])
    expect(ecartes(annee(MENSUEL, {}), entiere)).toEqual([[], []])
  })

  it('est le trimestre entier d’un rapport trimestriel qui manque, et ses trois mois de l’autre année', () => {
    const trimestres = annee(TRIMESTRIEL, { 1: { retenus: [3, 9, 12] } })
    expect(ecartes(annee(MENSUEL, { 1: { retenus: TOUS } }), trimestres)).toEqual([[4, 5, 6], [6]])
    const mois = annee(MENSUEL, { 1: { retenus: sauf(8) } })
    const pleins = annee(TRIMESTRIEL, { 1: { retenus: [3, 6, 9, 12] } })
    // The third quarter goes with August, and its two other months with it.
    expect(ecartes(mois, pleins)).toEqual([[7, 8, 9], [9]])
    const egale = new CouvertureEgale([mois, pleins])
    expect(egale.etendueDe(PAYS).part).toBe(9 / 12)
  })

  it('est ce que le modèle ne demandait à personne l’une des deux années', () => {
    const ne = annee(aux([9, 10, 11, 12], 1), { 1: { retenus: [9, 10, 11, 12] } })
    const [huit, memes] = ecartes(ne, annee(MENSUEL, { 1: { retenus: TOUS } }))
    expect([huit, memes]).toEqual([[], [1, 2, 3, 4, 5, 6, 7, 8]])
    // Of a year that ends in June, both have the months before January; a monthly one has none.
    const juin = annee(aux([6], 12), { 1: { retenus: [6] } })
    expect(ecartes(juin, juin)).toEqual([[], []])
    const decales = annee(aux([1, 4, 7, 10], 3), { 1: { retenus: [1, 4, 7, 10] } })
    expect(ecartes(annee(MENSUEL, { 1: { retenus: TOUS } }), decales)).toEqual([[1, 11, 12], [1]])
  })
})

describe('un chiffre de deux rapports du même mois', () => {
  it('ne compare pas un mois dont l’autre manque', () => {
    const pleine = annee(MENSUEL, { 1: { retenus: TOUS }, 2: { retenus: TOUS } })
    const deux = (autres: AnneeVue): AnneeVue => ({
      couverts: { M: MENSUEL, A: MENSUEL },
      presences: [
        ...pleine.presences,
        ...autres.presences.map((presence) => ({ ...presence, modele: 'A' })),
      ],
    })
    const trouee = annee(MENSUEL, { 1: { retenus: sauf(12) } })
    const egale = new CouvertureEgale([deux(pleine), deux(trouee)])
    const decembre = { ...PAYS, mois: [12] }
    expect(egale.etendueDe(decembre)).toMatchObject({ part: 1, structures: 2 })
    expect(egale.etendueDe({ ...decembre, lecture: 'M+A' })).toMatchObject({
      part: 0.5,
      structures: 1,
    })
  })
})

describe('la part comparée', () => {
  it('pèse les mois de chaque structure par son effectif moyen, celui des autres si elle n’en dit pas', () => {
    const avant = annee(MENSUEL, {
      1: { retenus: sauf(12), effectif: 30 },
      2: { retenus: TOUS, effectif: 10 },
      3: { retenus: [], effectif: 0 },
    })
    const egale = new CouvertureEgale([avant, annee(MENSUEL, { 2: { retenus: TOUS } })])
    const decembre = egale.etendueDe({ ...PAYS, mois: [12] })
    // 10 of 10 + 30 + 20.
    expect(decembre).toEqual({ part: 10 / 60, structures: 1, parEffectif: true })
    expect(egale.etendueDe(PAYS)).toMatchObject({ part: 450 / 720, structures: 2 })
    expect(egale.etendueDe({ ...PAYS, region: 'R09' })).toMatchObject({ part: 0, structures: 0 })
  })

  it('d’un modèle sans effectif est celle de ses mois', () => {
    const avant = annee(MENSUEL, {
      1: { retenus: sauf(1, 2, 3), effectif: 0 },
      2: { retenus: TOUS, effectif: 0 },
    })
    const egale = new CouvertureEgale([avant, avant])
    expect(egale.etendueDe(PAYS)).toEqual({ part: 21 / 24, structures: 2, parEffectif: false })
  })

  it('d’une structure qui déménage est de chaque région pour les mois qu’elle y a', () => {
    const avant = annee(MENSUEL, { 1: { retenus: TOUS }, 2: { retenus: TOUS } })
    const apres = annee(MENSUEL, { 1: { retenus: sauf(6), region: 'R02' }, 2: { retenus: TOUS } })
    const egale = new CouvertureEgale([avant, apres])
    expect(egale.etendueDe({ ...PAYS, region: 'R01' })).toMatchObject({ part: 23 / 24 })
    expect(egale.etendueDe({ ...PAYS, region: 'R02' })).toMatchObject({ part: 11 / 12 })
  })
})
