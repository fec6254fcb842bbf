import type { Message, MessageOuvert } from '@releve/contract/messagerie/messagerie.schema.ts'
import { describe, expect, it } from 'vitest'
import { createCle } from './cle.ts'
import { enTransfert } from './composition.ts'
import { lienCourriel } from './MessageOuvert.tsx'
import { enSuite } from './messagerie.textes.ts'

describe('la réponse à un visiteur', () => {
  it('garde l’adresse lisible et n’y laisse rien ajouter', () => {
    expect(lienCourriel('elise@example.org', 'Re : délai & suite')).toBe(
      'mailto:elise@example.org?subject=Re%20%3A%20d%C3%A9lai%20%26%20suite',
    )
    expect(lienCourriel('a?bcc=b@example.org', 'x')).toBe(
      'mailto:a%3Fbcc%3Db@example.org?subject=x',
    )
  })
})

const personne = { id: 1, nomAffichable: 'Centre A', structure: null, email: null }
const messageDe = (id: number, corps: string): Message => ({
  id,
  filId: 1,
  expediteur: personne,
  destinataires: [],
  groupes: [],
  nombre: 1,
  objet: 'Objet',
  corps,
  envoyeLe: '2026-03-02T09:00:00.000Z',
  luLe: null,
  important: false,
  envoye: false,
  automatique: false,
  reponseA: null,
  formulaire: null,
  formulairesCites: [],
  documents: [],
})
const ouvertDe = (message: Message, fil: Message[]): MessageOuvert => ({
  message,
  fil,
  lus: null,
  reponse: [],
  reponseATous: [],
  actions: ['transferer'],
})

describe('un message transféré', () => {
  it('emporte la conversation qui y a mené, du plus récent au plus ancien, et rien de la suite', () => {
    const fil = [messageDe(1, 'Question'), messageDe(2, 'Réponse'), messageDe(3, 'Suite')]
    const { corps, objet, reponseA } = enTransfert(ouvertDe(messageDe(2, 'Réponse'), fil))
    expect([objet, reponseA]).toEqual(['Tr\u00a0: Objet', null])
    expect(corps.match(/^> .+$/gm)).toEqual(['> Réponse', '> Question'])
  })

  it('ne dépasse pas ce qu’un message contient, et le dit', () => {
    const fil = [messageDe(1, 'x'.repeat(19_990)), messageDe(2, 'Réponse')]
    const { corps } = enTransfert(ouvertDe(messageDe(2, 'Réponse'), fil))
    expect(corps).toHaveLength(20_000)
    expect(corps).toMatch(/\[La suite de la conversation n’est pas reprise\.\]$/)
  })
})

describe('la clé d’un brouillon', () => {
  it('est celle que le serveur attend, et n’est jamais la même', () => {
    const cles = Array.from({ length: 50 }, createCle)
    expect(new Set(cles).size).toBe(50)
    for (const cle of cles) {
      expect(cle).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    }
  })
})

describe('le début d’un message, dans une liste', () => {
  it('sépare d’un signe ce qui était sur deux lignes, et n’en ajoute pas où il y en a un', () => {
    const corps = 'Bonjour,\n\nMotif\u00a0: Données incohérentes\nDeux cases à revoir.\nMerci.'
    expect(enSuite(corps)).toBe(
      'Bonjour,\n\nMotif\u00a0: Données incohérentes – Deux cases à revoir.\nMerci.',
    )
  })
})
