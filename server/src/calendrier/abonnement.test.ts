import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { JUIN, notees, ouvrirBancCalendrier, rouvrir } from './calendrier.banc.ts'

const banc = await ouvrirBancCalendrier()
const { anonyme, asDpps, asStructure, horloge } = banc
const creer = async (personne = asStructure) =>
  (await reussi(personne.appeler(api.creerAbonnement))).jeton
const lire = (jeton: string) => anonyme.brut('GET', `/api/calendrier/${jeton}.ics`)
const titresDe = (texte: unknown) =>
  [
    ...String(texte)
      .replaceAll('\r\n ', '')
      .matchAll(/SUMMARY:(.*)\r\n/g),
  ].map(([, titre]) => String(titre).replaceAll('\\', '').replaceAll('\u00a0', ' '))

describe('une adresse personnelle de calendrier', () => {
  it('donne les échéances, les clôtures et les réouvertures de ses structures', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps, { structures: ['CAU-R01-01', 'CPOLY-R02-01'] }))
    const { statut, entetes, corps } = await lire(await creer())
    expect(statut).toBe(200)
    // Of one person: no cache that others share keeps it.
    expect(entetes['cache-control']).toBe('private, no-cache')
    expect(entetes['content-type']).toBe('text/calendar; charset=utf-8')
    const titres = titresDe(corps)
    expect(titres).toEqual(
      expect.arrayContaining([
        'Échéance : rapports de mai 2025',
        'Échéance : rapports d’avril 2025',
        'Dernier jour de saisie : mars 2025',
        'Mois rouvert : mars 2025, Centre d’accueil d’urgence de Port-Clair',
      ]),
    )
    expect(titres.filter((titre) => titre.startsWith('Mois rouvert'))).toHaveLength(1)
    const texte = String(corps).replaceAll('\r\n ', '')
    expect(texte).toContain('UID:echeance-2025-05@')
    expect(texte).toContain('DTSTART;VALUE=DATE:20250605\r\nDTEND;VALUE=DATE:20250606\r\n')
    // No name, no address, no reason.
    expect(texte).not.toMatch(/@example|registre|cau-r01-01/i)
  })

  it('donne à un compte central le calendrier de tous', async () => {
    horloge.maintenant = JUIN
    await reussi(rouvrir(asDpps, { structures: ['CAU-R01-01', 'CPOLY-R02-01'] }))
    const titres = titresDe((await lire(await creer(asDpps))).corps)
    expect(titres.filter((titre) => titre.startsWith('Mois rouvert'))).toHaveLength(2)
    expect(titres).toContain('Échéance : rapports de mai 2025')
  })

  it('est la même tant que rien ne change : 304, puis change avec le calendrier', async () => {
    const jeton = await creer()
    const { entetes, corps } = await lire(jeton)
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 60_000)
    const inject = (etag: unknown) =>
      banc.app.inject({
        url: `/api/calendrier/${jeton}.ics`,
        headers: { 'if-none-match': String(etag) },
      })
    const encore = await inject(entetes['etag'])
    expect([encore.statusCode, encore.body]).toEqual([304, ''])
    const body = { ...DEFAUTS_CALENDRIER, jourEcheance: 9 }
    await reussi(asDpps.appeler(api.modifierCalendrier, { body }))
    const change = await inject(entetes['etag'])
    expect(change.statusCode).toBe(200)
    expect(change.body).not.toBe(corps)
  })

  it('renouvelée ou retirée, ne vaut plus rien', async () => {
    const premier = await creer()
    const second = await creer()
    expect((await lire(premier)).code).toBe('ABONNEMENT_INTROUVABLE')
    expect((await lire(second)).statut).toBe(200)
    expect((await reussi(asStructure.appeler(api.lireAbonnement))).creeLe).not.toBe(null)
    await reussi(asStructure.appeler(api.supprimerAbonnement))
    const { statut, code } = await lire(second)
    expect([statut, code]).toEqual([404, 'ABONNEMENT_INTROUVABLE'])
    expect((await reussi(asStructure.appeler(api.lireAbonnement))).creeLe).toBe(null)
    expect((await notees(banc)).map(([action]) => action)).toEqual([
      'ABONNEMENT_CREE',
      'ABONNEMENT_CREE',
      'ABONNEMENT_RETIRE',
    ])
  })

  it('dit à son titulaire quand elle a été lue, à l’heure près', async () => {
    horloge.maintenant = JUIN
    const apres = async (minutes: number, jeton?: string) => {
      horloge.maintenant = new Date(JUIN.getTime() + minutes * 60_000)
      if (jeton) await lire(jeton)
      return (await reussi(asStructure.appeler(api.lireAbonnement))).luLe
    }
    const jeton = await creer()
    expect(await apres(1)).toBeNull()
    const premiere = await apres(2, jeton)
    expect(premiere).toBe(new Date(JUIN.getTime() + 120_000).toISOString())
    expect(await apres(61, jeton)).toBe(premiere)
    expect(await apres(62, jeton)).toBe(new Date(JUIN.getTime() + 62 * 60_000).toISOString())
    await creer()
    expect(await apres(63)).toBeNull()
  })

  it('ne dit aucun mois d’avant le début de la collecte, à un compte central non plus', async () => {
    const dits = async (qui: typeof asDpps) => titresDe((await lire(await creer(qui))).corps)
    horloge.maintenant = JUIN
    const anciens = /(mars|avril|mai) 2025/
    expect((await dits(asDpps)).some((titre) => anciens.test(titre))).toBe(true)
    await updateReglage(banc.base.db, 'debutCollecte', '2025-06', horloge.maintenant)
    for (const qui of [asDpps, asStructure]) {
      const apres = await dits(qui)
      expect(apres.filter((titre) => anciens.test(titre))).toEqual([])
      expect(apres.some((titre) => titre.includes('juin 2025'))).toBe(true)
    }
    await updateReglage(banc.base.db, 'debutCollecte', null, horloge.maintenant)
    expect(await dits(asDpps)).toEqual([])
  })

  it.each(['x', 'A'.repeat(43), 'A'.repeat(200), "'%20or%201=1"])(
    'inconnue (%s), répond 404',
    async (jeton) => {
      const { statut, code, libelle } = await lire(jeton)
      expect([statut, code]).toEqual([404, 'ABONNEMENT_INTROUVABLE'])
      expect(libelle).toContain('Mon compte')
    },
  )

  it('ne vaut plus rien quand son compte est bloqué', async () => {
    const jeton = await creer(banc.asCollegue)
    const params = { id: banc.asCollegue.id }
    await reussi(asDpps.appeler(utilisateurApi.bloquerUtilisateur, { params }))
    expect((await lire(jeton)).statut).toBe(404)
  })

  it('n’est gardée que par son empreinte', async () => {
    const jeton = await creer()
    const ligne = await banc.base.db
      .selectFrom('abonnementCalendrier')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(ligne.empreinte).toHaveLength(32)
    expect(JSON.stringify(ligne)).not.toContain(jeton)
  })

  it('fait attendre une adresse réseau qui la lit sans cesse', async () => {
    const jeton = await creer()
    await lire(jeton)
    await banc.base.db.updateTable('tentative').set({ echecs: 1200 }).execute()
    const { statut, code, entetes } = await lire(jeton)
    expect([statut, code]).toEqual([429, 'TROP_DE_DEMANDES'])
    expect(Number(entetes['retry-after'])).toBeGreaterThan(0)
  })
})
