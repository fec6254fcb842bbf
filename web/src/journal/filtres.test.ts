import { FAMILLES_ACTIONS } from '@releve/contract/journal/journal.schema.ts'
import { expect, it } from 'vitest'
import { exportDe, filtresActifs, lireFiltres, rechercheDe } from './filtres.ts'

const lire = (query: string) => lireFiltres(new URLSearchParams(query))

it('l’adresse du journal ne retient que ce qu’elle peut dire', () => {
  expect(lire('du=2025-03-01&au=hier&action=CONNEXION,INCONNUE&utilisateur=12&page=x')).toEqual({
    du: '2025-03-01',
    au: undefined,
    utilisateur: '12',
    action: 'CONNEXION',
    objet: undefined,
    q: undefined,
    page: 1,
  })
})

it('une famille d’actions se demande en entier, et s’exporte sans page', () => {
  const filtres = lire('action=CONNEXION,DECONNEXION&page=3')
  expect(rechercheDe(filtres)).toMatchObject({
    action: ['CONNEXION', 'DECONNEXION'],
    page: 3,
    taille: 50,
  })
  expect(exportDe(filtres)).not.toHaveProperty('page')
})

it('un jour qui n’existe pas, ou d’une année à demi tapée, ne filtre rien', () => {
  for (const jour of ['2025-02-31', '0202-03-01', '2025-3-1', '']) {
    expect(lire(`du=${jour}`).du).toBeUndefined()
  }
})

it('dit chaque filtre en mots, une famille d’actions par son nom', () => {
  const actifs = filtresActifs(lire('du=2025-03-01&utilisateur=awa&action=CONNEXION'))
  expect(actifs.map(({ libelle }) => libelle.replaceAll('\u00a0', ' '))).toEqual([
    'Depuis le 1ᵉʳ mars 2025',
    'Personne : awa',
    'Connexion',
  ])
  const { code, libelle, actions } = FAMILLES_ACTIONS[0]
  const [famille] = filtresActifs(lire(`action=${Object.keys(actions).join(',')}`))
  expect(famille?.libelle, code).toContain(libelle)
})
