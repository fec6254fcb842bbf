import { expect, it } from 'vitest'
import { changerAdresse } from './adresse.ts'
import { code, parmi, plusieurs, recherche } from './filtre.tsx'
import { actifsDe, champsDe, lireListe, liste, retraitDe } from './useListe.ts'

const mots = { libelle: '', vide: '' }
const GENRES = ['LETTRE', 'COLIS'] as const
const ENVOIS = liste({
  filtres: {
    q: recherche('Rechercher', 'cherche'),
    genre: parmi(GENRES, { LETTRE: 'Lettre', COLIS: 'Colis' }, mots),
    region: code(mots),
    modele: code({ ...mots, parCode: true }),
    etat: plusieurs(
      ['EN_ATTENTE', 'ENVOYE', 'PERDU'],
      { EN_ATTENTE: 'En attente', ENVOYE: 'Envoyé', PERDU: 'Perdu' },
      { legende: '' },
    ),
  },
  colonnes: [
    { cle: 'nom', titre: 'Nom', tri: 'nom', rendu: (nom: string) => nom },
    { cle: 'le', titre: 'Le', rendu: () => '' },
  ],
  cleDe: (nom) => nom,
  tris: ['nom'],
  tri: ({ genre }) => (genre ? '-le' : 'nom'),
  taille: 10,
  textes: { titre: '', compte: String, vide: '', aucun: '' },
})
const DONNEES = {
  region: [{ code: 'R01', libelle: 'Littoral' }],
  modele: [{ code: 'RMA', libelle: 'RMA – Rapport mensuel' }],
}

const lire = (adresse: string) => lireListe(ENVOIS, new URLSearchParams(adresse))
const actifs = (adresse: string) =>
  actifsDe(champsDe(ENVOIS.filtres, lire(adresse).criteres, DONNEES))
const dits = (adresse: string) => actifs(adresse).map(({ libelle }) => libelle)

it('l’adresse dit ce que le serveur cherche, par les noms qu’il connaît', () => {
  expect(lire('cherche=%20port%20&genre=COLIS&region=R01&etat=ENVOYE&page=3').query).toEqual({
    q: 'port',
    genre: 'COLIS',
    region: 'R01',
    modele: undefined,
    etat: ['ENVOYE'],
    tri: '-le',
    page: 3,
    taille: 10,
  })
})

it('ce que l’adresse ne peut pas dire ne filtre rien, et ne se dit pas', () => {
  const rien = 'q=port&cherche=%20%20&genre=lettre&etat=AUTRE&region=&tri=le&page=x'
  const { criteres, query } = lire(rien)
  expect(Object.values(criteres).filter((valeur) => valeur !== undefined)).toEqual([])
  expect(query).toMatchObject({ tri: 'nom', page: 1 })
  expect(dits(rien)).toEqual([])
})

it('ne lit de l’adresse que des codes connus, chacun une fois, dans l’ordre de la liste', () => {
  expect(lire('etat=ENVOYE,X,EN_ATTENTE,ENVOYE').criteres.etat).toEqual(['EN_ATTENTE', 'ENVOYE'])
})

it('ne lit de l’adresse pas plus de mots qu’une recherche n’en tient', () => {
  expect(lire(`cherche=${'a'.repeat(300)}`).criteres.q).toHaveLength(100)
})

it('trie par ce que disent les colonnes, et par rien d’autre', () => {
  expect(lire('tri=-nom').tri).toBe('-nom')
  for (const tri of ['le', '--nom', 'genre', '']) expect(lire(`tri=${tri}`).tri).toBe('nom')
})

const TOUT = 'vue=carte&cherche=port&region=R01&modele=RMA&etat=EN_ATTENTE,ENVOYE&tri=nom'

it('dit chaque filtre en vigueur, dans l’ordre des champs, et seulement ceux-là', () => {
  expect(dits(TOUT)).toEqual(['«\u00a0port\u00a0»', 'Littoral', 'RMA', 'En attente', 'Envoyé'])
  expect(new Set(actifs(TOUT).map(({ cle }) => cle)).size).toBe(5)
})

it('un code que l’écran ne sait pas dire se dit tel quel', () => {
  expect(dits('region=R09')).toEqual(['R09'])
})

it('une valeur retirée laisse les autres du même filtre, et les autres filtres', () => {
  const envoye = actifs(TOUT).find(({ libelle }) => libelle === 'Envoyé')
  const suite = changerAdresse(new URLSearchParams(TOUT), envoye?.retrait ?? {})
  expect(suite.toString()).toBe(
    'vue=carte&cherche=port&region=R01&modele=RMA&etat=EN_ATTENTE&tri=nom',
  )
})

it('tout effacer ne laisse que ce qui ne filtre ni ne trie', () => {
  const suite = changerAdresse(new URLSearchParams(TOUT), retraitDe(actifs(TOUT)))
  expect(suite.toString()).toBe('vue=carte')
})
