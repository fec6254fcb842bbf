import type { Sent } from '@releve/contract/operation.ts'
import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import {
  RELANCES_PAR_DEFAUT,
  type ReglagesRelances,
} from '@releve/contract/relance/relance.rules.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderReglages, viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { relancerSelonCalendrier } from './automatique.ts'

export const CAU = 'CAU-R01-01'
export const CPOLY = 'CPOLY-R02-01'
export const MARS = { mois: 'MARCH', annee: 2025 } as const
const URL_PUBLIQUE = 'https://releve.exemple'

/** Every structure but these opened too late to miss anything: what is sent can be counted. */
async function retenir({ base }: Banc, codes: readonly string[]): Promise<void> {
  await sql`update structure set date_ouverture = case when code = any(${[...codes]}::text[])
    then date '2025-03-01' else date '2030-01-01' end`.execute(base.db)
}

/**
 * The bench on 8 April 2025, 10:00 UTC: CAU-R01-01 and CPOLY-R02-01 alone are expected to report,
 * since March, which was due on Monday 7 April.
 */
export async function ouvrirBancRelances(): Promise<Banc> {
  const banc = await ouvrirBanc()
  const { db } = banc.base
  beforeEach(async () => {
    banc.horloge.maintenant = new Date('2025-04-08T10:00:00Z')
    const tables = ['formulaire', 'tache', 'reouverture', 'relance', 'relance_suspension']
    await viderTables(db, ...tables, 'journal', 'message', 'structure_interruption')
    await viderReglages(db)
    await viderTables(db, 'utilisateur_structure')
    await sql`update structure set etat = 'ACTIVE', date_fermeture = null
      where code in (${CAU}, ${CPOLY})`.execute(db)
    await changerDepuisToujours(db, { modeles: ['RMA', 'EPM'] }, [CAU, CPOLY])
    await sql`update utilisateur set statut = 'ACTIF', email = identifiant || '@exemple.org'`.execute(
      db,
    )
    await retenir(banc, [CAU, CPOLY])
  })
  return banc
}

/** What the calendar's pass does now; how many reports it reminds of. */
export const passer = ({ base, horloge }: Banc): Promise<number> =>
  relancerSelonCalendrier(base.db, { url: URL_PUBLIQUE, maintenant: horloge.maintenant })

export const regler = async (personne: Personne, voulus: Partial<ReglagesRelances>) =>
  reussi(
    personne.appeler(api.modifierReglagesRelances, {
      body: { ...RELANCES_PAR_DEFAUT, ...voulus },
    }),
  )

type Ligne = Sent<typeof api.relancer.body>['lignes'][number]

export const relancer = (personne: Personne, lignes: Ligne[], texte: string | null = null) =>
  personne.appeler(api.relancer, { body: { lignes, texte } })

export const apercevoir = (personne: Personne, lignes: Ligne[]) =>
  personne.appeler(api.apercevoirRelance, { body: { lignes } })

type MessageEcrit = { qui: string; objet: string; corps: string; numero: string | null }

/** The messages that people have, in the order they were written. */
export async function ecrits({ base }: Banc): Promise<MessageEcrit[]> {
  const { rows } = await sql<MessageEcrit>`
    select u.identifiant as qui, m.objet, m.corps, f.numero
    from message m join message_destinataire d on d.message_id = m.id
    join utilisateur u on u.id = d.utilisateur_id
    left join formulaire f on f.id = m.formulaire_id
    order by m.id, u.identifiant`.execute(base.db)
  return rows
}

/** Who has a message, in order. */
export const prevenus = async (banc: Banc) => (await ecrits(banc)).map(({ qui }) => qui)

/** The mails that wait: to whom, about what. */
export async function courriels({ base }: Banc): Promise<{ a: string; objet: string }[]> {
  const { rows } = await sql<{ a: string; objet: string }>`
    select charge -> 'a' ->> 'email' as a, charge ->> 'objet' as objet
    from tache where genre = 'COURRIEL' order by id`.execute(base.db)
  return rows
}

/** What was reminded, in order: of whom, what, when, by which step. */
export async function traces({ base }: Banc) {
  const { rows } = await sql<{ quoi: string; jour: string; etape: number | null }>`
    select s.code || ' ' || r.modele_code || ' ' || r.rang % 12 + 1 as quoi, r.jour::text as jour,
      r.etape
    from relance r join structure s on s.id = r.structure_id order by r.id`.execute(base.db)
  return rows.map(({ quoi, jour, etape }) => [quoi, jour, etape] as const)
}
