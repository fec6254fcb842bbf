import { describe, expect, it } from 'vitest'
import { aideDe } from './aide.ts'
import { LISTES, SOURCE } from './banc.ts'
import { celluleDe, compilerModele } from './compile.ts'
import type { Modalite, Modele } from './modele.schema.ts'
import { comparerModeles } from './source.comparer.ts'
import { developperModele } from './source.developper.ts'
import { verifierForme } from './source.forme.ts'

const modele = developperModele(SOURCE, LISTES)

function aideA(adresse: string, de: Modele = modele) {
  const cellule = celluleDe(compilerModele(de), adresse)
  if (!cellule) throw new Error(adresse)
  return aideDe(de, cellule)
}

/** The same model, this said of a column of its matrix. */
const avecColonne = (code: string, dit: Partial<Modalite>): Modele => ({
  ...modele,
  sections: modele.sections.map((section) =>
    section.code === 'MVT' && section.type === 'matrice'
      ? {
          ...section,
          colonnes: section.colonnes.map((colonne) =>
            colonne.code === code ? { ...colonne, ...dit } : colonne,
          ),
        }
      : section,
  ),
})

describe('l’aide d’une case', () => {
  it('est celle de sa ligne, et, pour ce que la ligne ne dit pas, de sa section', () => {
    expect(aideA('MVT.FIN.M')).toEqual({
      definition: 'Les présents à minuit.',
      source: 'Feuille de pointage',
      exemple: '3 agents en congé le 31\u00a0: 3',
    })
    expect(aideA('MVT.DEB.M')).toEqual({
      definition: 'Une personne se compte une fois.',
      source: 'Registre des admissions',
      exemple: null,
    })
  })

  it('est celle de sa colonne quand les deux parlent ; un texte vide ne dit rien', () => {
    const dite = avecColonne('M', { aide: 'Les garçons et les hommes.', exemple: '' })
    expect(aideA('MVT.FIN.M', dite)).toMatchObject({
      definition: 'Les garçons et les hommes.',
      exemple: '3 agents en congé le 31\u00a0: 3',
    })
    expect(aideA('MVT.FIN.F', dite).definition).toBe('Les présents à minuit.')
  })

  it('vient de son groupe de colonnes avant sa ligne, jamais d’un autre groupe', () => {
    const groupes = [
      { code: 'A', libelle: 'A', source: 'Cahier A' },
      { code: 'B', libelle: 'B' },
    ]
    const double: Modele = {
      ...modele,
      sections: modele.sections.map((section) =>
        section.code === 'MVT' && section.type === 'matrice' ? { ...section, groupes } : section,
      ),
    }
    const lieu = { section: 'MVT', ligne: 'FIN', colonne: 'M' }
    expect(aideDe(double, { ...lieu, groupe: 'A' }).source).toBe('Cahier A')
    expect(aideDe(double, { ...lieu, groupe: 'B' }).source).toBe('Feuille de pointage')
  })

  it('se dit d’un champ, et de chaque ligne ajoutée à un tableau', () => {
    expect(aideA('OBS')).toEqual({
      definition: 'Causes et durée de la fermeture.',
      source: 'Cahier de service',
      exemple: 'Toiture à refaire\u00a0: fermé du 3 au 20.',
    })
    const dite: Modele = {
      ...modele,
      sections: modele.sections.map((section) =>
        section.type === 'tableau' ? { ...section, source: 'Cahier d’activités' } : section,
      ),
    }
    const lieu = { section: 'ACT', ligne: 'l1', groupe: null, colonne: 'DATE' }
    expect(aideDe(dite, lieu).source).toBe('Cahier d’activités')
  })

  it('n’est rien quand le modèle n’en dit rien', () => {
    expect(aideA('CAPACITE')).toEqual({ definition: null, source: null, exemple: null })
  })
})

describe('l’aide d’un modèle', () => {
  it('se compare d’une version à l’autre', () => {
    const apres = avecColonne('F', { exemple: 'Deux sœurs : 2' })
    expect(comparerModeles(modele, apres)).toMatchObject([
      { sorte: 'colonne', code: 'F', trait: 'exemple', avant: null, apres: 'Deux sœurs : 2' },
    ])
  })

  it('a la longueur de tout texte libre, et n’est qu’un texte', () => {
    const [id, ...autres] = SOURCE.sections
    const avec = (exemple: unknown) =>
      verifierForme({ ...SOURCE, sections: [{ ...id, exemple }, ...autres] })
    expect(avec('x'.repeat(2000))).toEqual([])
    expect(avec('x'.repeat(2001))).toMatchObject([{ chemin: ['sections', 0, 'exemple'] }])
    expect(avec(3)).toMatchObject([{ code: 'FORME', chemin: ['sections', 0, 'exemple'] }])
  })
})
