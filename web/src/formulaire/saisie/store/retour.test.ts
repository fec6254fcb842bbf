import type { Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EchecApi } from '../../../api/envoi.ts'
import { montage, montageRenvoye } from './store.banc.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const marque = (cellule: string, id = 1): Remarque => ({
  id,
  cellule,
  texte: 'À revoir.',
  auteur: 'Administration',
  le: '2025-04-02T10:00:00Z',
  statut: 'OUVERTE',
  reponse: null,
})

const RETOUR = { casesOuvertes: ['MVT.ENT.M', 'MVT.ENT.F'] }
const LAISSE = { commentaires: {}, justifications: {} }

describe('un rapport renvoyé pour certaines cases', () => {
  it('n’ouvre qu’elles : rien d’autre ne se tape, ne se colle, ne se remplit ni ne s’ajoute', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: [...RETOUR.casesOuvertes, 'CAP', 'LITS'] })
    expect(saisie.lire('MVT.ENT.M').fermee).toBe(false)
    saisie.poser([
      ['CAP', '8'],
      ['ACT.x.NOM', 'Danse'],
    ])
    expect(saisie.lire('CAP').texte).toBe('8')
    expect(saisie.lignes('ACT')).toEqual([])
    expect(saisie.tableauOuvert('ACT')).toBe(false)
    expect(saisie.ajouterLigne('ACT')).toBeNull()
  })

  it('ouvre aussi une case requise restée vide, et la laisse ouverte une fois remplie', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: ['CAP'] })
    expect(saisie.lire('MVT.ENT.M').fermee).toBe(true)
    expect(saisie.lire('MVT.ENT.F').fermee).toBe(false)
    saisie.taper('MVT.ENT.F', '7')
    expect(saisie.lire('MVT.ENT.F').fermee).toBe(false)
  })

  it('dit d’un texte importé pour une case fermée qu’il est refusé', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: ['CAP'] })
    const [examen] = saisie.examiner([['MVT.ENT.M', '9']], false)
    expect(examen).toMatchObject({ sorte: 'refusee', avant: '4', apres: '9' })
    expect(examen?.erreur).toMatch(/n’est pas à corriger/)
    saisie.poser([['MVT.ENT.M', '9']])
    expect(saisie.lire('MVT.ENT.M').texte).toBe('4')
  })

  it('met à part, et dit, ce qui attendait dans une case fermée', async () => {
    const textes = { 'MVT.ENT.M': '9', CAP: '12' }
    const { saisie, tenu } = montageRenvoye(
      { casesOuvertes: ['CAP'] },
      { ...LAISSE, version: 1, textes },
    )
    expect([...saisie.ecartees()]).toEqual([['MVT.ENT.M', '9']])
    await saisie.vider()
    expect(tenu.recus.at(-1)?.donnees).toEqual({ CAP: 12 })
    saisie.oublierEcartees()
    expect(saisie.ecartees().size).toBe(0)
  })

  it('met à part ce que le serveur dit fermé depuis, rend sa valeur, et envoie le reste', async () => {
    const { saisie, tenu } = montage()
    saisie.poser([
      ['MVT.ENT.M', '9'],
      ['MVT.ENT.F', '7'],
    ])
    const details = [{ chemin: 'MVT.ENT.M', code: 'CASE_NON_ROUVERTE', libelle: 'Fermée.' }]
    tenu.refus = new EchecApi(422, { code: 'CASE_NON_ROUVERTE', libelle: 'Fermées.', details })
    tenu.retour = { etat: 'RENVOYE', casesOuvertes: ['MVT.ENT.F'] }
    tenu.version = 5
    await saisie.vider()
    expect([...saisie.ecartees()]).toEqual([['MVT.ENT.M', '9']])
    expect(saisie.lire('MVT.ENT.M')).toMatchObject({ texte: '4', fermee: true })
    expect(tenu.recus.at(-1)?.donnees).toEqual({ 'MVT.ENT.F': 7 })
    expect(saisie.nonEnregistre()).toBe(false)
  })

  it('ouvre ce que le serveur ouvre ensuite', async () => {
    const { saisie, tenu } = montageRenvoye({ casesOuvertes: ['CAP'] })
    expect(saisie.lire('MVT.ENT.M').fermee).toBe(true)
    tenu.retour = { ...tenu.retour, casesOuvertes: ['ACT.*', 'CAP', 'MVT.ENT.M'] }
    saisie.taper('CAP', '3')
    await saisie.vider()
    expect(saisie.lire('MVT.ENT.M').fermee).toBe(false)
    expect(saisie.ajouterLigne('ACT')).not.toBeNull()
  })
})

describe('les remarques d’un rapport renvoyé', () => {
  const remarques = [marque('MVT.ENT.M'), marque('CAP', 2), marque('MVT.ENT.TOT', 3)]

  it('restent à faire, mènent l’une à l’autre, et empêchent de soumettre', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: null, remarques })
    saisie.poser([
      ['MVT.ENT.F', '1'],
      ['MVT.FIN.M', '1'],
      ['MVT.FIN.F', '1'],
    ])
    vi.runAllTimers()
    expect(saisie.lireBilan()).toMatchObject({ aTraiter: 3, erreurs: 0, bloquants: 3 })
    const suite: (string | null)[] = []
    for (let rang = 0; rang < 4; rang += 1) {
      const adresse = saisie.probleme(1)
      suite.push(adresse)
      saisie.activer(adresse ?? '')
    }
    expect(suite).toEqual(['MVT.ENT.M', 'MVT.ENT.TOT', 'CAP', 'MVT.ENT.M'])
  })

  it('sont traitées dès que leur case change ici, sans attendre le serveur', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: null, remarques })
    saisie.taper('CAP', '12')
    vi.runAllTimers()
    expect(saisie.lireBilan().aTraiter).toBe(2)
    expect(saisie.lireBilan().problemes.map(({ cle }) => cle)).not.toContain('remarque:2')
  })

  it('ne comptent pas d’un rapport en brouillon', () => {
    const { saisie } = montageRenvoye({ casesOuvertes: null, remarques, etat: 'BROUILLON' })
    expect(saisie.lireBilan().aTraiter).toBe(0)
  })
})
