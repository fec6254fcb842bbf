import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { essai, MARS, modeleDe, ouvrirEssai } from './banc.ts'
import { ouvrirCalcul } from './calcul.ts'
import { compilerModele } from './compile.ts'
import type { Donnees, Modifications } from './modele.schema.ts'
import { preremplir } from './preremplir.ts'
import { verifierModifications } from './verification.ts'

const MC = essai()

describe('changer une case', () => {
  it('ne recalcule que ce qui en dépend', () => {
    const calcul = ouvrirEssai()
    const ouverture = calcul.evaluations
    calcul.changer({ OBS: 'Toiture en travaux.' })
    expect(calcul.evaluations).toBe(ouverture)
    calcul.changer({ 'MVT.DEB.M': 4 })
    // MVT.DEB.TOT, RA01:M and RA04:M.
    expect(calcul.evaluations - ouverture).toBe(3)
  })

  it('s’arrête où la valeur ne change plus', () => {
    const calcul = ouvrirEssai({ 'ENT.JUDIC.M': 1, 'ENT.FAM.M': 'ND', 'ENT.AUTRE.M': 2 })
    expect(calcul.valeur('ENT.TOT.M')).toBe('ND')
    const avant = calcul.evaluations
    // ENT.JUDIC.TOT and ENT.TOT.M; the latter stays ND, and nothing that follows is computed.
    expect(calcul.changer({ 'ENT.JUDIC.M': 5 }).cellules.toSorted()).toEqual([
      'ENT.JUDIC.M',
      'ENT.JUDIC.TOT',
    ])
    expect(calcul.evaluations - avant).toBe(2)
  })

  it('dit les cellules et les contrôles touchés', () => {
    const calcul = ouvrirEssai({
      'MVT.DEB.M': 10,
      'MVT.SOR.M': 1,
      'ENT.JUDIC.M': 1,
      'ENT.FAM.M': 1,
      'ENT.AUTRE.M': 1,
    })
    const effets = calcul.changer({ 'MVT.FIN.M': 11 })
    expect(effets.cellules).toEqual(['MVT.FIN.M', 'MVT.FIN.TOT'])
    expect(effets.controles).toEqual(['RA01:M'])
    expect(calcul.erreurs).toBe(1)
    expect(calcul.changer({ 'MVT.FIN.M': 12 }).controles).toEqual(['RA01:M'])
    expect(calcul.erreurs).toBe(0)
  })

  it('à la même valeur ne touche rien', () => {
    const calcul = ouvrirEssai({ 'MVT.DEB.M': 4 })
    expect(calcul.changer({ 'MVT.DEB.M': 4 })).toEqual({ cellules: [], controles: [] })
  })

  it('ignore les cellules calculées ou inconnues', () => {
    const calcul = ouvrirEssai({ 'MVT.DEB.TOT': 99, INCONNUE: 1, 'ACT.a.PART_TOT': 9 })
    expect(calcul.donnees()).toEqual({ 'SYN.PART': 0 })
    calcul.changer({ 'MVT.DEB.TOT': 99, INCONNUE: 1 })
    expect(calcul.valeur('MVT.DEB.TOT')).toBeNull()
  })

  it('par étapes donne le même rapport que tout recalculer', () => {
    const adresses = [...MC.cellules.values()]
      .filter(({ calculee, nature }) => !calculee && nature === 'entier')
      .map(({ adresse }) => adresse)
    const lignes = ['1', '2', '10'].flatMap((id) => [`ACT.${id}.PART_M`, `ACT.${id}.PART_F`])
    const valeur = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.constantFrom<'ND' | 'SO' | null>('ND', 'SO', null),
    )
    const modification = fc.dictionary(fc.constantFrom(...adresses, ...lignes, 'SIT'), valeur)
    fc.assert(
      fc.property(fc.array(modification, { maxLength: 8 }), (etapes) => {
        const parEtapes = ouvrirCalcul(MC, {}, MARS)
        const saisies: Modifications = {}
        for (const etape of etapes) {
          parEtapes.changer(etape)
          Object.assign(saisies, etape)
        }
        const donnees: Donnees = {}
        for (const [cle, lue] of Object.entries(saisies)) if (lue !== null) donnees[cle] = lue
        const dUnCoup = ouvrirCalcul(MC, donnees, MARS)
        expect(parEtapes.donnees()).toEqual(dUnCoup.donnees())
        expect(parEtapes.resultats()).toEqual(dUnCoup.resultats())
        expect(parEtapes.manquants()).toEqual(dUnCoup.manquants())
        for (const adresse of MC.cellules.keys())
          expect(parEtapes.partiel(adresse)).toBe(dUnCoup.partiel(adresse))
      }),
      { numRuns: 150 },
    )
  })
})

describe('une case verrouillée par soSi', () => {
  const sansCapacite = { structure: {} }

  it('vaut SO, ne se saisit pas, n’est pas demandée, et rend absent ce qui en dépend', () => {
    const calcul = ouvrirEssai({ CAPACITE: 12, 'MVT.FIN.M': 3, 'MVT.FIN.F': 4 }, sansCapacite)
    expect(calcul.valeur('CAPACITE')).toBe('SO')
    expect(calcul.verrouillees()).toEqual(['CAPACITE'])
    expect(calcul.requise('CAPACITE')).toBe(false)
    expect(calcul.manquants()).not.toContain('CAPACITE')
    expect(calcul.valeur('TAUX')).toBeNull()
    expect(calcul.donnees().CAPACITE).toBe('SO')
    expect(calcul.saisies()).not.toHaveProperty('CAPACITE')
  })

  it('redevient vide quand le verrou s’ouvre : SO n’était la réponse de personne', () => {
    const calcul = ouvrirEssai({ CAPACITE: 'SO' })
    expect(calcul.valeur('CAPACITE')).toBeNull()
    expect(calcul.requise('CAPACITE')).toBe(true)
  })

  it('qui accepte aussi SO redevient vide de même, une fois relue', () => {
    const modele = modeleDe([
      { code: 'CASE', libelle: 'Case', nature: 'entier', so: true, soSi: 'A = 1' },
    ])
    const mc = compilerModele(modele)
    const gardees = ouvrirCalcul(mc, { A: 1, CASE: 5 }, MARS).donnees()
    expect(gardees.CASE).toBe('SO')
    const relue = ouvrirCalcul(mc, gardees, MARS)
    relue.changer({ A: 2 })
    expect(relue.valeur('CASE')).toBeNull()
    // Somebody's answer stays one.
    relue.changer({ CASE: 'SO' })
    relue.changer({ A: 3 })
    expect(relue.valeur('CASE')).toBe('SO')
  })
})

describe('une case lue seule', () => {
  const reference = {
    code: 'REF',
    libelle: 'Postes de référence',
    nature: 'entier' as const,
    requis: true,
    luSeul: true,
    prerempli: 'STRUCTURE("capacite")',
  }
  const mc = compilerModele(modeleDe([reference]))

  it('garde la valeur reçue à la création, même quand la structure change', () => {
    const donnees = preremplir(mc, MARS)
    expect(donnees).toEqual({ REF: 60 })
    const plusTard = ouvrirCalcul(mc, donnees, { ...MARS, structure: { capacite: 80 } })
    expect(plusTard.valeur('REF')).toBe(60)
  })

  it('ne se modifie pas, et n’est jamais demandée', () => {
    const calcul = ouvrirCalcul(mc, {}, MARS)
    expect(verifierModifications(calcul, { REF: 70 })).toMatchObject([{ code: 'CELLULE_CALCULEE' }])
    expect(calcul.manquants()).toEqual([])
    expect(calcul.remplissage()).toBe(1)
  })
})

describe('un tableau à lignes libres', () => {
  it('calcule chaque ligne, et le total de toutes', () => {
    const calcul = ouvrirEssai({
      'ACT.10.PART_M': 5,
      'ACT.10.PART_F': 1,
      'ACT.2.PART_M': 2,
      'ACT.2.PART_F': 3,
    })
    expect(calcul.lignes('ACT')).toEqual(['2', '10'])
    expect(calcul.valeur('ACT.2.PART_TOT')).toBe(5)
    expect(calcul.valeur('SYN.PART')).toBe(11)
    const avant = calcul.evaluations
    expect(calcul.changer({ 'ACT.2.PART_M': 4 }).cellules).toEqual([
      'ACT.2.PART_M',
      'ACT.2.PART_TOT',
      'SYN.PART',
    ])
    expect(calcul.evaluations - avant).toBe(2)
  })

  it('vaut 0 sans ligne, et reste partiel tant qu’une ligne est incomplète', () => {
    const calcul = ouvrirEssai()
    expect(calcul.valeur('SYN.PART')).toBe(0)
    calcul.changer({ 'ACT.a.PART_M': 4 })
    expect(calcul.valeur('SYN.PART')).toBeNull()
    expect(calcul.partiel('SYN.PART')).toBe(4)
  })

  it('perd une ligne dont plus rien n’est saisi', () => {
    const calcul = ouvrirEssai({ 'ACT.a.PART_M': 4, 'ACT.a.PART_F': 1 })
    calcul.changer({ 'ACT.a.PART_M': null })
    expect(calcul.lignes('ACT')).toEqual(['a'])
    const { cellules } = calcul.changer({ 'ACT.a.PART_F': null })
    expect(cellules).toContain('ACT.a.PART_TOT')
    expect(calcul.lignes('ACT')).toEqual([])
    expect(calcul.valeur('SYN.PART')).toBe(0)
    expect(calcul.donnees()).toEqual({ 'SYN.PART': 0 })
  })

  it('ne demande rien tant qu’il n’a pas de ligne, puis ses colonnes requises', () => {
    const calcul = ouvrirEssai()
    expect(calcul.manquants().filter((cellule) => cellule.startsWith('ACT'))).toEqual([])
    calcul.changer({ 'ACT.a.PART_F': 1 })
    expect(calcul.manquants().filter((cellule) => cellule.startsWith('ACT'))).toEqual([
      'ACT.a.DATE',
      'ACT.a.PART_M',
    ])
  })
})

describe('un nouveau rapport', () => {
  it('reprend la structure et la fin du mois précédent, sans préremplir les totaux', () => {
    const autres = { 'ESSAI@2025-02': { 'MVT.FIN.M': 20, 'MVT.FIN.F': 22, 'MVT.FIN.TOT': 42 } }
    expect(preremplir(MC, { ...MARS, autres })).toEqual({
      CAPACITE: 60,
      'MVT.DEB.M': 20,
      'MVT.DEB.F': 22,
    })
  })

  it('ne prend ni ND ni ce qui ne peut pas être saisi', () => {
    const autres = { 'ESSAI@2025-02': { 'MVT.FIN.M': 'ND', 'MVT.FIN.F': -3 } }
    expect(preremplir(MC, { ...MARS, autres, structure: {} })).toEqual({})
  })
})
