import { describe, expect, it } from 'vitest'
import { essai, LISTES, MARS, modeleDe, SOURCE } from './banc.ts'
import { ouvrirCalcul } from './calcul.ts'
import { besoinsContexte, celluleDe, compilerModele } from './compile.ts'
import { ModeleInvalide } from './modele.invalide.ts'
import type { Champ, Modele, SectionMatrice } from './modele.schema.ts'
import { developperModele } from './source.developper.ts'

function problemesDe(modele: Modele): string[] {
  try {
    compilerModele(modele)
  } catch (cause) {
    if (cause instanceof ModeleInvalide)
      return cause.problemes.map(({ chemin, message }) =>
        `${chemin} ${message}`.replaceAll('\u00a0', ' '),
      )
    throw cause
  }
  return []
}

function calculee(code: string, formule: string): Champ {
  return { code, libelle: code, nature: 'decimal', formule }
}

describe('un modèle compilé', () => {
  it('donne ses cellules dans l’ordre de l’écran, avec leur libellé entier', () => {
    const mc = essai()
    const adresses = [...mc.cellules.keys()]
    expect(adresses.slice(0, 7)).toEqual([
      'CAPACITE',
      'SIT',
      'OBS',
      'TAUX',
      'MVT.DEB.M',
      'MVT.DEB.F',
      'MVT.DEB.TOT',
    ])
    expect(adresses).not.toContain('MVT.DEB.9')
    expect(celluleDe(mc, 'MVT.ENT.F')).toMatchObject({
      libelle: 'Mouvement des effectifs – Entrées du mois – Féminin',
      calculee: true,
      requis: true,
      nature: 'entier',
    })
  })

  it('retrouve une cellule d’un tableau à lignes libres, que la ligne existe ou non', () => {
    const mc = essai()
    expect(celluleDe(mc, 'ACT.x7.PART_M')).toMatchObject({
      adresse: 'ACT.x7.PART_M',
      ligne: 'x7',
      nature: 'entier',
    })
    for (const inconnue of ['ACT.X7.PART_M', 'ACT.x7.AUTRE', 'ACT.x7', 'MVT.DEB.M.x', '__proto__'])
      expect(celluleDe(mc, inconnue)).toBeNull()
  })

  it('dit quelles valeurs d’autres rapports il lui faut', () => {
    expect(besoinsContexte(essai(), MARS)).toEqual([
      { modele: 'ESSAI', mois: '2024-09', cellules: ['MVT.ENT.TOT', 'MVT.SOR.TOT'] },
      { modele: 'ESSAI', mois: '2024-10', cellules: ['MVT.ENT.TOT', 'MVT.SOR.TOT'] },
      { modele: 'ESSAI', mois: '2024-11', cellules: ['MVT.ENT.TOT', 'MVT.SOR.TOT'] },
      { modele: 'ESSAI', mois: '2024-12', cellules: ['MVT.ENT.TOT', 'MVT.SOR.TOT'] },
      { modele: 'ESSAI', mois: '2025-01', cellules: ['MVT.ENT.TOT', 'MVT.SOR.TOT'] },
      {
        modele: 'ESSAI',
        mois: '2025-02',
        cellules: ['MVT.ENT.TOT', 'MVT.FIN.F', 'MVT.FIN.M', 'MVT.SOR.TOT'],
      },
    ])
  })

  it('peut lire sa propre cellule d’un autre mois sans tourner en rond', () => {
    expect(problemesDe(modeleDe([calculee('R', 'PRECEDENT(R) + A')]))).toEqual([])
  })
})

describe('une matrice à deux lignes d’en-tête', () => {
  const total = { code: 'TOT', libelle: 'Total' }
  const matrice: SectionMatrice = {
    code: 'EFF',
    libelle: 'Effectif',
    type: 'matrice',
    nature: 'entier',
    lignes: [
      { code: 'A', libelle: 'A' },
      { code: 'B', libelle: 'B' },
      { ...total, formule: 'SOMME(EFF.*.$)' },
    ],
    groupes: [
      { code: 'FONC', libelle: 'Fonctionnaire' },
      { code: 'CONT', libelle: 'Contractuel' },
      { ...total, formule: 'SOMME(*)' },
    ],
    colonnes: [
      { code: 'M', libelle: 'Masculin' },
      { code: 'F', libelle: 'Féminin' },
      { ...total, formule: 'SOMME(M; F)' },
    ],
  }
  const modele = { ...modeleDe([]), sections: [...modeleDe([]).sections, matrice] }

  it('totalise par colonne, par groupe et par ligne', () => {
    const mc = compilerModele(modele)
    const donnees = Object.fromEntries(
      ['A', 'B'].flatMap((ligne, i) =>
        ['FONC', 'CONT'].flatMap((groupe, j) =>
          ['M', 'F'].map((sexe, k) => [`EFF.${ligne}.${groupe}.${sexe}`, 4 * i + 2 * j + k + 1]),
        ),
      ),
    )
    const calcul = ouvrirCalcul(mc, donnees, MARS)
    expect(calcul.valeur('EFF.A.FONC.TOT')).toBe(3)
    expect(calcul.valeur('EFF.A.TOT.M')).toBe(1 + 3)
    expect(calcul.valeur('EFF.TOT.CONT.F')).toBe(4 + 8)
    expect(calcul.valeur('EFF.TOT.TOT.TOT')).toBe(36)
    expect(celluleDe(mc, 'EFF.A.CONT.F')?.libelle).toBe('Effectif – A – Contractuel – Féminin')
  })

  it('dit de chaque cellule le trait le plus précis : colonne, groupe, ligne, section', () => {
    const [a, b, ...reste] = matrice.lignes
    if (!a || !b) throw new Error('deux lignes attendues')
    const [m, ...colonnes] = matrice.colonnes
    if (!m) throw new Error('une colonne attendue')
    const precise = {
      ...matrice,
      requis: true,
      lignes: [a, { ...b, requis: false, nature: 'entierSigne' as const }, ...reste],
      colonnes: [{ ...m, requis: true }, ...colonnes],
    }
    const { cellules } = compilerModele({
      ...modele,
      sections: [...modeleDe([]).sections, precise],
    })
    expect(cellules.get('EFF.A.FONC.F')?.requis).toBe(true)
    expect(cellules.get('EFF.B.FONC.F')).toMatchObject({ requis: false, nature: 'entierSigne' })
    expect(cellules.get('EFF.B.FONC.M')?.requis).toBe(true)
  })
})

describe('un modèle est refusé', () => {
  it('quand ses formules tournent en rond, en nommant le tour', () => {
    const modele = modeleDe([calculee('R', 'A + Q'), calculee('Q', 'R * 2')])
    expect(problemesDe(modele)).toEqual(['R Ces formules tournent en rond : R → Q → R.'])
  })

  it('quand un code est donné deux fois', () => {
    expect(problemesDe(modeleDe([calculee('A', '1')]))).toEqual(['A Ce code est donné deux fois.'])
  })

  it('quand un indicateur n’est pas une cellule chiffrée', () => {
    const modele = modeleDe([])
    const problemes = problemesDe({
      ...modele,
      indicateurs: { ...modele.indicateurs, effectif: 'MVT.X', entrees: 'T' },
    })
    expect(problemes).toEqual([
      'indicateurs.effectif La cellule MVT.X n’existe pas, ou n’est pas un nombre.',
      'indicateurs.entrees La cellule T n’existe pas, ou n’est pas un nombre.',
    ])
  })

  it('avec tous ses problèmes à la fois, chacun à sa place', () => {
    const problemes = problemesDe({
      ...modeleDe([calculee('R', 'A +'), calculee('Q', 'X')]),
      controles: [
        { code: 'RA01', niveau: 'INFO', formule: 'A', cellules: [], message: '' },
        { code: 'RA02', niveau: 'INFO', formule: 'A > 1', cellules: ['Z'], message: '{attendu}' },
        { code: 'RA03', niveau: 'INFO', formule: '$ > 1', cellules: [], message: '' },
      ],
    })
    expect(problemes.map((texte) => texte.split(' ')[0])).toEqual([
      'R',
      'Q',
      'RA01',
      'RA02,',
      'RA02,',
      'RA03',
    ])
  })

  it('quand un contrôle est donné deux fois pour la même valeur', () => {
    const regle = {
      code: 'RA01',
      niveau: 'INFO' as const,
      formule: 'A > 1',
      pourChaque: [
        { code: 'M', libelle: 'masculin' },
        { code: 'M', libelle: 'masculin' },
      ],
      cellules: [],
      message: '',
    }
    expect(problemesDe({ ...modeleDe([]), controles: [regle] })).toEqual([
      'RA01:M Ce contrôle est donné deux fois.',
    ])
  })
})

describe('une source', () => {
  it('développe les codifications, et garde celles des listes', () => {
    const modele = developperModele(SOURCE, LISTES)
    const mvt = modele.sections.find(({ code }) => code === 'MVT')
    expect(mvt).toMatchObject({ colonnes: [{ code: 'M' }, { code: 'F' }, { code: 'TOT' }] })
    expect(modele.codifications).toEqual({ SITUATION: LISTES.SITUATION })
  })

  it('trouve le libellé des valeurs de pourChaque', () => {
    const { controles } = developperModele(SOURCE, LISTES)
    expect(controles[0]?.pourChaque).toEqual([
      { code: 'M', libelle: 'masculin' },
      { code: 'F', libelle: 'féminin' },
    ])
    expect(controles[2]?.pourChaque?.[0]).toEqual({
      code: 'MVT.ENT.TOT',
      libelle: 'Entrées du mois',
    })
  })

  it('écrit les adresses d’une codification entre crochets', () => {
    const controle = {
      code: 'RA20',
      niveau: 'INFO' as const,
      formule: 'SOMME(ENT.[MOTIF].M) > 0',
      cellules: [],
      message: 'x',
    }
    const modele = developperModele({ ...SOURCE, controles: [controle] }, LISTES)
    expect(modele.controles[0]?.formule).toBe('SOMME(ENT.JUDIC.M; ENT.FAM.M; ENT.AUTRE.M) > 0')
  })

  it('est refusée quand elle nomme une codification ou un code inconnus', () => {
    const { MOTIF: _motif, ...autres } = LISTES
    expect(() => developperModele(SOURCE, autres)).toThrow('La codification MOTIF n’existe pas.')
    const sansNeuf = { ...LISTES, SEXE: LISTES.SEXE.slice(0, 2) }
    expect(() => developperModele(SOURCE, sansNeuf)).toThrow('Le code exclu 9')
  })
})
