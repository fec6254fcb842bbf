import { annuaireApi } from '@releve/contract/annuaire/annuaire.api.ts'
import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { ecartDe } from '@releve/contract/formulaire/ecart.rules.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { agir, reussi } from '../../test/formulaires.ts'
import { modeleDe, publierModele } from '../../test/modeles.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { readIci } from '../platform/tableur.lecture.ts'
import { listMedianes } from './structure.sql.ts'

// Headcounts in full-time equivalents: 0.1 + 0.2 and 927.15 − 884.70 are what floats get wrong.

const banc = await ouvrirBanc()
const { asDpps, asAdmin, asStructure, asAutreStructure, base, structures } = banc

const CHAMPS = { EFF: 'Équivalents temps plein', ENT: 'Arrivés', SOR: 'Partis', REF: 'Prévus' }
const decimal = { nature: 'decimal', decimales: 2 } as const
const champs = Object.entries(CHAMPS).map(([code, libelle]) => ({ code, libelle, ...decimal }))

type Chiffres = [eff: number, ent: number, sor: number, ref: number]
async function valider(qui: Personne, mois: Mois, [EFF, ENT, SOR, REF]: Chiffres) {
  const f = await reussi(
    qui.appeler(formulaireApi.enregistrerFormulaire, {
      params: { mois, annee: 2025 },
      body: { modele: 'ETP', donnees: { EFF, ENT, SOR, REF } },
    }),
  )
  return reussi(agir(asAdmin, 'valider', await reussi(agir(qui, 'soumettre', f))))
}

await publierModele(asDpps, modeleDe('ETP', champs))
const ATTENDUES = ['CAU-R01-01', 'CPOLY-R02-01']
await changerDepuisToujours(base.db, { modeles: ['RMA', 'EPM', 'ETP'] }, ATTENDUES)
await valider(asStructure, 'JANUARY', [884.7, 0.1, 0.7, 0.3])
await valider(asAutreStructure, 'JANUARY', [0.1, 0.2, 0.1, 0.1])
const { id } = await valider(asStructure, 'FEBRUARY', [927.15, 42.55, 0, 884.7])
await valider(asAutreStructure, 'FEBRUARY', [0.3, 0.2, 0, 0.1])

const EN_FEVRIER = { mois: 'FEBRUARY', annee: 2025 } as const
const DE_L_ETP = { modeles: 'ETP' }

describe('des effectifs à décimales', () => {
  it('s’additionnent sans un millième de trop, dans les séries de l’année et de deux ans', async () => {
    const lues = await reussi(asDpps.appeler(api.lireSeries, { query: DE_L_ETP }))
    const dashboard = await reussi(
      asDpps.appeler(api.lireDashboard, { params: { param: 2025 }, query: DE_L_ETP }),
    )
    for (const { points = [] } of [lues.modeles[0] ?? {}, dashboard.series[0] ?? {}]) {
      const dits = points.filter(({ declares }) => declares > 0)
      expect(dits.map(({ effectif, entrees, sorties }) => [effectif, entrees, sorties])).toEqual([
        [884.8, 0.3, 0.8],
        [927.45, 42.75, 0],
      ])
    }
  })

  it('n’ont d’écart, de variation et de total que les leurs', async () => {
    const { elements, totaux } = await reussi(
      asDpps.appeler(api.listEcarts, { params: EN_FEVRIER, query: DE_L_ETP }),
    )
    const dits = elements.map((e) => [
      e.effectifTheorique,
      e.ecart,
      e.ecartPourcent,
      e.variation,
      e.ecartReference,
      e.niveau,
    ])
    expect(dits).toEqual([
      [927.25, -0.1, expect.closeTo(-0.0107846, 6), 42.45, 42.45, 'A_VERIFIER'],
      [0.3, 0, 0, 0.2, 0.2, 'CONFORME'],
    ])
    expect(totaux.total.parModele).toEqual([
      { modele: 'ETP', effectifDeclare: 927.45, ecart: -0.1, ecartReference: 42.65 },
    ])
  })

  it('ont le même écart avant une décision, sur la page de la structure et dans le fichier', async () => {
    const [examen] = await reussi(
      asAdmin.appeler(formulaireApi.examinerFormulaires, { body: { ids: [id] } }),
    )
    expect(examen).toMatchObject({ effectifTheorique: 927.25, ecart: -0.1 })
    const mouvements = { effectif: 927.15, precedent: 884.7, entrees: 42.55, sorties: 0 }
    expect(ecartDe(mouvements)).toEqual({ theorique: 927.25, ecart: -0.1 })
    const params = { code: 'CAU-R01-01' }
    const { modeles } = await reussi(asDpps.appeler(api.lireDashboardStructure, { params }))
    const points = modeles.find(({ code }) => code === 'ETP')?.points ?? []
    expect(points.findLast(({ effectif }) => effectif !== null)?.ecart).toBe(-0.1)
    const query = { ...DE_L_ETP, format: 'csv' as const }
    const fichier = await asDpps.appeler(api.exporterEcarts, { params: EN_FEVRIER, query })
    const { lignes } = await readIci(fichier.octets)
    const colonnes = ['Effectif théorique', 'Écart', 'Variation', 'À la référence']
    expect(colonnes.map((nom) => lignes[0]?.cellules[nom])).toEqual([
      '927,25',
      '-0,1',
      '42,45',
      '42,45',
    ])
  })

  it('ont une médiane arrondie une fois, la moitié vers le haut', async () => {
    // Three in the middle make 31.5, and floats 31.499999999999996.
    const autres = ['POUP-R01-01', 'CSE-R01-01', 'DR-R01', 'CPOLY-R02-01']
    const effectifs = [10.1, 10.2, 11.2, 3, 40]
    await changerDepuisToujours(base.db, { typeStructure: 'CAU' }, autres)
    for (const [rang, code] of ['CAU-R01-01', ...autres].entries())
      await sql`insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
          donnees, effectif, echeance, soumis_le, modifie_par)
        select 'MEDIANE-' || ${rang}::int, modele_id, modele_code, ${structures.get(code)}, 2024, 5,
          'SOUMIS', donnees, ${effectifs[rang]}, echeance, soumis_le, modifie_par
        from formulaire where id = ${id}`.execute(base.db)
    const agent = { structureId: null, roles: ['ROLE_STRUCTURE'], perimetre: [], enfants: [] }
    const rang = 2024 * 12 + 4
    // Only what the statement reads.
    const demande = { agent, du: rang, au: rang } as unknown as Parameters<typeof listMedianes>[1]
    const medianes = await listMedianes(base.db, demande, structures.get('CAU-R01-01') ?? 0, 2)
    expect(medianes.map(({ mediane }) => mediane)).toEqual([11])
  })
})

describe('dans l’annuaire', () => {
  it('leurs sommes sont celles du tableau de bord', async () => {
    const { chapitres } = await reussi(
      asDpps.appeler(annuaireApi.genererApercu, { params: { annee: 2025 } }),
    )
    const tableaux = chapitres.flatMap((chapitre) => chapitre.tableaux)
    const siens = tableaux.filter(({ code }) => code.startsWith('T9.ETP'))
    const valeurs = siens.flatMap(({ lignes }) =>
      lignes.flatMap(({ cellules }) =>
        cellules.flatMap((c) => (c.sorte === 'valeur' ? c.valeur : [])),
      ),
    )
    expect(valeurs).toEqual(expect.arrayContaining([43.05, 0.8]))
    expect(valeurs.filter((valeur) => String(valeur).length > 8)).toEqual([])
  })
})
