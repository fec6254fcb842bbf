import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { commencer } from '../../test/formulaires.ts'
import { composeMultipart } from '../../test/multipart.ts'
import { ouvrirBancFormulaires } from '../formulaire/formulaire.banc.ts'
import type { TemoinApart } from './apart.ts'
import { vorace } from './tableur.banc.ts'
import { TEMOINS } from './temoins.ts'

const banc = await ouvrirBancFormulaires()
const { app, asStructure, asCollegue, asAutreStructure, asDpps } = banc

const origine = await app.listen({ port: 0, host: '127.0.0.1' })

const table = (lignes: number, commentaire = ''): Buffer => {
  const ligne = `CAU-R01-01;RMA;2025;3;MVT.DEB.M;1;${commentaire}\n`
  return Buffer.from(`structure;modele;annee;mois;case;valeur;commentaire\n${ligne.repeat(lignes)}`)
}
const TABLE = table(1)
/** Read long enough for others to come meanwhile. */
const LONGUE = table(5000, 'a'.repeat(900))
const VORACE = vorace()
const corpsDe = (contenu: Buffer) => ({
  apercu: 'true' as const,
  fichier: { nom: 'a', typeMime: 'application/octet-stream', contenu },
})
const importer = (qui: Personne, contenu: Buffer) =>
  qui.appeler(api.importerFormulaires, { body: corpsDe(contenu) })
const imprimer = (qui: Personne, numero: string) =>
  qui.appeler(api.exporterFormulaire, { params: { numero }, query: { format: 'pdf' } })

/** What processes apart do, as they tell it. */
function ecouter(): TemoinApart[] {
  const dits: TemoinApart[] = []
  const entendre = (dit: unknown) => void dits.push(dit as TemoinApart)
  TEMOINS.apart.subscribe(entendre)
  onTestFinished(() => {
    TEMOINS.apart.unsubscribe(entendre)
  })
  return dits
}

/** The same call on a connection, and the way to leave it. */
async function importerPuisPartir(qui: Personne, contenu: Buffer, statuts: number[]) {
  const { type, octets } = await composeMultipart(Object.entries(corpsDe(contenu)))
  const depart = new AbortController()
  const appel = fetch(`${origine}/api/formulaire/importer`, {
    method: 'POST',
    headers: { authorization: `Bearer ${qui.jeton}`, 'content-type': type },
    body: new Uint8Array(octets),
    signal: depart.signal,
  }).then(
    ({ status }) => void statuts.push(status),
    () => {},
  )
  return { partir: () => depart.abort(), appel }
}

describe('ce qui se fait à part', () => {
  it('n’est pas à un seul compte : les documents et les fichiers des autres passent', async () => {
    const { numero } = await commencer(asStructure)
    const envois = Array.from({ length: 9 }, () => importer(asStructure, VORACE))
    const [document, autre, collegue, ...siens] = await Promise.all([
      imprimer(asDpps, numero),
      importer(asAutreStructure, TABLE),
      importer(asCollegue, TABLE),
      ...envois,
    ])
    expect([document.statut, autre.statut, collegue.statut]).toEqual([200, 200, 200])
    const parCode = Map.groupBy(siens, ({ code }) => code)
    const nombreDe = (code: string) => parCode.get(code)?.length
    expect([nombreDe('TABLEUR_ILLISIBLE'), nombreDe('TRAVAUX_EN_COURS')]).toEqual([3, 6])
    expect(parCode.get('TRAVAUX_EN_COURS')?.[0]).toMatchObject({
      statut: 429,
      libelle:
        'Vos fichiers précédents sont encore en cours de lecture\u00a0: réessayez dans quelques instants.',
      entetes: { 'retry-after': '10' },
    })
  })

  it('ne se partage pas moins quand ce sont des documents', async () => {
    const { numero } = await commencer(asStructure)
    const finis: string[] = []
    const suivre = async (qui: Personne, nom: string) => {
      const { statut } = await imprimer(qui, numero)
      finis.push(`${nom} ${statut}`)
    }
    const siens = Array.from({ length: 5 }, () => suivre(asStructure, 'structure'))
    await Promise.all([...siens, suivre(asDpps, 'direction')])
    // Two of an account come to the queue at a time: the others wait among its calls.
    expect(finis.toSorted()).toEqual(['direction 200', ...Array(5).fill('structure 200')])
    expect(finis.indexOf('direction 200')).toBeLessThanOrEqual(2)
  })

  it('s’arrête quand qui l’a demandé s’en va, ne commence pas s’il attendait, et laisse sa place', async () => {
    const dits = ecouter()
    const statuts: number[] = []
    const envois = await Promise.all(
      Array.from({ length: 5 }, () => importerPuisPartir(asStructure, LONGUE, statuts)),
    )
    // Two are beyond his share: the three others are in it, one of which is being read.
    await expect.poll(() => statuts).toEqual([429, 429])
    await expect.poll(() => dits).toHaveLength(1)
    for (const { partir } of envois) partir()
    await Promise.all(envois.map(({ appel }) => appel))
    expect((await importer(asStructure, TABLE)).statut).toBe(200)
    expect(dits.map(({ etat }) => etat)).toEqual(['COMMENCE', 'INTERROMPU', 'COMMENCE', 'FAIT'])
    expect(statuts).toEqual([429, 429])
  })
})
