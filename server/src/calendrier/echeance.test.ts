import { readFileSync } from 'node:fs'
import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { echeanceDe } from '@releve/contract/calendrier/calendrier.rules.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { type Mois, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agir, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { findCadre, listManquants } from '../relance/manquant.sql.ts'
import { CAU, MARS, ouvrirBancCalendrier, rouvrir } from './calendrier.banc.ts'
import { absentDuSql, echeanceSql, estDuSql } from './echeance.sql.ts'
import { echeanceDuFormulaire } from './echeance.ts'

// A due date is kept once for each month, and moves while it is to come (docs/decisions/0091).

const banc = await ouvrirBancCalendrier()
const { asDpps, asStructure, horloge } = banc
const { db } = banc.base
const regler = (body: Partial<typeof DEFAUTS_CALENDRIER>) =>
  reussi(asDpps.appeler(api.modifierCalendrier, { body: { ...DEFAUTS_CALENDRIER, ...body } }))
const le = (jour: string) => {
  horloge.maintenant = new Date(`${jour}T10:00:00Z`)
}

/** Every due date that is told of a month of CAU-R01-01, by who tells it, and by model. */
async function dites(mois: Mois) {
  const periode = { mois, annee: 2025 }
  const rang = rangDe(periode)
  const liste = await reussi(
    asDpps.appeler(formulaireApi.listFormulairesStructures, {
      body: { ...periode, structures: [CAU], taille: 50 },
    }),
  )
  const [cadre, annee] = [await findCadre(db, horloge.maintenant), { annee: 2025 }]
  const manquants = await listManquants(db, cadre, [banc.structures.get(CAU) ?? 0])
  const retards = await reussi(
    asDpps.appeler(dashboardApi.listRetards, { query: { ...annee, taille: 200 } }),
  )
  const tableau = await reussi(
    asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }),
  )
  const configuration = await reussi(asStructure.appeler(systemeApi.lireConfiguration))
  return {
    listes: Object.fromEntries(liste.elements.map((l) => [l.modele.code, l.echeance])),
    relances: Object.fromEntries(
      manquants.filter((m) => m.rang === rang).map((m) => [m.modele, m.echeance]),
    ),
    retards: Object.fromEntries(
      retards.elements
        .filter(({ structure }) => structure.code === CAU)
        .flatMap(({ modele, mois: lignes }) =>
          lignes.filter((m) => m.mois === mois).map((m) => [modele.code, m.echeance]),
        ),
    ),
    mois: tableau.mois.find((m) => m.mois === mois)?.echeance,
    navigateur: echeanceDe(periode, configuration),
  }
}

const deplacees = async () => {
  const lignes = await db
    .selectFrom('journal')
    .select('detail')
    .where('action', '=', 'ECHEANCE_DEPLACEE')
    .orderBy('id')
    .execute()
  return lignes.map(({ detail }) => detail)
}

describe('une échéance', () => {
  it('passée ne change plus, dite partout la même ; celle qui vient change pour tous', async () => {
    // Of each month, one report begun, and one that is not.
    le('2025-03-12')
    const tard = await reussi(
      agir(asStructure, 'soumettre', await commencer(asStructure, { mois: 'FEBRUARY' })),
    )
    expect(tard).toMatchObject({ echeance: '2025-03-05', horsDelai: true })
    await commencer(asStructure, { modele: 'EPM' })
    le('2025-03-20')
    await regler({ joursFeries: ['2025-03-05', '2025-03-06', '2025-04-07'] })
    const fevrier = {
      listes: { RMA: '2025-03-05', EPM: '2025-03-05' },
      relances: { EPM: '2025-03-05' },
      retards: { RMA: '2025-03-05', EPM: '2025-03-05' },
      mois: '2025-03-05',
      navigateur: '2025-03-05',
    }
    expect(await dites('FEBRUARY')).toEqual(fevrier)
    await commencer(asStructure, { mois: 'FEBRUARY', modele: 'EPM' })
    expect(await dites('FEBRUARY')).toEqual(fevrier)
    expect(await relire(asStructure, tard.numero)).toMatchObject({
      echeance: '2025-03-05',
      horsDelai: true,
    })
    expect(await dites('MARCH')).toEqual({
      listes: { RMA: '2025-04-08', EPM: '2025-04-08' },
      relances: { RMA: '2025-04-08', EPM: '2025-04-08' },
      retards: {},
      mois: '2025-04-08',
      navigateur: '2025-04-08',
    })
    expect(await deplacees()).toEqual([
      {
        changements: { echeance: { avant: '2025-04-07', apres: '2025-04-08' } },
        periode: 'mars 2025',
      },
    ])
  })

  it('qui vient n’est jamais avancée avant le jour du changement', async () => {
    le('2025-04-03')
    await regler({ jourEcheance: 15 })
    expect((await dites('MARCH')).listes['RMA']).toBe('2025-04-15')
    le('2025-04-09')
    await regler({ jourEcheance: 2 })
    expect((await dites('MARCH')).listes['RMA']).toBe('2025-04-09')
    le('2025-04-10')
    await regler({ jourEcheance: 12 })
    const { listes, mois, retards } = await dites('MARCH')
    expect([listes['RMA'], mois, retards['RMA']]).toEqual([
      '2025-04-09',
      '2025-04-09',
      '2025-04-09',
    ])
    expect((await dites('APRIL')).mois).toBe('2025-05-12')
  })

  it('n’est rien de plus que le calendrier tant qu’il ne change pas', async () => {
    await regler({})
    const cles = await db
      .selectFrom('parametre')
      .select('cle')
      .where('cle', '=', 'echeances')
      .execute()
    expect(cles).toEqual([])
    expect((await findReglages(db)).echeances).toEqual({})
  })

  it('suit les mêmes règles que celles d’un carnet tenu à part, quoi qu’on change', async () => {
    const hasard = ((graine: number) => () => {
      graine = (graine * 48_271) % 2_147_483_647
      return graine / 2_147_483_647
    })(91)
    const carnet = new Map<number, string>()
    let reglages = { jourEcheance: 5, joursFeries: [] as string[] }
    const rangs = Array.from({ length: 30 }, (_, n) => rangDe({ mois: 'JANUARY', annee: 2024 }) + n)
    for (const rang of rangs) carnet.set(rang, echeanceDe(periodeDe(rang), reglages))
    for (let jour = Date.UTC(2025, 0, 2); jour < Date.UTC(2025, 11, 1); jour += 86_400_000 * 11) {
      const aujourdhui = new Date(jour).toISOString().slice(0, 10)
      le(aujourdhui)
      const joursFeries = Array.from({ length: Math.floor(hasard() * 6) }, () =>
        new Date(jour + (hasard() - 0.5) * 90 * 86_400_000).toISOString().slice(0, 10),
      )
      reglages = {
        jourEcheance: 1 + Math.floor(hasard() * 15),
        joursFeries: [...new Set(joursFeries)],
      }
      await regler(reglages)
      for (const [rang, tenue] of carnet) {
        if (tenue < aujourdhui) continue
        const neuve = echeanceDe(periodeDe(rang), reglages)
        carnet.set(rang, neuve < aujourdhui ? aujourdhui : neuve)
      }
      const gardes = await findReglages(db)
      const lues = rangs.map((rang) => [rang, echeanceDe(periodeDe(rang), gardes)])
      expect(lues, aujourdhui).toEqual([...carnet])
    }
  })
})

describe('une échéance, d’un mois rouvert', () => {
  const lettres = async () => {
    const { structures } = await reussi(
      asDpps.appeler(dashboardApi.lireMatrice, { params: { annee: 2025 } }),
    )
    const cases = structures.find(({ code }) => code === CAU)?.cases ?? {}
    return Object.fromEntries(Object.entries(cases).map(([modele, l]) => [modele, l.charAt(2)]))
  }

  it('devient le dernier jour de la réouverture, pour ce qui n’est pas reçu', async () => {
    le('2025-04-20')
    const recu = await reussi(agir(asStructure, 'soumettre', await commencer(asStructure)))
    const tard = await reussi(agir(banc.asAdmin, 'valider', recu))
    le('2025-06-10')
    const avant = await reussi(
      asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }),
    )
    await reussi(rouvrir(asDpps))
    expect(await dites('MARCH')).toEqual({
      listes: { RMA: '2025-04-07', EPM: '2025-06-30' },
      relances: { EPM: '2025-06-30' },
      retards: { RMA: '2025-04-07' },
      mois: '2025-04-07',
      navigateur: '2025-04-07',
    })
    expect(await lettres()).toEqual({ RMA: 'v', EPM: 'N' })
    const apres = await reussi(
      asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }),
    )
    expect([
      apres.total.attendus - avant.total.attendus,
      apres.total.enRetard - avant.total.enRetard,
      apres.total.pasEncoreDus - avant.total.pasEncoreDus,
    ]).toEqual([-1, -1, 1])
    const annuaire = await reussi(
      asDpps.appeler(annuaireApi.genererApercu, { params: { annee: 2025 } }),
    )
    expect(annuaire.couverture.attendus).toBe(apres.total.attendus)
    const epm = await commencer(asStructure, { modele: 'EPM' })
    expect(epm.echeance).toBe('2025-06-30')
    expect(await lettres()).toEqual({ RMA: 'v', EPM: 'B' })
    // Late from that end on, and in time for ever if it comes before.
    le('2025-07-10')
    expect((await dites('MARCH')).retards).toEqual({ RMA: '2025-04-07', EPM: '2025-06-30' })
    le('2025-06-30')
    expect(await reussi(agir(asStructure, 'soumettre', epm))).toMatchObject({
      echeance: '2025-06-30',
      horsDelai: false,
    })
    le('2025-07-10')
    const { retards, listes } = await dites('MARCH')
    expect([retards, listes]).toEqual([
      { RMA: '2025-04-07' },
      { RMA: '2025-04-07', EPM: '2025-06-30' },
    ])
    expect((await relire(asStructure, tard.numero)).horsDelai).toBe(true)
  })

  it('revient à celle du mois si l’on met fin à la réouverture', async () => {
    le('2025-06-10')
    const [une] = (await reussi(rouvrir(asDpps))).rouvertes
    await reussi(asDpps.appeler(api.terminerReouverture, { params: { id: une?.id ?? 0 } }))
    expect((await dites('MARCH')).listes['RMA']).toBe('2025-04-07')
    expect(await lettres()).toEqual({ RMA: 'C', EPM: 'C' })
  })

  it('ne se dit pas hors du périmètre', async () => {
    le('2025-04-02')
    let f = await reussi(agir(asStructure, 'soumettre', await commencer(asStructure)))
    for (const [acte, qui] of [
      ['valider', banc.asAdmin],
      ['approuver', asDpps],
      ['diffuser', asDpps],
    ] as const)
      f = await reussi(agir(qui, acte, f))
    le('2025-06-10')
    const renvoye = await renvoyer(asDpps, f)
    await reussi(
      asDpps.appeler(formulaireApi.changerEtatFormulaire, {
        params: { numero: f.numero, etat: 'BROUILLON' },
        query: {
          version: renvoye.version,
          motif: 'INCOHERENCE',
          texte: 'Pour l’épreuve des dates.',
        },
      }),
    )
    await reussi(rouvrir(asDpps))
    expect((await relire(asStructure, f.numero)).echeance).toBe('2025-06-30')
    expect((await relire(banc.asAutreStructure, f.numero)).echeance).toBe('2025-04-07')
    const { elements } = await reussi(
      banc.asAutreStructure.appeler(formulaireApi.listFormulairesStructures, {
        body: { ...MARS, taille: 50 },
      }),
    )
    expect(elements.find(({ numero }) => numero === f.numero)?.echeance).toBe('2025-04-07')
  })
})

describe('une échéance, en SQL', () => {
  it('est celle de la règle, et due le même jour', async () => {
    const structureId = banc.structures.get(CAU) ?? 0
    const rang = rangDe(MARS)
    await db
      .insertInto('reouverture')
      .values([
        { structureId, rang, jusqua: '2025-06-30' },
        { structureId, rang: rang + 1, jusqua: '2025-05-01' },
        { structureId, rang: rang + 2 },
        { structureId, rang: rang + 3, jusqua: '2025-09-30', termineeLe: '2025-08-01T00:00:00Z' },
      ])
      .execute()
    const reglages = await findReglages(db)
    const ends = ['2025-06-30', '2025-05-01', '9999-12-31', null]
    for (const [n, rouvertJusqua] of ends.entries()) {
      for (const recu of [true, false, null]) {
        for (const echeance of [null, '2025-05-20']) {
          const duMois = echeanceDe(periodeDe(rang + n), reglages)
          const date = {
            recu: sql`${recu}::boolean`,
            gardee: sql`${echeance}::date`,
            duMois: sql`${duMois}::date`,
            structureId: sql`${structureId}::int`,
            rang: sql`${rang + n}::int`,
          }
          const jours = ['2025-05-02', '2025-05-21', '2025-06-30', '2025-07-01', '2025-08-01']
          const due = echeanceDuFormulaire(
            { rang: rang + n, echeance, rouvertJusqua },
            reglages,
            recu === true,
          )
          const { rows } = await sql<{ due: string; dus: boolean[]; absents: boolean[] }>`
            select ${echeanceSql(date)}::text as due,
              array[${sql.join(jours.map((jour) => estDuSql(date, jour)))}] as dus,
              array[${sql.join(
                jours.map((jour) =>
                  absentDuSql({ ...date, echu: sql`${date.duMois} < ${jour}::date` }, jour),
                ),
              )}] as absents`.execute(db)
          expect(rows[0]?.due).toBe(due)
          expect(rows[0]?.dus).toEqual(jours.map((jour) => due < jour))
          if (!recu) expect(rows[0]?.absents).toEqual(jours.map((jour) => due < jour))
        }
      }
    }
  })
})

describe('une échéance, d’une base d’avant', () => {
  const migrer = async () => {
    const fichier = new URL('../../migrations/0054-echeances.sql', import.meta.url)
    const [, ...ordres] = readFileSync(fichier, 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .map((ordre) => ordre.trim())
      .filter(Boolean)
    for (const ordre of ordres) await sql.raw(ordre).execute(db)
  }

  it('est celle que disent ses rapports ; à venir, celle du calendrier', async () => {
    const dater = async (numero: string, echeance: string, creeLe: string) => {
      await db
        .updateTable('formulaire')
        .set({ echeance, creeLe: `${creeLe}T08:00:00Z` })
        .where('numero', '=', numero)
        .execute()
    }
    le('2025-04-10')
    const rma = await reussi(
      agir(asStructure, 'soumettre', await commencer(asStructure, { mois: 'FEBRUARY' })),
    )
    const epm = await commencer(asStructure, { mois: 'FEBRUARY', modele: 'EPM' })
    const mars = await commencer(asStructure)
    // Holidays were added once February was past: EPM was begun afterwards.
    await dater(rma.numero, '2025-03-05', '2025-03-01')
    await dater(epm.numero, '2025-03-07', '2025-03-20')
    await dater(mars.numero, '2999-04-07', '2025-03-20')
    await migrer()
    expect((await findReglages(db)).echeances).toEqual({ '2025-02': '2025-03-05' })
    const { listes, retards } = await dites('FEBRUARY')
    expect(listes).toEqual({ RMA: '2025-03-05', EPM: '2025-03-05' })
    expect(retards['EPM']).toBe('2025-03-05')
    expect((await relire(asStructure, mars.numero)).echeance).toBe('2025-04-07')
  })

  it('sans rapport, ne garde rien', async () => {
    await migrer()
    expect((await findReglages(db)).echeances).toEqual({})
  })
})
