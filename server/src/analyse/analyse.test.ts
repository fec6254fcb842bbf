import { gunzipSync } from 'node:zlib'
import { analyseApi as api } from '@releve/contract/analyse/analyse.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import type { UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import fc from 'fast-check'
import { parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { appelsDe, type Personne } from '../../test/banc.ts'
import {
  type Acte,
  agir,
  amener,
  commencer,
  relire,
  renvoyer,
  reussi,
} from '../../test/formulaires.ts'
import { ecouter } from '../evenement/evenement.banc.ts'
import { forcer, modifier, ouvrirBancFormulaires } from '../formulaire/formulaire.banc.ts'
import type { Db } from '../platform/route.ts'
import { insertJeton } from '../session/programme.sql.ts'
import { ficheDe } from '../structure/enregistrer.ts'
import { findRepere, renommerBase } from './analyse.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asDpps, asAdmin, asDirectionRegionale, app, horloge } = banc
const { db } = banc.base

type Query = Sent<typeof api.lireDonnees.query>
type Ligne = Record<string, string | number | null>

const demander = (qui: Personne, fichier: string, query: Query = {}) =>
  qui.appeler(api.lireDonnees, { params: { fichier }, query })

/** A file, its lines, and where to take up. */
async function lire(qui: Personne, nom: string, query: Query = {}) {
  const { statut, octets, entetes } = await demander(qui, `${nom}.ndjson`, query)
  expect(statut, octets.toString().slice(0, 400)).toBe(200)
  const lignes = octets
    .toString()
    .split('\n')
    .filter(Boolean)
    // What we have just written.
    .map((texte): Ligne => JSON.parse(texte))
  return { lignes, curseur: String(entetes['releve-curseur']), etag: String(entetes['etag']) }
}

/** The one rule by which a copy follows (docs/lire-les-donnees.md). */
function appliquer(copie: Ligne[], changements: readonly Ligne[]): Ligne[] {
  let tenues = copie
  for (const { retire, ...ligne } of changements) {
    if (retire === 'oui') {
      const cles = Object.entries(ligne).filter(([, valeur]) => valeur !== null)
      tenues = tenues.filter((une) => !cles.every(([cle, valeur]) => une[cle] === valeur))
    } else tenues = [...tenues, { ...ligne, retire: null }]
  }
  return tenues
}

const ranger = (lignes: readonly Ligne[]) => lignes.map((une) => JSON.stringify(une)).toSorted()

/** A copy that somebody keeps, never reading the whole again. */
function tenirCopie(qui: Personne, nom: string, query: Query = {}) {
  let copie: Ligne[] = []
  let curseur: string | undefined
  // What a refusal says to do, where the perimeter has changed.
  const lireDepuis = async () => {
    const repris =
      curseur === undefined
        ? null
        : await demander(qui, `${nom}.ndjson`, { ...query, depuis: curseur })
    if (repris?.code === 'CURSEUR_AUTRE_DEMANDE') {
      copie = []
      curseur = undefined
    }
    return lire(qui, nom, { ...query, ...(curseur && { depuis: curseur }) })
  }
  const suivre = async () => {
    const lu = await lireDepuis()
    copie = appliquer(copie, lu.lignes)
    curseur = lu.curseur
    return lu.lignes
  }
  const comparer = async (acte: string) => {
    await suivre()
    const entier = await lire(qui, nom, query)
    expect(ranger(copie), `${acte} : ${nom} ${JSON.stringify(query)}`).toEqual(
      ranger(entier.lignes),
    )
    return copie.length
  }
  return { suivre, comparer, lignes: () => copie }
}

const STRUCTURE = 'CAU-R01-01'
const siennes = (lignes: readonly Ligne[], numero: string) =>
  lignes.filter(({ rapport }) => rapport === numero)

describe('les valeurs d’un modèle', () => {
  it('sont celles du mois : reçues, sinon de la dernière diffusion, et rien d’un brouillon', async () => {
    const { numero } = await commencer(asStructure, { mois: 'JANUARY' })
    expect(siennes((await lire(asDpps, 'RMA')).lignes, numero)).toEqual([])
    const soumis = await reussi(agir(asStructure, 'soumettre', await relire(asStructure, numero)))
    const lues = siennes((await lire(asDpps, 'RMA')).lignes, numero)
    expect(lues).toHaveLength(Object.keys(soumis.donnees).length)
    expect(lues[0]).toMatchObject({
      structure: STRUCTURE,
      type: 'CAU',
      region: 'R01',
      parent: 'DR-R01',
      annee: 2025,
      mois: 1,
      etat: 'SOUMIS',
      diffusion: null,
      retire: null,
    })
  })

  it('disent les nombres, les textes et ce qui manque, chacun dans sa colonne', async () => {
    const { numero } = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const { donnees } = await relire(asDpps, numero)
    const { lignes } = await lire(asDpps, 'RMA')
    for (const { case: adresse, valeur, texte, manquant } of siennes(lignes, numero)) {
      const tenue = donnees[String(adresse)]
      expect([valeur, texte, manquant].filter((un) => un !== null)).toHaveLength(1)
      expect(valeur ?? manquant ?? texte).toBe(
        typeof tenue === 'boolean' ? (tenue ? 'oui' : 'non') : tenue,
      )
    }
  })

  it('disent les mêmes en large, en CSV et en Parquet', async () => {
    const { numero } = await amener(banc, 'SOUMIS', { modele: 'EPM', mois: 'FEBRUARY' }).catch(() =>
      amener(banc, 'SOUMIS', { mois: 'MARCH' }),
    )
    const modele = numero.split('-')[0] ?? ''
    const longues = siennes((await lire(asDpps, modele)).lignes, numero)
    const [large] = siennes((await lire(asDpps, modele, { forme: 'large' })).lignes, numero)
    for (const { case: adresse, valeur, texte, manquant } of longues) {
      const nom = String(adresse)
      if (large && nom in large) {
        expect(large[nom]).toBe(valeur ?? texte)
        expect(large[`${nom}.manquant`] ?? null).toBe(manquant)
      }
    }
    for (const forme of ['long', 'large'] as const) {
      const { lignes } = await lire(asDpps, modele, { forme })
      const parquet = await demander(asDpps, `${modele}.parquet`, { forme })
      const file = new Uint8Array(parquet.octets).buffer
      expect(await parquetReadObjects({ file })).toEqual(lignes)
      const csv = (await demander(asDpps, `${modele}.csv`, { forme })).octets.toString()
      expect(csv.split('\r\n')[0]?.split(',')).toEqual(Object.keys(lignes[0] ?? {}))
      expect(csv.trimEnd().split('\r\n')).toHaveLength(lignes.length + 1)
    }
  })

  it('sont de son périmètre, et pas du reste', async () => {
    const { numero } = await amener(banc, 'DIFFUSE')
    const vues = async (qui: Personne) => siennes((await lire(qui, 'RMA')).lignes, numero).length
    expect(await vues(asStructure)).toBeGreaterThan(0)
    expect(await vues(asDirectionRegionale)).toBeGreaterThan(0)
    expect(await vues(asAutreStructure)).toBe(0)
  })

  it('demandées par états, ou publiées seulement, ne sont que celles-là', async () => {
    await amener(banc, 'DIFFUSE')
    const { lignes: brouillons } = await lire(asDpps, 'RMA', { etats: 'BROUILLON' })
    await commencer(asStructure, { mois: 'JANUARY' })
    const apres = (await lire(asDpps, 'RMA', { etats: 'BROUILLON' })).lignes
    expect(apres.length).toBeGreaterThan(brouillons.length)
    expect(new Set(apres.map(({ etat }) => etat))).toEqual(new Set(['BROUILLON']))
    const publiees = (await lire(asDpps, 'RMA', { publie: 'oui' })).lignes
    expect(publiees.length).toBeGreaterThan(0)
    for (const { diffusion } of publiees) expect(diffusion).toBeGreaterThan(0)
  })
})

describe('un curseur', () => {
  it('suit tout ce qui arrive : la copie tenue est le fichier entier, après chaque acte', async () => {
    const copies = [
      tenirCopie(asDpps, 'RMA'),
      tenirCopie(asDpps, 'RMA', { forme: 'large' }),
      tenirCopie(asDpps, 'RMA', { publie: 'oui' }),
      tenirCopie(asDpps, 'RMA', { etats: 'BROUILLON,RENVOYE,ANNULE' }),
      tenirCopie(asDirectionRegionale, 'RMA'),
      tenirCopie(asDpps, 'structures'),
      tenirCopie(asDpps, 'suivi'),
      tenirCopie(asStructure, 'suivi'),
      tenirCopie(asDpps, 'calendrier'),
    ]
    for (const copie of copies) await copie.suivre()
    const tenues: number[] = []
    const MOIS = ['JANUARY', 'FEBRUARY', 'MARCH'] as const
    const formulaires = new Map<string, string>()
    const ACTES = [
      'créer',
      'enregistrer',
      'soumettre',
      'valider',
      'approuver',
      'diffuser',
      'renvoyer',
      'forcer',
      'annuler',
      'corriger',
      'jour',
      'rouvrir',
    ] as const
    type Sorte = (typeof ACTES)[number]
    const faits = new Map<Sorte, number>()
    let fois = 0
    const corriger = async () => {
      fois += 1
      const lue = await reussi(
        asDpps.appeler(structureApi.lireStructure, { params: { code: STRUCTURE } }),
      )
      // Another office, then the first one again, from a month on.
      const [region, parent] =
        fois % 2 ? (['R02', 'DR-R02'] as const) : (['R01', 'DR-R01'] as const)
      const fiche = { ...ficheDe(lue), libelle: `Centre ${fois}`, region, parent }
      const aPartirDe = { mois: 'FEBRUARY', annee: 2025 } as const
      return asDpps.appeler(structureApi.modifierStructure, {
        body: { ...fiche, version: lue.version, aPartirDe },
      })
    }
    const faire = async (sorte: Sorte, mois: (typeof MOIS)[number]) => {
      const numero = formulaires.get(mois)
      if (sorte === 'corriger') return corriger()
      if (sorte === 'rouvrir') {
        const clos = { mois: 'NOVEMBER', annee: 2024 } as const
        const rouverte = {
          structures: [STRUCTURE],
          jusqua: '2025-04-30',
          motif: 'Le registre avait été égaré.',
        }
        return asDpps.appeler(calendrierApi.rouvrirMois, { body: { ...clos, ...rouverte } })
      }
      if (sorte === 'jour') {
        horloge.maintenant = new Date(horloge.maintenant.getTime() + 86_400_000)
        return { statut: 200 }
      }
      if (sorte === 'créer' || numero === undefined) {
        const cree = await commencer(asStructure, { mois }).catch(() => null)
        if (cree) formulaires.set(mois, cree.numero)
        return { statut: cree ? 200 : 422 }
      }
      const lu = await relire(asDpps, numero)
      if (sorte === 'enregistrer') {
        return modifier(asStructure, lu, { 'MVT.DEB.M': (lu.version % 40) + 1 })
      }
      if (sorte === 'forcer') return forcer(asDpps, lu, 'BROUILLON')
      if (sorte === 'annuler') {
        const annule = await forcer(asDpps, lu, 'ANNULE')
        if (annule.statut === 200) formulaires.delete(mois)
        return annule
      }
      if (sorte === 'renvoyer') {
        return {
          statut: await renvoyer(asDpps, lu).then(
            () => 200,
            () => 422,
          ),
        }
      }
      const qui = { soumettre: asStructure, valider: asAdmin, approuver: asDpps, diffuser: asDpps }
      return agir(qui[sorte], sorte satisfies Acte, lu)
    }
    const tirage = fc.sample(fc.tuple(fc.constantFrom(...ACTES), fc.constantFrom(...MOIS)), {
      numRuns: 10,
      seed: 20_261_129,
    })
    const suite = [
      'créer',
      'soumettre',
      'valider',
      'approuver',
      'diffuser',
      'renvoyer',
      'enregistrer',
      'soumettre',
      'forcer',
      'annuler',
    ] as const
    const plan = [
      ...(['rouvrir', 'corriger', 'jour'] as const).map((sorte) => [sorte, 'MARCH'] as const),
      ...suite.map((sorte) => [sorte, 'JANUARY'] as const),
      ...tirage,
    ]
    for (const [sorte, mois] of plan) {
      const { statut } = await faire(sorte, mois)
      if (statut === 200) faits.set(sorte, (faits.get(sorte) ?? 0) + 1)
      for (const [rang, copie] of copies.entries()) {
        tenues[rang] = Math.max(tenues[rang] ?? 0, await copie.comparer(sorte))
      }
    }
    for (const tenu of tenues) expect(tenu).toBeGreaterThan(0)
    for (const sorte of ACTES) expect(faits.get(sorte) ?? 0, sorte).toBeGreaterThan(0)
  }, 300_000)
})

/** A report changed as an act would, in a transaction that lasts. */
const changer = (tx: Db, numero: string, valeur: number) =>
  sql`update formulaire set version = version + 1,
    donnees = donnees || jsonb_build_object('MVT.DEB.M', ${valeur}::int)
    where numero = ${numero}`.execute(tx)

/** A report of each structure. */
const deuxFormulaires = async () => {
  const autre = await commencer(asAutreStructure)
  await sql`update formulaire set etat = 'SOUMIS', soumis_le = modifie_le
    where id = ${autre.id}`.execute(db)
  return [(await amener(banc, 'SOUMIS')).numero, autre.numero]
}

const dits = (lignes: readonly Ligne[]) => [
  ...new Set(lignes.filter(({ retire }) => retire).map(({ rapport }) => rapport)),
]

describe('ce qui se valide tard', () => {
  it.runIf(inject('maison') === 'serveur')(
    'n’est jamais sauté, même commencé avant ce qui a déjà été lu',
    async () => {
      const [tardif = '', prompt = ''] = await deuxFormulaires()
      const copie = tenirCopie(asDpps, 'RMA')
      await copie.suivre()
      await db.transaction().execute(async (ancienne) => {
        await changer(ancienne, tardif, 31)
        await db.transaction().execute((recente) => changer(recente, prompt, 32))
        expect(dits(await copie.suivre())).toEqual([prompt])
        expect(dits(await copie.suivre())).toEqual([])
      })
      expect(dits(await copie.suivre())).toEqual([tardif])
      await copie.comparer('après les deux')
    },
  )

  it('ne l’est pas non plus s’il a pris son numéro avant, et écrit après', async () => {
    const [un = '', autre = ''] = await deuxFormulaires()
    const copie = tenirCopie(asDpps, 'RMA')
    await copie.suivre()
    await db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      await changer(tx, un, 33)
      await changer(tx, autre, 34)
    })
    expect(new Set(dits(await copie.suivre()))).toEqual(new Set([un, autre]))
    expect(dits(await copie.suivre())).toEqual([])
    // Undone, it has not been.
    await db
      .transaction()
      .execute(async (tx) => {
        await changer(tx, un, 35)
        throw new Error('défait')
      })
      .catch(() => {})
    expect(dits(await copie.suivre())).toEqual([])
    await copie.comparer('après une annulation')
  })
})

const JOUR_MS = 86_400_000

type Programme = { usages?: UsageJeton[]; structures?: string[]; qui?: Personne; jours?: number }

/** A program that calls by a token of this account. */
async function programme({ usages, structures, qui = asStructure, jours = 30 }: Programme = {}) {
  const creeLe = horloge.maintenant
  const jeton = await insertJeton(db, {
    utilisateurId: qui.id,
    nom: 'Entrepôt',
    usages: usages ?? ['LIRE_CHIFFRES'],
    structures: structures?.map((code) => banc.structures.get(code) ?? 0) ?? null,
    reseaux: [],
    creeLe,
    expireLe: new Date(creeLe.getTime() + jours * JOUR_MS),
  })
  return { identifiant: qui.identifiant, id: qui.id, jeton, ...appelsDe(app, jeton) }
}

describe('un programme', () => {
  it('lit par son jeton, dans le périmètre qu’il a, et le journal dit lequel', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    const entier = await programme({ qui: asDpps })
    const autre = await programme({ qui: asDpps, structures: ['CPOLY-R02-01'] })
    expect(siennes((await lire(entier, 'RMA')).lignes, numero).length).toBeGreaterThan(0)
    expect(siennes((await lire(autre, 'RMA')).lignes, numero)).toEqual([])
    const codes = new Set((await lire(autre, 'structures')).lignes.map((une) => une['structure']))
    expect(codes).toEqual(new Set(['CPOLY-R02-01']))
    const lignes = async () => {
      const { rows } = await sql<{ objet: string; detail: object }>`
        select objet, detail from journal where action = 'DONNEES_LUES'
          and utilisateur_id = ${asDpps.id} and detail ? 'jeton' order by id desc`.execute(db)
      return rows.filter(({ objet }) => objet.includes('RMA'))
    }
    const { curseur } = await lire(entier, 'RMA')
    const [derniere, ...autres] = await lignes()
    expect(derniere).toMatchObject({
      objet: '/donnees/RMA.ndjson (Entrepôt)',
      detail: { jeton: 'Entrepôt', format: 'ndjson' },
    })
    // What follows it writes one line in ten minutes; a whole reading, each time.
    for (const depuis of [curseur, curseur]) await lire(entier, 'RMA', { depuis })
    expect(await lignes()).toHaveLength(autres.length + 1)
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 11 * 60_000)
    await lire(entier, 'RMA', { depuis: curseur })
    expect((await lignes())[0]).toMatchObject({ detail: { source: 'une lecture d’avant' } })
  })

  it('est refusé s’il n’a pas cet usage, s’il a expiré, ou si son jeton est d’ailleurs', async () => {
    const cas = [
      [await programme({ usages: ['LIRE_RAPPORTS', 'SAISIR'] }), 403, 'JETON_HORS_USAGE'],
      [await programme({ jours: 0.0001 }), 401, 'JETON_REFUSE'],
      [{ ...asStructure, ...appelsDe(app, `rlv_${'A'.repeat(43)}`) }, 401, 'JETON_REFUSE'],
    ] as const
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 60_000)
    for (const [qui, statut, code] of cas) {
      const refus = await demander(qui, 'RMA.csv')
      expect([refus.statut, refus.code]).toEqual([statut, code])
      expect(refus.libelle).not.toBe('')
    }
  })

  it('ne reprend pas au curseur d’un autre périmètre : il relit tout', async () => {
    const { curseur } = await lire(asDpps, 'RMA')
    const borne = await programme({ qui: asDpps, structures: ['CPOLY-R02-01'] })
    expect((await demander(borne, 'RMA.csv', { depuis: curseur })).code).toBe(
      'CURSEUR_AUTRE_DEMANDE',
    )
  })
})

describe('une demande fausse', () => {
  it('est refusée par un code et une phrase, et rien n’est lu', async () => {
    const { curseur } = await lire(asDpps, 'RMA')
    const autre = JSON.parse(Buffer.from(curseur, 'base64url').toString())
    const ecrit = (dit: object) => Buffer.from(JSON.stringify(dit)).toString('base64url')
    const cas: [string, Query, number, string][] = [
      ['RIEN.csv', {}, 404, 'DONNEES_INTROUVABLES'],
      ['Structures.csv', {}, 404, 'DONNEES_INTROUVABLES'],
      ['RMA.xlsx', {}, 400, 'REQUETE_INVALIDE'],
      ['RMA', {}, 400, 'REQUETE_INVALIDE'],
      ['RMA.csv', { forme: 'haute' as never }, 400, 'REQUETE_INVALIDE'],
      ['RMA.csv', { etats: 'SOUMIS', publie: 'oui' }, 422, 'DONNEES_FILTRES_CONTRAIRES'],
      ['RMA.csv', { etats: 'INCONNU' }, 400, 'REQUETE_INVALIDE'],
      ['RMA.csv', { versions: '99' }, 422, 'VERSION_MODELE_INCONNUE'],
      ['structures.csv', { forme: 'large' }, 422, 'DONNEES_SANS_FILTRE'],
      ['suivi.csv', { etats: 'SOUMIS' }, 422, 'DONNEES_SANS_FILTRE'],
      ['RMA.csv', { depuis: '' }, 422, 'CURSEUR_ILLISIBLE'],
      ['RMA.csv', { depuis: 'demain' }, 422, 'CURSEUR_ILLISIBLE'],
      ['RMA.csv', { depuis: ecrit({ ...autre, photo: '5:3:' }) }, 422, 'CURSEUR_ILLISIBLE'],
      ['RMA.csv', { depuis: ecrit({ ...autre, photo: "1:1:'" }) }, 422, 'CURSEUR_ILLISIBLE'],
      ['RMA.csv', { depuis: ecrit({ ...autre, plus: 1 }) }, 422, 'CURSEUR_ILLISIBLE'],
      ['RMA.csv', { depuis: 'A'.repeat(12_001) }, 400, 'REQUETE_INVALIDE'],
      ['EPM.csv', { depuis: curseur }, 409, 'CURSEUR_AUTRE_DEMANDE'],
      ['RMA.csv', { depuis: curseur, publie: 'oui' }, 409, 'CURSEUR_AUTRE_DEMANDE'],
      ['RMA.csv', { depuis: curseur, forme: 'large' }, 409, 'CURSEUR_AUTRE_DEMANDE'],
      ['RMA.csv', { depuis: ecrit({ ...autre, base: '0'.repeat(32) }) }, 409, 'CURSEUR_AUTRE_BASE'],
    ]
    for (const [fichier, query, statut, code] of cas) {
      const refus = await demander(asDpps, fichier, query)
      expect([fichier, query, refus.statut, refus.code]).toEqual([fichier, query, statut, code])
      expect(refus.libelle).toMatch(/\S{3,}/)
    }
  })

  it('l’est pour un curseur d’avant qu’une sauvegarde soit remise, ou de ce qui n’est pas arrivé', async () => {
    const { curseur } = await lire(asDpps, 'RMA')
    const lu = JSON.parse(Buffer.from(curseur, 'base64url').toString())
    const futur = { ...lu, photo: '900000000000:900000000000:' }
    const depuis = Buffer.from(JSON.stringify(futur)).toString('base64url')
    expect((await demander(asDpps, 'RMA.csv', { depuis })).code).toBe('CURSEUR_AUTRE_BASE')
    expect((await demander(asDpps, 'RMA.csv', { depuis: curseur })).statut).toBe(200)
    await renommerBase(db)
    const refus = await demander(asDpps, 'RMA.csv', { depuis: curseur })
    expect([refus.statut, refus.code]).toEqual([409, 'CURSEUR_AUTRE_BASE'])
    expect(refus.libelle).toContain('relisez le fichier entier')
  })
})

describe('la base dont un curseur est', () => {
  it('se nomme sans être de ceux qui administrent le serveur', async () => {
    const { base } = await findRepere(db, null)
    await db.transaction().execute(async (tx) => {
      await sql`set local role pg_read_all_data`.execute(tx)
      expect((await findRepere(tx, null)).base).toBe(base)
    })
  })
})

describe('ce qu’une réponse dit d’elle-même', () => {
  it('une empreinte, qui vaut un 304 tant que rien n’a changé, et rien au journal', async () => {
    const { numero } = await amener(banc, 'SOUMIS')
    const { etag } = await lire(asDpps, 'RMA')
    const relireSi = (si: string) =>
      app.inject({
        method: 'GET',
        url: '/api/donnees/RMA.ndjson',
        headers: { authorization: `Bearer ${asDpps.jeton}`, 'if-none-match': si },
      })
    const avant = await db.selectFrom('journal').select('id').execute()
    const meme = await relireSi(etag)
    expect([meme.statusCode, meme.body]).toEqual([304, ''])
    expect(await db.selectFrom('journal').select('id').execute()).toHaveLength(avant.length)
    // A draft is none of the values of the month: it changes nothing of this file.
    await commencer(asStructure, { mois: 'JANUARY' })
    expect((await relireSi(etag)).statusCode).toBe(304)
    await renvoyer(asAdmin, await relire(asAdmin, numero))
    expect((await relireSi(etag)).statusCode).toBe(200)
  })

  it('se compresse pour qui l’accepte, Parquet excepté, qui l’est déjà', async () => {
    await amener(banc, 'SOUMIS')
    const codageDe = async (format: string) => {
      const { headers, rawPayload } = await app.inject({
        method: 'GET',
        url: `/api/donnees/RMA.${format}`,
        headers: { authorization: `Bearer ${asDpps.jeton}`, 'accept-encoding': 'gzip' },
      })
      const entier = (await demander(asDpps, `RMA.${format}`)).octets
      const lu = headers['content-encoding'] ? gunzipSync(rawPayload) : rawPayload
      expect(lu.equals(entier)).toBe(true)
      return headers['content-encoding']
    }
    expect(await codageDe('csv')).toBe('gzip')
    expect(await codageDe('ndjson')).toBe('gzip')
    expect(await codageDe('parquet')).toBeUndefined()
  })

  it('le dictionnaire dit chaque colonne de chaque fichier', async () => {
    await amener(banc, 'SOUMIS')
    const { lignes } = await lire(asDpps, 'dictionnaire')
    const colonnes = (fichier: string, forme: string | null) =>
      lignes
        .filter((une) => une['fichier'] === fichier && une['forme'] === forme)
        .map(({ colonne }) => colonne)
    for (const liste of ['structures', 'codifications', 'calendrier', 'suivi', 'dictionnaire']) {
      const [premiere] = (await lire(asDpps, liste)).lignes
      expect(colonnes(liste, null)).toEqual(Object.keys(premiere ?? {}))
    }
    for (const forme of ['long', 'large'] as const) {
      const [premiere] = (await lire(asDpps, 'RMA', { forme })).lignes
      expect(colonnes('RMA', forme)).toEqual(Object.keys(premiere ?? {}))
    }
    for (const { libelle } of lignes) expect(String(libelle)).toMatch(/\S{2,}/)
  })

  it('le suivi dit les mêmes attendus, reçus et retards que le tableau de bord', async () => {
    await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
    const { lignes } = await lire(asDpps, 'suivi')
    const annee = lignes.filter((une) => une['annee'] === 2025)
    const somme = (colonne: string) =>
      annee.reduce((total, une) => total + Number(une[colonne]) * Number(une['attendu']), 0)
    const { elements, totaux } = await reussi(
      asDpps.appeler(dashboardApi.listRetards, { query: { annee: 2025, taille: 200 } }),
    )
    expect(elements.length).toBeGreaterThan(0)
    expect(somme('en_retard')).toBe(totaux.enRetard)
    expect(somme('hors_delai')).toBe(totaux.horsDelai)
    expect(somme('recu')).toBe(1)
  })
})

/** Enough reports for a file that no buffer holds. */
async function remplirPays() {
  const { numero } = await amener(banc, 'SOUMIS', { mois: 'JANUARY' })
  await sql`
    insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
      donnees, soumis_le, modifie_par)
    select 'PAYS-' || s.id || '-' || m, f.modele_id, f.modele_code, s.id, 2000 + m / 12, m % 12 + 1,
      'SOUMIS', f.donnees, f.soumis_le, f.modifie_par
    from formulaire f, structure s, generate_series(0, 11) m where f.numero = ${numero}`.execute(db)
}

describe('qui lit lentement, ou s’en va', () => {
  it('ne fait attendre personne, et ce qu’il n’a pas pris n’est pas lu', async () => {
    await remplirPays()
    const url = await ecouter(app)
    const lent = await fetch(`${url}/api/donnees/RMA.ndjson`, {
      headers: { authorization: `Bearer ${asDpps.jeton}`, 'accept-encoding': 'identity' },
    })
    expect(lent.status).toBe(200)
    const lecteur = lent.body?.getReader()
    const debut = await lecteur?.read()
    expect(debut?.value?.byteLength).toBeGreaterThan(0)
    // One that does not read: the base, whose embedded connection is alone, serves the others.
    await reussi(asDpps.appeler(structureApi.lireStructure, { params: { code: STRUCTURE } }))
    await commencer(asStructure)
    expect((await lire(asAdmin, 'codifications')).lignes.length).toBeGreaterThan(0)
    await lecteur?.cancel()
    // He has left: his place is free again, for him too.
    const entiers = await Promise.all([1, 2, 3].map(() => demander(asDpps, 'RMA.ndjson')))
    for (const { octets } of entiers) expect(octets.byteLength).toBeGreaterThan(4_000_000)
  }, 60_000)
})

describe('les places d’un programme', () => {
  it('sont comptées : au delà de celles qui attendent, l’appel est refusé, et dit quand revenir', async () => {
    await amener(banc, 'SOUMIS')
    const entrepot = await programme({ qui: asDpps })
    const appels = await Promise.all(
      Array.from({ length: 60 }, () => demander(entrepot, 'codifications.csv')),
    )
    const refus = appels.filter(({ statut }) => statut !== 200)
    expect(refus.length).toBeGreaterThan(0)
    for (const { statut, code, entetes } of refus) {
      expect([statut, code]).toEqual([429, 'TROP_D_APPELS'])
      expect(Number(entetes['retry-after'])).toBeGreaterThan(0)
    }
  })
})
