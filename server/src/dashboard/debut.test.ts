import { readFileSync } from 'node:fs'
import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { debutApi as api } from '@releve/contract/calendrier/debut.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { isoDe, libellePeriode, type Mois } from '@releve/contract/mois.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { exempleCoherent } from '../../seed/exemple.ts'
import { viderTables } from '../../test/base.ts'
import { agir, amener, commencer, reussi } from '../../test/formulaires.ts'
import { CAU, ouvrirBancCalendrier, rouvrir } from '../calendrier/calendrier.banc.ts'
import { refuse } from '../formulaire/formulaire.banc.ts'
import { installer } from '../installation.ts'
import { findTousReglages } from '../parametre/parametre.sql.ts'
import { findCadre, listManquants } from '../relance/manquant.sql.ts'

// The collection has a start (docs/decisions/0095): before it, nothing is expected of anybody.

const banc = await ouvrirBancCalendrier()
const { asDpps, asAdmin, asStructure, horloge } = banc
const { db } = banc.base

const le = (jour: string) => {
  horloge.maintenant = new Date(`${jour}T10:00:00Z`)
}
const debuter = (debutCollecte: string | null) =>
  asDpps.appeler(api.modifierDebut, { body: { debutCollecte } })
const apercevoir = (debutCollecte: string | null) =>
  reussi(asDpps.appeler(api.apercevoirDebut, { body: { debutCollecte } }))
const begin = (mois: Mois, annee = 2025) =>
  asStructure.appeler(formulaireApi.enregistrerFormulaire, {
    params: { mois, annee },
    body: { modele: 'RMA', donnees: exempleCoherent('RMA', { periode: { mois, annee } }) },
  })

/** Brings a month of CAU-R01-01 from elsewhere. */
function reprendre(mois: Mois, annee = 2025) {
  const periode = { mois, annee }
  const dataValues = Object.entries(exempleCoherent('RMA', { periode })).map(
    ([cellule, value]) => ({
      dataElement: `RMA.${cellule}`,
      period: isoDe(periode).replace('-', ''),
      orgUnit: CAU,
      value: String(value),
    }),
  )
  const contenu = Buffer.from(JSON.stringify({ dataValues }))
  return reussi(
    asDpps.appeler(formulaireApi.reprendreValeurs, {
      params: { modele: 'RMA' },
      body: {
        apercu: 'false',
        fichier: { nom: 'valeurs.json', typeMime: 'application/json', contenu },
      },
    }),
  )
}

/** All that says what is expected of CAU-R01-01 in the year, by who says it. */
async function dits() {
  const lu = await reussi(asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }))
  const { structures } = await reussi(
    asDpps.appeler(dashboardApi.lireMatrice, { params: { annee: 2025 } }),
  )
  const retards = await reussi(
    asDpps.appeler(dashboardApi.listRetards, { query: { annee: 2025, taille: 200 } }),
  )
  const mois = ['JANUARY', 'FEBRUARY', 'MARCH'] as const
  const listes = await Promise.all(
    mois.map((un) =>
      reussi(
        asStructure.appeler(formulaireApi.listFormulairesStructures, {
          body: { mois: un, annee: 2025, structures: [CAU], taille: 50 },
        }),
      ),
    ),
  )
  const manquants = await listManquants(db, await findCadre(db, horloge.maintenant), [
    banc.structures.get(CAU) ?? 0,
  ])
  return {
    attendus: lu.total.attendus + lu.total.pasEncoreDus,
    recus: lu.total.recus + lu.total.enAvance,
    enRetard: lu.total.enRetard,
    rma: structures.find(({ code }) => code === CAU)?.cases['RMA']?.slice(0, 3),
    retards: retards.elements
      .filter(({ structure }) => structure.code === CAU)
      .flatMap(({ modele, mois: lignes }) => lignes.map((m) => `${modele.code} ${m.mois}`))
      .toSorted(),
    listes: listes.map(({ elements }) => elements.map(({ etat }) => etat)),
    relances: manquants.map(({ modele, rang }) => `${modele} ${(rang % 12) + 1}`).toSorted(),
  }
}

const RIEN = {
  attendus: 0,
  recus: 0,
  enRetard: 0,
  rma: undefined,
  retards: [],
  listes: [[], [], []],
  relances: [],
}

beforeEach(async () => {
  le('2025-03-20')
  // It alone reports, in two models.
  await sql`update structure set date_ouverture =
    case when code = ${CAU} then date '2010-01-01' else date '2030-01-01' end`.execute(db)
})

describe('une plateforme neuve', () => {
  beforeEach(async () => {
    await viderTables(db, 'parametre')
    await installer(db)
  })

  it('n’a pas de début : rien n’y est attendu, en retard, ni relancé, et nul rapport ne se commence', async () => {
    expect(await dits()).toEqual(RIEN)
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => begin('MARCH'))
    expect(await reussi(asStructure.appeler(systemeApi.lireConfiguration))).toMatchObject({
      debutCollecte: null,
    })
    await refuse(banc, 'MOIS_NON_ATTENDU', () => {
      le('2025-08-20')
      return rouvrir(asDpps, { jusqua: '2025-09-30' })
    })
  })

  it('en reçoit un : ce mois et les suivants sont attendus, aucun autre', async () => {
    await reussi(debuter('2025-02'))
    expect(await dits()).toEqual({
      attendus: 4,
      recus: 0,
      enRetard: 2,
      // February is late, March is not due.
      rma: '.nN',
      retards: ['EPM FEBRUARY', 'RMA FEBRUARY'],
      listes: [[], ['NON_COMMENCE', 'NON_COMMENCE'], ['NON_COMMENCE', 'NON_COMMENCE']],
      relances: ['EPM 2', 'EPM 3', 'RMA 2', 'RMA 3'],
    })
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => begin('JANUARY'))
    await reussi(begin('FEBRUARY'))
  })

  it('n’est pas crue sur un réglage écrit à la main qui n’est pas un mois', async () => {
    for (const valeur of ['2025-13', 'mars', 202_503, { mois: 3 }, '1999-01'])
      for (const cle of ['debutCollecte']) {
        await sql`insert into parametre (cle, valeur) values (${cle}, ${JSON.stringify(valeur)})
          on conflict (cle) do update set valeur = excluded.valeur`.execute(db)
        expect((await dits()).attendus, JSON.stringify(valeur)).toBe(0)
      }
  })
})

describe('un mois repris, d’avant le début', () => {
  beforeEach(async () => {
    await reussi(debuter('2025-03'))
  })

  it('entre dans les sommes, et jamais dans l’attendu, le reçu, la complétude ni les délais', async () => {
    const avant = await dits()
    const { lignes } = await reprendre('JANUARY')
    expect(lignes).toMatchObject([{ effet: 'CREER' }])
    const brouillon = await reussi(
      asStructure.appeler(formulaireApi.lireFormulaire, {
        params: { numero: 'RMA-CAU-R01-01-202501' },
      }),
    )
    const soumis = await reussi(agir(asStructure, 'soumettre', brouillon))
    await reussi(agir(asAdmin, 'valider', soumis))
    const apres = await dits()
    expect([apres.attendus, apres.recus, apres.enRetard, apres.retards]).toEqual([
      avant.attendus,
      avant.recus,
      avant.enRetard,
      avant.retards,
    ])
    expect(apres.listes[0]).toEqual(['VALIDE'])
    expect(apres.relances).toEqual(avant.relances)
    const { mois, total, series } = await reussi(
      asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }),
    )
    const janvier = mois.find((un) => un.mois === 'JANUARY')
    expect(janvier).toMatchObject({ attendus: 0, recus: 0, enRetard: 0 })
    expect(total.enRetard).toBe(0)
    expect([total.aTemps, total.recus, total.enAvance]).toEqual([0, 0, 0])
    const point = series
      .find(({ code }) => code === 'RMA')
      ?.points.find((un) => un.mois === 'JANUARY' && un.annee === 2025)
    expect(point).toMatchObject({ attendus: 0, recus: 0, retenus: 0, autres: 1, declares: 1 })
    expect(point?.effectif).toBeGreaterThan(0)
    const { couverture } = await reussi(
      asDpps.appeler(annuaireApi.genererApercu, { params: { annee: 2025 } }),
    )
    expect([couverture.attendus, couverture.recus]).toEqual([0, 0])
  })

  it('se reprend aussi sans début, ou le mois d’avant, mais pas hors des dates de la structure', async () => {
    await reussi(debuter(null))
    expect((await reprendre('FEBRUARY')).lignes).toMatchObject([{ effet: 'CREER' }])
    await sql`update structure set date_ouverture = '2025-02-01' where code = ${CAU}`.execute(db)
    expect((await reprendre('JANUARY')).lignes).toMatchObject([{ effet: 'ERREUR' }])
  })

  it('ne se commence pas autrement, fût-ce par un fichier de la direction', async () => {
    const valeurs = 'structure;modele;annee;mois;case;valeur\nCAU-R01-01;RMA;2025;2;MVT.DEB.M;1\n'
    const reponse = await reussi(
      asDpps.appeler(formulaireApi.importerFormulaires, {
        body: {
          apercu: 'true',
          fichier: { nom: 'v.csv', typeMime: 'text/csv', contenu: Buffer.from(valeurs) },
        },
      }),
    )
    expect(reponse.lignes).toMatchObject([{ effet: 'ERREUR' }])
    expect(reponse.lignes[0]?.details[0]?.code).toBe('FORMULAIRE_NON_ATTENDU')
  })
})

describe('changer le début', () => {
  it('plus tard est refusé tant qu’un rapport attendu resterait dehors, avec leur nombre', async () => {
    await reussi(debuter('2025-01'))
    await commencer(asStructure, { mois: 'JANUARY' })
    const fevrier = await commencer(asStructure, { mois: 'FEBRUARY' })
    await commencer(asStructure, { mois: 'FEBRUARY', modele: 'EPM' })
    const { libelle } = await refuse(banc, 'DEBUT_APRES_RAPPORT', () => debuter('2025-03'))
    expect(libelle).toContain('3 rapports déjà commencés')
    expect(libelle).toContain('de janvier 2025')
    expect(await apercevoir('2025-03')).toMatchObject({ exclus: 3, premierExclu: '2025-01' })
    expect((await refuse(banc, 'DEBUT_APRES_RAPPORT', () => debuter(null))).libelle).toContain('3')
    // The month of the oldest is accepted, and what was cancelled holds nothing back.
    await reussi(debuter('2025-01'))
    await sql`update formulaire set etat = 'ANNULE' where id <> ${fevrier.id}`.execute(db)
    expect((await refuse(banc, 'DEBUT_APRES_RAPPORT', () => debuter('2025-03'))).libelle).toContain(
      'un rapport déjà commencé\u00a0: le plus ancien est de février 2025',
    )
    await reussi(debuter('2025-02'))
  })

  it('plus tard laisse dehors ce qui a été repris', async () => {
    await reussi(debuter('2025-01'))
    await reprendre('JANUARY')
    expect(await apercevoir('2025-02')).toMatchObject({ exclus: 0 })
    await reussi(debuter('2025-02'))
  })

  it('plus tôt dit d’abord combien de rapports deviennent attendus, et en retard, et n’écrit rien', async () => {
    await reussi(debuter('2025-03'))
    const reglages = await findTousReglages(db)
    const { avant, apres, exclus } = await apercevoir('2025-01')
    expect(exclus).toBe(0)
    const compter = async () => {
      const { total } = await reussi(
        asDpps.appeler(dashboardApi.lireDashboard, { params: { param: 2025 } }),
      )
      return { attendus: total.attendus + total.pasEncoreDus, enRetard: total.enRetard }
    }
    expect(await findTousReglages(db)).toEqual(reglages)
    expect(avant).toEqual(await compter())
    expect(avant.enRetard).toBe(0)
    await reussi(debuter('2025-01'))
    expect(apres).toEqual(await compter())
    expect(apres.attendus).toBe(3 * avant.attendus)
    expect(apres.enRetard).toBe(2 * avant.attendus)
  })

  it('vaut aussitôt pour qui allait commencer un rapport sous l’ancien', async () => {
    await reussi(debuter('2025-01'))
    await amener(banc, 'BROUILLON', { mois: 'JANUARY' })
    await sql`update formulaire set etat = 'ANNULE'`.execute(db)
    await reussi(debuter('2025-03'))
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => begin('FEBRUARY'))
  })

  it('dit par deux personnes à la fois, n’est que celui de la première', async () => {
    const { version } = await reussi(asDpps.appeler(api.lireDebut))
    const appels = ['2024-12', '2025-02'].map((debutCollecte) =>
      asDpps.appeler(api.modifierDebut, { body: { debutCollecte, version } }),
    )
    const reponses = await Promise.all(appels)
    const [gardee, ...autres] = reponses.filter(({ statut }) => statut === 200)
    expect(autres).toEqual([])
    expect(reponses.map(({ code }) => code).toSorted()).toEqual(['', 'VERSION_PARAMETRES_PERIMEE'])
    const { debutCollecte } = await reussi(asDpps.appeler(api.lireDebut))
    expect(debutCollecte).toBe(gardee?.corps.debutCollecte)
  })

  it('se dit au journal, une fois, en toutes lettres', async () => {
    await reussi(debuter('2025-02'))
    await reussi(debuter('2025-02'))
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'DEBUT_FIXE' } }),
    )
    expect(elements.map(({ details }) => details)).toEqual([
      [
        {
          libelle: 'Début de la collecte',
          avant: 'janvier 2000',
          valeur: libellePeriode({ mois: 'FEBRUARY', annee: 2025 }),
          change: true,
        },
      ],
    ])
  })

  it('refuse ce qui n’est pas un mois, et ce que quelqu’un d’autre vient de changer', async () => {
    const { version } = await reussi(asDpps.appeler(api.lireDebut))
    for (const faux of ['2025-13', '2025', 'mars 2025', '1999-12', ''])
      await refuse(banc, 'REQUETE_INVALIDE', () => debuter(faux))
    await reussi(debuter('2025-02'))
    await refuse(banc, 'VERSION_PARAMETRES_PERIMEE', () =>
      asDpps.appeler(api.modifierDebut, { body: { debutCollecte: '2025-01', version } }),
    )
    await refuse(banc, 'DROIT_INSUFFISANT', () =>
      asAdmin.appeler(api.modifierDebut, { body: { debutCollecte: '2025-01' } }),
    )
  })
})

describe('une base d’avant', () => {
  const migrer = async () => {
    const fichier = new URL('../../migrations/0057-debut-de-la-collecte.sql', import.meta.url)
    const [, ...ordres] = readFileSync(fichier, 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .map((ordre) => ordre.trim())
      .filter(Boolean)
    for (const ordre of ordres) await sql.raw(ordre).execute(db)
  }
  const reglages = async () => {
    const { debutCollecte = null, relancesOuvertes = null } = await findTousReglages(db)
    return { debutCollecte, relancesOuvertes }
  }

  it('commence avec son premier rapport non annulé, et ses relances restent ouvertes', async () => {
    await commencer(asStructure, { mois: 'JANUARY' })
    await sql`update formulaire set etat = 'ANNULE'`.execute(db)
    await commencer(asStructure, { mois: 'FEBRUARY' })
    le('2025-03-21')
    await reprendre('MARCH')
    await sql`update formulaire set repris = false`.execute(db)
    const avant = await dits()
    await viderTables(db, 'parametre')
    await migrer()
    expect(await reglages()).toEqual({ debutCollecte: '2025-02', relancesOuvertes: true })
    const apres = await dits()
    // From its first month on, nothing moves.
    const depuis = ({ retards, listes, relances, rma }: Awaited<ReturnType<typeof dits>>) => ({
      retards: retards.filter((un) => !un.endsWith('JANUARY')),
      listes: listes.slice(1),
      relances: relances.filter((un) => !un.endsWith(' 1')),
      rma: rma?.slice(1),
    })
    expect(depuis(apres)).toEqual(depuis(avant))
    const repris = await db
      .selectFrom('formulaire')
      .select('numero')
      .where('repris', '=', true)
      .execute()
    expect(repris).toEqual([{ numero: 'RMA-CAU-R01-01-202503' }])
  })

  it('sans rapport, est comme neuve', async () => {
    await viderTables(db, 'parametre')
    await migrer()
    expect(await reglages()).toEqual({ debutCollecte: null, relancesOuvertes: null })
  })
})
