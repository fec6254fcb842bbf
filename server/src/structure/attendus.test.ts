import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { EtatStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import {
  CAU,
  changer,
  commencerMois,
  lire,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, asStructure, horloge } = banc

const NON_ATTENDU = 'FORMULAIRE_NON_ATTENDU'
const le = (jour: string) => {
  horloge.maintenant = new Date(`${jour}T10:00:00Z`)
}
const passer = (etat: EtatStructure, dateFermeture: string | null = null) =>
  reussi(changer(banc, CAU, { etat, dateFermeture }))
const interruptions = async () =>
  (await reussi(asDpps.appeler(api.lireStructure, { params: { code: CAU } }))).interruptions

/** What beginning each of these months answers. */
const attendus = async (
  ...mois: ('JANUARY' | 'FEBRUARY' | 'MARCH' | 'APRIL' | 'MAY' | 'JUNE')[]
) => {
  const reponses: string[] = []
  for (const nom of mois) reponses.push(await commencerMois(banc, nom))
  return reponses
}

describe('ce qui est attendu suit la fiche', () => {
  it('une structure qui ouvre est attendue dès le mois de son ouverture', async () => {
    await reussi(asDpps.appeler(api.creerStructure, { body: NOUVELLE }))
    const structure = NOUVELLE.code
    expect(await commencerMois(banc, 'JANUARY', { structure })).toBe(NON_ATTENDU)
    expect(await commencerMois(banc, 'FEBRUARY', { structure })).toBe('200')
  })

  it('une structure fermée reste saisissable jusqu’au verrou pour ses mois passés, pas après', async () => {
    await passer('FERMEE', '2025-02-28')
    expect(await attendus('MARCH', 'FEBRUARY', 'JANUARY')).toEqual([NON_ATTENDU, '200', '200'])
    le('2025-05-02')
    expect(await commencerMois(banc, 'FEBRUARY', { modele: 'EPM' })).toBe('MOIS_VERROUILLE')
  })

  it('une fermeture à venir ne retire rien avant sa date', async () => {
    await passer('ACTIVE', '2025-04-10')
    le('2025-05-02')
    expect(await attendus('MARCH', 'APRIL', 'MAY')).toEqual(['200', '200', NON_ATTENDU])
  })

  it('un modèle ajouté est attendu, un modèle retiré ne l’est plus', async () => {
    await reussi(changer(banc, CAU, { modeles: ['RMA'], effectifsOuverture: { RMA: 42 } }))
    expect(await commencerMois(banc, 'MARCH', { modele: 'EPM' })).toBe(NON_ATTENDU)
    await reussi(changer(banc, CAU, { modeles: ['RMA', 'EPM'] }))
    expect(await commencerMois(banc, 'MARCH', { modele: 'EPM' })).toBe('200')
  })

  it('une suspension excuse les mois entiers qu’elle couvre ; le retour la termine la veille', async () => {
    await passer('SUSPENDUE')
    expect(await interruptions()).toEqual([{ etat: 'SUSPENDUE', du: '2025-03-20', au: null }])
    le('2025-06-01')
    await passer('ACTIVE')
    expect(await interruptions()).toEqual([
      { etat: 'SUSPENDUE', du: '2025-03-20', au: '2025-05-31' },
    ])
    expect(await attendus('MARCH', 'APRIL', 'MAY', 'JUNE')).toEqual([
      'MOIS_VERROUILLE',
      NON_ATTENDU,
      NON_ATTENDU,
      '200',
    ])
  })

  it('une suspension levée le jour même n’a pas eu lieu, et peut reprendre', async () => {
    await passer('SUSPENDUE')
    await passer('ACTIVE')
    expect(await interruptions()).toEqual([])
    await passer('SUSPENDUE')
    expect(await interruptions()).toHaveLength(1)
  })

  it('une structure rouverte ne doit rien pour le temps où elle était fermée', async () => {
    await passer('FERMEE', '2025-02-28')
    le('2025-05-02')
    await refuse(banc, 'FERMETURE_A_EFFACER', () =>
      changer(banc, CAU, { etat: 'ACTIVE', dateFermeture: '2025-02-28' }),
    )
    await passer('ACTIVE')
    expect(await interruptions()).toEqual([{ etat: 'FERMEE', du: '2025-03-01', au: '2025-05-01' }])
    expect(await attendus('MARCH', 'APRIL', 'MAY')).toEqual([NON_ATTENDU, NON_ATTENDU, '200'])
  })

  it('une structure suspendue puis fermée reste excusée jusqu’à sa réouverture', async () => {
    await passer('SUSPENDUE')
    le('2025-05-02')
    await passer('FERMEE', '2025-05-02')
    expect(await attendus('APRIL', 'MAY')).toEqual([NON_ATTENDU, NON_ATTENDU])
    le('2025-06-10')
    await passer('ACTIVE')
    expect(await attendus('APRIL', 'MAY', 'JUNE')).toEqual([NON_ATTENDU, NON_ATTENDU, '200'])
  })

  it('une structure créée suspendue n’a jamais été attendue', async () => {
    await reussi(asDpps.appeler(api.creerStructure, { body: { ...NOUVELLE, etat: 'SUSPENDUE' } }))
    expect(await commencerMois(banc, 'FEBRUARY', { structure: NOUVELLE.code })).toBe(NON_ATTENDU)
  })

  it('une structure créée suspendue, dont on recule ensuite l’ouverture, ne doit rien d’avant', async () => {
    const structure = NOUVELLE.code
    await reussi(asDpps.appeler(api.creerStructure, { body: { ...NOUVELLE, etat: 'SUSPENDUE' } }))
    await reussi(changer(banc, structure, { dateOuverture: '2008-03-01' }))
    await reussi(changer(banc, structure, { etat: 'ACTIVE' }))
    expect(await commencerMois(banc, 'JANUARY', { structure })).toBe(NON_ATTENDU)
    expect(await commencerMois(banc, 'MARCH', { structure })).toBe('200')
  })

  it('une suspension levée puis reprise le jour même n’a jamais cessé', async () => {
    le('2025-01-15')
    await passer('SUSPENDUE')
    le('2025-02-20')
    await passer('ACTIVE')
    await passer('SUSPENDUE')
    expect(await interruptions()).toEqual([{ etat: 'SUSPENDUE', du: '2025-01-15', au: null }])
    le('2025-03-20')
    await passer('ACTIVE')
    expect(await attendus('JANUARY', 'FEBRUARY', 'MARCH')).toEqual(['200', NON_ATTENDU, '200'])
  })
})

describe('les capacités', () => {
  it('changées, se lisent dans les rapports commencés ensuite, pas dans ceux qui sont diffusés', async () => {
    const diffuse = await amener(banc, 'DIFFUSE', { mois: 'FEBRUARY' })
    expect(diffuse.donnees['CAPACITE']).toBe(60)
    await reussi(changer(banc, CAU, { capacite: 75 }))
    const params = { numero: diffuse.numero }
    const relu = await reussi(asDpps.appeler(formulaireApi.lireFormulaire, { params }))
    expect(relu.donnees['CAPACITE']).toBe(60)
    expect(relu.contexte?.structure['capacite']).toBe(60)
    const nouveau = await commencer(asStructure, { mois: 'MARCH', donnees: {} })
    expect(nouveau.contexte?.structure['capacite']).toBe(75)
    expect(nouveau.donnees['CAPACITE']).toBe(75)
    expect((await lire(banc, CAU)).capacite).toBe(75)
  })
})
