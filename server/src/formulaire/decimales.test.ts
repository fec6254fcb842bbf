import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { modeleDe, publierModele } from '../../test/modeles.ts'
import { recalculer } from '../../test/recalculs.ts'
import { verifierBase } from '../maintenance/verifier.ts'
import { demanderRecalculDuMoteur } from '../tache/recalcul.sql.ts'
import { historiqueDe, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'
import { listDivergences } from './integrite.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps, base } = banc

const champ = (code: string) => ({ code, libelle: code, nature: 'decimal', decimales: 2 }) as const
await publierModele(
  asDpps,
  modeleDe('ARR', [
    ...['A', 'B', 'ENT', 'SOR', 'REF'].map(champ),
    { code: 'EFF', libelle: 'Effectif', nature: 'entier', formule: 'ARRONDI(A - B; 0)' },
  ]),
)

const TROP = 'Saisissez au plus 15 chiffres, décimales comprises.'

/** 700 days of presence of 60 places and 31 days: 37,634408…, kept by its one decimal. */
const OCCUPATION = { JOURNEES: 700, CAPACITE: 60, JOURS_OUV: 31 }
const AVANT = 37.6344086021505
const EXACT = 37.6

/** What the engine of before kept in a report. */
const garderComme = async ({ numero }: Formulaire, taux: number) => {
  await sql`update formulaire set donnees = jsonb_set(donnees, '{TAUX_OCC}', ${taux}::text::jsonb)
    where numero = ${numero}`.execute(base.db)
}

async function changerDeMoteur(nom: string): Promise<void> {
  await demanderRecalculDuMoteur(base.db, nom)
  await recalculer(base.db)
}

const gardees = async ({ numero }: Formulaire) => {
  const ligne = base.db
    .selectFrom('formulaire')
    .select(sql<number>`donnees -> 'TAUX_OCC'`.as('taux'))
  return (await ligne.where('numero', '=', numero).executeTakeFirstOrThrow()).taux
}

/** This base has the engine of exact decimals since this day; the tests' clock is on 20 March 2025. */
const exactesDepuis = async (jour: string) => {
  await sql`update migration set appliquee_le = ${jour}::timestamptz where numero = 53`.execute(
    base.db,
  )
}

/** What `verifier` says of reports. */
const dits = async () =>
  (await verifierBase(base.db)).lignes.filter((ligne) => /rapport|Rapports/.test(ligne))

const fautes = async ({ numero }: Formulaire) =>
  (await listDivergences(base.db)).divergences.filter((une) => une.numero === numero)

describe('un nombre de plus de quinze chiffres', () => {
  // The second and the third, once read by a program, are other numbers, and short ones.
  it.each(['123456789012.1234', '900000000000.000001', '0.10000000000000001'])(
    'est refusé à sa case, tel qu’il est écrit dans la demande : %s',
    async (ecrit) => {
      const f = await commencer(asStructure)
      const corps = `{"numero":"${f.numero}","version":${f.version},"donnees":{"DUREE_MOY":${ecrit}}}`
      const { details } = await refuse(banc, 'SAISIE_INVALIDE', () =>
        asStructure.brut('PUT', '/api/formulaire/modifier', corps),
      )
      expect(details).toEqual([{ chemin: 'DUREE_MOY', code: 'VALEUR_INVALIDE', libelle: TROP }])
    },
  )

  it('n’en prend pas quinze pour seize, ni un texte de chiffres pour un nombre', async () => {
    const f = await commencer(asStructure)
    const lu = await reussi(
      modifier(asStructure, f, { DUREE_MOY: 12_345_678_901.5, DIFF: '1234567890123456789' }),
    )
    expect(lu.donnees).toMatchObject({ DUREE_MOY: 12_345_678_901.5, DIFF: '1234567890123456789' })
  })
})

describe('ce que le moteur d’avant avait arrondi autrement', () => {
  it('dans un brouillon, se calcule de nouveau : il le montre, son prochain enregistrement le garde et l’historique le dit', async () => {
    const f = await commencer(asStructure)
    const pose = await reussi(modifier(asStructure, f, OCCUPATION))
    await garderComme(f, AVANT)
    await changerDeMoteur('décimales exactes')
    const lu = await relire(asStructure, f.numero)
    expect([lu.donnees['TAUX_OCC'], await gardees(f)]).toEqual([EXACT, AVANT])
    await reussi(modifier(asStructure, pose, { DUREE_MOY: 2 }))
    expect(await gardees(f)).toBe(EXACT)
    const [dernier] = await historiqueDe(asStructure, f.numero)
    expect(dernier?.texte).toBe(
      'Calculé de nouveau\u00a0: «\u00a0Taux d’occupation\u00a0», 37,6344086021505 devient 37,6.',
    )
  })

  it('dans un rapport reçu, reste comme il a été reçu, et la vérification de la base ne le nomme pas', async () => {
    const f = await amener(banc, 'SOUMIS')
    const avant = Number(`${(await gardees(f)).toFixed(1)}344086021505`)
    await garderComme(f, avant)
    await changerDeMoteur('décimales exactes, reçu')
    expect(await gardees(f)).toBe(avant)
    expect((await relire(asDpps, f.numero)).donnees['TAUX_OCC']).toBe(avant)
    expect(await fautes(f)).toEqual([])
    expect(await dits()).toContainEqual(
      expect.stringContaining(
        `1 rapport reçu avant que les décimales soient exactes, et gardés comme ils ont été arrondis alors, à une unité près de la dernière décimale\u00a0: ${f.numero}.`,
      ),
    )
  })

  it('reçu depuis que les décimales sont exactes, aucun arrondi n’est admis', async () => {
    const f = await amener(banc, 'SOUMIS')
    await exactesDepuis('2025-01-01')
    expect(await fautes(f)).toEqual([])
    await garderComme(f, Number(`${(await gardees(f)).toFixed(1)}344086021505`))
    expect(await fautes(f)).toEqual([{ numero: f.numero, colonnes: ['donnees'], perimee: false }])
    await exactesDepuis('2026-01-01')
    expect(await fautes(f)).toEqual([])
  })

  it('reçu avant, un entier qu’ARRONDI a déplacé d’une unité n’est pas une faute ; reçu depuis, si', async () => {
    const params = { mois: 'MARCH', annee: 2025 } as const
    const donnees = { A: 927.15, B: 884.65, ENT: 0, SOR: 0, REF: 0 }
    const body = { modele: 'ARR', donnees }
    const f = await reussi(
      agir(
        asStructure,
        'soumettre',
        await reussi(asStructure.appeler(api.enregistrerFormulaire, { params, body })),
      ),
    )
    expect(f.donnees['EFF']).toBe(43)
    // 927.15 − 884.65 is 42.5, and was 42.4999999999999.
    const garder = (effectif: number) =>
      sql`update formulaire set effectif = ${effectif},
        donnees = donnees || jsonb_build_object('EFF', ${effectif}::int) where id = ${f.id}`.execute(
        base.db,
      )
    await garder(42)
    expect(await fautes(f)).toEqual([])
    await garder(41)
    const faute = { numero: f.numero, perimee: false }
    expect(await fautes(f)).toMatchObject([faute])
    await garder(42)
    await exactesDepuis('2025-01-01')
    expect(await fautes(f)).toMatchObject([faute])
    await exactesDepuis('2026-01-01')
  })

  it('reçu avant, un entier qu’aucune formule n’arrondit ne diffère de rien', async () => {
    const f = await amener(banc, 'SOUMIS')
    await sql`update formulaire set donnees = donnees || jsonb_build_object('MVT.FIN.TOT',
      (donnees ->> 'MVT.FIN.TOT')::int + 1) where id = ${f.id}`.execute(base.db)
    expect(await fautes(f)).toMatchObject([{ numero: f.numero }])
  })

  it('mais ce qui n’est pas un arrondi se nomme', async () => {
    const f = await amener(banc, 'SOUMIS')
    await garderComme(f, (await gardees(f)) + 0.2)
    expect(await fautes(f)).toEqual([{ numero: f.numero, colonnes: ['donnees'], perimee: false }])
  })
})

describe('quinze chiffres', () => {
  it('sortent entiers : nombres d’un classeur, chiffres d’un CSV, d’un SDMX, d’un DHIS2', async () => {
    const f = await amener(banc, 'APPROUVE')
    await sql`update formulaire set donnees = donnees || '{"DUREE_MOY": 12345678901234.5}'
      where id = ${f.id}`.execute(base.db)
    await reussi(agir(asDpps, 'diffuser', f))
    const echanges = async (format: 'sdmx' | 'dhis2') => {
      const query = { format, du: '2025-01', au: '2025-12' }
      return asDpps.appeler(api.exporterValeurs, { params: { modele: 'RMA' }, query })
    }
    const tableur = (format: 'csv' | 'xlsx') =>
      asDpps.appeler(api.exporterDonnees, { body: { modeles: ['RMA'], forme: 'LONG', format } })
    expect((await echanges('sdmx')).octets.toString()).toContain(',12345678901234.5,A')
    expect((await echanges('dhis2')).octets.toString()).toContain('"12345678901234.5"')
    expect((await tableur('csv')).octets.toString()).toContain(';12345678901234,5;')
    const { sheets } = await readXlsx((await tableur('xlsx')).octets)
    expect(sheets[0]?.rows.flat()).toContain(12_345_678_901_234.5)
  })
})
