import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import type { EtapeMiseEnRoute, MiseEnRoute } from '@releve/contract/dashboard/dashboard.schema.ts'
import { MOIS, rangDe } from '@releve/contract/mois.ts'
import { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { relanceApi } from '@releve/contract/relance/relance.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { changerRythme, modeleDe, publierModele } from '../../test/modeles.ts'
import { changerDepuis, changerDepuisToujours } from '../../test/structures.ts'
import { installerReglages, updateReglage } from '../parametre/parametre.sql.ts'
import { readConfig } from '../platform/config.ts'
import { CAU, CPOLY, ouvrirBancRelances, regler } from '../relance/relance.banc.ts'
import { lireMiseEnRoute } from './debut.ts'

// What a directorate is told on its first day, and after: each figure is counted apart here.

const banc = await ouvrirBancRelances()
const { asDpps, asCollegue, asAutreStructure, horloge } = banc
const { db } = banc.base

const lire = () => reussi(asDpps.appeler(api.lireMiseEnRoute))
const faites = ({ etapes }: MiseEnRoute): EtapeMiseEnRoute[] =>
  etapes.flatMap(({ cle, faite }) => (faite ? [cle] : []))
const debuter = (debutCollecte: string | null) =>
  updateReglage(db, 'debutCollecte', debutCollecte, horloge.maintenant)
/** A column of these accounts, which they all have. */
const changer = (colonnes: { statut?: 'BLOQUE'; derniereConnexion?: Date }, ids: number[]) =>
  db.updateTable('utilisateur').set(colonnes).where('id', 'in', ids).execute()

/** A platform as the installation leaves it: nobody reports, nothing is said. */
async function rendreNeuve(): Promise<void> {
  await sql`delete from parametre`.execute(db)
  await sql`update structure set date_ouverture = '2030-01-01'`.execute(db)
  await sql`update utilisateur set statut = 'BLOQUE' where 'ROLE_STRUCTURE' = any(roles)`.execute(
    db,
  )
}

beforeEach(async () => {
  await sql`update utilisateur set derniere_connexion = null`.execute(db)
})

describe('la mise en route', () => {
  it('d’une plateforme neuve : tout reste à faire, sauf ce que l’installation apporte', async () => {
    await rendreNeuve()
    const lue = await lire()
    expect(faites(lue)).toEqual(['MODELES'])
    expect(lue).toMatchObject({
      mois: 'APRIL',
      annee: 2025,
      debutCollecte: null,
      commencee: false,
      organisation: 'Direction centrale',
      pays: '',
      envoi: 'AUCUN',
      structures: { nombre: 0, invitees: 0, sansModele: 0, sansCompte: 0, sansCompteNommees: [] },
      comptes: { nombre: 0, jamaisConnectes: 0, exercicesFaits: 0 },
      relances: { automatiques: true, ouvertes: false },
    })
    expect(lue.modeles.map(({ structures, prochain }) => [structures, prochain])).toEqual(
      lue.modeles.map(() => [0, null]),
    )
  })

  it('d’une base qui collecte depuis longtemps : ce qui est fait est dit fait', async () => {
    const lue = await lire()
    expect(faites(lue)).toEqual(['MODELES', 'STRUCTURES', 'COMPTES', 'DEBUT', 'RELANCES'])
    expect(lue).toMatchObject({ debutCollecte: '2000-01', commencee: true })
    expect(lue).toMatchObject({ mois: 'APRIL', annee: 2025 })
  })

  it('nomme l’organisation dès qu’elle a un nom ou un pays', async () => {
    const nommer = (body: { organisation: string; pays: string }) =>
      reussi(asDpps.appeler(parametreApi.modifierOrganisation, { body }))
    await nommer({ organisation: 'Direction centrale', pays: 'Le pays' })
    expect(faites(await lire())).toContain('ORGANISATION')
    await nommer({ organisation: 'Direction des prisons', pays: '' })
    const lue = await lire()
    expect(faites(lue)).toContain('ORGANISATION')
    expect([lue.organisation, lue.pays]).toEqual(['Direction des prisons', ''])
  })

  it('dit l’envoi réglé où un serveur est donné, ou la démonstration', async () => {
    const envoiSous = async (env: Record<string, string>) => {
      const config = { ...readConfig({}), ...env }
      const { maintenant } = horloge
      const agent = { id: asDpps.id, roles: ['ROLE_DPPS' as const] }
      const lue = await lireMiseEnRoute({ db, maintenant, agent, config } as Parameters<
        typeof lireMiseEnRoute
      >[0])
      return [lue.envoi, faites(lue).includes('COURRIEL')]
    }
    expect(await envoiSous({})).toEqual(['AUCUN', false])
    expect(await envoiSous({ smtpUrl: 'smtp://courriel.exemple' })).toEqual(['SMTP', true])
  })

  it('n’a plus de relances à ouvrir où les réglages n’en demandent pas', async () => {
    await updateReglage(db, 'relancesOuvertes', false, horloge.maintenant)
    expect(faites(await lire())).not.toContain('RELANCES')
    await regler(asDpps, { relanceAutomatique: false })
    const lue = await lire()
    expect(faites(lue)).toContain('RELANCES')
    expect(lue.relances).toEqual({ automatiques: false, ouvertes: false })
  })
})

describe('les structures et les comptes', () => {
  it('sans compte : ni le sien, ni celui d’une autre, ni bloqué ; seules celles qui rendent', async () => {
    await changer({ statut: 'BLOQUE' }, [asAutreStructure.id])
    const lue = await lire()
    expect(lue.structures).toMatchObject({ nombre: 2, sansModele: 0, sansCompte: 1 })
    expect(lue.structures.sansCompteNommees.map(({ code }) => code)).toEqual([CPOLY])
    expect(faites(lue)).not.toContain('COMPTES')

    const structureId = banc.structures.get(CPOLY) ?? 0
    await db
      .insertInto('utilisateurStructure')
      .values({ utilisateurId: asCollegue.id, structureId })
      .execute()
    expect((await lire()).structures).toMatchObject({ sansCompte: 0, sansCompteNommees: [] })
    await viderTables(db, 'utilisateur_structure')

    await changerDepuisToujours(db, { modeles: [] }, [CPOLY])
    const sans = await lire()
    expect(sans.structures).toMatchObject({ nombre: 2, sansModele: 1, sansCompte: 0 })
    expect(faites(sans)).toContain('COMPTES')
  })

  it('ne compte que celles qui sont ouvertes ce mois-là ; les invitées, à part', async () => {
    await sql`update structure set etat = 'INVITEE' where code = ${CPOLY}`.execute(db)
    expect((await lire()).structures).toMatchObject({ nombre: 1, invitees: 1 })
    await sql`update structure set etat = 'ACTIVE' where code = ${CPOLY}`.execute(db)
    await db
      .insertInto('structureInterruption')
      .values({
        structureId: banc.structures.get(CPOLY) ?? 0,
        etat: 'SUSPENDUE',
        du: '2025-03-01',
        au: null,
      })
      .execute()
    const { structures, modeles } = await lire()
    expect(structures).toMatchObject({ nombre: 1, invitees: 0 })
    expect(modeles.find(({ code }) => code === 'RMA')?.structures).toBe(1)
  })

  it('nomme les dix premières sans compte, dans l’ordre de leurs noms, et les compte toutes', async () => {
    await sql`update structure set date_ouverture = '2025-01-01'`.execute(db)
    await sql`update utilisateur set statut = 'BLOQUE' where structure_id is not null`.execute(db)
    await changerDepuisToujours(db, { modeles: ['RMA'] })
    const { structures, modeles } = await lire()
    expect(structures).toMatchObject({ nombre: 17, sansModele: 0, sansCompte: 17 })
    const noms = await db.selectFrom('structure').select('libelle').execute()
    const tries = noms.map(({ libelle }) => libelle).toSorted((a, b) => a.localeCompare(b, 'fr'))
    expect(structures.sansCompteNommees.map(({ libelle }) => libelle)).toEqual(tries.slice(0, 10))
    expect(modeles.find(({ code }) => code === 'RMA')?.structures).toBe(17)
    // The bench opens them again to two alone.
    await changerDepuisToujours(db, { modeles: ['RMA', 'EPM'] })
  })

  it('dit les comptes actifs de structure, ceux qui ne se sont jamais connectés, et qui a fait l’exercice', async () => {
    const faitLe = horloge.maintenant
    const faits = [asDpps, asCollegue, asAutreStructure]
    const lignes = faits.map(({ id: utilisateurId }) => ({ utilisateurId, faitLe }))
    await db.insertInto('exercice').values(lignes).execute()
    await changer({ derniereConnexion: horloge.maintenant }, [asCollegue.id])
    // Four accounts of structures; the central ones are no business of it.
    expect((await lire()).comptes).toEqual({
      nombre: 4,
      jamaisConnectes: 3,
      exercicesFaits: 2,
    })
    await changer({ statut: 'BLOQUE' }, [asAutreStructure.id])
    expect((await lire()).comptes).toEqual({
      nombre: 3,
      jamaisConnectes: 2,
      exercicesFaits: 1,
    })
    // As many as the list that the page leads to.
    const query = { role: 'ROLE_STRUCTURE', statut: 'ACTIF', exercice: 'PAS_ENCORE' } as const
    const { total } = await reussi(asDpps.appeler(utilisateurApi.listUtilisateurs, { query }))
    expect(total).toBe(2)
  })
})

describe('ce qui se collecte', () => {
  it('est dit du premier mois quand il est à venir : qui, à quel rythme, et pour quel jour', async () => {
    await publierModele(asDpps, {
      ...modeleDe('TRI', [
        { code: 'EFF', libelle: 'Effectif', nature: 'entier' },
        { code: 'ENT', libelle: 'Entrées', nature: 'entier' },
        { code: 'SOR', libelle: 'Sorties', nature: 'entier' },
        { code: 'REF', libelle: 'Places', nature: 'entier' },
      ]),
      moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
      moisCouverts: 3,
    })
    const juillet = rangDe({ mois: 'JULY', annee: 2025 })
    await changerDepuisToujours(db, { modeles: ['RMA'] }, [CAU, CPOLY])
    await changerDepuis(db, { code: CPOLY, rang: juillet }, { modeles: ['RMA', 'TRI'] })
    await debuter('2025-07')
    const lue = await lire()
    expect(lue).toMatchObject({ mois: 'JULY', annee: 2025, commencee: false })
    const parCode = new Map(lue.modeles.map((modele) => [modele.code, modele]))
    expect(parCode.get('RMA')).toMatchObject({
      moisAttendus: MOIS,
      moisCouverts: 1,
      structures: 2,
      // 5 August 2025 is a Tuesday.
      prochain: { mois: 'JULY', annee: 2025, echeance: '2025-08-05' },
    })
    expect(parCode.get('TRI')).toMatchObject({
      moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
      moisCouverts: 3,
      structures: 1,
      // 5 October 2025 is a Sunday.
      prochain: { mois: 'SEPTEMBER', annee: 2025, echeance: '2025-10-06' },
    })

    // Begun, it is told of the present month: no structure has it yet.
    await debuter('2025-01')
    const avant = (await lire()).modeles.find(({ code }) => code === 'TRI')
    expect(avant).toMatchObject({
      structures: 0,
      prochain: { mois: 'JUNE', annee: 2025, echeance: '2025-07-07' },
    })

    // Another rhythm before that: the version that holds until then expects nothing more.
    await changerRythme(asDpps, 'TRI', {
      aPartirDe: { mois: 'MAY', annee: 2025 },
      moisAttendus: ['DECEMBER'],
      moisCouverts: 1,
    })
    const DECEMBRE = { mois: 'DECEMBER', annee: 2025, moisCouverts: 1, echeance: '2026-01-05' }
    const change = (await lire()).modeles.filter(({ code }) => code === 'TRI')
    expect(change).toMatchObject([{ moisCouverts: 3, prochain: DECEMBRE }])
    horloge.maintenant = new Date('2025-05-08T10:00:00Z')
    const apres = (await lire()).modeles.filter(({ code }) => code === 'TRI')
    expect(apres).toMatchObject([{ moisCouverts: 1, prochain: DECEMBRE }])
  })

  it('nomme un modèle qui n’entre en vigueur que plus tard, avec les structures d’alors', async () => {
    await publierModele(
      asDpps,
      modeleDe('TARD', [
        { code: 'EFF', libelle: 'Effectif', nature: 'entier' },
        { code: 'ENT', libelle: 'Entrées', nature: 'entier' },
        { code: 'SOR', libelle: 'Sorties', nature: 'entier' },
        { code: 'REF', libelle: 'Places', nature: 'entier' },
      ]),
      { mois: 'SEPTEMBER', annee: 2025 },
    )
    const tard = (await lire()).modeles.find(({ code }) => code === 'TARD')
    expect(tard).toMatchObject({ structures: 2, prochain: { mois: 'SEPTEMBER', annee: 2025 } })
  })

  it('et les relances que l’on ouvre sont celles que l’écran des premières relances dit', async () => {
    await sql`delete from parametre`.execute(db)
    await installerReglages(db, { debutCollecte: '2025-03' })
    expect(faites(await lire())).not.toContain('RELANCES')
    const { empreinte } = await reussi(asDpps.appeler(relanceApi.lirePremieresRelances))
    await reussi(asDpps.appeler(relanceApi.ouvrirRelances, { body: { empreinte } }))
    expect(faites(await lire())).toContain('RELANCES')
  })
})
