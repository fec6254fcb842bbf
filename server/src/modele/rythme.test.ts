import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import { estAttendu, moisDuMasque } from '@releve/contract/modele/rythme.ts'
import { MOIS, type Mois, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { modeleDe, publierModele } from '../../test/modeles.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { listAttentes, listCouvertures } from '../annuaire/retenus.sql.ts'
import { ouvrirBancFormulaires, refuse } from '../formulaire/formulaire.banc.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { findCadre, listManquants } from '../relance/manquant.sql.ts'
import { attenduSql } from '../structure/attendu.sql.ts'
import { ecrireTranches, listIds, listTranches } from '../structure/periode.sql.ts'
import { listModelesEnVigueur } from './modele.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asStructure, anonyme, horloge } = banc
const { db } = banc.base
const CAU = 'CAU-R01-01'
const annee = 2025

const champ = (code: string, traits = {}) => ({
  code,
  libelle: code,
  nature: 'entier' as const,
  ...traits,
})
const TRIM = {
  ...modeleDe('TRIM', [champ('EFF'), champ('ENT'), champ('SOR'), champ('REF')]),
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'] as Mois[],
  moisCouverts: 3 as const,
}
await publierModele(asDpps, TRIM)

const commencer = (mois: Mois, modele = 'TRIM', donnees = {}) =>
  asStructure.appeler(api.enregistrerFormulaire, {
    params: { mois, annee },
    body: { modele, donnees },
  })
const aller = (jour: string) => {
  horloge.maintenant = new Date(`${jour}T10:00:00Z`)
}
const lignesDe = async (mois: Mois): Promise<Resume[]> => {
  const query = { mois, annee: '2025', modeles: 'TRIM,RMA' }
  const body = { ...query, structures: [CAU] }
  return (await reussi(asStructure.appeler(api.listFormulairesStructures, { body }))).elements
}

describe('ce qu’un modèle attend', () => {
  it('est dit en SQL comme en TypeScript, de tous les rythmes et de tous les mois', async () => {
    const masques = Array.from({ length: 4095 }, (_, n) => n + 1)
    const { rows } = await sql<{ masque: number; rangs: number[] }>`
      select v.mois_attendus as masque, array_agg(r.rang order by r.rang) as rangs
      from unnest(${masques}::int[]) as v(mois_attendus)
      cross join generate_series(${annee * 12}::int, ${annee * 12 + 11}::int) as r(rang)
      where ${attenduSql(sql`r.rang`)} group by 1 order by 1`.execute(db)
    const annees = Array.from({ length: 12 }, (_, n) => annee * 12 + n)
    const attendus = masques.map((masque) => {
      const rythme = { moisAttendus: moisDuMasque(masque) }
      return { masque, rangs: annees.filter((rang) => estAttendu(rythme, rang)) }
    })
    expect(rows).toEqual(attendus)
  })

  it('ne se commence que les mois où il est attendu', async () => {
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => commencer('FEBRUARY'))
    const { numero, modele } = await reussi(commencer('MARCH'))
    expect(numero).toBe('TRIM-CAU-R01-01-202503')
    expect(modele.moisCouverts).toBe(3)
  })

  it('se commence dès le premier jour de ce qu’il couvre, et pas avant', async () => {
    aller('2025-03-31')
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => commencer('JUNE'))
    expect((await lignesDe('JUNE')).map((l) => l.actions)).toEqual([[], []])
    aller('2025-04-01')
    const juin = (await lignesDe('JUNE')).map((l) => [l.modele.code, l.actions])
    expect(juin).toEqual([
      ['RMA', []],
      ['TRIM', ['enregistrer']],
    ])
    const { actions, echeance } = await reussi(commencer('JUNE'))
    expect(actions).not.toContain('relancer')
    expect(echeance).toBe('2025-07-07')
  })

  it('n’a pas de ligne dans la liste d’un autre mois', async () => {
    expect((await lignesDe('FEBRUARY')).map((l) => l.modele.code)).toEqual(['RMA'])
    expect((await lignesDe('MARCH')).map((l) => l.modele.code)).toEqual(['RMA', 'TRIM'])
  })

  it('laisse en blanc, dans la matrice, les mois où rien n’est attendu', async () => {
    aller('2025-07-20')
    await reussi(commencer('SEPTEMBER'))
    const query = { types: 'CAU', modeles: 'TRIM' }
    const { structures, mois } = await reussi(
      asDpps.appeler(dashboardApi.lireMatrice, { params: { annee }, query }),
    )
    expect(structures.map(({ cases }) => cases)).toEqual([{ TRIM: '..C..n..B..-' }])
    expect(mois.map((un) => un.attendus)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
  })

  it('ne compte, au tableau de bord, que dans ses mois', async () => {
    aller('2025-07-20')
    const query = { types: 'CAU', modeles: 'TRIM' }
    const { total, mois } = await reussi(
      asDpps.appeler(dashboardApi.lireDashboard, { params: { param: annee }, query }),
    )
    expect(total).toMatchObject({ attendus: 2, recus: 0, enRetard: 2, pasEncoreDus: 0 })
    expect(mois.map((un) => un.etats.NON_COMMENCE)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    const retards = await reussi(asDpps.appeler(dashboardApi.listRetards, { query }))
    const dits = retards.elements.flatMap((un) => un.mois.map((m) => m.mois))
    expect(dits.toSorted()).toEqual(['JUNE', 'MARCH'])
  })

  it('n’est relancé que pour ses mois', async () => {
    aller('2025-05-20')
    const cadre = await findCadre(db, horloge.maintenant)
    const manquants = await listManquants(db, cadre, [banc.structures.get(CAU) ?? 0])
    const siens = manquants.filter(({ modele }) => modele === 'TRIM')
    expect(siens.map(({ rang }) => periodeDe(rang).mois)).toEqual(['MARCH'])
    expect(manquants.length).toBeGreaterThan(siens.length)
  })

  it('compte dans l’annuaire de ses mois seulement', async () => {
    aller('2025-07-20')
    const reglages = await findReglages(db)
    const demande = { annee, modeles: ['TRIM'], jour: '2025-07-20', reglages }
    const attentes = await listAttentes(db, demande)
    const siennes = attentes.find(([structure]) => structure === CAU)
    const bits = (...mois: number[]) => mois.reduce((total, m) => total | (1 << (m - 1)), 0)
    expect(siennes?.slice(3)).toEqual(['TRIM', bits(3, 6, 9, 12), bits(3, 6)])
    const jusqua = annee * 12 + MOIS.indexOf('JUNE')
    const calendaire = { jour: '2025-07-20', jusqua, reglages }
    const couvertures = await listCouvertures(db, { annee, soumis: false }, calendaire)
    const durees = (modele: string) =>
      couvertures
        .filter((c) => c.modele === modele)
        .flatMap((c) => c.manquants.map((m) => m.moisCouverts))
    expect(new Set(durees('TRIM'))).toEqual(new Set([3]))
    expect(new Set(durees('RMA'))).toEqual(new Set([1]))
  })

  it('est au calendrier de qui n’a que lui, ses mois seulement', async () => {
    const tranches = (await listTranches(db, [CAU])).get(CAU) ?? []
    const idDe = async (code: string) => (await listIds(db, [code])).get(code) ?? 0
    await changerDepuisToujours(db, { modeles: ['TRIM'] }, [CAU])
    const { jeton } = await reussi(asStructure.appeler(calendrierApi.creerAbonnement))
    const { corps } = await anonyme.brut('GET', `/api/calendrier/${jeton}.ics`)
    const parents = await listIds(
      db,
      tranches.flatMap(({ parent }) => parent ?? []),
    )
    await inTransaction(db, async (tx) => ecrireTranches(tx, await idDe(CAU), tranches, parents))
    const cles = [...String(corps).matchAll(/UID:echeance-(\d{4}-\d\d)@/g)].map(([, mois]) => mois)
    expect(cles).toEqual(['2025-03', '2025-06', '2025-09', '2025-12'])
  })

  it('reste en vigueur entre ses mois', async () => {
    const codes = await listModelesEnVigueur(db, annee * 12 + MOIS.indexOf('FEBRUARY'))
    expect(codes.map(({ code }) => code)).toContain('TRIM')
  })
})
