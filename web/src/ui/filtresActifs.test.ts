import { expect, it } from 'vitest'
import { changerAdresse } from './adresse.ts'
import { actif, actifRecherche, actifsParmi, retraitDe } from './filtresActifs.ts'

const LIBELLES = { EN_ATTENTE: 'En attente', ENVOYE: 'Envoyé' }
const actifs = [
  ...actifRecherche('port'),
  ...actif('region', 'Littoral'),
  ...actif('modele', undefined),
  ...actifsParmi('etat', ['EN_ATTENTE', 'ENVOYE'], LIBELLES),
]
const params = new URLSearchParams('vue=carte&q=port&region=R01&etat=EN_ATTENTE,ENVOYE&tri=nom')

it('dit chaque filtre en vigueur, et seulement ceux-là', () => {
  expect(actifs.map(({ libelle }) => libelle)).toEqual([
    '«\u00a0port\u00a0»',
    'Littoral',
    'En attente',
    'Envoyé',
  ])
  expect(new Set(actifs.map(({ cle }) => cle)).size).toBe(actifs.length)
})

it('une valeur retirée laisse les autres du même filtre, et les autres filtres', () => {
  const envoye = actifs.find(({ libelle }) => libelle === 'Envoyé')
  const suite = changerAdresse(params, envoye?.retrait ?? {})
  expect(suite.toString()).toBe('vue=carte&q=port&region=R01&etat=EN_ATTENTE&tri=nom')
})

it('tout effacer ne laisse que ce qui ne filtre ni ne trie', () => {
  expect(changerAdresse(params, retraitDe(actifs)).toString()).toBe('vue=carte')
})
