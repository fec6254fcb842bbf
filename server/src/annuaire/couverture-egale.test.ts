import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testBase } from '../../test/base.ts'
import { genererPays } from '../demonstration/pays.ts'
import { installer } from '../installation.ts'
import { findEdition, insertEdition } from './annuaire.sql.ts'
import { figer as arreter } from './enregistrer.ts'
import { figer } from './fichier.banc.ts'
import { type AnnuaireGenere, genererAnnuaire } from './generer.ts'

const MAINTENANT = new Date('2026-03-17T10:00:00Z')
const annee = 2025

const { db } = await testBase()
/** The years made since the base last changed. */
const faites = new Map<number, AnnuaireGenere>()
const ordonner = (texte: string) => {
  faites.clear()
  return sql.raw(texte).execute(db)
}

async function generer(de: number): Promise<AnnuaireGenere> {
  const source = { annee: de, soumis: false }
  return genererAnnuaire(
    { db, maintenant: MAINTENANT },
    { annee: de, source, soumis: false, introductions: {}, suite: null },
  )
}

async function cellule(tableau: string, ligne: string, colonne: string, de = annee) {
  const faite = faites.get(de) ?? (await generer(de))
  faites.set(de, faite)
  const { contenu } = faite
  const lu = contenu.chapitres.flatMap(({ tableaux }) => tableaux).find((t) => t.code === tableau)
  const rang = lu?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  const trouvee = lu?.lignes.find(({ code }) => code === ligne)?.cellules[rang]
  if (trouvee?.sorte !== 'valeur') throw new Error('absente')
  return trouvee
}

/** People present in December, of these structures. */
async function presents(de: number, condition = 'true'): Promise<number> {
  const { rows } = await sql
    .raw<{ v: number }>(
      `select sum((donnees ->> 'MVT.FIN.M')::int + (donnees ->> 'MVT.FIN.F')::int)::float8 as v
      from formulaire where modele_code = 'RMA' and annee = ${de} and mois = 12
        and etat in ('VALIDE', 'APPROUVE', 'DIFFUSE') and ${condition}`,
    )
    .execute(db)
  return rows[0]?.v ?? 0
}
const arrondi = (valeur: number) => Math.round(10 * valeur) / 10

let siennes: number[]

beforeAll(async () => {
  await installer(db)
  const pays = { structures: 14, mois: 28, maintenant: MAINTENANT, motDePasse: 'x'.repeat(16) }
  await genererPays(db, pays)
  const { rows } = await sql<{ id: number }>`select distinct structure_id as id
    from structure_periode where 'RMA' = any(modeles) order by 1`.execute(db)
  siennes = rows.map(({ id }) => id)
})

beforeEach(async () => {
  await ordonner(`update formulaire set etat = 'DIFFUSE' where etat = 'ANNULE'`)
  await ordonner(`delete from parametre where cle in ('partComparable', 'debutCollecte')`)
  await ordonner(`insert into parametre (cle, valeur) values ('debutCollecte', '"2000-01"')`)
})

describe('deux rapports qui manquent en décembre de l’année d’avant', () => {
  beforeEach(() =>
    ordonner(`update formulaire set etat = 'ANNULE' where modele_code = 'RMA' and annee = ${annee - 1}
      and mois = 12 and structure_id in (${siennes.slice(0, 2).join(', ')})`),
  )

  it('ne font pas une hausse : leurs structures ne sont comparées ni avant ni après', async () => {
    const lue = await cellule('T2.2', 'TOT', 'TOT')
    const autres = `structure_id not in (${siennes.slice(0, 2).join(', ')})`
    const [avant, apres] = [await presents(annee - 1, autres), await presents(annee, autres)]
    expect(lue).toMatchObject({
      valeur: await presents(annee),
      nMoins1: { sorte: 'valeur', valeur: avant },
      variation: arrondi((100 * (apres - avant)) / avant),
    })
    expect(lue.valeur).toBeGreaterThan(apres)
    expect(lue.part).toBeLessThan(100)
    // The same figure in the series is compared in the same way.
    const serie = await cellule('T8.1', 'PRESENTS', `A${annee}`)
    expect([serie.variation, serie.part]).toEqual([lue.variation, lue.part])
  })

  it('ne laissent pas assez à comparer au réglage d’un pays plus exigeant', async () => {
    await ordonner(`insert into parametre (cle, valeur) values ('partComparable', '100')`)
    const { variation, sansVariation, part = 100 } = await cellule('T2.2', 'TOT', 'TOT')
    expect([variation, sansVariation]).toEqual([null, 'PART'])
    expect(part).toBeLessThan(100)
  })

  it('n’enlèvent rien aux autres mois, ni aux autres rapports', async () => {
    const agents = await cellule('T4.2', 'TOT', 'TOT')
    expect([agents.part, typeof agents.variation]).toEqual([100, 'number'])
    const sorties = await cellule('T3.3', 'TOT', 'SOR')
    expect(typeof sorties.variation).toBe('number')
    expect(sorties.part).toBeGreaterThan(98)
    expect(sorties.part).toBeLessThan(100)
  })

  it('et cinq entrées qu’ils ajoutent, motif par motif, ne se lisent pas d’une variation', async () => {
    // Both tables have this total: what one does not tell, the other does not either.
    for (const [tableau, colonne] of [
      ['T3.1', 'TOT'],
      ['T3.3', 'ENT'],
    ] as const) {
      const { variation, sansVariation } = await cellule(tableau, 'TOT', colonne)
      expect([variation, sansVariation]).toEqual([null, 'SECRET'])
    }
  })
})

describe('d’une année d’avant dont les rapports sont arrêtés', () => {
  const TABLES = ['annuaire_source', 'annuaire']
  const declencheurs = (quoi: 'disable' | 'enable') =>
    Promise.all(TABLES.map((table) => ordonner(`alter table ${table} ${quoi} trigger user`)))

  const variation = async () => (await cellule('T2.2', 'TOT', 'TOT')).variation
  const marquer = (etat: string, structure: number | undefined) =>
    ordonner(`update formulaire set etat = '${etat}' where modele_code = 'RMA'
      and annee = ${annee} and mois = 12 and structure_id = ${structure ?? 0}`)

  /** How those present moved, where the report of this structure is missing. */
  async function variationSans(structure?: number) {
    await marquer('ANNULE', structure)
    const lue = await variation()
    await marquer('DIFFUSE', structure)
    return lue
  }

  /** Those of whom the most moved. */
  let trois: number[]
  /** The same while nothing of it is frozen: of all, without the first, without the second. */
  let dites: unknown[]

  // Few are compared once a large structure misses: what they say is given all the same.
  const comparerPeu = async () => {
    await ordonner(`delete from parametre where cle = 'partComparable'`)
    await ordonner(`insert into parametre (cle, valeur) values ('partComparable', '50')`)
  }
  beforeEach(comparerPeu)

  beforeAll(async () => {
    await comparerPeu()
    const { rows } = await sql
      .raw<{ id: number }>(
        `select structure_id as id from formulaire where modele_code = 'RMA' and etat = 'DIFFUSE'
          and mois = 12 and annee in (${annee - 1}, ${annee}) group by 1 having count(*) = 2
        order by abs(sum(effectif * case annee when ${annee} then 1 else -1 end)) desc limit 3`,
      )
      .execute(db)
    trois = rows.map(({ id }) => id)
    const [une, autre] = trois
    dites = [await variationSans(), await variationSans(une), await variationSans(autre)]
    const textes = { titre: 'Annuaire', avantPropos: '', introductions: {}, chapitresOmis: [] }
    const suite = { nature: null, correction: null }
    await insertEdition(db, { annee: annee - 1, edition: 1, ...textes, ...suite })
    const edition = await findEdition(db, { annee: annee - 1 })
    if (!edition) throw new Error('édition absente')
    await arreter({ db, maintenant: MAINTENANT }, edition)
    await declencheurs('disable')
  })

  afterAll(async () => {
    for (const table of TABLES) await ordonner(`delete from ${table}`)
    await declencheurs('enable')
  })

  it('la variation suit ce qui manque à l’année, aussitôt, dans un sens et dans l’autre', async () => {
    expect(new Set(dites).size).toBe(3)
    for (const rang of [0, 1, 2, 1])
      expect([rang, await variationSans(trois[rang - 1])]).toEqual([rang, dites[rang]])
  })

  it('ce qu’ils disent n’est pas lu deux fois, qui ne change pas', async () => {
    expect(await variationSans()).toBe(dites[0])
    await ordonner(`update annuaire_source set donnees = '{}', version_diffusee = null`)
    expect(await variationSans()).toBe(dites[0])
    // Compared with other reports of the year, they are read: these say nothing any more.
    expect(await variationSans(trois[2])).toBeNull()
  })
})

/** Of a hundred people all along, three in December; of five, forty then, set aside the year before. */
async function viderDecembre(): Promise<void> {
  const { rows } = await sql<{ id: number }>`select distinct structure_id as id
    from structure_periode where modeles @> array['RMA', 'EPM'] order by 1 desc limit 3`.execute(db)
  const [a = 0, b = 0, c = 0] = rows.map(({ id }) => id)
  await ordonner(
    `update structure_periode set type_structure = 'CAU' where type_structure = 'CRSM'`,
  )
  await ordonner(`update structure_periode set type_structure = 'CRSM'
    where structure_id in (${a}, ${b}, ${c})`)
  const compter = (id: number, nombre: number, quand: string) =>
    ordonner(`update formulaire set donnees = donnees || '{"MVT.FIN.M": ${nombre},
      "MVT.FIN.F": 0, "MVT.FIN.TOT": ${nombre}}', effectif = ${nombre}
      where modele_code = 'RMA' and structure_id = ${id}
      and ${quand}`)
  const decembre = `annee = ${annee} and mois = 12`
  for (const [id, toujours, alors] of [
    [a, 100, 2],
    [b, 100, 1],
    [c, 5, 40],
  ] as const) {
    await compter(id, toujours, 'true')
    await compter(id, alors, decembre)
    await ordonner(`update formulaire set donnees = donnees || '{"EFF.TOT.TOT.TOT": ${toujours}}',
      effectif = ${toujours} where modele_code = 'EPM' and structure_id = ${id}`)
  }
  await ordonner(`update formulaire set etat = 'ANNULE' where modele_code = 'EPM'
    and structure_id = ${c} and annee = ${annee - 1} and mois = 12`)
}

describe('un taux dont ce qui est comparé dirait trois personnes', () => {
  it('n’a pas de variation, quoique ses deux années entières en comptent assez', async () => {
    await viderDecembre()
    const taux = await cellule('T4.5', 'CRSM', 'TAUX')
    expect(taux.nMoins1?.sorte).toBe('valeur')
    expect([taux.variation, taux.sansVariation]).toEqual([null, 'SECRET'])
  })
})

describe('ce qui n’a été demandé à personne', () => {
  it('d’avant le début de la collecte ne fait pas une hausse des mois repris', async () => {
    await ordonner(`update parametre set valeur = '"${annee}-01"' where cle = 'debutCollecte'`)
    await ordonner(`update formulaire set etat = 'ANNULE' where modele_code = 'RMA'
      and annee = ${annee - 1} and structure_id = ${siennes[0]}`)
    const lue = await cellule('T2.2', 'TOT', 'TOT')
    const autres = `structure_id <> ${siennes[0]}`
    const [avant, apres] = [await presents(annee - 1, autres), await presents(annee, autres)]
    expect(lue.variation).toBe(arrondi((100 * (apres - avant)) / avant))
  })

  it('d’une année en cours se compare sur ses mois, quand il y en a assez', async () => {
    const { variation, sansVariation } = await cellule('T3.3', 'TOT', 'ENT', annee + 1)
    expect([variation, sansVariation]).toEqual([null, 'PART'])
  })

  it('d’une édition dont les rapports ne sont pas connus, ne se compare pas', async () => {
    await figer(db, 'ARRETE', { annee: annee - 1, edition: 1 })
    faites.clear()
    const lue = await cellule('T2.1', 'A00_02', 'TOT')
    expect(lue).toMatchObject({
      nMoins1: { sorte: 'valeur', valeur: 26 },
      variation: null,
      sansVariation: 'SANS_RAPPORTS',
    })
  })
})
