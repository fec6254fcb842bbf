import { describe, expect, it } from 'vitest'
import { CHAPITRES, SERIES } from './plan.ts'
import { textesDuChapitre } from './textes.ts'

const noteDe = (seuil: number): string => {
  const cas = { annee: 2025, partComparable: 80, soumis: false, modeles: {} }
  const [methode] = textesDuChapitre('0', { ...cas, seuil, formulaires: 12, structures: 1 })
  return methode?.paragraphes.find((texte) => texte.startsWith('Secret statistique')) ?? ''
}

const deMonnaie = ({ unite }: { unite: string }) => unite === 'F CFA'

describe('la note du secret statistique', () => {
  it('nomme tous les tableaux qui montrent un petit nombre, et eux seuls', () => {
    const montres = CHAPITRES.flatMap(({ tableaux }) => tableaux)
      .filter((plan) => !plan.personnes && !deMonnaie(plan))
      .map(({ code }) => code)
    const series = SERIES.filter((serie) => !serie.personnes && !deMonnaie(serie))
    expect(series.map(({ code }) => code)).toEqual(['AGENTS'])
    const nommes = noteDe(5).match(/T\d+\.\d+/g)
    expect(nommes?.toSorted()).toEqual([...montres, 'T8.1'].toSorted())
  })

  it('dit combien de valeurs il reste à un nombre caché, selon le seuil', () => {
    expect(noteDe(5)).toContain('de 1 à 4 n’est pas montré')
    expect(noteDe(5)).toContain('au moins 3 valeurs possibles')
    expect(noteDe(3)).toContain('au moins 2 valeurs possibles')
  })
})
