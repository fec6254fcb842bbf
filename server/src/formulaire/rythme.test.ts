import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import { reculsDe } from '@releve/contract/modele/rythme.ts'
import { isoDe, type Mois, periodeDe } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agir, relire, reussi } from '../../test/formulaires.ts'
import { changerRythme, modeleDe, publierModele } from '../../test/modeles.ts'
import { recalculer } from '../../test/recalculs.ts'
import { findModelesCompiles } from '../modele/modele.cache.ts'
import { attenduAvantSql } from '../modele/modele.sql.ts'
import { findCadre, listManquants } from '../relance/manquant.sql.ts'
import { paragraphes } from '../relance/redaction.ts'
import { ouvrirBancFormulaires } from './formulaire.banc.ts'
import { listDivergences } from './integrite.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, horloge } = banc
const { db } = banc.base
const annee = 2025
const TRIMESTRES: { moisAttendus: Mois[]; moisCouverts: 3 } = {
  moisAttendus: ['MARCH', 'JUNE', 'SEPTEMBER', 'DECEMBER'],
  moisCouverts: 3,
}

const champ = (code: string, traits = {}) => ({
  code,
  libelle: code,
  nature: 'entier' as const,
  ...traits,
})
const CHAMPS = [
  champ('EFF'),
  champ('ENT'),
  champ('SOR'),
  champ('REF'),
  champ('DEB', { prerempli: 'PRECEDENT(EFF)' }),
  champ('OUVRES', { formule: 'JOURS_OUVRES()' }),
  champ('CUMUL', { formule: 'CUMUL_ANNEE(ENT)' }),
]
const CONTROLE = {
  code: 'TR01',
  niveau: 'INFO' as const,
  formule: 'EFF < 0',
  cellules: ['EFF'],
  message: '{EFF} après {PRECEDENT(EFF)} ({periodePrecedente})',
}

/** Quarterly from the start. */
await publierModele(asDpps, {
  ...modeleDe('TRIM', CHAMPS),
  ...TRIMESTRES,
  controles: [CONTROLE],
})

/** Three months that are no calendar quarter. */
await publierModele(asDpps, {
  ...modeleDe('DECALE', CHAMPS),
  moisAttendus: ['FEBRUARY', 'MAY', 'AUGUST', 'NOVEMBER'],
  moisCouverts: 3,
})

/** Monthly, then quarterly from April on. */
await publierModele(asDpps, { ...modeleDe('MUE', CHAMPS), controles: [CONTROLE] })
await changerRythme(asDpps, 'MUE', { ...TRIMESTRES, aPartirDe: { mois: 'APRIL', annee } })

const aller = (jour: string) => {
  horloge.maintenant = new Date(`${jour}T10:00:00Z`)
}
const commencer = (modele: string, mois: Mois, donnees = {}) =>
  reussi(
    asStructure.appeler(api.enregistrerFormulaire, {
      params: { mois, annee },
      body: { modele, donnees },
    }),
  )
const soumettre = async (modele: string, mois: Mois, donnees = {}) =>
  reussi(agir(asStructure, 'soumettre', await commencer(modele, mois, donnees)))
const examiner = async (id: number) => {
  const [examen] = await reussi(asAdmin.appeler(api.examinerFormulaires, { body: { ids: [id] } }))
  if (!examen) throw new Error('un examen')
  return examen
}
const gardees = (id: number) =>
  db
    .selectFrom('formulaire')
    .select(['resultats', 'environs'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const fautes = async () => (await listDivergences(db)).divergences

describe('un rapport trimestriel', () => {
  it('compare son effectif à celui du trimestre d’avant', async () => {
    aller('2025-04-20')
    await soumettre('TRIM', 'MARCH', { EFF: 10, ENT: 4, SOR: 1, REF: 20 })
    const juin = await soumettre('TRIM', 'JUNE', { EFF: 15, ENT: 7, SOR: 2, REF: 20 })
    expect(await examiner(juin.id)).toMatchObject({
      effectif: 15,
      effectifPrecedent: 10,
      effectifTheorique: 15,
      ecart: 0,
      niveau: 'CONFORME',
      precedentRecu: true,
    })
    aller('2025-06-20')
    const query = { types: 'CAU', modeles: 'TRIM', niveaux: 'CONFORME' }
    const params = { mois: 'JUNE', annee } as const
    const { elements } = await reussi(asDpps.appeler(dashboardApi.listEcarts, { params, query }))
    expect(elements.map((e) => [e.effectifPrecedent, e.niveau])).toEqual([[10, 'CONFORME']])
  })

  it('lit le trimestre d’avant, le cumul de l’année et les jours des trois mois', async () => {
    aller('2025-04-20')
    await soumettre('TRIM', 'MARCH', { EFF: 10, ENT: 4, SOR: 1, REF: 20 })
    const juin = await commencer('TRIM', 'JUNE', { EFF: 15, ENT: 7, SOR: 2, REF: 20 })
    expect(juin.donnees).toMatchObject({ DEB: 10, CUMUL: 11, OUVRES: 65 })
    expect(juin.precedent).toMatchObject({ mois: 'MARCH', annee })
    expect(juin.resultats.map(({ message }) => message)).toEqual([
      '15 après 10 (le 1er trimestre 2025)',
    ])
    expect(await fautes()).toEqual([])
  })

  it('est recalculé quand le trimestre d’avant change, et lui seul', async () => {
    aller('2025-04-20')
    const mars = await commencer('TRIM', 'MARCH', { EFF: 10, ENT: 4, SOR: 1, REF: 20 })
    const juin = await commencer('TRIM', 'JUNE', { EFF: 15, ENT: 7, SOR: 2, REF: 20 })
    expect(JSON.stringify(await gardees(juin.id))).toContain('15 après — ')
    await reussi(agir(asStructure, 'soumettre', mars))
    const { resultats, environs } = await gardees(juin.id)
    expect(JSON.stringify(resultats)).toContain('15 après 10 (le 1er trimestre 2025)')
    expect(environs).toEqual({ 'TRIM@2025-03': { EFF: 10, ENT: 4 } })
    expect(await fautes()).toEqual([])
  })

  it('est recalculé quand un jour férié tombe dans l’un des mois qu’il couvre', async () => {
    aller('2025-04-20')
    const { numero } = await commencer('TRIM', 'JUNE', { EFF: 15 })
    const joursFeries = ['2025-04-01', '2025-05-01']
    const body = { ...DEFAUTS_CALENDRIER, joursFeries }
    await reussi(asDpps.appeler(calendrierApi.modifierCalendrier, { body }))
    expect(await recalculer(db)).toBeGreaterThan(0)
    expect(await fautes()).toEqual([])
    const { donnees } = await relire(asStructure, numero)
    expect(donnees['OUVRES']).toBe(63)
  })

  it('sans trimestre d’avant ne lit rien de plus ancien', async () => {
    aller('2025-04-20')
    await soumettre('TRIM', 'MARCH', { EFF: 10, ENT: 4, SOR: 1, REF: 20 })
    aller('2025-07-20')
    const sept = await soumettre('TRIM', 'SEPTEMBER', { EFF: 15, ENT: 7, SOR: 2, REF: 20 })
    expect(sept.donnees).toMatchObject({ CUMUL: 11 })
    expect(sept.donnees['DEB']).toBeUndefined()
    expect(await examiner(sept.id)).toMatchObject({
      effectifPrecedent: null,
      niveau: 'NON_CALCULABLE',
    })
  })
})

describe('un modèle qui change de rythme', () => {
  it('compare son premier trimestre au dernier mois de la version d’avant', async () => {
    aller('2025-04-20')
    await soumettre('MUE', 'FEBRUARY', { EFF: 8, ENT: 1, SOR: 0, REF: 20 })
    const mars = await soumettre('MUE', 'MARCH', { EFF: 10, ENT: 4, SOR: 2, REF: 20 })
    const juin = await soumettre('MUE', 'JUNE', { EFF: 15, ENT: 7, SOR: 2, REF: 20 })
    expect([mars.modele.version, juin.modele.version]).toEqual([1, 2])
    expect(juin.donnees).toMatchObject({ DEB: 10, CUMUL: 12, OUVRES: 65 })
    expect(juin.precedent).toMatchObject({ mois: 'MARCH' })
    expect(juin.resultats.map(({ message }) => message)).toEqual(['15 après 10 (mars 2025)'])
    expect(await examiner(mars.id)).toMatchObject({ effectifPrecedent: 8, niveau: 'CONFORME' })
    expect(await examiner(juin.id)).toMatchObject({ effectifPrecedent: 10, niveau: 'CONFORME' })
    expect(await fautes()).toEqual([])
  })

  it('n’attend plus les mois d’avant, et garde ceux de l’ancien rythme', async () => {
    aller('2025-07-20')
    const query = { types: 'CAU', modeles: 'MUE' }
    const { structures } = await reussi(
      asDpps.appeler(dashboardApi.lireMatrice, { params: { annee }, query }),
    )
    expect(structures.map(({ cases }) => cases)).toEqual([{ MUE: 'CCC..n..-..-' }])
    const sept = await commencer('MUE', 'SEPTEMBER', {})
    expect(sept.contexte?.reculs?.slice(0, 5)).toEqual([3, 6, 7, 8, 9])
    expect(sept.contexte?.couvertsAvant).toBeUndefined()
  })

  it('a le même mois d’avant en SQL et en TypeScript', async () => {
    const { rows } = await sql<{ id: number; rang: number; avant: number }>`
      select v.id, r.rang, ${attenduAvantSql(sql`r.rang`)} as avant
      from modele v cross join generate_series(${annee * 12}::int, ${annee * 12 + 40}::int) r(rang)
      where v.en_vigueur_du <= r.rang order by v.id, r.rang`.execute(db)
    const modeles = await findModelesCompiles(db, [...new Set(rows.map(({ id }) => id))])
    const dits = rows.map(({ id, rang, avant }) => [id, isoDe(periodeDe(rang)), avant])
    const attendus = rows.map(({ id, rang }) => {
      const mc = modeles.get(id)?.compile
      if (!mc) throw new Error('un modèle')
      return [id, isoDe(periodeDe(rang)), rang - (reculsDe(mc.modele, rang, mc.avant)[0] ?? 0)]
    })
    expect(dits).toEqual(attendus)
    expect(new Set(rows.map(({ rang, avant }) => rang - avant)).size).toBeGreaterThan(2)
  })
})

describe('un rapport trimestriel se dit par son trimestre', () => {
  const MARS = { EFF: 10, ENT: 4, SOR: 1, REF: 20 }

  it('quand on le soumet avant sa fin, et à qui le valide', async () => {
    aller('2025-04-20')
    const juin = await commencer('TRIM', 'JUNE', MARS)
    const { id, version } = juin
    const refus = await asStructure.appeler(api.soumettreFormulaire, {
      params: { id },
      query: { version },
    })
    expect(refus.code).toBe('CONFIRMATION_REQUISE')
    expect(JSON.stringify(refus.corps)).toContain('Le 2e trimestre 2025 n’est pas terminé.')
    await reussi(agir(asStructure, 'soumettre', juin))
    const { objet } = await db
      .selectFrom('message')
      .select('objet')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(objet).toContain('Rapport soumis\u00a0: TRIM le 2e trimestre 2025, ')
  })

  it('sur son récépissé, que chacun vérifie', async () => {
    aller('2025-04-20')
    const mars = await soumettre('TRIM', 'MARCH', MARS)
    const { contenu } = await db
      .selectFrom('recepisse')
      .select('contenu')
      .where('formulaireId', '=', mars.id)
      .executeTakeFirstOrThrow()
    const dit = JSON.parse(contenu)
    expect(dit).toMatchObject({ mois: '2025-03', modele: { code: 'TRIM', moisCouverts: 3 } })
    const verification = await reussi(
      banc.anonyme.appeler(recepisseApi.verifierRecepisse, { params: { code: dit.code } }),
    )
    expect(verification).toMatchObject({ mois: 'MARCH', moisCouverts: 3, rupture: null })
    // A monthly one says what it said.
    const rma = await soumettre('MUE', 'MARCH', MARS)
    const autre = await db
      .selectFrom('recepisse')
      .select('contenu')
      .where('formulaireId', '=', rma.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(autre.contenu).modele).not.toHaveProperty('moisCouverts')
  })

  it('dans un rappel', async () => {
    aller('2025-04-20')
    const cadre = await findCadre(db, horloge.maintenant)
    const manquants = await listManquants(db, cadre, [banc.structures.get('CAU-R01-01') ?? 0])
    const textes = paragraphes(manquants, cadre.jour).join('\n')
    expect(textes).toContain('TRIM le 1er trimestre 2025\u00a0: attendu le 7 avril 2025')
    expect(textes).toContain('MUE mars 2025\u00a0: attendu le 7 avril 2025')
  })

  it('au calendrier de ceux qui le remplissent', async () => {
    const { jeton } = await reussi(asStructure.appeler(calendrierApi.creerAbonnement))
    const { corps } = await banc.anonyme.brut('GET', `/api/calendrier/${jeton}.ics`)
    const texte = String(corps).replaceAll('\r\n ', '').replaceAll('\\', '')
    expect(texte).toContain(
      'SUMMARY:Échéance\u00a0: rapports de mars 2025, du 1er trimestre 2025\r',
    )
    expect(texte).toContain('SUMMARY:Échéance\u00a0: rapports d’avril 2025\r')
    expect(texte).toContain(
      'SUMMARY:Dernier jour de saisie\u00a0: juin 2025, le 2e trimestre 2025\r',
    )
  })
})

describe('les valeurs de périodes qui ne sont pas des mois', () => {
  /** As DHIS2 calls it. */
  const PERIODE = 'period'
  const CHIFFRES = { EFF: 10, ENT: 4, SOR: 1, REF: 20 }
  const query = { du: '2025-01', au: '2025-12' } as const
  const exporter = (modele: string, format: 'dhis2' | 'sdmx') =>
    asDpps.appeler(api.exporterValeurs, { params: { modele }, query: { ...query, format } })
  const diffuser = async (modele: string, mois: Mois) => {
    let f = await soumettre(modele, mois, CHIFFRES)
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    return reussi(agir(asDpps, 'diffuser', f))
  }
  const reprendre = (modele: string, dataValues: object[]) => {
    const contenu = Buffer.from(JSON.stringify({ dataValues }))
    const fichier = { nom: 'v.json', typeMime: 'application/json', contenu }
    const body = { apercu: 'false', fichier } as const
    return reussi(asDpps.appeler(api.reprendreValeurs, { params: { modele }, body }))
  }

  it('portent le nom que DHIS2 et SDMX leur donnent', async () => {
    aller('2025-04-20')
    await diffuser('TRIM', 'MARCH')
    const { dataValues } = JSON.parse((await exporter('TRIM', 'dhis2')).octets.toString())
    expect(new Set(dataValues.map((une: Record<string, string>) => une[PERIODE]))).toEqual(
      new Set(['2025Q1']),
    )
    const lignes = (await exporter('TRIM', 'sdmx')).octets.toString().split('\r\n')
    expect(lignes[1]).toContain(',R,Q,CAU-R01-01,')
    expect(lignes[1]).toContain(',2025-Q1,')
  })

  it('que DHIS2 ne sait pas nommer ne font pas de fichier', async () => {
    aller('2025-05-20')
    await diffuser('DECALE', 'MAY')
    const refus = await exporter('DECALE', 'dhis2')
    expect([refus.statut, refus.code]).toEqual([422, 'PERIODE_SANS_NOM'])
    expect(JSON.stringify(refus.corps)).toContain('de mars à mai 2025')
    const lignes = (await exporter('DECALE', 'sdmx')).octets.toString().split('\r\n')
    expect(lignes[1]).toContain(',2025-03-01/P3M,')
  })

  it('se reprennent dans un rapport de la même période, et d’aucune autre', async () => {
    aller('2025-04-20')
    await diffuser('TRIM', 'MARCH')
    const lu = JSON.parse((await exporter('TRIM', 'dhis2')).octets.toString())
    const valeurs = (dite: string) =>
      lu.dataValues.map((une: object) => ({ ...une, [PERIODE]: dite, orgUnit: 'CPOLY-R02-01' }))
    const mois = await reprendre('TRIM', valeurs('202503'))
    expect(mois.lignes.map((l) => [l.effet, l.details[0]?.code])).toEqual([
      ['ERREUR', 'PERIODE_AUTRE'],
    ])
    const semaine = await reprendre('TRIM', valeurs('2025W12'))
    expect(semaine.lignes[0]?.details[0]?.libelle).toMatch(/est une semaine, et aucun rapport/)
    const trimestre = await reprendre('TRIM', valeurs('2025Q1'))
    expect(trimestre.lignes.map((l) => [l.effet, l.cle])).toEqual([
      ['CREER', 'CPOLY-R02-01 · le 1er trimestre 2025'],
    ])
    const { donnees } = await relire(asDpps, 'TRIM-CPOLY-R02-01-202503')
    expect(donnees).toMatchObject(CHIFFRES)
  })
})

describe('au calendrier de qui répond de deux structures', () => {
  const titres = async (qui: typeof asDpps) => {
    const { jeton } = await reussi(qui.appeler(calendrierApi.creerAbonnement))
    const { corps } = await banc.anonyme.brut('GET', `/api/calendrier/${jeton}.ics`)
    return String(corps).replaceAll('\r\n ', '').replaceAll('\\', '')
  }

  it('un rapport que seule devrait une structure suspendue n’est dit à personne', async () => {
    const semestres = { moisAttendus: ['JUNE', 'DECEMBER'] as Mois[], moisCouverts: 6 as const }
    const seule = { ...modeleDe('SEUL', CHAMPS), typesStructure: ['CAU'], ...semestres }
    await publierModele(asDpps, seule)
    aller('2025-04-20')
    const structureId = banc.structures.get('CPOLY-R02-01') ?? 0
    await db
      .insertInto('utilisateurStructure')
      .values({ utilisateurId: asStructure.id, structureId })
      .execute()
    expect(await titres(asStructure)).toContain('le 1er semestre 2025')
    expect(await titres(asDpps)).toContain('le 1er semestre 2025')
    await sql`insert into structure_interruption (structure_id, etat, du, au)
      select id, 'SUSPENDUE', '2025-05-20', '2025-07-10' from structure
      where code = 'CAU-R01-01'`.execute(db)
    for (const qui of [asStructure, asDpps]) {
      const lus = await titres(qui)
      expect(lus).not.toContain('1er semestre 2025')
      expect(lus).toContain('Échéance\u00a0: rapports de juin 2025, du 2e trimestre 2025\r')
    }
  })
})
