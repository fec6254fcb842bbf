import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { expect, it } from 'vitest'
import { EchecApi } from '../../api/envoi.ts'
import { decisionDe } from './choix.ts'
import { textesDecision } from './decision.textes.ts'
import { type Avancee, bilanDe, derouler } from './decision.ts'

const COUPURE = new EchecApi(0, {})
const REFUS = new EchecApi(409, { code: 'DOUBLE_REGARD', libelle: 'Une autre personne approuve.' })

/** Plays acts that answer in turn what `reponses` says of each line: nothing, or a failure. */
async function jouer(reponses: Record<string, (EchecApi | null)[]>, arretApres = '') {
  const avancees = new Map<string, Avancee>()
  const appels: string[] = []
  const pauses: number[] = []
  await derouler({
    lignes: Object.keys(reponses),
    acter: async (ligne) => {
      appels.push(ligne)
      const reponse = reponses[ligne]?.shift()
      if (reponse) throw reponse
    },
    noter: (ligne, avancee) => void avancees.set(ligne, avancee),
    estArrete: () => appels.includes(arretApres),
    patienter: async (ms) => void pauses.push(ms),
  })
  const lues = Object.keys(reponses).map((ligne) => avancees.get(ligne))
  return { appels, pauses, sortes: lues.map((avancee) => avancee?.sorte), bilan: bilanDe(lues) }
}

it('dit pour chaque rapport ce qu’il en est : un refus n’arrête pas les autres', async () => {
  const { appels, sortes, bilan } = await jouer({ a: [null], b: [REFUS], c: [null] })
  expect(appels).toEqual(['a', 'b', 'c'])
  expect(sortes).toEqual(['fait', 'refus', 'fait'])
  expect(bilan).toEqual({ faits: 2, refus: 1, restants: 0 })
})

it('redemande un acte resté sans réponse, puis continue', async () => {
  const { appels, pauses, sortes } = await jouer({ a: [COUPURE, COUPURE, null], b: [null] })
  expect(appels).toEqual(['a', 'a', 'a', 'b'])
  expect(pauses).toEqual([1000, 4000])
  expect(sortes).toEqual(['fait', 'fait'])
})

it('s’arrête où la ligne est coupée, et dit ce qui reste', async () => {
  const { sortes, bilan } = await jouer({ a: [null], b: [COUPURE, COUPURE, COUPURE], c: [null] })
  expect(sortes).toEqual(['fait', 'coupure', undefined])
  expect(bilan).toEqual({ faits: 1, refus: 0, restants: 2 })
})

it('s’arrête quand on le lui dit, l’acte en cours terminé', async () => {
  const { sortes } = await jouer({ a: [null], b: [null] }, 'a')
  expect(sortes).toEqual(['fait', undefined])
})

it('résume en accordant ce qu’il compte', () => {
  const dire = (faits: number, refus: number, restants: number) =>
    textesDecision.bilan('valider', { faits, refus, restants }).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(dire(12, 2, 0)).toBe(
    '12 rapports ont été validés ; 2 n’ont pas pu l’être (voir le détail).',
  )
  expect(dire(1, 1, 0)).toBe('1 rapport a été validé ; 1 n’a pas pu l’être (voir le détail).')
  expect(dire(0, 3, 0)).toBe(
    'Aucun rapport n’a été validé ; 3 n’ont pas pu l’être (voir le détail).',
  )
  expect(dire(4, 0, 2)).toBe('4 rapports ont été validés ; 2 n’ont pas été traités.')
})

it('d’une sélection mêlée, retient ce que l’on peut décider, et dit de chaque autre pourquoi', () => {
  const ligne = (code: string, etat: Resume['etat'], actions: Resume['actions']) =>
    ({
      modele: { code: 'RMA', libelle: 'RMA', version: 1, moisCouverts: 1 },
      structure: { id: 1, code, libelle: `Structure ${code}` },
      mois: 'MARCH',
      annee: 2025,
      etat,
      actions,
    }) as Resume
  const choisis = [
    ligne('A', 'VALIDE', ['approuver']),
    ligne('B', 'VALIDE', []),
    ligne('C', 'BROUILLON', ['relancer']),
  ]
  const { formulaires, ecartes } = decisionDe('approuver', choisis)
  expect(formulaires.map(({ structure }) => structure.code)).toEqual(['A'])
  expect(ecartes).toEqual([
    { nom: 'RMA mars 2025, Structure B', raison: 'vous l’avez validé vous-même' },
    { nom: 'RMA mars 2025, Structure C', raison: 'il est «\u00a0Brouillon\u00a0»' },
  ])
  expect(textesDecision.titre('approuver', formulaires.length, ecartes.length)).toBe(
    'Approuver 1\u00a0rapport sur 3\u202f?',
  )
})
