import { dashboardApi as api } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { indicateursDe } from '@releve/contract/modele/indicateurs.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exempleCoherent } from '../../seed/exemple.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { recalculer } from '../../test/recalculs.ts'
import { forcer, modifier, ouvrirBancFormulaires } from '../formulaire/formulaire.banc.ts'
import { findFormulaire, findValeursDesMois } from '../formulaire/formulaire.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { readFeuillesIci } from '../platform/tableur.lecture.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps, asAutreDpps, asAdmin, base } = banc
const MARS = { mois: 'MARCH', annee: 2025 } as const

/** The columns of a form's value, and the same figures read in the cells by the rule of formulas. */
async function comparer({ numero }: Pick<Formulaire, 'numero'>) {
  const f = await findFormulaire(base.db, { numero })
  if (!f) throw new Error(`absent : ${numero}`)
  const { modele } = await findModeleCompile(base.db, f.modeleId)
  const demandes = { modeles: [f.modeleCode], rangs: [f.rang], cellules: [null] }
  const lectures = { ...demandes, du: f.rang, au: f.rang }
  const valeurs = await findValeursDesMois(base.db, f.structureId, lectures)
  const [valeur] = valeurs
  const colonnes = await base.db
    .selectFrom('formulaire')
    .select(['valeurEffectif', 'valeurEntrees', 'valeurSorties', 'valeurReference'])
    .where('id', '=', f.id)
    .executeTakeFirstOrThrow()
  const lus = indicateursDe(modele, (cellule) => valeur?.donnees[cellule])
  expect(colonnes).toEqual({
    valeurEffectif: lus.effectif,
    valeurEntrees: lus.entrees,
    valeurSorties: lus.sorties,
    valeurReference: lus.reference,
  })
  return { effectif: colonnes.valeurEffectif }
}

const numeroDe = (f: Formulaire) => ({ numero: f.numero })

describe('la valeur d’un mois, en chiffres', () => {
  it('est celle que lisent les formules, d’un bout à l’autre de la vie d’un rapport', async () => {
    let f = await commencer(asStructure)
    expect(await comparer(f)).toEqual({ effectif: null })
    f = await reussi(agir(asStructure, 'soumettre', f))
    const { effectif } = await comparer(f)
    expect(effectif).toBeGreaterThan(0)
    f = await renvoyer(asAdmin, f)
    expect(await comparer(f)).toEqual({ effectif: null })
    f = await reussi(agir(asStructure, 'soumettre', f))
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    f = await reussi(agir(asDpps, 'diffuser', f))
    expect(await comparer(f)).toEqual({ effectif })
  })

  it('reste la publication tant que sa correction n’est pas reçue, puis la correction', async () => {
    let f = await amener(banc, 'DIFFUSE')
    const { effectif } = await comparer(f)
    f = await renvoyer(asDpps, f)
    const autre = Number(f.donnees['MVT.FIN.F']) + 3
    f = await reussi(modifier(asStructure, numeroVersion(f), { 'MVT.FIN.F': autre }))
    expect(f.effectif).toBe(Number(effectif) + 3)
    expect(await comparer(f)).toEqual({ effectif })
    const juste = { 'MVT.FIN.F': autre - 3, 'PREST.SANTE.ACTES': 900 }
    f = await reussi(modifier(asStructure, numeroVersion(f), juste))
    f = await reussi(agir(asStructure, 'soumettre', f))
    expect(await comparer(f)).toEqual({ effectif })
  })

  it('revient à la publication quand son brouillon est abandonné', async () => {
    let f = await amener(banc, 'DIFFUSE')
    const { effectif } = await comparer(f)
    f = await renvoyer(asDpps, f)
    f = await reussi(modifier(asStructure, numeroVersion(f), { 'MVT.FIN.F': 500 }))
    f = await reussi(forcer(asDpps, f, 'DIFFUSE'))
    expect(await comparer(f)).toEqual({ effectif })
  })

  it('disparaît d’un rapport forcé au brouillon, et d’un rapport annulé, et renaît sous -2', async () => {
    let f = await amener(banc, 'SOUMIS')
    f = await reussi(forcer(asDpps, f, 'BROUILLON'))
    expect(await comparer(f)).toEqual({ effectif: null })
    f = await reussi(forcer(asAutreDpps, f, 'ANNULE'))
    const suite = await amener(banc, 'SOUMIS')
    expect(suite.numero).toBe(`${f.numero}-2`)
    const { effectif } = await comparer(suite)
    const ecarts = await reussi(asDpps.appeler(api.listEcarts, { params: MARS }))
    const ligne = ecarts.elements.find(({ numero }) => numero === suite.numero)
    expect(ligne?.effectifDeclare).toBe(effectif)
    expect(ecarts.elements.some(({ numero }) => numero === f.numero)).toBe(false)
    const matrice = await reussi(asDpps.appeler(api.lireMatrice, { params: { annee: 2025 } }))
    expect(matrice.numeros).toEqual({ [f.numero]: suite.numero })
  })

  it('est « reçue » d’un rapport renvoyé, non d’un brouillon renvoyé de force', async () => {
    const soumis = await amener(banc, 'SOUMIS')
    await renvoyer(asAdmin, soumis)
    const force = await commencer(asStructure, { modele: 'EPM' })
    await reussi(forcer(asDpps, force, 'RENVOYE'))
    const lignes = await base.db
      .selectFrom('formulaire')
      .select(['modeleCode', 'recu'])
      .orderBy('modeleCode')
      .execute()
    expect(lignes).toEqual([
      { modeleCode: 'EPM', recu: false },
      { modeleCode: 'RMA', recu: true },
    ])
  })

  it('compte dans l’écart du mois qui suit, non celle d’un mois plus ancien', async () => {
    banc.horloge.maintenant = new Date('2025-05-20T10:00:00Z')
    const mars = await amener(banc, 'SOUMIS')
    const donnees = exempleCoherent('RMA', { periode: { mois: 'MAY', annee: 2025 } })
    await reussi(
      asStructure.appeler(formulaireApi.enregistrerFormulaire, {
        params: { mois: 'APRIL', annee: 2025 },
        body: { modele: 'RMA' },
      }),
    )
    const mai = await amener(banc, 'SOUMIS', { mois: 'MAY', donnees })
    const lire = async (mois: 'MARCH' | 'MAY') => {
      const params = { mois, annee: 2025 }
      const query = { modeles: 'RMA' }
      const { elements } = await reussi(asStructure.appeler(api.listEcarts, { params, query }))
      return elements[0]
    }
    const ouverture = banc.structures.get('CAU-R01-01')
    expect(await lire('MARCH')).toMatchObject({ numero: mars.numero, ouverture: true })
    expect((await lire('MARCH'))?.structure.id).toBe(ouverture)
    expect((await lire('MARCH'))?.effectifPrecedent).toBe(42)
    expect(await lire('MAY')).toMatchObject({
      numero: mai.numero,
      niveau: 'NON_CALCULABLE',
      raison: 'PRECEDENT',
      effectifPrecedent: null,
      ouverture: false,
      ecart: null,
    })
  })
})

/** What `modifier` asks for, of the form as it was last read. */
const numeroVersion = (f: Formulaire) => ({ ...numeroDe(f), version: f.version })

describe('ce qui attend, depuis quand', () => {
  it('se compte du jour où le rapport est entré dans son état, quoi qu’on y remarque depuis', async () => {
    const f = await amener(banc, 'SOUMIS')
    banc.horloge.maintenant = new Date('2025-03-27T10:00:00Z')
    const body = {
      numero: f.numero,
      remarques: [{ cellule: null, texte: 'À revoir.', statut: 'OUVERTE' as const }],
    }
    await reussi(asAdmin.appeler(formulaireApi.remarquerFormulaire, { body }))
    const { elements } = await reussi(asAdmin.appeler(api.listAExaminer))
    expect(elements.map(({ numero, joursAttente }) => [numero, joursAttente])).toEqual([
      [f.numero, 7],
    ])
    expect((await relire(asAdmin, f.numero)).remarques).toHaveLength(1)
  })
})

describe('pendant un recalcul', () => {
  const LECTURES = {
    lireDashboard: () => asDpps.appeler(api.lireDashboard, { params: { param: 2025 } }),
    lireSeries: () => asDpps.appeler(api.lireSeries),
    listEcarts: () => asDpps.appeler(api.listEcarts, { params: MARS }),
    listAExaminer: () => asDpps.appeler(api.listAExaminer),
    listCases: () => asDpps.appeler(api.listCases, { body: { cases: [] } }),
    lireDashboardStructure: () =>
      asDpps.appeler(api.lireDashboardStructure, { params: { code: 'CAU-R01-01' } }),
  }

  it.each(Object.entries(LECTURES))('%s le dit, et ne le dit plus ensuite', async (_, lire) => {
    await demanderRecalcul(base.db, { formulaires: [] })
    expect((await lire()).corps).toMatchObject({ recalcul: true })
    await recalculer(base.db)
    const { statut, corps } = await lire()
    expect(statut).toBe(200)
    expect(corps).not.toHaveProperty('recalcul')
  })

  const EXPORTS = {
    exporterEcarts: (format: 'csv' | 'xlsx') =>
      asDpps.appeler(api.exporterEcarts, { params: MARS, query: { format } }),
    exporterAExaminer: (format: 'csv' | 'xlsx') =>
      asDpps.appeler(api.exporterAExaminer, { query: { format } }),
    exporterFormulaires: (format: 'csv' | 'xlsx') =>
      asDpps.appeler(formulaireApi.exporterFormulaires, { body: { format } }),
    exporterFormulairesMois: (format: 'csv' | 'xlsx') =>
      asDpps.appeler(formulaireApi.exporterFormulairesMois, { params: MARS, query: { format } }),
    exporterDonnees: (format: 'csv' | 'xlsx') =>
      asDpps.appeler(formulaireApi.exporterDonnees, {
        body: { format, forme: 'LONG', modeles: ['RMA'] },
      }),
  }

  it.each(Object.entries(EXPORTS))(
    '%s le dit en tête du fichier et au journal',
    async (_, exporter) => {
      await commencer(asStructure)
      const enTete = async () => {
        const { statut, octets, entetes } = await exporter('xlsx')
        expect(statut).toBe(200)
        const propos = (await readFeuillesIci(octets, ['À propos'])).get('À propos')
        const dites = propos?.lignes.map(({ cellules }) => cellules['Information'])
        return { dit: dites?.includes('Recalcul'), entete: entetes['releve-recalcul'] }
      }
      await demanderRecalcul(base.db, { formulaires: [] })
      expect(await enTete()).toEqual({ dit: true, entete: 'oui' })
      expect((await exporter('csv')).entetes['releve-recalcul']).toBe('oui')
      await recalculer(base.db)
      expect(await enTete()).toEqual({ dit: false, entete: undefined })
      const { rows } = await sql<{ recalcul: string | null }>`
      select detail ->> 'recalcul' as recalcul from journal
      where action = 'LISTE_EXPORTEE' order by id`.execute(base.db)
      expect(rows.slice(-3).map(({ recalcul }) => recalcul)).toEqual(['en cours', 'en cours', null])
    },
  )
})
