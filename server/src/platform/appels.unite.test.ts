import { setImmediate as tour } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { OPERATIONS } from '../app.ts'
import { type Appels, genreDe, ouvrirAppels } from './appels.ts'

const MOI = 1
const AUTRE = 2

/** A call that one follows: whether it has its place, what it was refused, when its work ends. */
type Suivi = {
  /** `attend`, `sert`, or the code that it was refused. */
  ou: string
  attendu: boolean | undefined
  achever: () => void
  /** Its answer is sent, or its caller has left. */
  finir: () => void
}

type Genre = Parameters<Appels['ouvrir']>[1]

/** Asks, works once there is a place, and answers when told; `achever` then `finir`, as a call does. */
function appeler(appels: Appels, compte = MOI, genre: Genre = 'appel'): Suivi {
  const passage = appels.ouvrir(compte, genre)
  const travail = Promise.withResolvers<void>()
  const suivi: Suivi = {
    ou: 'attend',
    attendu: undefined,
    achever: travail.resolve,
    finir: passage.finir,
  }
  const suivre = async () => {
    suivi.attendu = await passage.entree
    suivi.ou = 'sert'
    await passage.travailler(() => travail.promise)
    suivi.ou = 'fait'
  }
  suivre().catch((echec: { code?: string; name: string }) => {
    suivi.ou = echec.code ?? echec.name
  })
  return suivi
}

const plusieurs = (combien: number, ...qui: Parameters<typeof appeler>) =>
  Array.from({ length: combien }, () => appeler(...qui))

/** Where each of them is, once all that could move has. */
async function voir(...suivis: Suivi[]): Promise<string[]> {
  await tour()
  return suivis.map(({ ou }) => ou)
}

async function repondre(suivi: Suivi | undefined): Promise<void> {
  suivi?.achever()
  await tour()
  suivi?.finir()
  await tour()
}

const fois = <T>(combien: number, quoi: T): T[] => Array.from({ length: combien }, () => quoi)

describe('les appels d’un compte', () => {
  it('sont servis six à la fois, cinquante attendent, le suivant est refusé', async () => {
    const appels = ouvrirAppels()
    const suivis = plusieurs(57, appels)
    expect(await voir(...suivis)).toEqual([
      ...fois(6, 'sert'),
      ...fois(50, 'attend'),
      'TROP_D_APPELS',
    ])
    // One ends: the first of those that wait has its place, and one more may wait.
    await repondre(suivis[3])
    const dernier = appeler(appels)
    expect(await voir(...suivis.slice(6, 8), dernier)).toEqual(['sert', 'attend', 'attend'])
  })

  it('sont comptés par ce qu’ils portent avant qu’on sache de qui ils sont', () => {
    const appels = ouvrirAppels()
    const partir = Array.from({ length: 56 }, () => appels.annoncer('jeton', 'appel'))
    const refus = expect.objectContaining({ code: 'TROP_D_APPELS' })
    expect(() => appels.annoncer('jeton', 'export')).toThrow(refus)
    // Neither his saves nor another's calls are in that line.
    appels.annoncer('jeton', 'saisie')
    appels.annoncer('autre', 'appel')
    partir[20]?.()
    appels.annoncer('jeton', 'export')
    expect(() => appels.annoncer('jeton', 'appel')).toThrow(refus)
  })

  it('entrent dans leur ordre, et savent s’ils ont attendu', async () => {
    const appels = ouvrirAppels()
    const suivis = plusieurs(9, appels)
    await tour()
    expect(suivis.map(({ attendu }) => attendu).slice(0, 7)).toEqual([...fois(6, false), undefined])
    for (const rang of [0, 1, 2]) {
      await repondre(suivis[rang])
      expect(await voir(...suivis.slice(6))).toEqual([
        ...fois(rang + 1, 'sert'),
        ...fois(2 - rang, 'attend'),
      ])
    }
    expect(suivis.slice(6).map(({ attendu }) => attendu)).toEqual([true, true, true])
  })

  it('ne comptent pas pour un autre compte', async () => {
    const appels = ouvrirAppels()
    plusieurs(57, appels)
    expect(await voir(...plusieurs(6, appels, AUTRE))).toEqual(fois(6, 'sert'))
  })

  it('comptent deux exports au plus, qui n’arrêtent pas les autres', async () => {
    const appels = ouvrirAppels()
    const exports = plusieurs(4, appels, MOI, 'export')
    const autres = plusieurs(5, appels)
    expect(await voir(...exports, ...autres)).toEqual([
      ...fois(2, 'sert'),
      ...fois(2, 'attend'),
      ...fois(4, 'sert'),
      'attend',
    ])
    // The place of an export goes to the next one, which came before; that of a call, to the call.
    await repondre(exports[1])
    await repondre(autres[0])
    expect(await voir(...exports, ...autres)).toEqual([
      'sert',
      'fait',
      'sert',
      'attend',
      'fait',
      ...fois(4, 'sert'),
    ])
  })

  it('laissent aux saisies une file à elles', async () => {
    const appels = ouvrirAppels()
    plusieurs(57, appels)
    const saisies = plusieurs(57, appels, MOI, 'saisie')
    expect(await voir(...saisies)).toEqual([
      ...fois(6, 'sert'),
      ...fois(50, 'attend'),
      'TROP_D_APPELS',
    ])
  })
})

describe('un appelant qui part', () => {
  it('quitte la file s’il attendait : rien n’est fait pour lui', async () => {
    const appels = ouvrirAppels()
    const suivis = plusieurs(8, appels)
    await tour()
    suivis[6]?.finir()
    await repondre(suivis[0])
    expect(await voir(...suivis.slice(6))).toEqual(['AppelantParti', 'sert'])
  })

  it('rend sa place aussitôt, même si son travail continue', async () => {
    const appels = ouvrirAppels()
    const suivis = plusieurs(7, appels)
    await tour()
    suivis[2]?.finir()
    expect(await voir(...suivis.slice(6))).toEqual(['sert'])
    // Its work ends later: the place is not given back twice.
    await repondre(suivis[2])
    expect(await voir(appeler(appels))).toEqual(['attend'])
  })

  it('n’en fait pas faire davantage : au-delà de six travaux laissés, ils gardent leur place', async () => {
    const appels = ouvrirAppels()
    const laisses = plusieurs(12, appels)
    await tour()
    for (const suivi of laisses) {
      suivi.finir()
      await tour()
    }
    expect(await voir(...laisses)).toEqual(fois(12, 'sert'))
    const suivant = appeler(appels)
    expect(await voir(suivant)).toEqual(['attend'])
    laisses[11]?.achever()
    expect(await voir(suivant)).toEqual(['sert'])
  })

  it('ne laisse rien derrière lui quand il part avant que l’on travaille pour lui', async () => {
    const appels = ouvrirAppels()
    const passages = Array.from({ length: 6 }, () => appels.ouvrir(MOI, 'appel'))
    await Promise.all(passages.map(({ entree }) => entree))
    for (const { finir } of passages) finir()
    await expect(passages[0]?.travailler(async () => 'fait')).rejects.toThrow('')
    expect(await voir(...plusieurs(6, appels))).toEqual(fois(6, 'sert'))
  })
})

it('qui a attendu trop longtemps est refusé avant que le serveur de devant ne renonce', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const appels = ouvrirAppels()
  const places = Array.from({ length: 6 }, () => appels.ouvrir(MOI, 'appel'))
  const attend = appels.ouvrir(MOI, 'appel')
  const issue = attend.entree.catch(({ code, attente }: { code: string; attente: number }) => ({
    code,
    attente,
  }))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await issue).toEqual({ code: 'TROP_D_APPELS', attente: 2 })
  // It waits no more: the place that comes is for the next one.
  places[0]?.finir()
  await expect(appels.ouvrir(MOI, 'appel').entree).resolves.toBe(false)
})

describe('ce que prend une opération', () => {
  const genres = Map.groupBy(Object.entries(OPERATIONS), ([, operation]) => genreDe(operation))
  const nomsDe = (genre: Genre | null) => (genres.get(genre) ?? []).map(([nom]) => nom).toSorted()

  it('rien : ce que tout le monde appelle, les flux, la déconnexion', () => {
    const sans = genres.get(null) ?? []
    const protegees = sans.filter(([, { right }]) => right !== 'public').map(([nom]) => nom)
    expect(protegees.toSorted()).toEqual(['deconnecter', 'suivreEvenements'])
  })

  it('une place d’export : tout ce qui compose un fichier', () => {
    const dits = nomsDe('export')
    expect(dits).toContain('exporterDonnees')
    expect(dits).toContain('genererAnnuaire')
    expect(dits).not.toContain('telechargerPiece')
  })

  it('une place de saisie : ce qui garde ce que l’on tape', () => {
    expect(nomsDe('saisie')).toEqual([
      'enregistrerBrouillon',
      'enregistrerBrouillonModele',
      'enregistrerFormulaire',
      'modifierFormulaire',
      'remarquerFormulaire',
      'repondreRemarque',
    ])
  })
})
