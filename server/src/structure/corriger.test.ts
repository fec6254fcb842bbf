import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { decrireDetail } from '@releve/contract/journal/journal.detail.ts'
import type { Periode } from '@releve/contract/mois.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { CorrectionStructure } from '@releve/contract/structure/structure.schema.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { viderReglages, viderTables } from '../../test/base.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { modeleDe, publierModele } from '../../test/modeles.ts'
import {
  CAU,
  changer,
  commencerMois,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, asStructure } = banc

type Demande = Sent<typeof api.corrigerStructure.body>
type Sur = Omit<Demande, 'code' | 'version' | 'motif' | 'apercu'> & { code?: string }

const MOTIF = 'Le décret a été lu de travers.'
const en = (annee: number, mois: Periode['mois']): Periode => ({ annee, mois })

async function corps(sur: Sur): Promise<Demande> {
  const { version } = await lire(banc, sur.code ?? CAU)
  // The field and its value are those of one kind of correction.
  return { code: CAU, motif: MOTIF, apercu: true, version, ...sur } as Demande
}
const envoyer = (body: Demande) => asDpps.appeler(api.corrigerStructure, { body })
const apercevoir = async (sur: Sur) => reussi(envoyer(await corps(sur)))

/** Both acts, one after the other. */
async function corriger(sur: Sur): Promise<CorrectionStructure> {
  const body = await corps(sur)
  const { empreinte } = await reussi(envoyer(body))
  return reussi(envoyer({ ...body, apercu: false, empreinte }))
}

const VERS_R02: Sur = {
  champ: 'region',
  valeur: 'R02',
  de: en(2024, 'JUNE'),
  a: en(2025, 'JANUARY'),
}

const periodes = async (champ: string, code = CAU) => {
  const lue = await reussi(asDpps.appeler(api.lireStructure, { params: { code } }))
  return lue.periodes.filter((une) => une.champ === champ)
}

describe('corriger un champ daté', () => {
  it('en aperçu, dit ce qui changerait et n’écrit rien', async () => {
    const { numero } = await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const avant = await lireJournal(banc)
    const dit = await apercevoir(VERS_R02)
    expect(dit).toMatchObject({
      ecrit: false,
      avant: [{ champ: 'region', valeur: 'R01', de: null, a: null }],
      apres: [
        { valeur: 'R01', de: null, a: en(2024, 'MAY') },
        { valeur: 'R02', de: VERS_R02.de, a: VERS_R02.a },
        { valeur: 'R01', de: en(2025, 'FEBRUARY'), a: null },
      ],
      deplaces: { nombre: 1, numeros: [numero] },
      recalcules: { nombre: 0, numeros: [] },
      annees: { provisoires: [{ annee: 2025 }], figees: [] },
    })
    expect(dit.attendus.avant).toBe(dit.attendus.apres)
    expect(dit.recus).toEqual({ avant: 1, apres: 1 })
    expect(await lireJournal(banc)).toEqual(avant)
    expect(await periodes('region')).toHaveLength(1)
  })

  it('écrit ce qui a été aperçu, et le journal dit de quand à quand, avant, après et pourquoi', async () => {
    expect(await corriger(VERS_R02)).toMatchObject({ ecrit: true, structure: { region: 'R01' } })
    expect((await periodes('region')).map(({ valeur }) => valeur)).toEqual(['R01', 'R02', 'R01'])
    expect((await lire(banc, CAU)).version).toBe(2)
    const [ligne, ...autres] = await lireJournal(banc)
    expect(autres).toEqual([])
    expect(ligne).toEqual({
      utilisateurId: asDpps.id,
      action: 'STRUCTURE_CORRIGEE',
      objet: CAU,
      detail: {
        changements: { region: { avant: 'R01', apres: 'R02' } },
        du: '2024-06',
        au: '2025-01',
        motif: MOTIF,
      },
    })
    // Over both, what was recorded is said month by month.
    await corriger({ ...VERS_R02, valeur: 'R03', de: en(2024, 'JANUARY'), a: null })
    const [, seconde] = await lireJournal(banc)
    const [region] = decrireDetail(Object(seconde?.detail))
    expect(region).toMatchObject({
      libelle: 'Région',
      avant: '2024-01 → 2024-05\u00a0: R01, 2024-06 → 2025-01\u00a0: R02, 2025-02 → …\u00a0: R01',
      valeur: 'R03',
    })
  })

  it('compte ce qui serait attendu comme le tableau de bord : pas avant le début de la collecte', async () => {
    const { db } = banc.base
    const { modeles } = await lire(banc, CAU)
    const sans: Sur = {
      champ: 'modeles',
      valeur: modeles.filter((modele) => modele !== 'EPM'),
      de: null,
      a: null,
    }
    const perdus = async () => {
      const { attendus } = await apercevoir(sans)
      return attendus.avant - attendus.apres
    }
    const attendus = async () => {
      // CAU-R01-01 is all that its own agent follows.
      const demande = { params: { param: 2025 }, query: { modeles: 'EPM' } }
      const { total } = await reussi(asStructure.appeler(dashboardApi.lireDashboard, demande))
      return total.attendus + total.pasEncoreDus
    }
    const depuisToujours = await perdus()
    await sql`insert into parametre (cle, valeur) values ('debutCollecte', '"2025-02"')
      on conflict (cle) do update set valeur = excluded.valeur`.execute(db)
    // February and March, which it is.
    expect([await perdus(), await attendus()]).toEqual([2, 2])
    await sql`update parametre set valeur = 'null' where cle = 'debutCollecte'`.execute(db)
    expect(await perdus()).toBe(0)
    await viderReglages(db)
    expect(await perdus()).toBe(depuisToujours)
    expect(depuisToujours).toBeGreaterThan(2)
  })

  it('redite, ne réécrit rien, même sans empreinte ni version à jour', async () => {
    await corriger(VERS_R02)
    const journal = await lireJournal(banc)
    const body = { ...(await corps(VERS_R02)), version: 1, apercu: false }
    expect(await reussi(envoyer(body))).toMatchObject({ ecrit: true, structure: { version: 2 } })
    expect(await lireJournal(banc)).toEqual(journal)
  })

  it('est refusée sans l’empreinte de l’aperçu, ou quand il dirait autre chose', async () => {
    const body = await corps(VERS_R02)
    const { empreinte } = await reussi(envoyer(body))
    await refuse(banc, 'APERCU_PERIME', () => envoyer({ ...body, apercu: false }))
    await refuse(banc, 'APERCU_PERIME', () =>
      envoyer({ ...body, apercu: false, empreinte: 'x'.repeat(43) }),
    )
    // Another value was seen: this one was not.
    await refuse(banc, 'APERCU_PERIME', () =>
      envoyer({ ...body, champ: 'region', valeur: 'R03', apercu: false, empreinte }),
    )
    await commencer(asStructure, { mois: 'JANUARY' })
    await refuse(banc, 'APERCU_PERIME', () => envoyer({ ...body, apercu: false, empreinte }))
    await changer(banc, CAU, { telephone: '33 800 00 01' })
    await refuse(banc, 'VERSION_STRUCTURE_PERIMEE', () =>
      envoyer({ ...body, apercu: false, empreinte }),
    )
  })

  it('recalcule les rapports ouverts de ces mois, et pas les autres', async () => {
    const janvier = await commencer(asStructure, { mois: 'JANUARY' })
    await commencer(asStructure, { mois: 'MARCH' })
    const dit = await corriger({
      champ: 'capacite',
      valeur: 81,
      de: null,
      a: en(2025, 'FEBRUARY'),
    })
    expect(dit.recalcules).toEqual({ nombre: 1, numeros: [janvier.numero] })
    expect(dit.deplaces.nombre).toBe(0)
    expect(dit.structure.capacite).toBe(60)
    const taches = await banc.base.db.selectFrom('tache').select('genre').execute()
    expect(taches.map(({ genre }) => genre)).toContain('RECALCUL')
  })

  it('d’un modèle, change ce qui est attendu : la liste est celle de ces mois', async () => {
    const dit = await corriger({
      champ: 'modeles',
      valeur: ['RMA', 'RMA'],
      de: en(2024, 'JULY'),
      a: en(2024, 'DECEMBER'),
    })
    expect(dit.attendus.avant - dit.attendus.apres).toBe(6)
    expect(dit.apres).toEqual([
      { champ: 'modeles', valeur: 'RMA', de: null, a: null },
      { champ: 'modeles', valeur: 'EPM', de: null, a: en(2024, 'JUNE') },
      { champ: 'modeles', valeur: 'EPM', de: en(2025, 'JANUARY'), a: null },
    ])
  })

  it('ne compte attendus que les mois de la collecte, et ceux du rythme de chaque modèle', async () => {
    const champs = [{ code: 'EFF', libelle: 'Effectif', nature: 'entier' as const }]
    await publierModele(asDpps, {
      ...modeleDe('TRIM', champs),
      indicateurs: { effectif: 'EFF' },
      moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
      moisCouverts: 3,
    })
    const debuter = (debutCollecte: string) =>
      reussi(asDpps.appeler(debutApi.modifierDebut, { body: { debutCollecte } }))
    await debuter('2025-02')
    const depuis = { champ: 'modeles', de: en(2024, 'JUNE'), a: null } as const
    const sans = await apercevoir({ ...depuis, valeur: ['EPM'] })
    // RMA and EPM of February and March, TRIM of March.
    expect(sans.attendus).toEqual({ avant: 5, apres: 2 })
    await debuter('2000-01')
    const avec = await apercevoir({ ...depuis, valeur: ['EPM'] })
    expect(avec.attendus.avant - avec.attendus.apres).toBe(10 + 1)
  })

  it('dit des années arrêtées qu’elles gardent leurs chiffres', async () => {
    await banc.base.db
      .insertInto('annuaire')
      .values({ annee: 2024, titre: 'Annuaire', etat: 'ARRETE' })
      .execute()
    await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const { annees } = await apercevoir({ ...VERS_R02, de: en(2024, 'JANUARY') })
    expect(annees).toMatchObject({ provisoires: [{ annee: 2025 }], figees: [2024] })
    await viderTables(banc.base.db, 'annuaire')
  })
})

describe('les tables qu’une correction pourrait changer', () => {
  const tablesDe = async (sur: Sur) => {
    const { annees } = await apercevoir(sur)
    return annees.provisoires.map(({ annee, tables }) => ({
      annee,
      codes: tables.map(({ code }) => code),
    }))
  }
  const touchees = async (sur: Sur) => (await tablesDe(sur)).flatMap(({ codes }) => codes)

  it('se disent des années qui ont un rapport reçu, chacune par son code et son titre', async () => {
    expect(await tablesDe(VERS_R02)).toEqual([])
    await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const { annees } = await apercevoir(VERS_R02)
    expect(annees.provisoires.map(({ annee }) => annee)).toEqual([2025])
    expect(annees.provisoires[0]?.tables[0]).toEqual({
      code: 'T1.1',
      titre: 'Structures ouvertes au 31 décembre 2025, par type et par région',
    })
  })

  it('d’une région sont celles qui ont une ligne par région, d’un type par type, d’un modèle les siennes', async () => {
    await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const janvier = { de: en(2025, 'JANUARY'), a: en(2025, 'JANUARY') }
    const region = await touchees({ champ: 'region', valeur: 'R02', ...janvier })
    // T2.2 counts December by region: January is not in it. T7.2 adds up the year.
    expect(region).not.toContain('T2.2')
    expect(region).toContain('T7.2')
    const type = await touchees({ champ: 'typeStructure', valeur: 'CPOLY', ...janvier })
    expect(type).toContain('T2.3')
    expect(region).not.toContain('T2.3')
    const modeles = await touchees({ champ: 'modeles', valeur: ['RMA'], ...janvier })
    expect(modeles.slice(0, 2)).toEqual(['T0.1', 'T0.2'])
    expect(modeles.length).toBeGreaterThan(2)
    expect(modeles).not.toContain('T2.3')
    expect(modeles.some((code) => code.startsWith('T1.'))).toBe(false)
  })

  it('de la direction régionale et des postes, aucune ne les lit ; de la capacité, le répertoire seul', async () => {
    await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const entiere = { de: null, a: null }
    expect(await touchees({ champ: 'parent', valeur: null, ...entiere })).toEqual([])
    expect(await touchees({ champ: 'postesReference', valeur: {}, ...entiere })).toEqual([])
    expect(await touchees({ champ: 'capacite', valeur: 71, ...entiere })).toEqual(['T1.2'])
  })
})

describe('une correction est refusée', () => {
  const refusee = async (code: Parameters<typeof refuse>[1], sur: Sur) => {
    const body = await corps(sur)
    const refus = await refuse(banc, code, () => envoyer(body))
    expect(refus.details).toMatchObject([{ chemin: expect.stringMatching(/^body\./), code }])
    // Neither way: the second act is judged as the first.
    await refuse(banc, code, () => envoyer({ ...body, apercu: false, empreinte: 'x' }))
    return refus
  }

  it('quand elle finit avant de commencer, ou va trop loin', async () => {
    await refusee('PERIODE_INVERSEE', { ...VERS_R02, a: en(2024, 'MAY') })
    const loin = await refusee('MOIS_TROP_LOIN', { ...VERS_R02, a: en(2035, 'APRIL') })
    expect(loin.libelle).toContain('mars 2035')
    await refusee('MOIS_TROP_LOIN', { ...VERS_R02, de: en(2090, 'APRIL'), a: null })
    await apercevoir({ ...VERS_R02, a: en(2035, 'MARCH') })
  })

  it('par les règles de la fiche, dans chacun de ses mois', async () => {
    const entiere = { de: null, a: null }
    await refusee('CODE_INCONNU', { champ: 'region', valeur: 'R99', ...entiere })
    await refusee('MODELE_INCONNU', { champ: 'modeles', valeur: ['XYZ'], ...entiere })
    await refusee('MODELE_INADAPTE', { champ: 'modeles', valeur: ['RMA', 'SMP'], ...entiere })
    await refusee('PARENT_INCONNU', { champ: 'parent', valeur: 'NULLE-PART', ...entiere })
    await refusee('PARENT_SOI_MEME', { champ: 'parent', valeur: CAU, ...entiere })
    await refusee('PARENT_NON_REGIONAL', { champ: 'parent', valeur: 'CSE-R01-01', ...entiere })
    await refusee('STRUCTURES_RATTACHEES', {
      code: 'DR-R01',
      champ: 'typeStructure',
      valeur: 'CAU',
      de: en(2020, 'JANUARY'),
      a: en(2020, 'JUNE'),
    })
  })

  it('quand un de ses mois, au milieu, est en faute, en disant lequel', async () => {
    // The office of the region of Plateaux was a centre, from April to September 2020.
    const [de, a] = [en(2020, 'APRIL'), en(2020, 'SEPTEMBER')]
    for (const code of ['CPOLY-R02-01', 'MAC-R02-01', 'ORPH-R02-01'])
      await corriger({ code, champ: 'parent', valeur: null, de, a })
    await corriger({ code: 'DR-R02', champ: 'modeles', valeur: [], de, a })
    await corriger({ code: 'DR-R02', champ: 'typeStructure', valeur: 'CAU', de, a })
    const refus = await refusee('PARENT_NON_REGIONAL', {
      champ: 'parent',
      valeur: 'DR-R02',
      de: en(2020, 'JANUARY'),
      a: en(2020, 'DECEMBER'),
    })
    expect(refus.libelle).toContain('en avril 2020')
    await apercevoir({ champ: 'parent', valeur: 'DR-R02', de: en(2020, 'OCTOBER'), a: null })
  })

  it('quand elle ferait un cercle en un seul de ses mois', async () => {
    const [de, a] = [en(2020, 'APRIL'), en(2020, 'APRIL')]
    await corriger({ code: 'DR-R02', champ: 'parent', valeur: 'DR-R01', de, a })
    const refus = await refusee('PARENT_DEPENDANT', {
      code: 'DR-R01',
      champ: 'parent',
      valeur: 'DR-R02',
      de: en(2019, 'JANUARY'),
      a: en(2021, 'JANUARY'),
    })
    expect(refus.libelle).toContain('en avril 2020')
  })

  it('quand elle rattache à une direction fermée ce mois-là, et non fermée depuis', async () => {
    await reussi(changer(banc, 'DR-R02', { etat: 'FERMEE', dateFermeture: '2024-12-10' }))
    const refus = await refusee('PARENT_FERME', {
      champ: 'parent',
      valeur: 'DR-R02',
      de: en(2025, 'JANUARY'),
      a: en(2025, 'FEBRUARY'),
    })
    expect(refus.libelle).toContain('en janvier 2025')
    // It was open then: what was so is said.
    await corriger({
      champ: 'parent',
      valeur: 'DR-R02',
      de: en(2024, 'JANUARY'),
      a: en(2024, 'JUNE'),
    })
    await refusee('PARENT_FERME', { champ: 'parent', valeur: 'DR-R02', de: null, a: null })
  })

  it('quand elle retire un modèle de mois qui en ont des rapports, en les nommant', async () => {
    const numeros: string[] = []
    for (const mois of ['MARCH', 'FEBRUARY', 'JANUARY'] as const)
      numeros.push((await commencer(asStructure, { mois })).numero)
    const sansRma: Sur = {
      champ: 'modeles',
      valeur: ['EPM'],
      de: en(2025, 'JANUARY'),
      a: null,
    }
    const refus = await refusee('MODELE_AVEC_RAPPORTS', sansRma)
    const [mars, fevrier, janvier] = numeros
    expect(refus.libelle).toContain(`les rapports ${mars}, ${fevrier} et ${janvier}`)
    await apercevoir({ ...sansRma, de: en(2025, 'APRIL') })
    await apercevoir({ ...sansRma, de: null, a: en(2024, 'DECEMBER') })
  })

  it('mais non pour des rapports repris d’ailleurs, qui ne tiennent rien', async () => {
    await commencer(asStructure, { mois: 'JANUARY' })
    const mars = await commencer(asStructure, { mois: 'MARCH' })
    const { db } = banc.base
    await db.updateTable('formulaire').set({ repris: true }).execute()
    const sansRma: Sur = {
      champ: 'modeles',
      valeur: ['EPM'],
      de: en(2025, 'JANUARY'),
      a: null,
    }
    const dit = await corriger(sansRma)
    expect(dit.attendus.avant - dit.attendus.apres).toBe(3)
    const lus = await db.selectFrom('formulaire').select('etat').execute()
    expect(lus).toEqual([{ etat: 'BROUILLON' }, { etat: 'BROUILLON' }])
    // One of them begun here: it alone is named.
    await corriger({ ...sansRma, valeur: ['RMA', 'EPM'] })
    await db.updateTable('formulaire').set({ repris: false }).where('id', '=', mars.id).execute()
    const refus = await refusee('MODELE_AVEC_RAPPORTS', sansRma)
    expect(refus.libelle).toContain(`le rapport ${mars.numero}`)
  })

  it('sans motif, sans champ daté, ou d’une valeur qui n’est pas du champ', async () => {
    const body = await corps(VERS_R02)
    const faux = [
      [{ motif: 'court' }, 'body.motif'],
      [{ champ: 'libelle' }, 'body.champ'],
      [{ champ: 'capacite', valeur: 'beaucoup' }, 'body.valeur'],
      [{ champ: 'capacite', valeur: -1 }, 'body.valeur'],
      [{ champ: 'modeles', valeur: 'RMA' }, 'body.valeur'],
      [{ champ: 'postesReference', valeur: { A: 1.5 } }, 'body.valeur.A'],
      [{ de: { mois: 'JANUARY', annee: 1999 } }, 'body.de.annee'],
      [{ a: { mois: 'JANUARY', annee: 2101 } }, 'body.a.annee'],
      [{ de: { mois: 13, annee: 2024 } }, 'body.de.mois'],
      [{ de: undefined }, 'body.de'],
      [{ version: -1 }, 'body.version'],
    ] as const
    for (const [champs, chemin] of faux) {
      const { details } = await refuse(banc, 'REQUETE_INVALIDE', () =>
        envoyer({ ...body, ...champs } as Demande),
      )
      expect(details).toMatchObject([{ chemin }])
    }
  })

  it('d’une structure inconnue', async () => {
    const body = { ...(await corps(VERS_R02)), code: NOUVELLE.code }
    await refuse(banc, 'STRUCTURE_INTROUVABLE', () => envoyer(body))
  })
})

describe('un rapport commencé en même temps', () => {
  it('est vu, ou n’est pas commencé : rien ne reste hors de ce qui est attendu', async () => {
    const deuxModeles: Sur = { champ: 'modeles', valeur: ['RMA', 'EPM'], de: null, a: null }
    for (let essai = 0; essai < 5; essai += 1) {
      const body = await corps({ ...deuxModeles, valeur: ['EPM'] })
      const { empreinte } = await reussi(envoyer(body))
      const [corrigee, commence] = await Promise.all([
        envoyer({ ...body, apercu: false, empreinte }),
        commencerMois(banc, 'MARCH'),
      ])
      const commences = await banc.base.db.selectFrom('formulaire').select('numero').execute()
      if (corrigee.statut === 200) {
        expect([commence, commences]).toEqual(['FORMULAIRE_NON_ATTENDU', []])
        await corriger(deuxModeles)
      } else {
        expect(corrigee.code).toBe('MODELE_AVEC_RAPPORTS')
        expect([commence, commences]).toEqual(['200', [{ numero: `RMA-${CAU}-202503` }]])
        await viderTables(banc.base.db, 'formulaire')
      }
    }
  })
})
