import { describe, expect, it, vi } from 'vitest'
import { ecrireJson, TexteJson, valeurDe } from './json.ts'

describe('ce qui est déjà du JSON', () => {
  const tenu = new TexteJson<unknown>('{"A.B": 1, "C": "é \\"x\\" \\\\u0000"}')

  it('part tel quel, à sa place', () => {
    const reponse = { avant: [1, tenu], donnees: tenu, apres: { nul: null, texte: 'l’été' } }
    const ecrit = ecrireJson(reponse)
    expect(ecrit).toBe(
      `{"avant":[1,${tenu.texte}],"donnees":${tenu.texte},"apres":{"nul":null,"texte":"l’été"}}`,
    )
    expect(JSON.parse(ecrit)).toEqual(JSON.parse(JSON.stringify(reponse)))
  })

  it('part seul', () => {
    expect(ecrireJson(tenu)).toBe(tenu.texte)
  })

  it('laisse les autres réponses comme JSON.stringify les écrit', () => {
    for (const valeur of [null, 0, 'texte', [], { a: undefined, b: [undefined] }]) {
      expect(ecrireJson(valeur)).toBe(JSON.stringify(valeur))
    }
  })

  it('n’échange jamais deux textes, même si une valeur porte un NUL', () => {
    expect(() => ecrireJson({ faux: '\0', vrai: tenu })).toThrow('NUL')
    expect(ecrireJson({ faux: '\0' })).toBe(JSON.stringify({ faux: '\0' }))
  })

  it('ne garde rien d’une écriture qui échoue', () => {
    const boucle: { tenu: unknown; soi?: unknown } = { tenu }
    boucle.soi = boucle
    expect(() => ecrireJson(boucle)).toThrow(TypeError)
    expect(ecrireJson([tenu])).toBe(`[${tenu.texte}]`)
  })

  it('se lit une fois, par qui en a besoin', () => {
    const lire = vi.spyOn(JSON, 'parse')
    const texte = new TexteJson<number[]>('[1, 2]')
    expect(lire).not.toHaveBeenCalled()
    expect(texte.lire()).toEqual([1, 2])
    expect(texte.lire()).toBe(valeurDe(texte))
    expect(lire).toHaveBeenCalledTimes(1)
    lire.mockRestore()
    const valeur = { a: 1 }
    expect(TexteJson.de(valeur).lire()).toBe(valeur)
    expect(valeurDe(valeur)).toBe(valeur)
  })
})
