import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderReglages, viderTables } from '../../test/base.ts'
import { DEPART } from '../formulaire/formulaire.banc.ts'

/** The bench on 10 June 2025: March and before are closed, April is open. */
export const JUIN = new Date('2025-06-10T12:00:00Z')
export const CAU = 'CAU-R01-01'
export const MARS = { mois: 'MARCH', annee: 2025 } as const
export const MOTIF = 'Le registre des entrées avait été égaré.'

export async function ouvrirBancCalendrier(): Promise<Banc> {
  const banc = await ouvrirBanc()
  const { db } = banc.base
  beforeEach(async () => {
    banc.horloge.maintenant = DEPART
    const tables = ['formulaire', 'tache', 'reouverture', 'prolongation', 'abonnement_calendrier']
    await viderTables(db, ...tables, 'tentative', 'journal', 'message')
    await viderReglages(db)
  })
  return banc
}

type Rouvrir = Sent<typeof api.rouvrirMois.body>

export const rouvrir = (personne: Personne, body: Partial<Rouvrir> = {}) =>
  personne.appeler(api.rouvrirMois, {
    body: { structures: [CAU], ...MARS, jusqua: '2025-06-30', motif: MOTIF, ...body },
  })

export const demander = (
  personne: Personne,
  body: Partial<Sent<typeof api.demanderProlongation.body>> = {},
) =>
  personne.appeler(api.demanderProlongation, {
    body: { structure: CAU, ...MARS, motif: MOTIF, ...body },
  })

/** Who has been told, about what, in the order of the acts. */
export async function prevenusDe({ base }: Banc): Promise<[string, string][]> {
  const { rows } = await sql<{ qui: string; objet: string }>`
    select u.identifiant as qui, m.objet
    from message m join message_destinataire d on d.message_id = m.id
    join utilisateur u on u.id = d.utilisateur_id
    order by m.id, u.id`.execute(base.db)
  return rows.map(({ qui, objet }) => [qui, objet])
}

/** The lines of the journal, in order: what was done, to what. */
export async function notees({ base }: Banc): Promise<(string | null)[][]> {
  const lignes = await base.db
    .selectFrom('journal')
    .select(['action', 'objet'])
    .orderBy('id')
    .execute()
  return lignes.map(({ action, objet }) => [action, objet])
}
