import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { changerDepuis } from '../../test/structures.ts'
import { COURANT, ouvrirPays } from './dashboard.banc.ts'

// What a structure becomes changes the figures of its months from then on, and of none before.

const { asDpps, base } = await ouvrirPays([])
const ANNEES = [2024, 2025]
/** The present month's place in its year. */
const PRESENT = COURANT % 12

async function lireTout() {
  const annees = []
  for (const annee of ANNEES) {
    annees.push({
      dashboard: await reussi(asDpps.appeler(api.lireDashboard, { params: { param: annee } })),
      matrice: await reussi(asDpps.appeler(api.lireMatrice, { params: { annee } })),
      annuaire: await reussi(asDpps.appeler(annuaireApi.genererApercu, { params: { annee } })),
    })
  }
  const query = { taille: 200 }
  const retards = await reussi(asDpps.appeler(api.listRetards, { query }))
  return { avant: annees[0], present: annees[1], retards }
}
type Lu = Awaited<ReturnType<typeof lireTout>>

/** What was expected and received of a model in each month of the present year. */
const moisDe = ({ present }: Lu, modele: string) => {
  const serie = present?.dashboard.series.find(({ code }) => code === modele)
  return serie?.points.map((p) => [p.attendus + p.pasEncoreDus, p.recus + p.enAvance, p.effectif])
}
/** The same, of each region. */
const regionsDe = ({ dashboard }: NonNullable<Lu['present']>) =>
  Object.fromEntries(
    dashboard.regions.map(({ code, attendus, recus }) => [code, [attendus, recus]]),
  )
const lignesDe = ({ annuaire }: NonNullable<Lu['present']>, tableau: string) =>
  annuaire.chapitres.flatMap(({ tableaux }) => tableaux).find(({ code }) => code === tableau)
    ?.lignes

let lu: Lu
beforeAll(async () => {
  lu = await lireTout()
})

describe('un modèle', () => {
  it('donné aujourd’hui est attendu de son mois, et ne manque pas des mois d’avant', async () => {
    const code = 'AEMO-R03-G00038'
    await changerDepuis(base.db, { code, rang: COURANT }, { modeles: ['RMA', 'EPM'] })
    const apres = await lireTout()
    expect(apres.avant).toEqual(lu.avant)
    expect(apres.retards).toEqual(lu.retards)
    const [avant = [], maintenant = []] = [moisDe(lu, 'EPM'), moisDe(apres, 'EPM')]
    expect(maintenant.slice(0, PRESENT)).toEqual(avant.slice(0, PRESENT))
    const [attendus = 0] = avant[PRESENT] ?? []
    expect(maintenant[PRESENT]?.[0]).toBe((attendus ?? 0) + 1)
    expect(apres.present?.dashboard.total.enRetard).toBe(lu.present?.dashboard.total.enRetard)
    const cases = apres.present?.matrice.structures.find((s) => s.code === code)?.cases['EPM']
    expect(cases).toBe('..N---------')
    lu = apres
  })

  it('retiré garde ce qui était attendu et reçu des mois d’avant', async () => {
    // Reported until February: the report of March is not there yet.
    const code = 'CADS-R02-G00037'
    await changerDepuis(base.db, { code, rang: COURANT }, { modeles: ['EPM'] })
    const apres = await lireTout()
    expect(apres.avant).toEqual(lu.avant)
    const [avant = [], maintenant = []] = [moisDe(lu, 'RMA'), moisDe(apres, 'RMA')]
    expect(maintenant.slice(0, PRESENT)).toEqual(avant.slice(0, PRESENT))
    const [attendus = 0] = avant[PRESENT] ?? []
    expect(maintenant[PRESENT]?.[0]).toBe((attendus ?? 0) - 1)
    const retenus = ({ present }: Lu) =>
      present &&
      lignesDe(present, 'T0.1')
        ?.find((ligne) => ligne.code === 'RMA')
        ?.cellules.slice(0, 4)
    expect(retenus(apres)).toEqual(retenus(lu))
    lu = apres
  })
})

describe('une structure qui change de région et de type', () => {
  it('laisse à son ancienne région ce qu’elle y a compté', async () => {
    const code = 'POUP-R05-G00022'
    const etat = { region: 'R06', typeStructure: 'CAH' }
    await changerDepuis(base.db, { code, rang: COURANT - 1 }, etat)
    const apres = await lireTout()
    expect(apres.avant).toEqual(lu.avant)
    if (!apres.present || !lu.present) throw new Error('sans année')
    const [avant, maintenant] = [regionsDe(lu.present), regionsDe(apres.present)]
    // February alone, of two models, is received and due.
    const deplaces = (region: string) =>
      maintenant[region]?.map((nombre, i) => nombre - (avant[region]?.[i] ?? 0))
    expect([deplaces('R05'), deplaces('R06')]).toEqual([
      [-2, -2],
      [2, 2],
    ])
    const { total, mois } = apres.present.dashboard
    expect([total, mois]).toEqual([lu.present.dashboard.total, lu.present.dashboard.mois])
    expect(apres.retards.totaux).toEqual(lu.retards.totaux)
    const vue = apres.present.matrice.structures.find((s) => s.code === code)
    const voulue = lu.present.matrice.structures.find((s) => s.code === code)
    expect(vue).toEqual({ ...voulue, ...etat })
  })
})

describe('ce qui est noté d’une structure', () => {
  it('après qu’elle a fermé ne change rien à la ligne de ses mois', async () => {
    const code = 'AEMO-R03-G00038'
    const avant = lu.present?.matrice.structures.find((s) => s.code === code)
    const fermeture = { etat: 'FERMEE', dateFermeture: '2025-02-10' } as const
    await base.db.updateTable('structure').set(fermeture).where('code', '=', code).execute()
    await changerDepuis(base.db, { code, rang: COURANT + 2 }, { region: 'R06' })
    const apres = await lireTout()
    const ligne = apres.present?.matrice.structures.find((s) => s.code === code)
    expect(avant?.region).toBe('R03')
    expect([ligne?.region, ligne?.cases['RMA']?.slice(2)]).toEqual(['R03', '.'.repeat(10)])
  })
})
