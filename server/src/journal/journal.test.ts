import { journalApi as api } from '@releve/contract/journal/journal.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { RESTAMP } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { poserLigne } from './journal.banc.ts'
import { noter } from './noter.sql.ts'

const banc = await ouvrirBanc()
const { db } = banc.base
const { asDpps, asAdmin, asStructure, asDirectionRegionale, anonyme } = banc

/** The journal, emptied as only a test may: its trigger put aside. */
async function vider(): Promise<void> {
  await sql`alter table journal disable trigger user`.execute(db)
  await sql`delete from journal`.execute(db)
  await sql`alter table journal enable trigger user`.execute(db)
  await sql.raw(RESTAMP).execute(db)
}

const LE = new Date('2025-03-10T12:00:00Z')
const ecrire = (action: string, le: Date, reste: Partial<Parameters<typeof poserLigne>[1]> = {}) =>
  poserLigne(db, { le, utilisateurId: asStructure.id, action, ...reste })

const lister = async (qui: Personne, query: Parameters<typeof demander>[1] = {}) =>
  (await reussi(demander(qui, query))).elements.map(({ action }) => action)
const demander = (
  qui: Personne,
  query: NonNullable<Parameters<typeof qui.appeler<typeof api.listJournal>>[1]>['query'] = {},
) => qui.appeler(api.listJournal, { query })

beforeEach(vider)

describe('le journal', () => {
  it('se lit du plus récent au plus ancien, page par page, avec le total', async () => {
    for (let heure = 1; heure <= 5; heure += 1) {
      await ecrire(`ACTE_${heure}`, new Date(Date.UTC(2025, 2, 10, heure)))
    }
    const page = await reussi(demander(asDpps, { page: 2, taille: 2 }))
    expect(page).toMatchObject({ total: 5, page: 2, taille: 2 })
    expect(page.elements.map(({ action }) => action)).toEqual(['ACTE_3', 'ACTE_2'])
  })

  it('dit qui, quoi, sur quoi, et les changements en mots', async () => {
    const changements = { roles: { avant: ['ROLE_STRUCTURE'], apres: ['ROLE_ADMIN'] } }
    await ecrire('CONNEXION_ECHOUEE', LE, {
      objet: 'awa',
      detail: { adresse: '10.0.0.1', changements },
    })
    const { elements } = await reussi(demander(asAdmin))
    expect(elements).toEqual([
      {
        id: expect.any(Number),
        le: LE.toISOString(),
        utilisateur: {
          id: asStructure.id,
          identifiant: 'cau-r01-01',
          nomAffichable: 'cau-r01-01',
        },
        action: 'CONNEXION_ECHOUEE',
        libelle: 'Connexion refusée\u00a0: identifiant ou mot de passe incorrect',
        alerte: true,
        objet: 'awa',
        details: [
          { libelle: 'Rôles', avant: 'Structure', valeur: 'Administration', change: true },
          { libelle: 'Adresse réseau', avant: null, valeur: '10.0.0.1', change: false },
        ],
      },
    ])
  })

  it('se filtre par jours entiers du fuseau réglé, bornes comprises', async () => {
    await ecrire('VEILLE', new Date('2025-03-09T23:59:59Z'))
    await ecrire('MATIN', new Date('2025-03-10T00:00:00Z'))
    await ecrire('SOIR', new Date('2025-03-10T23:59:59Z'))
    await ecrire('LENDEMAIN', new Date('2025-03-11T00:00:00Z'))
    const jour = { du: '2025-03-10', au: '2025-03-10' }
    expect(await lister(asDpps, jour)).toEqual(['SOIR', 'MATIN'])
    await sql`insert into parametre values ('fuseau', '"Africa/Kinshasa"')
      on conflict (cle) do update set valeur = excluded.valeur`.execute(db)
    expect(await lister(asDpps, jour)).toEqual(['MATIN', 'VEILLE'])
    await sql`update parametre set valeur = '"UTC"' where cle = 'fuseau'`.execute(db)
  })

  it('se filtre par personne : ce qu’elle a fait, et ce qui a été fait à son compte', async () => {
    await ecrire('SIENNE', LE)
    const subie = { utilisateurId: asAdmin.id, objet: 'cau-r01-01' }
    await ecrire('UTILISATEUR_BLOQUE', LE, subie)
    await ecrire('AUTRE', LE, { utilisateurId: asAdmin.id, objet: 'dr-r01' })
    expect(await lister(asDpps, { utilisateur: String(asStructure.id) })).toEqual([
      'UTILISATEUR_BLOQUE',
      'SIENNE',
    ])
    expect(await lister(asDpps, { utilisateur: 'CÁU-R01' })).toEqual(['SIENNE'])
  })

  it('se filtre par action, par objet et par texte, sans tenir compte des accents', async () => {
    await ecrire('CONNEXION', LE, { detail: { adresse: '10.1.2.3' } })
    await ecrire('DECONNEXION', LE)
    await ecrire('LOGO_CHANGE', LE, { objet: 'CAU-É', utilisateurId: null })
    expect(await lister(asDpps, { action: ['CONNEXION', 'LOGO_CHANGE'] })).toEqual([
      'LOGO_CHANGE',
      'CONNEXION',
    ])
    expect(await lister(asDpps, { objet: 'cau-e' })).toEqual(['LOGO_CHANGE'])
    expect(await lister(asDpps, { q: '10.1.2' })).toEqual(['CONNEXION'])
    expect(await lister(asDpps, { q: 'déconnexion' })).toEqual(['DECONNEXION'])
    expect(await lister(asDpps, { q: '%' })).toEqual([])
  })

  it.each([{ du: '2025-02-31' }, { au: 'hier' }, { du: '0000-01-01' }])(
    'refuse une date qui n’existe pas : %o',
    async (query) => {
      const reponse = await demander(asDpps, query)
      expect([reponse.statut, reponse.code]).toEqual([400, 'REQUETE_INVALIDE'])
    },
  )

  it('n’est lu que de la direction centrale et de l’administration', async () => {
    for (const { path } of [api.listJournal, api.exporterJournal]) {
      const url = `/api${path}?format=csv`
      for (const qui of [asStructure, asDirectionRegionale]) {
        const reponse = await qui.brut('GET', url)
        expect([reponse.statut, reponse.code]).toEqual([403, 'DROIT_INSUFFISANT'])
      }
      expect((await anonyme.brut('GET', url)).code).toBe('JETON_ABSENT')
      for (const qui of [asDpps, asAdmin]) expect((await qui.brut('GET', url)).statut).toBe(200)
    }
  })
})

describe('exporter le journal', () => {
  it.each(['csv', 'xlsx'] as const)(
    'en %s donne les lignes filtrées, et se journalise',
    async (format) => {
      await ecrire('CONNEXION', LE, { detail: { adresse: '=1+1' } })
      await ecrire('DECONNEXION', LE)
      const query = { format, action: ['CONNEXION'] }
      const reponse = await asAdmin.appeler(api.exporterJournal, { query })
      expect(reponse.statut).toBe(200)
      expect(reponse.entetes['content-disposition']).toContain(`journal-2025-03-20.${format}`)
      const { lignes } = await readIci(reponse.octets)
      expect(lignes.map(({ cellules }) => cellules)).toMatchObject([
        {
          'Date (UTC)': '2025-03-10T12:00:00.000Z',
          Identifiant: 'cau-r01-01',
          Action: 'Connexion',
        },
      ])
      expect(lignes[0]?.cellules['Détail']).toBe('Adresse réseau\u00a0: =1+1')
      const [trace] = (await reussi(demander(asDpps))).elements
      expect(trace).toMatchObject({ action: 'JOURNAL_EXPORTE', utilisateur: { id: asAdmin.id } })
      expect(trace?.details).toContainEqual(
        expect.objectContaining({ libelle: 'Lignes', valeur: '1' }),
      )
    },
  )

  it('donne 20 001 lignes, chacune une fois et dans l’ordre', async () => {
    await sql`insert into journal (le, action)
      select ${LE}::timestamptz, 'CONNEXION' from generate_series(1, 20001)`.execute(db)
    const reponse = await asDpps.appeler(api.exporterJournal, { query: { format: 'csv' } })
    const [entetes, ...lignes] = reponse.octets.toString().trimEnd().split('\r\n')
    expect(entetes?.endsWith(';Ligne')).toBe(true)
    const numeros = lignes.map((ligne) => Number(ligne.split(';').at(-1)))
    expect(new Set(numeros).size).toBe(20_001)
    expect(numeros).toEqual(numeros.toSorted((a, b) => b - a))
    expect(reponse.entetes['releve-lignes']).toBe('20001')
  })
})

describe('un refus de droit', () => {
  it('laisse une ligne, et une seule tant que l’on insiste', async () => {
    for (let fois = 0; fois < 3; fois += 1) {
      expect((await demander(asStructure)).code).toBe('DROIT_INSUFFISANT')
    }
    const { elements } = await reussi(demander(asDpps))
    expect(elements).toMatchObject([
      {
        action: 'DROIT_REFUSE',
        utilisateur: { id: asStructure.id },
        objet: api.listJournal.resume,
        alerte: true,
      },
    ])
  })

  it('dit ce qui a été refusé avec des mots, jamais par son adresse, et se trouve par eux', async () => {
    await demander(asStructure)
    const { elements } = await reussi(demander(asDpps))
    expect(JSON.stringify(elements)).not.toContain('/journal/lister')
    expect(await lister(asDpps, { objet: api.listJournal.resume })).toEqual(['DROIT_REFUSE'])
  })

  it('la laisse aussi quand l’appel devait écrire : lui seul est défait', async () => {
    await asStructure.appeler(api.exporterJournal, { query: { format: 'csv' } })
    expect(await lister(asDpps, { objet: '/journal/exporter' })).toEqual(['DROIT_REFUSE'])
  })
})

describe('une ligne que l’on peut provoquer sans fin', () => {
  it('s’écrit une fois en dix minutes, par compte, action et objet', async () => {
    const insister = (
      minutes: number,
      cible = 'listJournal',
      agent: { id: number } = asStructure,
    ) =>
      noter({ db, agent, maintenant: new Date(LE.getTime() + minutes * 60_000) }, 'DROIT_REFUSE', {
        cible,
        espacee: true,
      })
    await insister(0)
    await insister(9)
    await insister(9, 'exporterJournal')
    await insister(9, 'listJournal', asAdmin)
    await insister(11)
    expect((await reussi(demander(asDpps))).total).toBe(4)
  })

  it('s’écrit une fois aussi quand cinquante appels l’écrivent ensemble', async () => {
    const appel = { db, agent: asStructure, maintenant: LE }
    const trace = { cible: 'rafale', espacee: true } as const
    await Promise.all(Array.from({ length: 50 }, () => noter(appel, 'DROIT_REFUSE', trace)))
    expect(await lister(asDpps, { objet: 'rafale' })).toEqual(['DROIT_REFUSE'])
  })
})
