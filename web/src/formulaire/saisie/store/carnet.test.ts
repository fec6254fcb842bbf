import { describe, expect, it } from 'vitest'
import { PREFIXE_CARNET } from '../../../app/stockage.ts'
import { ouvrirCarnet } from './carnet.ts'

/** A storage as the browser's: text by key. */
function stockage(contenu = new Map<string, string>()) {
  return {
    contenu,
    getItem: (cle: string) => contenu.get(cle) ?? null,
    setItem: (cle: string, texte: string) => void contenu.set(cle, texte),
    removeItem: (cle: string) => void contenu.delete(cle),
  }
}

describe('les modifications gardées dans le navigateur', () => {
  const reliquat = {
    version: 3,
    textes: { 'MVT.FIN.M': '4,5' },
    commentaires: { CAPACITE: null },
    justifications: { 'RA04:F': 'Erreur de février corrigée' },
  }

  it('retrouve ce qui attendait, texte invalide compris', () => {
    const coffre = stockage()
    ouvrirCarnet(coffre, 'awa', 'RMA-1').ecrire(reliquat)
    expect(ouvrirCarnet(coffre, 'awa', 'RMA-1').lire()).toEqual(reliquat)
  })

  it('ne montre rien à une autre personne ni dans un autre rapport', () => {
    const coffre = stockage()
    ouvrirCarnet(coffre, 'awa', 'RMA-1').ecrire(reliquat)
    expect(ouvrirCarnet(coffre, 'binta', 'RMA-1').lire()).toBeNull()
    expect(ouvrirCarnet(coffre, 'awa', 'RMA-2').lire()).toBeNull()
    expect([...coffre.contenu.keys()].every((cle) => cle.startsWith(PREFIXE_CARNET))).toBe(true)
  })

  it('dit depuis quand il attend : le plus ancien part d’abord', () => {
    const coffre = stockage(new Map([['saisie:awa:RMA-1', '{"depuis":5}']]))
    ouvrirCarnet(coffre, 'awa', 'RMA-1').ecrire(reliquat)
    ouvrirCarnet(coffre, 'awa', 'RMA-2').ecrire(reliquat)
    const depuis = (numero: string) =>
      Number(/"depuis":(\d+)/.exec(coffre.contenu.get(`saisie:awa:${numero}`) ?? '')?.[1])
    expect(depuis('RMA-1')).toBe(5)
    expect(depuis('RMA-2')).toBeGreaterThan(5)
  })

  it('s’efface quand tout est enregistré', () => {
    const coffre = stockage()
    const carnet = ouvrirCarnet(coffre, 'awa', 'RMA-1')
    carnet.ecrire(reliquat)
    carnet.ecrire(null)
    expect(coffre.contenu.size).toBe(0)
    expect(carnet.lire()).toBeNull()
  })

  it('garde ce qu’un autre onglet n’a pas encore enregistré, case par case', () => {
    const coffre = stockage()
    const [un, deux] = [1, 2].map(() => ouvrirCarnet(coffre, 'awa', 'RMA-1'))
    const de = (textes: Record<string, string>, version = 3) => {
      return { version, textes, commentaires: {}, justifications: {} }
    }
    un?.ecrire(de({ A: '1', B: '2' }))
    deux?.ecrire(de({ C: '3' }, 5))
    expect(ouvrirCarnet(coffre, 'awa', 'RMA-1').lire()).toEqual(de({ A: '1', B: '2', C: '3' }))
    un?.ecrire(de({ B: '2' }))
    deux?.ecrire(de({ B: '4', C: '3' }, 5))
    un?.ecrire(null)
    expect(ouvrirCarnet(coffre, 'awa', 'RMA-1').lire()).toMatchObject({
      textes: { B: '4', C: '3' },
    })
    deux?.ecrire(null)
    expect(coffre.contenu.size).toBe(0)
  })

  it('s’efface quand ce qu’une visite précédente a laissé est enregistré', () => {
    const coffre = stockage()
    ouvrirCarnet(coffre, 'awa', 'RMA-1').ecrire(reliquat)
    const carnet = ouvrirCarnet(coffre, 'awa', 'RMA-1')
    carnet.lire()
    carnet.ecrire(null)
    expect(coffre.contenu.size).toBe(0)
  })

  it('oublie un contenu illisible ou d’une autre forme', () => {
    const coffre = stockage()
    const carnet = ouvrirCarnet(coffre, 'awa', 'RMA-1')
    for (const texte of ['{', '[]', '{"version":"3"}', '{"version":3,"textes":{"A":4}}']) {
      coffre.setItem(`${PREFIXE_CARNET}awa:RMA-1`, texte)
      expect(carnet.lire()).toBeNull()
    }
  })

  it('ne gêne pas la saisie quand le navigateur refuse d’écrire', () => {
    const plein = {
      ...stockage(),
      setItem: () => {
        throw new DOMException('plein', 'QuotaExceededError')
      },
    }
    expect(() => ouvrirCarnet(plein, 'awa', 'RMA-1').ecrire(reliquat)).not.toThrow()
  })
})
