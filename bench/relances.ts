import { performance } from 'node:perf_hooks'
import {
  echeanceDe,
  jourOuvre,
  plusJours,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { findReglages } from '../server/src/parametre/calendrier.ts'
import { openBase } from '../server/src/platform/base/ouvrir.ts'
import type { Db } from '../server/src/platform/route.ts'
import { relancerSelonCalendrier } from '../server/src/relance/automatique.ts'
import { type Client, ouvrirClient } from './client.ts'
import { figure, mediane, type Rapport } from './rapport.ts'

const DUREE_MAX_MS = 600_000
const TOURS = 3
/** Where e-mails lead: each message leaves by e-mail too. */
const ADRESSE = 'https://releve.exemple.org'

/** Tables that reminders write, those that are read first emptied last. */
const TABLES = ['relance', 'message_avis', 'message_destinataire', 'message', 'tache'] as const

/** What one structure's reminders wrote, as JSON: its rows of each table. */
type Lot = Record<'relances' | 'messages' | 'copies' | 'taches', string>

/** By message: a person answers for one structure, and has one message of all that it misses. */
const LOTS = `
  select (select json_agg(r)::text from relance r
      where r.structure_id = u.structure_id) as relances,
    json_build_array(m)::text as messages, json_build_array(d)::text as copies,
    (select json_agg(t)::text from tache t
      where t.cle = 'message:' || m.id || ':' || u.id) as taches
  from message m join message_destinataire d on d.message_id = m.id
  join utilisateur u on u.id = d.utilisateur_id where u.structure_id is not null
  order by m.id`

/** The morning after the month's due date: what is not received is late for all. */
async function lendemain(db: Db): Promise<Date> {
  const reglages = await findReglages(db)
  const echeance = echeanceDe(periodeDe(rangCourant(new Date(), reglages.fuseau)), reglages)
  return new Date(`${jourOuvre(plusJours(echeance, 1), reglages)}T09:00:00Z`)
}

async function vider(client: Client): Promise<void> {
  await client.query(`truncate ${TABLES.join(', ')} cascade`)
  // Both sides write on pages as full as the other's.
  await client.query('checkpoint')
}

/** Columns of each table that are written: the others are computed. */
async function lireColonnes(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ nom: string; colonnes: string }>(
    `select table_name as nom, string_agg(column_name, ', ' order by ordinal_position) as colonnes
    from information_schema.columns where table_name = any($1) and is_generated = 'NEVER'
    group by 1`,
    [TABLES],
  )
  return new Map(rows.map(({ nom, colonnes }) => [nom, colonnes]))
}

/** The same rows, a transaction a structure as well: nothing looked for, judged nor worded. */
async function inserer(client: Client, lots: readonly Lot[]): Promise<void> {
  const colonnes = await lireColonnes(client)
  const ecrire = (table: string, lignes: string) =>
    client.query({
      name: table,
      text: `insert into ${table} (${colonnes.get(table)}) overriding system value
        select ${colonnes.get(table)} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      values: [lignes],
    })
  for (const { relances, messages, copies, taches } of lots) {
    await client.query('begin')
    await ecrire('relance', relances)
    await ecrire('message', messages)
    await ecrire('message_destinataire', copies)
    if (taches) await ecrire('tache', taches)
    await client.query('commit')
  }
}

const secondes = (durees: readonly number[]) => `${figure(mediane(durees) / 1000)} s`

/** A morning's reminders of a whole loaded country, beside the bare inserts of the same rows. */
export async function mesurerRelances(rapport: Rapport, url: string, quand = ''): Promise<void> {
  const base = await openBase({ databaseUrl: url, dataDir: '', dureeMaxMs: DUREE_MAX_MS })
  const client = await ouvrirClient(url)
  const maintenant = await lendemain(base.db)
  const durees = { releve: [] as number[], plancher: [] as number[] }
  const mesurer = async (siennes: number[], act: () => Promise<unknown>) => {
    await vider(client)
    const debut = performance.now()
    await act()
    siennes.push(performance.now() - debut)
  }
  let rapports = 0
  let lots: Lot[] = []
  try {
    for (let tour = 0; tour < TOURS; tour++) {
      await mesurer(durees.releve, async () => {
        rapports = await relancerSelonCalendrier(base.db, { url: ADRESSE, maintenant })
      })
      lots = (await client.query<Lot>(LOTS)).rows
      await mesurer(durees.plancher, () => inserer(client, lots))
    }
  } finally {
    await vider(client)
    await client.end()
    await base.close()
  }
  rapport.ouvrir(
    `Relances d’un matin : ${figure(rapports)} rapports de ${figure(lots.length)} structures`,
    `Du calendrier : ce qui manque, groupé par personne, un message et un courriel chacun, une transaction par structure. Plancher : les mêmes lignes des mêmes tables, insérées nues par le même pilote, une transaction par structure. Médiane de ${TOURS} tours alternés. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Relevé / plancher'],
  )
  rapport.ajouter({
    quoi: 'Relancer tout le pays',
    releve: secondes(durees.releve),
    plancher: secondes(durees.plancher),
    rapport: `× ${figure(mediane(durees.releve) / mediane(durees.plancher))}`,
  })
}
