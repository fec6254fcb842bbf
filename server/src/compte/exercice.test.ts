import { cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { etatExercice } from '@releve/contract/utilisateur/exercice.rules.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dossierDeTest } from '../../test/processus.ts'
import { migrer } from '../platform/base/migrer.ts'
import { openBaseEnMemoire } from '../platform/base/ouvrir.ts'
import { ouvrirBancCompte } from './compte.banc.ts'

const banc = await ouvrirBancCompte()
const { asDpps, asAdmin, asStructure, asAutreStructure, asDirectionRegionale, horloge } = banc

const compteDe = async (id: number) => {
  const { corps } = await asAdmin.appeler(utilisateurApi.lireUtilisateur, { params: { id } })
  return corps
}

describe('l’exercice', () => {
  it('fait, l’est pour son compte seul : la session, le compte et la liste le disent', async () => {
    const le = horloge.maintenant.toISOString()
    expect((await compteDe(asStructure.id)).exerciceLe).toBeNull()
    const { statut, corps } = await asStructure.appeler(compteApi.finirExercice)
    expect([statut, corps]).toEqual([200, { exerciceLe: le }])
    expect(await compteDe(asStructure.id)).toMatchObject({ exerciceLe: le })
    expect((await asStructure.appeler(compteApi.lireCompte)).corps.exerciceLe).toBe(le)
    expect((await compteDe(asAutreStructure.id)).exerciceLe).toBeNull()
  })

  it('compte la première fois : refait, ou dit deux fois, ni sa date ni le journal ne changent', async () => {
    const le = horloge.maintenant.toISOString()
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 86_400_000)
    const finir = () => asStructure.appeler(compteApi.finirExercice)
    for (const { corps } of await Promise.all([finir(), finir()]))
      expect(corps).toEqual({ exerciceLe: le })
    const { corps } = await asDpps.appeler(journalApi.listJournal, {
      query: { utilisateur: String(asStructure.id), action: 'EXERCICE_FAIT' },
    })
    expect(corps.elements.map(({ libelle, objet }) => [libelle, objet])).toEqual([
      ['Exercice fait par le titulaire du compte', null],
    ])
  })

  it('est à qui saisit : refusé à un compte d’administration, sans objet pour lui', async () => {
    const { statut, code, libelle } = await asAdmin.appeler(compteApi.finirExercice)
    expect([statut, code]).toEqual([403, 'DROIT_INSUFFISANT'])
    expect(libelle).toMatch(/^Vous n’avez pas /)
    expect(etatExercice(await compteDe(asAdmin.id))).toBe('SANS_OBJET')
    expect(etatExercice(await compteDe(asDirectionRegionale.id))).toBe('PAS_ENCORE')
    expect(etatExercice(await compteDe(asDpps.id))).toBe('PAS_ENCORE')
  })

  it('est dit de la session qui s’ouvre, et de celle que l’on renouvelle', async () => {
    await banc.creerCompte({ identifiant: 'nouvelle' })
    const session = await banc.connecter('nouvelle')
    expect(session.exerciceLe).toBeNull()
    const { token, refreshToken } = session
    const { exerciceLe } = await banc.reussir(compteApi.finirExercice, { token })
    expect(exerciceLe).toBe(horloge.maintenant.toISOString())
    const query = { refreshToken }
    expect(await banc.reussir(sessionApi.renouvelerJeton, { query })).toMatchObject({ exerciceLe })
    expect(await banc.connecter('nouvelle')).toMatchObject({ exerciceLe })
  })
})

it('d’une base d’avant, personne n’est dit l’avoir fait, et chacun peut le faire', async () => {
  const toutes = fileURLToPath(new URL('../../migrations/', import.meta.url))
  const avant = join(dossierDeTest(), 'avant')
  mkdirSync(avant)
  cpSync(toutes, avant, {
    recursive: true,
    filter: (fichier) => basename(fichier) < '0061' || fichier === toutes,
  })
  const base = await openBaseEnMemoire(null)
  try {
    await migrer(base.db, pathToFileURL(`${avant}/`))
    await sql`insert into utilisateur (identifiant, nom, nom_affichable, roles, mot_de_passe)
      values ('ancienne', 'A', 'A', '{ROLE_STRUCTURE}', '!')`.execute(base.db)
    expect(await migrer(base.db)).toContain('0061-exercice.sql')
    const { rows } = await sql<{ id: number; exerciceLe: string | null }>`
      select u.id, x.fait_le as exercice_le from utilisateur u
      left join exercice x on x.utilisateur_id = u.id`.execute(base.db)
    expect(rows).toMatchObject([{ exerciceLe: null }])
    await sql`insert into exercice values (${rows[0]?.id}, now())`.execute(base.db)
    await expect(
      sql`insert into exercice values (${rows[0]?.id}, now())`.execute(base.db),
    ).rejects.toThrow('exercice_unique')
  } finally {
    await base.close()
  }
})
