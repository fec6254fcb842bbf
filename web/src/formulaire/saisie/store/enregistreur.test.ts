import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { creerAttente, type Lot } from './attente.ts'
import { creerEnregistreur, type Issue } from './enregistreur.ts'

/** A server that keeps what it receives, and answers what the test says. */
function montage(repondre: (lot: Lot, rang: number) => Issue | Promise<Issue>) {
  const attente = creerAttente()
  const lots: Lot['donnees'][] = []
  const enregistreur = creerEnregistreur({
    attente,
    envoyer: async (lot) => {
      lots.push({ ...lot.donnees })
      return repondre(lot, lots.length)
    },
  })
  const saisir = (cle: string, valeur: number) => {
    attente.poser('donnees', cle, valeur)
    enregistreur.signaler()
  }
  return { attente, lots, enregistreur, saisir }
}

describe('l’enregistrement automatique', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('part une seconde après la dernière touche, avec toutes les cases modifiées', async () => {
    const { lots, enregistreur, saisir } = montage(() => ({ sorte: 'enregistre' }))
    saisir('A', 1)
    await vi.advanceTimersByTimeAsync(900)
    saisir('B', 2)
    await vi.advanceTimersByTimeAsync(999)
    expect(lots).toEqual([])
    expect(enregistreur.lire().sorte).toBe('attente')
    await vi.advanceTimersByTimeAsync(1)
    expect(lots).toEqual([{ A: 1, B: 2 }])
    expect(enregistreur.lire().sorte).toBe('enregistre')
  })

  it('n’a qu’un envoi en cours ; ce qui est saisi pendant part ensuite', async () => {
    const portes: (() => void)[] = []
    const { lots, enregistreur, saisir } = montage(
      () => new Promise((ouvrir) => portes.push(() => ouvrir({ sorte: 'enregistre' }))),
    )
    saisir('A', 1)
    await vi.advanceTimersByTimeAsync(1000)
    saisir('A', 2)
    await vi.advanceTimersByTimeAsync(5000)
    expect(lots).toEqual([{ A: 1 }])
    portes[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(lots).toEqual([{ A: 1 }, { A: 2 }])
    expect(enregistreur.lire().sorte).toBe('envoi')
    portes[1]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(enregistreur.lire().sorte).toBe('enregistre')
  })

  it('réessaie de lui-même quand la ligne est coupée, sans rien perdre', async () => {
    let coupee = true
    const { lots, enregistreur, saisir } = montage(() => ({
      sorte: coupee ? 'interrompu' : 'enregistre',
    }))
    saisir('A', 1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(enregistreur.lire().sorte).toBe('interrompu')
    saisir('B', 2)
    expect(enregistreur.lire().sorte).toBe('interrompu')
    coupee = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(lots.at(-1)).toEqual({ A: 1, B: 2 })
    expect(enregistreur.lire().sorte).toBe('enregistre')
  })

  it('attend le choix de la personne en cas de conflit, puis envoie à nouveau', async () => {
    const { lots, enregistreur, saisir } = montage((_, rang) => ({
      sorte: rang === 1 ? 'conflit' : 'enregistre',
    }))
    saisir('A', 1)
    await vi.advanceTimersByTimeAsync(1000)
    saisir('B', 2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lots).toHaveLength(1)
    expect(await enregistreur.vider()).toBe(false)
    // The network comes back: it chooses for nobody.
    expect(await enregistreur.reprendre('reseau')).toBe(false)
    expect(enregistreur.lire().sorte).toBe('conflit')
    expect(lots).toHaveLength(1)
    expect(await enregistreur.reprendre('choix')).toBe(true)
    expect(lots.at(-1)).toEqual({ A: 1, B: 2 })
  })

  it('dit pourquoi quand le serveur n’en veut pas, et garde les modifications', async () => {
    const { attente, enregistreur, saisir } = montage(() => ({
      sorte: 'refuse',
      libelle: 'La saisie de mars 2025 est close.',
    }))
    saisir('A', 1)
    expect(await enregistreur.vider()).toBe(false)
    expect(enregistreur.lire()).toEqual({
      sorte: 'refuse',
      libelle: 'La saisie de mars 2025 est close.',
    })
    expect(attente.contient('donnees', 'A')).toBe(true)
  })
})
