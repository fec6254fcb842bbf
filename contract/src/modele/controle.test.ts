import { describe, expect, it } from 'vitest'
import { ouvrirEssai } from './banc.ts'
import { justificationsTombees } from './justification.ts'
import type { Controle, Donnees } from './modele.schema.ts'
import { peutSoumettre } from './soumission.ts'

const FEVRIER = { 'ESSAI@2025-02': { 'MVT.FIN.M': 1200, 'MVT.FIN.F': 7 } }

/** A whole form that fits: 1 200 boys and 7 girls at first, 3 entries and 2 exits of each. */
const COMPLET: Donnees = {
  CAPACITE: 60,
  SIT: 'NORMAL',
  ...parSexe('MVT.DEB', { M: 1200, F: 7 }),
  ...parSexe('MVT.SOR', { M: 2, F: 2 }),
  ...parSexe('MVT.FIN', { M: 1201, F: 8 }),
  ...parSexe('ENT.JUDIC', { M: 1, F: 1 }),
  ...parSexe('ENT.FAM', { M: 1, F: 1 }),
  ...parSexe('ENT.AUTRE', { M: 1, F: 1 }),
}

function parSexe(ligne: string, valeurs: Record<'M' | 'F', number>): Donnees {
  return { [`${ligne}.M`]: valeurs.M, [`${ligne}.F`]: valeurs.F }
}

function messageDe(controles: Controle[], cle: string): string | undefined {
  return controles.find((controle) => controle.cle === cle)?.message.replaceAll('\u202f', ' ')
}

describe('un contrôle', () => {
  it('ne se déclenche pas quand ce qu’il dit est vrai', () => {
    expect(ouvrirEssai(COMPLET, { autres: FEVRIER }).resultats()).toEqual([])
  })

  it('n’est pas évaluable, et se tait, tant qu’une de ses cases est vide', () => {
    const { 'MVT.SOR.M': _vide, ...reste } = COMPLET
    const calcul = ouvrirEssai({ ...reste, 'MVT.FIN.M': 5 }, { autres: FEVRIER })
    expect(calcul.resultats()).toEqual([])
    expect(ouvrirEssai({ 'MVT.DEB.M': 4 }).resultats()).toEqual([])
  })

  it('dit les chiffres, le libellé de la valeur et ce qui était attendu', () => {
    const calcul = ouvrirEssai({ ...COMPLET, 'MVT.FIN.M': 1300 }, { autres: FEVRIER })
    const [controle] = calcul.resultats()
    expect(controle).toMatchObject({ cle: 'RA01:M', code: 'RA01', cellules: ['MVT.FIN.M'] })
    expect(messageDe(calcul.resultats(), 'RA01:M')).toBe(
      'Effectif masculin\u00a0: 1 200 + 3 − 2 = 1 201, mais vous avez déclaré 1 300.',
    )
  })

  it('nomme le mois précédent, et suit les chiffres quand ils changent', () => {
    const calcul = ouvrirEssai({ ...COMPLET, 'MVT.DEB.F': 9 }, { autres: FEVRIER })
    expect(messageDe(calcul.resultats(), 'RA04:F')).toBe(
      'L’effectif de début (9) diffère de celui de fin février 2025 (7).',
    )
    calcul.changer({ 'MVT.DEB.F': 10 })
    expect(messageDe(calcul.resultats(), 'RA04:F')).toContain('(10)')
  })

  it('écrit un nombre négatif avec le signe moins', () => {
    const calcul = ouvrirEssai({ ...COMPLET, 'MVT.DEB.F': 0, 'MVT.SOR.F': 9 })
    expect(messageDe(calcul.resultats(), 'RA01:F')).toContain('0 + 3 − 9 = −6, mais')
  })

  it('vaut pour des adresses entières, comparées à leur moyenne', () => {
    const mois = { 'MVT.SOR.TOT': 2 }
    const autres = Object.fromEntries(['01', '02'].map((m) => [`ESSAI@2025-${m}`, mois]))
    const donnees = { 'MVT.SOR.M': 10, 'MVT.SOR.F': 10 }
    expect(ouvrirEssai(donnees, { autres }).avertissements).toBe(0)
    const assez = { ...autres, 'ESSAI@2024-12': mois }
    const calcul = ouvrirEssai(donnees, { autres: assez })
    expect(messageDe(calcul.resultats(), 'RA14:MVT.SOR.TOT')).toBe(
      'Sorties du mois : 20, pour une moyenne de 2.',
    )
  })

  it('paraît dans l’ordre du modèle, quel que soit l’ordre de saisie', () => {
    const calcul = ouvrirEssai(COMPLET, { autres: FEVRIER })
    calcul.changer({ 'MVT.DEB.F': 9 })
    calcul.changer({ 'MVT.FIN.M': 5 })
    expect(calcul.resultats().map(({ cle }) => cle)).toEqual(['RA01:M', 'RA01:F', 'RA04:F'])
    expect([calcul.erreurs, calcul.avertissements]).toEqual([2, 1])
  })
})

describe('la soumission', () => {
  it('est possible quand rien ne manque et que rien ne bloque', () => {
    expect(peutSoumettre(ouvrirEssai(COMPLET, { autres: FEVRIER }))).toEqual({
      manquants: [],
      bloquants: [],
      aJustifier: [],
    })
  })

  it('attend les cases requises, toujours ou selon les autres', () => {
    const { 'MVT.SOR.M': _vide, ...reste } = COMPLET
    const calcul = ouvrirEssai({ ...reste, SIT: 'FERME' })
    expect(calcul.manquants()).toEqual(['OBS', 'MVT.SOR.M'])
    expect(calcul.changer({ SIT: 'NORMAL' }).cellules).toEqual(['SIT', 'OBS'])
    expect(calcul.manquants()).toEqual(['MVT.SOR.M'])
    expect(calcul.remplissage()).toBeCloseTo(13 / 14)
  })

  it('attend un commentaire pour ND, et quand la formule le veut', () => {
    const calcul = ouvrirEssai({ ...COMPLET, CAPACITE: 65, 'ENT.FAM.F': 'ND' })
    expect(calcul.manquants()).toEqual(['CAPACITE', 'ENT.FAM.F'])
    expect(calcul.motifManquant('CAPACITE')).toBe('COMMENTAIRE')
    calcul.commenter('CAPACITE', 'Extension ouverte.')
    calcul.commenter('ENT.FAM.F', '  ')
    expect(calcul.manquants()).toEqual(['ENT.FAM.F'])
    expect(calcul.motifManquant('ENT.FAM.F')).toBe('COMMENTAIRE')
  })

  it('attend la justification des avertissements, d’au moins 10 caractères', () => {
    const calcul = ouvrirEssai(
      { ...COMPLET, 'MVT.DEB.F': 9, 'MVT.FIN.F': 10 },
      {
        autres: FEVRIER,
      },
    )
    expect(calcul.aJustifier().map(({ cle }) => cle)).toEqual(['RA04:F'])
    calcul.justifier('RA04:F', ' trop peu ')
    expect(calcul.aJustifier()).toHaveLength(1)
    calcul.justifier('RA04:F', 'Deux enfants oubliés en février.')
    expect(calcul.aJustifier()).toEqual([])
    expect(calcul.resultats()[0]?.justification).toBe('Deux enfants oubliés en février.')
    expect(calcul.avertissements).toBe(1)
  })

  it('ne se contente pas d’une justification pour un contrôle bloquant', () => {
    const calcul = ouvrirEssai({ ...COMPLET, 'MVT.FIN.M': 5 })
    calcul.justifier('RA01:M', 'Une explication bien assez longue.')
    expect(peutSoumettre(calcul).bloquants).toMatchObject([{ cle: 'RA01:M', justification: null }])
  })
})

describe('une justification', () => {
  const textes = { 'RA04:F': 'Deux enfants oubliés en février.' }
  const avec = (donnees: Donnees) =>
    ouvrirEssai({ ...COMPLET, ...donnees }, { autres: FEVRIER }).resultats()

  it('tient tant que son message ne change pas', () => {
    expect(
      justificationsTombees(
        avec({ 'MVT.DEB.F': 9 }),
        avec({ 'MVT.DEB.F': 9, CAPACITE: 1 }),
        textes,
      ),
    ).toEqual([])
  })

  it('tombe quand un chiffre du message change, ou que le contrôle ne se déclenche plus', () => {
    const avant = avec({ 'MVT.DEB.F': 9 })
    expect(justificationsTombees(avant, avec({ 'MVT.DEB.F': 10 }), textes)).toEqual(['RA04:F'])
    expect(justificationsTombees(avant, avec({}), textes)).toEqual(['RA04:F'])
  })
})
