import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import type { Message } from '@releve/contract/messagerie/messagerie.schema.ts'
import { nonLusApi } from '@releve/contract/messagerie/nonLus.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderReglages, viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { deposer } from '../document/document.banc.ts'

type Envoi = Sent<typeof api.envoyerMessage.body>
type PersonneNommee = Pick<Personne, 'id'>

/** The bench, without a message, a form or a task before each test. */
export async function ouvrirBancMessages(): Promise<Banc> {
  const banc = await ouvrirBanc()
  beforeEach(async () => {
    banc.horloge.maintenant = new Date('2025-03-20T10:00:00Z')
    const tables = ['message', 'message_brouillon', 'message_avis', 'formulaire', 'piece']
    await viderTables(banc.base.db, ...tables, 'tache', 'tentative')
    await viderReglages(banc.base.db)
  })
  return banc
}

const corpsDe = (a: readonly PersonneNommee[], envoi: Partial<Envoi>): Envoi => ({
  destinataires: a.map(({ id }) => id),
  objet: 'Objet',
  corps: 'Corps',
  ...envoi,
})

/** A message from one to others, with nothing said of what does not matter. */
export const envoyer = (de: Personne, a: readonly PersonneNommee[], envoi: Partial<Envoi> = {}) =>
  de.appeler(api.envoyerMessage, { body: corpsDe(a, envoi) })

/** The same, which must succeed. */
export const ecrire = (
  de: Personne,
  a: readonly PersonneNommee[],
  envoi: Partial<Envoi> = {},
): Promise<Message> => reussi(envoyer(de, a, envoi))

/** What a person has received, the latest first. */
export const recus = async (qui: Personne, q?: string): Promise<Message[]> =>
  (await reussi(qui.appeler(api.listRecus, { query: { q } }))).elements

export const nonLus = async (qui: Personne): Promise<number> =>
  (await reussi(qui.appeler(nonLusApi.compterNonLus))).nonLus

/** A file laid down for a message to come. */
export const joindre = (qui: Personne) => deposer(qui, { typeDocument: 'MESSAGE' })

export const CLE = '3f0c1a52-6d0e-4a54-9f0b-0a4a3f6f6a01'
