import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { expect, it } from 'vitest'
import {
  ajouterA,
  codeControleLibre,
  codeLibre,
  deplacerA,
  lireA,
  noeudDe,
  poserA,
  retirerA,
} from './edition.ts'
import { annuler, debut, faire, refaire } from './useAtelier.ts'

const SOURCE: ModeleSource = {
  code: 'ESSAI',
  version: 1,
  libelle: 'Essai',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'A', entrees: 'A', sorties: 'A', reference: 'A' },
  sections: [
    {
      code: 'CHP',
      libelle: 'Champs',
      type: 'champs',
      champs: [
        { code: 'A', libelle: 'Un', nature: 'entier', requis: true },
        { code: 'B', libelle: 'Deux', nature: 'entier' },
      ],
    },
    {
      code: 'MAT',
      libelle: 'Matrice',
      type: 'matrice',
      nature: 'entier',
      lignes: [{ code: 'L1', libelle: 'Ligne' }],
      groupes: [{ code: 'G1', libelle: 'Groupe' }],
      colonnes: [{ code: 'C1', libelle: 'Colonne' }],
    },
  ],
  controles: [],
}

it('un changement ne touche que sa place, et jamais la source donnée', () => {
  const avant = structuredClone(SOURCE)
  const apres = poserA(SOURCE, ['sections', 0, 'champs', 1, 'libelle'], 'Second')
  expect(lireA(apres, ['sections', 0, 'champs', 1, 'libelle'])).toBe('Second')
  expect(apres.sections[1]).toBe(SOURCE.sections[1])
  expect(SOURCE).toEqual(avant)
})

it('ce qui n’est plus dit n’est plus écrit', () => {
  const apres = poserA(SOURCE, ['sections', 0, 'champs', 0, 'requis'], undefined)
  expect(lireA(apres, ['sections', 0, 'champs', 0])).toEqual({
    code: 'A',
    libelle: 'Un',
    nature: 'entier',
  })
})

it('une partie s’ajoute, se déplace dans sa liste et s’en retire', () => {
  const neuf = { code: 'C', libelle: 'Trois', nature: 'entier' }
  const codes = (source: ModeleSource) =>
    (lireA(source, ['sections', 0, 'champs']) as { code: string }[]).map(({ code }) => code)
  const avec = ajouterA(SOURCE, ['sections', 0, 'champs'], 2, neuf)
  expect(codes(avec)).toEqual(['A', 'B', 'C'])
  expect(codes(deplacerA(avec, ['sections', 0, 'champs', 2], 0))).toEqual(['C', 'A', 'B'])
  expect(deplacerA(avec, ['sections', 0, 'champs', 2], 3)).toBe(avec)
  expect(codes(retirerA(avec, ['sections', 0, 'champs', 0]))).toEqual(['B', 'C'])
})

it('le dernier groupe de colonnes retiré, la matrice n’en a plus', () => {
  const sans = retirerA(SOURCE, ['sections', 1, 'groupes', 0])
  expect(sans.sections[1]).not.toHaveProperty('groupes')
})

it('un nouveau code n’est celui d’aucun autre', () => {
  expect(codeLibre([{ code: 'CHAMP1' }, { code: 'CHAMP3' }], 'CHAMP')).toBe('CHAMP2')
  expect(codeControleLibre([])).toBe('RA01')
  expect(codeControleLibre([{ code: 'EP01' }, { code: 'EP02' }])).toBe('EP03')
})

it('le chemin d’une faute mène à la partie qui la porte', () => {
  expect(noeudDe(['sections', 2, 'lignes', 0, 'formule'])).toEqual(['sections', 2, 'lignes', 0])
  expect(noeudDe(['sections', 2, 'libelle'])).toEqual(['sections', 2])
  expect(noeudDe(['controles', 3, 'message'])).toEqual(['controles', 3])
  expect(noeudDe(['indicateurs', 'effectif'])).toEqual([])
})

it('annuler rend ce qui était, refaire ce qui avait été fait ; une frappe suivie est un seul pas', () => {
  const deux = poserA(SOURCE, ['libelle'], 'E')
  const trois = poserA(SOURCE, ['libelle'], 'Es')
  const frappes = faire(faire(debut(SOURCE), deux, 'libelle'), trois, 'libelle')
  expect(annuler(frappes).present).toBe(SOURCE)
  expect(refaire(annuler(frappes)).present).toBe(trois)
  const autre = poserA(SOURCE, ['code'], 'X')
  expect(refaire(faire(annuler(frappes), autre, null)).present).toBe(autre)
  expect(annuler(debut(SOURCE)).present).toBe(SOURCE)
})
