import { describe, expect, it } from 'vitest'
import { CHAPITRES, estProtege, SERIES } from './plan.ts'
import { textesDuChapitre } from './textes.ts'

const noteDe = (seuil: number, agentsProteges = false, autresModeles = false): string => {
  const regles = { agentsProteges, autresModeles, partComparable: 80 }
  const cas = { annee: 2025, soumis: false, modeles: {}, ...regles }
  const [methode] = textesDuChapitre('0', { ...cas, seuil, formulaires: 12, structures: 1 })
  return methode?.paragraphes.find((texte) => texte.startsWith('Secret statistique')) ?? ''
}

const deMonnaie = ({ unite }: { unite: string }) => unite === 'F CFA'

describe('la note du secret statistique', () => {
  it('nomme tous les tableaux qui montrent un petit nombre, et eux seuls', () => {
    const montres = CHAPITRES.flatMap(({ tableaux }) => tableaux)
      .filter((plan) => !estProtege(plan.personnes, false) && !deMonnaie(plan))
      .map(({ code }) => code)
    const series = SERIES.filter(
      (serie) => !estProtege(serie.personnes, false) && !deMonnaie(serie),
    )
    expect(series.map(({ code }) => code)).toEqual(['AGENTS'])
    const nommes = noteDe(5).match(/T\d+\.\d+/g)
    expect(nommes?.toSorted()).toEqual([...montres, 'T8.1'].toSorted())
  })

  it('ne nomme plus aucun tableau, et comprend les agents, où un réglage les protège', () => {
    const tous = [...CHAPITRES.flatMap(({ tableaux }) => tableaux), ...SERIES]
    const montres = tous.filter((un) => !estProtege(un.personnes, true) && !deMonnaie(un))
    expect(montres).toEqual([])
    expect(noteDe(5, true)).toContain('un nombre de personnes, agents compris, de 1 à 4 n’est pas')
    expect(noteDe(5, true)).not.toMatch(/T\d+\.\d+|toujours montré/)
    expect(noteDe(5, true)).toContain('sauf celui que montrait déjà une édition')
  })

  it('dit ce qui compte des personnes dans les tableaux d’autres modèles, s’il y en a', () => {
    expect(noteDe(5)).not.toMatch(/T9|Deux modèles/)
    expect(noteDe(5, false, true)).toContain('trimestre, sont protégés chacun pour soi')
    expect(noteDe(5, false, true)).toMatch(/\(T9\), un modèle dit .* agents y sont montrées\.$/)
    expect(noteDe(5, true, true)).toMatch(/\(T9\), un modèle dit .* ne nomme rien d’autre\.$/)
  })

  it('dit combien de valeurs il reste à un nombre caché, selon le seuil', () => {
    expect(noteDe(5)).toContain('de 1 à 4 n’est pas montré')
    expect(noteDe(5)).toContain('au moins 3 valeurs possibles')
    expect(noteDe(3)).toContain('au moins 2 valeurs possibles')
    expect(noteDe(5)).toContain('avec celles de l’année suivante, déjà arrêtées')
    expect(noteDe(10)).toContain('de 1 à 9 personnes qu’une structure déplacée')
  })
})
