import { ANNUAIRE_EXEMPLE } from '@releve/contract/annuaire/annuaire.banc.ts'
import { annuairePublicApi as api } from '@releve/contract/annuaire/public.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { reussi } from '../../test/formulaires.ts'
import { figer } from './fichier.banc.ts'

const { app, base, anonyme } = await ouvrirBanc()

await figer(base.db, 'PUBLIE', { annee: 2023, edition: 1, titre: 'Première édition' })
await figer(base.db, 'PUBLIE', { annee: 2023, edition: 2, titre: 'Édition corrigée' })
await figer(base.db, 'ARRETE', { annee: 2024, edition: 1 })

const RACINE = '/api/public/annuaires'
const params = { annee: 2023 }
const prendre = async (url: string, headers: Record<string, string> = {}) => {
  const reponse = await app.inject({ method: 'GET', url, headers })
  return { statut: reponse.statusCode, entetes: reponse.headers, octets: reponse.rawPayload }
}

/** The word of the published rules. */
const ABSENTES = 'missingValues'

const SCHEMA = '$schema'
/** What a field may say, whatever its type; and a number beside. */
const COMMUNES = new Set(['name', 'type', 'title', 'description', 'constraints'])
const DE_NOMBRE = new Set([...COMMUNES, 'decimalChar'])

type Champ = { name: string; type: string; decimalChar?: string; constraints?: { enum?: string[] } }
type Ressource = {
  name: string
  path: string
  profile: string
  encoding: string
  dialect: { delimiter: string; lineTerminator: string; header: boolean }
  schema: { fields: Champ[] } & Record<typeof ABSENTES, string[]>
}
type Paquet = {
  profile: string
  name: string
  version: string
  created: string
  licenses: { name: string; title: string; path: string }[]
  contributors: { title: string; role: string }[]
  resources: Ressource[]
}

const lirePaquet = async (): Promise<Paquet> =>
  JSON.parse(String((await prendre(`${RACINE}/2023/datapackage.json`)).octets))

describe('les annuaires publics', () => {
  it('sont ceux qui sont publiés, dans leur dernière édition, sans compte', async () => {
    expect(await reussi(anonyme.appeler(api.listAnnuairesPublics))).toEqual([
      expect.objectContaining({ annee: 2023, edition: 2, adresse: `${RACINE}/2023` }),
    ])
    for (const annee of [2024, 2022]) {
      expect(await anonyme.appeler(api.lireAnnuairePublic, { params: { annee } })).toMatchObject({
        statut: 404,
        code: 'ANNUAIRE_INTROUVABLE',
      })
    }
  })

  it('sont ceux de leur base, dont une autre peut avoir le même rang', async () => {
    const titreDe = async (qui: typeof anonyme) =>
      (await reussi(qui.appeler(api.lireAnnuairePublic, { params }))).titre
    expect(await titreDe(anonyme)).toBe('Édition corrigée')
    const autre = await ouvrirBanc()
    for (const edition of [1, 2])
      await figer(autre.base.db, 'PUBLIE', { annee: 2023, edition, titre: 'D’ailleurs' })
    expect(await titreDe(autre.anonyme)).toBe('D’ailleurs')
    expect(await titreDe(anonyme)).toBe('Édition corrigée')
  })

  it('disent où sont leurs fichiers et leurs tableaux, et leur licence', async () => {
    const lu = await reussi(anonyme.appeler(api.lireAnnuairePublic, { params }))
    expect(lu).toMatchObject({ titre: 'Édition corrigée', licence: { name: 'etalab-2.0' } })
    expect(lu.fichiers.map(({ adresse }) => adresse)).toContain(`${RACINE}/2023/annuaire-2023.pdf`)
    for (const { adresse } of [...lu.fichiers, ...lu.tableaux, { adresse: lu.paquet }]) {
      expect([adresse, (await prendre(adresse)).statut]).toEqual([adresse, 200])
    }
  })

  it('gardent chaque édition publiée à son adresse, une fois corrigée, et disent lesquelles', async () => {
    const lu = await reussi(anonyme.appeler(api.lireAnnuairePublic, { params }))
    expect(lu.adresse).toBe(`${RACINE}/2023`)
    expect(lu.editions.map(({ edition, adresse }) => [edition, adresse])).toEqual([
      [2, `${RACINE}/2023?edition=2`],
      [1, `${RACINE}/2023?edition=1`],
    ])
    const query = { edition: 1 }
    const premiere = await reussi(anonyme.appeler(api.lireAnnuairePublic, { params, query }))
    expect(premiere).toMatchObject({ edition: 1, titre: 'Première édition' })
    expect(premiere.adresse).toBe(`${RACINE}/2023?edition=1`)
    for (const { adresse } of [...premiere.fichiers, ...premiere.tableaux]) {
      expect(adresse).toMatch(/\?edition=1$/)
      expect([adresse, (await prendre(adresse)).statut]).toEqual([adresse, 200])
    }
    const json = premiere.fichiers.find(({ format }) => format === 'json')
    expect(JSON.parse(String((await prendre(json?.adresse ?? '')).octets))).toMatchObject({
      edition: 1,
      titre: 'Première édition',
    })
    const paquet = JSON.parse(String((await prendre(premiere.paquet)).octets))
    expect(paquet.version).toBe('2023.1.0')
  })

  it('refusent une édition qui n’est pas publiée, ou qui n’est pas un nombre', async () => {
    for (const [edition, statut] of [
      ['3', 404],
      ['0', 400],
      ['une', 400],
    ] as const) {
      for (const suite of ['', '/datapackage.json', '/T2.1.csv', '/annuaire-2023.pdf'])
        expect([
          edition,
          suite,
          (await prendre(`${RACINE}/2023${suite}?edition=${edition}`)).statut,
        ]).toEqual([edition, suite, statut])
    }
    // Frozen, not yet published.
    expect((await prendre(`${RACINE}/2024?edition=1`)).statut).toBe(404)
  })

  it('changent de licence par un réglage', async () => {
    await base.db.insertInto('parametre').values({ cle: 'licence', valeur: '"ODBL_1"' }).execute()
    const lu = await reussi(anonyme.appeler(api.lireAnnuairePublic, { params }))
    expect(lu.licence.name).toBe('ODbL-1.0')
    expect((await lirePaquet()).licenses[0]?.name).toBe('ODbL-1.0')
    await base.db.deleteFrom('parametre').where('cle', '=', 'licence').execute()
  })

  it('se gardent cinq minutes, puis se redemandent par leur empreinte, de tout site', async () => {
    const adresse = `${RACINE}/2023/T2.1.csv`
    const { statut, entetes } = await prendre(adresse)
    expect(statut).toBe(200)
    expect(entetes).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'content-type': 'text/csv; charset=utf-8',
    })
    const revu = await prendre(adresse, { 'if-none-match': String(entetes['etag']) })
    expect([revu.statut, revu.octets.length]).toEqual([304, 0])
  })

  it('refusent un fichier qui n’en est pas un', async () => {
    for (const fichier of ['T9.99.csv', 'annuaire-2022.pdf', '..%2f..%2fsecret', 'a%00b']) {
      const { statut } = await prendre(`${RACINE}/2023/${fichier}`)
      expect([fichier, statut]).toEqual([fichier, fichier.includes('%00') ? 400 : 404])
    }
  })

  it('ne se prennent pas sans fin d’une même adresse', async () => {
    await base.db
      .updateTable('tentative')
      .set({ echecs: 2000 })
      .where('cle', 'like', 'demande:public:%')
      .execute()
    expect(await anonyme.appeler(api.lirePaquetPublic, { params })).toMatchObject({
      statut: 429,
      code: 'TROP_DE_DEMANDES',
    })
    await base.db.deleteFrom('tentative').where('cle', 'like', 'demande:public:%').execute()
  })
})

describe('la description des données', () => {
  // The rules of specs.frictionlessdata.io (data package, resource, table schema, version 1).
  it('suit les règles d’un paquet de données', async () => {
    const paquet = await lirePaquet()
    expect(paquet.profile).toBe('data-package')
    expect(paquet.name).toMatch(/^[-a-z0-9._/]+$/)
    expect(paquet.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(new Date(paquet.created).toISOString()).toBe(paquet.created)
    expect(paquet.licenses.every(({ name, path }) => name && path.startsWith('https://'))).toBe(
      true,
    )
    expect(paquet.contributors.every(({ title }) => title)).toBe(true)
    expect(paquet.resources.length).toBeGreaterThan(3)
    const noms = paquet.resources.map(({ name }) => name)
    expect(new Set(noms).size).toBe(noms.length)
    for (const { name, path, profile, schema } of paquet.resources) {
      expect(name).toMatch(/^[-a-z0-9._/]+$/)
      expect(path).toMatch(/^[^./\\][^/\\]*$/)
      expect(profile).toBe('tabular-data-resource')
      const champs = schema.fields.map((champ) => champ.name)
      expect(new Set(champs).size).toBe(champs.length)
      expect(schema[ABSENTES].every((signe) => typeof signe === 'string')).toBe(true)
      for (const { type } of schema.fields) expect(['string', 'integer', 'number']).toContain(type)
    }
  })

  // What the profiles 2.0 of datapackage.org ask of a package, a resource, a dialect and a field.
  it('suit aussi les règles de la version 2, que ses lecteurs reconnaissent', async () => {
    const paquet = (await lirePaquet()) as Paquet & Record<string, unknown>
    expect(paquet[SCHEMA]).toBe('https://datapackage.org/profiles/2.0/datapackage.json')
    expect(paquet['contributors']).toMatchObject([{ roles: ['publisher'] }])
    expect(paquet.licenses.every(({ name }) => /^[-a-zA-Z0-9._]+$/.test(name))).toBe(true)
    for (const ressource of paquet.resources) {
      expect(ressource).toMatchObject({ type: 'table', mediatype: 'text/csv', encoding: 'utf-8' })
      expect(ressource.dialect).toMatchObject({ header: true, delimiter: ';' })
      for (const champ of ressource.schema.fields) {
        const siennes = champ.type === 'number' ? DE_NOMBRE : COMMUNES
        expect(Object.keys(champ).filter((cle) => !siennes.has(cle))).toEqual([])
      }
    }
  })

  it('est vraie de chaque fichier : en-têtes, types, valeurs qui manquent', async () => {
    for (const { path, dialect, schema } of (await lirePaquet()).resources) {
      const texte = String((await prendre(`${RACINE}/2023/${path}`)).octets).replace(/^\uFEFF/, '')
      const lignes = texte.split(dialect.lineTerminator).filter(Boolean)
      const rangees = lignes.map((ligne) => ligne.split(dialect.delimiter))
      expect([path, rangees[0]]).toEqual([path, schema.fields.map(({ name }) => name)])
      for (const rangee of rangees.slice(1)) {
        for (const [rang, champ] of schema.fields.entries()) {
          const valeur = rangee[rang] ?? ''
          if (champ.type === 'string' || schema[ABSENTES].includes(valeur)) continue
          expect([path, champ.name, valeur]).toEqual([
            path,
            champ.name,
            expect.stringMatching(champ.type === 'integer' ? /^-?\d+$/ : /^-?\d+(,\d+)?$/),
          ])
        }
      }
    }
  })

  it('laisse marqué un chiffre secret, dans tous les fichiers publics', async () => {
    const csv = String((await prendre(`${RACINE}/2023/T2.1.csv`)).octets)
    expect(csv).toContain('A03_05;3–5 ans;0;detail;;s;s;19')
    const json = JSON.parse(String((await prendre(`${RACINE}/2023/annuaire-2023.json`)).octets))
    const lignes = json.chapitres[2].tableaux[0].lignes
    expect(lignes[1].cellules[0]).toEqual({ sorte: 'secret' })
    expect(json.chapitres).toEqual(ANNUAIRE_EXEMPLE.chapitres)
  })
})
