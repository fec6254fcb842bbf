import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ouvrirTours, type Pour } from './tour.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PART = { simultanes: 1, enAttente: 2, travaux: 'fichiers précédents sont en cours' }

/** A queue, what has begun in it, and the way to end it. */
function ouvrir(tours: Partial<Parameters<typeof ouvrirTours>[0]> = { part: PART }) {
  const attendre = ouvrirTours({ simultanes: 1, enAttente: 20, retour: 10, ...tours })
  const commences: string[] = []
  const finir = new Map<string, () => void>()
  const demander = (nom: string, pour?: Pour) => {
    const travail = () =>
      new Promise<string>((accepter) => {
        commences.push(nom)
        finir.set(nom, () => accepter(nom))
      })
    // An end that nobody waits for is no failure of the test.
    return attendre(travail, pour).catch((echec) => echec)
  }
  const laisserFaire = () => vi.advanceTimersByTimeAsync(0)
  const finirUn = async (nom: string) => {
    await laisserFaire()
    finir.get(nom)?.()
    await laisserFaire()
  }
  return { demander, commences, finirUn, laisserFaire }
}

describe('une file partagée par compte', () => {
  it('donne la place suivante à un autre compte, même venu après', async () => {
    const { demander, commences, finirUn } = ouvrir()
    for (const nom of ['a1', 'a2', 'a3']) void demander(nom, { compte: 1 })
    for (const nom of ['b1', 'b2']) void demander(nom, { compte: 2 })
    void demander('c1', { compte: '192.0.2.1' })
    for (const nom of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await finirUn(nom)
    expect(commences).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('refuse à un compte plus que sa part, et lui dit quoi faire', async () => {
    const { demander, commences, finirUn } = ouvrir()
    for (const nom of ['a1', 'a2', 'a3']) void demander(nom, { compte: 1 })
    expect(await demander('a4', { compte: 1 })).toMatchObject({
      code: 'TRAVAUX_EN_COURS',
      statut: 429,
      attente: 10,
      message: 'Vos fichiers précédents sont en cours\u00a0: réessayez dans quelques instants.',
    })
    void demander('b1', { compte: 2 })
    for (const nom of ['a1', 'b1']) await finirUn(nom)
    void demander('a5', { compte: 1 })
    for (const nom of ['a2', 'a3']) await finirUn(nom)
    expect(commences).toEqual(['a1', 'b1', 'a2', 'a3', 'a5'])
  })

  it('ne fait jamais deux travaux d’un compte à la fois, même s’il reste de la place', async () => {
    const { demander, commences, finirUn, laisserFaire } = ouvrir({ simultanes: 2, part: PART })
    for (const nom of ['a1', 'a2']) void demander(nom, { compte: 1 })
    void demander('b1', { compte: 2 })
    await laisserFaire()
    expect(commences).toEqual(['a1', 'b1'])
    await finirUn('b1')
    expect(commences).toEqual(['a1', 'b1'])
    await finirUn('a1')
    expect(commences).toEqual(['a1', 'b1', 'a2'])
  })

  it('ne reçoit pas plus que tous n’en peuvent attendre', async () => {
    const { demander } = ouvrir({ enAttente: 3, part: PART })
    for (let compte = 0; compte < 4; compte += 1) void demander(`x${compte}`, { compte })
    expect(await demander('trop', { compte: 9 })).toMatchObject({
      code: 'SERVICE_OCCUPE',
      statut: 503,
      attente: 10,
    })
  })

  it('oublie qui part en attendant, et rend sa place', async () => {
    const { demander, commences, finirUn } = ouvrir()
    const depart = new AbortController()
    void demander('a1', { compte: 1 })
    const parti = demander('b1', { compte: 2, parti: depart.signal })
    void demander('b2', { compte: 2 })
    depart.abort()
    expect(await parti).toMatchObject({ code: 'SERVICE_OCCUPE' })
    void demander('b3', { compte: 2 })
    for (const nom of ['a1', 'b2', 'b3']) await finirUn(nom)
    expect(commences).toEqual(['a1', 'b2', 'b3'])
    expect(await demander('b4', { compte: 2, parti: depart.signal })).toMatchObject({
      code: 'SERVICE_OCCUPE',
    })
  })

  it('répond à qui a trop attendu, et n’en fait plus rien', async () => {
    const { demander, commences, finirUn } = ouvrir({ patience: 25_000, part: PART })
    void demander('a1', { compte: 1 })
    const issue = demander('b1', { compte: 2 })
    await vi.advanceTimersByTimeAsync(24_999)
    void demander('c1', { compte: 3 })
    await vi.advanceTimersByTimeAsync(1)
    expect(await issue).toMatchObject({ code: 'SERVICE_OCCUPE', statut: 503, attente: 10 })
    await finirUn('a1')
    expect(commences).toEqual(['a1', 'c1'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('continue après un travail qui échoue', async () => {
    const attendre = ouvrirTours({ simultanes: 1, enAttente: 5, retour: 1, part: PART })
    const echec = attendre(() => Promise.reject(new Error('tombé')), { compte: 1 })
    const suivant = attendre(async () => 'fait', { compte: 1 })
    await expect(echec).rejects.toThrow('tombé')
    expect(await suivant).toBe('fait')
  })
})

it('une file que personne ne partage prend chacun à son tour, et tous ensemble', async () => {
  const { demander, commences, finirUn } = ouvrir({ enAttente: 4 })
  for (const nom of ['1', '2', '3', '4', '5']) void demander(nom)
  expect(await demander('6')).toMatchObject({ code: 'SERVICE_OCCUPE' })
  for (const nom of ['1', '2', '3', '4', '5']) await finirUn(nom)
  expect(commences).toEqual(['1', '2', '3', '4', '5'])
})
