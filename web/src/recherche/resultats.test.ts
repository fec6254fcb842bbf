import { describe, expect, it } from 'vitest'
import { REGLAGES } from '../parametre/reglages.queries.ts'
import { ecransTrouves, groupesDe, rangVise } from './RechercheDialogue.tsx'

const structure = { id: 4, code: 'CAU-R01-01', libelle: 'Centre de Port-Clair' }
const TROUVAILLES = {
  formulaires: [
    {
      numero: 'RMA-CAU-R01-01-202503',
      modele: { code: 'RMA', moisCouverts: 1 as const, libelle: 'Rapport mensuel' },
      structure,
      mois: 3,
      annee: 2025,
      etat: 'RENVOYE' as const,
    },
  ],
  structures: [{ ...structure, typeStructure: 'CAU', region: 'R01' }],
  utilisateurs: [
    {
      id: 9,
      identifiant: 'admin',
      nomAffichable: 'Awa Diop',
      fonction: null,
      email: null,
      telephone: null,
      roles: ['ROLE_ADMIN' as const],
      statut: 'ACTIF' as const,
      structure: null,
    },
  ],
  messages: [],
  documents: [
    { id: 3, titre: 'Annuaire statistique 2025, édition 1', categorie: 'ANNUAIRE' as const },
  ],
  ecrans: [{ libelle: 'Annuaire', to: '/dashboard/annuaire' }],
}

describe('les résultats', () => {
  it('se disent en mots, par groupes qui ont quelque chose', () => {
    const libelles = (_: string, code: string) => (code === 'R01' ? 'Littoral' : code)
    const groupes = groupesDe(TROUVAILLES, libelles)
    expect(groupes.map(({ genre, resultats }) => [genre, resultats[0]?.titre])).toEqual([
      ['formulaires', 'RMA – mars 2025'],
      ['structures', 'Centre de Port-Clair'],
      ['utilisateurs', 'Awa Diop'],
      ['documents', 'Annuaire statistique 2025, édition 1'],
      ['ecrans', 'Annuaire'],
    ])
    expect(groupes.map(({ resultats }) => resultats[0]?.details)).toEqual([
      ['Centre de Port-Clair', 'RMA-CAU-R01-01-202503', 'À corriger'],
      ['CAU-R01-01', 'CAU', 'Littoral'],
      ['admin', 'Administration'],
      ['Annuaire statistique'],
      ['Menu'],
    ])
  })

  it('sont aussi les écrans du menu dont le nom a tous les mots, accents et casse ignorés', () => {
    const ecrans = ['Paramètres', 'Rapports des structures', 'Mes rapports'].map((libelle) => ({
      libelle,
      to: libelle,
    }))
    const noms = (q: string) => ecransTrouves(q, ecrans).map(({ libelle }) => libelle)
    expect(noms('PARAMETRES')).toEqual(['Paramètres'])
    expect(noms('structures  rapp')).toEqual(['Rapports des structures'])
    expect(noms('rapports port-clair')).toEqual([])
  })

  it('sont aussi chaque onglet des paramètres, et ce qui y a son titre', () => {
    const trouves = (q: string) =>
      ecransTrouves(q, REGLAGES).map(({ libelle, to, lieu }) => [libelle, to, lieu])
    expect(trouves('mois rouverts')).toEqual([
      ['Mois rouverts', '/dashboard/parametres?onglet=calendrier', 'Paramètres, Calendrier'],
    ])
    expect(trouves('hebergeur')).toEqual([
      ['Hébergeur', '/dashboard/parametres?onglet=mentions', 'Paramètres, Mentions légales'],
    ])
    expect(trouves('conservation')).toEqual([
      ['Conservation', '/dashboard/parametres?onglet=conservation', 'Paramètres'],
    ])
  })
})

describe('le clavier', () => {
  it('va d’un résultat à l’autre et fait le tour', () => {
    expect(rangVise('ArrowDown', -1, 3)).toBe(0)
    expect(rangVise('ArrowDown', 2, 3)).toBe(0)
    expect(rangVise('ArrowUp', -1, 3)).toBe(2)
    expect(rangVise('ArrowUp', 0, 3)).toBe(2)
    expect([rangVise('Home', 2, 3), rangVise('End', 0, 3)]).toEqual([0, 2])
  })

  it('reste au champ tant qu’aucun résultat n’est choisi, ou qu’il n’y en a pas', () => {
    for (const touche of ['Home', 'End', 'a', 'ArrowLeft'])
      expect(rangVise(touche, -1, 3), touche).toBeNull()
    for (const touche of ['ArrowDown', 'ArrowUp', 'End'])
      expect(rangVise(touche, -1, 0), touche).toBeNull()
  })
})
