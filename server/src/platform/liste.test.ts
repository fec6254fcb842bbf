import { courrielApi } from '@releve/contract/courriel/courriel.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { TOTAL_MAX, type Total } from '@releve/contract/page.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { limite } from './liste.ts'

const { asDpps, base, structures } = await ouvrirBanc()
const { db } = base

const ajouter = {
  journal: (nombre: number) =>
    sql`insert into journal (action, detail) select 'ESSAI', '{}'
      from generate_series(1, ${nombre}::int)`.execute(db),
  courriels: (nombre: number) =>
    sql`insert into tache (genre, charge, faite_le) select 'INVITATION', '{}', now()
      from generate_series(1, ${nombre}::int)`.execute(db),
  /** One a day, of the reports of March 2025. */
  relances: (nombre: number) =>
    sql`insert into relance (structure_id, modele_code, rang, jour, le, echeance, etape)
      select ${structures.get('CAU-R01-01')}::int, 'RMA', ${2025 * 12 + 2}::int, j.jour, j.jour,
        j.jour, 5
      from (select (select coalesce(max(r.jour), '2000-01-01') from relance r) + i as jour
        from generate_series(1, ${nombre}::int) i) j`.execute(db),
}

const totalDe = ({ total, totalBorne }: Total) => ({ total, totalBorne })
const exact = (total: number) => ({ total, totalBorne: undefined })
const AU_DELA = { total: TOTAL_MAX, totalBorne: true }

const SANS_FIN = [
  ['journal', () => reussi(asDpps.appeler(journalApi.listJournal, { query: { action: 'ESSAI' } }))],
  ['relances', () => reussi(asDpps.appeler(relanceApi.listRelances, {}))],
  ['courriels', () => reussi(asDpps.appeler(courrielApi.listCourriels, {}))],
] as const

it.each(SANS_FIN)(
  '%s : 999 et 1 000 lignes se comptent, 1 001 se disent bornées',
  async (quoi, lire) => {
    await ajouter[quoi](999)
    expect(totalDe(await lire())).toEqual(exact(999))
    await ajouter[quoi](1)
    expect(totalDe(await lire())).toEqual(exact(1000))
    await ajouter[quoi](1)
    expect(totalDe(await lire())).toEqual(AU_DELA)
  },
)

it.each([{ structure: 'CAU-R01-01' }, { mois: 'MARCH', annee: 2025 }] as const)(
  'les relances de %o se comptent toutes',
  async (query) => {
    await viderTables(db, 'relance')
    await ajouter.relances(1001)
    const liste = await reussi(asDpps.appeler(relanceApi.listRelances, { query }))
    expect(totalDe(liste)).toEqual(exact(1001))
  },
)

it('les comptes se comptent tous', async () => {
  await sql`insert into utilisateur (identifiant, nom, nom_affichable, mot_de_passe, roles, statut)
    select 'essai-' || i, 'Essai', 'Essai', '!', '{ROLE_ADMIN}', 'BLOQUE'
    from generate_series(1, 1001) i`.execute(db)
  const query = { q: 'essai' }
  const liste = await reussi(asDpps.appeler(utilisateurApi.listUtilisateurs, { query }))
  expect(totalDe(liste)).toEqual(exact(1001))
})

it('la première page se demande toujours par la même phrase, écrite', () => {
  const dire = (page: number) => sql`${limite({ page, taille: 50 })}`.compile(db)
  expect(dire(1)).toMatchObject({ sql: 'limit 50', parameters: [] })
  expect(dire(3).parameters).toEqual([50, 100])
})
